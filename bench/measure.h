/* The types of `charlatan bench`: what is measured of each game, and small functions its files
 * share. */
#ifndef CHARLATAN_BENCH_MEASURE_H
#define CHARLATAN_BENCH_MEASURE_H

#include "bots/pick.h"
#include "engine/observe.h"

/* The least of all rounds, but for games_per_s, which is the most; 0: not measured yet. */
struct bench_speed {
    /* A decision of single games, and of BATCH games in turn. */
    double decision_ns, batch_ns;
    double games_per_s, clone_ns, view_ns, determinize_ns, legal_ns, apply_ns;
    double observe_ns;
};

/* So many games are played side by side. As many as a core steps for a program that learns. */
enum { BATCH = 32 };

/* What is measured: the number of players, and whether all extras are in play (arcane: Market and
 * wizards; quacks: mixed books, test tubes). The signature depends on the order of workloads and on
 * what `full` means, not on `speed`. */
struct bench_workload {
    int players, full;
    struct bench_speed speed;
};

/* What the bench needs of a game. bench/measure.inc defines both functions for each game. `sign`
 * must not be changed by accident: what it plays is part of the signature that documents and tests
 * quote. */
struct bench_game {
    const char *name, *full_name;
    size_t state_bytes;
    int most_players;
    void (*measure)(struct bench_workload *how, uint64_t round);
    void (*sign)(const struct bench_workload *how, uint64_t game, uint64_t *signature);
};

#define BENCH(x) extern const struct bench_game x##_bench;
#include "games/games.def"

/* bots.c: returns an exit status. */
int bench_bots(int json);
/* net.c: returns an exit status. */
int bench_net(int json);
/* batch.c: returns an exit status. */
int bench_batch(int json);
/* gpu.c: returns an exit status. `host`: the kernels run on the processor. */
int bench_gpu(int json, int host);
/* python.c: returns only if Python cannot be started, with an exit status. */
int bench_python(int json);
/* store.c: returns an exit status. With `where` NULL it measures memory and a temporary file. */
int bench_store(const char *where, int json);

/* CPU time of the calling thread, so only one thread is measured. */
double bench_now_ns(void);
/* The unit of all ratios: the time of copying 256 bytes that are in the first-level cache. */
double bench_copy256_ns(void);
/* *least begins at 0, which means that there is none yet. */
void bench_keep_least(double *least, double value);

/* Keeps the compiler from optimising the work away. The compiler has to assume that the memory
 * behind p is read and written here. */
static inline void bench_use_memory(void *p)
{
    __asm__ volatile("" : : "g"(p) : "memory");
}

#endif
