/* The command line of `charlatan play`: which game, with which options, at which seat. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli/advice.h"
#include "cli/cli.h"
#include "cli/page.h"
#include "cli/play.h"
#include "wire/seed.h"

enum { FACES = 2 };

static const struct face *const faces[FACES] = {&arcane_face, &quacks_face};

/* Is another bot of this name, before `index` or anywhere, told of in the same words? */
static int told_alike(int index, int before)
{
    const struct bot *bot = bots_at(index);
    for (int i = 0; i < before; i++)
        if (i != index && !strcmp(bots_at(i)->name, bot->name) &&
            !strcmp(bots_at(i)->blurb, bot->blurb))
            return 1;
    return 0;
}

static void print_bot(const struct bot *bot, int both_games)
{
    char text[240];
    int n = printf("  %-9s", bot->name);
    snprintf(text, sizeof text, "%s%s%s%s%s", both_games ? "" : bot->game->name,
             both_games ? "" : ": ", bot->title ? bot->title : "", bot->title ? ", " : "",
             bot->blurb);
    page_fold(text, n, 11);
}

static int name_is_new(int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(bots_at(i)->name, bots_at(index)->name))
            return 0;
    return 1;
}

/* The register has the levels first. What two games have in common is told once. */
static void print_bots(void)
{
    puts("Bots:");
    for (int i = 0; i < bots_count(); i++)
        for (int k = i; name_is_new(i) && k < bots_count(); k++)
            if (!strcmp(bots_at(k)->name, bots_at(i)->name) && !told_alike(k, k))
                print_bot(bots_at(k), !bots_at(k)->game || told_alike(k, bots_count()));
    puts("Options follow a colon: hard:ms=300 (docs/bots.md).");
}

static int usage(void)
{
    fputs("Usage: charlatan play [arcane | quacks] [options]\n"
          "\n"
          "  --players N         arcane 2 to 6, quacks 2 to 4 (3)\n"
          "  --seat N            where you sit, counted from 0 (0)\n"
          "  --seed S            the same luck again: a number, or 64 hex digits\n"
          "  --bots NAMES        who plays the other seats: one name, or a list in their\n"
          "                      order: hard,easy (medium)\n"
          "  --hotseat N         N people share this keyboard, from your seat on\n"
          "  --watch             bots only; you look on\n"
          "\n"
          "arcane, Arcane Alley:\n"
          "  --edition NAME      three or hundred (three)\n"
          "  --goal N            hundred: 100, 200 or 300 gold\n"
          "  --rounds N          hundred: play N rounds instead, 1 to 50\n"
          "  --market            play with the Market\n"
          "  --wizards WHICH     none or random (none); edition three only\n"
          "  --cards FILE        your own values of the cards (rules A13)\n"
          "\n"
          "quacks, The Quacks of Quedlinburg:\n"
          "  --books WHICH       set 1, 2, 3 or 4, or a mix: green=1,blue=3 (1)\n"
          "  --pot SIDE          front or tubes (front)\n"
          "  --together          draw together in every turn, not only in the last\n"
          "  --prices WHICH      almanac or printed (almanac)\n"
          "\n",
          stdout);
    print_bots();
    return STATUS_FINE;
}

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

uint32_t play_people(const struct play_options *o)
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

static int read_bot(const struct play_options *o, const char *name, struct seated_bot *bot)
{
    char names[BOT_NAMES], word[80], instead[BOT_NAMES + 60];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    snprintf(instead, sizeof instead, "there is no such bot; %s has %s.", o->face->game->name,
             bot_names(o->face->game, names));
    if (!bot_by_name(word, o->face->game))
        return complain("--bots", name, instead);
    const char *wrong = bot_read(name, o->face->game, bot);
    if (wrong)
        return complain("--bots", name, wrong);
    if (!bot->how.milliseconds && !bot->how.iterations)
        bot_by_count(bot, o->face->game);
    return 0;
}

/* Which bots there are depends on the game, so this waits until the game is known. The last one named
 * takes the seats that are left over. */
static int check_bots(struct play_options *o)
{
    char name[80] = "";
    const char *rest = o->bot_names ? o->bot_names : "medium";
    uint32_t seats = (uint32_t)bits_below(o->players) & ~play_people(o);
    for (; seats; seats &= seats - 1) {
        if (*rest)
            rest = cut_name(rest, name);
        if (read_bot(o, name, &o->bot[bit_lowest(seats)]) < 0)
            return -1;
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

static int read_option(struct play_options *o, int option, const char *value)
{
    switch (option) {
    case 'p': return read_number("--players", value, 2, MAX_SEATS, &o->players);
    case 's': return read_number("--seat", value, 0, MAX_SEATS - 1, &o->seat);
    case 'S': return read_seed(value, o->seed);
    case 'b': o->bot_names = value; return 0;
    case 'H': return read_number("--hotseat", value, 1, MAX_SEATS, &o->hotseat);
    case 'W': o->watch = 1; return 0;
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

/* ---- which game ---- */

static const struct face *face_by_name(const char *name)
{
    for (int i = 0; i < FACES; i++)
        if (!strcmp(name, faces[i]->game->name))
            return faces[i];
    return NULL;
}

/* NULL where the player leaves. */
static const struct face *ask_game(void)
{
    char line[LINE_MAX_CHARS];
    puts("Which game?");
    for (int i = 0; i < FACES; i++)
        printf("  %d  %s (%s)\n", i + 1, faces[i]->title, faces[i]->game->name);
    while (ask_line("A number; Enter for the first, q to leave: ", line)) {
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

/* On a terminal the game is asked for; a pipe gets the first. */
static int settle_game(struct play_options *o, int *done)
{
    if (!o->face)
        o->face = isatty(STDIN_FILENO) ? ask_game() : faces[0];
    *done = !o->face;
    return STATUS_FINE;
}

int play_options_read(struct play_options *o, int argc, char **argv, int *done)
{
    char given[64] = "";
    int option, n = 0;
    *o = (struct play_options){.players = 3, .hotseat = 1, .market = -1, .goal = -1, .rounds = -1};
    seed_by_lot(o->seed);
    *done = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h')
            return usage();
        if (option == '?')
            complain("option", argv[optind - 1], "not known, or without its value; see --help.");
        if (read_option(o, option, optarg))
            return STATUS_USAGE;
        if (n + 1 < (int)sizeof given)
            given[n++] = (char)option;
    }
    if (check_game(o, argv + optind))
        return STATUS_USAGE;
    if (settle_game(o, done) || *done)
        return STATUS_FINE;
    *done = check_seats(o) || check_given(o, given) || check_bots(o);
    return *done ? STATUS_USAGE : STATUS_FINE;
}
