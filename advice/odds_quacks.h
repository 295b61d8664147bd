/* Functions shared by the page and the JSON object about a potion. */
#ifndef CHARLATAN_ODDS_QUACKS_H
#define CHARLATAN_ODDS_QUACKS_H

#include "bots/potion.h"
#include "advice/odds.h"

/* Computes the odds of the view's seat. Returns 0, or -1 with the reason if there are none. */
int odds_quacks_count(const struct view *v, struct potion_odds *o, struct refusal *why);
/* The name of the best choice and its worth; NULL if there is no choice. */
const char *odds_quacks_best(const struct potion_odds *o, double *worth);
/* Writes a sentence about the worth of all choices. */
void odds_quacks_worth(const struct potion_odds *o, char *text, size_t size);

#endif
