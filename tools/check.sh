#!/bin/bash
# Builds one tree, with sanitizers, and runs what is quick: unit tests, positions, house rules and formats.
set -euo pipefail
cd "$(dirname "$0")/.."
export WEB=off # the client's own tests are `make test`'s
tools/deps.sh build check
tools/build.sh debug quick_tests
ctest --test-dir build/debug --label-regex check --parallel "${JOBS:-$(($(nproc) * 2))}" --output-on-failure --progress
echo "Checked. 'make test' runs every test."
