# bash completion of charlatan. tests/manual.py holds it against the program's own help.

_charlatan_commands="play serve admin witness rules numbers odds hint engine sim tune replay review verify bench gpu load"
_charlatan_bots="easy casual medium hard master random greedy search search-1 brewer brewer-1 net"

_charlatan_options() {
    case $1 in
    play)
        echo --new --list --resume --players --bots --hotseat --seat --seed --set --numbers --practice --watch --join --link --devices --revoke --name --plain --save \
            --edition --goal --rounds --market --wizards --cards --books --pot --together --prices \
            --second-chance --strong-ingredient --fortune --optional
        ;;
    serve)
        echo --port --bind --db --open --tls-cert --tls-key --behind-proxy --origin --host --workers --bot --limits --metrics \
            --witness --witness-key --luck --push --push-host --webhook-host --send-local --admin --keep-finished --keep-closed --keep-idle --log --log-level --quiet
        ;;
    admin)
        echo --socket --json --state --game --limit --why --for --as --days --dry-run --log --quick --db --replace
        ;;
    witness) echo --db --port --bind --host --behind-proxy --limits --quiet ;;
    rules) echo --all --json --observations --rulings --web --numbers ;;
    numbers) echo --json --schema --table ;;
    odds) echo --seat --json --bag --pot --books --turn --droplet --rats --flask --card --numbers --risky --acts ;;
    hint) echo --at --seat --json --samples ;;
    sim)
        echo --bots --bot --players --games --set --numbers --sweep --design --metrics --where --by --show --until --resume --seed \
            --threads --gpu --json --report --jsonl --csv --columns --keep --keep-by --keep-dir --quiet
        ;;
    tune)
        echo --key --target --bots --players --set --numbers --games --fresh --refit --seed --threads --resume --out --report --json --quiet
        ;;
    replay) echo --seat --all --at ;;
    review) echo --seat --json --boards --report --csv --name --seconds --samples --seed --threads --no-keep ;;
    bench) echo --db --host --json --signature ;;
    gpu) echo --check --soak --games --seconds --from --game --policy --only --card --cards --host --seed --threads ;;
    load) echo --tables --seats --game --seconds --rate --hour --db --url --pid --no-echo --json --quiet ;;
    esac
    echo --help
}

