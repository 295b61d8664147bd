/* The worths by which the bot `trader` of Arcane Alley answers: greedy's rules of thumb for whole
 * plays, corrected for unseen cards, the score, the next player and infamy that is carried over. */
#ifndef CHARLATAN_BOTS_GREEDY_ARCANE_TRADER_H
#define CHARLATAN_BOTS_GREEDY_ARCANE_TRADER_H

#include "games/arcane/arcane.h"

enum trade {
#define TRADE(e, weight, step, text) TRADE_##e,
#include "bots/greedy/arcane_trader.def"
#undef TRADE
    TRADE_COUNT
};

struct trade_weights {
    int16_t of[TRADE_COUNT];
};

/* The weights of the bot. */
const struct trade_weights *trade_rows(void);

/* The worth of each of these answers, in tenths of a gold piece. `s` is a view of the seat. */
void trade_weigh(const struct trade_weights *w, const struct arcane_state *s, int seat,
                 uint64_t answers, int each[64]);

#endif
