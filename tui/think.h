/* A bot on a thread of its own, asked one question at a time. It gets a view, so it cannot know
 * more than its seat. Callers can watch it, hurry it, or cancel a question. */
#ifndef CHARLATAN_TUI_THINK_H
#define CHARLATAN_TUI_THINK_H

#include "bots/advice.h"
#include "bots/bot.h"
#include "engine/view.h"

struct thinker;

struct client_thought {
    struct seated_bot bot;
    struct view view;
    struct chance luck;
    /* The question's number; only the caller uses it. */
    uint32_t n;
    /* Set by the thread, and so is `say`. */
    int answer;
    struct advice say;
};

/* Adds one to the counter `wake` (an eventfd) when an answer is ready. */
struct thinker *thinker_open(int wake);
/* Hurries the bot and waits for the thread to end. */
void thinker_close(struct thinker *k);
/* Cancels an earlier question. */
void thinker_ask(struct thinker *k, const struct client_thought *about);
void thinker_forget(struct thinker *k);
void thinker_hurry(struct thinker *k);
/* Returns 1 if there is an answer. */
int thinker_take(struct thinker *k, struct client_thought *to);
/* Games simulated so far for this question. */
uint32_t thinker_games(struct thinker *k);

#endif
