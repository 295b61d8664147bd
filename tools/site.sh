#!/bin/bash
# Makes build/site from build/web and build/release/charlatan: the client as a folder for any static host, below any path. It is the same client; its
# page only says that it has no server of its own. Prints where the folder is and how large it is.
set -euo pipefail
cd "$(dirname "$0")/.."
site=build/site
program=build/release/charlatan
[[ ${WEB:-} != off ]] || { echo "The site is the browser client: make it without WEB=off." >&2; exit 1; }
tools/web.sh

# The page may connect to servers that the person names. Everything else comes from the folder.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'"
policy+="; connect-src 'self' https: wss: http: ws:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
policy+="; object-src 'none'; base-uri 'none'; form-action 'self'"

# page FILE: the page of a site. Fails if there is no place for what it adds.
page() {
    local head='<meta name="color-scheme"'
    grep -q "$head" "$1"
    sed "s|$head|<meta name=\"charlatan-home\" content=\"device\" />\n    <meta http-equiv=\"Content-Security-Policy\"\
 content=\"$policy\" />\n    <meta name=\"referrer\" content=\"no-referrer\" />\n    $head|" "$1"
}

if [[ ! -e $site/index.html || build/web.stamp -nt $site/index.html || $program -nt $site/index.html ||
    -n $(find tools/{site.sh,app.mjs,books.mjs} -newer $site/index.html -print -quit) ]]; then
    rm -rf $site.new
    cp -r build/web $site.new
    page build/web/index.html >$site.new/index.html
    node tools/books.mjs $program $site.new
    node tools/app.mjs $site.new
    # Hosts that make pages of Markdown then leave the files alone. It is no file of the client: some hosts hide it.
    touch $site.new/.nojekyll
    rm -rf $site
    mv $site.new $site
fi
echo "The site is in $site ($(du -sh --apparent-size $site | cut -f1)): copy the folder to any static host (docs/site.md)."
