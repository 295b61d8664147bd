/* The command line of `charlatan sim`: which game, which bots, how many deals, what to write. */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "advice/advice.h"
#include "args/args.h"
#include "cli/sim.h"
#include "tui/page.h"

/* How many --set and --bot there may be, and the default of --games. */
enum { SETS_MAX = 32, PROGRAMS_MAX = 16, GAMES_USUAL = 1000 };

/* The options as typed. They are interpreted later, because their meaning depends on the game. */
struct given {
    /* The texts of options; NULL if not given and without a default. */
    const char *bots, *players, *seed, *report, *jsonl, *keep_dir;
    /* Each --set and --sweep, in the order given; `sets` and `sweeps` count them. */
    const char *set[SETS_MAX], *sweep[MAX_SWEEPS];
    int sets, sweeps, threads, keep, keep_by, json, quiet;
    /* Each --bot. */
    struct exec_bot program[PROGRAMS_MAX];
    int programs;
    /* Why the last --bot was refused. */
    struct refusal why;
    /* Games wanted; rounded up to whole deals later. */
    long long games;
};

/* Prints `--bots help`: one line for each bot of each game. Bots without a game play both. */
static int list_bots(void)
{
    puts("Bots:");
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *bot = bots_at(i);
        char name[40];
        snprintf(name, sizeof name, "%s%s%s%s", bot->name, bot->game ? " (" : "",
                 bot->game ? bot->game->name : "", bot->game ? ")" : "");
        printf("  %-19s ", name);
        page_fold(bot->blurb, 22, 22);
    }
    puts("Options follow a colon: search:ms=100 (docs/bots.md). A program of yours is\n"
         "exec:COMMAND (docs/protocol.md, \"Bots as programs\").");
    return STATUS_FINE;
}

/* Returns -1, like the readers that call it; the caller turns it into an exit status. */
static int complain(const char *what, const char *value, const char *instead)
{
    args_complain("sim", what, value, instead);
    return -1;
}

/* ---- who plays ---- */

/* Read first, because bots and options depend on the game. */
static int read_game(struct plan *p, char **rest)
{
    char names[GAME_NAMES], instead[GAME_NAMES + 80];
    const char *form =
        *rest ? "the games are %s" : "say which game (%s), as in charlatan sim arcane";
    snprintf(instead, sizeof instead, form, game_json_names(names));
    if (!*rest)
        return args_say("sim", -1, instead);
    p->json = game_json_by_name(*rest);
    if (!p->json)
        return complain("game", *rest, instead);
    if (rest[1])
        return complain("argument", rest[1], "one game at a time; see --help.");
    p->game = p->json->game;
    return 0;
}

/* A good and a bad player, so that the tables show a difference. The null game has no greedy
 * bot. */
static const char *usual_bots(const struct game *g)
{
    return bot_by_name("greedy", g) ? "greedy,random" : "random,random";
}

/* Splits the text at commas; returns the number of parts, or -1. */
static int split_bots(const char *text, char name[MAX_SEATS][96])
{
    int n = 0;
    for (;; text += strcspn(text, ",") + 1) {
        size_t length = strcspn(text, ",");
        if (n == MAX_SEATS || length == 0 || length >= 96)
            return -1;
        memcpy(name[n], text, length);
        name[n++][length] = '\0';
        if (!text[length])
            return n;
    }
}

/* Without --players there is a seat for each bot, and at least the game's minimum. */
static int read_players(struct plan *p, const struct given *g, int bots)
{
    int least = p->game->min_players, most = p->game->max_players;
    const struct arg row = {.kind = ARG_WHOLE, .least = least, .most = most};
    double players = bots > least ? bots : least;
    char instead[80];
    const char *wrong = g->players ? args_read_number(&row, g->players, &players) : NULL;
    if (wrong)
        return complain("--players", g->players, wrong);
    snprintf(instead, sizeof instead, "%d bots are too many for %.0f players", bots, players);
    if (bots > players || players > most)
        return complain("--bots", g->bots, instead);
    p->players = (int)players;
    return 0;
}

/* A program: one that --bot has named, or exec:COMMAND. Returns 1 if it is one, 0 if not, or -1. */
static int read_program(struct plan *p, const struct given *g, int seat)
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
        return complain("--bots", p->text[seat], why.message);
    return 1;
}

