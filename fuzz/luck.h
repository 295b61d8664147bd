/* Random numbers for harnesses that play, from a seed they take from their input. */
#ifndef CHARLATAN_FUZZ_LUCK_H
#define CHARLATAN_FUZZ_LUCK_H

#include "engine/port.h"

/* The seed; a harness sets it for each input. */
static uint64_t luck;

/* A number below n, or 0 for n = 0. */
static inline uint32_t below(uint32_t n)
{
    luck += 0x9e3779b97f4a7c15u;
    uint64_t z = (luck ^ luck >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return n ? (uint32_t)((z ^ z >> 31) >> 33) % n : 0;
}

static inline int one_of(uint64_t bits)
{
    return bit_nth(bits, below((uint32_t)bit_count(bits)));
}

#endif
