/* `charlatan review FILE`: says where each player lost chances to win, and what luck did. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "args/file.h"
#include "cli/refusals.h"
#include "cli/review_file.h"
#include "cli/review_many.h"
#include "cli/verify.h"
#include "board/page.h"
#include "review/report.h"
#include "tui/review_page.h"
#include "wire/game.h"
#include "wire/refuse.h"

/* The command line. --report goes besides words or --json, the others exclude each other
 * (read_wanted). */
struct review_options {
    const char *path;
    /* Where the page goes, or NULL. */
    const char *report;
    int boards;
    int json, csv;
    /* Nothing is kept, and nothing that was kept is used. */
    int anew;
    /* Whose decisions count in the table, or NULL. */
    const char *name;
    struct review_ask ask;
    /* As they are read; `ask` has them in its own types. */
    int samples;
    long long seed;
};

/* One review of one file. On the heap, because a record is large. Zeroed, so that record and review
 * can be freed whether they were made or not. */
struct review_job {
    const struct review_options *wanted;
    struct record record;
    struct review review;
};

/* ---- the command line ---- */

static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "seat", "N", struct review_options, ask.seat, 0, MAX_SEATS - 1,
                "review this seat only; seats count from 0"),
    ARGS_FLAG("json", struct review_options, json, "print one JSON object instead of words"),
    ARGS_FLAG("boards", struct review_options, boards,
              "show the board before each mistake, as the player saw it"),
    ARGS_TEXT("report", "FILE", struct review_options, report,
              "write an HTML page with a graph; - is standard output"),
    ARGS_FLAG("csv", struct review_options, csv,
              "print a table of losses by kind of decision, of all records"),
    ARGS_TEXT("name", "NAME", struct review_options, name, "with --csv: count this player only"),
    ARGS_NUMBER(ARG_REAL, "seconds", "S", struct review_options, ask.seconds, 0.1, 86400,
                "finish in about S seconds, with fewer samples if need be"),
    ARGS_NUMBER(ARG_WHOLE, "samples", "N", struct review_options, samples, REVIEW_SAMPLES_LEAST,
                REVIEW_SAMPLES_MOST, "simulated games per answer, in each half (96; Quacks: 256)"),
    ARGS_NUMBER(ARG_COUNT, "seed", "N", struct review_options, seed, 0, 9007199254740991.0,
                "simulate other games (default 1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct review_options, ask.threads, 1, REVIEW_THREADS,
                "positions reviewed at the same time (default: one per core)"),
    ARGS_FLAG("no-keep", struct review_options, anew,
              "review again, and write no FILE.review.json"),
    {0},
};

static const struct args command_line = {
    .command = "review",
    .head = "Usage: charlatan review FILE [--seat N] [--json] [--report FILE]\n"
            "       charlatan review DIR --csv [--seat N] [--name NAME]\n"
            "\n"
            "Reviews a recorded game: how much winning chance each answer lost compared with\n"
            "the best one, and what luck gave or took, by what the player knew then. Losses\n"
            "of at least 3 % and three standard errors are marked, by the whole percent:\n"
            "doubtful, from 6 % mistake, from 12 % blunder. Luck is everything else, marked\n"
            "from 6 % in the same way. For each player, start + luck + skill = result.\n"
            "\n",
    .foot = "\n"
            "Without --seconds the same file, seed and samples give the same review. It is\n"
            "kept next to the record, in FILE.review.json, and reused next time.\n"
            "'charlatan sim --keep' writes records; servers and 'play' do, too.\n",
    .column = 17,
    .rows = options,
};

/* NULL is no path. */
static int is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* -1; or the exit status if there is nothing to do. */
static int read_wanted(struct review_options *q, int argc, char **argv)
{
    char **files;
    int status = args_read(&command_line, argc, argv, q, &files, NULL);
    if (status >= 0)
        return status;
    if (!*files)
        return args_say("review", STATUS_USAGE, "say which file; see --help");
    if (files[1])
        return args_complain("review", "argument", files[1], "one file at a time; see --help");
    if (q->csv && q->json)
        return args_say("review", STATUS_USAGE, "--csv and --json exclude each other");
    if (q->name && !q->csv)
        return args_say("review", STATUS_USAGE, "--name needs --csv");
    if (q->json && is_stdout(q->report))
        return args_say("review", STATUS_USAGE,
                        "only one of --json and --report - can go to standard output");
    if (q->csv && q->report)
        return args_say("review", STATUS_USAGE, "--csv and --report exclude each other");
    q->path = *files;
    /* 0 means the usual number, which differs by game. */
    q->ask.samples = (uint32_t)q->samples;
    q->ask.seed = (uint64_t)q->seed;
    return -1;
}

/* ---- progress ---- */

/* One line that is written over, and only on a terminal. Called by the thread that asked for the
 * review. */
static void show_progress(void *with, uint32_t done, uint32_t all)
{
    (void)with;
    fprintf(stderr, "\rReviewed %u of %u positions", (unsigned)done, (unsigned)all);
    fflush(stderr);
}

/* Erases to the end of the line, whatever was on it. */
static void clear_progress(void)
{
    fputs("\r\033[K", stderr);
}

