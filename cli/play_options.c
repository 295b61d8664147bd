/* The command line of `charlatan play`: which game, with which options, at which seat. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "advice/advice.h"
#include "args/args.h"
#include "cli/play.h"
#include "tui/page.h"
#include "wire/seed.h"

enum { FACES = 2 };

static const struct face *const faces[FACES] = {&arcane_face, &quacks_face};

static int complain(const char *what, const char *value, const char *instead)
{
    fprintf(stderr, "charlatan play: %s '%s': %s\n", what, value, instead);
    return -1;
}

static int read_number(const char *name, const char *text, int least, int most, int *to)
{
    char *end, instead[64];
    errno = 0;
    long number = strtol(text, &end, 10);
    snprintf(instead, sizeof instead, "give a number from %d to %d.", least, most);
    if (errno || end == text || *end || number < least || number > most)
        return complain(name, text, instead);
    *to = (int)number;
    return 0;
}

static int read_seed(const char *text, uint8_t seed[32])
{
    if (seed_read_text(text, seed) == 0)
        return 0;
    return complain("--seed", text, "give a number from 0 to 2^63-1, or 64 hex digits.");
}

/* Short enough to be read out across a table. */
static void seed_by_lot(uint8_t seed[32])
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint32_t)time(NULL) ^ (uint32_t)getpid() << 16;
    seed_from_number(number % 1000000000, seed);
}

/* The seats where people sit, a set. */
static uint32_t people_of(const struct play_options *o)
{
    uint32_t people = 0;
    for (int i = 0; i < o->hotseat && !o->watch; i++)
        people |= 1u << (o->seat + i) % o->players;
    return people;
}

/* One name of the list; returns what follows it. */
static const char *cut_name(const char *list, char name[80])
{
    size_t n = strcspn(list, ",");
    snprintf(name, 80, "%.*s", (int)n, list);
    return list[n] ? list + n + 1 : list + n;
}

static int check_bot(const struct play_options *o, const char *name)
{
    char names[BOT_NAMES], word[80], instead[BOT_NAMES + 60];
    struct seated_bot bot;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    snprintf(instead, sizeof instead, "there is no such bot; %s has %s.", o->face->game->name,
             bot_names(o->face->game, names));
    if (!bot_by_name(word, o->face->game))
        return complain("--bots", name, instead);
    const char *wrong = bot_read(name, o->face->game, &bot);
    return wrong ? complain("--bots", name, wrong) : 0;
}

/* Which bots there are depends on the game, so this waits until the game is known. The last one named
 * takes the seats that are left over. */
static int check_bots(struct play_options *o)
{
    char name[80] = "";
    const char *rest = o->bot_names ? o->bot_names : "medium";
    uint32_t seats = (uint32_t)bits_below(o->players) & ~people_of(o);
    for (; seats; seats &= seats - 1) {
        if (*rest)
            rest = cut_name(rest, name);
        if (check_bot(o, name) < 0)
            return -1;
        snprintf(o->plan.bot[bit_lowest(seats)], TABLE_BOT, "%s", name);
    }
    return *rest && o->bot_names
               ? complain("--bots", o->bot_names, "that is more bots than seats are left.")
               : 0;
}

/* ---- options of one game ---- */

