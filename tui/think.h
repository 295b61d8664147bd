/* A bot on a thread of its own, asked one thing at a time. It gets a view, so it cannot see more
 * than its seat; it can be watched, hurried, and told to forget what it was asked. */
#ifndef CHARLATAN_TUI_THINK_H
#define CHARLATAN_TUI_THINK_H

#include "bots/bot.h"

struct thinker;

struct thought {
    struct seated_bot bot;
    struct view view;
    struct chance luck;
    /* The question it is about: of no meaning here. */
    uint32_t n;
    /* Filled in, and so is what it has to say. */
    int answer;
    struct advice say;
};

/* Adds one to the counter `wake` (an eventfd) when an answer is there. */
struct thinker *thinker_open(int wake);
/* Hurries it and waits. */
void thinker_close(struct thinker *k);
/* What was asked before is forgotten. */
void thinker_ask(struct thinker *k, const struct thought *about);
void thinker_forget(struct thinker *k);
void thinker_hurry(struct thinker *k);
/* An answer is on its way, or to be taken. */
int thinker_is_busy(struct thinker *k);
/* 1 where there is an answer. */
int thinker_take(struct thinker *k, struct thought *to);
/* Imagined so far. */
uint32_t thinker_games(struct thinker *k);

#endif
