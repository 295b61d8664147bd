/* Copies between the memory of a GPU and the shared memory of a block. */
#ifndef CHARLATAN_GPU_DEVICE_COPY_H
#define CHARLATAN_GPU_DEVICE_COPY_H

#include <stdint.h>

/* Where it lies in shared memory, as the instructions want it. */
static inline uint32_t gpu_shared_at(const void *at)
{
    return (uint32_t)(uintptr_t)(const __attribute__((address_space(3))) void *)at;
}

#if __CUDA_ARCH__ >= 900

/* From compute capability 9.0 on every thread has a whole state copied by one instruction. */
#define GPU_COPIES_WHOLE

/* A warp's word (8 bytes) that counts the bytes that are still to come. By one thread of the warp,
 * before the others fetch; `bytes` is the sum of what all of them will fetch. */
static inline void gpu_whole_begin(uint64_t *word, uint32_t bytes)
{
    __asm__ volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\t"
                     "fence.mbarrier_init.release.cluster;\n\t"
                     "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                     :
                     : "r"(gpu_shared_at(word)), "r"(bytes)
                     : "memory");
}

/* Fetches a whole state; the word counts what has come. */
static inline void gpu_whole_fetch(uint32_t *to, const uint32_t *from, uint32_t bytes,
                                   uint64_t *word)
{
    __asm__ volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        :
        : "r"(gpu_shared_at(to)), "l"(from), "r"(bytes), "r"(gpu_shared_at(word))
        : "memory");
}

/* Waits until all of it has come. */
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

#endif
