#!/bin/bash
# Tests that libcharlatan can be built alone by CMake's default generator, as `make install-lib` does, and be installed.
# Not optimised, which takes far less time.
#   makefiles.sh FOLDER      the build; kept, so that the next run is short
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:?a folder for the build}
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT

die() {
    echo "makefiles.sh: $*" >&2
    exit 1
}

mkdir -p "$build"
cmake -G "Unix Makefiles" -S . -B "$build" -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
    -DCHARLATAN_LIBRARY=ON >"$build/log" || die "cmake: $(cat "$build/log")"
cmake --build "$build" --target libraries >"$build/log" 2>&1 || die "$(tail -n 20 "$build/log")"
for part in library development; do
    DESTDIR=$installed cmake --install "$build" --prefix /usr --component $part >"$build/log" || die "$(cat "$build/log")"
done
for file in lib/libcharlatan.so lib/libcharlatan.so.0 lib/libcharlatan.a include/charlatan.h; do
    [[ -s $installed/usr/$file ]] || die "$file is not installed"
done
gcc -std=c99 -D_GNU_SOURCE -I"$installed/usr/include" -o "$installed/example" docs/examples/library.c \
    -L"$installed/usr/lib" -lcharlatan -Wl,-rpath,"$installed/usr/lib" || die "it does not build the example"
"$installed/example" >"$installed/said" || die "the example fails"

# A part that was made again is joined into the library again.
touch "$build/librules.a"
cmake --build "$build" --target libraries >"$build/log" 2>&1 || die "again: $(tail -n 20 "$build/log")"
[[ $build/libcharlatan.o -nt $build/librules.a ]] || die "a changed part does not change the library"
echo "the library can be built alone"
