/* What the bench measures of each game, and the small tools its files share. */
#ifndef CHARLATAN_BENCH_MEASURE_H
#define CHARLATAN_BENCH_MEASURE_H

#include "engine/game.h"

struct speed {
    double decision_ns, games_per_s, clone_ns, view_ns, determinize_ns, legal_ns, apply_ns;
};

/* One way to play: so many players, plain or with everything (arcane: Market and wizards; quacks:
 * mixed books, test tubes). */
struct setting {
    int players, full;
    struct speed speed;
};

/* What the bench needs of a game: both are made by bench/measure.inc. */
struct benched {
    const char *name, *full_name;
    size_t state_bytes;
    int most_players;
    void (*measure)(struct setting *how, uint64_t round);
    void (*sign)(const struct setting *how, uint64_t game, uint64_t *signature);
};

extern const struct benched arcane_bench, quacks_bench;

int bench_bots(int json); /* bench/bots.c: a status */
int bench_store(const char *where,
                int json); /* bench/store.c: likewise; NULL: what needs no name */

double bench_now_ns(void);
double bench_copy256_ns(void);
void bench_keep_least(double *least, double value);

/* The compiler must not see through the work. */
static inline void bench_use_memory(void *p)
{
    __asm__ volatile("" : : "g"(p) : "memory");
}

/* The choices of random play: a plain generator, so that the figure is that of the rules. */
static inline uint32_t bench_below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((*state >> 32) * n) >> 32);
}

static inline int bench_pick(uint64_t *state, uint64_t answers)
{
    return bit_nth(answers, bench_below(state, (uint32_t)bit_count(answers)));
}

#endif