# What may follow an option: words, @files, @folders, @bots (a list), @any (nothing we know); nothing for a switch.
_charlatan_values() {
    case "$1 $2" in
    "play --bots" | "sim --bots" | "tune --bots") echo @bots ;;
    "gpu --game") echo arcane quacks ;;
    "gpu --policy") echo random greedy ;;
    "gpu --only") echo card processor ;;
    "sim --gpu") echo 0 host ;;
    "play --edition") echo three hundred ;;
    "play --goal") echo 100 200 300 ;;
    "play --wizards") echo none random glynna meeblemore corvus dafana ninx byros ;;
    "play --books" | "odds --books") echo 1 2 3 4 ;;
    "play --pot") echo front tubes ;;
    "play --prices") echo almanac printed ;;
    "play --second-chance") echo safe risky ;;
    "play --strong-ingredient") echo inert acts ;;
    "play --fortune") echo on off ;;
    "play --optional") echo automatic asked ;;
    "play --players" | "sim --players" | "tune --players") echo 2 3 4 5 6 ;;
    "play --hotseat") echo 1 2 3 4 5 6 ;;
    "play --seat" | "odds --seat" | "hint --seat" | "replay --seat" | "review --seat") echo 0 1 2 3 4 5 ;;
    "play --save" | "sim --keep-dir") echo @folders ;;
    "play --cards" | "play --numbers" | "sim --numbers" | "odds --numbers" | "rules --numbers" | "serve --tls-cert" | "serve --tls-key" | "sim --report" | "review --report" | "sim --jsonl" | "sim --csv" | "sim --resume" | "tune --numbers" | "tune --resume" | "tune --out" | "tune --report" | "load --json") echo @files ;;
    "serve --bind" | "witness --bind") echo 127.0.0.1 0.0.0.0 :: ;;
    "serve --db" | "load --db") echo memory @files ;;
    "bench --db" | "witness --db") echo @files ;;
    "serve --limits" | "witness --limits") echo on off ;;
    "serve --metrics") echo local all ;;
    "serve --log") echo text json ;;
    "serve --admin" | "admin --socket" | "admin --db") echo @files ;;
    "admin --state") echo waiting revealing running over closed ;;
    "admin --game") echo arcane quacks null ;;
    "admin --limit" | "admin --why" | "admin --for" | "admin --as" | "admin --days" | "serve --keep-finished" | \
        "serve --keep-closed" | "serve --keep-idle") echo @any ;;
    "serve --log-level") echo error warning info debug ;;
    "sim --keep-by") echo first longest shortest closest widest ;;
    "load --game") echo arcane quacks mixed ;;
    "load --rate") echo max ;;
    "load --seats") echo 2 3 4 5 6 ;;
    "odds --turn") echo 1 2 3 4 5 6 7 8 9 ;;
    "play --seed" | "play --set" | "play --join" | "play --revoke" | "play --name" | "play --resume" | "play --rounds" | "serve --port" | "serve --origin" | "serve --host" | "witness --host" | \
        "serve --witness" | "serve --witness-key" | "serve --luck" | "serve --push" | "serve --push-host" | "serve --webhook-host" | "witness --port" | \
        "serve --workers" | "serve --bot" | "odds --bag" | "odds --pot" | "odds --droplet" | "odds --rats" | "odds --card" | "sim --games" | "sim --bot" | \
        "sim --set" | "sim --sweep" | "sim --design" | "sim --where" | "sim --by" | "sim --show" | "sim --until" | \
        "sim --columns" | "tune --key" | "tune --target" | "tune --set" | "tune --games" | "tune --fresh" | "tune --refit" | "tune --seed" | \
        "tune --threads" | "sim --seed" | "sim --threads" | "sim --keep" | "replay --at" | "load --tables" | \
        "hint --at" | "hint --samples" | "review --name" | "review --seconds" | "review --samples" | "review --seed" | "review --threads" | \
        "gpu --games" | "gpu --seconds" | "gpu --from" | "gpu --card" | "gpu --cards" | "gpu --seed" | "gpu --threads" | \
        "load --seconds" | "load --url" | "load --pid") echo @any ;;
    esac
}

# What may stand alone behind a command.
_charlatan_words() {
    case $1 in
    play | sim) echo arcane quacks ;;
    numbers) echo arcane quacks check @files ;;
    odds) echo quacks @files ;;
    bench) echo arcane quacks batch bots gpu net python store ;;
    hint | replay | review | verify) echo @files ;;
    admin)
        echo status list show export close delete rename forget purge ban unban bans compact backup check restore \
            finished closed idle address name @files
        ;;
    esac
}

# A list with commas: what stands before the last one stays.
_charlatan_list() {
    local before=
    [[ $2 == *,* ]] && before=${2%,*},
    compgen -P "$before" -W "$1" -- "${2##*,}"
}

_charlatan_offer() { # words of the two functions above, what was typed
    local word plain=
    for word in $1; do
        case $word in
        @files) compgen -f -- "$2" ;;
        @folders) compgen -d -- "$2" ;;
        @bots) _charlatan_list "$_charlatan_bots" "$2" ;;
        @any) ;;
        *) plain+=" $word" ;;
        esac
    done
    compgen -W "$plain" -- "$2"
}

_charlatan() {
    local typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} values
    if [[ $COMP_CWORD -eq 1 ]]; then
        values="$_charlatan_commands --help --version"
    else
        values=$(_charlatan_values "$command" "$before")
        if [[ -z $values && $typed == -* ]]; then
            values=$(_charlatan_options "$command")
        elif [[ -z $values ]]; then
            values=$(_charlatan_words "$command")
        fi
    fi
    [[ $values != *@bots* ]] || compopt -o nospace 2>/dev/null
    [[ $values != *@f* ]] || compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(_charlatan_offer "$values" "$typed")
}

complete -F _charlatan charlatan
