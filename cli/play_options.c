/* The command line of `charlatan play`: which game, with which options, at which seat. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "advice/advice.h"
#include "args/args.h"
#include "bots/bots.h"
#include "cli/numbers.h"
#include "cli/play.h"
#include "match/keys.h"
#include "tui/call.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/shown.h"

/* The numbers of our own rows, in their order; the rows of the games follow. The number of a row is
 * its bit in `given`. `given` has 64 bits, of which our own rows take the first; ARGS_MAX bounds
 * all together. */
enum play_row {
    ROW_NEW,
    ROW_LIST,
    ROW_RESUME,
    ROW_PLAYERS,
    ROW_BOTS,
    ROW_HOTSEAT,
    ROW_SEAT,
    ROW_SEED,
    ROW_SET,
    ROW_NUMBERS,
    ROW_PRACTICE,
    ROW_WATCH,
    ROW_JOIN,
    ROW_LINK,
    ROW_DEVICES,
    ROW_REVOKE,
    ROW_NAME,
    ROW_PLAIN,
    ROW_SAVE,
    ROWS
};

/* Returns -1, like the checks that call it; the caller turns it into an exit status. A link may
 * come from a stranger. */
static int complain(const char *what, const char *value, const char *instead)
{
    char shown[CLIENT_URL];
    args_complain("play", what, value ? text_clean(shown, sizeof shown, value) : NULL, instead);
    return -1;
}

/* Goes straight into the plan, because its form does not depend on the game. A seed that was given
 * replaces the one drawn by lot before. */
static const char *read_seed(void *to, const struct arg *row, const char *text)
{
    (void)row;
    return seed_read_text(text, ((struct play_options *)to)->plan.seed) == 0
               ? NULL
               : "give a number from 0 to 2^63-1, or 64 hex digits";
}

/* The seed has at most nine digits, so that it can be read out across a table. It need not be
 * secret: time and process id are good enough if the system has no random numbers. For local games
 * only. */
static void seed_by_lot(uint8_t seed[32])
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint32_t)time(NULL) ^ (uint32_t)getpid() << 16;
    seed_from_number(number % 1000000000, seed);
}

/* The seats where people sit, a set: from the chosen seat on, around the table. With --watch, none.
 * o->seat must be settled and the number of players known. */
static uint32_t people_of(const struct play_options *o)
{
    uint32_t people = 0;
    for (int i = 0; i < o->hotseat && !o->watch; i++)
        people |= 1u << (o->seat + i) % o->players;
    return people;
}

/* Copies one name of the list; returns the rest of the list. A longer name is cut and will not be
 * found. */
static const char *cut_name(const char *list, char name[80])
{
    size_t n = strcspn(list, ",");
    snprintf(name, 80, "%.*s", (int)n, list);
    return list[n] ? list + n + 1 : list + n;
}

/* An unknown name gets the list of names; a bad option of a known bot does not. 0, or -1 after a
 * message. Reads the name only to see whether it can be read; the table reads it again. */
static int check_bot(const struct play_options *o, const char *name)
{
    char names[BOT_NAMES], word[80], instead[BOT_NAMES + 160];
    struct seated_bot bot;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    snprintf(instead, sizeof instead, "%s has no bot '%s'; it has %s; --bots help describes them",
             o->face->game->name, word, bot_names(o->face->game, names));
    if (!bot_by_name(word, o->face->game))
        return complain("--bots", NULL, instead);
    const char *wrong = bot_read(name, o->face->game, &bot);
    return wrong ? complain("--bots", name, wrong) : 0;
}

/* The bots depend on the game, so they are checked once the game is known. The last one named takes
 * the remaining seats. Fills o->plan.bot for the seats without people. No --bots means medium
 * everywhere. Without a seat left, naming a bot is refused. */
