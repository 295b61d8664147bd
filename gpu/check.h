/* Compares games of a GPU with the same games of the processor, and lets GPUs check promises. */
#ifndef CHARLATAN_GPU_CHECK_H
#define CHARLATAN_GPU_CHECK_H

#include "gpu/arena.h"

struct gpu_checked {
    uint64_t games, decisions;
    /* Games that did not end alike: with the same state, answers, winners and scores. */
    uint64_t different;
    /* The first of them: its mix and its number. */
    int mix;
    uint64_t game;
    /* Of the mix that was played last: its decisions, and a sum of how its games ended. Two
     * machines that play one side each compare these. */
    uint64_t mix_decisions, mix_sum;
};

/* Who plays: one side alone compares nothing. */
enum gpu_side { GPU_SIDE_BOTH, GPU_SIDE_GPU, GPU_SIDE_PROCESSOR };

/* The same for all GPUs that share the work; not changed. */
struct gpu_check_plan {
    enum gpu_side side;
    enum gpu_policy policy;
    uint64_t seed;
    /* Of each mix. */
    uint32_t games;
    /* Threads of the processor, in all; mixes before the first one are left out, to go on with a
     * check that was interrupted. */
    int threads, first_mix;
    /* NULL, or is told what a GPU has compared so far, after each of its mixes, in its thread. */
    void (*tell)(void *context, int mix, const struct gpu_checked *so_far);
    void *context;
};

/* Plays the plan's games of one mix (mixes.h), from 0 on. 0, or -1 with the reason in gpu->why. */
int gpu_check(struct gpu *gpu, const struct gpu_check_plan *plan, int mix, int threads,
              struct gpu_checked *sum);

/* Plays so many games of all mixes at once, from number `first` on, every position checked on the
 * GPU. 0, or -1 with the reason in gpu->why. */
int gpu_soak(struct gpu *gpu, uint64_t seed, uint64_t first, uint64_t games, struct gpu_sums *sums);

/* GPUs that share the work, each in a thread of its own. */
struct gpu_team {
    struct gpu *gpu;
    int n;
};
/* The first reason why a GPU does nothing more, or "". Points into the GPU. */
const char *gpu_team_why(const struct gpu_team *gpus);
/* As gpu_check for all mixes from the first one on, of which every n-th is a GPU's. */
int gpu_check_all(const struct gpu_team *gpus, const struct gpu_check_plan *plan,
                  struct gpu_checked *sum);
/* As gpu_soak: every GPU plays a part of the games. */
int gpu_soak_all(const struct gpu_team *gpus, uint64_t seed, uint64_t first, uint64_t games,
                 struct gpu_sums *sums);

/* The same game on the processor, by the table of the game alone. `number` seeds its luck, as
 * gpu_seed_of gives it. No answers are kept. */
void gpu_game_here(const struct gpu_game *g, const struct gpu_table *table, uint64_t number,
                   enum gpu_policy policy, struct gpu_result *result);

#endif
