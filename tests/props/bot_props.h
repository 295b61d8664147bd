/* The bots' property suite. It tests the promises of bots/bot.h and bots/policy.h for every bot, in
 * every game it plays and every mix of options that game_props has for that game.
 *
 * A *candidate* is a bot in one game. Random answers are mixed into its games, so that it also
 * meets positions that good play avoids. Its answer must always be legal. Some decisions are
 * experimented with: the bot is asked again at once and later, with and without advice, and with
 * the view of another state that differs only in what the seat may not know. */
#ifndef CHARLATAN_TESTS_BOT_PROPS_H
#define CHARLATAN_TESTS_BOT_PROPS_H

#include <time.h>

#include "bots/advice.h"
#include "bots/bot.h"
#include "bots/policy.h"
#include "engine/view.h"
#include "tests/props/game_props.h"

typedef void bot_take(struct view *v, const struct game *g, const void *state, int seat);

struct candidate {
    const struct bot *bot;
    const struct props_subject *subject;
    struct bot_options how;
    /* 1: it has a budget, so it gets fewer decisions. */
    int thinks;
    /* view_take, unless something is planted. */
    bot_take *take;
    /* The rules of thumb of the game. */
    policy_pick *policy;
};

struct bot_counts {
    uint64_t games, decisions, experiments, twins, threads, policies, advices;
};

/* A decision that will be asked again. */
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
    /* The seats the bot plays. */
    uint32_t seats;
    uint32_t sample_rate;
    /* 1: there are experiments in this game. */
    int experiments;
    /* Seconds spent on experiments so far. */
    double experimented;
    uint64_t state[MAX_STATE_BYTES / 8], other[MAX_STATE_BYTES / 8];
    /* The random numbers of the game, of the experiments and of the bot. */
    struct chance luck, lab, mind;
    int has_kept;
    struct bot_sample kept;
    /* The first broken promise, or NULL. */
    const char *promise;
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

/* Plays game `number` of a mix, up to `decisions` decisions of the bot. */
void bot_play(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
              uint64_t number, uint64_t decisions);
/* Finds a state in random play in which somebody has a choice; returns the seat. */
int bot_position(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
                 uint64_t number);

/* ---- bot_props_advice.c ---- */

void advice_is_sane(struct bot_run *r, const struct view *v, int answer, const struct advice *say);
/* Returns NULL, or the part that differs. */
const char *advice_differs(const struct advice *a, const struct advice *b);

/* ---- bot_props_budget.c: memory, iterations, time. Not while other threads run. ---- */

void bot_budgets(struct bot_run *r, const struct candidate *who, uint64_t seed, int positions);

/* ---- bot_props_planted.c ---- */

struct planted {
    /* The promise that must be found broken. */
    const char *name, *promise;
    const struct props_subject *subject;
    struct bot bot;
    /* NULL: view_take. */
    bot_take *take;
    /* NULL: the game's own. */
    policy_pick *policy;
};
const struct planted *bot_plants(int *count);

#endif
