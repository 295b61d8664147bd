/* What the training program needs to know of a game's net: its cells, its outputs, and how
 * observations become both. One file a game fills a row of these. */
#ifndef CHARLATAN_LEARN_CELLS_H
#define CHARLATAN_LEARN_CELLS_H

#include "bots/net/net_inputs.h"
#include "engine/game.h"
#include "engine/observe.h"

/* What the training program wants to know of many positions; arrays with one entry a position. They
 * are the caller's: learn/games.py lays out the same struct. */
struct cells_arrays {
    /* In: observations, and the legal actions as bytes. */
    const uint8_t *seen, *masks;
    /* Out: what the net looks at; the score of every seat now, the viewer's first; the place in
     * the table of outputs; and the legal actions as bits from `first` on. */
    uint8_t *cells;
    int32_t *now;
    int16_t *table;
    int16_t *first;
    uint64_t *legal;
};

/* Constant; the training program asks for it by the game's name. */
struct cells_game {
    const struct game *game;
    /* The bytes of a position, how many of them are cells, and outputs of the policy. `bytes` is at
     * least `places`. */
    int bytes, places, outputs;
    /* How many numberings of the outputs there are. */
    int tables;
    struct net_rows (*rows)(void);
    /* The output of every action, in each numbering: `tables` rows, one after another. */
    void (*output_table)(int16_t *table);
    /* Fills the arrays for one position, but for the legal actions. Returns the question of the
     * asked seat. */
    int (*look)(const uint8_t *seen, uint8_t *cells, int32_t *now, int16_t *table);
};

#define NET(x) extern const struct cells_game x##_cells;
#include "games/games.def"

#endif
