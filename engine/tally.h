/* Counts by kind of things that lie in many places, such as all cards of a game. A word holds four
 * kinds, 16 bits each, and a thing is added to all words at once. An array with a place for each
 * kind would lie in the slow memory of a graphics card, being indexed by what is counted. */
#ifndef CHARLATAN_ENGINE_TALLY_H
#define CHARLATAN_ENGINE_TALLY_H

#include "engine/counts.h"

enum { TALLY_WORDS = COUNTS_BYTES / 4 };

struct tally {
    uint64_t of[TALLY_WORDS];
};

/* A kind that does not exist is not counted. */
static inline void tally_add(struct tally *n, int kind, uint32_t many)
{
    uint64_t added = (uint64_t)many << 16 * (kind & 3);
    for (int i = 0; i < TALLY_WORDS; i++)
        n->of[i] += kind >> 2 == i ? added : 0;
}

/* Adds counts by kind, such as a bag. */
static inline void tally_counts(struct tally *n, const uint8_t counts[COUNTS_BYTES])
{
    for (int i = 0; i < TALLY_WORDS; i++) {
        uint32_t four;
        memcpy(&four, counts + (ptrdiff_t)4 * i, sizeof four);
        uint64_t two = (four & 0xffff) | (uint64_t)(four >> 16) << 32;
        n->of[i] += (two | two << 8) & 0x00ff00ff00ff00ffu;
    }
}

static inline int tally_of(const struct tally *n, int kind)
{
    return (int)(n->of[kind >> 2] >> 16 * (kind & 3) & 0xffff);
}

#endif
