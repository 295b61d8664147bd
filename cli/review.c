/* `charlatan review FILE`: says where each player lost chances to win, and what luck did. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "cli/refusals.h"
#include "cli/review_many.h"
#include "cli/verify.h"
#include "review/review.h"
#include "tui/page.h"

/* The command line. */
struct wanted {
    const char *path;
    int json, csv;
    /* Whose decisions count in the table, or NULL. */
    const char *name;
    struct review_ask ask;
    /* As they are read; `ask` has them in its own types. */
    int samples;
    long long seed;
};

/* One review of one file. On the heap, because a record is large. */
struct desk {
    const struct wanted *wanted;
    struct record record;
    struct review review;
};

/* ---- the command line ---- */

static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "seat", "N", struct wanted, ask.seat, 0, MAX_SEATS - 1,
                "review this seat only; seats count from 0"),
    ARGS_FLAG("json", struct wanted, json, "print one JSON object instead of words"),
    ARGS_FLAG("csv", struct wanted, csv,
              "print a table of losses by kind of decision, of all records"),
    ARGS_TEXT("name", "NAME", struct wanted, name, "with --csv: count this player only"),
    ARGS_NUMBER(ARG_REAL, "seconds", "S", struct wanted, ask.seconds, 0.1, 86400,
                "be done after about S seconds, with fewer samples if need be"),
    ARGS_NUMBER(ARG_WHOLE, "samples", "N", struct wanted, samples, REVIEW_SAMPLES_LEAST,
                REVIEW_SAMPLES_MOST,
                "imagined games for each answer, twice\n"
                "(default: 96 in Arcane Alley, 256 in the Quacks)"),
    ARGS_NUMBER(ARG_COUNT, "seed", "N", struct wanted, seed, 0, 9007199254740991.0,
                "other imagined games (default 1)"),
    ARGS_NUMBER(ARG_WHOLE, "threads", "N", struct wanted, ask.threads, 1, REVIEW_THREADS,
                "how many positions are looked at side by side\n(default: one for each core)"),
    {0},
};

static const struct args command_line = {
    .command = "review",
    .head = "Usage: charlatan review FILE [--seat N] [--json] [--seconds S]\n"
            "       charlatan review DIR --csv [--seat N] [--name NAME]\n"
            "\n"
            "Reviews a recorded game: at every decision how much of the win the answer lost\n"
            "compared with the best one, and what luck gave or took, by what the player knew\n"
            "then. Only losses of at least 3 % that are certain (three standard errors) are\n"
            "called: doubtful from 3 %, a mistake from 6 %, a blunder from 12 %. Luck is\n"
            "everything else. For each player start, luck and skill add up to the result.\n"
            "\n",
    .foot = "\n"
            "Without --seconds the same file, seed and samples give the same review.\n"
            "'charlatan sim --keep' writes records; servers and 'play' do, too.\n",
    .column = 15,
    .rows = options,
};

static int usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > REVIEW_THREADS ? REVIEW_THREADS : (int)cores;
}

/* -1; or the exit status if there is nothing to do. */
static int read_wanted(struct wanted *q, int argc, char **argv)
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
    q->path = *files;
    q->ask.samples = (uint32_t)q->samples;
    q->ask.seed = (uint64_t)q->seed;
    return -1;
}

/* ---- progress ---- */

/* One line that is written over, and only on a terminal. */
static void show_progress(void *with, uint32_t done, uint32_t all)
{
    (void)with;
    fprintf(stderr, "\rReviewed %u of %u positions", (unsigned)done, (unsigned)all);
    fflush(stderr);
}

static void clear_progress(void)
{
    fputs("\r\033[K", stderr);
}

/* ---- words ---- */

/* 12.3 for 0.123; never -0.0. */
static double percent(double share)
{
    double p = 100 * share;
    return p > -0.05 && p < 0.05 ? 0 : p;
}

/* "1 mistake", "2 mistakes". Returns buf. */
static char *counted(uint32_t n, const char *what, char buf[32])
{
    snprintf(buf, 32, "%u %s%s", (unsigned)n, what, n == 1 ? "" : "s");
    return buf;
}

static void print_sums(const struct review_seat *s)
{
    char mistakes[32], blunders[32];
    page_print("  start %.1f %%, luck %+.1f %%, skill %+.1f %% (each give or take %.1f): result "
               "%.1f %%\n",
               percent(s->start), percent(review_luck(s)), percent(s->skill), percent(s->error),
               percent(s->result));
    page_print("  luck: %+.1f %% by the beginning, %+.1f %% by own draws, %+.1f %% by the others\n",
               percent(s->beginning), percent(s->own), percent(s->others));
    page_print("  %u decisions: %u fine, %u doubtful, %s, %s; %u lucky, %u unlucky\n",
               (unsigned)s->parts, (unsigned)s->marks[MARK_FINE], (unsigned)s->marks[MARK_DOUBTFUL],
               counted(s->marks[MARK_MISTAKE], "mistake", mistakes),
               counted(s->marks[MARK_BLUNDER], "blunder", blunders), (unsigned)s->lucky,
               (unsigned)s->unlucky);
}

