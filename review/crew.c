/* Values the positions of a record on several threads, within a time limit if there is one. Which
 * thread values a position does not matter for its figures. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "review/inside.h"

/* One review on several threads. The first four members do not change while they run. */
struct review_crew {
    struct review_walk *walk;
    const struct review_ask *ask;
    uint32_t samples;
    double start;
    /* The next members belong to whoever has the lock. */
    pthread_mutex_t lock;
    /* Positions that were taken and done. */
    uint32_t taken, done;
    /* The seconds that all threads have spent, and the part of all samples that they made in
     * them. */
    double spent, made;
};

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- the time limit ---- */

/* What part of the samples the next position may have, so that all are done in time. A lock is
 * held. What a whole sample costs is measured as the review goes; before the first position is done
 * there is nothing to go by, and it gets all. */
static double part_of_samples(const struct review_crew *crew)
{
    if (crew->ask->seconds <= 0 || crew->made <= 0)
        return 1;
    double left = crew->ask->seconds - (clock_now() - crew->start);
    double each = left * crew->ask->threads / (crew->walk->points - crew->taken + 1);
    double part = each / (crew->spent / crew->made);
    return part < 0 ? 0 : part < 1 ? part : 1;
}

/* A multiple of 8, for the rounds of narrowing. */
static uint32_t samples_of(const struct review_crew *crew, double part)
{
    uint32_t n = (uint32_t)(crew->samples * part) & ~7u;
    return n < REVIEW_SAMPLES_LEAST ? REVIEW_SAMPLES_LEAST : n;
}

/* ---- a worker ---- */

/* Takes the next position. Returns NULL if there is none left. The position belongs to the caller
 * alone until `put`. Positions are taken in order, so a stop leaves the later ones without
 * values. */
static struct review_point *take(struct review_crew *crew, uint32_t *samples)
{
    struct review_point *p = NULL;
    pthread_mutex_lock(&crew->lock);
    if (crew->taken < crew->walk->points) {
        p = &crew->walk->point[crew->taken++];
        *samples = samples_of(crew, part_of_samples(crew));
        crew->walk->cut |= *samples < crew->samples;
    }
    pthread_mutex_unlock(&crew->lock);
    return p;
}

/* Counts a position that is done. Returns how many are done now, counted under the lock, so that
 * progress never repeats a number. */
static uint32_t put(struct review_crew *crew, double spent, uint32_t samples)
{
    pthread_mutex_lock(&crew->lock);
    crew->spent += spent;
    crew->made += (double)samples / crew->samples;
    uint32_t done = ++crew->done;
    pthread_mutex_unlock(&crew->lock);
    return done;
}

/* Without memory a worker does nothing; if no worker has any, the review fails. `tells`: this
 * worker reports progress; only the calling thread does, because `progress` need not be safe for
 * others. */
static void work(struct review_crew *crew, int tells)
{
    struct review_scales *scales = malloc(sizeof *scales);
    const struct review_ask *ask = crew->ask;
    struct review_point *p;
    uint32_t samples;
    if (!scales)
        return;
    scales->outlook = outlook_of(crew->walk->game);
    scales->seed = ask->seed;
    scales->memo = NULL;
    while (!(ask->stop && ask->stop(ask->with)) && (p = take(crew, &samples))) {
        double before = clock_now();
        point_weigh(scales, p, samples);
        point_explain(p);
        uint32_t done = put(crew, clock_now() - before, samples);
        if (tells && ask->progress)
            ask->progress(ask->with, done, crew->walk->points);
    }
    free(scales);
}

static void *work_beside(void *crew)
{
    work(crew, 0);
    return NULL;
}

/* A thread that cannot be started is not needed: the others take its positions. Returns -1 also
 * when it was stopped; then some positions have no values, and nothing may be made of them. The
 * caller's thread works as well. Thinking of one position is not interrupted: a stop may take as
 * long as that. */
int review_weigh_all(struct review_pieces *p, const struct review_ask *ask)
{
    struct review_crew crew = {
        .walk = &p->walk, .ask = ask, .samples = p->samples, .start = clock_now()};
    pthread_t other[REVIEW_THREADS];
    int started = 0;
    pthread_mutex_init(&crew.lock, NULL);
    for (int i = 1; i < ask->threads && i < REVIEW_THREADS; i++)
        started += pthread_create(&other[started], NULL, work_beside, &crew) == 0;
    work(&crew, 1);
    for (int i = 0; i < started; i++)
        pthread_join(other[i], NULL);
    pthread_mutex_destroy(&crew.lock);
    return crew.done == p->walk.points ? 0 : -1;
}

int review_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > REVIEW_THREADS ? REVIEW_THREADS : (int)cores;
}
