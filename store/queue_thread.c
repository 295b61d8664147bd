/* A queue whose store has a thread of its own. It sleeps while nothing is queued, is woken by an
 * eventfd, and asks now and then what others have appended. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "engine/port.h"
#include "store/batch.h"
#include "store/inside.h"
#include "store/store.h"

enum { READS_BETWEEN = 8, ASK_MS = 50, LOOK_MS = 1000 };

/* `queue` must be the first member. */
struct threaded {
    struct queue queue;
    pthread_t worker;
    /* An eventfd that is readable when there is work. */
    int bell;
    /* When changes were last asked for, in ms. Only the worker uses it. */
    int64_t looked;
    /* When the next transaction may begin, in ns. Only the worker uses it. */
    uint64_t rests_until;
};

static uint64_t now_ns(void *arg)
{
    struct timespec t;
    (void)arg;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int64_t now_ms(void)
{
    return (int64_t)(now_ns(NULL) / 1000000);
}

/* From any thread, without the lock. */
static void ring(struct queue *q)
{
    uint64_t one = 1;
    ssize_t written = write(((struct threaded *)q)->bell, &one, sizeof one);
    /* The write fails only if the counter is full, and then it is readable anyway. */
    (void)written;
}

/* A text that a back end cannot keep would fail the whole transaction, so it fails alone,
 * before. */
static int can_keep(const struct store_append *a)
{
    int all = store_text_fits(a->match, strnlen(a->match, sizeof a->match)) &&
              store_text_fits(a->summary.text, a->summary.text_n) &&
              store_text_fits(a->snapshot.at, a->snapshot.n) &&
              store_text_fits(a->summary.game, strnlen(a->summary.game, sizeof a->summary.game));
    for (uint32_t i = 0; all && i < a->count; i++)
        all = store_text_fits(a->entry[i].at, a->entry[i].n);
    return all;
}

/* ---- the worker ---- */

/* What has to be known before working or waiting, read under one lock. */
struct queue_state {
    int appends, busy, closing, watching;
};

/* The state may be outdated when it is used, which costs a turn at most: whoever queues something
 * rings. */
static struct queue_state look_out(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    struct queue_state o = {q->appends.first != NULL, q->appends.first || q->reads.first,
                            q->closing, q->changed != NULL};
    pthread_mutex_unlock(&q->lock);
    return o;
}

/* A transaction costs about as much as four of its appends, apart from the time that the disk
 * needs. So when many tables play at once, fewer and larger transactions cost less. A rest as long
 * as the last transaction about doubles the next one. Where few tables play, nothing would come in
 * meanwhile, and nobody waits. */
uint64_t rest_after(int appends, uint64_t took_ns)
{
    if (appends < REST_APPENDS)
        return 0;
    return took_ns < REST_MOST_NS ? took_ns : REST_MOST_NS;
}

/* Rests, unless nothing waits to be stored or the queue is to be closed. A close during the rest
 * waits for its end, two milliseconds at most. */
static void rest(struct threaded *t)
{
    uint64_t now = now_ns(NULL);
    struct queue_state o = look_out(&t->queue);
    if (o.closing || !o.appends || now >= t->rests_until)
        return;
    struct timespec left = {.tv_nsec = (long)(t->rests_until - now)};
    nanosleep(&left, NULL);
}

/* The rest is counted from the end of a transaction, so a store that is slow by itself does not
 * rest longer. */
static void store_appends(struct threaded *t)
{
    rest(t);
    uint64_t begin = now_ns(NULL);
    int n = work_appends(&t->queue);
    uint64_t end = now_ns(NULL);
    if (n)
        t->rests_until = end + rest_after(n, end - begin);
}

/* Waits until there is work, or until changes are to be asked for. Even if a descriptor announces
 * changes, they are asked for now and then, because a connection may need to be renewed. `fd` is
 * negative where there is none, which poll ignores. The bell is read before work is looked for, so
 * that a ring in between is not lost. */
static void nap(struct threaded *t, const struct queue_state *o)
{
    struct store *store = t->queue.store;
    int fd = o->watching ? store->changes_fd(store) : -1;
    struct pollfd polled[2] = {{.fd = t->bell, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    int64_t next = t->looked + (fd < 0 ? ASK_MS : LOOK_MS) - now_ms();
    int timeout = o->busy || o->closing ? 0 : !o->watching ? -1 : next > 0 ? (int)next : 0;
    uint64_t rung;
    poll(polled, 2, timeout);
    if (polled[0].revents) {
        ssize_t bytes = read(t->bell, &rung, sizeof rung);
        (void)bytes;
    }
    int64_t since = now_ms() - t->looked;
    if (o->watching && (polled[1].revents || since >= (fd < 0 ? ASK_MS : LOOK_MS))) {
        work_changes(&t->queue);
        t->looked = now_ms();
    }
}

/* Ends when the queue is closing and nothing is left. A few reads are done between two
 * transactions, so neither kind waits for all of the other. */
static void *work(void *arg)
{
    struct threaded *t = arg;
    for (;;) {
        struct queue_state o = look_out(&t->queue);
        if (o.closing && !o.busy)
            return NULL;
        nap(t, &o);
        store_appends(t);
        for (int i = 0; i < READS_BETWEEN && work_read(&t->queue); i++) {
        }
    }
}

/* ---- the loop's thread ---- */

/* Blocks the loop's thread until all that was queued is done or has failed. */
static void stop(struct queue *q)
{
    struct threaded *t = (struct threaded *)q;
    ring(q);
    pthread_join(t->worker, NULL);
    close(t->bell);
}

/* Never NULL: without a thread or a descriptor the program ends. `wake` must be safe to call from
 * that thread until queue_close returns. */
struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg)
{
    struct threaded *t = calloc(1, sizeof *t);
    MUST(t != NULL);
    struct queue *q = &t->queue;
    queue_init(q, store, now_ns, arg);
    q->wake = wake;
    q->ring = ring;
    q->stop = stop;
    q->fits = can_keep;
    t->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    MUST(t->bell >= 0);
    /* Signals are handled in the loop's thread. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    MUST(pthread_create(&t->worker, NULL, work, t) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return q;
}