/* The answer that was followed by the most luck, good or bad. */
static const struct review_step *luckiest(const struct review *r, const struct review_part *part)
{
    const struct review_step *most = &r->step[part->first];
    double sign = part->luck < 0 ? -1 : 1;
    for (uint32_t i = 1; i < part->steps; i++)
        if (sign * r->step[part->first + i].own > sign * most->own)
            most = &r->step[part->first + i];
    return most;
}

static void print_luck(const struct review *r, const struct review_part *part)
{
    const struct review_step *step = luckiest(r, part);
    char name[MAX_NAME], text[REVIEW_WORDS];
    const struct view *v = &step->view;
    snprintf(text, sizeof text, "what followed \"%s\" was worth %+.0f %%.",
             v->game->action_name(v->bytes, v->seat, step->chosen, name), percent(part->luck));
    page_fold(
        text,
        page_print("  Action %u, %s: ", (unsigned)step->move + 1, review_luck_id(part->chance)), 4);
}

/* The worst answer of a turn; if others of the same turn lost something, too, what all lost. */
static void print_mark(const struct review *r, const struct review_part *part)
{
    const struct review_step *step = review_worst(r, part);
    char text[REVIEW_WORDS];
    int at = page_print("  Action %u, %s", (unsigned)step->move + 1, review_mark_id(part->mark));
    if (part->called > step->loss)
        at += page_print(" of %.0f %%", percent(part->called));
    at += page_print(": ");
    page_fold(review_sentence(step, text), at, 4);
}

static void print_seat(const struct desk *d, int seat)
{
    const struct review *r = &d->review;
    page_print("\nSeat %d, %s\n", seat, d->record.called[seat]);
    print_sums(&r->seat[seat]);
    for (uint32_t i = 0; i < r->parts; i++) {
        const struct review_part *part = &r->part[i];
        if (part->seat != seat)
            continue;
        if (part->mark != MARK_FINE)
            print_mark(r, part);
        if (part->chance != LUCK_EVEN)
            print_luck(r, part);
    }
}

static void print_review(const struct desk *d)
{
    const struct review *r = &d->review;
    page_print("%s, %d players, %u actions%s\n", r->game->title, r->players, (unsigned)r->moves,
               r->finished ? "" : ", not finished");
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            print_seat(d, seat);
}

static void print_object(const struct desk *d)
{
    struct writer w = {0};
    review_write(&w, &d->review);
    printf("%s\n", w.at);
    writer_free(&w);
}

/* ---- the command ---- */

static int refuse(const struct refusal *why, int status)
{
    return args_say("review", status, why->message);
}

/* 0; or the exit status if the record cannot be reviewed. */
static int check(const struct desk *d)
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

static int run(struct desk *d)
{
    struct review_ask ask = d->wanted->ask;
    struct record_wrong wrong = {0};
    struct refusal why;
    int shows = isatty(STDERR_FILENO);
    ask.progress = shows ? show_progress : NULL;
    int made = review_make(&d->review, &d->record, &ask, &wrong);
    if (shows)
        clear_progress();
    if (made == 0) {
        (d->wanted->json ? print_object : print_review)(d);
        return STATUS_FINE;
    }
    if (!wrong.line) {
        because(&why, ROW(review_no_memory));
        return refuse(&why, STATUS_FAILED);
    }
    record_print_wrong(stderr, d->wanted->path, &d->record, &wrong);
    return STATUS_FAILED;
}

static int review(struct desk *d)
{
    if (record_load(&d->record, d->wanted->path) < 0)
        return args_say_file("review", STATUS_USAGE, d->wanted->path);
    int status = check(d);
    return status ? status : run(d);
}

int review_main(int argc, char **argv)
{
    struct wanted q = {.ask = {.seat = REVIEW_ALL, .threads = usual_threads()}, .seed = 1};
    int status = read_wanted(&q, argc, argv);
    if (status >= 0)
        return status;
    if (q.csv)
        return review_many(q.path, q.name, &q.ask);
    struct desk *d = calloc(1, sizeof *d);
    MUST(d);
    d->wanted = &q;
    status = review(d);
    record_free(&d->record);
    review_free(&d->review);
    free(d);
    return status;
}
