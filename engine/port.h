/* The only external things the rules library may use: fixed-width integers, memcpy, memmove,
 * memset, memcmp and a few bit operations. Nothing else of libc, so that the same sources build
 * wherever there is a <string.h> with these four. */
#ifndef CHARLATAN_ENGINE_PORT_H
#define CHARLATAN_ENGINE_PORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "states are hashed as little-endian bytes"
#endif

/* Our own bugs stop the program, in release builds, too: a wrong state must never be used. */
#define MUST(condition) ((condition) ? (void)0 : __builtin_trap())

/* Keeps rare code out of line, so that the code of every turn stays small. */
#define RARE __attribute__((noinline))

static inline int bit_lowest(uint64_t mask)
{
    return __builtin_ctzll(mask);
}

/* Without a popcount instruction the compiler would call a library we do not link. */
static inline int bit_count(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}

static inline uint64_t bits_below(int n)
{
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* Clears the lowest two bits of a mask if `yes` is 1 and none if it is 0, without a branch. */
static inline uint64_t bits_drop_two(uint64_t mask, uint64_t yes)
{
    mask &= mask - yes;
    return mask & (mask - yes);
}

/* The k-th set bit, counted from 0; k must be below bit_count(mask). Up to seven bits are cleared
 * without a branch, because choices are random and a mispredicted branch costs more. */
static inline int bit_nth(uint64_t mask, uint32_t k)
{
    uint64_t four = k >> 2 & 1;
    for (; k > 7; k -= 8, four = k >> 2 & 1)
        mask = bits_drop_two(bits_drop_two(bits_drop_two(bits_drop_two(mask, 1), 1), 1), 1);
    mask = bits_drop_two(bits_drop_two(mask, four), four);
    mask = bits_drop_two(mask, k >> 1 & 1);
    return bit_lowest(mask & (mask - (k & 1)));
}

static inline int int_min(int a, int b)
{
    return a < b ? a : b;
}

static inline int int_max(int a, int b)
{
    return a > b ? a : b;
}

#endif
