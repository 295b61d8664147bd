/* Derives the random numbers of deals and bots from one seed. Block `deal` of the seed's first
 * stream is 16 words: 8 are the key of the games, and the other 8 the key from which every bot gets
 * its own. */
#include "sim/sim.h"

/* Words 16 * index to 16 * index + 15 of a stream. */
static void block(struct chance *c, int stream, uint64_t index, uint32_t words[16])
{
    c->stream[stream].place = 16 * index;
    for (int i = 0; i < 16; i++)
        words[i] = chance_word(c, stream);
}

/* Any deal's seed is found without playing the ones before, so deals can be shared out at will. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32])
{
    struct chance c;
    uint32_t words[16];
    chance_seed(&c, seed);
    block(&c, CHANCE_LOT, (uint64_t)deal, words);
    memcpy(out, words, 32);
}

/* Taken from the second half of the deal's block, so that a bot cannot predict the game from its
 * own random numbers. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck)
{
    uint32_t words[16];
    chance_seed(luck, seed);
    block(luck, CHANCE_LOT, (uint64_t)deal, words);
    chance_seed(luck, (const uint8_t *)(words + 8));
    block(luck, CHANCE_PICK, (uint64_t)instance, words);
    chance_seed(luck, (const uint8_t *)words);
}

/* Beside those of the bots, in a stream that no bot has. */
void option_luck(const uint8_t seed[32], int64_t deal, struct chance *luck)
{
    uint32_t words[16];
    chance_seed(luck, seed);
    block(luck, CHANCE_LOT, (uint64_t)deal, words);
    chance_seed(luck, (const uint8_t *)(words + 8));
    block(luck, CHANCE_TABLE, 0, words);
    chance_seed(luck, (const uint8_t *)words);
}
