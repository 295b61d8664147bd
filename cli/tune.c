/* `charlatan tune`: finds values of some keys of a game so that metrics come near their targets. */
#include <stdlib.h>

#include "args/args.h"
#include "args/commands.h"
#include "args/file.h"
#include "bots/bots.h"
#include "cli/sim_given.h"
#include "sim/crew.h"
#include "sim/ranks.h"
#include "sim/report.h"
#include "sim/tune_run.h"
#include "wire/numbers.h"

/* The games of the search, and of each side of the comparison on fresh deals. A fit of fewer games
 * than REFIT_LEAST would choose weights by luck. */
enum { BUDGET_USUAL = 200000, FRESH_USUAL = 20000 };
enum { REFIT_LEAST = 2000, REFIT_USUAL_LEAST = 20000 };

/* `fresh` and `refit` have their defaults from the beginning; refit -1 is "not given", 0 "none". */
struct tune_given {
    struct sim_given sim;
    const char *key[KEYS_MAX], *target[TARGETS_MAX];
    int keys, targets;
    const char *out;
    long long fresh, refit;
};

/* ---- the line ---- */

/* Kept as text, because the game is not known yet; the same for targets and options. */
static const char *take_key(void *to, const struct arg *row, const char *value)
{
    struct tune_given *g = to;
    (void)row;
    if (g->keys == KEYS_MAX)
        return "there are too many of them";
    g->key[g->keys++] = value;
    return NULL;
}

/* NULL, or what to write instead. */
static const char *take_target(void *to, const struct arg *row, const char *value)
{
    struct tune_given *g = to;
    (void)row;
    if (g->targets == TARGETS_MAX)
        return "there are too many of them";
    g->target[g->targets++] = value;
    return NULL;
}

/* The same options as sim's, which stay as they are while keys change. */
static const char *take_set(void *to, const struct arg *row, const char *value)
{
    struct tune_given *g = to;
    (void)row;
    if (g->sim.sets == SETS_MAX)
        return "too many; put them into one object";
    g->sim.set[g->sim.sets++] = value;
    return NULL;
}

/* The rows that sim has, too, fill the same struct sim_given and are read by the same functions. */
static const struct arg options[] = {
    ARGS_CALL("key", "KEY=A..B", take_key, 0, 0,
              "a number that may change, and its bounds; repeatable"),
    ARGS_CALL("target", "TARGET", take_target, 0, 0,
              "what to reach: decisions=45, 'seat_advantage<1',\n"
              "wizard_wins=equal, any:sold_dragons-egg=0.8"),
    ARGS_TEXT("bots", "A,B,...", struct tune_given, sim.bots,
              "who plays; the last one takes all other seats (greedy)"),
    ARGS_TEXT("players", "N", struct tune_given, sim.players, "number of seats (default: 2)"),
    ARGS_CALL("set", "KEY=VALUE", take_set, 0, 0, "a fixed option of the game; repeatable"),
    ARGS_TEXT("numbers", "FILE", struct tune_given, sim.numbers,
              "start from the numbers of this file"),
    ARGS_NUMBER(ARG_COUNT, "games", "N", struct tune_given, sim.games, 1000, 1e12,
                "games of the search (default: 200000)"),
    ARGS_NUMBER(ARG_COUNT, "fresh", "N", struct tune_given, fresh, 100, 1e12,
                "games on fresh deals, before and after (default: 20000)"),
    ARGS_NUMBER(ARG_COUNT, "refit", "N", struct tune_given, refit, 0, 1e12,
                "games to fit greedy's weights (default: a fifth)"),
    ARGS_TEXT("seed", "S", struct tune_given, sim.seed,
              "fixes the search: a number or 64 hex digits (default: 1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct tune_given, sim.threads, 1, 256,
                "1 to 256 (default: one per core); same results"),
    ARGS_TEXT("resume", "FILE", struct tune_given, sim.resume,
              "save progress in FILE, and continue from it"),
    ARGS_TEXT("out", "FILE", struct tune_given, out,
              "write the values, as a file of cards, numbers or options"),
    ARGS_TEXT("report", "FILE", struct tune_given, sim.report,
              "write an HTML report: before, after and the search"),
    ARGS_FLAG("json", struct tune_given, sim.json, "print one JSON object instead of tables"),
    ARGS_FLAG("quiet", struct tune_given, sim.quiet, "no progress"),
    {0},
};

