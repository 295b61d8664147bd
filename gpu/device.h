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
#define NO_UNROLL _Pragma("nounroll")
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

/* Whether any lane of the warp has it; all lanes ask, and join. */
#define gpu_any(it) __nvvm_vote_any_sync(~0u, it)

#define PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, __syncthreads())
#define WARP_PHASE(t) for (uint32_t t = gpu_thread(), on = 1; on; on = 0, gpu_warp_join())

static inline uint32_t gpu_shared_at(const void *at)
{
    return (uint32_t)(uintptr_t)(const __attribute__((address_space(3))) void *)at;
}

#if __CUDA_ARCH__ >= 900

/* From compute capability 9.0 on every thread has a whole state copied by one instruction. */
#define GPU_COPIES_WHOLE

/* A warp's word (8 bytes) that counts the bytes that are still to come. */
static inline void gpu_whole_begin(uint64_t *word, uint32_t bytes)
{
    __asm__ volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\t"
                     "fence.mbarrier_init.release.cluster;\n\t"
                     "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                     :
                     : "r"(gpu_shared_at(word)), "r"(bytes)
                     : "memory");
}

static inline void gpu_whole_fetch(uint32_t *to, const uint32_t *from, uint32_t bytes,
                                   uint64_t *word)
{
    __asm__ volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :
        : "r"(gpu_shared_at(to)), "l"(from), "r"(bytes), "r"(gpu_shared_at(word))
        : "memory");
}

static inline void gpu_whole_wait(uint64_t *word)
{
    __asm__ volatile("{\n\t"
                     ".reg .pred done;\n\t"
                     "again:\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n\t"
                     "@done bra finished;\n\t"
                     "bra again;\n\t"
                     "finished:\n\t"
                     "}"
                     :
                     : "r"(gpu_shared_at(word))
                     : "memory");
}

/* The word may be used for something else. */
static inline void gpu_whole_end(uint64_t *word)
{
    __asm__ volatile("mbarrier.inval.shared::cta.b64 [%0];"
                     :
                     : "r"(gpu_shared_at(word))
                     : "memory");
}

/* What the thread wrote into shared memory is stored; the thread waits until it was read. */
static inline void gpu_whole_store(uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    __asm__ volatile("fence.proxy.async.shared::cta;\n\t"
                     "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"
                     "cp.async.bulk.commit_group;\n\t"
                     "cp.async.bulk.wait_group 0;"
                     :
                     : "l"(to), "r"(gpu_shared_at(from)), "r"(bytes)
                     : "memory");
}

#endif

/* 16 bytes from the card's memory into shared memory, while the thread goes on. */
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
#define NO_UNROLL
#define KERNEL void

/* The block that runs, set by whoever launches (card.c). */
struct gpu_host {
    uint32_t block, threads;
    uint32_t *shared;
    /* How often this thread joined the others in this phase, and the first of its warp. */
    uint32_t joins, first_joins;
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

/* A lane that leaves out a join runs ahead of its warp on a card, into the next phase. So every
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
