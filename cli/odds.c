/* charlatan odds: what a position holds, in words and numbers. A position comes as the protocol's JSON
 * or, for a potion of the Quacks, from the command line; the figures are made from one seat's view. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advice/odds.h"
#include "args/args.h"
#include "args/commands.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"
#include "tui/odds_page.h"

struct request {
    int seat, json;
    struct odds_potion potion;
};

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan odds [FILE] [--seat N] [--json]\n"
          "       charlatan odds quacks --bag CHIPS [--pot CHIPS] [...]\n"
          "\n"
          "Counts the exact odds of a position and explains them: the chance that the pot\n"
          "explodes, what stopping and drawing are worth, the chance that the next card\n"
          "completes a set, what hidden items will cost. FILE is a position as 'state' or\n"
          "'view' of 'charlatan engine' prints it; the default, or -, is standard input.\n"
          "\n"
          "  --seat N       the seat to answer for, from 0 (default: who is to decide)\n"
          "  --json         print one JSON object instead of a page\n"
          "For a potion without a file:\n"
          "  --bag CHIPS    chips in the bag: white1=4,white2=2,white3=1,orange1=1\n"
          "  --pot CHIPS    chips in the pot, in the order drawn: white1,white2,green1\n"
          "  --books WHICH  set 1, 2, 3 or 4, or a mix: green=1,blue=3 (default 1)\n"
          "  --turn N       number of the turn, 1 to 9 (default 1)\n"
          "  --droplet N    space of the droplet (default 0)\n"
          "  --rats N       rat tails ahead of the droplet (default 0)\n"
          "  --flask        the flask is full\n"
          "  --card NAME    the fortune card, such as pumpkin-party\n"
          "\n"
          "Try: charlatan odds quacks --bag white1=2,white3=1,green1=1 --pot white3,white2\n",
          to);
    return status;
}

static int complain(const char *text)
{
    fprintf(stderr, "charlatan odds: %s.\n", text);
    return STATUS_USAGE;
}

/* ---- the command line ---- */

static const struct option options[] = {
    {"seat", required_argument, NULL, 's'},    {"json", no_argument, NULL, 'j'},
    {"bag", required_argument, NULL, 'b'},     {"pot", required_argument, NULL, 'p'},
    {"books", required_argument, NULL, 'k'},   {"turn", required_argument, NULL, 't'},
    {"droplet", required_argument, NULL, 'd'}, {"rats", required_argument, NULL, 'r'},
    {"flask", no_argument, NULL, 'f'},         {"card", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

static int number(const char *name, const char *text, int least, int most, int *to)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (!errno && end != text && !*end && value >= least && value <= most) {
        *to = (int)value;
        return 0;
    }
    fprintf(stderr, "charlatan odds: %s '%s': give a number from %d to %d.\n", name, text, least,
            most);
    return -1;
}

static int read_option(struct request *r, int option, const char *value)
{
    struct odds_potion *p = &r->potion;
    switch (option) {
    case 's': return number("--seat", value, 0, MAX_SEATS - 1, &r->seat);
    case 'j': r->json = 1; return 0;
    case 'b': p->bag = value; return 0;
    case 'p': p->pot = value; return 0;
    case 'k': p->books = value; return 0;
    case 'c': p->card = value; return 0;
    case 'f': p->flask = 1; return 0;
    case 't': return number("--turn", value, 1, TURNS, &p->turn);
    case 'd': return number("--droplet", value, 0, 30, &p->droplet);
    case 'r': return number("--rats", value, 0, 20, &p->rats);
    default: return -1;
    }
}

static int read_line(struct request *r, int argc, char **argv)
{
    int option;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h')
            return usage(stdout, STATUS_FINE);
        if (option == '?')
            fprintf(stderr,
                    "charlatan odds: option '%s': not known, or without its value; see "
                    "--help.\n",
                    argv[optind - 1]);
        if (read_option(r, option, optarg) < 0)
            return STATUS_USAGE;
    }
    return -1;
}

/* ---- the position ---- */

static int read_file(struct odds_position *p, const char *name, int seat, struct refusal *why)
{
    json_error_t error;
    int std = !name || !strcmp(name, "-");
    FILE *in = std ? stdin : fopen(name, "r");
    if (!in)
        return refuse(why, NULL, "%s: %s", name, strerror(errno));
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    if (!std)
        fclose(in);
    if (!root)
        return refuse(why, NULL, "%s, line %d: no JSON object: %s", std ? "standard input" : name,
                      error.line, error.text);
    int status = odds_read(p, root, seat, why);
    json_decref(root);
    return status;
}

/* Whose odds: the seat asked for, or whoever is to decide; -1 after saying why there is none. */
static int settle_seat(const struct odds_position *p, int seat, struct refusal *why)
{
    uint32_t active = p->game->active(p->state);
    int players = p->game->players(p->state);
    if (seat >= players)
        return refuse(why, NULL, "--seat %d: there are %d players, counted from 0", seat, players);
    if (seat >= 0)
        return seat;
    if (!active)
        return refuse(why, NULL, "the game is over; give --seat to see a player's odds even so");
    return bit_lowest(active);
}

static int print_object(const struct view *v, struct refusal *why)
{
    struct writer w = {0};
    int quacks = v->game == &quacks_game;
    int status = quacks ? odds_quacks_write(v, &w, why) : odds_arcane_write(v, &w, why);
    if (status == 0)
        puts(w.at);
    writer_free(&w);
    return status;
}

static int show(const struct view *v, int json, struct refusal *why)
{
    if (v->game != &quacks_game && v->game != &arcane_game)
        return refuse(why, NULL, "there are no odds for this game; arcane and quacks have some");
    if (json)
        return print_object(v, why);
    return v->game == &quacks_game ? odds_quacks_print(v, why) : odds_arcane_print(v, why);
}

static int position_of(const struct request *r, struct odds_position *p, char **rest,
                       struct refusal *why)
{
    int quick = *rest && !strcmp(*rest, "quacks");
    if (*rest && rest[1])
        return refuse(why, NULL, "'%s' has no meaning here; see --help", rest[1]);
    if (quick)
        return odds_make(p, &r->potion, why);
    if (r->potion.bag || r->potion.pot)
        return refuse(why, NULL,
                      "--bag and --pot describe a potion: 'charlatan odds quacks --bag "
                      "...'");
    return read_file(p, *rest, r->seat, why);
}

int odds_main(int argc, char **argv)
{
    struct request r = {.seat = -1, .potion = {.turn = 1}};
    struct odds_position position;
    struct refusal why;
    struct view view;
    int status = read_line(&r, argc, argv), seat;
    if (status >= 0)
        return status;
    if (optind == argc && isatty(STDIN_FILENO))
        return usage(stdout, STATUS_USAGE);
    if (position_of(&r, &position, argv + optind, &why) < 0 ||
        (seat = settle_seat(&position, r.seat, &why)) < 0)
        return complain(why.message);
    view_take(&view, position.game, position.state, seat);
    return show(&view, r.json, &why) < 0 ? complain(why.message) : STATUS_FINE;
}
