/* How games are numbered by seeds, as in lib/. */
#ifndef CHARLATAN_GPU_SEED_H
#define CHARLATAN_GPU_SEED_H

#include "engine/port.h"

/* Mixes all bits of a number (splitmix64). */
static inline uint64_t gpu_mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The same number as charlatan_seed_of. */
static inline uint64_t gpu_seed_of(uint64_t seed, uint64_t game, uint64_t played)
{
    return gpu_mixed(gpu_mixed(gpu_mixed(seed) ^ game) ^ played);
}

#endif
