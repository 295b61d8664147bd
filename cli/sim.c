/* `charlatan sim`: lets bots play many games, prints the results and writes them to files. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "args/file.h"
#include "cli/sim.h"
#include "match/record_write.h"
#include "sim/crew.h"
#include "sim/gpu.h"
#include "sim/luck.h"
#include "sim/print.h"
#include "sim/ranks.h"
#include "sim/report.h"
#include "sim/resume.h"
#include "wire/hex.h"

/* The reason is in errno. Returns STATUS_FAILED. */
static int cannot_write(const char *path)
{
    return args_say_file("sim", STATUS_FAILED, path);
}

/* ---- records ---- */

/* The seed of a deal follows from the seed of the run, so the moves are all that had to be kept.
 * Players are named by the texts of their bots, with options. 0, or -1 with errno. The record has
 * no people and no times, so it is the same whenever it is written. */
static int write_record(const struct sim_command *c, const struct sim_record *k, const char *path)
{
    const struct sim_plan *p = &c->plan;
    struct writer w = {0};
    uint8_t seed[32];
    uint64_t options[MAX_STATE_BYTES / 8];
    /* `options` and `seed` are filled below; the record only points there. */
    struct record_written r = {.json = p->json,
                               .options = options,
                               .seed = seed,
                               .move = k->moves.at,
                               .moves = k->moves.n};
    deal_seed(p->seed, k->deal, seed);
    deal_options(p, k->deal, k->setting, options);
    for (int seat = 0; seat < p->players; seat++)
        r.name[seat] = p->text[p->kind[p->seating[k->seating][seat]]];
    record_write(&w, &r);
    int written = file_write(path, w.at, w.n);
    writer_free(&w);
    return written;
}

/* The file name has the deal, the seating and, in a sweep, the setting, so every game has its own
 * file. errno is set for a path that is too long; file_write sets it for all other errors. Stops at
 * the first file that fails: the others would fail alike. */
static int write_records(const struct sim_command *c, const struct sim_shelf *kept)
{
    for (int i = 0; i < kept->n; i++) {
        const struct sim_record *k = &kept->at[i];
        char path[PATH_MAX], value[80] = "";
        if (c->plan.sweeps)
            /* Settings are numbered from 1 for people. */
            snprintf(value, sizeof value, "-value%d", k->setting + 1);
        int n = snprintf(path, sizeof path, "%s/%s-deal%lld-seating%d%s.jsonl", c->keep_dir,
                         c->plan.game->name, (long long)k->deal, k->seating + 1, value);
        errno = ENAMETOOLONG;
        if (n >= PATH_MAX || write_record(c, k, path) < 0)
            return cannot_write(path);
    }
    if (kept->n && !c->plan.quiet)
        fprintf(stderr, "%d record%s in %s/\n", kept->n, kept->n == 1 ? "" : "s", c->keep_dir);
    return STATUS_FINE;
}

/* ---- results ---- */

/* Prints a time in the unit that gives it one to three digits before the point. `us` is in
 * microseconds. */
static void say_time(double us)
{
    const char *unit = us < 1 ? "ns" : us < 1e3 ? "us" : us < 1e6 ? "ms" : "s";
    double shown = us < 1 ? us * 1e3 : us < 1e3 ? us : us < 1e6 ? us / 1e3 : us / 1e6;
    fprintf(stderr, "%.*f %s", shown < 9.95, shown, unit);
}

/* On standard error, because times differ from run to run and results do not. Of this run alone;
 * deals that --resume brought are not counted. */
static void say_times(const struct sim_results *r)
{
    double games = (double)((r->deals - r->plan->first) * r->seatings * r->settings);
    fprintf(stderr, "%.0f game%s in %.1f s, %.0f games/s. A decision takes", games,
            games == 1 ? "" : "s", r->seconds, games / r->seconds);
    for (int i = 0; i < r->bots; i++) {
        fprintf(stderr, "%s %s ", i ? "," : "", r->bot[i]);
        say_time(r->bot_us[i]);
    }
    fputs(".\n", stderr);
}

/* The report is made in memory first: file_write then writes all of it or nothing. Returns an exit
 * status, FINE if no report is wanted. */
static int write_report(const struct sim_command *c, const struct sim_results *r)
{
    size_t n;
    int status = STATUS_FINE;
    if (!c->report)
        return status;
    char *text = report_make(r, &n);
    if (sim_is_stdout(c->report)) {
        fwrite(text, 1, n, stdout);
        args_flush();
    } else if (file_write(c->report, text, n) < 0)
        status = cannot_write(c->report);
    free(text);
    return status;
}

/* Standard output carries one thing only: if the lines or the report go there, tables go to
 * standard error. With --json there are no tables at all. */
