#!/bin/bash
# Runs one harness: fuzz.sh .../fuzz_NAME [--same] [libFuzzer options]. It begins with fuzz/corpus/NAME and uses
# fuzz/NAME.dict, if they exist; new inputs are written beside the program, not into the source tree.
# With --same, a given -runs=N tries the same inputs in every run of the same program.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1 name=$(basename "$1")
name=${name#fuzz_}
shift
same=
[[ ${1:-} == --same ]] && same=1 && shift

found=$(dirname "$program")/found/$name
rm -rf "$found/corpus"
mkdir -p "$found/corpus"
options=("-artifact_prefix=$found/")
corpus=("$found/corpus")
if [[ $same ]]; then
    # Rereading new inputs every second, operands of comparisons (addresses are among them) and the order of files
    # in a folder all differ from run to run.
    options+=(-seed=1 -keep_seed=1 -reload=0 -use_cmp=0)
    # Harnesses that make their own inputs, and those that run threads, whose coverage is never the same.
    export SAME=1
    if [[ -d fuzz/corpus/$name ]]; then
        find "fuzz/corpus/$name" -type f | LC_ALL=C sort | paste -sd, | tr -d '\n' >"$found/seeds"
        options+=("-seed_inputs=@$found/seeds")
    fi
elif [[ -d fuzz/corpus/$name ]]; then
    corpus+=("fuzz/corpus/$name")
fi
[[ -f fuzz/$name.dict ]] && options+=("-dict=fuzz/$name.dict")
# Less freed memory is kept, and fewer frames of each allocation: that takes less time.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:malloc_context_size=8}
exec "$program" "${options[@]}" "$@" "${corpus[@]}"