/* An unknown name gets the list of names; a bad option of a bot gets the bot's own message. */
static int read_bot(struct plan *p, const struct given *g, int seat)
{
    int program = read_program(p, g, seat);
    if (program)
        return program < 0 ? -1 : 0;
    char names[BOT_NAMES], word[96], instead[BOT_NAMES + 180];
    const char *text = p->text[seat];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ":"), text);
    snprintf(instead, sizeof instead, "%s has no bot '%s'; it has %s; --bots help describes them",
             p->game->name, word, bot_names(p->game, names));
    if (!bot_by_name(word, p->game))
        return complain("--bots", NULL, instead);
    const char *wrong = bot_read(text, p->game, &p->bot[seat]);
    return wrong ? complain("--bots", text, wrong) : 0;
}

/* A program with a name goes by it. Equal names are one row of the results, so they must be one
 * program. */
static int call_programs(struct plan *p)
{
    for (int i = 0; i < p->players; i++) {
        const struct exec_bot *bot = &p->exec[i];
        if (!bot->name[0])
            continue;
        strcpy(p->text[i], bot->name);
        for (int k = 0; k < i; k++)
            if (strcmp(p->exec[k].name, bot->name) == 0 &&
                memcmp(&p->exec[k], bot, sizeof *bot) != 0)
                return complain("--bots", bot->name, "two programs have this name");
    }
    return 0;
}

/* The last bot named takes all remaining seats. */
static int read_bots(struct plan *p, struct given *g)
{
    if (!g->bots)
        g->bots = usual_bots(p->game);
    int n = split_bots(g->bots, p->text);
    if (n < 0)
        return complain("--bots", g->bots,
                        "give one to six names, with commas between; a long "
                        "command needs a name: --bot NAME=exec:COMMAND.");
    if (read_players(p, g, n) < 0)
        return -1;
    for (int i = 0; i < p->players; i++) {
        if (i >= n)
            memcpy(p->text[i], p->text[n - 1], sizeof p->text[i]);
        if (read_bot(p, g, i) < 0)
            return -1;
    }
    if (call_programs(p) < 0)
        return -1;
    plan_seats(p);
    return 0;
}

/* ---- options of the game ---- */

/* Prints a game's refusal, with its rule (or NULL). */
static int refused(const char *what, const char *value, const char *message, const char *rule)
{
    char instead[MAX_SENTENCE + 460];
    snprintf(instead, sizeof instead, "%s%s%s%s", message, rule ? " (" : "", rule ? rule : "",
             rule ? ")" : "");
    return complain(what, value, instead);
}

/* Reads the options once for each setting, into p->begun. Every game of the setting starts from a
 * copy of that state. */
static int begin_setting(struct plan *p, int setting, const json_t *options, struct refusal *why)
{
    memset(p->begun[setting], 0, sizeof p->begun[setting]);
    p->game->init(p->begun[setting], p->players);
    return p->json->read_options(p->begun[setting], options, why);
}

/* Adds the values of all sweeps in this setting to the options of --set. A refusal quotes the sweep
 * as it was typed. */
static int set_swept(struct plan *p, const struct given *g, int setting, json_t *options)
{
    char text[2 * VALUE_TEXT];
    struct refusal why = {0};
    for (int i = 0; i < p->sweeps; i++) {
        snprintf(text, sizeof text, "%s=%s", p->sweep[i].key,
                 sweep_value(p->sweep, p->sweeps, i, setting));
        if (set_option(options, p->game, text, &why) < 0)
            return refused("--sweep", g->sweep[i], why.message, why.rule);
    }
    return 0;
}

/* "rounds=2, edition=three", for a refusal. */
static void name_swept(const struct plan *p, int setting, char name[400])
{
    size_t n = 0;
    for (int i = 0; i < p->sweeps && n < 400; i++)
        n += (size_t)snprintf(name + n, 400 - n, "%s%s=%s", i ? ", " : "", p->sweep[i].key,
                              sweep_value(p->sweep, p->sweeps, i, setting));
}

/* Quotes a lone sweep as it was typed, and names the combination that the game refuses. */
static int begin_swept(struct plan *p, const struct given *g, int setting, json_t *options)
{
    struct refusal why = {0};
    char name[400], instead[420 + MAX_SENTENCE];
    if (begin_setting(p, setting, options, &why) == 0)
        return 0;
    name_swept(p, setting, name);
    snprintf(instead, sizeof instead, "with %s: %s", name, why.message);
    return refused("--sweep", g->sweeps == 1 ? g->sweep[0] : NULL, instead, why.rule);
}

