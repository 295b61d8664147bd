#!/bin/bash
# Runs one harness: fuzz.sh .../fuzz_NAME [libFuzzer options]. It begins with fuzz/corpus/NAME and uses
# fuzz/NAME.dict, if they exist; new inputs are written beside the program, not into the source tree.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1 name=$(basename "$1")
name=${name#fuzz_}
shift

found=$(dirname "$program")/found/$name
rm -rf "$found/corpus"
mkdir -p "$found/corpus"
corpus=("$found/corpus")
[[ -d fuzz/corpus/$name ]] && corpus+=("fuzz/corpus/$name")
options=("-artifact_prefix=$found/")
[[ -f fuzz/$name.dict ]] && options+=("-dict=fuzz/$name.dict")
# Less freed memory is kept, and fewer frames of each allocation: that takes less time.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:malloc_context_size=8}
exec "$program" "${options[@]}" "$@" "${corpus[@]}"
