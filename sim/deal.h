/* Playing deals, on one thread. */
#ifndef CHARLATAN_SIM_DEAL_H
#define CHARLATAN_SIM_DEAL_H

#include "engine/view.h"
#include "sim/by.h"
#include "sim/column.h"
#include "sim/shelf.h"
#include "wire/write.h"

struct bot;
struct bot_options;
struct exec_child;
struct sim_plan;

/* A bot that is a program failed: the deal, the seat, its kind and why. */
struct sim_failure {
    /* -1: before the first one. */
    int64_t deal;
    /* 1: there was a failure. */
    int32_t there;
    /* Seat where it happened; the kind is an index into plan.text. */
    int32_t seat, kind;
    char why[MAX_REFUSAL];
};

/* What one thread needs to play deals. Used by one thread at a time; threads share nothing through
 * it but the plan and `give_up`. */
struct sim_dealer {
    const struct sim_plan *plan;
    /* By kind: the running programs, or NULL. One answers for all seats of its kind. */
    struct exec_child *child[MAX_SEATS];
    struct sim_failure failure;
    /* The game in progress, and how it stood before the last answer (for the gauge). */
    uint64_t state[MAX_STATE_BYTES / 8], before[MAX_STATE_BYTES / 8];
    /* Room for the events of one answer. */
    struct event event[MAX_EVENTS];
    /* The game's, and each bot's by instance. */
    struct chance chance, luck[MAX_SEATS];
    struct view view;
    struct sim_moves moves;
    /* The answers of the game in progress, as a GPU chose them, or NULL. */
    const uint8_t *given;
    /* By seat: the kind of bot, and the place in turn order; its bot, unless that is a program, and
     * the bot's options and luck. */
    int bot_at[MAX_SEATS], place_at[MAX_SEATS];
    const struct bot *asked[MAX_SEATS];
    const struct bot_options *how[MAX_SEATS];
    struct chance *luck_at[MAX_SEATS];
    /* The gauge's memory for the game in progress. */
    void *notes;
    /* The sums of the deal in progress: settings x metrics. */
    struct gauge_figure *figure;
    /* The lines of the deal in progress, and its sums by value of columns. */
    struct writer lines;
    struct by_deal by;
    /* The rows of the game that is over, by seat. Filled only if the plan asks about columns. */
    int64_t cell[MAX_SEATS][MAX_COLUMNS];
    /* By kind: nanoseconds of all timed decisions. */
    uint64_t ns[MAX_SEATS];
    /* By kind: how many decisions were timed; and a count of all decisions, to time every
     * eighth. */
    uint64_t timed[MAX_SEATS], tick;
    /* Becomes 1 when the deal in progress is no longer wanted. */
    const _Atomic int *give_up;
    /* Called after each game, or NULL. The moves in `k` are only lent. */
    void (*finished)(void *context, struct sim_record *k);
    void *context;
};

/* Starts the bots that are programs. After opening, set `give_up` and, where games are wanted,
 * `finished`. The plan must outlive the dealer. Never fails itself. */
void dealer_open(struct sim_dealer *d, const struct sim_plan *p);
/* Ends those programs, and frees what the dealer owns. After its last deal. */
void dealer_close(struct sim_dealer *d);
/* The state in which the games of a deal begin: options set, begin() not called. `state` has room
 * for state_bytes. */
void deal_options(const struct sim_plan *p, int64_t deal, int setting, void *state);
/* 0, or -1 if the deal was given up or a bot failed. After the call, figures and lines are those of
 * this deal alone. After -1 figures and lines are of no use and must not be counted. */
int dealer_play_deal(struct sim_dealer *d, int64_t deal);

#endif
