#!/bin/bash
# Builds WebAssembly for the browser client: build/wasm/charlatan.wasm is the engine, build/wasm/review.wasm makes
# reviews of games, build/wasm/hall.wasm is the server's tables and the bots of a page that needs no server;
# hall_relaxed.wasm is the same for browsers with relaxed SIMD, hall_plain.wasm for those without SIMD; fill.wasm fills
# numbers into texts. Prints nothing if nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/deps.sh wasm

shopt -s extglob
folder=build/wasm
# Of rules and bots: what only has words, the rules of thumb, and what the games run through that a search simulates.
# Those of the first two that speak of nets differ from module to module (WITHOUT_NETS).
words=(games/*/{text,explain,help,check,observe_rows}.c games/!(null)/numbers.c games/null/null.c engine/fill.c bots/{bots,levels,names,random}.c bots/search/search_1.c)
# No page tunes bots (WITHOUT_DIALS), and its tables give no hints (WITHOUT_HINTS).
thumbs=(bots/{policy,softmax}.c bots/odds/*.c bots/greedy/!(*_dials).c bots/net/{net_inputs,net_shares}.c
    bots/search/{arcane_guess,arcane_playout,quacks_playout}.c games/arcane/sales.c)
quick=(engine/!(fill).c games/!(null)/!(json|json_*|text|explain|help|check|observe_rows|numbers|sales).c
    bots/net/{net,net_swar,net_wasm,arcane_inputs,quacks_inputs}.c
    bots/search/{search,search_guided,search_halving,tree,arcane_tree_key}.c)
# Cards and numbers files are for the terminal.
texts=(games/*/json.c games/*/json_!(cards).c wire/!(numbers_file|tidy).c advice/*.c
    wasm/{json,json_make,json_read,json_write,sodium,sign}.c
    match/{badge,refusals,session,record_read,record_play,record_undone,record_witness,witness,commit,verdict}.c)
# The tables are the server's own code, without the rooms and parts that a page lacks (server/server_only.h), and without the
# host that has sockets and threads: a page has the other one (server/alone.h).
alone=(server/!(asset_pack|chores|close|log|request_log|serve|server_only|systemd).c server/people/*.c
    server/tables/!(bot_programs|bot_workers|reviews|storage_costs|unknown_tokens).c)
known='badge|refusals|session|record_read|record_play|record_undone|record_witness|witness|commit|verdict|sign'
hall=("${alone[@]}" match/!($known).c store/{queue,spread}.c wasm/memory.c wasm/hall/*.c)
flags=(--target=wasm32-wasi -std=c17 -D_GNU_SOURCE -DWITHOUT_DIALS -Iwasm -I.
    -mbulk-memory          # else clang 14 makes memcpy call itself
    -ftls-model=local-exec # errno of wasi-libc is a thread's own
    -ffunction-sections -fdata-sections -Wall -Wextra -Werror)

[[ -f $folder/hall_plain.wasm && -z $(find tools/wasm.sh wasm engine games wire bots advice match review server store \
    -newer $folder/hall_plain.wasm -print -quit) ]] && exit 0

# Relaxed SIMD needs a newer clang than Debian's usual one.
version=
command -v clang-19 >/dev/null && command -v wasm-ld-19 >/dev/null && version=-19 && flags+=(-isystem /usr/include/wasm32-wasi)
compiler=("clang$version")
command -v ccache >/dev/null && compiler=(ccache "${compiler[@]}")
library() { clang --target=wasm32-wasi -print-file-name="$1"; }

# compile NAME FLAGS FILE...: into a folder of that name.
compile() {
    local objects=$folder/obj/$1
    export compile="${compiler[*]} ${flags[*]} $2"
    mkdir -p "$objects"
    local file
    for file in "${@:3}"; do printf '%s\n' "$file" "$objects/${file//\//_}.o"; done |
        xargs -P "$(nproc)" -n 2 sh -c 'exec $compile -c "$1" -o "$2"' sh
}

# link NAME FOLDER...: the module of that name, of what was compiled into these folders.
# Calls the linker directly: if binaryen is installed, clang would call wasm-opt, which cannot read this
# clang's files.
link() {
    local parts=() name
    for name in "${@:2}"; do parts+=("$folder/obj/$name"/*.o); done
    "wasm-ld$version" -o "$folder/$1.wasm" "$(library crt1-reactor.o)" "${parts[@]}" "$(library libc.a)" \
        "$(clang --target=wasm32-wasi --rtlib=compiler-rt -print-libgcc-file-name)" \
        --entry=_initialize --gc-sections --fatal-warnings --strip-all -O3 -z stack-size=1048576 --stack-first \
        --max-memory=536870912
}

rm -rf $folder
# What reads and writes texts is the same in all modules; of what computes, modules share what they compile alike.
compile texts "-Oz -flto" "${texts[@]}"
compile charlatan "-Os -DWITHOUT_NETS" "${words[@]}" "${thumbs[@]}" "${quick[@]}" wasm/{page,ask,film,checks}.c
# The weights are handed in by the page, and threads are the page's.
nets=(bots/net/{arcane,quacks}_{net,outputs}.c bots/net/net_{bot,file}.c bots/search/{net,arcane,quacks}_evaluator.c wasm/weights.c)
compile simd "-O2 -flto -msimd128" "${quick[@]}" "${nets[@]}"
compile review "-O2 -flto -msimd128 -DWITHOUT_NETS" "${words[@]}" "${thumbs[@]}" wasm/{memory,page,review}.c \
    review/!(bars|crew|findings|graph|report).c
compile hall "-Oz -flto -DWITHOUT_HINTS" "${hall[@]}" "${words[@]}"
compile thumbs "-Oz -flto -DWITHOUT_HINTS" "${thumbs[@]}"
# tables NAME FLAGS FILE...: a module with the tables, and with bots that are compiled so, across all of their files.
tables() {
    compile "bots_$1" "-O2 -flto -DWITHOUT_HINTS $2" "${@:3}" wasm/thinking.c
    link "$1" hall thumbs "bots_$1" ${shared:-} texts
}

compile fill -Oz engine/*.c games/!(null)/!(json|json_*).c wasm/{fill,memory}.c
link charlatan charlatan texts
link fill fill
link review review simd texts
shared=simd tables hall -msimd128
if [[ -n $version ]]; then
    tables hall_relaxed "-msimd128 -mrelaxed-simd" "${quick[@]}" "${nets[@]}"
else
    cp $folder/hall.wasm $folder/hall_relaxed.wasm
fi
tables hall_plain "" "${quick[@]}" "${nets[@]}"
