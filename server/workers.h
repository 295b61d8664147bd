/* Bots on threads of their own. A job is a view, so a bot cannot see more than its seat; its answer comes back
 * to the loop. Jobs of different tables take turns. A job that has waited past its deadline is answered by the
 * quickest bot there is, so that a crowd of thinkers slows nobody down for long. */
#ifndef CHARLATAN_SERVER_WORKERS_H
#define CHARLATAN_SERVER_WORKERS_H

#include "bots/bot.h"

struct workers;

struct bot_job {
    struct bot_job *next;
    char table[17];
    /* answer: filled in. */
    int seat, answer;
    /* The question it answers. */
    uint32_t ask;
    char bot[24];
    struct view view;
    /* Monotonic, ms. */
    int64_t queued;
};

/* `wake` is called from a worker when answers are waiting. */
struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg);
/* Waits for bots that are thinking. */
void workers_close(struct workers *w);
/* Copied. */
void workers_add(struct workers *w, const struct bot_job *job);
/* Answered jobs, oldest first, or NULL; each to be freed. */
struct bot_job *workers_take(struct workers *w);

struct workers_figures {
    uint64_t answered, hurried, busy_ns;
    uint32_t waiting;
};
void workers_figures(struct workers *w, struct workers_figures *f);

#endif
