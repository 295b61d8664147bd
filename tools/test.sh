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

tools/deps.sh build web wasm test || give_up "Packages are missing."
# The browser client waits for the network and uses one core; builds that do not need it use the rest.
tools/web.sh & client=$!
trap 'kill $client 2>/dev/null' EXIT
tools/build.sh tsan serve_alone test_lib_batch test_store test_workers || give_up "The tsan build failed."
tools/build.sh debug || give_up "The debug build failed."
wait $client || give_up "The browser client was not built."
trap - EXIT
tools/build.sh release || give_up "The release build failed."
tools/site.sh >/dev/null || give_up "The site was not made."

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
