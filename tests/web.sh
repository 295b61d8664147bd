#!/bin/bash
# Runs the client's own tests: web.sh pure (layout, types, vitest) or web.sh pages (a browser), each
# followed by the program to test with, and pages by a part such as 1/2 of its files. ESLint is part of
# `make lint`, as clang-tidy is.
set -euo pipefail
cd "$(dirname "$0")/.."
CHARLATAN=$(realpath "${2:-build/release/charlatan}")
CHARLATAN_RULES=$(dirname "$CHARLATAN")/rules.json
export CHARLATAN CHARLATAN_RULES NO_COLOR=1
"$CHARLATAN" rules --json >"$CHARLATAN_RULES"
cd web
run() { npm run --silent --no-update-notifier "$@"; }

case $1 in
pure) run layout && run check && run test ;;
pages) run e2e -- ${3:+--shard="$3"} ;;
*) echo "web.sh: pure or pages" >&2 && exit 2 ;;
esac
