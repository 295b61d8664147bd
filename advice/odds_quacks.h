/* What page and object about a potion share. */
#ifndef CHARLATAN_ODDS_QUACKS_H
#define CHARLATAN_ODDS_QUACKS_H

#include "bots/potion.h"
#include "advice/odds.h"

/* The odds of the view's seat: 0, or -1 with the reason where there are none. */
int odds_quacks_count(const struct view *v, struct potion_odds *o, struct refusal *why);
/* The best of what can be done, and what it is called; NULL where nothing can. */
const char *odds_quacks_best(const struct potion_odds *o, double *worth);
/* A sentence about what everything is worth. */
void odds_quacks_worth(const struct potion_odds *o, char *text, size_t size);

#endif
