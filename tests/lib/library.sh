#!/bin/bash
# Tests libcharlatan as a build made it: which functions can be seen, that C99 and C++ can read the header, and that
# the example of docs/ runs with both libraries. Where abidiff is installed, the types are compared as well; new functions
# are no difference.
#   library.sh BUILD         the test
#   library.sh abi           writes tests/lib/charlatan.abi again, after a change that was meant
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

die() {
    echo "library.sh: $*" >&2
    exit 1
}

same() { # what is compared, two files
    diff "$2" "$3" >"$folder/diff" || die "$1 differ: $(cat "$folder/diff")"
}

# The functions of the header, of the map, and of both libraries.
check_symbols() {
    sed 's|/\*.*\*/||; /\/\*/,/\*\//d' lib/charlatan.h | grep -oE 'charlatan_[a-z_]+\(' | tr -d '(' | sort -u >"$folder/header"
    grep -oE '^ +charlatan_[a-z_]+' lib/charlatan.map | tr -d ' ' | sort >"$folder/map"
    nm -D --defined-only "$1/libcharlatan.so" | awk '$2 != "A" {sub("@.*", "", $3); print $3}' | sort >"$folder/shared"
    nm -g --defined-only "$1/libcharlatan.a" | awk 'NF == 3 {print $3}' | sort >"$folder/static"
    [[ $(wc -l <"$folder/header") -gt 50 ]] || die "the header was not read"
    same "header and map" "$folder/header" "$folder/map"
    same "map and libcharlatan.so" "$folder/map" "$folder/shared"
    same "map and libcharlatan.a" "$folder/map" "$folder/static"
    [[ $(readelf -d "$1/libcharlatan.so") == *"[libcharlatan.so.0]"* ]] || die "libcharlatan.so has another soname"
}

check_header() {
    echo '#include <charlatan.h>' >"$folder/a.c"
    cp "$folder/a.c" "$folder/a.cc"
    gcc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -Ilib "$folder/a.c" || die "C99 refuses the header"
    clang++ -std=c++11 -pedantic -Wall -Wextra -Werror -fsyntax-only -Ilib "$folder/a.cc" || die "C++ refuses the header"
}

check_example() {
    local flags=(-std=c99 -D_GNU_SOURCE -pedantic -Wall -Wextra -Werror -Ilib docs/examples/library.c)
    gcc "${flags[@]}" -o "$folder/shared.run" -L"$1" -lcharlatan -Wl,-rpath,"$1"
    gcc "${flags[@]}" -o "$folder/static.run" "$1/libcharlatan.a" -ljansson -lsodium -lm -lpthread
    "$folder/shared.run" >"$folder/shared.out" || die "the example fails"
    "$folder/static.run" >"$folder/static.out" || die "the example fails with libcharlatan.a"
    same "the example's games" "$folder/shared.out" "$folder/static.out"
    [[ $(grep -c '^seat [0-2]: -\?[0-9]* gold$' "$folder/shared.out") == 3 ]] || die "the example has no result"
    [[ $(grep -c '^[0-2] ' "$folder/shared.out") -gt 50 ]] || die "the example plays nothing"
}

# The library's own files with debug information; what they call is left open.
typed_library() {
    gcc -g -O0 -std=c17 -D_GNU_SOURCE -I. -fPIC -fvisibility=hidden -shared -Wl,--version-script=lib/charlatan.map \
        -Wl,-soname,libcharlatan.so.0 -o "$folder/libcharlatan.so.0" lib/*.c
}

types() { # a file for what can be seen from outside
    typed_library
    mkdir "$folder/include"
    cp lib/charlatan.h "$folder/include"
    abidw --no-comp-dir-path --no-corpus-path --headers-dir "$folder/include" --drop-private-types --drop-undefined-syms \
        --no-show-locs "$folder/libcharlatan.so.0" >"$1"
}

check_types() {
    command -v abidiff >/dev/null || { echo "left out: no abidiff here (abigail-tools), the types are not compared"; return; }
    types "$folder/now.abi"
    abidiff --no-added-syms tests/lib/charlatan.abi "$folder/now.abi" || die "the types of the library have changed; see above"
}

if [[ ${1:-} == abi ]]; then
    types tests/lib/charlatan.abi
    exit 0
fi
build=$(realpath "${1:?a build}")
check_symbols "$build"
check_header
check_example "$build"
check_types
echo "libcharlatan is well"
