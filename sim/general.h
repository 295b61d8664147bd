/* The metrics that every game has: wins, places, scores, lengths. */
#ifndef CHARLATAN_SIM_GENERAL_H
#define CHARLATAN_SIM_GENERAL_H

#include <stdint.h>

struct game;
struct gauge_figure;
struct gauge_watched;
struct metrics;
struct sim_plan;

/* Where each group of general metrics begins in plan.metrics, and how many general metrics there
 * are (sim/general.c). */
struct sim_general {
    /* By kind of bot, by place, by bot and place, by ordered pair of different bots. */
    int win_bot, win_place, win_bot_place, ahead;
    int score_bot, score_place;
    /* One metric each. */
    int length, margin;
    /* SCORE_BINS for each bot, LENGTH_BINS for all. */
    int score_bins, length_bins;
    int n;
};

/* Bins of a distribution; the last one has no upper end. */
enum { SCORE_BINS = 40, LENGTH_BINS = 40 };

/* The groups:
 *   win-by-bot       share  bot         a win shared by k seats counts 1/k for each
 *   win-by-place     share  place
 *   win-by-bot-place share  bot, place
 *   ahead            share  bot, other  bot finishes ahead of other; ties count half
 *   score-by-bot     mean   bot
 *   score-by-place   mean   place
 *   length           mean               decisions a game
 *   margin           mean               best score minus second best
 *   score-bins       share  bot, bin    distribution of final scores
 *   length-bins      share  bin         distribution of decisions */

/* Adds the general metrics to `m` and notes in `g` where they begin. */
void general_open(struct sim_general *g, struct metrics *m, const struct sim_plan *p);
/* Counts a game that is over into the figures of its deal. `f` is the first figure of the setting.
 * Called once a game, before columns are told. */
void general_count(const struct sim_plan *p, const struct gauge_watched *w, int decisions,
                   struct gauge_figure *f);
/* The best score minus the second best. */
int64_t score_margin(const struct game *g, const void *state);

#endif
