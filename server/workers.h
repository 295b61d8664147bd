/* Worker threads for bots. A job holds a view, so a bot cannot see more than its seat may. Its
 * answer comes back to the loop. Jobs of different tables take turns. A job that has waited past
 * its deadline is answered by the quickest bot, so that many slow bots delay nobody for long. */
#ifndef CHARLATAN_SERVER_WORKERS_H
#define CHARLATAN_SERVER_WORKERS_H

#include "bots/bot.h"

struct workers;

struct bot_job {
    struct bot_job *next;
    char table[17];
    /* The answer is filled in by the worker. */
    struct move move;
    /* The number of the question. */
    uint32_t ask;
    char bot[24];
    struct view view;
    /* When it was queued: monotonic time in ms. */
    int64_t queued;
};

/* `wake` is called from a worker's thread when answers are waiting. */
struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg);
/* Waits for bots that are thinking. */
void workers_close(struct workers *w);
/* Queues a copy of the job. */
void workers_add(struct workers *w, const struct bot_job *job);
/* Takes the answered jobs, oldest first; NULL: none. Free each of them. */
struct bot_job *workers_take(struct workers *w);

struct workers_figures {
    uint64_t answered, hurried, busy_ns;
    uint32_t waiting;
};
void workers_figures(struct workers *w, struct workers_figures *f);

#endif
