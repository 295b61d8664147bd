/* One thread of a search: a tree and randomness of its own, and the counts at its root. */
#ifndef CHARLATAN_BOTS_SEARCH_SEARCHER_H
#define CHARLATAN_BOTS_SEARCH_SEARCHER_H

#include <time.h>

#include "bots/options.h"
#include "bots/search/playout.h"
#include "bots/search/tree.h"
#include "engine/chance.h"
#include "engine/view.h"

/* What one thread, or all of them together, counted at the root. */
struct search_root_counts {
    uint64_t answers;
    /* The answer of the best bot that does not search, explored first. */
    int first;
    /* 1: an evaluator values positions. */
    int guided;
    /* What the value of each answer gets on top when answers are compared. */
    int bonus[64];
    /* Of each answer: how often it was tried, and the sum of the values. */
    uint32_t visits[64];
    int64_t sum[64];
    uint32_t iterations;
    /* Positions that the evaluator was asked about. */
    uint32_t evaluated;
    /* The longest path of decisions in the tree. */
    int deepest;
};

/* The longest path in the tree below the root. */
enum { SEARCH_DEPTH = 47 };

/* One decision on the way down the tree, to be credited at the end. */
struct search_step {
    struct node *node;
    uint32_t edge;
    int seat;
};

/* The answers at the root as they race (search_halving.c). */
struct search_race {
    /* The answers still in the race, and how many there were. */
    uint64_t left;
    int starters;
    uint32_t laps;
    /* The values of this lap. */
    int value[64];
    /* The part of the budget that is spent, as last known. */
    double spent;
    /* For each pair of answers the sum of their squared differences. */
    double apart[64 * 63 / 2];
};

/* A guess, as simulated games begin: the games of a lap share it. */
struct search_beginning {
    /* The number of the game plus 1; 0: there is none yet. */
    uint64_t number;
    uint64_t state[MAX_STATE_BYTES / 8];
    /* The places of chance after the guess: all that is needed to restore it. */
    uint32_t place[CHANCE_STREAMS];
};

/* One thread: its tree, its randomness, its budget. */
struct searcher {
    const struct view *view;
    const struct playout *kind;
    const struct search_root_policy *policy;
    /* Says what positions are worth; NULL: simulated games are played to their end. */
    const struct evaluator *evaluator;
    /* NULL: all guesses count the same. */
    const struct guesser *guesser;
    struct guess_weights guess;
    struct bot_options how;
    struct timespec began;
    struct tree tree;
    /* The evaluator's, for each seat. */
    struct net_memory memory[MAX_SEATS];
    uint8_t seed[32];
    /* Random numbers for the guesses and the chance of simulated games; `luck` is for the noise of
     * their players. */
    struct chance chance;
    uint64_t luck;
    struct search_beginning beginning;
    /* The answers to try at the root, and what was counted there. */
    struct search_root_counts root;
    uint64_t root_key;
    /* The round or turn at which simulated games are cut off (search_clock). */
    int stop;
    /* Simulated games so far. */
    uint32_t games;
    /* 1: the thread that called the bot. */
    int calls;
    /* 1: only the answer is wanted, and this thread alone finds it in so many games. */
    int terse;
    struct search_race race;
};

/* The sum that answers tried equally often are compared by. */
static inline int64_t root_sum(const struct search_root_counts *c, int answer)
{
    return c->sum[answer] + (int64_t)c->bonus[answer] * c->visits[answer];
}

/* What the horizon counts. */
static inline int search_clock(const struct searcher *s, const void *state)
{
    return s->evaluator ? s->evaluator->clock(state, s->view->seat) : s->kind->clock(state);
}

/* Adds the value of a simulated game to the counts of its answer. */
static inline void search_count(struct searcher *s, int answer, int value)
{
    s->root.iterations++;
    s->root.visits[answer]++;
    s->root.sum[answer] += value;
}

#endif
