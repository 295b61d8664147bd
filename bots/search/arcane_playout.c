/* Arcane Alley for the search. A game cut off between two rounds is valued by gold alone, because
 * the new round begins equally for all players. */
#include "bots/search/arcane_tree_key.h"
#include "bots/search/playout.h"
#include "games/arcane/arcane.h"

#define GAME(x) arcane_##x
#define GAME_STATE struct arcane_state
#define GAME_CLOCK round
#define GAME_PICK arcane_greedy_pick
#include "bots/search/playout.inc"

static int64_t standing(const void *state, int seat)
{
    const struct arcane_state *s = state;
    return (int64_t)100 * s->player[seat].gold;
}

const struct playout arcane_playout = {
    .game = &arcane_game,
    .pick = arcane_greedy_pick,
    .clock = game_clock,
    .play = play,
    .standing = standing,
    .margin = 6000,
#ifndef __wasm__
    .key = arcane_key,
#endif
    .guesser = &arcane_guesser,
#ifndef WITHOUT_NETS
    /* See bots.c. */
    .evaluator = &arcane_evaluator,
#endif
};
