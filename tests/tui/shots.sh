#!/bin/bash
# Prints what the full screen shows of both games, as texts: shots.sh [CHARLATAN] [80x24] [--colour]
# With --colour the pictures have their escape sequences, for a program that makes images of them.
set -euo pipefail
charlatan=$(realpath "${1:-build/release/charlatan}") size=${2:-80x24} colour=${3:+-e}
name=charlatan-shots-$$ shots=0 folder=$(mktemp -d)
screen() { LC_ALL=C.UTF-8 tmux -L "$name-$shots" -f /dev/null -u "$@"; }
trap 'screen kill-server 2>/dev/null; rm -r "$folder"' EXIT

# shot ARGUMENTS KEY...: a game, some keys, its picture
shot() {
    local arguments=$1
    shift
    shots=$((shots + 1)) # a new tmux server each time: one that is ending must not affect the next
    screen new-session -d -x "${size%x*}" -y "${size#*x}" \
        "exec env LC_ALL=C.UTF-8 TERM=tmux-256color NO_COLOR= XDG_DATA_HOME='$folder' '$charlatan' play $arguments"
    sleep 1
    for key; do
        screen send-keys "$key"
        sleep 0.4
    done
    screen capture-pane -p $colour
    screen kill-server
}

shot "arcane --seed 12 --bots easy --players 4 --name Ada" 1 5 1 1 5 1 1 4 1 1
printf "\n\f\n" # a page ends
shot "quacks --seed 12 --bots easy --players 3 --name Ada" 1 1 1 1 1 1
