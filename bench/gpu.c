/* `charlatan bench gpu`: decisions a second on a GPU, fused and by steps, and those of the
 * processor in the same run. */
#include "bench/measure.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "args/args.h"
#include "gpu/batch.h"
#include "gpu/check.h"
#include "gpu/mixes.h"

/* Places are games at once: a GPU needs many to be busy, the processor, which runs the same kernels
 * one after the other, few. LONG_ROUNDS is for the final measurement. SHARES is how many settings
 * of the fast memory are tried. */
enum { PLAYERS = 4, GPU_PLACES = 1 << 20, HOST_PLACES = 1024, SHARES = 5, LONG_ROUNDS = 1000 };

/* 0 where the GPU has failed; then nothing is printed. */
struct gpu_measured {
    const char *game;
    /* Decisions a second: one core, all cores, whole games of random players, of greedy ones, steps
     * alone, with masks, with observations too. */
    double core, cores, fused, greedy, step, masks, observations;
    /* With which the fused form was fastest: decisions in a round, and the share of states. */
    int steps, share;
};

/* Wall-clock time: the GPU works while this thread waits. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the processor ---- */

/* One thread. `first` is the number of its next game. */
struct here {
    const struct gpu_game *game;
    uint64_t first, decisions;
    double took;
    pthread_t thread;
};

/* For half a second, in whole games; the clock is read after every 50. */
static void *play_here(void *context)
{
    struct here *h = context;
    struct gpu_table table;
    double start = seconds();
    memset(&table, 0, sizeof table);
    h->game->game->init(table.start, PLAYERS);
    table.players = PLAYERS;
    while ((h->took = seconds() - start) < 0.5)
        for (int i = 0; i < 50; i++) {
            struct gpu_result result;
            gpu_game_here(h->game, &table, h->first++, GPU_RANDOM, &result);
            h->decisions += result.moves;
        }
    return NULL;
}

/* Threads have numbers of games far apart, so no game is played twice. The sum over all threads,
 * each by its own time. */
static double rate_here(const struct gpu_game *g, int threads)
{
    struct here *h = calloc((size_t)threads, sizeof *h);
    double rate = 0;
    MUST(h);
    for (int i = 0; i < threads; i++) {
        h[i].game = g;
        /* Room for a million million games each. */
        h[i].first = (uint64_t)i << 40;
        MUST(pthread_create(&h[i].thread, NULL, play_here, &h[i]) == 0);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(h[i].thread, NULL);
        rate += (double)h[i].decisions / h[i].took;
    }
    free(h);
    return rate;
}

/* ---- the GPU ---- */

/* The number is that of the games in memory at once. */
static uint32_t places_of(const struct gpu *gpu)
{
    return gpu->number == GPU_HOST ? HOST_PLACES : GPU_PLACES;
}

/* The processor takes as long for a few rounds as a GPU for many. */
static int rounds_of(const struct gpu *gpu)
{
    return gpu->number == GPU_HOST ? 20 : 100;
}

/* Games go on for a while first, so that all parts of a game are met. 0 if the GPU has failed,
 * with the reason in its struct. Waits for the GPU before and after, since calls only queue
 * work. */
static double rate_fused(struct gpu_arena *a, enum gpu_kernel kernel, uint32_t steps, int rounds)
{
    struct gpu_sums before, after;
    if (gpu_arena_sums(a, &before) < 0)
        return 0;
    double start = seconds();
    gpu_arena_play(a, kernel, (uint32_t)rounds, steps);
    gpu_wait(a->gpu);
    double took = seconds() - start;
    if (gpu_arena_sums(a, &after) < 0)
        return 0;
    return (double)(after.decisions - before.decisions) / took;
}

/* `table` must last as long as the arena. -1 with the reason in gpu->why. */
static int open_arena(struct gpu_arena *a, struct gpu *gpu, struct gpu_table *table)
{
    struct gpu_plan plan = {.places = places_of(gpu),
                            .table = table,
                            .tables = 1,
                            .seed = 1,
                            .games_stride = 1,
                            .games_end = UINT64_MAX / 2,
                            .players = PLAYERS};
    memset(table, 0, sizeof *table);
    gpu->game->game->init(table->start, PLAYERS);
    table->players = PLAYERS;
    return gpu_arena_open(a, gpu, &plan);
}

/* The best of a few settings, which differ from GPU to GPU. All games have begun together, so a few
 * rounds are of the same part of a game: the best is measured again, for longer. A try that is no
 * faster changes nothing. Nothing is measured if the arena cannot be opened; the caller sees it in
 * gpu->why. The share and the steps that were best stay set for what is measured next. */
static void measure_fused(struct gpu *gpu, struct gpu_measured *m)
{
    /* Per cent of the fast memory for states; the rest serves as cache. */
    static const int shares[SHARES] = {45, 60, 75, 88, 100};
    struct gpu_arena a;
    struct gpu_table table;
    /* The shares are of a GPU's fast memory. */
    int tries = gpu->number == GPU_HOST ? 1 : SHARES;
    if (open_arena(&a, gpu, &table) < 0)
        return;
    gpu_arena_play(&a, GPU_KERNEL_play_random, (uint32_t)rounds_of(gpu) * 2, 2);
    for (int i = 0; i < tries; i++) {
        gpu_set_share(gpu, shares[i]);
        for (uint32_t steps = 1; steps <= 3; steps++) {
            double rate = rate_fused(&a, GPU_KERNEL_play_random, steps, rounds_of(gpu));
            if (rate <= m->fused)
                continue;
            m->fused = rate;
            m->steps = (int)steps;
            m->share = shares[i];
        }
    }
    gpu_set_share(gpu, m->share);
    int rounds = gpu->number == GPU_HOST ? rounds_of(gpu) : LONG_ROUNDS;
    m->fused = rate_fused(&a, GPU_KERNEL_play_random, (uint32_t)m->steps, rounds);
    gpu_arena_play(&a, GPU_KERNEL_play_greedy, (uint32_t)rounds_of(gpu), 1);
    m->greedy = rate_fused(&a, GPU_KERNEL_play_greedy, (uint32_t)m->steps, rounds_of(gpu));
    gpu_arena_close(&a);
}

