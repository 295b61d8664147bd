#!/bin/bash
# Compiles the kernels of gpu/ to PTX, one file a game: gpu.sh [folder]. Needs clang-19, llvm-link-19, opt-19 and llc-19.
# For GPUs before compute capability 9.0: CHIP=sm_80 PTX=ptx70.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/gpu} chip=${CHIP:-sm_90} ptx=${PTX:-ptx80}
for tool in clang-19 llvm-link-19 opt-19 llc-19; do
    command -v $tool >/dev/null || { echo "No kernels: $tool is not installed." >&2; exit 3; }
done
mkdir -p "$out"

flags=(--target=nvptx64-nvidia-cuda -march=$chip -Xclang -target-feature -Xclang +$ptx -std=c17 -O2 -ffreestanding
       -fno-builtin -ffp-contract=off -Wall -Wextra -Wno-unknown-pragmas -Igpu/instead -I.)

# The Quacks have so much code that warps wait for it: their loops stay loops.
declare -A short=([quacks]="-unroll-runtime=false -unroll-allow-partial=false")

kernels() {
    local game=$1 files=() parts=() few=()
    shift
    for option in ${short[$game]:-}; do few+=(-mllvm "$option"); done
    for file in "$@" gpu/instead/*.c gpu/$game.c engine/*.c games/$game/*.c; do
        case $file in */json*.c | */help.c | */text.c | */explain.c | engine/numbers.c) ;; *) files+=("$file") ;; esac
    done
    for file in "${files[@]}"; do
        printf '%s\0' "$file" -o "$out/${file//\//-}.bc"
    done | xargs -0 -n 3 -P "$(nproc)" clang-19 "${flags[@]}" "${few[@]}" -emit-llvm -c
    for file in "${files[@]}"; do parts+=("$out/${file//\//-}.bc"); done
    llvm-link-19 "${parts[@]}" -o "$out/$game.bc"
    # shellcheck disable=SC2086 # several options
    opt-19 -passes='internalize,globaldce,default<O2>' ${short[$game]:-} \
        --internalize-public-api-list="$(llvm-nm-19 --defined-only --format=just-symbols "$out/$game.bc" | grep ^gpu_${game}_ | paste -sd,)" \
        "$out/$game.bc" -o "$out/$game.opt.bc"
    llc-19 -O3 -mcpu=$chip -mattr=+$ptx "$out/$game.opt.bc" -o "$out/$game.ptx"
    if command -v ptxas >/dev/null; then ptxas -arch=sm_90 "$out/$game.ptx" -o /dev/null; fi
    if grep '^\.extern \.func' "$out/$game.ptx"; then echo "$game.ptx calls a function that is not there." >&2; exit 1; fi
}

kernels arcane bots/policy.c bots/greedy/arcane_policy.c bots/net/arcane_inputs.c
kernels quacks bots/policy.c bots/greedy/quacks_greedy.c bots/net/quacks_inputs.c
