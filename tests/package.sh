#!/bin/bash
# Tests of the Debian package:
#   package.sh quick BUILD    makes it from a build, checks its content, and runs its program unpacked;
#                             the same for libcharlatan-dev, with which the example is built and run
#   package.sh root FILE.deb DEV.deb
#                             installs it in a clean Debian 12 (debootstrap, kept in build/root) and runs it; builds the
#                             example there with libcharlatan-dev; removes both
#   package.sh smoke PROGRAM  tries every command; both of the others run it; needs only bash and coreutils
set -euo pipefail

die() {
    echo "package.sh: $*" >&2
    exit 1
}

must() { # a command, and what it means when it fails
    local what=$1
    shift
    "$@" >/dev/null 2>&1 || die "$what"
}

# ---- smoke: a program that has just been installed ----

http() { # port, path: status line, headers, body
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&3
    timeout 10 cat <&3
    exec 3>&-
}

has() { # text, part, what it is
    [[ $1 == *"$2"* ]] || die "$3: no '$2' in: ${1:0:400}"
}

whole_game() {
    local told
    for _ in {1..3000}; do echo 1; done >answers
    told=$(timeout 60 "$program" play "$1" --players 2 --bots easy --seed 1 <answers) || die "play $1: status $?"
    has "$told" "The end: final standing" "play $1"
}

serves() {
    local port tries=0
    "$program" serve --port 0 --db "$folder/serve.db" >"$folder/serve.log" 2>&1 &
    server=$!
    until port=$(sed -nE 's|^charlatan is at http://127.0.0.1:([0-9]+)/$|\1|p' "$folder/serve.log") && [[ -n $port ]]; do
        kill -0 $server 2>/dev/null && ((++tries < 100)) || die "serve: $(cat "$folder/serve.log")"
        sleep 0.1
    done
    has "$(http "$port" /health)" '"ok":true' "GET /health"
    has "$(http "$port" / | tr -d '\0')" "200" "GET /"
    has "$(http "$port" / | tr -d '\0')" "text/html" "GET /"
    kill $server
    wait $server || die "serve: status $? after SIGTERM"
    server=
}

clean() {
    [[ -z ${server:-} ]] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}

smoke() {
    program=$1
    folder=$(mktemp -d)
    trap clean EXIT
    export XDG_DATA_HOME=$folder/data
    cd "$folder"
    has "$("$program" --version)" "charlatan " "--version"
    has "$("$program" rules A1)" "A1" "rules A1"
    has "$("$program" odds quacks --bag white1=2,white3=1,green1=1 --pot white3,white2)" "25.0 %" "odds"
    has "$(echo '{"op":"hello"}' | "$program" engine)" '"ok":true,"name":"charlatan"' "engine"
    has "$("$program" sim quacks --games 20 --bots medium,random --keep 1 --report report.html --quiet)" "20 games" "sim"
    must "sim --report wrote nothing" test -s report.html
    has "$("$program" verify records/*.jsonl)" "verified" "verify"
    has "$("$program" replay records/*.jsonl)" "The end" "replay"
    must "bench --signature" "$program" bench --signature
    whole_game arcane
    whole_game quacks
    serves
}

# ---- quick: what is in the package ----

inside() {
    cat <<END
/lib/systemd/system/charlatan-witness.service
/lib/systemd/system/charlatan.service
/usr/bin/charlatan
/usr/lib/libcharlatan.so.0
/usr/share/applications/charlatan.desktop
/usr/share/bash-completion/completions/charlatan
/usr/share/doc/charlatan/CHANGELOG.md
/usr/share/doc/charlatan/SECURITY.md
/usr/share/doc/charlatan/LICENSE
/usr/share/doc/charlatan/NOTICE
/usr/share/doc/charlatan/README.md
/usr/share/doc/charlatan/changelog.gz
/usr/share/doc/charlatan/copyright
/usr/share/doc/charlatan/docs/api.md
/usr/share/doc/charlatan/docs/examples/bot.py
/usr/share/doc/charlatan/docs/examples/verify.py
/usr/share/icons/hicolor/scalable/apps/charlatan.svg
/usr/share/zsh/vendor-completions/_charlatan
END
    for page in docs/man/*.scd; do
        page=${page##*/}
        echo "/usr/share/man/man1/${page%.scd}.gz"
    done
}

field() {
    dpkg-deb -f "$deb" "$1"
}

check_control() {
    has "$(field Version)" "$("$build/charlatan" --version | cut -d' ' -f2)" "Version"
    has "$(field Section)" games "Section"
    has "$(field Recommends)" gnuplot-nox "Recommends"
    has "$(field Maintainer)" "@charlatan.invalid>" "Maintainer"
    for library in libuv1 libsqlite3-0 libpq5 libjansson4 libsodium23 libssl3 zlib1g; do
        has "$(field Depends)" "$library" "Depends"
    done
    must "the description is too wide" awk 'length > 80 { exit 1 }' <<<"$(field Description)"
}

