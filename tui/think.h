/* A bot on a thread of its own, asked one question at a time. It gets a view, so it cannot know
 * more than its seat. Callers can watch it, hurry it, or cancel a question. */
#ifndef CHARLATAN_TUI_THINK_H
#define CHARLATAN_TUI_THINK_H

#include "bots/advice.h"
#include "bots/bot.h"
#include "engine/view.h"

struct thinker;

/* A question with its bot and luck, and later its answer. Copied in both directions. */
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

/* Adds one to the counter `wake` (an eventfd) when an answer is ready. The caller owns the thread
 * and closes it before `wake`. */
struct thinker *thinker_open(int wake);
/* Hurries the bot and waits for the thread to end. */
void thinker_close(struct thinker *k);
/* Cancels an earlier question. `about` is copied; its answer comes by thinker_take. */
void thinker_ask(struct thinker *k, const struct client_thought *about);
/* Cancels the question, if there is one: no answer comes. */
void thinker_forget(struct thinker *k);
/* Makes the bot answer soon, with the best it has found. */
void thinker_hurry(struct thinker *k);
/* Returns 1 if there is an answer. Each answer is taken once. Never waits for the bot. */
int thinker_take(struct thinker *k, struct client_thought *to);
/* Games simulated so far for this question. */
uint32_t thinker_games(struct thinker *k);

#endif
