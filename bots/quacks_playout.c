/* The Quacks for the search. */
#include "bots/playout.h"
#include "games/quacks/quacks.h"

#define GAME(x) quacks_##x
#define GAME_STATE struct quacks_state
#define GAME_CLOCK turn
#define GAME_PICK quacks_greedy_pick
#include "bots/playout.inc"

const struct playout quacks_playout = {.game = &quacks_game,
                                       .pick = quacks_greedy_pick,
                                       .clock = game_clock,
                                       .play = play,
                                       .margin = 30};
