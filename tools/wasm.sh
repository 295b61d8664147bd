#!/bin/bash
# Builds WebAssembly for the browser client: build/wasm/charlatan.wasm is the engine, build/wasm/review.wasm makes
# reviews of games. The second one is fetched by few, so it is built for speed. Prints nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/deps.sh wasm

shopt -s extglob
folder=build/wasm
rules=(engine/*.c games/*/!(json|json_*).c bots/*.c)
# Cards files are for the terminal.
texts=(games/*/json.c games/*/json_!(cards).c wire/*.c advice/*.c
    wasm/{page,json,json_read,json_write,blake2b,sign}.c
    match/{badge,refusals,session,record_read,record_play,record_undone,record_witness,witness,commit,verdict}.c)
flags=(--target=wasm32-wasi -std=c17 -D_GNU_SOURCE -Iwasm -I.
    -mbulk-memory          # else clang 14 makes memcpy call itself
    -ftls-model=local-exec # errno of wasi-libc is a thread's own
    -ffunction-sections -fdata-sections -Wall -Wextra -Werror)

[[ -f $folder/charlatan.wasm && -f $folder/review.wasm && -z $(find tools/wasm.sh wasm engine games wire bots advice \
    match review -newer $folder/review.wasm -print -quit) ]] && exit 0

compiler=(clang)
command -v ccache >/dev/null && compiler=(ccache clang)
library() { clang --target=wasm32-wasi -print-file-name="$1"; }

# compile NAME FLAGS FILE...: into a folder of that name.
compile() {
    export objects=$folder/obj/$1 compile="${compiler[*]} ${flags[*]} $2"
    mkdir -p "$objects"
    printf '%s\n' "${@:3}" |
        xargs -P "$(nproc)" -n 1 sh -c 'exec $compile -c "$1" -o "$objects/$(echo "$1" | tr / _).o"' sh
}

# Calls the linker directly: if binaryen is installed, clang would call wasm-opt, which cannot read this
# clang's files.
link() {
    wasm-ld -o "$folder/$1.wasm" "$(library crt1-reactor.o)" $folder/obj/{"$1",texts}/*.o "$(library libc.a)" \
        "$(clang --target=wasm32-wasi --rtlib=compiler-rt -print-libgcc-file-name)" \
        --entry=_initialize --gc-sections --fatal-warnings --strip-all -O3 -z stack-size=1048576 --stack-first \
        --max-memory=536870912
}

rm -rf $folder
# What reads and writes texts is the same in both modules; what computes is compiled for each.
compile texts -Os "${texts[@]}"
compile charlatan -Os "${rules[@]}" wasm/{ask,film,checks}.c
# The weights are handed in by the page, and threads are the page's.
compile review "-O2 -msimd128" "${rules[@]}" wasm/{review,weights}.c bots/learned/!(weights).c \
    review/!(bars|crew|graph|report).c
link charlatan
link review