/* ---- what comes of it ---- */

static void print_object(const struct review_job *d)
{
    struct writer w = {0};
    review_write(&w, &d->review);
    printf("%s\n", w.at);
    writer_free(&w);
}

static int refuse(const struct refusal *why, int status)
{
    return args_say("review", status, why->message);
}

/* Also when the review was stopped, which nobody does here. */
static int no_memory(void)
{
    struct refusal why;
    because(&why, ROW(review_no_memory));
    return refuse(&why, STATUS_FAILED);
}

/* The page is made in memory first: file_write then writes all of it or nothing. Returns an exit
 * status. Standard output is flushed here and its failure kept for args_end. */
static int write_report(const struct review_job *d, const struct review_voice *voice)
{
    const char *path = d->wanted->report;
    size_t n;
    int status = STATUS_FINE;
    char *text = review_report(&d->review, voice, &n);
    if (!text)
        return no_memory();
    if (is_stdout(path)) {
        fwrite(text, 1, n, stdout);
        args_flush();
    } else if (file_write(path, text, n) < 0)
        status = args_say_file("review", STATUS_FAILED, path);
    free(text);
    return status;
}

/* With --boards every called mistake is followed up; luck has no board. Positions are those before
 * the answer, as its seat saw them. */
static void print_words(const struct review_job *d, const struct review_voice *voice)
{
    struct review_moment m = {0};
    review_print(&d->review, voice);
    /* Moments come in the order of the game, luck among them. */
    for (uint32_t from = 0; d->wanted->boards && review_moment(&d->review, REVIEW_ALL, from, &m);
         from = m.number + 1)
        if (!m.luck) {
            page_print("\nBefore action %u: %s\n", (unsigned)m.step->move + 1,
                       voice->names[m.part->seat]);
            review_print_place(&d->review, voice, &m);
        }
}

/* Standard output carries one thing only. Words are printed besides a report that goes to a
 * file. */
static int tell(const struct review_job *d)
{
    const char *names[MAX_SEATS];
    for (int seat = 0; seat < MAX_SEATS; seat++)
        names[seat] = d->record.called[seat];
    struct review_speaker speaker = review_speaker(d->review.game, names);
    if (d->wanted->json)
        print_object(d);
    else if (!is_stdout(d->wanted->report))
        print_words(d, &speaker.voice);
    return d->wanted->report ? write_report(d, &speaker.voice) : STATUS_FINE;
}

/* ---- the command ---- */

/* 0; or the exit status if the record cannot be reviewed. A record that is wrong anywhere is not
 * reviewed up to there: the sums would say something about another game. */
static int check(const struct review_job *d)
{
    const struct record *r = &d->record;
    struct refusal why;
    if (r->wrong.line) {
        record_print_wrong(stderr, d->wanted->path, r, &r->wrong);
        return STATUS_FAILED;
    }
    if (!review_knows(r->json->game))
        because(&why, ROW(review_not_possible), r->json->game->name);
    else if (d->wanted->ask.seat >= r->players)
        because(&why, ROW(seat_too_high), d->wanted->ask.seat, r->players);
    else
        return 0;
    return refuse(&why, STATUS_USAGE);
}

/* Returns an exit status. The bar is cleared before anything is printed, also on failure. `wrong`
 * tells a wrong record (line) from a lack of memory. */
static int run(struct review_job *d)
{
    struct review_ask ask = d->wanted->ask;
    struct record_wrong wrong = {0};
    /* Logs and pipes get no progress. */
    int shows = isatty(STDERR_FILENO);
    ask.progress = shows ? show_progress : NULL;
    int made = review_kept_or_made(&d->review, &d->record, d->wanted->anew ? NULL : d->wanted->path,
                                   &ask, &wrong);
    if (shows)
        clear_progress();
    if (made == 0)
        return tell(d);
    if (!wrong.line)
        return no_memory();
    record_print_wrong(stderr, d->wanted->path, &d->record, &wrong);
    return STATUS_FAILED;
}

/* Returns an exit status; the caller frees record and review. */
static int review(struct review_job *d)
{
    if (record_load(&d->record, d->wanted->path) < 0)
        return args_say_file("review", STATUS_USAGE, d->wanted->path);
    /* A wrong path is noticed before anything is computed. */
    if (d->wanted->report && !is_stdout(d->wanted->report) && file_check(d->wanted->report) < 0)
        return args_say_file("review", STATUS_FAILED, d->wanted->report);
    int status = check(d);
    return status ? status : run(d);
}

/* --csv is another command in all but its name, and takes folders. */
int review_main(int argc, char **argv)
{
    struct review_options q = {.ask = {.seat = REVIEW_ALL, .threads = review_threads()},
                               .seed = REVIEW_SEED};
    int status = read_wanted(&q, argc, argv);
    if (status >= 0)
        return status;
    if (q.csv)
        return review_many(q.path, q.name, !q.anew, &q.ask);
    struct review_job *d = calloc(1, sizeof *d);
    MUST(d);
    d->wanted = &q;
    status = review(d);
    record_free(&d->record);
    review_free(&d->review);
    free(d);
    return status;
}
