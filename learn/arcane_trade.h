/* Fits the weights of the bot `trader` of Arcane Alley by games against greedy. */
#ifndef CHARLATAN_LEARN_ARCANE_TRADE_H
#define CHARLATAN_LEARN_ARCANE_TRADE_H

#include "bots/greedy/arcane_trader.h"

/* What traders with about half of the seats won against greedy. */
struct trade_result {
    /* Their share of the win less what is even; their gold less that of the others, a game. */
    double share, lead;
};

/* Plays each deal twice, the seats exchanged, from seed number `first` on; players 0: two to six in
 * turn. */
struct trade_result trade_match(const struct trade_weights *w, int players, uint64_t first,
                                int deals);
/* Tries a step up and down for every weight, so many times, and keeps what wins more gold in the
 * same deals. Returns how many steps it took. */
int trade_fit(struct trade_weights *w, uint64_t first, int deals, int sweeps);

#endif
