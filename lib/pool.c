/* Threads that wait for a row of work and share it; see pool.h. */
#include "lib/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A thread takes this many numbers at once: few enough that none waits long for the last, and that
 * what is prepared for all of them is still in the cache when it is used. */
enum { PART = 16 };
/* How often a thread looks for the next round before it sleeps: about 200 microseconds. */
enum { LOOKS = 4000 };

/* Each thread has a share of the row, the same in every round, so that its games stay in its core's
 * cache. Whoever has finished takes parts of the others' shares. */
struct pool_share {
    _Alignas(64) _Atomic size_t next;
    size_t end;
};

struct pool {
    int threads;
    /* How many threads have taken a number. */
    _Atomic int numbered;
    struct pool_share share[POOL_MOST];
    /* The process that has the threads. */
    pid_t owner;
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    /* Counts the calls of pool_run; changes under the lock. */
    _Atomic uint64_t round;
    /* How many threads have not finished the round. */
    _Atomic int working;
    int closing;
    /* The round: written by pool_run before `round` counts up, read by the threads after that. */
    size_t n;
    void (*run)(void *with, size_t from, size_t to);
    void *with;
    pthread_t thread[POOL_MOST];
};

/* Takes parts of one share until it is used up. `next` runs past `end` by up to a part for each
 * thread, which is why `end` is compared and not the remainder. */
static void work_off(struct pool *pool, struct pool_share *of)
{
    size_t from;
    while ((from = atomic_fetch_add(&of->next, PART)) < of->end)
        pool->run(pool->with, from, from + PART < of->end ? from + PART : of->end);
}

/* The thread's own share first, then those of its neighbours in turn, so that helpers spread out
 * over the shares that are left. */
static void work(struct pool *pool, int self)
{
    for (int i = 0; i < pool->threads; i++)
        work_off(pool, &pool->share[(self + i) % pool->threads]);
}

/* Called by pool_run alone, while no thread works. Rounds of the same n give every thread the same
 * numbers again. */
static void share_out(struct pool *pool)
{
    size_t threads = (size_t)pool->threads;
    for (size_t i = 0; i < threads; i++) {
        atomic_store(&pool->share[i].next, pool->n * i / threads);
        pool->share[i].end = pool->n * (i + 1) / threads;
    }
}

/* Leaves the core's other hyperthread its share while this one only waits. */
static void breathe(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Looks for a while, then sleeps, until the round is another than `seen`. Returns the new one. */
static uint64_t await_round(struct pool *pool, uint64_t seen)
{
    uint64_t round;
    for (int i = 0; i < LOOKS; i++, breathe())
        if ((round = atomic_load(&pool->round)) != seen)
            return round;
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->round) == seen)
        pthread_cond_wait(&pool->begins, &pool->lock);
    seen = atomic_load(&pool->round);
    pthread_mutex_unlock(&pool->lock);
    return seen;
}

/* The body of every thread but the caller's. `self` is its share; the caller has share 0. It
 * signals the end under the lock, or end_round could look and fall asleep between the two. */
static void *thread_main(void *of)
{
    struct pool *pool = of;
    uint64_t seen = 0;
    int self = atomic_fetch_add(&pool->numbered, 1) + 1;
    for (;;) {
        seen = await_round(pool, seen);
        if (pool->closing)
            return NULL;
        work(pool, self);
        pthread_mutex_lock(&pool->lock);
        if (atomic_fetch_sub(&pool->working, 1) == 1)
            pthread_cond_signal(&pool->ends);
        pthread_mutex_unlock(&pool->lock);
    }
}

/* Aligned for the shares: two threads that count in one line of the cache would slow each other
 * down. */
struct pool *pool_open(int threads)
{
    struct pool *pool = aligned_alloc(64, sizeof *pool);
    if (!pool)
        return NULL;
    memset(pool, 0, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begins, NULL);
    pthread_cond_init(&pool->ends, NULL);
    pool->owner = getpid();
    /* Counts up only as threads start, so that pool_close joins just those after a failure. */
    pool->threads = 1;
    for (int i = 1; i < threads; i++, pool->threads++)
        if (pthread_create(&pool->thread[i], NULL, thread_main, pool) != 0) {
            pool_close(pool);
            return NULL;
        }
    return pool;
}

/* `working` is set before the round counts up: a thread that has looked at `round` may finish at
 * once. Also used by pool_close to wake everybody. */
static void begin_round(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->working, pool->threads - 1);
    atomic_fetch_add(&pool->round, 1);
    pthread_cond_broadcast(&pool->begins);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits for the other threads. Most rounds are shorter than waking up from a sleep, so it looks for
 * a while first. */
static void end_round(struct pool *pool)
{
    for (int i = 0; i < LOOKS; i++, breathe())
        if (atomic_load(&pool->working) == 0)
            return;
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->working) > 0)
        pthread_cond_wait(&pool->ends, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_run(struct pool *pool, size_t n, void (*run)(void *with, size_t from, size_t to),
              void *with)
{
    /* One part is not worth waking anybody. The parts are the same as with threads, so results that
     * depend on parts do not differ. */
    if (pool->threads == 1 || n <= PART || pool->owner != getpid()) {
        for (size_t from = 0; from < n; from += PART)
            run(with, from, from + PART < n ? from + PART : n);
        return;
    }
    pool->run = run;
    pool->with = with;
    pool->n = n;
    share_out(pool);
    begin_round(pool);
    work(pool, 0);
    end_round(pool);
}

void pool_close(struct pool *pool)
{
    if (!pool)
        return;
    if (pool->owner == getpid()) {
        pool->closing = 1;
        begin_round(pool);
        for (int i = 1; i < pool->threads; i++)
            pthread_join(pool->thread[i], NULL);
    }
    free(pool);
}
