#!/bin/bash
# The net says the same bits in every form: plain C by gcc and clang, AVX2, AVX-512, WebAssembly with relaxed
# SIMD, with SIMD and without, and aarch64.
# run.sh [--all] [folder to build in]: what the tools are missing for is left out; with --all that is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
all=
[[ ${1:-} == --all ]] && all=1 && shift
out=${1:-build/bits}
rm -rf "$out"
mkdir -p "$out"

files=(bots/net/arcane.net tests/vectors/arcane_net)
net=(bots/net/net.c bots/net/net_x86.c bots/net/net_wasm.c bots/net/net_swar.c bots/net/arcane_inputs.c tests/bits/bits.c)
flags=(-std=c17 -w -I. -O2 -ffunction-sections -fdata-sections) # the build has the warnings

# Names of forms with their hashes: what is built as NAME prints `NAME/FORM HASH`.
said() { sed "s|^|$1/|" >>"$out/hashes"; }

native() {
    local name=$1
    shift
    "$1" "${flags[@]}" "${@:2}" -Wl,--gc-sections tests/bits/native.c "${net[@]}" -o "$out/$name"
    "$out/$name" "${files[@]}" | said "$name"
}

wasm() {
    local name=$1 objects=() library file
    shift
    for file in "${net[@]}"; do
        objects+=("$out/$name-${file//\//-}.o")
        "${clang[@]}" --target=wasm32-wasi -mbulk-memory "$@" "${flags[@]}" -c "$file" -o "${objects[-1]}"
    done
    library=$(clang --target=wasm32-wasi -print-file-name=libc.a)
    "wasm-ld${clang[0]#clang}" --no-entry --export=bits_hash --export=bits_form --export=bits_room "${objects[@]}" \
        "$library" -o "$out/$name.wasm"
    node "${node[@]}" tests/bits/wasm.mjs "$out/$name.wasm" "${files[@]}" | said "$name"
}

native gcc gcc
native clang clang
# All that x86-64-v4 means.
has_v4() {
    local flag
    for flag in avx512f avx512bw avx512cd avx512dq avx512vl; do
        grep -qw $flag /proc/cpuinfo || return 1
    done
}
if has_v4; then
    native gcc-v4 gcc -march=x86-64-v4 -O3
else
    echo "left out: compiled for AVX-512, which this processor has not"
fi
clang=(clang) node=()
wasm wasm
wasm wasm-simd -msimd128
# Version 20 of node has relaxed SIMD behind a flag, and computes it wrongly before code is optimised.
flag=--experimental-wasm-relaxed-simd
node $flag -e '' 2>/dev/null && node=($flag --no-liftoff)
has_relaxed() { node -e 'process.exit(+(parseInt(process.versions.node) < 20))'; }
if has_relaxed && command -v clang-19 >/dev/null && command -v wasm-ld-19 >/dev/null; then
    clang=(clang-19 -isystem /usr/include/wasm32-wasi)
    wasm wasm-relaxed -msimd128 -mrelaxed-simd
else
    echo "left out: relaxed SIMD, because clang-19 or lld-19 is not installed (make bits), or node is older than 20"
    [[ -z $all ]]
fi
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64-static >/dev/null; then
    aarch64-linux-gnu-gcc -static -Wl,--gc-sections "${flags[@]}" tests/bits/native.c "${net[@]}" -o "$out/aarch64"
    qemu-aarch64-static "$out/aarch64" "${files[@]}" | said aarch64
else
    echo "left out: aarch64, because gcc-aarch64-linux-gnu or qemu-user-static is not installed (make bits)"
    [[ -z $all ]]
fi

# One hash, and not 0: that would be weights that cannot be read, or another output than the vectors have.
cat "$out/hashes"
[[ $(cut -d' ' -f2 "$out/hashes" | sort -u | wc -l) -eq 1 ]]
[[ $(grep -c ' 0000000000000000$' "$out/hashes") -eq 0 ]]
echo "$(wc -l <"$out/hashes") forms of the net agree"
