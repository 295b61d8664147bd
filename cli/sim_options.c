/* The command line of `charlatan sim`: which game, which bots, how many deals, what to write. */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "args/args.h"
#include "cli/sim.h"
#include "tui/page.h"

enum { SETS_MAX = 32, GAMES_USUAL = 1000 };

/* What was written, before any of it is looked at: what an option means depends on the game. */
struct given {
    const char *players, *bots, *games, *threads, *seed, *keep, *keep_by, *sweep;
    const char *set[SETS_MAX];
    int sets;
};

/* `--bots help`. */
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
    puts("Options follow a colon: search:ms=100 (docs/bots.md).");
    return STATUS_FINE;
}

static int usage(void)
{
    fputs("Usage: charlatan sim arcane|quacks [options]\n"
          "\n"
          "Plays many games between bots: every deal in every seating, with 95 % intervals.\n"
          "\n"
          "  --bots A,B,...      who plays; the last one takes the seats that are left over\n"
          "                      (greedy,random); --bots help says who there is\n"
          "  --players N         how many seats (as many as bots, 2 at least)\n"
          "  --games N           about so many games, in whole deals (1000)\n"
          "  --set KEY=VALUE     an option of the game: books=2, cards=@FILE; repeat it\n"
          "  --sweep KEY=VALUES  the same deals at each value: 1..6 or x,y,z\n"
          "  --seed S            the same deals again: a number, or 64 hex digits (1)\n"
          "  --threads N         1 to 256 (one for each core); changes no result\n"
          "  --json              one JSON object on standard output instead of tables\n"
          "  --report FILE       an HTML report with plots\n"
          "  --jsonl FILE        one JSON line for each game, in the order of deals\n"
          "  --keep N            records of N games\n"
          "  --keep-by HOW       first, longest, shortest, closest or widest (first)\n"
          "  --keep-dir DIR      where records go (records)\n"
          "  --quiet             no progress on standard error\n"
          "\n"
          "Ctrl-C finishes the deals in flight and writes what there is (status 130).\n"
          "Under mpirun the ranks share the deals. More: man charlatan-sim, docs/sim.md.\n",
          stdout);
    return STATUS_FINE;
}

static int complain(const char *what, const char *value, const char *instead)
{
    fprintf(stderr, "charlatan sim: %s '%s': %s\n", what, value, instead);
    return -1;
}

static int read_number(const char *name, const char *text, long long least, long long most,
                       long long *to)
{
    char *end, instead[80];
    errno = 0;
    *to = strtoll(text, &end, 10);
    snprintf(instead, sizeof instead, "give a number from %lld to %lld.", least, most);
    if (errno || end == text || *end || *to < least || *to > most)
        return complain(name, text, instead);
    return 0;
}

/* ---- who plays ---- */

static int read_game(struct plan *p, char **rest)
{
    if (!*rest)
        return complain("game", "", "say which: charlatan sim arcane, or charlatan sim quacks.");
    p->json = game_json_by_name(*rest);
    if (!p->json)
        return complain("game", *rest, "the games are arcane and quacks.");
    if (rest[1])
        return complain("argument", rest[1], "one game at a time; see --help.");
    p->game = p->json->game;
    return 0;
}

/* The null game has no rules of thumb. */
static const char *usual_bots(const struct game *g)
{
    return bot_by_name("greedy", g) ? "greedy,random" : "random,random";
}

/* Parts at commas; returns how many, or -1. */
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

static int read_players(struct plan *p, const struct given *g, int bots)
{
    long long players = bots > p->game->min_players ? bots : p->game->min_players;
    char instead[80];
    if (g->players && read_number("--players", g->players, p->game->min_players,
                                  p->game->max_players, &players) < 0)
        return -1;
    snprintf(instead, sizeof instead, "%d bots are too many for %lld players.", bots, players);
    if (bots > players || players > p->game->max_players)
        return complain("--bots", g->bots, instead);
    p->players = (int)players;
    return 0;
}

static int read_bots(struct plan *p, struct given *g)
{
    if (!g->bots)
        g->bots = usual_bots(p->game);
    int n = split_bots(g->bots, p->text);
    if (n < 0)
        return complain("--bots", g->bots, "give one to six names, with commas between.");
    if (read_players(p, g, n) < 0)
        return -1;
    for (int i = 0; i < p->players; i++) {
        if (i >= n)
            memcpy(p->text[i], p->text[n - 1], sizeof p->text[i]);
        const char *wrong = bot_read(p->text[i], p->game, &p->bot[i]);
        if (wrong)
            return complain("--bots", p->text[i], wrong);
    }
    plan_seats(p);
    return 0;
}

/* ---- options of the game ---- */

static int refused(const char *what, const char *value, const struct refusal *why)
{
    char instead[MAX_SENTENCE + 32];
    snprintf(instead, sizeof instead, "%s%s%s%s", why->message, why->rule ? " (" : "",
             why->rule ? why->rule : "", why->rule ? ")" : "");
    return complain(what, value, instead);
}

static int begin_setting(struct plan *p, int setting, const json_t *options, const char *what,
                         const char *value)
{
    struct refusal why = {0};
    memset(p->begun[setting], 0, sizeof p->begun[setting]);
    p->game->init(p->begun[setting], p->players);
    if (p->json->read_options(p->begun[setting], options, &why) < 0)
        return refused(what, value, &why);
    return 0;
}

