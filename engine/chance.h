/* Chance is an argument of the rules, and their only source of randomness.
 *
 * A state contains no random generator, so copying a state does not reveal its future. `apply` gets
 * a `struct chance`, which takes each outcome from the first of these sources that has one:
 *   1. a script of outcomes (replay, tests, `force`): matched by seat, in order;
 *   2. a seed: ChaCha8 keyed by 32 bytes, one independent stream for each purpose and seat, read
 *      by counter. What one seat draws therefore never depends on when another seat acts.
 * Outcomes are reported into a log, in the form of a script.
 *
 * Stream s, number k is 32-bit word k % 16 of the ChaCha block with key = seed, 64-bit block
 * counter = k / 16, 64-bit nonce = s, and 8 rounds. Numbers below n are made from words by multiply
 * and shift, with rejection, so that every outcome is exactly equally likely. */
#ifndef CHARLATAN_ENGINE_CHANCE_H
#define CHARLATAN_ENGINE_CHANCE_H

#include "engine/around.h"

enum chance_stream {
    /* The start player, and who gets which wizard. */
    CHANCE_LOT = 0,
    /* What belongs to the whole table: cards. */
    CHANCE_TABLE = 1,
    /* CHANCE_SEAT + seat is the stream for what that seat draws. */
    CHANCE_SEAT = 2,
    /* CHANCE_DIE + seat is the stream for what that seat rolls. */
    CHANCE_DIE = 8,
    /* Choices of bots and tests, never of the rules. */
    CHANCE_PICK = 14,
    /* The guesses that determinize makes about what a view hides. */
    CHANCE_GUESS = 15,
    CHANCE_STREAMS = 16
};

enum { CHANCE_VALUES = 6, CHANCE_NO_SEAT = -1, CHANCE_UNKNOWN_KIND = 255 };

/* One outcome of chance. The game defines `kind` and the meaning of the values. */
struct outcome {
    uint8_t kind;
    /* CHANCE_NO_SEAT if it belongs to no seat. */
    int8_t seat;
    uint8_t n;
    uint8_t value[CHANCE_VALUES];
};

/* What comes depends on key, places and script alone. Blocks are made again when they are needed:
 * whoever keeps or restores chance needs only the key and the places. */
struct chance {
    /* How many words of each stream were read. No stream comes near 2^32 of them. */
    uint32_t place[CHANCE_STREAMS];
    uint32_t key[8];
    /* Outcomes forced on the game, or NULL. */
    const struct outcome *script;
    /* One byte per entry, set when the entry was used. */
    uint8_t *used;
    /* Where outcomes are reported, or NULL. */
    struct outcome *log;
    uint32_t script_n, log_n, log_cap;
    /* Set once a scripted outcome was impossible. */
    uint32_t impossible;
    /* The blocks that are remembered, and which they are: place of the first word + stream + 1,
     * or 0 for none. */
    uint32_t held[CHANCE_BLOCKS];
    uint32_t word[CHANCE_BLOCKS][16];
};

void chance_seed(struct chance *c, const uint8_t seed[32]);
/* Sets the seed to this number, big-endian in the last 8 bytes. */
void chance_seed_number(struct chance *c, uint64_t number);
/* Remembers the block of this stream in which `place` is. */
RARE void chance_refill(struct chance *c, int stream, uint32_t place);
/* Words 16 * block to 16 * block + 15 of a stream, for callers that keep no streams. */
void chance_block(const uint32_t key[8], int stream, uint64_t block, uint32_t out[16]);
/* The word at this place of a stream, without remembering anything. */
RARE uint32_t chance_one(const uint32_t key[8], int stream, uint32_t place);

/* The scripted outcome for this event, or NULL if it comes from the seed. A script entry of another
 * kind makes the event impossible; the caller must then return some legal value. */
const struct outcome *chance_scripted(struct chance *c, int kind, int seat);
void chance_report(struct chance *c, const struct outcome *o);

static inline int chance_has_script(const struct chance *c)
{
    return around_has(c->script_n != 0);
}

static inline int chance_has_log(const struct chance *c)
{
    return around_has(c->log != NULL);
}

static inline uint32_t chance_word(struct chance *c, int stream)
{
    if (CHANCE_BLOCKS == 1)
        return chance_one(c->key, stream, c->place[stream]++);
    uint32_t place = c->place[stream]++;
    uint32_t at = (uint32_t)stream % CHANCE_BLOCKS;
    if (c->held[at] != (place & ~15u) + (uint32_t)stream + 1)
        chance_refill(c, stream, place);
    return c->word[at][place % 16];
}

/* A number from 0 to n - 1, each equally likely; n >= 1. */
static inline uint32_t chance_below(struct chance *c, int stream, uint32_t n)
{
    uint64_t m = (uint64_t)chance_word(c, stream) * n;
    if ((uint32_t)m < n) {
        uint32_t least = (0u - n) % n;
        while ((uint32_t)m < least)
            m = (uint64_t)chance_word(c, stream) * n;
    }
    return (uint32_t)(m >> 32);
}

#endif
