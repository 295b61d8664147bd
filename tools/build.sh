#!/bin/bash
# Configures (quietly) and builds a preset, all of it or some targets: build.sh release charlatan
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1 log=build/$1.log
shift
mkdir -p build
cmake --preset "$preset" >"$log" 2>&1 || { cat "$log"; exit 1; }
cmake --build --preset "$preset" ${1:+--target "$@"}