/* `wants` is a set of what is written after each step. 0 if the GPU has failed or a step was
 * refused. Two thirds of the steps come before the clock starts, so that games are at all
 * stages. */
static double rate_steps(struct gpu *gpu, uint32_t wants)
{
    struct gpu_batch b;
    struct gpu_table table;
    uint32_t count = places_of(gpu), step = 0, rounds = (uint32_t)rounds_of(gpu);
    memset(&table, 0, sizeof table);
    gpu->game->game->init(table.start, PLAYERS);
    table.players = PLAYERS;
    if (gpu_batch_open(&b, gpu, &table, &count, 1, 1, wants) < 0)
        return 0;
    gpu_batch_reset(&b);
    /* gpu_batch_guess chooses the actions on the GPU, which is part of a step of random
     * players. */
    for (; step < 2 * rounds; step++) {
        gpu_batch_guess(&b, step);
        gpu_batch_step(&b);
    }
    gpu_wait(gpu);
    double start = seconds();
    for (; step < 3 * rounds; step++) {
        gpu_batch_guess(&b, step);
        gpu_batch_step(&b);
    }
    gpu_wait(gpu);
    double took = seconds() - start;
    /* The first game whose action was not legal, or -1. */
    int64_t wrong = gpu_batch_wrong(&b);
    gpu_batch_close(&b);
    return wrong < 0 ? (double)count * rounds / took : 0;
}

/* Figures that the GPU has not reached stay 0. Rewards are always written: without them nobody
 * would learn of a game's end. */
static void measure(struct gpu *gpu, struct gpu_measured *m)
{
    const uint32_t ends = 1u << GPU_REWARDS;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    m->game = gpu->game->game->name;
    m->core = rate_here(gpu->game, 1);
    m->cores = rate_here(gpu->game, cores > 0 ? (int)cores : 1);
    measure_fused(gpu, m);
    m->step = rate_steps(gpu, ends);
    m->masks = rate_steps(gpu, ends | 1u << GPU_MASKS);
    m->observations = rate_steps(gpu, ends | 1u << GPU_MASKS | 1u << GPU_OBSERVATIONS);
}

/* ---- printing ---- */

/* The settings below the table are those that were fastest on this GPU. */
static void print_table(const struct gpu_measured *m, int n, const char *gpu)
{
    printf("millions of decisions per second, %d players; %s\n\n", PLAYERS, gpu);
    printf("%-8s %8s %9s | %8s %8s %8s %8s %13s\n", "", "one core", "all cores", "fused", "greedy",
           "steps", "+ masks", "+ observations");
    for (int i = 0; i < n; i++)
        printf("%-8s %8.1f %9.1f | %8.1f %8.1f %8.1f %8.1f %13.1f\n", m[i].game, m[i].core / 1e6,
               m[i].cores / 1e6, m[i].fused / 1e6, m[i].greedy / 1e6, m[i].step / 1e6,
               m[i].masks / 1e6, m[i].observations / 1e6);
    for (int i = 0; i < n; i++)
        printf("\n%s: fused with %d decisions in a round, %d %% of the fast memory for states",
               m[i].game, m[i].steps, m[i].share);
    printf(
        "\n\nFused: whole games of random players; greedy: the same with rules of thumb. Steps:\n"
        "an action of every game, sorted by what it does; with masks of the legal actions as\n"
        "bytes, then with observations. The CPU plays the games of `fused`.\n");
}

/* In decisions a second, not millions. */
static void print_json(const struct gpu_measured *m, int n, const char *gpu)
{
    printf("{\"card\":\"%s\",\"players\":%d,\"gpu\":[", gpu, PLAYERS);
    for (int i = 0; i < n; i++)
        printf("%s{\"game\":\"%s\",\"core\":%.0f,\"cores\":%.0f,\"fused\":%.0f,\"greedy\":%.0f,"
               "\"steps\":%.0f,\"masks\":%.0f,\"observations\":%.0f,\"round\":%d,\"share\":%d}",
               i ? "," : "", m[i].game, m[i].core, m[i].cores, m[i].fused, m[i].greedy, m[i].step,
               m[i].masks, m[i].observations, m[i].steps, m[i].share);
    printf("]}\n");
}

/* Only GPU 0. The first failure ends it with status 1, since figures of one game alone would be
 * taken for all. */
int bench_gpu(int json, int host)
{
    struct gpu_measured m[GPU_GAMES] = {0};
    char name[96] = "";
    for (int i = 0; i < GPU_GAMES; i++) {
        struct gpu gpu;
        if (gpu_open(&gpu, host ? GPU_HOST : 0, gpu_game_at(i)) < 0)
            return args_say("bench", STATUS_FAILED, gpu.why);
        snprintf(name, sizeof name, "%s", gpu.name);
        measure(&gpu, &m[i]);
        int failed = gpu.why[0] != 0;
        if (failed)
            args_say("bench", STATUS_FAILED, gpu.why);
        gpu_close(&gpu);
        if (failed)
            return STATUS_FAILED;
    }
    (json ? print_json : print_table)(m, GPU_GAMES, name);
    return STATUS_FINE;
}
