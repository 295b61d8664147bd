/* A game as GPUs know it: its kernels for the host, and its sizes. */
#ifndef CHARLATAN_GPU_GAME_H
#define CHARLATAN_GPU_GAME_H

#include "gpu/work.h"

#define KERNEL_ROW(name) GPU_KERNEL_##name,
/* In the order of kernels.def, which is also that of host_kernels and of `function` in struct
 * gpu. */
enum gpu_kernel {
#include "gpu/kernels.def"
    GPU_KERNELS
};
#undef KERNEL_ROW

typedef void (*gpu_host_kernel)(const struct gpu_work *w, uint32_t steps);

struct gpu_game {
    const struct game *game;
    const gpu_host_kernel *kernel;
    /* The kernels for GPUs; "" if this build has none. */
    const char *ptx;
    /* The words of a state in the GPU's memory, and its bytes in shared memory. */
    uint32_t kept_words, stride_bytes;
    /* Kinds of what a place can do next; the last bin is for places that rest. */
    uint32_t bins;
    /* Decisions in a round with which whole games are fastest. */
    uint32_t round;
    /* Kinds of options to be checked, and what sets one of them before begin(). */
    int mixes;
    void (*mix)(void *state, int mix);
    /* What a player of policy greedy answers, as on the GPU. */
    int (*greedy)(const void *state, int seat, uint64_t legal, const uint64_t words[2]);
    /* How many words of luck that takes. */
    int greedy_words;
    /* Bytes of an observation in shared memory; words of what the net looks at. */
    uint32_t cells_bytes, look_words;
};

#define KERNELS(x)                                                                                 \
    extern const char gpu_ptx_##x[];                                                               \
    extern const struct gpu_game gpu_##x##_game;
#include "games/games.def"

#endif
