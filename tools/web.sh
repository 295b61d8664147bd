#!/bin/bash
# Builds the browser client into build/web if its sources have changed; prints nothing unless something fails.
# `web.sh packages` only fetches the packages to build, format and check it. With WEB=off it does nothing; the
# first page of the program then says that there is no client. `web.sh without` tells that to people without npm.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ ${WEB:-} != off ]] || exit 0
log=build/web.log stamp=build/web.stamp
mkdir -p build

without() {
    echo "Only the browser client and the tests need Node and npm. To build everything else, put WEB=off before the command:"
    echo "WEB=off make build"
}
[[ ${1:-} != without ]] || { without; exit 0; }

run_npm() {
    command -v npm >/dev/null || { echo "npm is not installed."; without; exit 1; } >&2
    quietly npm --prefix web "$@"
}

quietly() {
    "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
}

# node_modules is valid only for the lock file it was made from.
install() {
    local lock
    lock=$(sha256sum <web/package-lock.json)
    [[ $(cat web/node_modules/.made-of 2>/dev/null) != "$lock" ]] || return 0
    echo "Fetching the packages that build the browser client (npm ci)"
    run_npm ci --no-audit --no-fund --no-update-notifier
    echo "$lock" >web/node_modules/.made-of
}

# A deleted file changes the time of its folder.
changed() {
    [[ -e build/web/index.html && -e $stamp ]] || return 0
    [[ -n $(find web/src web/public web/index.html web/*.ts web/*.js web/package-lock.json build/rows.json \
        build/wasm/*.wasm bots/net/*.net -newer "$stamp" -print -quit) ]]
}

# The client has the rows of the games. It becomes part of the program, so a smaller one prints them.
rows() {
    tools/deps.sh build
    quietly tools/build.sh release rows
    build/release/rows >build/rows.new
    cmp -s build/rows.new build/rows.json || mv build/rows.new build/rows.json
}

tools/deps.sh web
install
[[ ${1:-} != packages ]] || exit 0
tools/wasm.sh
rows
changed || exit 0
touch "$stamp.new" # files that change from now on are built next time
run_npm run build
mv "$stamp.new" "$stamp"