static const struct option options[] = {
    {"players", required_argument, NULL, 'p'}, {"seat", required_argument, NULL, 's'},
    {"seed", required_argument, NULL, 'S'},    {"bots", required_argument, NULL, 'b'},
    {"hotseat", required_argument, NULL, 'H'}, {"watch", no_argument, NULL, 'W'},
    {"edition", required_argument, NULL, 'e'}, {"goal", required_argument, NULL, 'g'},
    {"rounds", required_argument, NULL, 'r'},  {"market", no_argument, NULL, 'm'},
    {"wizards", required_argument, NULL, 'w'}, {"cards", required_argument, NULL, 'c'},
    {"books", required_argument, NULL, 'k'},   {"pot", required_argument, NULL, 'o'},
    {"together", no_argument, NULL, 't'},      {"prices", required_argument, NULL, 'x'},
    {"set", required_argument, NULL, 'v'},     {"join", required_argument, NULL, 'j'},
    {"name", required_argument, NULL, 'N'},    {"plain", no_argument, NULL, 'P'},
    {"new", no_argument, NULL, 'n'},           {"save", required_argument, NULL, 'D'},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

/* The game an option belongs to, or NULL where it belongs to both. */
static const struct face *face_of_option(int option)
{
    if (strchr("egrmwc", option))
        return &arcane_face;
    return strchr("kotx", option) ? &quacks_face : NULL;
}

static const char *option_name(int option)
{
    int i = 0;
    while (options[i].val != option)
        i++;
    return options[i].name;
}

/* A value is JSON where it can be, else a text. */
static int read_set(struct play_options *o, const char *text)
{
    const char *is = strchr(text, '=');
    char key[80];
    if (!is || is == text || is - text >= (int)sizeof key)
        return complain("--set", text, "give a key and its value: --set together=true");
    snprintf(key, sizeof key, "%.*s", (int)(is - text), text);
    json_t *value = json_loads(is + 1, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    if (!value)
        value = json_string(is + 1);
    if (!value || json_object_set_new(o->set, key, value) < 0)
        return complain("--set", text, "the value must be plain text.");
    return 0;
}

static int read_game_option(struct face_options *o, int option, const char *value)
{
    switch (option) {
    case 'e': o->edition = value; return 0;
    case 'g': return read_number("--goal", value, 100, 300, &o->goal);
    case 'r': return read_number("--rounds", value, 1, 50, &o->rounds);
    case 'm': o->market = 1; return 0;
    case 'w': o->wizards = value; return 0;
    case 'c': o->cards = value; return 0;
    case 'k': o->books = value; return 0;
    case 'o': o->pot = value; return 0;
    case 't': o->together = 1; return 0;
    case 'x': o->prices = value; return 0;
    default: return -1;
    }
}

static int read_option(struct play_options *o, int option, const char *value)
{
    o->fresh |= !strchr("jNPD", option);
    switch (option) {
    case 'p': return read_number("--players", value, 2, MAX_SEATS, &o->players);
    case 's': return read_number("--seat", value, 0, MAX_SEATS - 1, &o->seat);
    case 'S': return read_seed(value, o->plan.seed);
    case 'b': o->bot_names = value; return 0;
    case 'H': return read_number("--hotseat", value, 1, MAX_SEATS, &o->hotseat);
    case 'W': o->watch = 1; return 0;
    case 'v': return read_set(o, value);
    case 'j': o->join = value; return 0;
    case 'N': o->name = value; return 0;
    case 'P': o->plain = 1; return 0;
    case 'n': return 0;
    case 'D': o->folder = value; return 0;
    default: return read_game_option(&o->game, option, value);
    }
}

/* ---- which game ---- */

static char *ask_line(const char *prompt, char *line, int size)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, size, stdin))
        return NULL;
    line[strcspn(line, "\r\n")] = 0;
    return line;
}

/* NULL where the player leaves. */
static const struct face *ask_game(void)
{
    char line[80];
    puts("Which game?");
    for (int i = 0; i < FACES; i++)
        printf("  %d  %s (%s)\n", i + 1, faces[i]->title, faces[i]->game->name);
    while (ask_line("A number; Enter for the first, q to leave: ", line, sizeof line)) {
        const char *word = line + strspn(line, " ");
        if (!*word)
            return faces[0];
        if (!word[1] && *word >= '1' && *word < '1' + FACES)
            return faces[*word - '1'];
        if (face_by_name(word))
            return face_by_name(word);
        if (!strcmp(word, "q"))
            return NULL;
    }
    return NULL;
}

/* ---- what fits what ---- */

static int check_game(struct play_options *o, char **rest)
{
    if (!*rest)
        return 0;
    o->face = face_by_name(*rest);
    if (!o->face)
        return complain("game", *rest, "the games are arcane and quacks.");
    if (rest[1])
        return complain("argument", rest[1], "it has no meaning here; see --help.");
    return 0;
}

