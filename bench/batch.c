/* `charlatan bench batch`: counts the decisions a second that a batch of the library makes,
 * observations and masks included. Choosing the actions is not timed. The same run times a copy of
 * 256 bytes. */
#include "bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "args/args.h"
#include "lib/charlatan.h"

/* So many games fit into the second-level cache with their arrays. ROUNDS of STEPS steps; the least
 * of the rounds counts. */
enum { GAMES = 256, STEPS = 400, ROUNDS = 7 };

/* The goal is stated for a machine where a copy of 256 bytes takes this long. */
static const double stated_copy_ns = 6.5;

/* One row of the table. decision_ns is CPU time of one thread, two_threads a ratio of wall-clock
 * times. */
struct batched {
    const char *game;
    int players;
    double decision_ns;
    /* How many times as fast two threads are. */
    double two_threads;
};

/* A batch with all its arrays. Allocated, because it is large; freed by arrays_close. */
struct arrays {
    charlatan_batch *batch;
    size_t cells, actions;
    int32_t action[GAMES], seat[GAMES];
    uint8_t *observations, *masks;
    float rewards[GAMES * CHARLATAN_MOST_SEATS];
    uint8_t done[GAMES];
    charlatan_arrays to;
    uint64_t choices;
};

/* Uses the library as a learning program would, through its public header alone. Anything that
 * fails is a fault of the program. */
static void arrays_open(struct arrays *a, const struct batched *how, int threads)
{
    char spec[200];
    snprintf(spec, sizeof spec,
             "{\"game\":\"%s\",\"threads\":%d,\"tables\":[{\"count\":%d,\"players\":%d}]}",
             how->game, threads, GAMES, how->players);
    MUST(charlatan_batch_open(spec, &a->batch, NULL) == 0);
    a->cells = (size_t)charlatan_batch_cells(a->batch);
    a->actions = (size_t)charlatan_batch_actions(a->batch);
    a->observations = calloc(GAMES, a->cells);
    /* Masks are read by words. */
    a->masks = calloc(GAMES * a->actions + 8, 1);
    MUST(a->observations && a->masks);
    a->to = (charlatan_arrays){.bytes = sizeof a->to,
                               .actions = a->action,
                               .seats = a->seat,
                               .observations = a->observations,
                               .masks = a->masks,
                               .rewards = a->rewards,
                               .dones = a->done};
    MUST(charlatan_batch_reset(a->batch, &a->to, NULL) == 0);
}

static void arrays_close(struct arrays *a)
{
    charlatan_batch_free(a->batch);
    free(a->observations);
    free(a->masks);
    free(a);
}

/* One of the legal actions at random. Quick enough that it would not matter if it were timed; it is
 * not, because programs choose in their own way. */
static int32_t pick(struct arrays *a, const uint8_t *mask)
{
    /* A mask has at most 64 bits set, the answers of one question. */
    int32_t legal[64 + 8];
    uint32_t n = 0;
    for (size_t at = 0; at < a->actions; at += 8) {
        uint64_t eight;
        memcpy(&eight, mask + at, sizeof eight);
        /* The bytes behind the last action belong to the next mask. */
        if (a->actions - at < 8)
            eight &= bits_below((int)(8 * (a->actions - at)));
        for (; eight; eight &= eight - 1)
            legal[n++] = (int32_t)at + bit_lowest(eight) / 8;
    }
    return legal[luck_below(&a->choices, n)];
}

/* For two threads: the CPU time of the calling one would not show what they gain. */
static double wall_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The time of a decision by this clock. Only the call of the library is timed. Games that end begin
 * anew within it. */
static double step_ns(struct arrays *a, double (*clock)(void))
{
    double took = 0;
    for (int i = 0; i < STEPS; i++) {
        for (size_t game = 0; game < GAMES; game++)
            a->action[game] = pick(a, a->masks + game * a->actions);
        double start = clock();
        MUST(charlatan_batch_step(a->batch, &a->to, NULL) == 0);
        took += clock() - start;
    }
    return took / STEPS / GAMES;
}

/* The games go on from round to round, so that all parts of a game are met. One and two threads
 * take turns, so that both meet the same disturbances. Only decision_ns and two_threads are set. */
static void measure(struct batched *how)
{
    struct arrays *a[2] = {calloc(1, sizeof *a[0]), calloc(1, sizeof *a[1])};
    double one = 0, two = 0;
    MUST(a[0] && a[1]);
    for (int i = 0; i < 2; i++)
        arrays_open(a[i], how, i + 1);
    for (int round = 0; round < ROUNDS; round++) {
        bench_keep_least(&how->decision_ns, step_ns(a[0], bench_now_ns));
        bench_keep_least(&one, step_ns(a[0], wall_ns));
        bench_keep_least(&two, step_ns(a[1], wall_ns));
    }
    /* 2 would be perfect. */
    how->two_threads = one / two;
    for (int i = 0; i < 2; i++)
        arrays_close(a[i]);
}

/* The column at a 6.5 ns copy is what the goal refers to. */
static void print_table(const struct batched *b, size_t n, double copy)
{
    printf("copy of 256 bytes %6.2f ns\n\n", copy);
    printf("%-8s %7s %9s %7s %12s %17s %11s\n", "", "players", "decision", "/copy", "decisions/s",
           "at a 6.5 ns copy", "two threads");
    for (size_t i = 0; i < n; i++) {
        double copies = b[i].decision_ns / copy;
        printf("%-8s %7d %6.1f ns %7.2f %12.0f %17.0f %10.2fx\n", b[i].game, b[i].players,
               b[i].decision_ns, copies, 1e9 / b[i].decision_ns, 1e9 / (copies * stated_copy_ns),
               b[i].two_threads);
    }
    printf("\n%d games, stepped by one call on one core. A decision means applying an action with\n"
           "its chance and writing the next question: the seat, what it knows, its legal actions.\n"
           "The goal for arcane with 4 players is 8 million a second at a copy of 6.5 ns.\n",
           GAMES);
}

/* The same rows as the table; `copies` is the decision in copies of 256 bytes. */
static void print_json(const struct batched *b, size_t n, double copy)
{
    printf("{\"copy256_ns\":%.2f,\"batch\":[", copy);
    for (size_t i = 0; i < n; i++)
        printf("%s{\"game\":\"%s\",\"players\":%d,\"decision_ns\":%.2f,\"decisions_per_s\":%.0f,"
               "\"copies\":%.2f,\"two_threads\":%.2f}",
               i ? "," : "", b[i].game, b[i].players, b[i].decision_ns, 1e9 / b[i].decision_ns,
               b[i].decision_ns / copy, b[i].two_threads);
    printf("]}\n");
}

/* With even numbers of players: the others lie between. */
int bench_batch(int json)
{
    static const struct bench_game *const games[] = {
#define BENCH(x) &x##_bench,
#include "games/games.def"
    };
    enum { PLAYED = sizeof games / sizeof *games };
    struct batched all[PLAYED * (MAX_SEATS / 2)];
    double copy = 0;
    size_t n = 0;
    for (int i = 0; i < PLAYED; i++)
        for (int players = 2; players <= games[i]->most_players; players += 2)
            all[n++] = (struct batched){.game = games[i]->name, .players = players};
    for (size_t i = 0; i < n; i++) {
        for (int round = 0; round < ROUNDS; round++)
            bench_keep_least(&copy, bench_copy256_ns());
        measure(&all[i]);
    }
    (json ? print_json : print_table)(all, n, copy);
    return STATUS_FINE;
}
