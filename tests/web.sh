#!/bin/bash
# Runs the client's own tests: web.sh layout, types, pure (vitest) or pages (a browser), each
# followed by the program to test with, and pages by a part such as 1/2 of its files. ESLint is part of
# `make lint`, as clang-tidy is.
set -euo pipefail
cd "$(dirname "$0")/.."
CHARLATAN=$(realpath "${2:-build/release/charlatan}")
CHARLATAN_RULES=$(dirname "$CHARLATAN")/rules.json
export CHARLATAN CHARLATAN_RULES NO_COLOR=1
# Several of these run at once, and read it.
"$CHARLATAN" rules --json >"$CHARLATAN_RULES.$$"
mv "$CHARLATAN_RULES.$$" "$CHARLATAN_RULES"
cd web
run() { npm run --silent --no-update-notifier "$@"; }

case $1 in
layout) run layout ;;
types) run check ;;
pure) run test ;;
pages) run e2e -- ${3:+--shard="$3"} ;;
*) echo "web.sh: layout, types, pure or pages" >&2 && exit 2 ;;
esac
