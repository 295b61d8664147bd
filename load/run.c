/* Runs a measurement: starts the server, founds tables, connects the seats, lets them rest, then
 * plays at a steady rate and at full speed. Memory is read between these steps. */
#include "load/run.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "load/child.h"
#include "load/crowd.h"
#include "load/plan.h"
#include "load/report.h"
#include "load/results.h"
#include "load/watch.h"

/* Seconds without progress after which founding or connecting is given up. */
enum { PATIENCE = 60 };

/* Zeroed in the beginning, but for `watch.signals`, so that the end can undo whatever was done.
 * `child.pid` is 0 if the server is somebody else's. */
struct run {
    struct load_plan *plan;
    struct load_results *r;
    struct crowd crowd;
    struct load_watch watch;
    struct child child;
    /* The process whose CPU time and memory are read; 0: not known. */
    pid_t pid;
};

/* ---- going on ---- */

/* One turn of the loop. -1: it failed, or somebody pressed Ctrl-C. Everything that waits goes
 * through here, so that links are opened, failures noticed and Ctrl-C obeyed everywhere. */
static int go_on(struct run *run, int64_t until)
{
    struct crowd *c = &run->crowd;
    crowd_open_wanted(c);
    if (net_wait(&c->net, until) < 0)
        crowd_fail(c, "Waiting for sockets failed: %s.", strerror(errno));
    return c->failure[0] || run->watch.stop ? -1 : 0;
}

/* -1 as go_on. Also used to let the server's buffers settle before its memory is read. */
static int rest(struct run *run, double seconds)
{
    int64_t until = clock_ns() + (int64_t)(1e9 * seconds);
    while (clock_ns() < until)
        if (go_on(run, until) < 0)
            return -1;
    return 0;
}

/* Waits until *have reaches `all`. Gives up after PATIENCE without any progress, not after a total:
 * a hundred thousand tables take their time. `what` is part of messages. */
static int await(struct run *run, const int *have, int all, const char *what)
{
    int64_t moved = clock_ns(), now;
    for (int had = *have; *have < all;) {
        now = clock_ns();
        if (*have != had)
            moved = now, had = *have;
        if (now - moved > (int64_t)PATIENCE * 1000000000)
            crowd_fail(&run->crowd, "Nothing happened for %d s with %d of %d %s.", PATIENCE, *have,
                       all, what);
        if (watch_pulse(&run->watch, now))
            watch_say(&run->watch, "%d of %d %s", *have, all, what);
        if (go_on(run, now + 1000000000) < 0)
            return -1;
    }
    return 0;
}

/* -1 if the server does not offer metrics. Waits, and sends no actions meanwhile, so it is not
 * called within a phase. -1 as well if it is interrupted: `own` is then still that of
 * the last time. */
static int64_t read_own(struct run *run)
{
    struct crowd *c = &run->crowd;
    int64_t until = clock_ns() + (int64_t)PATIENCE * 1000000000;
    crowd_ask_metrics(c);
    while (c->asked_metrics && go_on(run, clock_ns() + 1000000000) == 0)
        if (clock_ns() > until)
            crowd_fail(c, "The server did not answer for %d s.", PATIENCE);
    return c->asked_metrics ? -1 : c->own;
}

/* ---- a phase ---- */

/* Notes the counters at the beginning; count_to takes the differences. From here to count_to the
 * members of `f` that are differences hold the values at the beginning. */
static void count_from(struct run *run, struct load_figures *f)
{
    memset(f, 0, sizeof *f);
    f->net = run->crowd.net.count;
    f->cpu = proc_cpu(run->pid);
    f->own = proc_own_cpu();
    f->busy = proc_busy();
    f->seconds = 1e-9 * (double)clock_ns();
    run->crowd.f = f;
    run->crowd.counting = 1;
}

/* Oks of answers sent in the warm-up are counted, and those still under way at the end are not:
 * about as many. */
