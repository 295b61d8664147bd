/* A GPU with the kernels of one game: memory and launches. The host is a GPU too, which runs the
 * same kernels one thread after another.
 *
 * After the first failure a GPU does nothing more, and keeps the reason; so callers ask once, at
 * the end of what they do. */
#ifndef CHARLATAN_GPU_GPU_H
#define CHARLATAN_GPU_GPU_H

#include "gpu/game.h"

enum { GPU_HOST = -1, GPU_REASON = 240 };

struct gpu {
    const struct gpu_game *game;
    /* The number of the GPU, or GPU_HOST. */
    int number;
    char name[96];
    /* "9.0"; multiprocessors; the most shared memory of a block; bytes of memory. */
    int major, minor, processors;
    uint32_t shared_most;
    size_t memory;
    /* "", or why the GPU does nothing more. */
    char why[GPU_REASON];
    /* NULL: the host. The other pointers below are the driver's. */
    const struct driver *driver;
    void *context, *module, *function[GPU_KERNELS];
    /* How much of a processor's fast memory states may have, in percent; the rest caches stacks. */
    int share;
    int registers[GPU_KERNELS], local[GPU_KERNELS];
    /* The host's shared memory. */
    uint32_t *shared;
};

/* How many GPUs there are; 0 with the reason. */
int gpu_count(const char **why);
/* What is known of a GPU without its kernels. 0, or -1 with the reason in gpu->why. Nothing needs
 * to be closed. */
int gpu_look(struct gpu *gpu, int number);
/* Opens a GPU, or the host, with the kernels of a game. 0, or -1 with the reason in gpu->why. */
int gpu_open(struct gpu *gpu, int number, const struct gpu_game *game);
/* Gives back the kernels and the context, also after gpu_open has failed. What gpu_alloc gave was
 * released before. */
void gpu_close(struct gpu *gpu);
/* Sets `share`; GPUs differ in what is best. */
void gpu_set_share(struct gpu *gpu, int percent);

/* Memory of the GPU, all 0, or NULL with the reason in gpu->why. */
void *gpu_alloc(struct gpu *gpu, size_t bytes);
/* Gives back what gpu_alloc gave; NULL is allowed. */
void gpu_release(struct gpu *gpu, void *at);
/* Copies from the program's memory to the GPU's; waits until that is done. */
void gpu_write(struct gpu *gpu, void *to, const void *from, size_t bytes);
/* Copies from the GPU's memory to the program's; waits until that is done. */
void gpu_read(struct gpu *gpu, void *to, const void *from, size_t bytes);

/* `shared` in bytes for each block, at most shared_most. */
struct gpu_launch {
    enum gpu_kernel kernel;
    uint32_t blocks, threads;
    size_t shared;
};
/* `work` is in the GPU's memory. Launches run one after another. */
void gpu_launch(struct gpu *gpu, const struct gpu_launch *how, const struct gpu_work *work,
                uint32_t steps);
/* Waits for all launches; a kernel that failed is only noticed here or in a copy. */
void gpu_wait(struct gpu *gpu);

#endif