static void print_tables(const struct sim_command *c, const struct sim_results *r)
{
    /* --json is the third thing that may go there; read_files allows only one. */
    int taken = sim_is_stdout(c->lines) || sim_is_stdout(c->report);
    if (c->json)
        print_results_json(stdout, r);
    else if (!taken)
        print_results(stdout, r);
    else if (!c->plan.quiet)
        print_results(stderr, r);
}

/* The deal's seed deals the same game to `charlatan play --seed`. There are no tables: they would
 * lack the games in which the bot fails. A bot that could not even be started has no deal (-1). */
static int say_failure(const struct sim_plan *p, const struct sim_failure *f)
{
    uint8_t seed[32];
    char hex[65];
    fprintf(stderr, "charlatan sim: bot '%s': %s.\n", p->text[f->kind], f->why);
    /* It never began a game. */
    if (f->deal < 0)
        return STATUS_FAILED;
    deal_seed(p->seed, f->deal, seed);
    hex_write(seed, 32, hex);
    fprintf(stderr, "It happened in deal %lld at seat %d; the seed of the deal is\n%s.\n",
            (long long)f->deal, f->seat, hex);
    return STATUS_FAILED;
}

/* Deals that were dropped would be missing for ever, so then the old file stays. Returns an exit
 * status. The file is replaced as a whole, so a crash while writing loses nothing. */
static int write_sums(const struct sim_command *c, const struct sim_harvest *h)
{
    size_t n;
    if (!c->resume)
        return STATUS_FINE;
    if (h->holes)
        return args_say("sim", STATUS_FAILED,
                        "the --resume file is unchanged: some deals were dropped");
    char *text = resume_make(&h->results, &n);
    int written = file_write(c->resume, text, n);
    free(text);
    return written < 0 ? cannot_write(c->resume) : STATUS_FINE;
}

/* The tables are flushed before the files, which take a while; cli/main.c checks whether that
 * worked. All files are tried, even if one fails. A run without a whole deal has nothing to
 * average, so nothing is written. The statuses are or-ed: every failure is 1. */
static int write_results(struct sim_command *c, struct sim_harvest *h)
{
    struct sim_results *r = &h->results;
    int status = STATUS_FINE;
    r->command = c->line;
    print_tables(c, r);
    args_flush();
    /* Interrupted before the first deal had been played in all seatings. */
    if (r->deals == 0) {
        fputs("charlatan sim: no deal was finished.\n", stderr);
        return STATUS_INTERRUPTED;
    }
    if (!c->plan.quiet)
        say_times(r);
    status |= write_sums(c, h) | write_report(c, r) | write_records(c, &h->kept);
    return status ? status : h->interrupted ? STATUS_INTERRUPTED : STATUS_FINE;
}

/* Opens the folder for records, and makes it if there is none. 0, or -1 with errno. A folder that
 * is there must be writable; its files are left alone. */
static int open_folder(const char *path)
{
    struct stat is;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST || stat(path, &is) < 0)
        return -1;
    /* For a file of that name; access sets its own errno. */
    errno = ENOTDIR;
    return S_ISDIR(is.st_mode) ? access(path, W_OK | X_OK) : -1;
}

/* The names of the columns; a file that is continued has them. Nothing for lines of JSON, which
 * name their members. */
static void begin_csv(const struct sim_command *c)
{
    struct writer w = {0};
    if (c->plan.line_form != LINES_CSV || c->plan.first)
        return;
    columns_csv_head(&c->plan, &w);
    fwrite(w.at, 1, w.n, c->plan.lines);
    writer_free(&w);
}

/* Opens the files before anything is played, so that a wrong path is noticed at once and not after
 * an hour. Returns an exit status. Lines of a continued run are appended: the deals before are
 * there already. */
static int open_files(struct sim_command *c)
{
    if (c->report && !sim_is_stdout(c->report) && file_check(c->report) < 0)
        return cannot_write(c->report);
    if (c->plan.keep && open_folder(c->keep_dir) < 0)
        return cannot_write(c->keep_dir);
    if (c->resume && file_check(c->resume) < 0)
        return cannot_write(c->resume);
    if (sim_is_stdout(c->lines))
        c->plan.lines = stdout;
    else if (c->lines && !(c->plan.lines = fopen(c->lines, c->plan.first ? "a" : "w")))
        return cannot_write(c->lines);
    begin_csv(c);
    return STATUS_FINE;
}

/* A file that does not exist yet is a run that has not begun. On rank 0 only. If the file is of
 * another run, that is refused: sums of different questions cannot be added. */
