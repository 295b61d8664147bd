/* Compares games of a card with the same games of the processor, and lets cards check promises. */
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
enum gpu_side { GPU_BOTH, GPU_CARD, GPU_PROCESSOR };

struct gpu_check_plan {
    enum gpu_side side;
    enum gpu_policy policy;
    uint64_t seed;
    /* Of each mix. */
    uint32_t games;
    int threads, first_mix;
    /* NULL, or is told what a card has compared so far, after each of its mixes, in its thread. */
    void (*tell)(void *context, int mix, const struct gpu_checked *so_far);
    void *context;
};

/* Plays the plan's games of one mix (mixes.h), from 0 on. 0, or -1 with the reason in card->why. */
int gpu_check(struct gpu_card *card, const struct gpu_check_plan *plan, int mix, int threads,
              struct gpu_checked *sum);

/* Plays so many games of all mixes at once, every position checked on the card. */
int gpu_soak(struct gpu_card *card, uint64_t seed, uint64_t first, uint64_t games,
             struct gpu_sums *sums);

/* Cards that share the work, each in a thread of its own. */
struct gpu_cards {
    struct gpu_card *card;
    int n;
};
/* The first reason why a card does nothing more, or "". */
const char *gpu_cards_why(const struct gpu_cards *cards);
/* As gpu_check for all mixes from the first one on, of which every n-th is a card's. */
int gpu_check_all(const struct gpu_cards *cards, const struct gpu_check_plan *plan,
                  struct gpu_checked *sum);
/* As gpu_soak: every card plays a part of the games. */
int gpu_soak_all(const struct gpu_cards *cards, uint64_t seed, uint64_t first, uint64_t games,
                 struct gpu_sums *sums);

/* The same game on the processor, by the table of the game alone. */
void gpu_game_here(const struct gpu_game *g, const struct gpu_table *table, uint64_t number,
                   enum gpu_policy policy, struct gpu_result *result);

#endif