check_files() {
    local list wrong
    list=$(dpkg-deb -c "$deb")
    for file in $(inside); do
        grep -qE " \.$file( ->.*)?$" <<<"$list" || die "$file is not in the package"
    done
    wrong=$(grep -v ' root/root ' <<<"$list") && die "not root's: $wrong"
    wrong=$(grep -vE '^(drwxr-xr-x|-rw-r--r--|lrwxrwxrwx|-rwxr-xr-x .* \./usr/bin/charlatan$)' <<<"$list") && die "modes: $wrong"
    wrong=$(grep -E 'wants/|__pycache__|\./(etc|var|usr/local)/' <<<"$list") && die "that does not belong there: $wrong"
    return 0
}

check_unpacked() {
    local at=$1
    has "$(cat "$at/lib/systemd/system/charlatan.service")" "ExecStart=/usr/bin/charlatan serve" "the unit"
    [[ $(sed '/ExecStart/d' "$at/lib/systemd/system/charlatan.service") == "$(sed '/ExecStart/d' packaging/charlatan.service)" ]] ||
        die "the unit is not the one of packaging/"
    has "$(cat "$at/usr/share/doc/charlatan/copyright")" "WITHOUT WARRANTY" "copyright"
    must "copyright: a line of the licence is not indented" \
        awk '/^License:/ { inside = 1; next } inside && !/^ / { exit 1 }' "$at/usr/share/doc/charlatan/copyright"
    zcat "$at/usr/share/doc/charlatan/changelog.gz" >"$at/changelog"
    has "$(dpkg-parsechangelog -l "$at/changelog" 2>&1)" "Version: $(field Version)" "changelog.gz"
    if command -v mandoc >/dev/null; then
        has "$(MANPATH=$at/usr/share/man man -w charlatan-play 2>&1 || mandoc "$at/usr/share/man/man1/charlatan-play.1.gz")" \
            charlatan-play "man charlatan-play"
        for page in "$at"/usr/share/man/man1/*.gz; do
            must "$page is no man page" mandoc -T utf8 "$page"
        done
    fi
    must "the program is not stripped" grep -q ', stripped' <<<"$(file "$at/usr/bin/charlatan")"
    if command -v desktop-file-validate >/dev/null; then
        must "the desktop file is wrong" desktop-file-validate "$at/usr/share/applications/charlatan.desktop"
    fi
}

# The header and the libraries of both packages together build the example of the documents.
check_development() { # libcharlatan-dev
    local file flags
    has "$(dpkg-deb -f "$1" Depends)" "charlatan (= $(field Version))" "Depends of libcharlatan-dev"
    has "$(dpkg-deb -f "$1" Section)" libdevel "Section of libcharlatan-dev"
    dpkg-deb -x "$1" "$at/dev"
    for file in include/charlatan.h lib/libcharlatan.a lib/libcharlatan.so lib/pkgconfig/charlatan.pc; do
        must "$file is not in libcharlatan-dev" test -e "$at/dev/usr/$file" -o -L "$at/dev/usr/$file"
    done
    cp -a "$at"/usr/lib/libcharlatan.so.0* "$at/dev/usr/lib/"
    flags=$(PKG_CONFIG_PATH=$at/dev/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$at/dev PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
        PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --cflags --libs charlatan)
    # shellcheck disable=SC2086
    gcc -o "$at/dev/example" docs/examples/library.c $flags || die "libcharlatan-dev does not build the example"
    has "$(LD_LIBRARY_PATH=$at/dev/usr/lib "$at/dev/example")" "seat 2: " "the example with libcharlatan-dev"
    rm -rf "$at/dev"
}

check_links() { # the folder of documents
    python3 tests/house/documents.py "$1" || die "links of $1 lead nowhere"
}

# The installed example, run elsewhere and without the source tree, verifies a record of each game.
check_verifier() {
    local at=$1 folder game record
    folder=$at/records
    mkdir "$folder"
    for game in arcane quacks null; do
        "$at/usr/bin/charlatan" sim $game --games 1 --bots random --keep 1 --keep-dir "$folder/$game" --quiet >/dev/null
        for record in "$folder/$game"/*.jsonl; do
            has "$(cd / && python3 "$at/usr/share/doc/charlatan/examples/verify.py" "$record" 2>&1)" "all luck is the seed's" \
                "the installed verify.py"
        done
    done
}

# Outside /usr the unit names another program, and the zsh completion is in another folder.
check_prefix() {
    DESTDIR=$at/other cmake --install "$build" --prefix /opt/games >/dev/null
    has "$(cat "$at/other/opt/games/lib/systemd/system/charlatan.service")" "ExecStart=/opt/games/bin/charlatan serve" "the unit"
    for file in bin/charlatan share/man/man1/charlatan.1.gz share/zsh/site-functions/_charlatan; do
        must "make install leaves out $file" test -s "$at/other/opt/games/$file"
    done
    check_links "$at/other/opt/games/share/doc/charlatan"
}

# The library alone, as `make install-lib` installs it.
check_library() {
    local part
    for part in library development; do
        DESTDIR=$at/alone cmake --install "$build" --prefix /usr --component $part >/dev/null
    done
    [[ $(cd "$at/alone/usr" && find . ! -type d | sed 's/so\.0\..*/so.0.x/' | sort | tr '\n' ' ') == \
        "./include/charlatan.h ./lib/libcharlatan.a ./lib/libcharlatan.so ./lib/libcharlatan.so.0 ./lib/libcharlatan.so.0.x ./lib/pkgconfig/charlatan.pc " ]] ||
        die "the library alone has other files: $(find "$at/alone")"
}

