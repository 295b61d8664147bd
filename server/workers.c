/* The workers: a queue of jobs, some threads, a list of answers. A table has at most one job for
 * each seat, and jobs are taken in order of arrival, so no table can crowd out another. */
#include "server/workers.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORKERS_MOST = 64, DEADLINE_MS = 2000, LEAST_MS = 20 };

struct list {
    struct bot_job *first, **end;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread[WORKERS_MOST];
    int threads, stopping;
    struct list jobs, answers;
    struct workers_figures figures;
    void (*wake)(void *arg);
    void *arg;
};

static void list_add(struct list *l, struct bot_job *job)
{
    job->next = NULL;
    *l->end = job;
    l->end = &job->next;
}

static struct bot_job *list_take(struct list *l)
{
    struct bot_job *job = l->first;
    if (!job)
        return NULL;
    l->first = job->next;
    if (!l->first)
        l->end = &l->first;
    job->next = NULL;
    return job;
}

static int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Limits a bot's thinking time to what is left until the deadline. */
static int hurry(struct seated_bot *b, const struct bot_job *job)
{
    int64_t left = job->queued + DEADLINE_MS - clock_ns() / 1000000;
    if (left <= LEAST_MS) {
        const struct bot *quick = bot_by_name("greedy", job->view.game);
        b->bot = quick ? quick : &random_bot;
        b->how = b->bot->usual;
        return 1;
    }
    if (b->how.milliseconds > (uint64_t)left)
        b->how.milliseconds = (uint32_t)left;
    return 0;
}

static int think(struct bot_job *job)
{
    struct seated_bot b;
    struct chance luck;
    uint8_t seed[32];
    if (bot_read(job->bot, job->view.game, &b))
        b = (struct seated_bot){&random_bot, random_bot.usual};
    int hurried = hurry(&b, job);
    randombytes_buf(seed, sizeof seed);
    chance_seed(&luck, seed);
    job->move.answer = (uint8_t)bot_choose(&b, &job->view, &luck, NULL);
    return hurried;
}

static void *work(void *arg)
{
    struct workers *w = arg;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->jobs.first && !w->stopping)
            pthread_cond_wait(&w->more, &w->lock);
        if (w->stopping)
            break;
        struct bot_job *job = list_take(&w->jobs);
        pthread_mutex_unlock(&w->lock);
        int64_t began = clock_ns();
        int hurried = think(job);
        pthread_mutex_lock(&w->lock);
        w->figures.busy_ns += (uint64_t)(clock_ns() - began);
        w->figures.answered++;
        w->figures.hurried += (uint64_t)hurried;
        w->figures.waiting--;
        list_add(&w->answers, job);
        w->wake(w->arg);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg)
{
    struct workers *w = calloc(1, sizeof *w);
    MUST(w && threads >= 1 && threads <= WORKERS_MOST);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    w->jobs.end = &w->jobs.first;
    w->answers.end = &w->answers.first;
    w->wake = wake;
    w->arg = arg;
    for (; w->threads < threads; w->threads++)
        MUST(pthread_create(&w->thread[w->threads], NULL, work, w) == 0);
    return w;
}

static void list_free(struct list *l)
{
    struct bot_job *job;
    while ((job = list_take(l)))
        free(job);
}

void workers_close(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = 1;
    pthread_cond_broadcast(&w->more);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++)
        pthread_join(w->thread[i], NULL);
    list_free(&w->jobs);
    list_free(&w->answers);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void workers_add(struct workers *w, const struct bot_job *job)
{
    struct bot_job *own = malloc(sizeof *own);
    MUST(own);
    *own = *job;
    own->queued = clock_ns() / 1000000;
    pthread_mutex_lock(&w->lock);
    list_add(&w->jobs, own);
    w->figures.waiting++;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

struct bot_job *workers_take(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    struct bot_job *job = list_take(&w->answers);
    pthread_mutex_unlock(&w->lock);
    return job;
}

void workers_figures(struct workers *w, struct workers_figures *f)
{
    pthread_mutex_lock(&w->lock);
    *f = w->figures;
    pthread_mutex_unlock(&w->lock);
}
