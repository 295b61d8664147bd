/* The crew: threads that take deal after deal until none is left or somebody presses Ctrl-C.
 *
 * Signals are blocked in every thread and waited for in the main one, so there is no handler and
 * nothing global: the first SIGINT, SIGTERM or SIGUSR1 (which mpirun passes on without killing
 * anybody) lets the deals in progress finish, the second drops them. The last worker wakes the main
 * thread with SIGUSR2. */
#include "sim/crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "sim/lines.h"
#include "sim/plan.h"
#include "sim/progress.h"
#include "sim/ranks.h"
#include "sim/sums.h"
#include "wire/game.h"
#include "wire/hex.h"

/* What all threads of a rank share. */
struct sim_crew {
    const struct sim_plan *plan;
    const struct ranks *ranks;
    /* The deals of this rank; deal number i of rank r is from + r + i * ranks. */
    int64_t from, deals;
    /* The first deal that no thread has taken yet. */
    _Atomic int64_t next;
    /* Deals played completely. */
    _Atomic int64_t done;
    /* stop: take no new deals. give_up: drop the ones in progress. working: threads that have
     * not ended. */
    _Atomic int stop, give_up, working;
    pthread_t main;
    /* The first failure of a bot. */
    struct sim_failure failure;
    /* Guards `lines`, `kept` and `failure`. */
    pthread_mutex_t lock;
    /* Signalled when lines were written and threads that are ahead can go on. */
    pthread_cond_t room;
    struct sim_lines lines;
    struct sim_shelf kept;
};

/* One thread and what belongs to it alone. */
struct worker {
    struct sim_crew *crew;
    pthread_t thread;
    struct sim_dealer dealer;
    /* Its own sums, added up at the end: threads never wait for each other to count. */
    struct sim_setting setting[MAX_VALUES];
    struct by_table by[MAX_VALUES];
};

/* ---- a worker ---- */

/* The moves belong to the caller, so they are copied, but only if the game is kept. Called by
 * workers; the shelf is shared, so under the lock. */
static void keep_game(void *context, struct sim_record *k)
{
    struct sim_crew *c = context;
    pthread_mutex_lock(&c->lock);
    if (shelf_wants(&c->kept, k)) {
        struct sim_record copy = *k;
        copy.moves.at = malloc(k->moves.n * sizeof copy.moves.at[0]);
        MUST(copy.moves.at);
        memcpy(copy.moves.at, k->moves.at, k->moves.n * sizeof copy.moves.at[0]);
        copy.moves.cap = k->moves.n;
        shelf_put(&c->kept, copy);
    }
    pthread_mutex_unlock(&c->lock);
}

/* Lines leave in the order of deals, so a worker that is too far ahead waits here. A deal that was
 * given up is still handed in, with no lines, because later deals wait for it. Its games are not
 * kept, just as its sums do not count. `index` counts this rank's deals, `deal` is the number in
 * the whole run. Without lines whole deals skip the lock. */
static void hand_in(struct sim_crew *c, const struct sim_dealer *d, int64_t index, int64_t deal,
                    int whole)
{
    if (!c->lines.to && whole)
        return;
    pthread_mutex_lock(&c->lock);
    if (!whole)
        shelf_forget(&c->kept, deal);
    while (c->lines.to && !lines_room(&c->lines, index))
        pthread_cond_wait(&c->room, &c->lock);
    if (c->lines.to)
        lines_put(&c->lines, index, d->lines.at, whole ? d->lines.n : 0);
    pthread_cond_broadcast(&c->room);
    pthread_mutex_unlock(&c->lock);
}

/* A bot failed: its games would be missing in the results, so everything ends. Only the first is
 * kept: later ones may be its consequences. */
static void take_failure(struct sim_crew *c, const struct sim_dealer *d)
{
    pthread_mutex_lock(&c->lock);
    if (!c->failure.there)
        c->failure = d->failure;
    pthread_mutex_unlock(&c->lock);
    c->stop = c->give_up = 1;
}

/* The life of a thread. Only whole deals are counted, so an interrupted run is smaller, not biased.
 * The last thread to end wakes the main one. `next` hands out each deal once. stop is looked at
 * between deals only. */
static void *work(void *context)
{
    struct worker *w = context;
    struct sim_crew *c = w->crew;
    while (!c->stop) {
        int64_t index = atomic_fetch_add(&c->next, 1);
        if (index >= c->deals)
            break;
        int64_t deal = c->from + c->ranks->rank + index * c->ranks->size;
        int whole = dealer_play_deal(&w->dealer, deal) == 0;
        if (whole) {
            sums_count(c->plan, w->setting, w->dealer.figure);
            by_add_deal(w->by, &w->dealer.by);
            atomic_fetch_add(&c->done, 1);
        }
        if (w->dealer.failure.there)
            take_failure(c, &w->dealer);
        hand_in(c, &w->dealer, index, deal, whole);
    }
    if (atomic_fetch_sub(&c->working, 1) == 1)
        pthread_kill(c->main, SIGUSR2);
    return NULL;
}

