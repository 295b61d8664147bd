#!/bin/bash
# Builds the engine as WebAssembly for the browser client: build/wasm/charlatan.wasm. Prints nothing if
# nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/deps.sh wasm

out=build/wasm/charlatan.wasm
sources=(engine/*.c games/*/*.c wire/*.c bots/*.c wasm/*.c
    advice/*.c
    match/{badge,refusals,session,record_read,record_play,record_undone,record_witness,witness,commit,verdict}.c)
flags=(--target=wasm32-wasi -std=c17 -Os -D_GNU_SOURCE -Iwasm -I.
    -mbulk-memory          # else clang 14 makes memcpy call itself
    -ftls-model=local-exec # errno of wasi-libc is a thread's own
    -ffunction-sections -fdata-sections -Wall -Wextra -Werror)

[[ -f $out && -z $(find tools/wasm.sh wasm engine games wire bots advice match -newer $out -print -quit) ]] && exit 0

export objects=build/wasm/obj
rm -rf $objects
mkdir -p $objects
compiler=(clang)
command -v ccache >/dev/null && compiler=(ccache clang)
export compile="${compiler[*]} ${flags[*]}"
printf '%s\n' "${sources[@]}" | grep -v arcane/json_cards.c | # cards files are for the terminal
    xargs -P "$(nproc)" -n 1 sh -c 'exec $compile -c "$1" -o "$objects/$(echo "$1" | tr / _).o"' sh

# Calls the linker directly: if binaryen is installed, clang would call wasm-opt, which cannot read this
# clang's files.
library() { clang --target=wasm32-wasi -print-file-name="$1"; }
wasm-ld -o $out "$(library crt1-reactor.o)" $objects/*.o "$(library libc.a)" \
    "$(clang --target=wasm32-wasi --rtlib=compiler-rt -print-libgcc-file-name)" \
    --entry=_initialize --gc-sections --fatal-warnings --strip-all -O3 -z stack-size=1048576 --stack-first --max-memory=536870912