static int check_bots(struct play_options *o)
{
    char name[80] = "";
    const char *rest = o->bot_names ? o->bot_names : "medium";
    uint32_t seats = (uint32_t)bits_below(o->players) & ~people_of(o);
    /* From seat 0 on, without those where people sit. */
    for (; seats; seats &= seats - 1) {
        if (*rest)
            rest = cut_name(rest, name);
        if (check_bot(o, name) < 0)
            return -1;
        snprintf(o->plan.bot[bit_lowest(seats)], CLIENT_BOT, "%s", name);
    }
    return *rest && o->bot_names
               ? complain("--bots", o->bot_names, "there are more bots than seats left.")
               : 0;
}

/* ---- the options ---- */

/* A value is JSON if it can be read as JSON, else a text: --set edition=hundred needs no quotes.
 * The game checks the keys later. A later --set of the same key replaces the earlier one. Also
 * refused: text that is no UTF-8. */
static const char *read_set(void *to, const struct arg *row, const char *text)
{
    struct play_options *o = to;
    const char *is = strchr(text, '=');
    char key[80];
    (void)row;
    if (!is || is == text || is - text >= (int)sizeof key)
        return "give a key and its value: --set together=true";
    snprintf(key, sizeof key, "%.*s", (int)(is - text), text);
    /* Anything that is JSON by itself: true, 3, null, a list. */
    json_t *value = json_loads(is + 1, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    if (!value)
        value = json_string(is + 1);
    if (!value || json_object_set_new(o->game.set, key, value) < 0)
        return "the value must be plain text";
    return NULL;
}

/* Ids go up to KEYS_EVER (match/match.h). */
static const char *read_revoke(void *to, const struct arg *row, const char *text)
{
    struct play_options *o = to;
    char *end;
    long id = strtol(text, &end, 10);
    (void)row;
    o->revoke = 1;
    o->revoked = !strcmp(text, "others") ? -1 : (int)id;
    if (o->revoked < 0 || (*text && !*end && id >= 0 && id <= KEYS_EVER))
        return NULL;
    return "give a number that --devices shows, or 'others'";
}

/* By enum play_row, so that a bit of `given` is the row's number. */
static const struct arg own_options[ROWS] = {
    [ROW_NEW] = ARGS_FLAG("new", struct play_options, fresh,
                          "start another game; the games you left stay in the list"),
    [ROW_LIST] =
        ARGS_FLAG("list", struct play_options, list, "list your unfinished games, and their ids"),
    [ROW_RESUME] = ARGS_TEXT("resume", "ID", struct play_options, resume,
                             "continue this game; the first letters of the id will do"),
    [ROW_PLAYERS] = ARGS_TEXT("players", "N", struct play_options, players_text,
                              "number of seats: arcane 2 to 6, quacks 2 to 4 (default 3)"),
    [ROW_BOTS] = ARGS_TEXT("bots", "NAMES", struct play_options, bot_names,
                           "bots of the other seats, like hard,easy; help lists them"),
    [ROW_HOTSEAT] = ARGS_NUMBER(ARG_WHOLE, "hotseat", "N", struct play_options, hotseat, 1,
                                MAX_SEATS, "N people share this keyboard, starting at your seat"),
    [ROW_SEAT] = ARGS_NUMBER(ARG_WHOLE, "seat", "N", struct play_options, seat, 0, MAX_SEATS - 1,
                             "your seat, counted from 0 (default 0)"),
    [ROW_SEED] = ARGS_CALL("seed", "S", read_seed, 0, 0,
                           "the seed, to repeat a game: a number, or 64 hex digits"),
    [ROW_SET] = ARGS_CALL("set", "KEY=VALUE", read_set, 0, 0,
                          "an option of the game; 'play arcane --help' lists them"),
    [ROW_NUMBERS] = ARGS_TEXT("numbers", "FILE", struct play_options, numbers,
                              "play by other numbers; 'charlatan numbers' prints them"),
    [ROW_PRACTICE] = ARGS_FLAG("practice", struct play_options, practice,
                               "allow undo even after random events; only with bots"),
    [ROW_WATCH] = ARGS_FLAG("watch", struct play_options, watch, "watch bots play"),
    [ROW_JOIN] = ARGS_TEXT("join", "URL", struct play_options, join,
                           "join a table on a server, or come back to your seat"),
    [ROW_LINK] = ARGS_FLAG("link", struct play_options, link,
                           "with --join: print a single-use private link to your seat"),
    [ROW_DEVICES] = ARGS_FLAG("devices", struct play_options, devices,
                              "with --join: list the devices and links of your seat"),
    [ROW_REVOKE] = ARGS_CALL("revoke", "N", read_revoke, 0, 0,
                             "with --join: revoke device or link N, or all 'others'"),
    [ROW_NAME] = ARGS_TEXT("name", "NAME", struct play_options, name, "your name"),
    [ROW_PLAIN] = ARGS_FLAG("plain", struct play_options, plain,
                            "print line by line, for screen readers and pipes"),
    [ROW_SAVE] = ARGS_TEXT("save", "DIR", struct play_options, folder,
                           "folder for saved games (default XDG_DATA_HOME/charlatan)"),
};

/* So that no row of ours is wider than 80 columns. */
enum { HELP_COLUMN = 22 };

/* HELP_COLUMN, or further right if a game has an option with a longer name. The help of one game
 * alone is not cut to the width of ours. */
static int column_of(const struct arg *rows)
{
    int column = HELP_COLUMN;
    for (const struct arg *row = rows; row->name; row++) {
        int width = snprintf(NULL, 0, "  --%s %s  ", row->name, row->value ? row->value : "");
        column = width > column ? width : column;
    }
    return column;
}

/* Collects all rows and returns their number. The options of all games are read, because the game's
 * name may come after them. Rows of the games get `help` NULL, because the general help does not
 * show them. The rows are copied, because the hidden ones differ from the games' own; owner_of
 * counts in the same order. */
static int gather_rows(struct arg rows[ARGS_MAX])
{
    int n = ROWS;
    memcpy(rows, own_options, sizeof own_options);
    for (int i = 0; face_at(i); i++)
        for (const struct arg *row = face_at(i)->options; row->name; row++) {
            MUST(n + 1 < ARGS_MAX);
            rows[n] = *row;
            rows[n++].help = NULL;
        }
    rows[n] = (struct arg){0};
    return n;
}

/* The game that a row belongs to, or NULL if it is for all games. `index` as gather_rows counts. */
static const struct face *owner_of(int index)
{
    int n = ROWS;
    for (int i = 0; face_at(i); i++)
        for (const struct arg *row = face_at(i)->options; row->name; row++)
            if (n++ == index)
                return face_at(i);
    return NULL;
}

/* "charlatan play quacks --help", "charlatan play --help quacks", "--help bots". Returns 0 for the
 * general page. Called before the options are read, so the words are looked for anywhere on the
 * line. */
static int help(const struct args *a, int argc, char **argv)
{
    (void)a;
    for (int i = 1; i < argc; i++) {
        const struct face *face = face_by_name(argv[i]);
        if (!strcmp(argv[i], "bots")) {
            play_help_bots();
            return 1;
        }
        if (face) {
            printf("Usage: charlatan play %s [options]\n\n"
                   "Options of %s, besides those of charlatan play --help:\n\n",
                   face->game->name, face->title);
            args_print_rows(face->options, column_of(face->options));
            return 1;
        }
    }
    return 0;
}

static const struct args command_line = {
    .command = "play",
    .head = "Usage: charlatan play [arcane | quacks] [options]\n"
            "\n"
            "Plays a game here. A game you left continues unless an option asks for another.\n"
            "\n",
    .foot = "Exit status: 0 success, 1 failure, 2 wrong command line, 130 Ctrl-C.\n",
    .column = HELP_COLUMN,
    .help = help,
};

/* ---- which game ---- */

/* The prompt is flushed, as it has no newline. */
char *play_ask_line(const char *prompt, char *line, int size)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, size, stdin))
        return NULL;
    line[strcspn(line, "\r\n")] = 0;
    return line;
}

