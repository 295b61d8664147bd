/* A bot on a thread of its own, asked one thing at a time. It gets a view, so it cannot see more than its seat;
 * it can be watched, hurried, and told to forget what it was asked. */
#ifndef CHARLATAN_TUI_THINK_H
#define CHARLATAN_TUI_THINK_H

#include "bots/bot.h"

struct thinker;

struct thought {
    struct seated_bot bot;
    struct view view;
    struct chance luck;
    uint32_t n; /* the question it is about: of no meaning here */
    int answer; /* filled in, and so is what it has to say */
    struct advice say;
};

/* Adds one to the counter `wake` (an eventfd) when an answer is there. */
struct thinker *thinker_open(int wake);
void thinker_close(struct thinker *k); /* hurries it and waits */
void thinker_ask(struct thinker *k,
                 const struct thought *about); /* what was asked before is forgotten */
void thinker_forget(struct thinker *k);
void thinker_hurry(struct thinker *k);
int thinker_is_busy(struct thinker *k); /* an answer is on its way, or to be taken */
int thinker_take(struct thinker *k, struct thought *to); /* 1 where there is an answer */
uint32_t thinker_games(struct thinker *k);               /* imagined so far */

#endif
