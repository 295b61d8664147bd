/* `charlatan odds`: counts the odds of a position. A position comes as JSON of the
 * protocol or, for a potion of the Quacks, from the command line. Only one seat's view is used. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "advice/odds.h"
#include "advice/refusals.h"
#include "args/args.h"
#include "args/commands.h"
#include "cli/numbers.h"
#include "cli/refusals.h"
#include "games/quacks/quacks.h"
#include "tui/face.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* The command line. `seat` is -1 for the seat that has to decide. Members of `potion` that were not
 * given are NULL or 0; whether they fit together is known by the game. */
struct odds_options {
    int seat, json;
    /* A potion given by options instead of a file. */
    struct odds_potion potion;
    const char *numbers;
};

/* The bounds of a potion are the rules' own; what a table's numbers change is checked when it is
 * made. */
static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "seat", "N", struct odds_options, seat, 0, MAX_SEATS - 1,
                "the seat to answer for, from 0 (default: who decides)"),
    ARGS_FLAG("json", struct odds_options, json, "print one JSON object instead of a page"),
    ARGS_HEADING("For a potion without a file:"),
    ARGS_TEXT("bag", "CHIPS", struct odds_options, potion.bag,
              "chips in the bag: white1=4,white2=2,white3=1,orange1=1"),
    ARGS_TEXT("pot", "CHIPS", struct odds_options, potion.pot,
              "chips in the pot, in the order drawn: white1,white2,green1"),
    ARGS_TEXT("books", "WHICH", struct odds_options, potion.books,
              "set 1, 2, 3 or 4, or a mix: green=1,blue=3 (default 1)"),
    ARGS_NUMBER(ARG_WHOLE, "turn", "N", struct odds_options, potion.turn, 1, TURNS,
                "number of the turn, 1 to 9 (default 1)"),
    ARGS_NUMBER(ARG_WHOLE, "droplet", "N", struct odds_options, potion.droplet, 0, DROPLET_LAST,
                "space of the droplet (default 0)"),
    ARGS_NUMBER(ARG_WHOLE, "rats", "N", struct odds_options, potion.rats, 0, 20,
                "rat tails ahead of the droplet (default 0)"),
    ARGS_FLAG("flask", struct odds_options, potion.flask, "the flask is full"),
    ARGS_TEXT("card", "NAME", struct odds_options, potion.card,
              "the fortune card, such as pumpkin-party"),
    ARGS_TEXT("numbers", "FILE", struct odds_options, numbers,
              "count by a numbers file (charlatan numbers)"),
    ARGS_FLAG("risky", struct odds_options, potion.risky,
              "with second_chance=risky (Q12): no chip is protected"),
    ARGS_FLAG("acts", struct odds_options, potion.acts,
              "with strong_ingredient=acts (Q12): its chip counts in step B"),
    {0},
};

static const struct args command_line = {
    .command = "odds",
    .head = "Usage: charlatan odds [FILE] [--seat N] [--json]\n"
            "       charlatan odds quacks --bag CHIPS [--pot CHIPS] [...]\n"
            "\n"
            "Computes the odds of a position: an explosion, the next chip or card, an\n"
            "inspection now, what stopping and drawing are worth. It says which figures are\n"
            "exact. FILE is a position as 'state' or 'view' of 'charlatan engine' prints it;\n"
            "the default, or -, is standard input.\n"
            "\n",
    .foot = "Try: charlatan odds quacks --turn 7 --bag white1=2,white3=1,orange1=1 \\\n"
            "         --pot blue4,red4,white1,white2,green4,white2\n",
    .column = 17,
    .rows = options,
};

/* ---- the position ---- */

/* Reads a state or a view. Standard input is not closed, because it was not opened here. Duplicate
 * keys are refused, because it would not be clear which one counts. -1 with the reason. `seat` as
 * for odds_read. */
