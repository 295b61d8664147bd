/* The Quacks for the search. When a simulated game is cut off between two turns, each seat's
 * possessions are valued with weights fitted to the results of many games (quacks_standing.def). */
#include "bots/bots.h"
#include "bots/search/playout.h"
#include "bots/search/tree.h"
#include "bots/odds/quacks_value.h"
#include "games/quacks/facts.h"

#define GAME(x) quacks_##x
#define GAME_STATE struct quacks_state
#define GAME_CLOCK turn
#define GAME_PICK quacks_greedy_pick
#include "bots/search/playout.inc"

/* ---- standing: what one more of a thing is worth, by the turn that has just ended ---- */

enum { STANDING_TURNS = 8 };

/* Hundredths of a point for one chip in the bag, by book, after each turn. `turn` from 1 to
 * STANDING_TURNS. */
static int chip_worth(int chip, int book, int turn)
{
#define SEAT(member, ...)
#define CHIP(kind, book, ...) [kind][book] = {__VA_ARGS__},
    static const short rows[CHIP_COUNT][5][STANDING_TURNS] = {
#include "bots/search/quacks_standing.def"
    };
#undef SEAT
#undef CHIP
    return rows[chip][book][turn - 1];
}

/* Points, rubies and the rest of a seat, weighed by the rows of quacks_standing.def. */
static int seat_worth(const struct quacks_player *p, int turn)
{
    int sum = 0;
#define SEAT(member, ...)                                                                          \
    {                                                                                              \
        static const short row[STANDING_TURNS] = {__VA_ARGS__};                                    \
        sum += row[turn - 1] * p->member;                                                          \
    }
#define CHIP(kind, book, ...)
#include "bots/search/quacks_standing.def"
#undef SEAT
#undef CHIP
    return sum;
}

/* Games are cut off between two turns, so no chip lies in a pot. In hundredths of a point. */
static int64_t standing(const void *state, int seat)
{
    const struct quacks_state *s = state;
    const struct quacks_player *p = &s->player[seat];
    int turn = s->turn > 1 ? s->turn - 1 : 1, sum = seat_worth(p, turn);
    for (int chip = WHITE1; chip < CHIP_COUNT; chip++) {
        int book = s->book[quacks_chip(chip)->colour];
        sum += p->bag[chip] * chip_worth(chip, book, turn);
    }
    for (int i = 0; i < 3; i++)
        sum += p->beside[i] * chip_worth(RED1 + i, s->book[RED], turn);
    return sum;
}

/* By the fitted value, which knows how chips go together. Only between two turns. */
static void shares(const void *state, int *value)
{
    const struct quacks_state *s = state;
    double share[QUACKS_SEATS];
    value_shares(&quacks_value, s, share);
    for (int i = 0; i < s->players; i++)
        value[i] = (int)(share[i] * VALUE_ONE);
}

/* Putting a red back while brewing is never better than leaving it beside the pot
 * (quacks_potion.c). What may be passed up is taken, and all rat tails are used (Q12): simulated
 * games cannot tell when a point or a ruby less would be better. */
static uint64_t sensible(const void *state, int seat, uint64_t answers)
{
    const struct quacks_state *s = state;
    int question = s->player[seat].question;
    return question == QQ_BREW ? answers & bits_below(BREW_BAG) : optional_taken(question, answers);
}

const struct playout quacks_playout = {
    .game = &quacks_game,
    .pick = quacks_greedy_pick,
    .adviser = &brewer_bot,
    .adviser_1 = &brewer_1_bot,
    /* Half a point. */
    .trust = 655,
    .sensible = sensible,
    .clock = game_clock,
    .play = play,
    .standing = standing,
    .margin = 2500,
    .shares = shares,
#ifndef WITHOUT_NETS
    /* See bots.c. */
    .evaluator = &quacks_evaluator,
#endif
};