/* Called with all signals blocked: the thread inherits that. Each worker owns its dealer and sums
 * until run_crew has joined its thread. */
static void worker_start(struct worker *w, struct sim_crew *c)
{
    w->crew = c;
    dealer_open(&w->dealer, c->plan);
    sums_open(c->plan, w->setting);
    w->dealer.give_up = &c->give_up;
    w->dealer.finished = c->plan->keep ? keep_game : NULL;
    w->dealer.context = c;
    MUST(pthread_create(&w->thread, NULL, work, w) == 0);
}

/* ---- the main thread ---- */

/* SIGUSR2 is the crew's own: the last worker wakes the main thread with it. */
static void signals_of_interest(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGUSR1);
    sigaddset(set, SIGUSR2);
}

/* The first signal stops, the second gives up. Wakes five times a second to report progress. Only
 * rank 0 reports, and assumes that the other ranks are as far. Returns 1 if a signal came. The main
 * thread plays nothing. */
static int wait_for_crew(struct sim_crew *c, const sigset_t *set)
{
    struct sim_progress progress;
    int interrupted = 0;
    int64_t before = c->from / c->ranks->size;
    progress_open(&progress, c->plan->quiet || c->ranks->rank,
                  (int64_t)c->plan->seatings * c->plan->settings * c->ranks->size);
    while (c->working) {
        struct timespec wait = {0, 200000000};
        int signal = sigtimedwait(set, NULL, &wait);
        if (signal > 0 && signal != SIGUSR2) {
            c->give_up = interrupted;
            c->stop = interrupted = 1;
            progress_interrupted(&progress);
        }
        progress_say(&progress, before, c->done, c->plan->deals / c->ranks->size);
    }
    progress_clear(&progress);
    return interrupted;
}

/* The mean of the decisions that were timed; see ask_bot. No interval: the figure depends on the
 * machine. Only after the threads were joined: it reads what they wrote without a lock. */
static void add_times(struct sim_results *r, struct worker *w, int threads)
{
    for (int kind = 0; kind < r->bots; kind++) {
        double ns = 0, timed = 0;
        for (int i = 0; i < threads; i++) {
            ns += (double)w[i].dealer.ns[kind];
            timed += (double)w[i].dealer.timed[kind];
        }
        r->bot_us[kind] = timed > 0 ? ns / timed / 1000 : 0;
    }
}

/* Adds what a thread has counted. The worker's rows are freed here, its sums by run_crew. */
static void take_sums(const struct sim_plan *p, struct sim_results *r, struct worker *w)
{
    sums_add(p, r->setting, w->setting);
    for (int i = 0; i < p->settings; i++) {
        by_merge(&r->by[i], &w->by[i]);
        by_free(&w->by[i]);
    }
}

/* Signals stay blocked until all threads are gone, and those that came too late are swallowed:
 * results are still to be written. */