quick() {
    build=$(realpath "$1")
    cd "$(dirname "$0")/.."
    for tool in dpkg-deb dpkg-shlibdeps file scdoc; do
        command -v $tool >/dev/null || { echo "left out: no $tool here (tools/deps.sh docs deb)"; exit 0; }
    done
    cmake --build "$build" --target man >/dev/null
    tools/deb.sh "$build" "$build/deb" >"$build/debs"
    deb=$(grep /charlatan_ "$build/debs")
    check_control
    check_files
    at=$(mktemp -d)
    trap 'rm -rf "$at"' EXIT
    dpkg-deb -x "$deb" "$at"
    check_development "$(grep /libcharlatan-dev_ "$build/debs")"
    check_unpacked "$at"
    check_links "$at/usr/share/doc/charlatan"
    check_verifier "$at"
    check_prefix
    check_library
    "$0" smoke "$at/usr/bin/charlatan"
    echo "$deb is well"
}

# ---- root: a clean Debian ----

inside_root() {
    chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} "$@"
}

quietly() {
    "$@" >build/root/log 2>&1 || { cat build/root/log; die "$* failed"; }
}

clean_root() {
    [[ -d build/root/bookworm/usr ]] || {
        echo "Fetching a clean Debian 12 (once)"
        rm -rf build/root/making
        quietly debootstrap --variant=minbase bookworm build/root/making
        mv build/root/making build/root/bookworm
    }
    rm -rf build/root/try
    cp -a build/root/bookworm build/root/try
    root=$PWD/build/root/try
    cp /etc/resolv.conf "$root/etc/"
}

# The example of the documents, built with the shared and with the static library.
development_in_root() { # libcharlatan-dev
    cp "$1" "$root/tmp/dev.deb"
    cp docs/examples/library.c "$root/tmp/"
    quietly inside_root apt-get -qq install -y --no-install-recommends /tmp/dev.deb gcc libc6-dev pkg-config
    quietly inside_root sh -c 'cd /tmp && gcc library.c $(pkg-config --cflags --libs charlatan) -o shared'
    quietly inside_root sh -c 'cd /tmp && gcc library.c -l:libcharlatan.a -ljansson -lsodium -lm -lpthread -o static'
    has "$(inside_root /tmp/shared)" "seat 2: " "the example in a clean Debian"
    has "$(inside_root /tmp/static)" "seat 2: " "the example in a clean Debian, with the static library"
    quietly inside_root apt-get -qq remove -y libcharlatan-dev
    must "the header is still there" test ! -e "$root/usr/include/charlatan.h"
}

root() {
    cd "$(dirname "$0")/.."
    local deb=$1
    [[ $(id -u) -eq 0 ]] || { echo "left out: a clean root needs root (sudo make package-test)"; exit 0; }
    command -v debootstrap >/dev/null || { echo "left out: no debootstrap here (tools/deps.sh root)"; exit 0; }
    mkdir -p build/root
    clean_root
    cp "$deb" "$root/tmp/charlatan.deb"
    cp tests/package.sh "$root/tmp/"
    quietly inside_root apt-get -qq update
    quietly inside_root apt-get -qq install -y --no-install-recommends /tmp/charlatan.deb
    must "ldconfig does not know the library" grep -q libcharlatan.so.0 <<<"$(inside_root ldconfig -p)"
    must "it drags in Open MPI" test ! -e "$root/usr/lib/x86_64-linux-gnu/libmpi.so.40"
    must "the unit is enabled" test ! -e "$root/etc/systemd/system/multi-user.target.wants/charlatan.service"
    must "the program tells of the folder it was built in" bash -c '! grep -qaF "$0" "$1"' "$PWD" "$root/usr/bin/charlatan"
    inside_root bash /tmp/package.sh smoke charlatan
    development_in_root "$2"
    quietly inside_root apt-get -qq remove -y charlatan
    must "the program is still there" test ! -e "$root/usr/bin/charlatan"
    rm -rf "$root"
    echo "$deb installs, runs and goes in a clean Debian 12"
}

case ${1:-} in
quick | root | smoke) "$@" ;;
*) die "quick BUILD, root FILE.deb DEV.deb or smoke PROGRAM" ;;
esac