/* Every combination is checked before the first game, so that none is refused hours later. */
static int read_sweeps(struct plan *p, const struct given *g, const json_t *options)
{
    struct refusal why = {0};
    for (int i = 0; i < g->sweeps; i++)
        if (sweeps_add(p, g->sweep[i], &why) < 0)
            return refused("--sweep", g->sweep[i], why.message, why.rule);
    for (int i = 0; i < p->settings; i++) {
        json_t *with = json_deep_copy(options);
        int bad = set_swept(p, g, i, with) || begin_swept(p, g, i, with);
        json_decref(with);
        if (bad)
            return -1;
    }
    return 0;
}

/* With a sweep, the --set options are read only together with a swept value, because alone they may
 * make no sense. */
static int read_sets(struct sim_command *c, const struct given *g)
{
    json_t *options = json_object();
    struct refusal why = {0};
    int bad = 0;
    for (int i = 0; i < g->sets && !bad; i++)
        if (set_option(options, c->plan.game, g->set[i], &why) < 0)
            bad = refused("--set", g->set[i], why.message, why.rule);
    c->plan.settings = 1;
    if (!bad && g->sweeps)
        bad = read_sweeps(&c->plan, g, options);
    else if (!bad && begin_setting(&c->plan, 0, options, &why) < 0)
        bad = refused("--set", g->sets ? g->set[g->sets - 1] : "", why.message, why.rule);
    json_decref(options);
    return bad;
}

/* ---- how much, and what is kept ---- */

/* The cores this process may use, which may be fewer than the machine has. */
static int cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Only whole deals are played, each in every seating, so that no bot has better seats. There are no
 * more threads than deals. */
static int read_amounts(struct plan *p, const struct given *g)
{
    if (seed_read_text(g->seed ? g->seed : "1", p->seed) < 0)
        return complain("--seed", g->seed, "give a number from 0 to 2^63-1, or 64 hex digits");
    p->deals = (g->games + p->seatings - 1) / p->seatings;
    p->threads = (int)(g->threads < p->deals ? g->threads : p->deals);
    p->keep = g->keep;
    p->keep_by = (enum keep_by)g->keep_by;
    p->quiet = g->quiet;
    return 0;
}

/* ---- the line ---- */

/* Kept as text, because the game is not known yet. */
static const char *take_set(void *to, const struct arg *row, const char *value)
{
    struct given *g = to;
    (void)row;
    if (g->sets == SETS_MAX)
        return "too many; put them into one object";
    g->set[g->sets++] = value;
    return NULL;
}

/* A program with a name, for --bots. Commas may be part of the command here. */
static const char *take_program(void *to, const struct arg *row, const char *value)
{
    struct given *g = to;
    (void)row;
    if (g->programs == PROGRAMS_MAX)
        return "there are too many programs";
    struct exec_bot *bot = &g->program[g->programs];
    if (exec_read(value, bot, &g->why) < 0)
        return g->why.message;
    if (!bot->name[0])
        return "the program needs a name: smith=exec:./bot.py";
    for (int i = 0; i < g->programs; i++)
        if (strcmp(g->program[i].name, bot->name) == 0)
            return "two programs have this name";
    g->programs++;
    return NULL;
}

/* The order matters: the first sweep changes slowest. */
static const char *take_sweep(void *to, const struct arg *row, const char *value)
{
    struct given *g = to;
    (void)row;
    if (g->sweeps == MAX_SWEEPS)
        return "there are too many sweeps";
    g->sweep[g->sweeps++] = value;
    return NULL;
}

/* In the order of enum keep_by. */
static const char *const keep_ways[KEEP_WAYS + 1] = {"first",   "longest", "shortest",
                                                     "closest", "widest",  NULL};

