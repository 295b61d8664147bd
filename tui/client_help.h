/* Help at a table: bots that think, hints and odds. */
#ifndef CHARLATAN_TUI_CLIENT_HELP_H
#define CHARLATAN_TUI_CLIENT_HELP_H

#include <stdint.h>

#include "advice/advice.h"
#include "bots/advice.h"
#include "engine/view.h"

struct board_showing;
struct client;

/* The bot that is thinking, and how far it is. */
struct client_thinking {
    /* -1 if no bot is thinking, or if this program cannot see it. */
    int seat;
    /* CLOCK_MONOTONIC in ms. */
    int64_t began;
    /* Its time limit in ms; 0 if unknown. */
    uint32_t most;
    /* Games simulated so far. */
    uint32_t games;
};
/* Fills in which bot thinks now. */
void client_thinking(const struct client *t, struct client_thinking *to);
/* Makes the bot answer at once with the best move found so far. */
void client_interrupt_bot(struct client *t);

/* An adviser's answer to a question, with its reasons and the view it had. */
struct client_hint {
    /* `answer` is the engine's number. */
    int seat, answer;
    /* The number of the question. */
    uint32_t n;
    struct view view;
    struct advice say;
};

/* Asks an adviser, which knows only what the seat may know; NEWS_HINT follows. The same question
 * gets the same hint, and asking does not change the game. Refused if client_helps is 0 or nothing
 * is asked. A hint asked for before it is dropped. */
int client_hint(struct client *t, int seat);
/* How far the hint is, in percent; -1 if none is being computed. */
int client_hint_progress(const struct client *t);
/* Cancels the hint: no NEWS_HINT follows. */
void client_hint_cancel(struct client *t);
/* The last hint, or NULL; the table owns it. Compare its `n` and `seat` with the open question
 * before showing it as current. */
const struct client_hint *client_hint_found(const struct client *t);

/* Prints a page of odds for the viewer with page_print, so it can be captured as text.
 * Returns 0, or -1 with the reason if there are no odds. */
int client_odds(const struct client *t, const struct board_showing *s, struct refusal *why);

#endif
