#!/bin/bash
# The kernels of the games become PTX that calls nothing from outside, and pass ptxas where it is there; left out where
# clang-19 is not installed. gpu.sh [folder to build in]
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/ptx}
status=0
tools/gpu.sh "$out" || status=$?
if [[ $status == 3 ]]; then
    echo "left out: no clang-19 here, no PTX is made"
    exit 0
fi
[[ $status == 0 ]] || exit $status
games=$(sed -n 's/^GAME(\([a-z]*\)).* KERNELS(.*/\1/p' games/games.def)
for game in $games; do
    kernels=$(grep -c "^\.visible \.entry gpu_${game}_" "$out/$game.ptx")
    [[ $kernels == $(grep -c '^KERNEL_ROW(' gpu/kernels.def) ]] || { echo "$game.ptx has $kernels kernels"; exit 1; }
done
echo $games: "$kernels kernels each"
