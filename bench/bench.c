/* `charlatan bench`: times the rules. The same run times a copy of 256 bytes and one random number,
 * so that ratios can be compared across machines. The signature is a hash over a fixed amount of
 * work: it changes when the rules change.
 *
 * Every figure is the least of several rounds, because noise can only add time. */
#include "bench/measure.h"

#include <stdio.h>
#include <time.h>

#include "args/args.h"
#include "args/commands.h"

/* Counts the games. */
#define BENCH(x) +1
/* ROUNDS bounds the noise, SIGNATURE_GAMES the work behind the signature: another number is another
 * signature. GAMES counts the rows of games.def. */
enum {
    ROUNDS = 7,
    SIGNATURE_GAMES = 40,
    WORKLOADS = 8,
    GAMES = 0
#include "games/games.def"
};

/* A game and its workloads, those without extras first. At most four numbers of players, each with
 * and without extras: WORKLOADS in all. */
struct contest {
    const struct bench_game *game;
    struct bench_workload workload[WORKLOADS];
    int n;
    uint64_t signature;
};

double bench_now_ns(void)
{
    struct timespec t;
    /* CPU time, because other programs may be running. */
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

void bench_keep_least(double *least, double value)
{
    if (*least == 0 || value < *least)
        *least = value;
}

/* ---- what the machine can do ---- */

/* In a ring of 16 KiB, so that a copy never reads what it has just written. */
double bench_copy256_ns(void)
{
    enum { TIMES = 1 << 18 };
    /* The time depends on where a copy begins in a cache line: the same in every build. */
    static struct {
        _Alignas(64) unsigned char before[32];
        unsigned char ring[64][256];
    } at;
    unsigned char(*ring)[256] = at.ring;
    /* Not a constant, so that memcpy is called, as it is for states. */
    volatile size_t bytes = sizeof ring[0];
    double start = bench_now_ns();
    for (int i = 0; i < TIMES; i++) {
        memcpy(ring[(i + 1) & 63], ring[i & 63], bytes);
        bench_use_memory(ring);
    }
    return (bench_now_ns() - start) / TIMES;
}

/* The generator of the rules, as a die throw of 100 uses it: tables compare it with the
 * decision. */
static double random_ns(void)
{
    enum { TIMES = 1 << 18 };
    struct chance c;
    uint32_t sum = 0;
    chance_seed_number(&c, 1);
    double start = bench_now_ns();
    for (int i = 0; i < TIMES; i++)
        sum += chance_below(&c, CHANCE_PICK, 100);
    bench_use_memory(&sum);
    return (bench_now_ns() - start) / TIMES;
}

/* ---- the contests ---- */

/* Numbers of players that the game does not allow are left out. */
static void contest_open(struct contest *c, const struct bench_game *game)
{
    /* Five differ little from six, and their time is better spent on more rounds. */
    static const int players[] = {2, 3, 4, 6};
    memset(c, 0, sizeof *c);
    c->game = game;
    for (int full = 0; full < 2; full++)
        for (int i = 0; i < 4; i++)
            if (players[i] <= game->most_players)
                c->workload[c->n++] = (struct bench_workload){.players = players[i], .full = full};
}

/* Before anything is measured: it also warms up caches and branch predictors. */
static void contest_sign(struct contest *c)
{
    for (int i = 0; i < c->n; i++)
        for (uint64_t game = 0; game < SIGNATURE_GAMES; game++)
            c->game->sign(&c->workload[i], game, &c->signature);
}

/* One round of everything, rather than all rounds of one thing: a machine that is slow for a second
 * spoils one round of each. */
static void contest_round(struct contest *c, uint64_t round)
{
    for (int i = 0; i < c->n; i++)
        c->game->measure(&c->workload[i], round);
}

/* A hash over the signatures of the games, in order. With one game it differs from the signature of
 * both; documents quote that of all. */
static uint64_t signature_of(const struct contest *contest, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        uint64_t pair[2] = {sum, contest[i].signature};
        sum = hash_bytes(pair, sizeof pair);
    }
    return sum;
}

/* ---- reporting ---- */

/* One line for each workload. `copy` is the time of a copy in the same run, and divides. The
 * columns of apply and view include a copy of the state (operation_ns). */
