/* The command line of `charlatan sim`: which game, which bots, how many deals, what to write. */
#include <stdlib.h>

#include "args/args.h"
#include "cli/sim.h"
#include "cli/sim_given.h"
#include "board/page.h"
#include "bots/bots.h"
#include "sim/ranks.h"

/* Prints `--bots help`: one line for each bot of each game. Bots without a game play both.
 * STATUS_FINE: the list is what was asked for. */
static int list_bots(void)
{
    puts("Bots:");
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *bot = bots_at(i);
        char name[40];
        /* A bot of one game has the game's name behind its own. */
        snprintf(name, sizeof name, "%s%s%s%s", bot->name, bot->game ? " (" : "",
                 bot->game ? bot->game->name : "", bot->game ? ")" : "");
        printf("  %-19s ", name);
        page_fold(bot->blurb, 22, 22);
    }
    puts("Options follow a colon: search:ms=100 (docs/bots.md). Your own program is\n"
         "exec:COMMAND (docs/exec.md).");
    return STATUS_FINE;
}

/* ---- the line ---- */

/* Kept as text, because the game is not known yet. */
static const char *take_set(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    if (g->sets == SETS_MAX)
        return "too many; put them into one object";
    g->set[g->sets++] = value;
    return NULL;
}

/* A program with a name, for --bots. Commas may be part of the command here. g->why must outlive
 * the call, since the message may be its text. */
static const char *take_program(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    if (g->programs == PROGRAMS_MAX)
        return "there are too many programs";
    /* The place counts only once everything was found right. */
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

/* The order matters: the first sweep changes slowest. Read later, when the game and its keys are
 * known. */
static const char *take_sweep(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    if (g->sweeps == MAX_SWEEPS)
        return "there are too many sweeps";
    g->sweep[g->sweeps++] = value;
    return NULL;
}

/* Texts of options that may be repeated; they are read later. NULL, or what to write instead. Order
 * and repetition are kept. */
static const char *take(const char **list, int *n, int most, const char *value)
{
    if (*n == most)
        return "there are too many of them";
    list[(*n)++] = value;
    return NULL;
}

static const char *take_design(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    return take(g->design, &g->designs, DESIGNS_MAX, value);
}

static const char *take_where(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    return take(g->where, &g->wheres, WHERES_MAX, value);
}

static const char *take_by(void *to, const struct arg *row, const char *value)
{
    struct sim_given *g = to;
    (void)row;
    return take(g->by, &g->bys, BY_MAX, value);
}

/* In the order of enum sim_keep_by. */
static const char *const keep_ways[KEEP_WAYS + 1] = {"first",   "longest", "shortest",
                                                     "closest", "widest",  NULL};

/* Two pages of help: who plays what, and what is asked about it. The first rows are one page, the
 * rest the other; a row that is added has to be counted here. */
enum { ROWS_PLAYED = 15 };

/* The rows of both pages, those of who plays first (ROWS_PLAYED). */
static const struct arg options[] = {
    ARGS_TEXT("bots", "A,B,...", struct sim_given, bots,
              "who plays; the last one takes all remaining seats\n"
              "(default: greedy,random); --bots help lists them"),
    ARGS_CALL("bot", "NAME=exec:CMD", take_program, 0, 0,
              "a program that plays, for --bots NAME; repeatable"),
    ARGS_TEXT("players", "N", struct sim_given, players,
              "number of seats (default: one per bot, at least 2)"),
    ARGS_NUMBER(ARG_COUNT, "games", "N", struct sim_given, games, 1, 1e12,
                "number of games, rounded up to whole deals (default: 1000)"),
    ARGS_CALL("set", "KEY=VALUE", take_set, 0, 0,
              "an option of the game: books=2, cards=@FILE; repeatable"),
    ARGS_TEXT("numbers", "FILE", struct sim_given, numbers,
              "play by other numbers; charlatan numbers prints them"),
    ARGS_CALL("sweep", "KEY=VALUES", take_sweep, 0, 0,
              "the same deals at each value: 1..6 or x,y,z; repeatable"),
    ARGS_TEXT("seed", "S", struct sim_given, seed,
              "fixes the deals: a number or 64 hex digits (default: 1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct sim_given, threads, 1, 256,
                "1 to 256 (default: one per core); same results"),
    ARGS_TEXT("gpu", "CARD", struct sim_given, gpu,
              "play random and greedy on GPU 0, 1 ..., or on host"),
    ARGS_FLAG("json", struct sim_given, json, "print one JSON object instead of tables"),
    ARGS_TEXT("report", "FILE", struct sim_given, report,
              "write an HTML report with plots; - is standard output"),
    ARGS_NUMBER(ARG_WHOLE, "keep", "N", struct sim_given, keep, 0, 10000,
                "write the records of N games (default: 0)"),
    ARGS_CHOICE("keep-by", "HOW", struct sim_given, keep_by, keep_ways,
                "first (default), longest, shortest, closest or widest"),
    ARGS_TEXT("keep-dir", "DIR", struct sim_given, keep_dir,
              "the folder for records (default: records)"),
    ARGS_FLAG("quiet", struct sim_given, quiet, "no progress; with - as FILE, no tables either"),
    ARGS_CALL("design", "NAME=OPTIONS", take_design, 0, 0,
              "a set of options, such as 'B=rounds=4 first=0' or\n"
              "B=@FILE; two or more are compared on the same deals"),
    ARGS_FLAG("metrics", struct sim_given, metrics,
              "list the columns: what is recorded for each seat"),
    ARGS_CALL("where", "CONDITION", take_where, 0, 0,
              "compare the seats that meet it with the others:\n"
              "led_after_1, 'score>=50', 'a|b'; several must all hold"),
    ARGS_CALL("by", "COLUMN", take_by, 0, 0, "results for each value of a column, or of two"),
    ARGS_TEXT("show", "A,B,...", struct sim_given, show,
              "more columns to average for --where and --by"),
    ARGS_TEXT("csv", "FILE", struct sim_given, csv,
              "write a line for each game and seat, all columns"),
    ARGS_TEXT("jsonl", "FILE", struct sim_given, jsonl,
              "write one JSON line per game; - is standard output"),
    ARGS_TEXT("columns", "A,B,...", struct sim_given, columns,
              "the columns of --csv, and of --jsonl as well"),
    ARGS_TEXT("until", "METRIC=HALF", struct sim_given, until,
              "stop when the interval is this narrow: wins=0.5 is plus\n"
              "or minus half a point (--games, or 1000000, at most)"),
    ARGS_TEXT("resume", "FILE", struct sim_given, resume,
              "continue the run in this file, and keep the new sums\n"
              "there"),
    {0},
};

/* What is asked about the games, as a page of its own: sim ask --help. */
static void print_asking(void)
{
    puts("Usage: charlatan sim arcane|quacks [options]\n"
         "\n"
         "Comparing designs, and asking about games:\n");
    args_print_rows(options + ROWS_PLAYED, 22);
    puts("\nMore: man charlatan-sim, docs/sim.md.");
}

/* What a build can do with mpirun depends on how it was configured. Always 1: both pages are
 * printed here. */
static int print_help(const struct args *a, int argc, char **argv)
{
    /* The last one is the end of the rows. */
    struct arg played[ROWS_PLAYED + 1] = {{0}};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "ask")) {
            print_asking();
            return 1;
        }
    memcpy(played, a->rows, ROWS_PLAYED * sizeof played[0]);
    fputs(a->head, stdout);
    args_print_rows(played, a->column);
    printf("%s%s\nCompare designs, filter, CSV, stop when sure: charlatan sim ask --help\n",
           a->foot, ranks_about());
    return 1;
}

