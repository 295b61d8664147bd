/* Hints for people: a bot's advice, settled so that the answer, the reason and the figures shown
 * with them agree. A bot at the table may choose by other criteria; see hint.c. */
#ifndef CHARLATAN_ADVICE_HINT_H
#define CHARLATAN_ADVICE_HINT_H

#include "bots/bot.h"
#include "wire/wire.h"

/* The bot that gives hints in this game, with a budget that does not depend on the clock. What it
 * says is what may be shown: no answer in it has a better value than the one it gives. */
struct seated_bot hint_adviser(const struct game *g);

/* The answers (as bits) that are about as good as the hint's own: within the error of a search, or
 * worth the same as far as figures are shown. */
uint64_t hint_even(const struct advice *say, int answer);

/* Points as hints show them, with one decimal. Differences are taken of these. */
double hint_tenths(double points);

/* Writes the members of a hint: those of `suggest`, and "even". The view's seat must have an open
 * question. */
void write_hint(struct writer *w, const struct view *v);

#endif