static int read_sweep(struct sim_command *c, const struct given *g, const json_t *options)
{
    struct plan *p = &c->plan;
    struct refusal why = {0};
    p->settings = sweep_read(g->sweep, c->sweep, p->label, &why);
    if (p->settings < 0)
        return refused("--sweep", g->sweep, &why);
    for (int i = 0; i < p->settings; i++) {
        char text[160];
        json_t *with = json_deep_copy(options);
        snprintf(text, sizeof text, "%s=%s", c->sweep, p->label[i]);
        int bad = set_option(with, p->game, text, &why) < 0
                      ? refused("--sweep", text, &why)
                      : begin_setting(p, i, with, "--sweep", text);
        json_decref(with);
        if (bad)
            return -1;
    }
    return 0;
}

static int read_sets(struct sim_command *c, const struct given *g)
{
    json_t *options = json_object();
    struct refusal why = {0};
    int bad = 0;
    for (int i = 0; i < g->sets && !bad; i++)
        if (set_option(options, c->plan.game, g->set[i], &why) < 0)
            bad = refused("--set", g->set[i], &why);
    c->plan.settings = 1;
    if (!bad && g->sweep) /* alone, without a value of the sweep, they need not make sense */
        bad = read_sweep(c, g, options);
    else if (!bad)
        bad = begin_setting(&c->plan, 0, options, "--set", g->sets ? g->set[g->sets - 1] : "");
    json_decref(options);
    return bad;
}

/* ---- how much, and what is kept ---- */

static int cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static int read_amounts(struct plan *p, const struct given *g)
{
    long long games = GAMES_USUAL, threads = cores(), keep = 0;
    if (g->games && read_number("--games", g->games, 1, 1000000000000, &games) < 0)
        return -1;
    if (g->threads && read_number("--threads", g->threads, 1, 256, &threads) < 0)
        return -1;
    if (g->keep && read_number("--keep", g->keep, 0, 10000, &keep) < 0)
        return -1;
    if (seed_read_text(g->seed ? g->seed : "1", p->seed) < 0)
        return complain("--seed", g->seed, "give a number from 0 to 2^63-1, or 64 hex digits.");
    p->deals = (games + p->seatings - 1) / p->seatings;
    p->threads = (int)(threads < p->deals ? threads : p->deals);
    p->keep = (int)keep;
    return 0;
}

static int read_keep_by(struct plan *p, const struct given *g)
{
    static const char *const ways[KEEP_WAYS] = {"first", "longest", "shortest", "closest",
                                                "widest"};
    if (!g->keep_by)
        return 0;
    for (int i = 0; i < KEEP_WAYS; i++)
        if (strcmp(g->keep_by, ways[i]) == 0) {
            p->keep_by = (enum keep_by)i;
            return 0;
        }
    return complain("--keep-by", g->keep_by, "first, longest, shortest, closest or widest.");
}

/* ---- the line ---- */

static const struct option options[] = {
    {"players", required_argument, NULL, 'p'},  {"bots", required_argument, NULL, 'b'},
    {"games", required_argument, NULL, 'n'},    {"threads", required_argument, NULL, 't'},
    {"seed", required_argument, NULL, 'S'},     {"set", required_argument, NULL, 's'},
    {"sweep", required_argument, NULL, 'w'},    {"json", no_argument, NULL, 'j'},
    {"report", required_argument, NULL, 'r'},   {"jsonl", required_argument, NULL, 'l'},
    {"keep", required_argument, NULL, 'k'},     {"keep-by", required_argument, NULL, 'y'},
    {"keep-dir", required_argument, NULL, 'd'}, {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0},
};

static int take_option(struct sim_command *c, struct given *g, int option, const char *value)
{
    switch (option) {
    case 'p': g->players = value; return 0;
    case 'b': g->bots = value; return 0;
    case 'n': g->games = value; return 0;
    case 't': g->threads = value; return 0;
    case 'S': g->seed = value; return 0;
    case 'w': g->sweep = value; return 0;
    case 'k': g->keep = value; return 0;
    case 'y': g->keep_by = value; return 0;
    case 'd': c->keep_dir = value; return 0;
    case 'r': c->report = value; return 0;
    case 'l': c->jsonl = value; return 0;
    case 'j': c->json = 1; return 0;
    case 'q': c->plan.quiet = 1; return 0;
    case 's':
        if (g->sets == SETS_MAX)
            return complain("--set", value, "too many; put them into one object.");
        g->set[g->sets++] = value;
        return 0;
    default: return -1;
    }
}

static void keep_line(struct sim_command *c, int argc, char **argv)
{
    size_t n = (size_t)snprintf(c->line, sizeof c->line, "charlatan");
    for (int i = 0; i < argc && n < sizeof c->line; i++)
        n += (size_t)snprintf(c->line + n, sizeof c->line - n, " %s", argv[i]);
}

static int read_all(struct sim_command *c, struct given *g, char **rest)
{
    struct plan *p = &c->plan;
    if (read_game(p, rest) || read_bots(p, g) || read_sets(c, g) || read_amounts(p, g) ||
        read_keep_by(p, g))
        return STATUS_USAGE;
    p->line_a_game = c->jsonl != NULL;
    plan_metrics(p);
    return STATUS_FINE;
}

int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done)
{
    struct given g = {0};
    int option;
    memset(c, 0, sizeof *c);
    c->keep_dir = "records";
    keep_line(c, argc, argv);
    *done = 1;
    opterr = 0;
    if (!loud && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        return STATUS_FAILED;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h')
            return usage();
        if (option == 'b' && !strcmp(optarg, "help"))
            return list_bots();
        if (option == '?')
            complain("option", argv[optind - 1], "not known, or without its value; see --help.");
        if (take_option(c, &g, option, optarg))
            return STATUS_USAGE;
    }
    int status = read_all(c, &g, argv + optind);
    *done = status != STATUS_FINE;
    return status;
}
