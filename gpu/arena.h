/* An arena: the places of one GPU, with their states and luck, and what plays there. */
#ifndef CHARLATAN_GPU_ARENA_H
#define CHARLATAN_GPU_ARENA_H

#include "gpu/gpu.h"

/* `work` is the host's copy; after a change it has to be written to `there` again (gpu_arena_again
 * does). */
struct gpu_arena {
    struct gpu *gpu;
    /* What the kernels read, here and on the GPU. */
    struct gpu_work work, *there;
    uint32_t threads;
};

struct gpu_plan {
    /* Rounded up to whole blocks of 256; the places behind take games from the queue as well. */
    uint32_t places;
    /* States before begin(), and their number. */
    const struct gpu_table *table;
    uint32_t tables;
    enum gpu_luck luck;
    uint64_t seed;
    /* Games first, first + stride and so on, below end; seatings of a deal. */
    uint64_t games_first, games_stride, games_end;
    uint32_t seatings;
    /* NULL, or for luck of deals: the seed, by seating and seat the instance, and by instance its
     * policy. */
    const uint8_t *deal_seed;
    const uint8_t *seating;
    uint8_t policy[MAX_SEATS];
    int players;
    /* Results are wanted, with room for this many answers of each game. */
    int results;
    uint32_t room;
    /* Every position is checked. */
    int checks;
};

/* 0, or -1 with the reason in gpu->why; nothing is left to close then. The arena uses the GPU until
 * it is closed, and has copied the plan's arrays. */
int gpu_arena_open(struct gpu_arena *a, struct gpu *gpu, const struct gpu_plan *plan);
/* Releases the memory of the arena; the GPU stays open. */
void gpu_arena_close(struct gpu_arena *a);
/* Plays `rounds` times `steps` decisions at every place, by one of the kernels of play. Returns
 * before they are played. */
void gpu_arena_play(struct gpu_arena *a, enum gpu_kernel kernel, uint32_t rounds, uint32_t steps);
/* Plays until all games are over. 0, or -1 with the reason in gpu->why. */
int gpu_arena_finish(struct gpu_arena *a, enum gpu_kernel kernel);
/* Waits, and sums up: answers, games that ended, positions that were wrong. 0, or -1 with the
 * reason in gpu->why. */
struct gpu_sums {
    uint64_t decisions, ended, broken;
};
int gpu_arena_sums(struct gpu_arena *a, struct gpu_sums *sums);
/* Sorts the places by what they do next. */
void gpu_arena_sort(struct gpu_arena *a);
/* Begins with other games, from `first` to below `end`, and forgets those under way. Room for
 * results stays as large as it was. */
void gpu_arena_again(struct gpu_arena *a, uint64_t first, uint64_t end);

#endif
