/* The results of a run: what was played, and the sums. */
#ifndef CHARLATAN_SIM_RESULTS_H
#define CHARLATAN_SIM_RESULTS_H

#include "engine/game.h"
#include "sim/sweep.h"
#include "sim/tally.h"

/* The options of one part of a run: of the whole run without a sweep, else of one value or
 * combination of values. The arrays are made by sums_open and freed by sums_free; `options` is
 * freed by harvest_free. */
struct sim_setting {
    /* The values as they were written: "3", "hundred", "3, hundred"; "" without a sweep. */
    char label[LABEL_TEXT];
    /* All options of the game, as JSON. */
    char *options;
    /* One for each metric. */
    struct gauge_sums *tally;
    /* One for each metric, paired with setting 0; NULL in setting 0 itself. */
    struct gauge_cross *cross;
    /* In a grid, where two values or more are not the first: one for each metric, by how much the
     * effects of these values together differ from the sum of what fewer of them do. NULL
     * elsewhere. */
    struct gauge_sums *beyond;
    /* Designs only: one for each metric, paired with setting 1, then with setting 2, up to the one
     * before. NULL in settings 0 and 1, whose pairs are in `cross`, and in every run without
     * designs. */
    struct gauge_cross *pairs;
};

struct sim_plan;
struct by_table;

/* A run as the reports need it: what was played, and the sums. Complete on rank 0 only. Texts are
 * lent by the plan and the command line. */
struct sim_results {
    const struct sim_plan *plan;
    const struct game *game;
    int players, bots;
    /* By kind: the text of the bot. */
    const char *bot[MAX_SEATS];
    /* By kind: the seats it takes in each game. */
    int bot_seats[MAX_SEATS];
    /* By kind: microseconds a decision. The only figure that is not reproducible. */
    double bot_us[MAX_SEATS];
    /* Games a deal in one setting. */
    int seatings;
    /* Deals played, and games of one setting. */
    int64_t deals, games;
    /* Deals asked for; more than `deals` after Ctrl-C. */
    int64_t planned;
    char seed[65];
    /* The command line, for the record. */
    const char *command;
    /* HTML that stands above the conclusions of the report, or NULL. Set by `charlatan tune`; the
     * caller frees it. */
    const char *preface;
    /* Of the whole run, on the monotonic clock. */
    double seconds;
    /* What was swept, in the order given, and the keys as one text. */
    const struct sim_sweep *sweep;
    int sweeps;
    char swept[LABEL_TEXT];
    int settings;
    struct sim_setting setting[MAX_VALUES];
    /* By setting: the results by value of a column (sim/by.h). */
    struct by_table *by;
    /* The general ones first (sim/general.h), then those of the gauge. */
    struct metrics metrics;
};

/* What setting b has more than setting a, paired by deal: any two designs, or a = 0. Pairs of
 * designs exist for a < b alone, so `b` must be the later one. */
struct gauge_estimate difference_between(const struct sim_results *r, int metric, int a, int b);

#endif