/* Returns NULL if the player leaves. Not called if there is no terminal to ask on. Numbers, names
 * and Enter are accepted; anything else asks again. */
static const struct face *ask_game(void)
{
    char line[80];
    puts("Which game?");
    int n = 0;
    for (; face_at(n); n++)
        printf("  %d  %s (%s)\n", n + 1, face_at(n)->title, face_at(n)->game->name);
    while (play_ask_line("A number; Enter for the first, q to leave: ", line, sizeof line)) {
        const char *word = line + strspn(line, " ");
        if (!*word)
            return face_at(0);
        if (!word[1] && *word >= '1' && *word < '1' + n)
            return face_at(*word - '1');
        if (face_by_name(word))
            return face_by_name(word);
        if (!strcmp(word, "q"))
            return NULL;
    }
    return NULL;
}

/* ---- what fits what ---- */

/* The first word is the game; no word leaves o->face NULL. -1 after a message. A second word is
 * refused: no option takes it. */
static int check_game(struct play_options *o, char **rest)
{
    char names[FACE_NAMES], instead[FACE_NAMES + 20];
    if (!*rest)
        return 0;
    o->face = face_by_name(*rest);
    snprintf(instead, sizeof instead, "the games are %s", face_names("and", names));
    if (!o->face)
        return complain("game", *rest, instead);
    if (rest[1])
        return complain("argument", rest[1], "it has no meaning here; see --help");
    return 0;
}

