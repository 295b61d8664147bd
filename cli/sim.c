/* charlatan sim: bots play many games, and what came of them is printed and written to files. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "cli/sim.h"
#include "match/record_write.h"

static int cannot_write(const char *path)
{
    return args_say_file("sim", STATUS_FAILED, path);
}

/* ---- records ---- */

static int write_file(const char *path, const struct writer *w)
{
    FILE *to = fopen(path, "w");
    if (!to)
        return -1;
    int whole = fwrite(w->at, 1, w->n, to) == w->n;
    return fclose(to) || !whole ? -1 : 0;
}

static int write_record(const struct sim_command *c, const struct kept *k, const char *path)
{
    const struct plan *p = &c->plan;
    struct writer w = {0};
    uint8_t seed[32];
    struct recorded r = {.json = p->json,
                         .options = p->begun[k->setting],
                         .seed = seed,
                         .move = (const uint8_t(*)[2])k->moves.at,
                         .moves = k->moves.n};
    deal_seed(p->seed, k->deal, seed);
    for (int seat = 0; seat < p->players; seat++)
        r.name[seat] = p->text[p->kind[p->seating[k->seating][seat]]];
    record_write(&w, &r);
    int written = write_file(path, &w);
    writer_free(&w);
    return written;
}

static int write_records(const struct sim_command *c, const struct shelf *kept)
{
    for (int i = 0; i < kept->n; i++) {
        const struct kept *k = &kept->at[i];
        char path[PATH_MAX], value[80] = "";
        if (c->sweep[0])
            snprintf(value, sizeof value, "-value%d", k->setting + 1);
        int n = snprintf(path, sizeof path, "%s/%s-deal%lld-seating%d%s.jsonl", c->keep_dir,
                         c->plan.game->name, (long long)k->deal, k->seating + 1, value);
        errno = ENAMETOOLONG;
        if (n >= PATH_MAX || write_record(c, k, path) < 0)
            return cannot_write(path);
    }
    return STATUS_FINE;
}

/* ---- results ---- */

static void say_times(const struct results *r)
{
    double games = (double)(r->games * r->settings);
    fprintf(stderr, "%.0f games in %.1f s, %.0f games/s. A decision takes", games, r->seconds,
            games / r->seconds);
    for (int i = 0; i < r->bots; i++)
        fprintf(stderr, "%s %s %.3g us", i ? "," : "", r->bot[i], r->bot_us[i]);
    fputs(".\n", stderr);
}

static int write_report(const struct sim_command *c, const struct results *r)
{
    char why[MAX_SENTENCE];
    if (!c->report || report_write(r, c->report, why) == 0)
        return STATUS_FINE;
    fprintf(stderr, "charlatan sim: %s\n", why);
    return STATUS_FAILED;
}

static int write_results(struct sim_command *c, struct harvest *h)
{
    struct results *r = &h->results;
    int status = STATUS_FINE;
    signal(SIGPIPE, SIG_IGN); /* who reads only the first lines still gets the files */
    r->command = c->line;
    r->sweep = c->sweep[0] ? c->sweep : NULL;
    (c->json ? print_results_json : print_results)(stdout, r);
    fflush(stdout); /* before the files, which take a while; cli/main.c looks whether it worked */
    if (r->deals == 0) {
        fputs("charlatan sim: no whole deal was played.\n", stderr);
        return STATUS_INTERRUPTED;
    }
    if (!c->plan.quiet)
        say_times(r);
    status |= write_report(c, r) | write_records(c, &h->kept);
    return status ? status : h->interrupted ? STATUS_INTERRUPTED : STATUS_FINE;
}

/* A folder that records can be written to, made where there is none. */
static int open_folder(const char *path)
{
    struct stat is;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST || stat(path, &is) < 0)
        return -1;
    errno = ENOTDIR;
    return S_ISDIR(is.st_mode) ? access(path, W_OK | X_OK) : -1;
}

/* Before anything is played: a wrong path is to be noticed at once, not after an hour. */
static int open_files(struct sim_command *c)
{
    FILE *report = c->report ? fopen(c->report, "a") : NULL;
    if (c->report && !report)
        return cannot_write(c->report);
    if (report)
        fclose(report);
    if (c->plan.keep && open_folder(c->keep_dir) < 0)
        return cannot_write(c->keep_dir);
    if (c->jsonl && !(c->plan.lines = fopen(c->jsonl, "w")))
        return cannot_write(c->jsonl);
    return STATUS_FINE;
}

static int close_lines(struct sim_command *c)
{
    FILE *lines = c->plan.lines;
    if (!lines)
        return STATUS_FINE;
    int bad = ferror(lines);
    errno = EIO; /* what it was when it happened is long forgotten */
    return fclose(lines) || bad ? cannot_write(c->jsonl) : STATUS_FINE;
}

static int run(struct sim_command *c, const struct ranks *ranks)
{
    struct harvest h;
    int status = STATUS_FINE;
    if (ranks->rank == 0)
        status = open_files(c);
    if (status) {
        ranks_stop(status); /* the others do not know */
        return status;
    }
    sim_run(&c->plan, ranks, &h);
    if (ranks->rank == 0)
        status = write_results(c, &h);
    gather_lines(&c->plan, ranks, &h);
    if (ranks->rank == 0 && h.lines_lost) {
        fprintf(stderr, "charlatan sim: %s is not whole: no room for temporary files.\n", c->jsonl);
        status = STATUS_FAILED;
    }
    if (close_lines(c))
        status = STATUS_FAILED;
    harvest_free(&h);
    return status;
}

int sim_main(int argc, char **argv)
{
    struct ranks ranks;
    int done, status;
    struct sim_command *c = malloc(sizeof *c);
    MUST(c);
    if (ranks_open(&ranks) < 0) {
        fputs("charlatan sim: this build knows nothing of MPI; run it without mpirun.\n", stderr);
        free(c);
        return STATUS_FAILED;
    }
    status = sim_options_read(c, argc, argv, ranks.rank == 0, &done);
    if (!done)
        status = run(c, &ranks);
    plan_free(&c->plan);
    ranks_close();
    free(c);
    return status;
}
