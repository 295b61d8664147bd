#!/bin/bash
# Makes the Debian packages of a build, man pages included: deb.sh build/package build. Prints their names.
set -euo pipefail
build=$(realpath "$1") to=$(realpath -m "$2")
log=$build/cpack.log
ls "$build"/man/charlatan.1.gz >/dev/null 2>&1 || { echo "deb.sh: no man pages in $1; is scdoc there?" >&2; exit 1; }
umask 022
cd "$build"
rm -f "$to"/{charlatan,libcharlatan-dev}_*.deb # of other versions
cpack -G DEB -B "$to" >"$log" 2>&1 || { cat "$log"; exit 1; }
rm -rf "$to/_CPack_Packages"
sed -n 's/^CPack: - package: \(.*\.deb\) generated\.$/\1/p' "$log"
