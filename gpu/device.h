/* What kernels need of the machine they run on: a card, or the host, which runs the same kernels
 * thread after thread.
 *
 * A kernel is a row of phases. In a phase every thread of the block does its part; between two
 * phases all of them meet. On the host a phase is a loop over the threads. So what a thread keeps
 * from one phase to the next lies in shared memory, never in a variable, and `continue` ends a
 * thread's part. PHASE meets with the block, WARP_PHASE only with the 32 threads of the warp: for
 * phases that touch nothing of other warps. */
#ifndef CHARLATAN_GPU_DEVICE_H
#define CHARLATAN_GPU_DEVICE_H

#include "engine/port.h"

enum { GPU_WARP = 32 };

/* Loaded and stored at once. */
typedef uint32_t gpu_four __attribute__((vector_size(16)));

#ifdef __NVPTX__

#define UNROLL _Pragma("unroll")
#define KERNEL __attribute__((nvptx_kernel)) void

/* The launch says how large it is. */
extern __attribute__((address_space(3))) uint32_t gpu_shared_words[];

static inline uint32_t *gpu_shared(void)
{
    return (uint32_t *)gpu_shared_words;
}

static inline uint32_t gpu_thread(void)
{
    return __nvvm_read_ptx_sreg_tid_x();
}

static inline uint32_t gpu_block(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x();
}

static inline uint32_t gpu_block_threads(void)
{
    return __nvvm_read_ptx_sreg_ntid_x();
}

/* Lanes that went different ways join again: without it they never do. */
#define gpu_warp_join() __nvvm_bar_warp_sync(~0u)

#define PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, __syncthreads())
#define WARP_PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, gpu_warp_join())

/* 16 bytes from the card's memory into shared memory, while the thread goes on. */
static inline void gpu_fetch(uint32_t *to, const uint32_t *from)
{
    uint32_t at = (uint32_t)(uintptr_t)(__attribute__((address_space(3))) uint32_t *)to;
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(at), "l"(from) : "memory");
}

/* Until all that the thread has fetched is there. */
static inline void gpu_fetched(void)
{
    __asm__ volatile("cp.async.wait_all;" : : : "memory");
}

static inline uint32_t gpu_add(uint32_t *to, uint32_t n)
{
    return __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static inline uint64_t gpu_add_long(uint64_t *to, uint64_t n)
{
    return __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static inline void gpu_least(uint32_t *to, uint32_t n)
{
    __atomic_fetch_min(to, n, __ATOMIC_RELAXED);
}

#else

#define UNROLL
#define KERNEL void

/* The block that runs, set by whoever launches (host.c). */
struct gpu_host {
    uint32_t block, threads;
    uint32_t *shared;
};
extern _Thread_local struct gpu_host gpu_host;

static inline uint32_t *gpu_shared(void)
{
    return gpu_host.shared;
}

static inline uint32_t gpu_block(void)
{
    return gpu_host.block;
}

static inline uint32_t gpu_block_threads(void)
{
    return gpu_host.threads;
}

#define gpu_warp_join() ((void)0)
#define PHASE(t) for (uint32_t t = 0; t < gpu_host.threads; t++)
#define WARP_PHASE(t) PHASE(t)

static inline void gpu_fetch(uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, 16);
}

static inline void gpu_fetched(void)
{
}

static inline uint32_t gpu_add(uint32_t *to, uint32_t n)
{
    uint32_t before = *to;
    *to += n;
    return before;
}

static inline uint64_t gpu_add_long(uint64_t *to, uint64_t n)
{
    uint64_t before = *to;
    *to += n;
    return before;
}

static inline void gpu_least(uint32_t *to, uint32_t n)
{
    if (n < *to)
        *to = n;
}

#endif

#endif
