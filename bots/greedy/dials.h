/* The bots `greedy` with weights of their own: every weight is a percentage of the usual one, by
 * the dials of the bot (struct bot, dials).
 *
 * The usual weights are constants, and most games are played by them. arcane_dials.c and
 * quacks_dials.c compile the same sources a second time, with weights as data: they define FITTED
 * and include them. */
#ifndef CHARLATAN_BOTS_GREEDY_DIALS_H
#define CHARLATAN_BOTS_GREEDY_DIALS_H

#include "engine/view.h"

struct advice;
struct bot_options;

/* Pages have no dials: nobody tunes there, and the second set of weights would be a tenth of what a
 * page loads. A bot of a page that is given one says that it has no such option. */
#ifdef WITHOUT_DIALS
#define HAS_DIALS 0
#else
#define HAS_DIALS 1
#endif

/* The weight turned by a dial, to the nearest whole number; 0 percent is as usual. */
static inline int16_t weight_turned(int weight, uint16_t percent)
{
    int size = weight < 0 ? -weight : weight;
    int turned = percent ? (size * percent + 50) / 100 : size;
    return (int16_t)(weight < 0 ? -turned : turned);
}

/* As `choose` of the bots (bot.h), for options with dials. With HAS_DIALS only. Weights are kept by
 * thread, so threads may ask at once. */
int arcane_fitted_choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                         struct advice *say);
int quacks_fitted_choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                         struct advice *say);

#endif
