/* Chance as an argument: the only source of luck the rules know.
 *
 * A state holds no generator, so whoever copies a state cannot see its future. A `struct chance`
 * is handed to apply and answers every question of luck from the first of these that knows:
 *   1. a script of outcomes (replay, tests, `force`): matched by seat, in order;
 *   2. a seed: ChaCha8 keyed by 32 bytes, one independent stream for each purpose and seat, read
 *      by counter. What one seat draws therefore never depends on when another seat acts.
 * What happened is reported into a log, in the same form a script has.
 *
 * Stream s, number k is 32-bit word k % 16 of the ChaCha block with key = seed, 64-bit block
 * counter = k / 16, 64-bit nonce = s, and 8 rounds. Numbers below n are made from words by
 * multiply and shift, with rejection, so that every outcome is exactly equally likely. */
#ifndef CHARLATAN_ENGINE_CHANCE_H
#define CHARLATAN_ENGINE_CHANCE_H

#include "engine/port.h"

enum chance_stream {
    CHANCE_LOT = 0,    /* who begins, who gets which wizard */
    CHANCE_TABLE = 1,  /* what belongs to the whole table: cards */
    CHANCE_SEAT = 2,   /* + seat: what a seat draws */
    CHANCE_DIE = 8,    /* + seat: what a seat rolls */
    CHANCE_PICK = 14,  /* choices of bots and tests, never of the rules */
    CHANCE_GUESS = 15, /* determinize */
    CHANCE_STREAMS = 16
};

enum { CHANCE_VALUES = 6, CHANCE_NO_SEAT = -1, CHANCE_UNKNOWN_KIND = 255 };

/* One thing chance did. `kind` and the meaning of the values are the game's. */
struct outcome {
    uint8_t kind;
    int8_t seat; /* CHANCE_NO_SEAT when it is nobody's own */
    uint8_t n;
    uint8_t value[CHANCE_VALUES];
};

struct stream {
    uint64_t place;
    uint32_t word[16];
};

struct chance {
    uint32_t key[8];
    struct stream stream[CHANCE_STREAMS];
    const struct outcome *script; /* may be NULL */
    uint8_t *used;                /* one byte an entry: set when it was taken */
    uint32_t script_n;
    struct outcome *log; /* may be NULL */
    uint32_t log_n, log_cap;
    uint32_t impossible; /* set once a scripted outcome could not be */
};

void chance_seed(struct chance *c, const uint8_t seed[32]);
void chance_seed_number(struct chance *c, uint64_t number); /* big-endian in the last 8 bytes */
void chance_refill(struct chance *c, int stream);

/* The scripted outcome for this event, or NULL when the seed is to be asked. A script entry of
 * another kind makes the event impossible; the caller must then return some legal value. */
const struct outcome *chance_scripted(struct chance *c, int kind, int seat);
void chance_report(struct chance *c, const struct outcome *o);

static inline uint32_t chance_word(struct chance *c, int stream)
{
    struct stream *s = &c->stream[stream];
    uint32_t at = (uint32_t)(s->place & 15);
    if (at == 0)
        chance_refill(c, stream);
    s->place++;
    return s->word[at];
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
