/* The randomness of deals: each is a function of the seed and the number of the deal. */
#ifndef CHARLATAN_SIM_LUCK_H
#define CHARLATAN_SIM_LUCK_H

#include <stdint.h>

struct chance;

/* The seed of a deal's games, as `charlatan play --seed` takes it. `deal` may be any number that is
 * not negative, in any order. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32]);
/* The randomness of one instance in a deal: the same in every seating and setting, independent
 * of the game's. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck);
/* The randomness of what the deal itself chooses (struct gauge, vary). tune_fresh_seed takes
 * numbers near INT64_MAX / 32, which no run reaches as a deal. */
void option_luck(const uint8_t seed[32], int64_t deal, struct chance *luck);

#endif