/* With --watch there are only bots. Returns 0 or -1, like all checks here: the first that fails has
 * printed its reason. */
static int check_watch(const struct play_options *o)
{
    if (o->practice && o->hotseat > 1)
        return args_say("play", -1,
                        "--practice and --hotseat cannot be combined: practice is for one person");
    if (o->watch && o->given >> ROW_HOTSEAT & 1)
        return args_say("play", -1,
                        "--watch and --hotseat cannot be combined: watchers do not play");
    return 0;
}

/* Reads --players, within the game's own bounds. 0, or -1 after a message. Without the option the 3
 * of set_usual stand. */
static int read_players(struct play_options *o)
{
    const struct game *game = o->face->game;
    const struct arg row = {
        .kind = ARG_WHOLE, .least = game->min_players, .most = game->max_players};
    double players = o->players;
    const char *wrong = o->players_text ? args_read_number(&row, o->players_text, &players) : NULL;
    if (wrong)
        return complain("--players", o->players_text, wrong);
    o->players = (int)players;
    return 0;
}

/* These depend on the game, so they wait until it is known. 0, or -1 after a message that says the
 * bounds. */
static int check_seats(const struct play_options *o)
{
    if (o->seat >= o->players) {
        fprintf(stderr, "charlatan play: with %d players --seat is a number from 0 to %d.\n",
                o->players, o->players - 1);
        return -1;
    }
    if (o->hotseat > o->players) {
        fprintf(stderr, "charlatan play: --hotseat %d needs --players %d or more.\n", o->hotseat,
                o->hotseat);
        return -1;
    }
    return 0;
}

/* Options of another game are refused, not ignored. The rows of all games were read, so an option
 * of the wrong one is noticed only here. */
static int check_given(const struct play_options *o)
{
    struct arg rows[ARGS_MAX];
    int n = gather_rows(rows);
    for (int i = ROWS; i < n; i++) {
        const struct face *owner = owner_of(i);
        if (!(o->given >> i & 1) || owner == o->face)
            continue;
        fprintf(stderr, "charlatan play: --%s is an option of %s: 'charlatan play %s --%s ...'\n",
                rows[i].name, owner->title, owner->game->name, rows[i].name);
        return -1;
    }
    return 0;
}

/* ---- all of it ---- */

