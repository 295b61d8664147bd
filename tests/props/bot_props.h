/* The bots' property suite: promises of bots/bot.h and bots/policy.h, tested for every bot of the
 * register in every game it plays and every mix of options that game_props has for it.
 *
 * A *candidate* is a bot in one game. Its games are played by the bot and, so that it meets more than
 * what good play leads to, by random answers in between. After every decision its answer must be
 * legal; some decisions are experimented with: the bot is asked again, later again, with and without
 * advice, with the view of another state that differs only in what the seat may not know. */
#ifndef CHARLATAN_TESTS_BOT_PROPS_H
#define CHARLATAN_TESTS_BOT_PROPS_H

#include <time.h>

#include "bots/bot.h"
#include "bots/policy.h"
#include "tests/props/game_props.h"

typedef void bot_take(struct view *v, const struct game *g, const void *state, int seat);

struct candidate {
    const struct bot *bot;
    const struct props_subject *subject;
    struct bot_options how;
    int thinks;          /* it has a budget, so it gets fewer decisions */
    bot_take *take;      /* view_take, unless something is planted */
    policy_pick *policy; /* the rules of thumb of the game */
};

struct bot_counts {
    uint64_t games, decisions, experiments, twins, threads, policies, advices;
};

/* A decision to come back to. */
struct bot_sample {
    struct view view;
    struct chance luck;
    int answer;
    struct advice say;
};

struct bot_run {
    const struct candidate *who;
    uint64_t seed, number;
    int mix, players;
    uint32_t seats; /* which the bot plays */
    uint32_t sample_rate;
    int experiments;     /* are there any in this game */
    double experimented; /* seconds, so far */
    uint64_t state[MAX_STATE_BYTES / 8], other[MAX_STATE_BYTES / 8];
    struct chance luck, lab, mind; /* of the game, of the experiments, of the bot */
    int has_kept;
    struct bot_sample kept;
    const char *promise; /* NULL, or the first that was broken */
    char reason[512];
    struct bot_counts counts;
};

void bot_fail(struct bot_run *r, const char *promise, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline double bot_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- bot_props_play.c ---- */

/* Plays game `number` of a mix, up to so many decisions of the bot. */
void bot_play(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
              uint64_t number, uint64_t decisions);
/* A state met in random play, in which somebody has a choice; returns the seat. */
int bot_position(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
                 uint64_t number);

/* ---- bot_props_advice.c ---- */

void advice_is_sane(struct bot_run *r, const struct view *v, int answer, const struct advice *say);
/* NULL, or the part that differs. */
const char *advice_differs(const struct advice *a, const struct advice *b);

/* ---- bot_props_budget.c: memory, iterations, time. Not while other threads run. ---- */

void bot_budgets(struct bot_run *r, const struct candidate *who, uint64_t seed, int positions);

/* ---- bot_props_planted.c ---- */

struct planted {
    const char *name, *promise; /* the promise that must be found broken */
    const struct props_subject *subject;
    struct bot bot;
    bot_take *take;      /* or NULL: view_take */
    policy_pick *policy; /* or NULL: the game's own */
};
const struct planted *bot_plants(int *count);

#endif
