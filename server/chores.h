/* Chores: work that takes too long for the loop's thread. Logs are folded, records written and
 * practice games founded on threads of their own, so that nobody has to wait for a long table but
 * those who ask for it. Quick chores take at most some milliseconds; slow ones, which grow with the
 * length of a game, and long ones, which take seconds, have other threads and do not hold them
 * up. */
#ifndef CHARLATAN_SERVER_CHORES_H
#define CHARLATAN_SERVER_CHORES_H

#include <stdint.h>

struct chores;

enum chore_lane { CHORE_QUICK, CHORE_SLOW, CHORE_LONG, CHORE_LANES };

/* The first member of whatever a chore needs. */
struct chore {
    struct chore *next;
    /* Called on another thread. */
    void (*run)(struct chore *c);
    /* Called on the loop's thread afterwards, once. */
    void (*done)(struct chore *c);
    /* 1: the server stops, and nothing may come of it any more. */
    int dropped;
};

/* `wake` is called from another thread when something is done. */
struct chores *chores_open(void (*wake)(void *arg), void *arg);
/* Ends the threads, and calls `done` of all chores that are left, as dropped. */
void chores_close(struct chores *c);
/* The chore must stay where it is until `done`. */
void chores_add(struct chores *c, enum chore_lane lane, struct chore *chore);
/* Calls `done` for what is done. Returns 1 if there was something. */
int chores_deliver(struct chores *c);
/* How many chores of a lane wait or run. */
uint32_t chores_waiting(struct chores *c, enum chore_lane lane);
/* Whether the server stops: then a long chore ends early. Any thread may ask. */
int chores_stopping(struct chores *c);

#endif