/* Options that say nothing about a new table: they are allowed with --join and with a resumed game.
 * SEAT and WATCH are not among them: they say nothing of a table at a server, but do of a new one
 * here. */
enum { JOIN_ROWS = 1 << ROW_JOIN | 1 << ROW_NAME | 1 << ROW_PLAIN | 1 << ROW_SAVE };

/* --list and --resume are about games as they are. They choose a game that exists, so no option of
 * a table goes with them. */
enum { SAVED_ROWS = 1 << ROW_LIST | 1 << ROW_RESUME };

/* Whoever wants an unfinished game cannot also describe a new one. */
static int check_saved(const struct play_options *o)
{
    uint64_t others = ~(uint64_t)(SAVED_ROWS | 1 << ROW_PLAIN | 1 << ROW_SAVE);
    if (!(o->given & SAVED_ROWS))
        return 0;
    if (o->list && o->resume)
        return args_say("play", -1, "give only one of --list and --resume");
    if (o->given & others || (o->resume && o->face))
        return args_say(
            "play", -1,
            o->list ? "--list can be combined only with the name of a game and --save"
                    : "--resume can be combined only with --plain and --save; the game has its "
                      "own players and options");
    return 0;
}

/* Rows about a seat's keys at a server. */
enum { KEY_ROWS = 1 << ROW_LINK | 1 << ROW_DEVICES | 1 << ROW_REVOKE };

/* They ask about a seat instead of playing it, one thing at a time. */
static int check_keys(const struct play_options *o)
{
    if (!(o->given & KEY_ROWS))
        return 0;
    if (!o->join)
        return args_say("play", -1, "--link, --devices and --revoke need --join URL");
    if (o->link + o->devices + o->revoke > 1 || o->given >> ROW_SEAT & 1 || o->watch)
        return args_say("play", -1,
                        "give only one of --link, --devices, --revoke, --seat and --watch");
    return 0;
}

/* With --join the server decides what is played, so options of the game are refused, not
 * ignored. */
static int check_join(const struct play_options *o)
{
    struct call_address where;
    const char *wrong = o->join ? address_read(o->join, &where) : NULL;
    /* An error of the command line, reported before any server is asked. */
    if (wrong)
        return complain("--join", o->join, wrong);
    if (o->join &&
        (o->face || o->given & ~(uint64_t)(JOIN_ROWS | KEY_ROWS | 1 << ROW_SEAT | 1 << ROW_WATCH)))
        return args_say("play", -1,
                        "--join can be combined only with --name, --seat, --watch, --link, "
                        "--devices, --revoke, --plain and --save; the table has its own game "
                        "and options");
    return 0;
}

/* Sets the defaults of fields. `seat` stays -1, because a server must know whether a seat was asked
 * for. The object of --set is made here and freed by play_options_free. */
static void set_usual(struct play_options *o)
{
    memset(o, 0, sizeof *o);
    o->players = 3;
    o->hotseat = 1;
    o->seat = -1;
    o->game.set = json_object();
    seed_by_lot(o->plan.seed);
}

/* Checks that need the game wait for play_options_plan, because an unfinished game may be resumed
 * instead. `fresh` becomes 1 for every option that describes a new table: resuming an old one would
 * ignore it. */
int play_options_read(struct play_options *o, int argc, char **argv)
{
    struct arg rows[ARGS_MAX];
    struct args with = command_line;
    char **rest;
    set_usual(o);
    gather_rows(rows);
    with.rows = rows;
    int status = args_read(&with, argc, argv, o, &rest, &o->given);
    if (status >= 0)
        return status;
    /* Before any check, so that the rest of the line does not matter. */
    if (o->bot_names && !strcmp(o->bot_names, "help")) {
        play_help_bots();
        return STATUS_FINE;
    }
    /* After --bots help, which starts nothing. */
    o->fresh |= (o->given & ~(uint64_t)(JOIN_ROWS | SAVED_ROWS)) != 0;
    int wrong =
        check_game(o, rest) || check_saved(o) || check_keys(o) || check_join(o) || check_watch(o);
    return wrong ? STATUS_USAGE : -1;
}