static int read_file(struct odds_position *p, const char *name, int seat, struct refusal *why)
{
    json_error_t error;
    /* A file called "-" is ./-. */
    int std = !name || !strcmp(name, "-");
    FILE *in = std ? stdin : fopen(name, "r");
    if (!in)
        return because(why, ROW(file_unreadable), name, strerror(errno));
    json_t *root = json_loadf(in, JSON_REJECT_DUPLICATES, &error);
    if (!std)
        fclose(in);
    if (!root)
        return because(why, ROW(file_not_json), std ? "standard input" : name, error.line,
                       error.text);
    int status = odds_read(p, root, seat, why);
    json_decref(root);
    return status;
}

/* The seat whose odds are asked for: the given one, or the one that has to decide. -1 with the
 * reason if there is none. Of several seats that decide at once, the lowest. */
static int settle_seat(const struct odds_position *p, int seat, struct refusal *why)
{
    /* NOLINTNEXTLINE(*NullDereference): odds_read has set it, or there was a reason */
    uint32_t active = p->game->active(p->state);
    int players = p->game->players(p->state);
    if (seat >= players)
        return because(why, ROW(seat_too_high), seat, players);
    if (seat >= 0)
        return seat;
    if (!active)
        return because(why, ROW(odds_after_end));
    return bit_lowest(active);
}

/* Prints nothing if the odds are refused. One line of JSON (docs/protocol.md). */
static int print_object(const struct view *v, struct refusal *why)
{
    struct writer w = {0};
    int status = odds_write(v, &w, why);
    if (status == 0)
        puts(w.at);
    writer_free(&w);
    return status;
}

/* People get the page of the game's face, programs the object. -1 if the position has no odds, with
 * the reason; nothing was printed then. */
static int show(const struct view *v, int json, struct refusal *why)
{
    const struct face *face = face_of(v->game);
    if (json)
        return print_object(v, why);
    return face ? face->odds(v, NULL, why) : because(why, ROW(no_odds_for_game));
}

/* The odds of the named game, if the command line can describe a position of it; else NULL, and the
 * word is a file. Not every game with odds has positions that fit a line. */
static const struct game_odds *odds_named(const char *name)
{
    /* A game without `make` has odds of files only. */
    const struct game_json *json = name ? game_json_by_name(name) : NULL;
    return json && odds_of(json->game)->make ? odds_of(json->game) : NULL;
}

/* A word that is a game's name means a potion; a file of that name is ./quacks. 0, or -1 with the
 * reason. `why` refers to the words of the command line. */
static int position_of(const struct odds_options *r, struct odds_position *p, char **rest,
                       struct refusal *why)
{
    const struct game_odds *named = odds_named(*rest);
    if (*rest && rest[1])
        return because(why, ROW(argument_not_known), rest[1]);
    if (named)
        return named->make(p, &r->potion, why);
    if (r->potion.bag || r->potion.pot)
        return because(why, ROW(potion_needs_game));
    return read_file(p, *rest, r->seat, why);
}

/* On a terminal without a file, says what to do instead of waiting for input. The odds come from
 * the seat's view, even if the file holds the whole state. Everything that can be wrong comes from
 * the arguments or the file, so all refusals are status 2. */
int odds_main(int argc, char **argv)
{
    struct odds_options r = {.seat = -1, .potion = {.turn = 1}};
    struct odds_position position;
    struct refusal why;
    struct view view;
    char **rest;
    int status = args_read(&command_line, argc, argv, &r, &rest, NULL), seat;
    if (status >= 0)
        return status;
    /* Otherwise it would wait without a word. */
    if (!*rest && isatty(STDIN_FILENO))
        return args_say("odds", STATUS_USAGE, "say which file, or which potion; see --help");
    const struct game_json *json;
    json_t *given = r.numbers ? numbers_file("odds", r.numbers, &quacks_game, &json) : NULL;
    if (r.numbers && !given)
        return STATUS_USAGE;
    /* Borrowed until position_of has read it; NULL without a file. */
    r.potion.numbers = json_object_get(given, "numbers");
    status = position_of(&r, &position, rest, &why);
    json_decref(given);
    if (status < 0 || (seat = settle_seat(&position, r.seat, &why)) < 0)
        return args_say("odds", STATUS_USAGE, why.message);
    view_take(&view, position.game, position.state, seat);
    if (show(&view, r.json, &why) < 0)
        return args_say("odds", STATUS_USAGE, why.message);
    return STATUS_FINE;
}