/* Always 1: the page is printed here. */
static int print_help(const struct args *a, int argc, char **argv)
{
    (void)argc, (void)argv;
    args_print_help(a);
    puts("Ctrl-C ends the search (status 130). More: man charlatan-tune, docs/design.md.");
    return 1;
}

static const struct args command_line = {
    .command = "tune",
    .head = "Usage: charlatan tune arcane|quacks --key KEY=A..B --target TARGET [options]\n"
            "\n"
            "Finds values that bring metrics near targets, playing the same deals with each,\n"
            "and compares before and after on fresh deals.\n"
            "\n",
    .foot = "\n",
    .column = 22,
    .rows = options,
    .help = print_help,
};

/* ---- reading ---- */

/* 0, or -1 after a message. The columns must have been listed: targets name metrics. A key is only
 * read here; whether it changes anything is found by playing (tune_find_before). */
static int read_keys(struct tune_run *r, const struct tune_given *g)
{
    struct refusal why = {0};
    if (!g->keys || !g->targets)
        return args_say("tune", -1, "give at least one --key and one --target");
    for (int i = 0; i < g->keys; i++)
        if (tune_key_read(&r->tune, g->key[i], &why) < 0)
            return sim_refused(&g->sim, "--key", g->key[i], &why);
    for (int i = 0; i < g->targets; i++)
        if (target_read(&r->tune, r->plan, g->target[i], &why) < 0)
            return sim_refused(&g->sim, "--target", g->target[i], &why);
    return 0;
}

/* Enough games to tell a better weight from a lucky one. A fifth of the search, but never fewer
 * than the least that is worth it. */
static int64_t refit_usual(int64_t games)
{
    return games / 5 > REFIT_USUAL_LEAST ? games / 5 : REFIT_USUAL_LEAST;
}

/* In sim's order, see sim_given.h. Progress is told by steps of the search and not by deals, so the
 * plan itself is quiet. The search's own luck comes from the run's seed: the same line finds the
 * same values. */
static int read_all(struct tune_run *r, struct tune_given *g, char **rest)
{
    struct sim_plan *p = r->plan;
    if (sim_read_game(p, &g->sim, rest))
        return -1;
    if (!g->sim.bots)
        g->sim.bots = bot_by_name("greedy", p->game) ? "greedy" : "random";
    if (!g->sim.games)
        g->sim.games = BUDGET_USUAL;
    if (sim_read_bots(p, &g->sim) || sim_read_sets(p, &g->sim) || sim_read_amounts(p, &g->sim) ||
        !(r->options = sim_read_options(p, &g->sim)))
        return -1;
    plan_metrics(p);
    p->quiet = 1;
    /* Not bounded by the deals: a batch of points has many times as many. */
    p->threads = g->sim.threads;
    r->tune.budget = p->deals;
    /* Only greedy has weights to fit; without it there is nothing to do. */
    r->refit = tune_fits(p) < 0 ? 0 : g->refit >= 0 ? g->refit : refit_usual(g->sim.games);
    if (r->refit && r->refit < REFIT_LEAST)
        return args_say("tune", -1, "--refit: 0, or 2000 games and more");
    memcpy(&r->tune.luck, p->seed + 24, sizeof r->tune.luck);
    return read_keys(r, g);
}

/* ---- writing ---- */

/* The reason is in errno. Returns STATUS_FAILED. */
static int cannot_write(const char *path)
{
    return args_say_file("tune", STATUS_FAILED, path);
}

static int begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* Whether every key that was tuned begins with one of the two. */
static int all_begin(const struct tune *t, const char *with, const char *other)
{
    for (int i = 0; i < t->keys; i++)
        if (!begins(t->key[i].name, with) && !begins(t->key[i].name, other))
            return 0;
    return 1;
}

/* A numbers file with cards. The caller frees the text. `numbers` may be a whole file that
 * --numbers gave, or the bare object. */
