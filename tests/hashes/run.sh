#!/bin/bash
# State hashes are the same with gcc and clang, -O0 and -O3, and as WebAssembly.
# run.sh [folder to build in]: gcc -O3 are the rules of the build that this folder is in, if there are some, and
# WebAssembly those of the browser client.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-build/hashes}
mkdir -p "$out"

rules=()
for file in engine/*.c games/*/*.c tests/hashes/hashes.c; do
    case ${file##*/} in json.c | json_*.c) ;; *) rules+=("$file") ;; esac
done
flags=(-std=c17 -w -I.) # the build has the warnings

native() {
    local parts=("${rules[@]}")
    if [[ $1$2 == gcc-O3 && -f $out/../librules.a ]]; then
        parts=(tests/hashes/hashes.c "$out/../librules.a" -fno-lto)
    fi
    "$1" "${flags[@]}" "$2" tests/hashes/native.c "${parts[@]}" -o "$out/$1$2"
}

# The rules of the browser client, if they are up to date: they need not be compiled again.
shipped() {
    local made=build/wasm/charlatan.wasm
    [[ -f $made && -f $1 && -z $(find engine games tools/wasm.sh -newer $made -print -quit) ]]
}

wasm() {
    local objects=()
    for file in "${rules[@]}"; do
        objects+=("build/wasm/obj/charlatan/${file//\//_}.o")
        ! shipped "${objects[-1]}" || continue
        objects[-1]="$out/wasm/${file//\//-}.o"
        clang --target=wasm32-wasi -mbulk-memory "${flags[@]}" -O3 -c "$file" -o "${objects[-1]}"
    done
    wasm-ld --no-entry --export=hashes_run "${objects[@]}" "$(clang --target=wasm32-wasi -print-file-name=libc.a)" \
        -o "$out/hashes.wasm"
}

# Lines `game players mix seed`: games 0 null, 1 arcane, 2 quacks, with every mix of hashes.c.
cases() {
    for seed in 1 2 3 4; do
        for players in 2 3 4 5 6; do
            echo "0 $players 0 $seed"
            for mix in 0 1 2 3 4 5 6 7 8 9; do echo "1 $players $mix $seed"; done
        done
        for players in 2 3 4; do
            for mix in {0..31} 32 37 42 47 48 53 58 63; do echo "2 $players $mix $seed"; done
        done
    done
}

rm -rf "$out/wasm" "$out"/*.txt
mkdir -p "$out/wasm"
cases >"$out/cases"
for compiler in gcc clang; do
    for level in -O0 -O3; do
        native $compiler $level
        "$out/$compiler$level" <"$out/cases" >"$out/$compiler$level.txt"
    done
done
wasm
node tests/hashes/wasm.mjs "$out/hashes.wasm" <"$out/cases" >"$out/wasm.txt"

for variant in gcc-O3 clang-O0 clang-O3 wasm; do
    cmp "$out/gcc-O0.txt" "$out/$variant.txt"
done
[[ $(wc -l <"$out/wasm.txt") -eq $(wc -l <"$out/cases") ]]
echo "$(wc -l <"$out/cases") games: gcc and clang, -O0 and -O3, and wasm agree"