static int check_seats(const struct play_options *o)
{
    const struct game *game = o->face->game;
    if (o->players < game->min_players || o->players > game->max_players) {
        fprintf(stderr, "charlatan play: %s is for %d to %d players, not %d.\n", o->face->title,
                game->min_players, game->max_players, o->players);
        return -1;
    }
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

/* Options of the other game are refused, not ignored. */
static int check_given(const struct play_options *o, const char *given)
{
    for (; *given; given++) {
        const struct face *owner = face_of_option(*given);
        if (!owner || owner == o->face)
            continue;
        fprintf(stderr, "charlatan play: --%s is an option of %s: 'charlatan play %s --%s ...'\n",
                option_name(*given), owner->title, owner->game->name, option_name(*given));
        return -1;
    }
    return 0;
}

/* ---- all of it ---- */

/* "charlatan play quacks --help", "charlatan play --help quacks", "--bots help". */
static int help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "arcane") || !strcmp(argv[i], "quacks") || !strcmp(argv[i], "bots"))
            return play_help(argv[i]);
    return play_help(NULL);
}

static int read_all(struct play_options *o, int argc, char **argv, int *done)
{
    int option, n = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h')
            return help(argc, argv);
        if (option == 'b' && !strcmp(optarg, "help"))
            return play_help("bots");
        if (option == '?')
            complain("option", argv[optind - 1], "not known, or without its value; see --help.");
        if (read_option(o, option, optarg))
            return STATUS_USAGE;
        if (n + 1 < (int)sizeof o->given)
            o->given[n++] = (char)option;
    }
    if (check_game(o, argv + optind))
        return STATUS_USAGE;
    *done = 0;
    return STATUS_FINE;
}

/* At a server's table the server says what is played. */
static int check_join(const struct play_options *o)
{
    const char *given = o->given + strspn(o->given, "jNPDsW");
    if (o->join && (*given || o->face)) {
        fprintf(stderr, "charlatan play: --join goes with --name, --seat, --watch, --plain and "
                        "--save alone; the table has its own game and options.\n");
        return -1;
    }
    return 0;
}

int play_options_read(struct play_options *o, int argc, char **argv, int *done)
{
    memset(o, 0, sizeof *o);
    o->players = 3;
    o->hotseat = 1;
    o->seat = -1;
    o->game = (struct face_options){.market = -1, .goal = -1, .rounds = -1};
    o->set = json_object();
    seed_by_lot(o->plan.seed);
    *done = 1;
    int status = read_all(o, argc, argv, done);
    if (*done || !check_join(o))
        return status;
    *done = 1;
    return STATUS_USAGE;
}

void play_options_free(struct play_options *o)
{
    json_decref(o->set);
}

/* Options of --set first, then those that have a name of their own. */
static int read_game(struct play_options *o)
{
    const struct game *game = o->face->game;
    struct refusal why;
    o->plan.json = game_json_by_name(game->name);
    game->init(o->plan.options, o->players);
    if (o->plan.json->read_options(o->plan.options, o->set, &why) < 0) {
        fprintf(stderr, "charlatan play: --set %s\n", why.message);
        return -1;
    }
    return o->face->set_up(o->plan.options, &o->game, stderr);
}

/* On a terminal the game is asked for; a pipe gets the first. */
int play_options_plan(struct play_options *o)
{
    if (!o->face)
        o->face = isatty(STDIN_FILENO) ? ask_game() : faces[0];
    if (!o->face)
        return STATUS_FINE;
    o->seat = o->seat < 0 ? 0 : o->seat;
    if (check_seats(o) || check_given(o, o->given) || check_bots(o) || read_game(o))
        return STATUS_USAGE;
    o->plan.players = o->players;
    o->plan.people = people_of(o);
    o->plan.folder = o->folder;
    if (o->name)
        snprintf(o->plan.name[o->seat], sizeof o->plan.name[0], "%s", o->name);
    return STATUS_FINE;
}
