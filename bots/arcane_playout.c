/* Arcane Alley for the search. */
#include "bots/playout.h"
#include "games/arcane/arcane.h"

#define GAME(x) arcane_##x
#define GAME_STATE struct arcane_state
#define GAME_CLOCK round
#define GAME_PICK arcane_greedy_pick
#include "bots/playout.inc"

const struct playout arcane_playout = {.game = &arcane_game,
                                       .pick = arcane_greedy_pick,
                                       .clock = game_clock,
                                       .play = play,
                                       .margin = 60};
