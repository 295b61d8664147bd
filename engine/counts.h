/* Multisets as counts by kind, 24 bytes, at most 255 things in all: bags, pools, supplies. Eight
 * counts are handled in one word. Drawing has no branch that depends on chance, because it is the
 * hottest operation of the rules. */
#ifndef CHARLATAN_ENGINE_COUNTS_H
#define CHARLATAN_ENGINE_COUNTS_H

#include "engine/port.h"

enum { COUNTS_BYTES = 24 };

#define COUNTS_EVERY_BYTE 0x0101010101010101u

static inline int counts_sum(const uint8_t *counts)
{
    uint64_t a, b, c;
    memcpy(&a, counts, 8);
    memcpy(&b, counts + 8, 8);
    memcpy(&c, counts + 16, 8);
    /* No byte overflows. */
    return (int)((a + b + c) * COUNTS_EVERY_BYTE >> 56);
}

static inline int counts_empty(const uint8_t *counts)
{
    uint64_t a, b, c;
    memcpy(&a, counts, 8);
    memcpy(&b, counts + 8, 8);
    memcpy(&c, counts + 16, 8);
    return (a | b | c) == 0;
}

/* Running sums of the eight bytes of a word. */
static inline uint64_t counts_running(const uint8_t *counts, uint64_t before)
{
    uint64_t word;
    memcpy(&word, counts, sizeof word);
    return (word + before) * COUNTS_EVERY_BYTE;
}

/* Sets the low bit of every byte of x that is not above y's, bytes compared without a sign. */
static inline uint64_t counts_not_above(uint64_t x, uint64_t y)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t low = (y | high) - (x & ~high);
    return (((~x & y) | (~(x ^ y) & low)) & high) >> 7;
}

/* The same, more quickly, if all bytes of both are below 128. */
static inline uint64_t counts_low_not_above(uint64_t x, uint64_t y)
{
    return ((y | 0x8080808080808080u) - x) >> 7 & COUNTS_EVERY_BYTE;
}

/* The kind of the r-th thing, counted from 0: the number of running sums that are not above r. All
 * three words are compared, because finding the right one first takes longer, and what comes next
 * waits for the kind. The last running sum is the sum of all; it is seldom above 127. */
static inline int counts_find(const uint8_t *counts, uint32_t r)
{
    uint64_t rs = r * COUNTS_EVERY_BYTE, passed;
    uint64_t first = counts_running(counts, 0);
    uint64_t second = counts_running(counts + 8, first >> 56);
    uint64_t third = counts_running(counts + 16, second >> 56);
    if (third >> 63)
        passed = counts_not_above(first, rs) + counts_not_above(second, rs) +
                 counts_not_above(third, rs);
    else
        passed = counts_low_not_above(first, rs) + counts_low_not_above(second, rs) +
                 counts_low_not_above(third, rs);
    return (int)(passed * COUNTS_EVERY_BYTE >> 56);
}

/* The kinds that are present, a bit each. */
static inline uint32_t counts_kinds(const uint8_t *counts)
{
    uint32_t kinds = 0;
    for (int i = 0; i < COUNTS_BYTES; i += 8) {
        uint64_t word;
        memcpy(&word, counts + i, sizeof word);
        word = (((word & 0x7f7f7f7f7f7f7f7fu) + 0x7f7f7f7f7f7f7f7fu) | word) >> 7;
        kinds |= (uint32_t)((word & COUNTS_EVERY_BYTE) * 0x0102040810204080u >> 56) << i;
    }
    return kinds;
}

#endif
