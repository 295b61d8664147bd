/* Tuning: values of some keys of a game, within bounds, so that some metrics come near what is
 * wanted of them.
 *
 * A point is one value for each key. Points are played on the same deals, so that luck cancels out
 * when they are compared; what is measured of a point is noisy all the same, and the search
 * (tune_search.c) counts with that. Every rank of MPI searches on its own and comes to the same
 * points, because rank 0 shares all sums. */
#ifndef CHARLATAN_SIM_TUNE_H
#define CHARLATAN_SIM_TUNE_H

#include "sim/sweep.h"
#include "sim/tally.h"

struct refusal;
struct sim_plan;

/* `parts` are the metrics that all targets need together; a batch is played at once. */
enum { KEYS_MAX = 24, TARGETS_MAX = 16, PARTS_MAX = 128, BATCH_MAX = 64, TRIALS_MAX = 2048 };

/* ---- what is wanted (tune_targets.c) ---- */

enum tune_wish {
    /* A metric near a value, below it, above it. */
    WISH_NEAR,
    WISH_BELOW,
    WISH_ABOVE,
    /* The wins of all values of a column are equal. */
    WISH_EQUAL,
    /* The place that wins most or least is less than so far from its share. */
    WISH_FAIR
};

struct tune_target {
    /* As it was given, and what it is about. */
    char text[96], name[64];
    enum tune_wish wish;
    double value, weight;
    /* Missing by so much costs 1: a percentage point, or a hundredth of the value. */
    double scale;
    /* Its metrics: parts `first` to `first` + `n` - 1. */
    int first, n;
};

/* A metric as it was measured or predicted; `variance` is that of the estimate. `known` 0: nothing
 * was counted, and the others mean nothing. */
struct tune_value {
    int known;
    double value, variance;
};

/* Adds a target to the plan and to the list: "wizard_wins=equal", "seat_advantage<1",
 * "sold_dragons-egg=0.8", "decisions=45@2". 0, or -1 with the reason. Before the first deal. */
struct tune;
int target_read(struct tune *t, struct sim_plan *p, const char *text, struct refusal *why);
/* What the readings of all parts cost together; squares, less what chance alone adds to them. May
 * be below 0, where chance explains more than was seen. Unknown readings cost nothing. */
double targets_loss(const struct tune *t, const struct tune_value *part);
/* What one of them is off by, in its own unit: a spread, a distance; 0 where it is met. */
double target_miss(const struct tune_target *g, const struct tune_value *part);
/* The standard error of that; of a spread, as if its ends had been known before. */
double target_error(const struct tune_target *g, const struct tune_value *part);
struct tune_value reading_of(const struct metric *m, const struct gauge_sums *t);

/* ---- points ---- */

struct tune_key {
    char name[VALUE_TEXT];
    int least, most;
    /* The value before, if `was_known`; how many values play as the game does without any. */
    int was, was_known, alike;
};

/* A point that was played, and its sums of all parts over the deals 0 to `deals` - 1. `loss` is
 * INFINITY before it is played and if the game refuses it. It owns `sum`. */
struct tune_trial {
    int value[KEYS_MAX];
    int64_t deals;
    struct gauge_sums *sum;
    double loss;
};

/* Plays n points on the deals from `from` to before `to`, and adds to out: n x parts. The game may
 * refuse some of them: a bit each. Returns 0, or -1 if it was interrupted. */
typedef int play_points(void *with, const int (*value)[KEYS_MAX], int n, int64_t from, int64_t to,
                        struct gauge_sums *out, uint64_t *refused);

struct tune {
    struct tune_key key[KEYS_MAX];
    int keys;
    struct tune_target target[TARGETS_MAX];
    int targets;
    /* By part: its metric in the plan. */
    int metric[PARTS_MAX];
    struct metric form[PARTS_MAX];
    int parts;
    play_points *play;
    void *with;
    /* Told after each step of the search; may be NULL. */
    void (*say)(void *with, const struct tune *t, const char *what);
    /* How many deals may be played, summed over points; and how many were. */
    int64_t budget, spent;
    struct tune_trial *trial;
    /* `best` is an index into `trial`, which never shrinks. */
    int trials, best;
    /* `local`: the search begins at `near` and its neighbours, one key at a time, instead of points
     * that fill the box. */
    int local, near[KEYS_MAX];
    uint64_t luck;
    /* 1: interrupted, or a bot failed; nothing more is played. */
    int stopped;
};

/* The trial of a point, made if there is none; -1 if there are too many. */
int trial_of(struct tune *t, const int *value);
/* Plays trials up to so many deals, and computes what they cost. Trials that have as many already
 * are left alone; -1 in the list is skipped. */
void trials_play(struct tune *t, const int *list, int n, int64_t deals);
/* Forgets what was played, but not the points: other bots play them from now on. */
void trials_forget(struct tune *t);
void trial_readings(const struct tune *t, const struct tune_trial *r, struct tune_value *part);
void tune_free(struct tune *t);

/* ---- tune_search.c: from a point before to the best one found ---- */

/* Spends what is left of the budget. */
void tune_by_surface(struct tune *t);

/* A number below n, of the search's own luck. */
uint32_t tune_below(struct tune *t, uint32_t n);
/* The i-th of points that fill the box evenly. */
void tune_spread(const struct tune *t, int i, int *value);

/* ---- tune_model.c: what the metrics would be where nothing was played ---- */

/* A part as a polynomial of the keys, without products of two of them. */
struct tune_model {
    int keys, squares;
    int known;
    /* Around this point. */
    int near[KEYS_MAX];
    double at[1 + 2 * KEYS_MAX];
};

/* Fits all parts near a point; the nearer a trial and the more deals it has, the more it counts.
 * `reach` is a distance in parts of the box. */
void models_fit(const struct tune *t, const int *near, double reach, struct tune_model *model);
/* The models must be of all parts, made by one models_fit. Predicted readings have variance 0. */
double models_loss(const struct tune *t, const struct tune_model *model, const int *value);

#endif