static char *with_cards(const struct game *g, const json_t *given)
{
    json_t *numbers = json_object_get(given, "numbers"), *cards = json_object_get(given, "cards");
    /* A numbers file has its own head around its numbers. */
    json_t *inner =
        json_object_get(numbers, "format") ? json_object_get(numbers, "numbers") : numbers;
    json_t *file = json_pack("{s:s,s:i,s:s,s:O,s:O}", "format", "charlatan-numbers", "version", 1,
                             "game", g->name, "numbers", inner, "cards", cards);
    char *text = json_dumps(file, JSON_INDENT(2));
    json_decref(file);
    return text;
}

/* The values in the form that other commands read: what --set has given is part of it. The
 * narrowest form that holds everything: cards alone, a numbers file, or options. The caller frees
 * the text. */
static char *values_made(const struct tune_run *r)
{
    struct refusal why;
    const int *best = r->tune.trial[r->tune.best].value;
    json_t *given = tune_options(r, best, &why);
    json_t *cards = json_object_get(given, "cards");
    const struct numbers_form *numbers = r->plan->game->numbers;
    char *text;
    /* A cards file can hold nothing else, so no numbers may have been given either. */
    if (cards && all_begin(&r->tune, "cards.", "cards.") && !json_object_get(given, "numbers")) {
        text = json_dumps(cards, JSON_INDENT(2));
    } else if (cards && numbers && all_begin(&r->tune, "numbers.", "cards.")) {
        text = with_cards(r->plan->game, given);
    } else if (numbers && all_begin(&r->tune, "numbers.", "numbers.")) {
        struct writer w = {0};
        numbers_write_file(r->plan->game, numbers_in_force(numbers, r->plan->begun[1]), 0, &w);
        text = strndup(w.at, w.n);
        writer_free(&w);
    } else {
        text = json_dumps(given, JSON_INDENT(2));
    }
    json_decref(given);
    MUST(text);
    return text;
}

/* Returns an exit status, FINE without --out. The text gets one newline at its end, whichever
 * writer made it. */
static int write_values(const struct tune_run *r, const char *path)
{
    if (!path)
        return STATUS_FINE;
    char *values = values_made(r), *text = NULL;
    size_t n = strlen(values);
    int ended = n && values[n - 1] == '\n';
    MUST(asprintf(&text, "%s%s", values, ended ? "" : "\n") >= 0);
    int written = file_write(path, text, strlen(text));
    free(values);
    free(text);
    return written < 0 ? cannot_write(path) : STATUS_FINE;
}

/* Returns an exit status, FINE without --report. after->preface is void afterwards. */
static int write_report(const struct tune_run *r, struct sim_results *after, const char *path)
{
    size_t n;
    if (!path)
        return STATUS_FINE;
    char *preface = tune_preface(r, after);
    after->preface = preface;
    char *text = report_make(after, &n);
    int written = file_write(path, text, n);
    free(preface);
    free(text);
    return written < 0 ? cannot_write(path) : STATUS_FINE;
}

/* ---- the run ---- */

/* Games count those of all seatings, as --games does. On rank 0 only. */
static void say_step(const struct tune_run *r, const char *what)
{
    const struct tune *t = &r->tune;
    fprintf(stderr, "%-5s %4d points, %9lld of %lld games; cost %.2f at", what, t->trials,
            (long long)(t->spent * r->plan->seatings), (long long)(t->budget * r->plan->seatings),
            t->trial[t->best].loss);
    for (int k = 0; k < t->keys; k++)
        fprintf(stderr, "%s%d", k ? "," : " ", t->trial[t->best].value[k]);
    fputs("\n", stderr);
}

/* The interval is of deals that the fit has not seen. */
static void say_fit(const struct tune_run *r, enum fit_for which)
{
    const struct tune_fit *fit = &r->fit[which];
    char name[BOT_TEXT];
    tune_fit_name(r, &fit->found, name);
    fprintf(stderr, "fit   %s wins %.1f %% (%.1f-%.1f): %s\n", name, 100 * fit->wins.value,
            100 * fit->wins.low, 100 * fit->wins.high,
            fit->gained ? "used" : "too little gain, the usual weights stay");
}

/* Ctrl-C or a bot that failed: the latter is told with its text. */
static int say_end(const struct tune_run *r)
{
    if (!r->failure.there)
        return STATUS_INTERRUPTED;
    fprintf(stderr, "charlatan tune: bot '%s': %s.\n", r->plan->text[r->failure.kind],
            r->failure.why);
    return STATUS_FAILED;
}