static const struct arg options[] = {
    ARGS_TEXT("bots", "A,B,...", struct given, bots,
              "who plays; the last one takes all remaining seats\n"
              "(default: greedy,random); --bots help lists them"),
    ARGS_CALL("bot", "NAME=exec:CMD", take_program, 0, 0,
              "a program that plays, for --bots NAME; repeatable"),
    ARGS_TEXT("players", "N", struct given, players,
              "number of seats (default: one a bot, at least 2)"),
    ARGS_NUMBER(ARG_COUNT, "games", "N", struct given, games, 1, 1e12,
                "number of games, rounded up to whole deals (default: 1000)"),
    ARGS_CALL("set", "KEY=VALUE", take_set, 0, 0,
              "an option of the game: books=2, cards=@FILE; repeatable"),
    ARGS_CALL("sweep", "KEY=VALUES", take_sweep, 0, 0,
              "play the same deals at each value: 1..6 or x,y,z;\n"
              "several sweeps play all combinations, at most 64"),
    ARGS_TEXT("seed", "S", struct given, seed,
              "fixes the deals: a number or 64 hex digits (default: 1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct given, threads, 1, 256,
                "1 to 256 (default: one a core); results do not change"),
    ARGS_FLAG("json", struct given, json, "print one JSON object instead of tables"),
    ARGS_TEXT("report", "FILE", struct given, report,
              "write an HTML report with plots; - is standard output"),
    ARGS_TEXT("jsonl", "FILE", struct given, jsonl,
              "write one JSON line a game; - is standard output"),
    ARGS_NUMBER(ARG_WHOLE, "keep", "N", struct given, keep, 0, 10000,
                "write the records of N games (default: 0)"),
    ARGS_CHOICE("keep-by", "HOW", struct given, keep_by, keep_ways,
                "first (default), longest, shortest, closest or widest"),
    ARGS_TEXT("keep-dir", "DIR", struct given, keep_dir,
              "the folder for records (default: records)"),
    ARGS_FLAG("quiet", struct given, quiet, "no progress; with - as FILE, no tables either"),
    {0},
};

/* What a build can do with mpirun depends on how it was configured. */
static int print_help(const struct args *a, int argc, char **argv)
{
    (void)argc, (void)argv;
    args_print_help(a);
    printf("%s More: man charlatan-sim, docs/sim.md.\n", ranks_about());
    return 1;
}

static const struct args command_line = {
    .command = "sim",
    .head = "Usage: charlatan sim arcane|quacks [options]\n"
            "\n"
            "Plays many games between bots, each deal in every seating, with 95 % intervals.\n"
            "\n",
    .foot = "\n"
            "Ctrl-C finishes the deals in progress and writes the results (status 130).\n",
    .column = 22,
    .rows = options,
    .help = print_help,
};

/* For the report. snprintf returns the length of what was cut too, so `n` may pass the end. */
static void keep_line(struct sim_command *c, int argc, char **argv)
{
    size_t n = (size_t)snprintf(c->line, sizeof c->line, "charlatan");
    for (int i = 0; i < argc && n < sizeof c->line; i++)
        n += (size_t)snprintf(c->line + n, sizeof c->line - n, " %s", argv[i]);
}

/* The order matters: bots need the game, options need the players, amounts need the seatings. */
static int read_all(struct sim_command *c, struct given *g, char **rest)
{
    struct plan *p = &c->plan;
    if (read_game(p, rest) || read_bots(p, g) || read_sets(c, g) || read_amounts(p, g))
        return STATUS_USAGE;
    if (g->json + sim_is_stdout(g->report) + sim_is_stdout(g->jsonl) > 1) {
        args_say("sim", STATUS_USAGE,
                 "only one of --json, --report - and --jsonl - can go to standard output");
        return STATUS_USAGE;
    }
    c->report = g->report;
    c->jsonl = g->jsonl;
    c->keep_dir = g->keep_dir;
    c->json = g->json;
    p->line_a_game = c->jsonl != NULL;
    plan_metrics(p);
    return STATUS_FINE;
}

/* All ranks but the first are silenced, because one message is enough. */
int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done)
{
    struct given g = {.games = GAMES_USUAL, .threads = cores(), .keep_dir = "records"};
    char **rest;
    memset(c, 0, sizeof *c);
    keep_line(c, argc, argv);
    *done = 1;
    if (!loud && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        return STATUS_FAILED;
    int status = args_read(&command_line, argc, argv, &g, &rest, NULL);
    if (status >= 0)
        return status;
    if (g.bots && !strcmp(g.bots, "help"))
        return list_bots();
    status = read_all(c, &g, rest);
    *done = status != STATUS_FINE;
    return status;
}
