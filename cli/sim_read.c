/* Reads who plays and with which options, for `charlatan sim` and `charlatan tune`. */
#include <sched.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "args/args.h"
#include "bots/bots.h"
#include "cli/numbers.h"
#include "cli/sim_given.h"
#include "sim/design.h"
#include "sim/gauge.h"
#include "sim/options.h"
#include "sim/plan.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"

static int complain(const struct sim_given *g, const char *what, const char *value,
                    const char *instead)
{
    return sim_complain(g, what, value, instead);
}

int sim_complain(const struct sim_given *g, const char *what, const char *value,
                 const char *instead)
{
    args_complain(g->command, what, value, instead);
    return -1;
}

/* ---- who plays ---- */

/* Read first, because bots and options depend on the game. Sets p->json and p->game. The message
 * for a missing game shows the whole command, since nothing else was understood. */
int sim_read_game(struct sim_plan *p, const struct sim_given *g, char **rest)
{
    char names[GAME_NAMES], instead[GAME_NAMES + 90];
    const char *form =
        *rest ? "the games are %s" : "say which game (%s), as in charlatan %s arcane";
    snprintf(instead, sizeof instead, form, game_json_names(names), g->command);
    if (!*rest)
        return args_say(g->command, -1, instead);
    p->json = game_json_by_name(*rest);
    if (!p->json)
        return complain(g, "game", *rest, instead);
    if (rest[1])
        return complain(g, "argument", rest[1], "one game at a time; see --help.");
    p->game = p->json->game;
    return 0;
}

/* A good and a bad player, so that the tables show a difference. The null game has no greedy bot.
 * Never NULL. */
static const char *usual_bots(const struct game *g)
{
    return bot_by_name("greedy", g) ? "greedy,random" : "random,random";
}

/* Longer commands go by a name (--bot NAME=exec:COMMAND). */
enum { COMMAND_TEXT = 96 };

/* A bot of ours may have many options. A long command makes a bad heading of a table. In bytes,
 * with the zero byte. */
static size_t longest(const char *text)
{
    return exec_meant(text) ? COMMAND_TEXT : BOT_TEXT;
}

/* Splits the text at commas; returns the number of parts, or -1. Refused are empty parts, too many,
 * and parts that are too long. A command with a comma must have been named by --bot. */
static int split_bots(const char *text, char name[MAX_SEATS][BOT_TEXT])
{
    int n = 0;
    for (;; text += strcspn(text, ",") + 1) {
        size_t length = strcspn(text, ",");
        if (n == MAX_SEATS || length == 0 || length >= longest(text))
            return -1;
        memcpy(name[n], text, length);
        name[n++][length] = '\0';
        if (!text[length])
            return n;
    }
}

/* Without --players there is a seat for each bot, and at least the game's minimum. Fewer bots than
 * seats are filled up later; more are refused. Sets p->players. */
static int read_players(struct sim_plan *p, const struct sim_given *g, int bots)
{
    /* The game's own bounds; seats beyond them would be refused by its options only later. */
    int least = p->game->min_players, most = p->game->max_players;
    const struct arg row = {.kind = ARG_WHOLE, .least = least, .most = most};
    /* The default, which --players replaces. */
    double players = bots > least ? bots : least;
    char instead[80];
    const char *wrong = g->players ? args_read_number(&row, g->players, &players) : NULL;
    if (wrong)
        return complain(g, "--players", g->players, wrong);
    snprintf(instead, sizeof instead, "%d bots are too many for %.0f players", bots, players);
    if (bots > players || players > most)
        return complain(g, "--bots", g->bots, instead);
    p->players = (int)players;
    return 0;
}

/* A program: one that --bot has named, or exec:COMMAND. Returns 1 if it is one, 0 if not, or -1. A
 * name of --bot wins over a bot of ours: whoever gives both means the program. */
static int read_program(struct sim_plan *p, const struct sim_given *g, int seat)
{
    struct refusal why;
    for (int i = 0; i < g->programs; i++)
        if (strcmp(g->program[i].name, p->text[seat]) == 0) {
            p->exec[seat] = g->program[i];
            return 1;
        }
    if (!exec_meant(p->text[seat]))
        return 0;
    if (exec_read(p->text[seat], &p->exec[seat], &why) < 0)
        return complain(g, "--bots", p->text[seat], why.message);
    return 1;
}

/* An unknown name gets the list of names; a bad option of a bot gets the bot's own message. Fills
 * p->bot[seat] or p->exec[seat] from p->text[seat]. */
