/* The only external things the rules library may use: fixed-width integers, four memory functions
 * and a few bit operations. Nothing else of libc, so that the same sources build natively, as
 * freestanding WebAssembly and as device code. */
#ifndef CHARLATAN_ENGINE_PORT_H
#define CHARLATAN_ENGINE_PORT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__) || defined(__NVPTX__)
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memmove(void *to, const void *from, size_t n);
#else
#include <string.h>
#endif

#ifdef __NVPTX__
/* A card loads words only from addresses that are multiples of their size, and the compiler does
 * not know that of states: it would load bytes. Eight bytes are two words, or three that are
 * shifted; less than that, and all that is not constant, goes the usual way. */
static inline void *port_copy_8(void *to, const void *from)
{
    uint32_t off = (uint32_t)(uintptr_t)from & 3, shift = 8 * off;
    const uint32_t *at = (const uint32_t *)((const uint8_t *)from - off);
    uint64_t both = at[0] | (uint64_t)at[1] << 32;
    if (shift)
        both = both >> shift | (uint64_t)at[2] << (64 - shift);
    return __builtin_memcpy(to, &both, 8);
}
#define memcpy(to, from, n)                                                                        \
    (__builtin_constant_p(n) && (n) == 8    ? port_copy_8(to, from)                                \
     : __builtin_constant_p(n) && (n) <= 32 ? __builtin_memcpy(to, from, n)                        \
                                            : (memcpy)(to, from, n))
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "states are hashed as little-endian bytes"
#endif

/* 1 where the rules only play: a card has no scripts of outcomes, and nobody reads events or logs
 * there. The compiler then leaves out all that they need. */
#ifdef __NVPTX__
enum { PLAYS_ONLY = 1 };
#else
enum { PLAYS_ONLY = 0 };
#endif

/* Keeps what is called from several places out of line on a card, whose store of code is small. */
#ifdef __NVPTX__
#define CARD_APART __attribute__((noinline))
#else
#define CARD_APART
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
#ifdef __NVPTX__
    return __builtin_popcountll(x);
#else
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
#endif
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
