#!/bin/bash
# Makes build/site from build/web: the client as a folder for any host of files, below any path. The folder is the same
# client; its page only says that it has no server of its own. Prints where it is and how large it is.
set -euo pipefail
cd "$(dirname "$0")/.."
site=build/site
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

rm -rf $site.new
cp -r build/web $site.new
page build/web/index.html >$site.new/index.html
# Hosts that make pages of Markdown leave files alone where this one lies.
touch $site.new/.nojekyll
rm -rf $site
mv $site.new $site
echo "The site is in $site ($(du -sh --apparent-size $site | cut -f1)): copy the folder to any host of files (docs/site.md)."