static void print_contest(const struct contest *c, double copy)
{
    printf("\n%s (state %zu bytes, signature %016llx), random play to the end, one core\n",
           c->game->name, c->game->state_bytes, (unsigned long long)c->signature);
    printf("%-2s %-16s %8s %7s %8s %7s %11s %9s %7s %7s %7s %7s %7s %7s\n", "", "", "decision",
           "/copy", "of 32", "/copy", "decisions/s", "games/s", "legal", "apply", "clone", "view",
           "guess", "observe");
    for (int i = 0; i < c->n; i++) {
        const struct bench_workload *how = &c->workload[i];
        const struct bench_speed *s = &how->speed;
        printf("%-2d %-16s %5.1f ns %7.2f %5.1f ns %7.2f ", how->players,
               how->full ? c->game->full_name : "plain", s->decision_ns, s->decision_ns / copy,
               s->batch_ns, s->batch_ns / copy);
        printf("%11.0f %9.0f %4.0f ns %4.0f ns %4.0f ns %4.0f ns %4.0f ns %4.0f ns\n",
               1e9 / s->decision_ns, s->games_per_s, s->legal_ns, s->apply_ns, s->clone_ns,
               s->view_ns, s->determinize_ns, s->observe_ns);
    }
}

/* `random` is printed for comparison; no goal refers to it. */
static void print_table(const struct contest *contest, int n, double copy, double random)
{
    printf("copy of 256 bytes %6.2f ns\nrandom number     %6.2f ns\nsignature         %016llx\n",
           copy, random, (unsigned long long)signature_of(contest, n));
    for (int i = 0; i < n; i++)
        print_contest(&contest[i], copy);
    printf("\nA decision means listing the legal answers, choosing one and applying it with its\n"
           "chance. The goal is the time of 9 copies of 256 bytes in arcane and 12 in quacks, for\n"
           "single games and for 32 games side by side (of 32). The times of apply and view\n"
           "include copying the state; the time of guess (determinize) includes making the view.\n"
           "Observe writes what a seat knows as bytes (docs/observations.md), from a state.\n");
}

/* `after` is what follows: a comma or nothing. */
static void json_number(const char *key, double value, const char *after)
{
    printf("\"%s\":%.2f%s", key, value, after);
}

/* Workloads with extras have a member of their own, named after the game. */
static void json_workloads(const struct contest *c, int full)
{
    /* Workloads of the other kind are between those that are printed. */
    const char *comma = "";
    printf(",\"%s%s\":{", c->game->name, full ? "_full" : "");
    for (int i = 0; i < c->n; i++) {
        const struct bench_speed *s = &c->workload[i].speed;
        if (c->workload[i].full != full)
            continue;
        printf("%s\"%d\":{", comma, c->workload[i].players);
        json_number("decision_ns", s->decision_ns, ",");
        json_number("batch_ns", s->batch_ns, ",");
        json_number("decisions_per_s", 1e9 / s->decision_ns, ",");
        json_number("games_per_s", s->games_per_s, ",");
        json_number("legal_ns", s->legal_ns, ",");
        json_number("apply_ns", s->apply_ns, ",");
        json_number("clone_ns", s->clone_ns, ",");
        json_number("view_ns", s->view_ns, ",");
        json_number("determinize_ns", s->determinize_ns, ",");
        json_number("observe_ns", s->observe_ns, ",");
        printf("\"state_bytes\":%zu}", c->game->state_bytes);
        comma = ",";
    }
    printf("}");
}

/* Tools read this by the members' names. */
static void print_json(const struct contest *contest, int n, double copy, double random)
{
    printf("{");
    json_number("copy256_ns", copy, ",");
    json_number("random_ns", random, ",");
    printf("\"signature\":\"%016llx\"", (unsigned long long)signature_of(contest, n));
    for (int i = 0; i < n; i++) {
        json_workloads(&contest[i], 0);
        json_workloads(&contest[i], 1);
    }
    printf("}\n");
}

/* ---- the command ---- */

/* `host` and `where` are for one benchmark each and ignored by the others. */
struct bench_options {
    int json, only_signature, host;
    const char *where;
};

