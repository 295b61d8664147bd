/* Worker threads for bots. A job holds a view, so a bot cannot see more than its seat may. Its
 * answer comes back to the loop. Bots of different addresses take turns (bot_turns.h). A job that
 * has waited past its deadline is answered by rules of thumb, and so is one whose address has used
 * up its time; the answer says so. */
#ifndef CHARLATAN_SERVER_TABLES_BOT_WORKERS_H
#define CHARLATAN_SERVER_TABLES_BOT_WORKERS_H

#include "server/tables/bot_turns.h"

struct workers;

/* `wake` is called from a worker's thread when answers are waiting. One thread more is opened, for
 * bots that do not think. */
struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg);
/* Hurries the bots that are thinking, and waits for them. */
void workers_close(struct workers *w);
/* Queues a copy of the job. */
void workers_add(struct workers *w, const struct bot_job *job);
/* Takes the answered jobs, oldest first; NULL: none. Free each of them. */
struct bot_job *workers_take(struct workers *w);

struct workers_figures {
    /* Answers; those with less thinking than usual; those of them whose budget was used up. */
    uint64_t answered, hurried, over_budget, busy_ns;
    uint32_t waiting;
};
/* A copy, as of now. `waiting` counts those that think as well. */
void workers_figures(struct workers *w, struct workers_figures *f);

#endif
