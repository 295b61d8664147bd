/* One thread and one list for each lane, and one list of what is done. */
#include "server/chores.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/port.h"

/* Oldest first; `end` points at the place of the next one. Used under the lock. */
struct chore_list {
    struct chore *first, **end;
};

/* waiting: those in the list, and the one that runs. */
struct lane {
    struct chores *chores;
    pthread_t thread;
    pthread_cond_t more;
    struct chore_list list;
    uint32_t waiting;
};

struct chores {
    pthread_mutex_t lock;
    struct lane lane[CHORE_LANES];
    struct chore_list done;
    int stopping;
    void (*wake)(void *arg);
    void *arg;
};

static void list_open(struct chore_list *l)
{
    l->first = NULL;
    l->end = &l->first;
}

static void list_add(struct chore_list *l, struct chore *c)
{
    c->next = NULL;
    *l->end = c;
    l->end = &c->next;
}

static struct chore *list_take(struct chore_list *l)
{
    struct chore *c = l->first;
    if (c && !(l->first = c->next))
        l->end = &l->first;
    return c;
}

/* The lock is not held while a chore runs. A stop ends the thread after the chore that it is at. */
static void *work(void *arg)
{
    struct lane *lane = arg;
    struct chores *c = lane->chores;
    pthread_mutex_lock(&c->lock);
    while (!c->stopping) {
        struct chore *chore = list_take(&lane->list);
        if (!chore) {
            pthread_cond_wait(&lane->more, &c->lock);
            continue;
        }
        pthread_mutex_unlock(&c->lock);
        chore->run(chore);
        pthread_mutex_lock(&c->lock);
        lane->waiting--;
        list_add(&c->done, chore);
        c->wake(c->arg);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void lane_open(struct chores *c, struct lane *lane)
{
    lane->chores = c;
    list_open(&lane->list);
    pthread_cond_init(&lane->more, NULL);
    MUST(pthread_create(&lane->thread, NULL, work, lane) == 0);
}

/* Never NULL: aborts if a thread cannot be started. */
struct chores *chores_open(void (*wake)(void *arg), void *arg)
{
    struct chores *c = calloc(1, sizeof *c);
    sigset_t all, before;
    MUST(c);
    c->wake = wake;
    c->arg = arg;
    list_open(&c->done);
    pthread_mutex_init(&c->lock, NULL);
    /* Signals are handled in the loop's thread. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < CHORE_LANES; i++)
        lane_open(c, &c->lane[i]);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return c;
}

/* Without the lock: no other thread is left. */
static struct chore *take_any(struct chores *c)
{
    struct chore *chore = list_take(&c->done);
    for (int i = 0; !chore && i < CHORE_LANES; i++)
        chore = list_take(&c->lane[i].list);
    return chore;
}

/* Waits for the chores that run; a long one should ask chores_stopping. `done` is called here, on
 * the caller's thread, which must be the loop's. */
void chores_close(struct chores *c)
{
    pthread_mutex_lock(&c->lock);
    c->stopping = 1;
    for (int i = 0; i < CHORE_LANES; i++)
        pthread_cond_signal(&c->lane[i].more);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < CHORE_LANES; i++)
        pthread_join(c->lane[i].thread, NULL);
    /* Each may lead to more. */
    for (struct chore *chore; (chore = take_any(c));) {
        chore->dropped = 1;
        chore->done(chore);
    }
    for (int i = 0; i < CHORE_LANES; i++)
        pthread_cond_destroy(&c->lane[i].more);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* Any thread may call it. A chore that is added while the server stops is not run; `done` is called
 * with `dropped`. */
void chores_add(struct chores *c, enum chore_lane lane, struct chore *chore)
{
    pthread_mutex_lock(&c->lock);
    list_add(&c->lane[lane].list, chore);
    c->lane[lane].waiting++;
    pthread_cond_signal(&c->lane[lane].more);
    pthread_mutex_unlock(&c->lock);
}

/* On the loop's thread. The lock is not held in `done`, which may add chores. */
int chores_deliver(struct chores *c)
{
    struct chore *chore;
    int delivered = 0;
    for (;; delivered = 1) {
        pthread_mutex_lock(&c->lock);
        chore = list_take(&c->done);
        pthread_mutex_unlock(&c->lock);
        if (!chore)
            return delivered;
        chore->done(chore);
    }
}

uint32_t chores_waiting(struct chores *c, enum chore_lane lane)
{
    pthread_mutex_lock(&c->lock);
    uint32_t waiting = c->lane[lane].waiting;
    pthread_mutex_unlock(&c->lock);
    return waiting;
}

int chores_stopping(struct chores *c)
{
    pthread_mutex_lock(&c->lock);
    int stopping = c->stopping;
    pthread_mutex_unlock(&c->lock);
    return stopping;
}
