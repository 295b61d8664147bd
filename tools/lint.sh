#!/bin/bash
# Runs clang-tidy and cppcheck on every C file of the program, then ESLint and the type checks on the browser
# client. clang-tidy reads compile commands from build/clang, which does not contain the files of the
# WebAssembly engine.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=(engine games bots board wire cable match store server advice args exec review sim lib learn cli rulebook tui bench load)

# cppcheck does not see jansson's macros, and mistakes what a function is given for what it returns.
check=(cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1
    '-Djson_array_foreach(list,i,one)=for (i = 0; (one = json_array_get(list, i)); i++)'
    '-Djson_object_foreach(object,key,one)=for (key = 0; (one = json_object_get(object, key));)'
    --suppress=returnDanglingLifetime --suppress=ctuuninitvar)

"${check[@]}" -I. "${folders[@]}"
"${check[@]}" -Iwasm -I. wasm
find "${folders[@]}" -name '*.c' -print0 | xargs -0 -P "$(nproc)" -n 8 clang-tidy --quiet -p build/clang
clang-tidy --quiet wasm/*.c -- --target=wasm32-wasi -std=c17 -D_GNU_SOURCE -Iwasm -I. -mbulk-memory
npm --prefix web run --silent layout
npm --prefix web run --silent lint
npm --prefix web run --silent check
