/* Sets up the arrays of an arena, and launches its kernels in their order. */
#include "gpu/arena.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/numbers.h"

/* Places are a multiple of SORT_THREADS, and so of both. A block to play is a single warp, since it
 * keeps a state for each thread in shared memory. */
enum { SORT_THREADS = 256, PLAY_THREADS = 32 };

/* The last block may have threads without a place. */
static uint32_t blocks_for(uint32_t places, uint32_t threads)
{
    return (places + threads - 1) / threads;
}

/* ---- opening ---- */

/* NULL after a failure; the GPU keeps the reason. */
static void *copied(struct gpu *gpu, const void *from, size_t bytes)
{
    void *there = gpu_alloc(gpu, bytes);
    if (there)
        gpu_write(gpu, there, from, bytes);
    return there;
}

/* Failures are not looked at here: after the first one a GPU gives no more memory, and
 * gpu_arena_open asks once. */
static void open_places(struct gpu_arena *a, const struct gpu_plan *plan)
{
    struct gpu_work *w = &a->work;
    struct gpu *gpu = a->gpu;
    size_t n = (plan->places + SORT_THREADS - 1) / SORT_THREADS * SORT_THREADS;
    w->places = (uint32_t)n;
    w->states = gpu_alloc(gpu, n * gpu->game->kept_words * 4);
    w->chance = gpu_alloc(gpu, n * sizeof w->chance[0]);
    w->place = gpu_alloc(gpu, n * sizeof w->place[0]);
    w->order = gpu_alloc(gpu, n * sizeof w->order[0]);
    w->count = gpu_alloc(gpu, GPU_MOST_BINS * sizeof w->count[0]);
    w->begin = gpu_alloc(gpu, GPU_MOST_BINS * sizeof w->begin[0]);
    /* Three counters side by side, so that one copy reads or resets all of them: the next game,
     * games that ended, broken positions. */
    w->queue = gpu_alloc(gpu, 4 * sizeof w->queue[0]);
    w->ended = w->queue + 1;
    w->broken = w->queue + 2;
    w->table = copied(gpu, plan->table, plan->tables * sizeof plan->table[0]);
    w->tables = plan->tables;
}

/* The 32 bytes of the seed become the key of the deals' own stream (sim/deal.c). */
static void open_deals(struct gpu_arena *a, const struct gpu_plan *plan)
{
    struct gpu_work *w = &a->work;
    memcpy(w->deal_key, plan->deal_seed, sizeof w->deal_key);
    w->seating = copied(a->gpu, plan->seating, (size_t)plan->seatings * MAX_SEATS);
    w->pick = gpu_alloc(a->gpu, (size_t)w->places * MAX_SEATS * sizeof w->pick[0]);
    memcpy(w->policy, plan->policy, sizeof w->policy);
}

/* One row for each game from games_first on. With `room` 0 no answers are kept, and every game
 * counts as cut. */
static void open_results(struct gpu_arena *a, const struct gpu_plan *plan)
{
    struct gpu_work *w = &a->work;
    size_t games = (size_t)(plan->games_end - plan->games_first);
    w->results_from = plan->games_first;
    w->results = gpu_alloc(a->gpu, games * sizeof w->results[0]);
    w->room = plan->room;
    if (plan->room)
        w->answers = gpu_alloc(a->gpu, games * plan->room);
}

void gpu_arena_again(struct gpu_arena *a, uint64_t first, uint64_t end)
{
    struct gpu_launch open = {GPU_KERNEL_open, blocks_for(a->work.places, SORT_THREADS),
                              SORT_THREADS, 0};
    /* Games that ended count from 0 again. */
    uint64_t queue[3] = {first, 0, 0};
    a->work.games_first = first;
    a->work.games_end = end;
    if (a->work.results)
        a->work.results_from = first;
    gpu_write(a->gpu, a->work.queue, queue, sizeof queue);
    gpu_write(a->gpu, a->there, &a->work, sizeof a->work);
    gpu_launch(a->gpu, &open, a->there, 0);
}

/* Other numbers than the standard ones are not on GPUs (engine/numbers.h). */
static int plays_by_standard(struct gpu *gpu, const struct gpu_plan *plan)
{
    const struct numbers_form *form = gpu->game->game->numbers;
    for (uint32_t i = 0; i < plan->tables; i++)
        if (form && form->id(plan->table[i].start)) {
            snprintf(gpu->why, sizeof gpu->why, "GPUs play by the standard numbers alone");
            return 0;
        }
    return 1;
}

