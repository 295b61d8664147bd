#!/bin/bash
# Runs the client's own tests: web.sh layout, types, pure (vitest) or pages (a browser), each
# followed by the program to test with, and pages by a part such as 1/2 of its files. ESLint is part of
# `make lint`, as clang-tidy is.
set -euo pipefail
cd "$(dirname "$0")/.."
CHARLATAN=$(realpath "${2:-build/release/charlatan}")
CHARLATAN_RULES=$(dirname "$CHARLATAN")/rules.json
CHARLATAN_ROWS=$(dirname "$CHARLATAN")/rows.json
export CHARLATAN CHARLATAN_RULES CHARLATAN_ROWS NO_COLOR=1
# rules OPTION FILE: several of these run at once, and read it.
rules() {
    "$CHARLATAN" rules "$1" >"$2.$$"
    mv "$2.$$" "$2"
}
rules --json "$CHARLATAN_RULES"
rules --web "$CHARLATAN_ROWS"
cd web
run() { npm run --silent --no-update-notifier "$@"; }

case $1 in
layout) run layout ;;
types) run check ;;
pure) run test ;;
pages) run e2e -- ${3:+--shard="$3"} ;;
*) echo "web.sh: layout, types, pure or pages" >&2 && exit 2 ;;
esac
