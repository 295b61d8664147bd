/* What kernels are given on the host, which runs a block thread after thread. */
#ifndef CHARLATAN_GPU_DEVICE_HOST_H
#define CHARLATAN_GPU_DEVICE_HOST_H

#include "engine/port.h"
#include "gpu/warp.h"

#define UNROLL
#define NO_UNROLL
#define KERNEL void

/* The block that runs, set by whoever launches (gpu.c). */
struct gpu_host {
    uint32_t block, threads;
    uint32_t *shared;
    /* How often this thread joined the others in this phase, and the first of its warp. */
    uint32_t joins, first_joins;
};
extern _Thread_local struct gpu_host gpu_host;

/* The shared memory of the block. */
static inline uint32_t *gpu_shared(void)
{
    return gpu_host.shared;
}

/* The number of the block in its launch. */
static inline uint32_t gpu_block(void)
{
    return gpu_host.block;
}

/* How many threads a block of this launch has. */
static inline uint32_t gpu_block_threads(void)
{
    return gpu_host.threads;
}

/* A lane that leaves out a join runs ahead of its warp on a GPU, into the next phase. So every
 * thread of a warp must join as often as the first. */
static inline void gpu_part_ends(uint32_t t)
{
    if (t % GPU_WARP == 0)
        gpu_host.first_joins = gpu_host.joins;
    MUST(gpu_host.joins == gpu_host.first_joins);
    gpu_host.joins = 0;
}

#define gpu_warp_join() ((void)gpu_host.joins++)
#define gpu_any(it) (it)
#define PHASE(t) for (uint32_t t = 0; t < gpu_host.threads; gpu_part_ends(t++))
#define WARP_PHASE(t) PHASE(t)

/* 16 bytes into shared memory, at once. */
static inline void gpu_fetch(uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, 16);
}

/* Nothing is ever under way. */
static inline void gpu_fetched(void)
{
}

/* No other thread runs meanwhile. Returns what was there before. */
static inline uint32_t gpu_add(uint32_t *to, uint32_t n)
{
    uint32_t before = *to;
    *to += n;
    return before;
}

/* As gpu_add, in 64 bits. */
static inline uint64_t gpu_add_long(uint64_t *to, uint64_t n)
{
    uint64_t before = *to;
    *to += n;
    return before;
}

/* Leaves the lesser of the two there. */
static inline void gpu_least(uint32_t *to, uint32_t n)
{
    if (n < *to)
        *to = n;
}

#endif
