/* Rules of thumb: functions fast enough to play thousands of simulated games per second.
 *
 * A policy reads only what the seat may know, so it gives the same answer on a state and on the
 * seat's view of it (tests/props/bot_props.c checks that). `greedy` uses it to choose its moves,
 * `search` to play its simulated games. */
#ifndef CHARLATAN_BOTS_POLICY_H
#define CHARLATAN_BOTS_POLICY_H

#include "engine/game.h"

/* A policy's randomness is a single word instead of the streams of struct chance: playouts draw
 * from it for every answer. n above 0. The upper half of the word is used: the lower bits repeat
 * soon. */
static inline uint32_t luck_below(uint64_t *luck, uint32_t n)
{
    *luck = *luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((*luck >> 32) * n) >> 32);
}

/* Returns one of `answers`, which is legal(state, seat) and not 0. Ties are broken at random.
 * Called by many threads at once. */
typedef int policy_pick(const void *state, int seat, uint64_t answers, uint64_t *luck);

policy_pick random_policy;
policy_pick arcane_greedy_pick;
policy_pick quacks_greedy_pick;

#endif