static void count_to(struct run *run, struct load_figures *f)
{
    const struct load_net_count *now = &run->crowd.net.count;
    double cpu = proc_cpu(run->pid);
    f->seconds = 1e-9 * (double)clock_ns() - f->seconds;
    f->own = proc_own_cpu() - f->own;
    f->busy = proc_busy() - f->busy;
    f->cpu = cpu < 0 || f->cpu < 0 ? -1 : cpu - f->cpu;
    f->net.messages_in = now->messages_in - f->net.messages_in;
    f->net.messages_out = now->messages_out - f->net.messages_out;
    f->net.bytes_in = now->bytes_in - f->net.bytes_in;
    f->net.bytes_out = now->bytes_out - f->net.bytes_out;
    run->crowd.counting = 0;
}

/* Sends the actions that are due, and returns when the next is due. People act independently of
 * each other, so the gaps are exponential. An action that finds no seat ready is due but not sent,
 * and does not come later: a crowd that waited for the server and then caught up would hide its
 * delays. The server is not spared if this program is late: what was due meanwhile is sent at once,
 * and `late` tells. */
static int64_t send_due(struct run *run, int64_t due, double rate, int64_t now)
{
    struct crowd *c = &run->crowd;
    while (due <= now) {
        c->f->due += (uint64_t)c->counting;
        if (crowd_send(c) && c->counting)
            histogram_add(&c->f->late, now - due);
        /* From 0 to just below 1, so the logarithm is finite. */
        double even = (double)(net_luck(&c->net) >> 11) * 0x1p-53;
        due += (int64_t)(-log(1 - even) * 1e9 / rate);
    }
    return due;
}

/* As many under way as the window allows; fewer if no seat is ready. */
static void send_most(struct run *run)
{
    struct crowd *c = &run->crowd;
    while (c->under_way < LOAD_WINDOW && crowd_send(c))
        c->f->due += (uint64_t)c->counting;
}

/* Quantiles cost a walk over the buckets, so once a second. */
static void say_phase(struct run *run, const char *name, const struct load_figures *f, double left)
{
    double seconds = 1e-9 * (double)clock_ns() - f->seconds;
    if (run->crowd.counting)
        watch_say(&run->watch, "%s: %.0f actions/s, p50 %.2f ms, p99 %.2f ms; %.0f s left", name,
                  (double)f->oks / seconds, 1e-6 * (double)histogram_quantile(&f->ok, 0.5),
                  1e-6 * (double)histogram_quantile(&f->ok, 0.99), left);
    else
        watch_say(&run->watch, "%s: warming up", name);
}

/* Waits for answers that are still under way, without counting them. Gives up after two seconds. */
static void drain(struct run *run)
{
    int64_t until = clock_ns() + 2000000000;
    while (run->crowd.under_way && clock_ns() < until && go_on(run, until) == 0)
        ;
}

/* Runs one phase; rate 0 is full speed. The first tenth is warm-up, but at most two seconds. `f` is
 * zeroed here for the warm-up and again by count_from. -1 if it was broken off; the figures until
 * then are whole. During the warm-up the loop wakes at its end, so that counting begins on time. */
static int phase(struct run *run, const char *name, struct load_figures *f, double rate,
                 double seconds)
{
    int64_t now = clock_ns(), due = now, end = now + (int64_t)(1e9 * seconds);
    int64_t warm = now + (int64_t)(1e9 * fmin(2, seconds / 10));
    int status = 0;
    memset(f, 0, sizeof *f);
    run->crowd.f = f;
    for (; status == 0 && now < end; now = clock_ns()) {
        if (!run->crowd.counting && now >= warm)
            count_from(run, f);
        if (rate > 0)
            due = send_due(run, due, rate, now);
        else
            send_most(run);
        if (watch_pulse(&run->watch, now))
            say_phase(run, name, f, 1e-9 * (double)(end - now));
        int64_t next = run->crowd.counting ? end : warm;
        status = go_on(run, rate > 0 && due < next ? due : next);
    }
    if (run->crowd.counting)
        count_to(run, f);
    drain(run);
    return status;
}

/* 0 without doing anything if --rate max left it out. */
static int phase_club(struct run *run, struct load_figures *f, double seconds)
{
    return run->plan->club ? phase(run, "club", f, run->plan->rate, seconds) : 0;
}

