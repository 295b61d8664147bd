#!/bin/bash
# Installs the missing Debian packages of the named groups; prints nothing if none is missing.
# deps.sh build|web|wasm|gpu|docs|deb|root|test|bits|python|coverage|lint ...
set -euo pipefail
cd "$(dirname "$0")/.."

packages_of() {
    case $1 in
    build) echo gcc libc6-dev make cmake ninja-build pkg-config libjansson-dev libsodium-dev
        echo libsqlite3-dev libpq-dev # the store
        echo libncurses-dev           # the table in the terminal
        echo libuv1-dev libssl-dev zlib1g-dev ;; # the server
    web) echo nodejs npm ;;             # wherever they come from
    check) echo clang clang-format lld libclang-rt-14-dev libcmocka-dev python3 ;;
    test) echo scdoc mandoc dpkg-dev file # man pages, the Debian package
        echo libcmocka-dev clang clang-format lld libclang-rt-14-dev python3 python3-dev python3-venv nodejs
        echo openmpi-bin libopenmpi-dev # charlatan sim: ranks
        echo postgresql-15 python3-websockets python3-jsonschema tmux
        echo gnuplot-nox              # charlatan sim: plots of reports
        echo chromium-headless-shell ;; # pages and reports are looked at
    wasm) echo clang lld wasi-libc libclang-rt-14-dev-wasm32 # the engine in the browser
        echo clang-19 lld-19 ;;         # and its net, with relaxed SIMD
    gpu) echo clang-19 llvm-19 ;;       # kernels for graphics cards
    bits) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ;; # the net on another processor
    python) echo python3-dev python3-venv ;; # the Python package
    coverage) echo libcmocka-dev gcovr ;;
    docs) echo scdoc ;;                 # man pages
    deb) echo dpkg-dev file ;;          # the Debian package: what it depends on
    root) echo debootstrap ;;           # a clean Debian to install it in
    lint) echo clang-tidy cppcheck ;;
    *) echo "deps.sh: no group $1" >&2 && return 1 ;;
    esac
}

command -v dpkg-query >/dev/null || exit 0 # not Debian: the build will report what is missing

wanted=()
for group; do
    list=$(packages_of "$group")
    wanted+=($list)
done
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
    [[ $package == nodejs ]] && command -v node >/dev/null && continue
    [[ $package == npm ]] && command -v npm >/dev/null && continue
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

# The whole Chromium also runs the tests, only more slowly.
will_do() {
    [[ ${missing[*]} == chromium-headless-shell ]] && command -v chromium >/dev/null
}

# Says what somebody can do who cannot install it from here.
give_up() {
    echo "$1 Install them as root: apt-get install ${missing[*]}" >&2
    [[ " ${missing[*]} " != *" nodejs "* && " ${missing[*]} " != *" npm "* ]] || tools/web.sh without >&2
    exit 1
}

root=()
if [[ $(id -u) -ne 0 ]]; then
    root=(sudo)
    command -v sudo >/dev/null || { will_do && exit 0; give_up "Packages are missing, and there is no sudo."; }
fi
echo "Installing: ${missing[*]}"
apt() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@"
}
install() {
    apt install -y --no-install-recommends "${missing[@]}" >/dev/null
}
# Package lists may be absent (a bare machine) or stale: fetch them only then.
apt-cache show "${missing[@]}" >/dev/null 2>&1 && install 2>/dev/null || { apt update && install; } || will_do || give_up "Packages could not be installed."