static int read_bot(struct sim_plan *p, const struct sim_given *g, int seat)
{
    int program = read_program(p, g, seat);
    if (program)
        return program < 0 ? -1 : 0;
    char names[BOT_NAMES], word[BOT_TEXT], instead[BOT_NAMES + BOT_TEXT + 80];
    const char *text = p->text[seat];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ":"), text);
    snprintf(instead, sizeof instead, "%s has no bot '%s'; it has %s; --bots help describes them",
             p->game->name, word, bot_names(p->game, names));
    if (!bot_by_name(word, p->game))
        return complain(g, "--bots", NULL, instead);
    const char *wrong = bot_read(text, p->game, &p->bot[seat]);
    return wrong ? complain(g, "--bots", text, wrong) : 0;
}

/* A program with a name goes by it. Equal names are one row of the results, so they must be one
 * program. Runs after all seats are read: a name may be given twice. */
static int call_programs(struct sim_plan *p, const struct sim_given *g)
{
    for (int i = 0; i < p->players; i++) {
        const struct exec_bot *bot = &p->exec[i];
        if (!bot->name[0])
            continue;
        strcpy(p->text[i], bot->name);
        for (int k = 0; k < i; k++)
            if (strcmp(p->exec[k].name, bot->name) == 0 &&
                memcmp(&p->exec[k], bot, sizeof *bot) != 0)
                return complain(g, "--bots", bot->name, "two programs have this name");
    }
    return 0;
}

/* The last bot named takes all remaining seats. Also makes the seatings, which depend on which bots
 * are equal. */
int sim_read_bots(struct sim_plan *p, struct sim_given *g)
{
    if (!g->bots)
        g->bots = usual_bots(p->game);
    int n = split_bots(g->bots, p->text);
    if (n < 0)
        return complain(g, "--bots", g->bots,
                        "give one to six names, with commas between; a long "
                        "command needs a name: --bot NAME=exec:COMMAND.");
    if (read_players(p, g, n) < 0)
        return -1;
    for (int i = 0; i < p->players; i++) {
        if (i >= n)
            /* Its options come along, as they are part of the text. */
            memcpy(p->text[i], p->text[n - 1], sizeof p->text[i]);
        if (read_bot(p, g, i) < 0)
            return -1;
    }
    if (call_programs(p, g) < 0)
        return -1;
    plan_seats(p);
    return 0;
}

/* ---- options of the game ---- */

/* With the rule, if there is one. -1. The rule is that of the refusal and may be NULL. */
static int complain_by(const struct sim_given *g, const char *what, const char *value,
                       const char *message, const char *rule)
{
    char instead[MAX_SENTENCE + 460];
    snprintf(instead, sizeof instead, "%s%s%s%s", message, rule ? " (" : "", rule ? rule : "",
             rule ? ")" : "");
    return complain(g, what, value, instead);
}

int sim_refused(const struct sim_given *g, const char *what, const char *value,
                const struct refusal *why)
{
    return complain_by(g, what, value, why->message, why->rule);
}

/* Reads the options once for each setting, into p->begun. Every game of the setting starts from a
 * copy of that state. Does not change `options`. The state is zeroed, because its unused bytes are
 * copied and compared. */
int sim_begin_setting(struct sim_plan *p, int setting, json_t *options, struct refusal *why)
{
    const struct option_forms *forms = gauge_of(p->game)->forms;
    p->varied[setting] = (uint8_t)(forms && forms->leave_to_luck && forms->leave_to_luck(options));
    memset(p->begun[setting], 0, sizeof p->begun[setting]);
    p->game->init(p->begun[setting], p->players);
    return p->json->read_options(p->begun[setting], options, why);
}

/* The text of the design of this name. NULL cannot happen for a name that design_read has taken. */
static const char *design_named(const struct sim_given *g, const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < g->designs; i++)
        if (strncmp(g->design[i], name, n) == 0 && g->design[i][n] == '=')
            return g->design[i];
    return NULL;
}

/* Adds the values of all sweeps in this setting to the options of --set. A refusal quotes the sweep
 * as it was typed. 0, or -1 after a message. */
static int set_swept(struct sim_plan *p, const struct sim_given *g, int setting, json_t *options)
{
    char text[2 * VALUE_TEXT];
    struct refusal why = {0};
    for (int i = 0; i < p->sweeps; i++) {
        const char *value = sweep_value(p->sweep, p->sweeps, i, setting);
        int design = p->designs && i == 0;
        snprintf(text, sizeof text, "%s=%s", p->sweep[i].key, value);
        if (design && design_set(p, design_named(g, value), options, &why) < 0)
            return sim_refused(g, "--design", design_named(g, value), &why);
        if (!design && set_option(options, p->game, text, &why) < 0)
            return sim_refused(g, "--sweep", g->sweep[i - p->designs], &why);
    }
    return 0;
}