/* This program and the server run on different cores, as with the echo, so that the two can be
 * compared. */
static int phase_most(struct run *run, struct load_figures *f, double seconds)
{
    if (!run->plan->most)
        return 0;
    proc_pin(run->pid);
    int status = phase(run, "max", f, 0, seconds);
    proc_unpin(run->pid);
    return status;
}

/* ---- an hour ---- */

/* Reads the metrics, so no phase may be running. Minutes beyond the array are printed and not
 * kept. */
static void note_minute(struct run *run, double at, const struct load_figures *f)
{
    struct load_results *r = run->r;
    struct load_minute m = {.at = at,
                            .actions = f->seconds > 0 ? (double)f->oks / f->seconds : 0,
                            .p50 = 1e-6 * (double)histogram_quantile(&f->ok, 0.5),
                            .p99 = 1e-6 * (double)histogram_quantile(&f->ok, 0.99),
                            .resident = proc_resident(run->pid),
                            .own = read_own(run)};
    if (r->minutes < MINUTES)
        r->minute[r->minutes++] = m;
    watch_hush(&run->watch);
    load_report_minute(&m, stdout);
}

/* The quantiles of the sum are exact (histogram_merge). CPU time is known for all parts or for
 * none, as the process is. */
static void add_figures(struct load_figures *to, const struct load_figures *from)
{
    to->seconds += from->seconds;
    to->due += from->due;
    to->sent += from->sent;
    to->oks += from->oks;
    to->noes += from->noes;
    to->lost += from->lost;
    to->games += from->games;
    to->event_bytes += from->event_bytes;
    histogram_merge(&to->event, &from->event);
    histogram_merge(&to->ok, &from->ok);
    histogram_merge(&to->all, &from->all);
    histogram_merge(&to->late, &from->late);
    to->net.messages_in += from->net.messages_in;
    to->net.messages_out += from->net.messages_out;
    to->net.bytes_in += from->net.bytes_in;
    to->net.bytes_out += from->net.bytes_out;
    to->cpu = from->cpu < 0 ? -1 : to->cpu + from->cpu;
    to->own += from->own;
    to->busy += from->busy;
    if (!to->complaint[0])
        memcpy(to->complaint, from->complaint, sizeof to->complaint);
}

/* Runs one phase of a minute, and adds its figures to the sum. */
static int add_phase(struct run *run, struct load_figures *sum, struct load_figures *part,
                     double seconds, int (*phase_of)(struct run *, struct load_figures *, double))
{
    int status = phase_of(run, part, seconds);
    add_figures(sum, part);
    return status;
}

/* Plays minute after minute: most of each at the steady rate, the rest at full speed. `at_rate` and
 * `most` are the figures of one minute, the results their sums. A last minute of less than half its
 * length is not begun. Short lengths have ten minutes of a tenth each, so that tests see
 * several. */
static int hour(struct run *run)
{
    const struct load_plan *p = run->plan;
    double minute = fmax(1, fmin(60, p->seconds / 10)), club = p->most ? 0.75 * minute : minute;
    struct load_figures at_rate = {0}, most = {0};
    int64_t began = clock_ns();
    int status = 0;
    for (double at = 0; status == 0 && at + minute / 2 < p->seconds;) {
        status = add_phase(run, &run->r->club, &at_rate, club, phase_club);
        if (status == 0)
            status =
                add_phase(run, &run->r->most, &most, p->club ? minute - club : minute, phase_most);
        at = 1e-9 * (double)(clock_ns() - began);
        note_minute(run, at, p->club ? &at_rate : &most);
    }
    return status;
}

/* ---- beginning and end ---- */

/* Sets the plan's address and the child. Without limits, because all sockets come from one address.
 * -1 with the reason in the results; load_run stops what was started. */