/* --db belongs to store, --host to gpu, --signature to the rules. */
static const struct arg options[] = {
    ARGS_TEXT("db", "WHERE", struct bench_options, where,
              "the store: a file or postgres://...; it keeps the entries"),
    ARGS_FLAG("host", struct bench_options, host, "gpu: run the kernels on the CPU"),
    ARGS_FLAG("json", struct bench_options, json, "print one JSON object instead of a table"),
    ARGS_FLAG("signature", struct bench_options, only_signature,
              "print only the signature of the rules (fast)"),
    {0},
};

static const struct args command_line = {
    .command = "bench",
    .head = "Usage: charlatan bench [what] [options]\n"
            "\n"
            "Times a fixed amount of work and, for comparison, a copy of 256 bytes. With no\n"
            "argument, benchmarks both rule sets. 'what' is one of:\n"
            "\n"
            "  arcane, quacks   benchmark the rules of one game\n"
            "  batch            time a decision in a batch of the library (docs/library.md)\n"
            "  bots             time a decision of each bot, and the speed of a search\n"
            "  gpu              decisions per second on a GPU, next to the CPU's\n"
            "  net              time an evaluation by Arcane Alley's net, and its parts\n"
            "  python           time the Python package, if it is installed (docs/python.md)\n"
            "  store            time storing entries: in memory and in a file, or in --db\n"
            "\n",
    .column = 19,
    .rows = options,
};

/* Returns how many; 0 if no game has this name. NULL: all, in the order of games.def. */
static int open_contests(struct contest *contest, const char *name)
{
    static const struct bench_game *const games[] = {
#define BENCH(x) &x##_bench,
#include "games/games.def"
    };
    int n = 0;
    for (int i = 0; i < GAMES; i++)
        if (!name || strcmp(name, games[i]->name) == 0)
            contest_open(&contest[n++], games[i]);
    return n;
}

/* The copy is measured in every round, next to what is divided by it. */
static void measure_all(struct contest *contest, int n, double *copy, double *random)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        bench_keep_least(copy, bench_copy256_ns());
        bench_keep_least(random, random_ns());
        for (int i = 0; i < n; i++)
            contest_round(&contest[i], round);
    }
}

/* The signature alone takes a second: no clock is read for it. */
static int bench_rules(const struct bench_options *q, const char *game)
{
    /* One place for each game, even if only one is asked for. */
    struct contest contest[GAMES];
    int n = open_contests(contest, game);
    if (n == 0)
        return args_complain(
            "bench", "argument", game,
            "give arcane, quacks, batch, bots, gpu, net, python or store; see --help");
    for (int i = 0; i < n; i++)
        contest_sign(&contest[i]);
    if (q->only_signature) {
        printf("%016llx\n", (unsigned long long)signature_of(contest, n));
        return STATUS_FINE;
    }
    double copy = 0, random = 0;
    measure_all(contest, n, &copy, &random);
    (q->json ? print_json : print_table)(contest, n, copy, random);
    return STATUS_FINE;
}

/* With --signature a word is always a game's name, so that a wrong one is refused. */
int bench_main(int argc, char **argv)
{
    struct bench_options q = {0};
    char **rest;
    int status = args_read(&command_line, argc, argv, &q, &rest, NULL);
    if (status >= 0)
        return status;
    /* NULL: all rules. */
    const char *what = *rest;
    if (what && rest[1])
        return args_complain("bench", "argument", rest[1], "name only one benchmark; see --help");
    if (what && strcmp(what, "batch") == 0 && !q.only_signature)
        return bench_batch(q.json);
    if (what && strcmp(what, "bots") == 0 && !q.only_signature)
        return bench_bots(q.json);
    if (what && strcmp(what, "gpu") == 0 && !q.only_signature)
        return bench_gpu(q.json, q.host);
    if (what && strcmp(what, "net") == 0 && !q.only_signature)
        return bench_net(q.json);
    if (what && strcmp(what, "python") == 0 && !q.only_signature)
        return bench_python(q.json);
    if (what && strcmp(what, "store") == 0 && !q.only_signature)
        return bench_store(q.where, q.json);
    return bench_rules(&q, what);
}
