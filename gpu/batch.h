/* Batches of games on a GPU, for programs that learn: the same games as those of lib/batch.c, with
 * all arrays in the GPU's memory. */
#ifndef CHARLATAN_GPU_BATCH_H
#define CHARLATAN_GPU_BATCH_H

#include "gpu/arena.h"

/* What the arrays are; lib/charlatan.h explains those of its own batches. Rows of observations,
 * finals and masks are padded to 16 bytes. */
enum gpu_array {
    GPU_ACTIONS,
    GPU_SEATS,
    GPU_OBSERVATIONS,
    GPU_MASKS,
    GPU_REWARDS,
    GPU_SCORES,
    GPU_DONES,
    GPU_FINALS,
    /* Legal actions as bits of a word, counted from the first action of the question. */
    GPU_LEGAL,
    GPU_FIRSTS,
    /* What the game's net looks at: cells, points, and the table of outputs. */
    GPU_LOOKS,
    GPU_NOW,
    GPU_TABLES,
    GPU_ARRAYS
};

struct gpu_shape {
    /* NULL if it was not wanted. */
    void *at;
    /* Bytes of a number; 'f', 'i' or 'u'. */
    int bytes;
    char kind;
    /* 1 or 2 dimensions, and how far rows are apart, in numbers. */
    int dimensions;
    int64_t rows, columns, stride;
};

struct gpu_batch {
    struct gpu_arena arena;
    /* The arena has more places than `games`: those behind rest for ever. */
    uint32_t games, seats;
    /* Rounds in which bots answer; 0 where there are none. */
    uint32_t rounds;
    /* The arrays that are made: a set of enum gpu_array. */
    uint32_t wants;
    struct gpu_shape shape[GPU_ARRAYS];
};

/* `count` games of each table. Actions, seats and dones are always made. 0, or -1 with the reason
 * in gpu->why; there is nothing to close then. The tables are copied. */
int gpu_batch_open(struct gpu_batch *b, struct gpu *gpu, const struct gpu_table *table,
                   const uint32_t *count, int tables, uint64_t seed, uint32_t wants);
/* Releases the memory of the batch; the GPU stays open. */
void gpu_batch_close(struct gpu_batch *b);
/* Begin all games, or take an action of each. Both return before the GPU has done it. A step with
 * an action that is not legal changes nothing, like all steps after it until gpu_batch_wrong or a
 * reset. */
void gpu_batch_reset(struct gpu_batch *b);
void gpu_batch_step(struct gpu_batch *b);
/* Waits. The first game whose action was not legal since the last call, or -1. No game was changed
 * by that step, nor by those after it; from now on steps count again. */
int64_t gpu_batch_wrong(struct gpu_batch *b);
/* Fills the actions at random, each legal one equally often to within the bits of a word. */
void gpu_batch_guess(struct gpu_batch *b, uint32_t step);

#endif
