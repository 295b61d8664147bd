#!/bin/bash
# Runs a PostgreSQL for tests in a folder, reachable only through a socket there.
#   postgres.sh start DIR [PID]   creates it if it is missing, starts it, prints its address (postgres://...);
#                                 with a PID it stops when that process has ended
#   postgres.sh stop DIR          stops it in order; the data stays
#   postgres.sh crash DIR         stops it at once, as a failing machine would
# Data, socket and log (DIR/log) are all in DIR. fsync is on, as in production. If root runs
# this, it becomes the user postgres, who must be able to reach DIR.
set -euo pipefail

complain() {
    echo "postgres.sh: $*" >&2
    exit 1
}

verb=${1:-} dir=${2:-} owner=${3:-}
[[ -n $verb && -n $dir ]] || complain "start DIR [PID], stop DIR or crash DIR?"

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

make_cluster() {
    as_user "$bin/initdb" --pgdata="$dir/data" --username=charlatan --auth=trust --encoding=UTF8 \
        --locale=C.UTF-8 --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2 && complain "initdb failed"; }
    as_user tee -a "$dir/data/postgresql.conf" >/dev/null <<END
listen_addresses = ''
unix_socket_directories = '$dir'
fsync = on
shared_buffers = 32MB
max_connections = 60
END
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
    [[ -e $dir/data/PG_VERSION ]] || make_cluster
    is_running || control --log="$dir/log" start || { tail -n 20 "$dir/log" >&2 && complain "it did not start"; }
    if [[ -n $owner ]] && ! is_watched; then
        watch_over "$owner" </dev/null >/dev/null 2>&1 &
        echo $! >"$dir/watcher"
    fi
    echo "postgres://charlatan@/postgres?host=$dir"
}

stop() {
    [[ -e $dir/data/PG_VERSION ]] || complain "there is no PostgreSQL in $dir"
    dir=$(cd "$dir" && pwd -P)
    ! is_running || control --mode="$1" stop || complain "it did not stop: see $dir/log"
}

case $verb in
start) start ;;
stop) stop fast ;;
crash) stop immediate ;;
*) complain "there is no verb $verb" ;;
esac