int gpu_arena_open(struct gpu_arena *a, struct gpu *gpu, const struct gpu_plan *plan)
{
    if (!plays_by_standard(gpu, plan))
        return -1;
    *a = (struct gpu_arena){.gpu = gpu, .threads = PLAY_THREADS};
    a->work.luck = plan->luck;
    a->work.seed = plan->seed;
    a->work.games_stride = plan->games_stride;
    a->work.games_first = plan->games_first;
    a->work.seatings = plan->seatings ? plan->seatings : 1;
    a->work.checks = (uint32_t)plan->checks;
    a->work.players[0] = (uint8_t)plan->players;
    open_places(a, plan);
    if (plan->deal_seed)
        open_deals(a, plan);
    if (plan->results)
        open_results(a, plan);
    a->there = gpu_alloc(gpu, sizeof a->work);
    if (!gpu->why[0])
        gpu_arena_again(a, plan->games_first, plan->games_end);
    if (!gpu->why[0])
        return 0;
    gpu_arena_close(a);
    return -1;
}

/* What was not allocated is NULL, which gpu_release allows. `ended` and `broken` are part of
 * `queue`. */
void gpu_arena_close(struct gpu_arena *a)
{
    struct gpu_work *w = &a->work;
    void *const all[] = {w->states,  w->chance,  w->place,         w->order,           w->count,
                         w->begin,   w->queue,   (void *)w->table, (void *)w->seating, w->pick,
                         w->results, w->answers, a->there};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        gpu_release(a->gpu, all[i]);
}

/* ---- playing ---- */

/* Three launches: count the places of each bin, find where each bin begins, write the places in
 * this order. Within a bin the order is left to chance; games do not depend on it. */
void gpu_arena_sort(struct gpu_arena *a)
{
    uint32_t blocks = blocks_for(a->work.places, SORT_THREADS);
    size_t bins = a->gpu->game->bins * sizeof(uint32_t);
    struct gpu_launch count = {GPU_KERNEL_count, blocks, SORT_THREADS, bins};
    struct gpu_launch spread = {GPU_KERNEL_spread, 1, GPU_MOST_BINS, bins};
    struct gpu_launch sort = {GPU_KERNEL_sort, blocks, SORT_THREADS, 2 * bins};
    gpu_launch(a->gpu, &count, a->there, 0);
    gpu_launch(a->gpu, &spread, a->there, 0);
    gpu_launch(a->gpu, &sort, a->there, 0);
}

/* Sorted anew before every round. Nothing is read back, so the host runs ahead of the GPU. */
void gpu_arena_play(struct gpu_arena *a, enum gpu_kernel kernel, uint32_t rounds, uint32_t steps)
{
    size_t shared = (size_t)a->threads * a->gpu->game->stride_bytes;
    struct gpu_launch play = {kernel, blocks_for(a->work.places, a->threads), a->threads, shared};
    for (uint32_t i = 0; i < rounds; i++) {
        gpu_arena_sort(a);
        gpu_launch(a->gpu, &play, a->there, steps);
    }
}

/* Decisions are counted by place and summed up here: one counter for all would slow every warp
 * down. */
int gpu_arena_sums(struct gpu_arena *a, struct gpu_sums *sums)
{
    size_t n = a->work.places;
    uint64_t queue[3] = {0};
    struct gpu_place *place = malloc(n * sizeof *place);
    *sums = (struct gpu_sums){0};
    if (!place) {
        snprintf(a->gpu->why, sizeof a->gpu->why, "there is not enough memory");
        return -1;
    }
    gpu_wait(a->gpu);
    gpu_read(a->gpu, queue, a->work.queue, sizeof queue);
    gpu_read(a->gpu, place, a->work.place, n * sizeof *place);
    for (size_t i = 0; i < n && !a->gpu->why[0]; i++)
        sums->decisions += place[i].turn.decisions;
    sums->ended = queue[1];
    sums->broken = queue[2];
    free(place);
    return a->gpu->why[0] ? -1 : 0;
}

/* The last games are few, so they are looked at more often than is good for speed. 16 rounds
 * between two looks keep the GPU busy while the host waits for the answer. */
int gpu_arena_finish(struct gpu_arena *a, enum gpu_kernel kernel)
{
    uint64_t stride = a->work.games_stride, first = a->work.games_first;
    uint64_t queue[3] = {0};
    uint64_t games = (a->work.games_end - first + stride - 1) / stride;
    while (queue[1] < games && !a->gpu->why[0]) {
        gpu_arena_play(a, kernel, 16, a->gpu->game->round);
        gpu_wait(a->gpu);
        gpu_read(a->gpu, queue, a->work.queue, sizeof queue);
    }
    return a->gpu->why[0] ? -1 : 0;
}