/* "rounds=2, edition=three", for a refusal. Cut if it is longer. */
static void name_swept(const struct sim_plan *p, int setting, char name[400])
{
    size_t n = 0;
    for (int i = 0; i < p->sweeps && n < 400; i++)
        n += (size_t)snprintf(name + n, 400 - n, "%s%s=%s", i ? ", " : "", p->sweep[i].key,
                              sweep_value(p->sweep, p->sweeps, i, setting));
}

/* Quotes a lone sweep as it was typed, and names the combination that the game refuses. 0, or -1
 * after a message. */
static int begin_swept(struct sim_plan *p, const struct sim_given *g, int setting, json_t *options)
{
    struct refusal why = {0};
    char name[400], instead[420 + MAX_SENTENCE];
    if (sim_begin_setting(p, setting, options, &why) == 0)
        return 0;
    name_swept(p, setting, name);
    snprintf(instead, sizeof instead, "with %s: %s", name, why.message);
    return complain_by(g, p->designs ? "--design" : "--sweep",
                       g->sweeps + g->designs == 1 ? g->sweep[0] : NULL, instead, why.rule);
}

/* Designs come first: their number is the number of values of the first sweep. 0, or -1 after a
 * message. Does nothing without designs. */
static int add_designs(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    for (int i = 0; i < g->designs; i++)
        if (design_read(p, g->design[i], &why) < 0)
            return sim_refused(g, "--design", g->design[i], &why);
    if (g->designs == 1)
        return complain(g, "--design", g->design[0], "a comparison needs two designs or more");
    return 0;
}

/* Every combination is checked before the first game, so that none is refused hours later. Sets
 * p->settings and p->begun. Options are copied for each setting, so that the values of one do not
 * stay in the next. */
static int read_sweeps(struct sim_plan *p, const struct sim_given *g, const json_t *options)
{
    struct refusal why = {0};
    if (add_designs(p, g) < 0)
        return -1;
    for (int i = 0; i < g->sweeps; i++)
        if (sweeps_add(p, g->sweep[i], &why) < 0)
            return sim_refused(g, "--sweep", g->sweep[i], &why);
    for (int i = 0; i < p->settings; i++) {
        json_t *with = json_deep_copy(options);
        /* The first refusal ends the reading: the others are often the same. */
        int bad = set_swept(p, g, i, with) || begin_swept(p, g, i, with);
        json_decref(with);
        if (bad)
            return -1;
    }
    return 0;
}

/* The caller frees the object. The numbers file comes first, so that --set is on top of it. Which
 * keys a game has is known by set_option and the game's own reader. */
json_t *sim_read_options(const struct sim_plan *p, const struct sim_given *g)
{
    json_t *options = json_object();
    struct refusal why = {0};
    if (g->numbers && numbers_option(g->command, g->numbers, p->game, options) < 0) {
        json_decref(options);
        return NULL;
    }
    for (int i = 0; i < g->sets; i++)
        if (set_option(options, p->game, g->set[i], &why) < 0) {
            sim_refused(g, "--set", g->set[i], &why);
            json_decref(options);
            return NULL;
        }
    return options;
}

/* With a sweep, the --set options are read only together with a swept value, because alone they may
 * make no sense. A refusal without a sweep names the last --set, which need not be the one that is
 * wrong; the message says which key it is. */
int sim_read_sets(struct sim_plan *p, const struct sim_given *g)
{
    json_t *options = sim_read_options(p, g);
    struct refusal why = {0};
    int bad = !options;
    /* Sweeps multiply it. */
    p->settings = 1;
    if (!bad && (g->sweeps || g->designs))
        bad = read_sweeps(p, g, options);
    else if (!bad && sim_begin_setting(p, 0, options, &why) < 0)
        bad = sim_refused(g, "--set", g->sets ? g->set[g->sets - 1] : "", &why);
    json_decref(options);
    return bad ? -1 : 0;
}

/* ---- how much, and what is kept ---- */

/* The cores this process may use, which may be fewer than the machine has. Called before the
 * options are read, as the default of --threads. */
int sim_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Only whole deals are played, each in every seating, so that no bot has better seats. There are no
 * more threads than deals. --until without --games has a bound, too: a condition that is never met
 * must not play for ever. */
int sim_read_amounts(struct sim_plan *p, const struct sim_given *g)
{
    if (seed_read_text(g->seed ? g->seed : "1", p->seed) < 0)
        return complain(g, "--seed", g->seed, "give a number from 0 to 2^63-1, or 64 hex digits");
    long long games = g->games ? g->games : g->until ? 1000000 : GAMES_USUAL;
    /* Rounded up: never fewer games than asked for. */
    p->deals = (games + p->seatings - 1) / p->seatings;
    p->threads = (int)(g->threads < p->deals ? g->threads : p->deals);
    p->keep = g->keep;
    p->keep_by = (enum sim_keep_by)g->keep_by;
    p->quiet = g->quiet;
    return 0;
}