static int run_crew(struct sim_crew *c, struct worker *w, struct sim_harvest *h)
{
    sigset_t set, old;
    int threads = c->plan->threads;
    signals_of_interest(&set);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    c->working = threads;
    for (int i = 0; i < threads; i++)
        worker_start(&w[i], c);
    int interrupted = wait_for_crew(c, &set);
    for (int i = 0; i < threads; i++) {
        pthread_join(w[i].thread, NULL);
        take_sums(c->plan, &h->results, &w[i]);
    }
    add_times(&h->results, w, threads);
    for (int i = 0; i < threads; i++) {
        dealer_close(&w[i].dealer);
        sums_free(c->plan, w[i].setting);
    }
    struct timespec at_once = {0, 0};
    while (sigtimedwait(&set, NULL, &at_once) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return interrupted;
}

/* The caller frees it. */
static char *options_of(const struct sim_plan *p, int setting)
{
    struct writer w = {0};
    p->json->write_options(p->begun[setting], &w);
    char *text = strndup(w.at, w.n);
    writer_free(&w);
    return text;
}

/* All that is known before the first deal. The results point into the plan (bots, sweeps, metrics),
 * which must outlive them. */
static void results_open(const struct sim_plan *p, struct sim_results *r)
{
    r->plan = p;
    r->game = p->game;
    r->players = p->players;
    r->bots = p->kinds;
    for (int i = 0; i < p->players; i++)
        r->bot_seats[p->kind[i]]++;
    for (int i = 0; i < p->kinds; i++)
        r->bot[i] = p->text[i];
    r->seatings = p->seatings;
    r->planned = p->deals;
    r->settings = p->settings;
    r->sweep = p->sweep;
    r->sweeps = p->sweeps;
    sweep_name_keys(p->sweep, p->sweeps, r->swept);
    r->metrics = p->metrics;
    sums_open(p, r->setting);
    r->by = calloc((size_t)p->settings, sizeof r->by[0]);
    MUST(r->by);
    for (int i = 0; i < p->settings; i++) {
        sweep_name_setting(p->sweep, p->sweeps, i, r->setting[i].label);
        r->setting[i].options = options_of(p, i);
    }
    hex_write(p->seed, 32, r->seed);
}

/* Monotonic: setting the time of day during a run changes nothing. */
static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- a run ---- */

/* The deals from `from` to before `to`, the part of this rank. With one rank lines go straight to
 * their file. With several, each rank writes its own into a temporary file: gather_lines brings
 * them together. Adds to `h`, so that parts of one run follow each other. All ranks come here
 * together, because gather waits for every one of them. */
static void play_part(const struct sim_plan *p, const struct ranks *ranks, int64_t from, int64_t to,
                      struct sim_harvest *h)
{
    struct sim_crew c = {.plan = p, .ranks = ranks, .main = pthread_self(), .from = from};
    struct worker *workers = calloc((size_t)p->threads, sizeof workers[0]);
    MUST(workers);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.room, NULL);
    c.deals = (to - from - ranks->rank + ranks->size - 1) / ranks->size;
    c.kept = h->kept;
    c.kept.cap = p->keep;
    c.lines.framed = ranks->size > 1;
    if (p->line_form)
        c.lines.to = c.lines.framed ? tmpfile() : p->lines;
    MUST(c.lines.to || !p->line_form);
    h->interrupted = run_crew(&c, workers, h);
    h->failure = c.failure;
    h->kept = c.kept;
    h->lined = c.lines.due;
    h->lines_error = c.lines.framed ? 0 : c.lines.error;
    h->results.deals += c.done;
    h->holes |= c.give_up || (h->interrupted && ranks->size > 1);
    h->own_lines = c.lines.framed ? c.lines.to : NULL;
    h->lines_lost |= h->own_lines && (fflush(h->own_lines) || ferror(h->own_lines));
    free(workers);
    gather(p, ranks, h);
}

/* Only rank 0 has the sums: it decides for all whether there is a next part. A failed write also
 * ends the run: a file with a gap is worth no more deals. */
static int goes_on(const struct sim_plan *p, const struct ranks *ranks, int64_t to,
                   const struct sim_harvest *h)
{
    int more = to < p->deals && !h->interrupted && !h->failure.there && !h->lines_error;
    if (ranks->rank == 0 && p->until.half > 0)
        more = more && until_half(p, h->results.setting) > p->until.half;
    ranks_share(&more, sizeof more);
    return more;
}

/* On rank 0 only, or its deals would count once a rank. */
static void take_earlier(const struct sim_plan *p, struct sim_results *r)
{
    if (!p->earlier)
        return;
    r->deals = p->earlier->deals;
    sums_add(p, r->setting, p->earlier->setting);
    for (int i = 0; i < p->settings; i++)
        by_merge(&r->by[i], &p->earlier->by[i]);
}

/* In one part, unless somebody looks at the results in between (--until). `h` need not be
 * initialised, and is to be freed with harvest_free whatever happened. */
void sim_run(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h)
{
    double start = seconds_now();
    int64_t from = p->first, to;
    memset(h, 0, sizeof *h);
    results_open(p, &h->results);
    if (ranks->rank == 0)
        take_earlier(p, &h->results);
    for (;; from = to) {
        to = until_next(p, from);
        play_part(p, ranks, from, to, h);
        if (!goes_on(p, ranks, to, h))
            break;
        gather_lines(p, ranks, h);
    }
    h->results.games = h->results.deals * p->seatings;
    h->results.seconds = seconds_now() - start;
}

/* The metrics belong to the plan, own_lines to gather_lines. Only after sim_run. */
void harvest_free(struct sim_harvest *h)
{
    sums_free(h->results.plan, h->results.setting);
    for (int i = 0; i < h->results.settings; i++) {
        by_free(&h->results.by[i]);
        free(h->results.setting[i].options);
    }
    free(h->results.by);
    shelf_free(&h->kept);
    free(h->rank_lined);
}
