/* A batch of games: what its two files share. batch_open.c reads what is wanted, batch.c plays. */
#ifndef CHARLATAN_LIB_BATCH_H
#define CHARLATAN_LIB_BATCH_H

#include "engine/observe.h"
#include "lib/inside.h"
#include "lib/pool.h"

struct game_json;

/* The most games of a batch: a sentence says so, before an allocation of many GiB fails. */
enum { BATCH_GAMES = 1 << 21 };

/* Games that are set up alike. Never changes once the batch is open; slots point to it. */
struct batch_setup {
    /* The first of its games, and their number. */
    size_t first, count;
    int players;
    /* The seats where bots sit, a set; never all, or a step would not end. */
    uint32_t bots;
    struct seated_bot bot[MAX_SEATS];
    /* The state before begin(). */
    uint64_t start[MAX_STATE_BYTES / 8];
};

/* One game; its state follows. */
struct batch_slot {
    const struct batch_setup *table;
    /* How many games it has begun, and the seed of this one. */
    uint64_t played, seed;
    /* Answers since this one began. */
    uint32_t moves;
    struct chance chance;
    uint64_t state[];
};

/* What a game asks, kept apart from the slots so that all actions are checked quickly. */
struct batch_question {
    /* Legal actions from `first` on. */
    uint64_t legal;
    int32_t first;
    uint8_t seat;
    /* 1: the answers are seats, counted from the asked one. */
    uint8_t seats;
    uint8_t players;
    /* The answer that was given, once it was checked. */
    uint8_t answer;
};

/* A batch is used by one thread at a time. During a call the pool's threads work on disjoint ranges
 * of slots and of the caller's arrays. */
struct charlatan_batch {
    uint32_t kind;
    const struct game *game;
    const struct game_json *json;
    uint64_t seed;
    size_t games;
    /* The most players of a table. Rows of rewards and scores have this many numbers, at smaller
     * tables as well. */
    int seats;
    int tables;
    struct batch_setup *table;
    /* A slot with its state, in whole lines of the cache, so that no line is written by two
     * threads. */
    size_t slot_bytes;
    uint8_t *slots;
    /* One entry a game, in the order of the slots. */
    struct batch_question *asked;
    struct pool *pool;
    /* What charlatan_batch_watch has set, for all bots. */
    struct bot_watch watch;
    /* 1: charlatan_batch_reset was called. */
    int begun;
};

/* A batch without its games: what was wanted. Returns a code; *batch is NULL on failure, and
 * otherwise the caller's to free. GPUs use it as well (gpu.c), without slots. */
int lib_batch_read(const char *spec, charlatan_batch **batch, charlatan_error *error);

static inline struct batch_slot *slot_at(const charlatan_batch *batch, size_t i)
{
    return (struct batch_slot *)(void *)(batch->slots + i * batch->slot_bytes);
}

#endif