static int open_sums(struct sim_command *c)
{
    struct refusal why = {0};
    int status = STATUS_FINE;
    if (c->resume && access(c->resume, F_OK) == 0) {
        c->earlier = resume_read(&c->plan, c->resume, &why);
        if (!c->earlier)
            status = args_complain("sim", "--resume", c->resume, why.message);
    }
    c->plan.earlier = c->earlier;
    c->plan.first = c->earlier ? c->earlier->deals : 0;
    return status;
}

/* Lines are written during the run, so that a long run can be followed. If one could not be
 * written, the file is cut after the last whole line. The first error counts: it is the one that
 * explains the others. Returns an exit status. */
static int close_lines(struct sim_command *c, const struct sim_harvest *h)
{
    FILE *lines = c->plan.lines;
    int why = h->lines_error;
    if (!lines)
        return STATUS_FINE;
    if ((lines == stdout ? fflush(lines) : fclose(lines)) && !why)
        why = errno;
    if (!why)
        return STATUS_FINE;
    if (lines != stdout)
        file_keep_lines(c->lines);
    errno = why;
    return cannot_write(lines == stdout ? "standard output" : c->lines);
}

/* A limit on file size, or a reader who closes the pipe before the tables end, must not end the
 * run, because the files are still wanted. But if the lines go to a pipe and its reader leaves, the
 * run ends. Writes then fail with EFBIG or EPIPE, which their callers report. */
static void ignore_signals(const struct sim_command *c)
{
    signal(SIGXFSZ, SIG_IGN);
    if (!sim_is_stdout(c->lines))
        signal(SIGPIPE, SIG_IGN);
}

/* The GPU of --gpu: its number, or the processor. It stays NULL in the plan without --gpu. It is
 * closed in run(), also after a failure. */
static int open_gpu(struct sim_command *c, const struct ranks *ranks)
{
    struct refusal why;
    char *end = NULL;
    if (!c->gpu)
        return STATUS_FINE;
    int host = strcmp(c->gpu, "host") == 0;
    long number = host ? -1 : strtol(c->gpu, &end, 10);
    if (!host && (!*c->gpu || *end || number < 0 || number > 63))
        return args_complain("sim", "--gpu", c->gpu, "give the number of a GPU, or host");
    if (ranks->size > 1)
        return args_complain("sim", "--gpu", c->gpu, "a GPU cannot play for several ranks");
    c->plan.gpu = sim_gpu_open(&c->plan, (int)number, &why);
    return c->plan.gpu ? STATUS_FINE : args_complain("sim", "--gpu", c->gpu, why.message);
}

/* All ranks play; only rank 0 opens files, prints and writes. If it cannot open them, it must stop
 * the other ranks. Each rank has a part of the lines, so all of them take part in gathering.
 * Returns an exit status; on other ranks than 0 it is only that of their own work. Whatever was
 * opened is closed, but a failure before sim_run ends the process with the files open. */
static int run(struct sim_command *c, const struct ranks *ranks)
{
    struct sim_harvest h;
    int status = STATUS_FINE;
    ignore_signals(c);
    if (ranks->rank == 0 && !(status = open_sums(c)))
        status = open_files(c);
    if (!status)
        status = open_gpu(c, ranks);
    if (status) {
        ranks_stop(status);
        return status;
    }
    /* Only rank 0 has read the file of sums. */
    ranks_share(&c->plan.first, sizeof c->plan.first);
    sim_run(&c->plan, ranks, &h);
    if (ranks->rank == 0)
        status = h.failure.there ? say_failure(&c->plan, &h.failure) : write_results(c, &h);
    /* After the tables, because it may take as long as writing all lines again. */
    gather_lines(&c->plan, ranks, &h);
    if (ranks->rank == 0 && h.lines_lost) {
        fprintf(stderr, "charlatan sim: %s is incomplete: there was no room for temporary files.\n",
                c->lines);
        status = STATUS_FAILED;
    }
    if (close_lines(c, &h))
        status = STATUS_FAILED;
    harvest_free(&h);
    sim_gpu_close(c->plan.gpu);
    return status;
}

/* All ranks read the options, but only rank 0 prints messages. The struct is too large for the
 * stack. */
int sim_main(int argc, char **argv)
{
    struct ranks ranks;
    int done, status;
    struct sim_command *c = malloc(sizeof *c);
    MUST(c);
    if (ranks_open(&ranks) < 0) {
        fputs("charlatan sim: this build cannot share deals among MPI ranks; run it without "
              "mpirun.\n",
              stderr);
        free(c);
        return STATUS_FAILED;
    }
    status = sim_options_read(c, argc, argv, ranks.rank == 0, &done);
    if (!done)
        status = run(c, &ranks);
    earlier_free(&c->plan, c->earlier);
    plan_free(&c->plan);
    ranks_close();
    free(c);
    return status;
}
