#!/bin/bash
# Runs a PostgreSQL for tests in a folder, reachable through a socket there, and by TCP on this machine if it is told a
# port.
#   postgres.sh start DIR [PID [PORT]]     creates it if it is missing, starts it, prints its address (postgres://...);
#                                          with a PID it stops when that process has ended; with a PORT it takes
#                                          connections by TLS there, with a certificate for localhost that DIR/ca.pem
#                                          has signed
#   postgres.sh replica DIR PID PORT FROM  creates a streaming replica of the one in FROM, which has a port, and starts it
#   postgres.sh promote DIR                makes a replica the primary
#   postgres.sh stop DIR                   stops it in order; the data stays
#   postgres.sh crash DIR                  stops it at once, as a failing machine would
# Data, socket and log (DIR/log) are all in DIR. fsync is on, as in production. If root runs
# this, it becomes the user postgres, who must be able to reach DIR.
set -euo pipefail

complain() {
    echo "postgres.sh: $*" >&2
    exit 1
}

verb=${1:-} dir=${2:-} owner=${3:-} port=${4:-} from=${5:-}
[[ -n $verb && -n $dir ]] || complain "start DIR [PID [PORT]], replica DIR PID PORT FROM, promote, stop or crash DIR?"

# Debian keeps the programs out of the PATH.
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
[[ -x $bin/initdb ]] || bin=$(dirname "$(command -v initdb || echo /none/initdb)")
[[ -x $bin/initdb && -x $bin/pg_ctl ]] || complain "PostgreSQL is not installed: tools/deps.sh test"

# The caller's folder or locale may not exist for the other user.
as_user() {
    if [[ $(id -u) -eq 0 ]]; then
        (cd / && setpriv --reuid=postgres --regid=postgres --clear-groups env -i PATH="$PATH" LC_ALL=C.UTF-8 "$@")
    else
        env -u PGDATA -u PGHOST -u PGPORT LC_ALL=C.UTF-8 "$@"
    fi
}

# initdb takes seven times as long as a copy of what it makes. So the first one is kept in build/, whole or not at all.
make_cluster() {
    local kept
    kept=$(cd "$(dirname "$0")/../.." && pwd -P)/build/postgres-$("$bin/initdb" --version | cut -d' ' -f3)
    if [[ ! -e $kept ]]; then
        as_user "$bin/initdb" --pgdata="$dir/data" --username=charlatan --auth=trust --encoding=UTF8 \
            --locale=C.UTF-8 --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2 && complain "initdb failed"; }
        { mkdir -p "${kept%/*}" && cp -a "$dir/data" "$kept.$$" && mv -T "$kept.$$" "$kept"; } 2>/dev/null ||
            rm -rf "$kept.$$" # another one was faster, or nothing can be kept there
    else
        cp -a "$kept" "$dir/data"
    fi
    as_user tee -a "$dir/data/postgresql.conf" >/dev/null <<END
listen_addresses = ''
unix_socket_directories = '$dir'
fsync = on
shared_buffers = 32MB
max_connections = 60
END
}

# An authority of our own, and a certificate that it has signed.
make_certificates() {
    local curve=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
    as_user openssl req -x509 "${curve[@]}" -days 2 -subj "/CN=charlatan tests" \
        -keyout "$dir/ca.key" -out "$dir/ca.pem" 2>>"$dir/log"
    as_user openssl req "${curve[@]}" -subj "/CN=localhost" -addext "subjectAltName=DNS:localhost" \
        -keyout "$dir/data/server.key" -out "$dir/server.csr" 2>>"$dir/log"
    as_user openssl x509 -req -in "$dir/server.csr" -CA "$dir/ca.pem" -CAkey "$dir/ca.key" -CAcreateserial \
        -copy_extensions copyall -days 2 -out "$dir/data/server.crt" 2>>"$dir/log"
}

listen() {
    as_user tee -a "$dir/data/postgresql.conf" >/dev/null <<END
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$dir'
ssl = on
END
}

# Replicas keep the certificate of their primary, which is in the data. A primary waits for a replica only if it is told
# to; so a promoted one must not be.
make_replica() {
    local at=$1
    as_user "$bin/pg_basebackup" --pgdata="$dir/data" --write-recovery-conf --checkpoint=fast --no-sync \
        --dbname="host=$at port=$(sed -n 's/^port = //p' "$at/data/postgresql.conf" | tail -n 1) user=charlatan application_name=replica" >>"$dir/log" 2>&1 ||
        { cat "$dir/log" >&2 && complain "pg_basebackup failed"; }
    as_user tee -a "$dir/data/postgresql.auto.conf" >/dev/null <<<"synchronous_standby_names = ''"
    listen
}

control() {
    as_user "$bin/pg_ctl" --pgdata="$dir/data" --silent --timeout=60 --wait "$@" </dev/null >>"$dir/log" 2>&1
}

is_running() {
    as_user "$bin/pg_ctl" --pgdata="$dir/data" status >/dev/null 2>&1
}

# Waits, through stops and starts, until the owner has ended or the folder is gone.
watch_over() {
    while kill -0 "$1" 2>/dev/null && [[ -d $dir/data ]]; do sleep 1; done
    ! is_running || control --mode=immediate stop
}

is_watched() {
    [[ -e $dir/watcher ]] && kill -0 "$(<"$dir/watcher")" 2>/dev/null
}

start() {
    mkdir -p "$dir"
    dir=$(cd "$dir" && pwd -P)
    [[ ${#dir} -le 90 ]] || complain "$dir is too long a path for a socket"
    [[ $dir != *[!A-Za-z0-9/._-]* ]] || complain "$dir has characters that are not fit for an address"
    if [[ $(id -u) -eq 0 ]]; then
        chown postgres:postgres "$dir"
        touch "$dir/log" && chown postgres:postgres "$dir/log"
        as_user test -w "$dir" || complain "the user postgres cannot reach $dir: chmod 755 what it is in"
    fi
    if [[ ! -e $dir/data/PG_VERSION && -n $from ]]; then
        make_replica "$(cd "$from" && pwd -P)"
    elif [[ ! -e $dir/data/PG_VERSION ]]; then
        make_cluster
        [[ -z $port ]] || { make_certificates && listen; }
    fi
    is_running || control --log="$dir/log" start || { tail -n 20 "$dir/log" >&2 && complain "it did not start"; }
    if [[ -n $owner ]] && ! is_watched; then
        watch_over "$owner" </dev/null >/dev/null 2>&1 &
        echo $! >"$dir/watcher"
    fi
    if [[ -n $port ]]; then
        echo "postgres://charlatan@localhost:$port/postgres?hostaddr=127.0.0.1"
    else
        echo "postgres://charlatan@/postgres?host=$dir"
    fi
}

stop() {
    [[ -e $dir/data/PG_VERSION ]] || complain "there is no PostgreSQL in $dir"
    dir=$(cd "$dir" && pwd -P)
    ! is_running || control --mode="$1" stop || complain "it did not stop: see $dir/log"
}

case $verb in
start) start ;;
replica)
    [[ -n $from ]] || complain "replica DIR PID PORT FROM?"
    start
    ;;
promote)
    dir=$(cd "$dir" && pwd -P)
    control promote || complain "it was not promoted: see $dir/log"
    ;;
stop) stop fast ;;
crash) stop immediate ;;
*) complain "there is no verb $verb" ;;
esac
