#!/bin/bash
# Is the map in HACKING.md exact? Fails for a source file it does not name, and for a name without a file.
set -euo pipefail
cd "$(dirname "$0")/.."

named=$(sed -n '/^## The map/,/^## How/p' HACKING.md | grep -o '`[^` ]*`' | tr -d '`' | sort)
present=$(find . \( -path ./build -o -path ./.git -o -name node_modules \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.py' -o -name '*.sh' -o -name '*.mjs' -o -name '*.ts' -o -name '*.svelte' -o -name Makefile \
    -o -name CMakeLists.txt -o -name CMakePresets.json -o -name '*.cmake' \) -printf '%P\n' | sort)

status=0
for file in $present; do
    grep -qxF "$file" <<<"$named" || { echo "HACKING.md does not name $file" && status=1; }
done
for name in $named; do
    [[ -e $name ]] || { echo "HACKING.md names $name, which does not exist" && status=1; }
done
exit $status