/* `foot` is followed by what this build can do with ranks (print_help). */
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

/* For the report. snprintf returns the length of what was cut too, so `n` may pass the end. Words
 * are joined by blanks as they are; the line is for people and need not be safe for a shell. */
static void keep_line(struct sim_command *c, int argc, char **argv)
{
    size_t n = (size_t)snprintf(c->line, sizeof c->line, "charlatan");
    for (int i = 0; i < argc && n < sizeof c->line; i++)
        n += (size_t)snprintf(c->line + n, sizeof c->line - n, " %s", argv[i]);
}

/* Only one stream of lines is kept in order, and only one thing can go to standard output.
 * STATUS_FINE, or STATUS_USAGE after a message. Opens nothing. */
static int read_files(struct sim_command *c, const struct sim_given *g)
{
    c->report = g->report;
    c->lines = g->csv ? g->csv : g->jsonl;
    c->keep_dir = g->keep_dir;
    c->resume = g->resume;
    c->gpu = g->gpu;
    c->json = g->json;
    c->plan.line_form = g->csv ? LINES_CSV : g->jsonl ? LINES_JSON : NO_LINES;
    if (g->csv && g->jsonl)
        return args_say("sim", STATUS_USAGE, "write either --csv or --jsonl, not both at once");
    /* Moves are not in the file of sums, so records of earlier deals could not be written. */
    if (g->resume && g->keep)
        return args_say("sim", STATUS_USAGE, "--keep cannot be used with --resume");
    if (g->json + sim_is_stdout(g->report) + sim_is_stdout(c->lines) > 1)
        return args_say("sim", STATUS_USAGE,
                        "only one of --json, --report -, --csv - and --jsonl - can go to standard "
                        "output");
    return STATUS_FINE;
}

/* The order matters: see sim_given.h. *done stays 1 unless there is something to play. */
static int read_all(struct sim_command *c, struct sim_given *g, char **rest, int *done)
{
    struct sim_plan *p = &c->plan;
    if (sim_read_game(p, g, rest) || sim_read_bots(p, g) || sim_read_sets(p, g) ||
        sim_read_amounts(p, g))
        return STATUS_USAGE;
    plan_metrics(p);
    if (g->metrics) {
        sim_list_columns(p);
        return STATUS_FINE;
    }
    if (sim_read_questions(p, g) < 0)
        return STATUS_USAGE;
    int status = read_files(c, g);
    *done = status != STATUS_FINE;
    return status;
}

/* All ranks but the first are silenced, because one message is enough. `c` is zeroed first, so it
 * can be freed whatever happens. Ranks that are silenced still read everything, because they all
 * need the plan. */
int sim_options_read(struct sim_command *c, int argc, char **argv, int loud, int *done)
{
    struct sim_given g = {.command = "sim", .threads = sim_cores(), .keep_dir = "records"};
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
    return read_all(c, &g, rest, done);
}
