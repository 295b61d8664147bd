/* Derives the random numbers of deals and bots from one seed. Block `deal` of the seed's first
 * stream is 16 words: 8 are the key of the games, and the other 8 the key from which every bot gets
 * its own. */
#include "sim/sim.h"

/* The words of a deal: 8 for its games and 8 for its bots. */
static void deal_words(const uint8_t seed[32], int64_t deal, uint32_t words[16])
{
    uint32_t key[8];
    memcpy(key, seed, sizeof key);
    chance_block(key, CHANCE_LOT, (uint64_t)deal, words);
}

/* Any deal's seed is found without playing the ones before, so deals can be shared out at will. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32])
{
    uint32_t words[16];
    deal_words(seed, deal, words);
    memcpy(out, words, 32);
}

/* Taken from the second half of the deal's block, so that a bot cannot predict the game from its
 * own random numbers. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck)
{
    uint32_t words[16], own[16];
    deal_words(seed, deal, words);
    chance_block(words + 8, CHANCE_PICK, (uint64_t)instance, own);
    chance_seed(luck, (const uint8_t *)own);
}

/* Beside those of the bots, in a stream that no bot has. */
void option_luck(const uint8_t seed[32], int64_t deal, struct chance *luck)
{
    uint32_t words[16], own[16];
    deal_words(seed, deal, words);
    chance_block(words + 8, CHANCE_TABLE, 0, own);
    chance_seed(luck, (const uint8_t *)own);
}
