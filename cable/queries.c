/* The threads of queries.h: a list of what is to be done, and one of what is done. */
#include "cable/queries.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/port.h"

struct query_list {
    struct cable_query *first, **end;
};

struct queries {
    const struct queries_calls *calls;
    void *with;
    pthread_t thread[QUERIES_MOST];
    int threads, stop;
    /* Its writing end is closed when the threads are to stop. */
    int pipe[2];
    pthread_mutex_t lock;
    pthread_cond_t work;
    /* Guarded by the lock, as is `stop`. */
    struct query_list due, done;
};

static void list_add(struct query_list *l, struct cable_query *q)
{
    q->next = NULL;
    *l->end = q;
    l->end = &q->next;
}

static struct cable_query *list_take(struct query_list *l)
{
    struct cable_query *q = l->first;
    if (q && !(l->first = q->next))
        l->end = &l->first;
    return q;
}

/* NULL: the thread is to stop. */
static struct cable_query *next_due(struct queries *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->due.first && !s->stop)
        pthread_cond_wait(&s->work, &s->lock);
    struct cable_query *q = s->stop ? NULL : list_take(&s->due);
    pthread_mutex_unlock(&s->lock);
    return q;
}

/* `line` is this thread's alone and stays open from one query to the next, if run() leaves it so.
 * run() gets no lock; all it waits for ends when the pipe can be read. */
static void *work(void *arg)
{
    struct queries *s = arg;
    struct cable line = {.fd = -1, .stop = s->pipe[0]};
    for (struct cable_query *q; (q = next_due(s));) {
        s->calls->run(s->with, q, &line);
        pthread_mutex_lock(&s->lock);
        list_add(&s->done, q);
        pthread_mutex_unlock(&s->lock);
        s->calls->wake(s->with);
    }
    cable_close(&line);
    return NULL;
}

/* Signals are for the threads that were there before. */
struct queries *queries_open(int threads, const struct queries_calls *calls, void *with)
{
    struct queries *s = calloc(1, sizeof *s);
    sigset_t all, before;
    MUST(s && threads <= QUERIES_MOST && pipe2(s->pipe, O_CLOEXEC) == 0);
    s->calls = calls;
    s->with = with;
    s->due.end = &s->due.first;
    s->done.end = &s->done.first;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; s->threads < threads; s->threads++)
        MUST(pthread_create(&s->thread[s->threads], NULL, work, s) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return s;
}

void queries_add(struct queries *s, struct cable_query *q)
{
    pthread_mutex_lock(&s->lock);
    list_add(&s->due, q);
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

struct cable_query *queries_take(struct queries *s)
{
    pthread_mutex_lock(&s->lock);
    struct cable_query *q = list_take(&s->done);
    pthread_mutex_unlock(&s->lock);
    return q;
}

/* Called after the threads have ended, so it needs no lock. */
static void drop_all(struct queries *s, struct query_list *l)
{
    for (struct cable_query *q; (q = list_take(l));)
        s->calls->drop(q);
}

/* Ends what threads wait for and joins them; queries that were done but not taken are dropped, too.
 * The caller must not use the queries or add to them at the same time. The writing end of the pipe
 * is closed and the reading end becomes readable, which every cable takes as its stop. */
void queries_close(struct queries *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->stop = 1;
    close(s->pipe[1]);
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->threads; i++)
        pthread_join(s->thread[i], NULL);
    drop_all(s, &s->due);
    drop_all(s, &s->done);
    close(s->pipe[0]);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->work);
    free(s);
}