/* A key that changes nothing cannot be tuned; it is said before hours are spent. Only a warning:
 * the key may matter together with others. */
static void warn_of_keys(const struct tune_run *r)
{
    for (int i = 0; i < r->tune.keys; i++)
        if (!r->tune.key[i].was_known)
            fprintf(stderr, "%s: %s.\n", r->tune.key[i].name,
                    r->tune.key[i].alike
                        ? "its value before is unknown: several values change nothing the bots do"
                        : "its value before is unknown: it is not among the first 63 within the "
                          "bounds");
}

/* Compares on deals that the search has not seen. Returns an exit status; every rank takes part,
 * rank 0 writes. */
static int finish(struct tune_run *r, const struct tune_given *g)
{
    struct sim_harvest h;
    struct refusal why = {0};
    /* Rounded up to whole deals. */
    int64_t deals = (g->fresh + r->plan->seatings - 1) / r->plan->seatings;
    /* -1 is a refusal of the game, 1 an interruption or a bot that failed; then there is no
     * harvest. */
    int status = STATUS_FINE, got = tune_compare(r, deals, &h, &why);
    if (got < 0)
        return args_say("tune", STATUS_FAILED, why.message);
    if (got > 0)
        return say_end(r);
    if (r->ranks->rank == 0) {
        (g->sim.json ? tune_print_json : tune_print)(stdout, r, &h.results);
        args_flush();
        status = write_values(r, g->out) | write_report(r, &h.results, g->sim.report);
    }
    harvest_free(&h);
    return status;
}

/* On rank 0. A wrong path is noticed before the search, which may take hours. Returns an exit
 * status. The journal is read here, too, and must be of the same tuning. */
static int open_files(struct tune_run *r, const struct tune_given *g)
{
    struct refusal why = {0};
    if (g->out && file_check(g->out) < 0)
        return cannot_write(g->out);
    if (g->sim.report && file_check(g->sim.report) < 0)
        return cannot_write(g->sim.report);
    if (g->sim.resume && tune_journal_open(r, g->sim.resume, &why) < 0)
        return args_complain("tune", "--resume", g->sim.resume, why.message);
    return STATUS_FINE;
}

/* Returns an exit status. A journal that was opened is closed by tune_main. If the game refuses all
 * values of a key, the command line was wrong. */
static int run(struct tune_run *r, const struct tune_given *g)
{
    struct refusal why = {0};
    int status = r->ranks->rank == 0 ? open_files(r, g) : STATUS_FINE;
    if (status) {
        ranks_stop(status);
        return status;
    }
    if (tune_find_before(r, &why) < 0)
        return args_say("tune", STATUS_USAGE, why.message);
    /* The search tells nothing where these are NULL. */
    if (!g->sim.quiet && r->ranks->rank == 0 && !r->tune.stopped) {
        warn_of_keys(r);
        r->say = say_step;
        r->say_fit = say_fit;
    }
    if (!r->tune.stopped)
        tune_search(r);
    status = r->tune.stopped ? say_end(r) : finish(r, g);
    return status;
}

/* All ranks read the options, but only rank 0 prints messages. Everything is freed in one place,
 * which all of these functions allow for zeroed memory. After Ctrl-C the journal has what was
 * played. */
int tune_main(int argc, char **argv)
{
    struct ranks ranks;
    struct tune_given g = {
        .sim = {.command = "tune", .threads = sim_cores()}, .fresh = FRESH_USUAL, .refit = -1};
    struct tune_run *r = calloc(1, sizeof *r);
    char **rest;
    MUST(r && (r->plan = calloc(1, sizeof *r->plan)));
    r->ranks = &ranks;
    int status = ranks_open(&ranks) < 0
                     ? args_say("tune", STATUS_FAILED,
                                "this build cannot share deals among MPI ranks; run it without "
                                "mpirun")
                     : -1;
    if (status < 0 && ranks.rank &&
        (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        status = STATUS_FAILED;
    if (status < 0)
        status = args_read(&command_line, argc, argv, &g, &rest, NULL);
    if (status < 0)
        status = read_all(r, &g, rest) < 0 ? STATUS_USAGE : run(r, &g);
    tune_journal_close(r);
    tune_free(&r->tune);
    json_decref(r->options);
    plan_free(r->plan);
    free(r->plan);
    free(r);
    ranks_close();
    return status;
}
