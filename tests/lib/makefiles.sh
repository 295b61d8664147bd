#!/bin/bash
# Tests `make install-lib`: libcharlatan is built alone by CMake's default generator and installed, and a program that
# stands outside uses it. The build in build/library is kept, so that the next run is short.
set -euo pipefail
cd "$(dirname "$0")/../.."
unset CMAKE_GENERATOR MAKEFLAGS MFLAGS
build=build/library
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT

die() {
    echo "makefiles.sh: $*" >&2
    exit 1
}

make install-lib PREFIX=/usr DESTDIR="$installed" >"$installed/log" 2>&1 || die "$(tail -n 40 "$installed/log")"
[[ -f $build/Makefile ]] || die "it is not the default generator that builds it"
for file in lib/libcharlatan.so lib/libcharlatan.so.0 lib/libcharlatan.a lib/pkgconfig/charlatan.pc include/charlatan.h; do
    [[ -s $installed/usr/$file ]] || die "$file is not installed"
done
gcc -std=c99 -D_GNU_SOURCE -I"$installed/usr/include" -o "$installed/example" docs/examples/library.c \
    -L"$installed/usr/lib" -lcharlatan -Wl,-rpath,"$installed/usr/lib" || die "it does not build the example"
"$installed/example" >"$installed/said" || die "the example fails"

# A part that was made again is joined into the library again.
touch "$build/librules.a"
cmake --build "$build" --target libraries >"$installed/log" 2>&1 || die "again: $(tail -n 20 "$installed/log")"
[[ $build/libcharlatan.o -nt $build/librules.a ]] || die "a changed part does not change the library"
echo "the library can be built alone"
