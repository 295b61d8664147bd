/* What the host and its kernels share: the arrays of a GPU. */
#ifndef CHARLATAN_GPU_WORK_H
#define CHARLATAN_GPU_WORK_H

#include "gpu/places.h"

/* What a batch tells after a step, as in charlatan_arrays; rows of cells and masks are padded to
 * words of 16 bytes. NULL: not wanted. */
struct gpu_told {
    int32_t *seats;
    uint8_t *observations, *masks;
    /* The legal actions as bits from `firsts` on. */
    uint64_t *legal;
    int32_t *firsts;
    float *rewards;
    int32_t *scores;
    uint8_t *dones, *finals;
    /* What the game's net looks at (bots/net): its cells, the points that seats have now, and
     * the table of its outputs. */
    uint8_t *looks;
    int32_t *now;
    int16_t *tables;
};

/* What a launch is given; the pointers are into the GPU's memory. */
struct gpu_work {
    uint32_t *states;
    struct chance *chance;
    struct gpu_place *place;
    const struct gpu_table *table;
    /* The places in the order of their bins; how many each bin has, and where it begins. */
    uint32_t *order, *count, *begin;
    uint32_t places, tables;
    /* The number of the first place, of all GPUs. */
    uint32_t first_place;
    /* enum gpu_luck. */
    uint32_t luck;
    uint64_t seed;
    /* The next game to be played, and the one at which to stop. With GPUs that share the work,
     * every `stride`-th is this GPU's. */
    uint64_t *queue;
    uint64_t games_end, games_stride, games_first;
    /* Game numbers count seatings, then tables, then deals. */
    uint32_t seatings;
    /* NULL, or where results of games from `results_from` on go. */
    uint64_t results_from;
    struct gpu_result *results;
    /* NULL, or room for the answers of a game, `room` bytes each. */
    uint8_t *answers;
    uint32_t room;
    /* 1: every position is checked. */
    uint32_t checks;
    /* Games that ended, and positions that broke a promise. */
    uint64_t *ended, *broken;
    /* By instance: enum gpu_policy. By seating and seat: the instance. */
    uint8_t policy[MAX_SEATS];
    uint8_t players[2];
    const uint8_t *seating;
    struct gpu_pick *pick;
    uint32_t deal_key[8];
    /* Batches: the games, one a place; the actions, and the least game whose action was wrong. By
     * game: its last action that was wrong. */
    uint32_t games;
    int32_t *actions;
    uint32_t *wrong;
    int32_t *mistake;
    /* The places whose step has more to do than to answer; the same in the order of their bins; and
     * how many they are in this round and in the next, in turn. */
    uint32_t *rest, *rest_order, *rest_n;
    uint32_t seats;
    uint32_t cells_row, masks_row;
    struct gpu_told told;
};

#endif
