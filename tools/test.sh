#!/bin/bash
# Builds what the tests need and runs all of them; the last line is "N passed, M failed".
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
builds="debug release tsan"

give_up() {
    echo "$1"
    echo "0 passed, 1 failed"
    exit 1
}

[[ ${WEB:-} != off ]] || give_up "The tests need the browser client and Node: run them without WEB=off."
tools/deps.sh build web wasm test || give_up "Packages are missing."
# Builds run side by side: while one configures, links or waits for the network, the other uses the cores. The release
# build needs the browser client, the others do not. Each has a group of processes, which ends with this script.
sanitized() {
    tools/build.sh tsan serve_alone test_lib_batch test_store test_workers && tools/build.sh debug
}
set -m
tools/web.sh & client=$!
sanitized & others=$!
set +m
trap 'kill -- -$client -$others 2>/dev/null' EXIT
wait $client || give_up "The browser client was not built."
tools/build.sh release || give_up "The release build failed."
tools/site.sh >/dev/null || give_up "The site was not made."
wait $others || give_up "The tsan or the debug build failed."
trap - EXIT

# One ctest over all builds keeps every core busy until the end. It counts half cores: a test that mostly
# waits takes one, any other takes two (tests/tests.cmake). It has four for each core, because every test waits
# at times. Some tests print a count of their own, which is indented, so that only the total stands at the margin.
printf 'subdirs(%s)\n' $builds >build/CTestTestfile.cmake
ctest --test-dir build --parallel $((4 * ${JOBS:-$(nproc)})) --output-on-failure |
    sed -uE 's/^[0-9]+ passed, [0-9]+ failed$/    &/' | tee build/test.log
status=$?

summary='s/^[0-9]+% tests passed, ([0-9]+) tests failed out of ([0-9]+)$/\1 \2/p'
read -r failed total < <(sed -nE "$summary" build/test.log) || give_up "No test was run."
echo "$((total - failed)) passed, $failed failed"
exit $status
