/* Counts which items are kept in stashes of Arcane Alley, for the guesses of the search. */
#ifndef CHARLATAN_LEARN_ARCANE_STASHES_H
#define CHARLATAN_LEARN_ARCANE_STASHES_H

#include "bots/search/arcane_guess.h"

struct bot;

/* By players (two, more), fit and item: cards that were there, and as many as there would be if all
 * unseen cards were equally likely. Begins as zeros. */
struct kept_counts {
    double held[2][FIT_COUNT][ITEM_COUNT], expected[2][FIT_COUNT][ITEM_COUNT];
    /* NULL, or weights to be tried: what they say about the cards, in nats, better than if all were
     * equally likely, is summed up in `gain`; `cards` counts them. */
    const struct arcane_kept *rows;
    double gain[2], cards[2];
};

/* Plays games of this bot with two to six players, from seed number `first` on, and adds what lies
 * in stashes at the beginning of each turn. The same numbers give the same games. */
void kept_count(struct kept_counts *counts, const struct bot *bot, uint64_t first, uint64_t games);
/* The weights that these counts say: 1 (ARCANE_KEPT_ONE) for what is kept as often as by chance.
 * Fills all of `rows`. */
void kept_fit(const struct kept_counts *counts, struct arcane_kept *rows);

#endif