void play_options_free(struct play_options *o)
{
    json_decref(o->game.set);
}

/* The option of the command line that a refusal such as "second_chance: must be ..." is about, with
 * its dashes. Returns NULL if there is none, or if --set may have given the value. The rows' names
 * have dashes where keys have underscores. */
static const char *refused_option(const struct play_options *o, const char *key, char typed[80])
{
    struct arg rows[ARGS_MAX];
    int n = gather_rows(rows);
    snprintf(typed, 80, "--%s", key);
    for (char *p = typed; (p = strchr(p, '_'));)
        *p = '-';
    for (int i = ROWS; i < n && !(o->given >> ROW_SET & 1); i++)
        if (o->given >> i & 1 && !strcmp(rows[i].name, typed + 2))
            return typed;
    return NULL;
}

/* Names the option and the value as they were typed, where the command line gave them. -1.
 * `message` begins with the key and a colon if it is about one. A list of the wrong length is
 * nearly always a wrong number of players, so the message says how to set it. */
static int refuse_option(const struct play_options *o, const char *message)
{
    char key[40], typed[80], longer[240];
    const char *rest = strchr(message, ':');
    snprintf(key, sizeof key, "%.*s", rest ? (int)(rest - message) : 0, message);
    if (!refused_option(o, key, typed))
        return complain("option of the game", NULL, message);
    const json_t *value = json_object_get(o->game.set, key);
    rest += strspn(rest, ": ");
    /* A list with a place for each seat, such as `wizards`. */
    if (!json_is_array(value) || (int)json_array_size(value) == o->players)
        return complain(typed, json_string_value(value), rest);
    snprintf(longer, sizeof longer, "%s; --players sets the number of seats.", rest);
    return complain(typed, NULL, longer);
}

/* Reads the game's options and those of --set together, in the protocol's form. A cards file comes
 * last, because its limits depend on the other options. Fills plan.json and plan.options. -1 after
 * a message. The seats' bots do not matter here. */
static int read_game(struct play_options *o)
{
    const struct game *game = o->face->game;
    const char *clash = o->face->clash ? o->face->clash(&o->game) : NULL;
    struct refusal why;
    if (clash)
        return args_say("play", -1, clash);
    /* The file's numbers and cards become options like those of --set. */
    if (o->numbers && numbers_option("play", o->numbers, game, o->game.set) < 0)
        return -1;
    if (o->game.cards && json_object_get(o->game.set, "cards"))
        return args_say("play", -1, "cards are given twice; give them in one place");
    o->plan.json = game_json_by_name(game->name);
    game->init(o->plan.options, o->players);
    if (o->plan.json->read_options(o->plan.options, o->game.set, &why) < 0)
        return refuse_option(o, why.message);
    if (o->game.cards)
        return o->face->read_cards(o->plan.options, o->game.cards, stderr);
    return 0;
}

/* On a terminal the user is asked for the game; otherwise the first game is used. Called only when
 * it is certain that a new game is wanted. Checks come in the order in which one needs the other:
 * bots need the seats, the options the number of players. */
int play_options_plan(struct play_options *o)
{
    if (!o->face)
        o->face = isatty(STDIN_FILENO) ? ask_game() : face_at(0);
    if (!o->face)
        return STATUS_FINE;
    /* Here a seat is needed; a server would have chosen one. */
    o->seat = o->seat < 0 ? 0 : o->seat;
    if (read_players(o) || check_seats(o) || check_given(o) || check_bots(o) || read_game(o))
        return STATUS_USAGE;
    o->plan.players = o->players;
    o->plan.people = people_of(o);
    o->plan.folder = o->folder;
    o->plan.practice = (uint8_t)o->practice;
    if (o->name)
        snprintf(o->plan.name[o->seat], sizeof o->plan.name[0], "%s", o->name);
    return STATUS_FINE;
}