static int start_server(struct run *run)
{
    struct load_plan *p = run->plan;
    char port[16], db[240], *why = run->r->failure;
    size_t cap = sizeof run->r->failure;
    run->child.port = child_free_port();
    if (run->child.port < 0 || child_folder(&run->child) < 0) {
        snprintf(why, cap, "No free port, or no temporary folder.");
        return -1;
    }
    p->url = (struct url){.host = "127.0.0.1", .port = run->child.port};
    snprintf(port, sizeof port, "%d", run->child.port);
    snprintf(db, sizeof db, "%s/load.db", run->child.folder);
    char *arguments[] = {"charlatan", "serve",     "--port", port,
                         "--bind",    "127.0.0.1", "--db",   p->db ? (char *)p->db : db,
                         "--limits",  "off",       NULL};
    if (child_start(&run->child, arguments, why, cap) < 0 ||
        child_await(&run->child, 20, why, cap) < 0)
        return -1;
    run->pid = run->child.pid;
    return 0;
}

/* Memory is read before tables, with tables, and after a second with idle seats; founding is timed
 * on the way. -1 with the reason in the crowd. */
static int gather(struct run *run)
{
    struct load_memory *m = &run->r->memory;
    int64_t began;
    m->own_fresh = read_own(run);
    if (run->crowd.failure[0])
        return -1;
    m->fresh = proc_resident(run->pid);
    began = clock_ns();
    crowd_found(&run->crowd);
    if (await(run, &run->crowd.founded, run->plan->tables, "tables created") < 0)
        return -1;
    run->r->founding = 1e-9 * (double)(clock_ns() - began);
    m->founded = proc_resident(run->pid);
    crowd_connect(&run->crowd);
    if (await(run, &run->crowd.here, run->crowd.seats, "seats connected") < 0 || rest(run, 1) < 0)
        return -1;
    m->own_idle = read_own(run);
    m->idle = proc_resident(run->pid);
    return 0;
}

/* -1 if anything failed or somebody pressed Ctrl-C: conclude tells them apart. */
static int measure(struct run *run)
{
    const struct load_plan *p = run->plan;
    if (gather(run) < 0)
        return -1;
    if (p->hour)
        return hour(run);
    if (phase_club(run, &run->r->club, p->seconds) < 0)
        return -1;
    return phase_most(run, &run->r->most, p->seconds);
}

/* Whether our server has died. The sockets of a dying process close a moment before it is gone.
 * Waits up to half a second for that. If so, the child is no more, and its pid is 0. */
static int server_died(struct run *run)
{
    if (!run->child.pid)
        return 0;
    for (int i = 0; i < 50 && child_alive(&run->child); i++)
        usleep(10000);
    return !run->child.pid;
}

/* Notes what went wrong. Ctrl-C is not a failure. The last metrics are only asked for if the server
 * still answers. -1 if there is a failure. */
static int conclude(struct run *run, int status)
{
    struct load_results *r = run->r;
    r->interrupted = run->watch.stop;
    if (status < 0 && run->crowd.failure[0])
        snprintf(r->failure, sizeof r->failure, "%s%.250s",
                 server_died(run) ? "The server died. " : "", run->crowd.failure);
    r->memory.own_end = r->failure[0] || r->interrupted ? -1 : read_own(run);
    r->memory.end = proc_resident(run->pid);
    return r->failure[0] ? -1 : 0;
}

/* Leaves no process and no folder behind, whatever happens. Results that were measured before a
 * failure stay in `r`. */
int load_run(struct load_plan *p, struct load_results *r)
{
    struct run run;
    int status = -1;
    memset(&run, 0, sizeof run);
    run.watch.signals = -1;
    run.plan = p;
    run.r = r;
    run.pid = p->pid;
    if (p->url.host[0] || start_server(&run) == 0) {
        if (crowd_open(&run.crowd, p) < 0 || watch_open(&run.watch, &run.crowd.net, p->quiet) < 0)
            snprintf(r->failure, sizeof r->failure, "No sockets: %s.", strerror(errno));
        else
            status = conclude(&run, measure(&run));
        crowd_close(&run.crowd);
        watch_close(&run.watch);
    }
    child_stop(&run.child);
    child_clean(&run.child);
    return status;
}
