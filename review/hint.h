/* Hints: what a review would say of every answer, before one is given. The figures and the words
 * are those of reviews: a hint weighs every answer as if it had been chosen (inside.h). */
#ifndef CHARLATAN_REVIEW_HINT_H
#define CHARLATAN_REVIEW_HINT_H

#include "bots/bot.h"
#include "engine/view.h"

struct advice;
struct writer;

struct reason;

/* The bot that gives hints in this game; its iterations are the samples of each half. Its values
 * are shares of the win. An answer that would be called loses as much as the review says; all
 * others have the value of the answer that it gives. It does not look at its luck. */
struct seated_bot hint_adviser(const struct game *g);

/* The answers (as bits) that are as good as the hint's own: a review would call none of them. */
uint64_t hint_even(const struct advice *say, int answer);
/* The best of the answers that are not as good, or -1. */
int hint_next(const struct advice *say, int answer);
/* How much an answer loses against the hint's; 0 if it is as good. */
double hint_loss(const struct advice *say, int answer, int other);
/* What choosing it would be called, such as "mistake". */
const char *hint_called(double loss);
/* Why the answer is good, as the review says it; unless others are as good. */
void hint_reason(const struct view *v, int answer, const struct advice *say, struct reason *to);

/* Writes the members of a hint: those of `suggest`, "even" and "loss". The view's seat must have an
 * open question. Samples 0: as many as usual. */
void write_hint(struct writer *w, const struct view *v, uint32_t samples);

#endif
