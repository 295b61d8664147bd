/* Declares how brewer values answers, with the rows of weights as an argument. */
#ifndef CHARLATAN_BOTS_ODDS_QUACKS_BREWER_H
#define CHARLATAN_BOTS_ODDS_QUACKS_BREWER_H

#include "bots/odds/quacks_potion.h"

/* What every answer of `answers` is worth, in points (quacks_worth.h), by these rows; potions are
 * looked at exactly for the next `draws` draws. */
void brewer_weigh(const struct view *v, const struct worth_rows *rows, int draws, uint64_t answers,
                  double value[64]);
/* The answer with the highest worth, the lowest of equals; without noise or temperature. */
int brewer_choose(const struct view *v, const struct worth_rows *rows, int draws);

#endif
