/* Makes the arrays of a batch, and launches its steps. */
#include "gpu/batch.h"

#include <stdlib.h>

#include "engine/observe.h"

enum {
    /* One warp: a block has no other warps to wait for. */
    STEP_THREADS = 32,
    OBSERVE_THREADS = 32,
    TAKE_THREADS = 256,
    /* After so many rounds nearly all games have asked the program again; the others are played on
     * without sorting. */
    BOT_ROUNDS = 32
};

/* Rows begin at 16 bytes, so that kernels may write whole words, and other libraries vectors. */
static uint32_t padded(uint32_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* ---- arrays ---- */

/* The shape alone; `at` comes later. Legal actions are 'i', since not every library has unsigned
 * words of 64 bits. */
static struct gpu_shape shape_of(const struct gpu_batch *b, int array)
{
    const struct observer *o = b->arena.gpu->game->game->observer;
    int64_t n = b->games, looks = 4 * (int64_t)b->arena.gpu->game->look_words;
    switch (array) {
    case GPU_OBSERVATIONS:
    case GPU_FINALS: return (struct gpu_shape){NULL, 1, 'u', 2, n, o->cells, padded(o->cells)};
    case GPU_MASKS: return (struct gpu_shape){NULL, 1, 'u', 2, n, o->actions, padded(o->actions)};
    case GPU_REWARDS: return (struct gpu_shape){NULL, 4, 'f', 2, n, b->seats, b->seats};
    case GPU_SCORES: return (struct gpu_shape){NULL, 4, 'i', 2, n, b->seats, b->seats};
    case GPU_DONES: return (struct gpu_shape){NULL, 1, 'u', 1, n, 1, 1};
    case GPU_LEGAL: return (struct gpu_shape){NULL, 8, 'i', 1, n, 1, 1};
    case GPU_LOOKS: return (struct gpu_shape){NULL, 1, 'u', 2, n, looks, looks};
    case GPU_NOW: return (struct gpu_shape){NULL, 4, 'i', 2, n, o->seats, o->seats};
    case GPU_TABLES: return (struct gpu_shape){NULL, 2, 'i', 1, n, 1, 1};
    default: return (struct gpu_shape){NULL, 4, 'i', 1, n, 1, 1};
    }
}

/* 16 bytes more than the rows take: kernels write whole words, also of the last row. */
static void make_arrays(struct gpu_batch *b)
{
    for (int i = 0; i < GPU_ARRAYS; i++) {
        struct gpu_shape *shape = &b->shape[i];
        *shape = shape_of(b, i);
        if (b->wants >> i & 1)
            shape->at =
                gpu_alloc(b->arena.gpu, (size_t)(shape->rows * shape->stride * shape->bytes) + 16);
    }
}

/* Rows of cells have the same stride for observations and finals, so one number does for both. */
static void point(struct gpu_batch *b)
{
    struct gpu_work *w = &b->arena.work;
    w->actions = b->shape[GPU_ACTIONS].at;
    w->told = (struct gpu_told){
        .seats = b->shape[GPU_SEATS].at,
        .observations = b->shape[GPU_OBSERVATIONS].at,
        .masks = b->shape[GPU_MASKS].at,
        .legal = b->shape[GPU_LEGAL].at,
        .firsts = b->shape[GPU_FIRSTS].at,
        .rewards = b->shape[GPU_REWARDS].at,
        .scores = b->shape[GPU_SCORES].at,
        .dones = b->shape[GPU_DONES].at,
        .finals = b->shape[GPU_FINALS].at,
        .looks = b->shape[GPU_LOOKS].at,
        .now = b->shape[GPU_NOW].at,
        .tables = b->shape[GPU_TABLES].at,
    };
    w->cells_row = (uint32_t)b->shape[GPU_OBSERVATIONS].stride;
    w->masks_row = (uint32_t)b->shape[GPU_MASKS].stride;
}

/* ---- opening ---- */

/* Looking fills three arrays, so one of them brings the others. */
static uint32_t all_wants(uint32_t wants)
{
    const uint32_t looks = 1u << GPU_LOOKS | 1u << GPU_NOW | 1u << GPU_TABLES;
    if (wants & looks)
        wants |= looks;
    return wants | 1u << GPU_ACTIONS | 1u << GPU_SEATS | 1u << GPU_DONES;
}

/* Every place knows its table; those behind the games rest: they have the last bin, which keeps
 * them out of the warps of others. */
static void seat_places(struct gpu_batch *b, const uint32_t *count, int tables)
{
    struct gpu_work *w = &b->arena.work;
    struct gpu_place *place = calloc(w->places, sizeof *place);
    size_t at = 0;
    MUST(place);
    for (int i = 0; i < tables; i++)
        for (uint32_t k = 0; k < count[i]; k++)
            place[at++].table = (uint32_t)i;
    for (; at < w->places; at++)
        place[at].turn.bin = (uint16_t)(b->arena.gpu->game->bins - 1);
    gpu_write(b->arena.gpu, w->place, place, w->places * sizeof *place);
    free(place);
}

int gpu_batch_open(struct gpu_batch *b, struct gpu *gpu, const struct gpu_table *table,
                   const uint32_t *count, int tables, uint64_t seed, uint32_t wants)
{
    struct gpu_plan plan = {.table = table,
                            .tables = (uint32_t)tables,
                            .luck = GPU_LUCK_OF_PLACE,
                            .seed = seed,
                            .games_stride = 1};
    *b = (struct gpu_batch){.wants = all_wants(wants)};
    for (int i = 0; i < tables; i++) {
        b->games += count[i];
        if (table[i].bots)
            b->rounds = BOT_ROUNDS;
        if ((uint32_t)table[i].players > b->seats)
            b->seats = (uint32_t)table[i].players;
    }
    plan.places = b->games;
    if (gpu_arena_open(&b->arena, gpu, &plan) < 0)
        return -1;
    struct gpu_work *w = &b->arena.work;
    w->games = b->games;
    w->seats = b->seats;
    make_arrays(b);
    point(b);
    /* One allocation: the wrong game, then two counters of places that wait, in turn for this round
     * and the next. */
    w->wrong = gpu_alloc(gpu, 3 * sizeof *w->wrong);
    w->rest_n = w->wrong + 1;
    w->mistake = gpu_alloc(gpu, w->games * sizeof *w->mistake);
    w->rest = gpu_alloc(gpu, 2 * (size_t)w->places * sizeof *w->rest);
    w->rest_order = w->rest + w->places;
    seat_places(b, count, tables);
    /* The arena has written it once already, without the batch's arrays. */
    gpu_write(gpu, b->arena.there, w, sizeof *w);
    if (!gpu->why[0])
        return 0;
    gpu_batch_close(b);
    return -1;
}

/* `rest_n` and `rest_order` are parts of `wrong` and `rest`. */
void gpu_batch_close(struct gpu_batch *b)
{
    for (int i = 0; i < GPU_ARRAYS; i++)
        gpu_release(b->arena.gpu, b->shape[i].at);
    gpu_release(b->arena.gpu, b->arena.work.wrong);
    gpu_release(b->arena.gpu, b->arena.work.mistake);
    gpu_release(b->arena.gpu, b->arena.work.rest);
    gpu_arena_close(&b->arena);
}

/* ---- playing ---- */

/* One thread for each place. `begins` is the kernel's number, whatever it means there. */
static void launch(struct gpu_batch *b, enum gpu_kernel kernel, uint32_t threads, size_t shared,
                   uint32_t begins)
{
    struct gpu_launch how = {kernel, b->arena.work.places / threads, threads, shared};
    gpu_launch(b->arena.gpu, &how, b->arena.there, begins);
}

/* Bots answer in rounds, so that those which do the same share warps. */
static void launch_rounds(struct gpu_batch *b)
{
    const struct gpu_game *g = b->arena.gpu->game;
    size_t bins = g->bins * sizeof(uint32_t);
    struct gpu_launch spread = {GPU_KERNEL_spread, 1, GPU_MOST_BINS, bins};
    for (uint32_t i = 0; i < b->rounds; i++) {
        launch(b, GPU_KERNEL_rest_count, TAKE_THREADS, bins, i);
        gpu_launch(b->arena.gpu, &spread, b->arena.there, 0);
        launch(b, GPU_KERNEL_rest_sort, TAKE_THREADS, 2 * bins, i);
        launch(b, GPU_KERNEL_rest_play, STEP_THREADS, STEP_THREADS * g->stride_bytes, i);
    }
}

/* What is left after the rounds is finished without sorting, and then every asked seat's
 * observation is made, in a kernel that has shared memory for both state and cells. */
static void launch_step(struct gpu_batch *b, uint32_t begins)
{
    const struct gpu_game *g = b->arena.gpu->game;
    size_t seen = g->stride_bytes + g->cells_bytes;
    launch(b, GPU_KERNEL_step, STEP_THREADS, STEP_THREADS * g->stride_bytes, begins);
    launch_rounds(b);
    launch(b, GPU_KERNEL_finish, STEP_THREADS, STEP_THREADS * g->stride_bytes, b->rounds);
    if (b->shape[GPU_OBSERVATIONS].at || b->shape[GPU_LOOKS].at)
        launch(b, GPU_KERNEL_observe, OBSERVE_THREADS, OBSERVE_THREADS * seen, 0);
}

/* Also ends the pause after a wrong action. */
void gpu_batch_reset(struct gpu_batch *b)
{
    uint32_t start[3] = {~0u, 0, 0};
    gpu_write(b->arena.gpu, b->arena.work.wrong, start, sizeof start);
    launch_step(b, 1);
}

/* Checks all actions before the first game is stepped; the sorting in between puts equal answers
 * into the same warps. */
void gpu_batch_step(struct gpu_batch *b)
{
    launch(b, GPU_KERNEL_take, TAKE_THREADS, 0, 0);
    gpu_arena_sort(&b->arena);
    launch_step(b, 0);
}

int64_t gpu_batch_wrong(struct gpu_batch *b)
{
    uint32_t wrong = ~0u, none = ~0u;
    gpu_read(b->arena.gpu, &wrong, b->arena.work.wrong, sizeof wrong);
    /* A failure leaves `wrong` as it was set here, so it reads as none; gpu->why tells. */
    if (wrong == none)
        return -1;
    gpu_write(b->arena.gpu, b->arena.work.wrong, &none, sizeof none);
    return wrong;
}

void gpu_batch_guess(struct gpu_batch *b, uint32_t step)
{
    launch(b, GPU_KERNEL_guess, TAKE_THREADS, 0, step);
}
