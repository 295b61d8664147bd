/* What kernels are given on a GPU, in the words of PTX. */
#ifndef CHARLATAN_GPU_DEVICE_PTX_H
#define CHARLATAN_GPU_DEVICE_PTX_H

#include <stdint.h>

#include "gpu/device_copy.h"
#include "gpu/warp.h"

#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("nounroll")
#define KERNEL __attribute__((nvptx_kernel)) void

/* The launch says how large it is. */
extern __attribute__((address_space(3))) uint32_t gpu_shared_words[];

/* The shared memory of the block. */
static inline uint32_t *gpu_shared(void)
{
    return (uint32_t *)gpu_shared_words;
}

/* The number of the thread in its block. */
static inline uint32_t gpu_thread(void)
{
    return __nvvm_read_ptx_sreg_tid_x();
}

/* The number of the block in its launch. */
static inline uint32_t gpu_block(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x();
}

/* How many threads a block of this launch has. */
static inline uint32_t gpu_block_threads(void)
{
    return __nvvm_read_ptx_sreg_ntid_x();
}

/* Lanes that went different ways join again: without it they never do. */
#define gpu_warp_join() __nvvm_bar_warp_sync(~0u)

/* Whether any lane of the warp has it; all lanes ask, and join. */
#define gpu_any(it) __nvvm_vote_any_sync(~0u, it)

#define PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, __syncthreads())
#define WARP_PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, gpu_warp_join())

/* 16 bytes from the GPU's memory into shared memory, while the thread goes on. */
static inline void gpu_fetch(uint32_t *to, const uint32_t *from)
{
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                     :
                     : "r"(gpu_shared_at(to)), "l"(from)
                     : "memory");
}

/* Until all that the thread has fetched is there. */
static inline void gpu_fetched(void)
{
    __asm__ volatile("cp.async.wait_all;" : : : "memory");
}

/* Adds at once for all threads that do; returns what was there before. */
static inline uint32_t gpu_add(uint32_t *to, uint32_t n)
{
    return __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

/* As gpu_add, in 64 bits. */
static inline uint64_t gpu_add_long(uint64_t *to, uint64_t n)
{
    return __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

/* Leaves the lesser of the two there, whichever thread comes first. */
static inline void gpu_least(uint32_t *to, uint32_t n)
{
    __atomic_fetch_min(to, n, __ATOMIC_RELAXED);
}

#endif
