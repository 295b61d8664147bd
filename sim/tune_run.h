/* Tuning a game: points become settings of a plan, and are played by it. */
#ifndef CHARLATAN_SIM_TUNE_RUN_H
#define CHARLATAN_SIM_TUNE_RUN_H

#include <stdio.h>
#include <jansson.h>

#include "sim/deal.h"
#include "sim/plan.h"
#include "sim/tune.h"

struct writer;

struct ranks;
struct sim_harvest;
struct sim_results;

/* A step of the search, for the report. */
struct tune_step {
    int64_t games;
    int best, points;
    double loss;
};

enum { STEPS_MAX = 40 };

/* Greedy's weights are fitted to the numbers before, to those that were found first, and to those
 * that were found by bots with these weights (tune_fit.c). */
enum fit_for { FIT_BEFORE, FIT_FIRST, FIT_AFTER, FITS };

/* Sums of different bots do not mix in the journal. Fits have the numbers from PHASE_FIT on. */
enum { PHASE_FIRST, PHASE_AGAIN, PHASE_FIT };

struct tune_fit {
    /* Games of the fit and of its check; 0 if there was none. */
    int64_t games;
    /* What the fitted bot wins on deals new to the fit, one against others with their usual
     * weights. */
    struct gauge_estimate wins;
    /* 1: it wins a percentage point more than its share, beyond chance. If not, `how` is as
     * usual. */
    int gained;
    /* 1: `how` is another one than the fit before had. */
    int turned;
    /* What was found, and what is played by from then on. */
    struct bot_options found, how;
};

struct tune_run {
    struct tune tune;
    struct sim_plan *plan;
    const struct ranks *ranks;
    /* The options of --set; keys are set on top of them. */
    json_t *options;
    /* Sums that were played before (--resume), and where new ones go; NULL without. Rank 0 only. */
    json_t *journal;
    FILE *file;
    /* Told after each step of the search, on rank 0. */
    void (*say)(const struct tune_run *r, const char *what);
    struct tune_step step[STEPS_MAX];
    int steps;
    /* Games of one fit of greedy's weights, or 0; the fits; the weights that are played by now; and
     * the phase of the search. */
    int64_t refit;
    struct tune_fit fit[FITS];
    struct bot_options now;
    int phase;
    /* By target: what it is off by after, if the bots keep their usual weights; known if the fit to
     * those numbers gained something. */
    double usual_miss[TARGETS_MAX];
    /* Where plan->how points to. */
    struct bot_options how[MAX_VALUES][MAX_SEATS];
    /* Told after each fit, on rank 0. */
    void (*say_fit)(const struct tune_run *r, enum fit_for which);
    /* Of a bot that failed. */
    struct sim_failure failure;
};

/* key=least..most. 0, or -1 with the reason. */
int tune_key_read(struct tune *t, const char *text, struct refusal *why);
/* The options of a point, as an object that the caller frees; NULL with the reason if a key is not
 * known. */
json_t *tune_options(const struct tune_run *r, const int *value, struct refusal *why);
/* Finds the value that each key has without being set, by playing: the one that changes nothing.
 * Returns 0, or -1 with the reason if the game refuses all values of a key. */
int tune_find_before(struct tune_run *r, struct refusal *why);
/* Reads and continues a journal of the same tuning. 0, or -1 with the reason. */
int tune_journal_open(struct tune_run *r, const char *path, struct refusal *why);
void tune_journal_close(struct tune_run *r);
void tune_journal_flush(struct tune_run *r);
/* Which points of a batch are not in the journal, in this phase; the sums of the others go to
 * `out`. All ranks ask rank 0. */
int tune_missing(struct tune_run *r, const struct tune *t, const int (*value)[KEYS_MAX], int n,
                 int64_t from, int64_t to, struct gauge_sums *out, uint64_t *refused, int *missing);
void tune_remember(struct tune_run *r, const struct tune *t, const int *value, int64_t from,
                   int64_t to, const struct gauge_sums *sum, int refused);
/* Searches. */
void tune_search(struct tune_run *r);
/* Plays the game before and after on fresh deals, as two designs. The results are the plan's. 0; -1
 * with the reason; or 1 if it was interrupted or a bot failed. Only with 0 is there a harvest. */
int tune_compare(struct tune_run *r, int64_t deals, struct sim_harvest *h, struct refusal *why);

/* Options as the plan's reader reads them, into a setting. 0, or -1 with the reason. */
int tune_begin(struct sim_plan *p, int setting, json_t *options, struct refusal *why);
/* Deals of a plan on all ranks. 0, or -1 if it was interrupted or a bot failed. */
int tune_play_plan(struct tune_run *r, struct sim_plan *p, int64_t from, int64_t to,
                   struct sim_harvest *h);
/* Another seed, by a number: what the search saw is no evidence for what it found. */
void tune_fresh_seed(uint8_t seed[32], int which);

/* ---- tune_fit.c: greedy's weights for the numbers it plays ---- */

/* The first instance whose bot has dials that were not turned by hand, or -1. */
int tune_fits(const struct sim_plan *p);
/* Fits the weights to the numbers before or to those of the best point, and plays by them from then
 * on if they win more. 0, or -1 if it was interrupted. */
int tune_refit(struct tune_run *r, enum fit_for which);
/* In this setting, bots with dials play by these. */
void tune_play_by(struct tune_run *r, int setting, const struct bot_options *how);
/* "greedy:coin=119:ruby=84". */
void tune_fit_name(const struct tune_run *r, const struct bot_options *how, char text[BOT_TEXT]);

/* ---- tune_print_fit.c ---- */

/* One sentence. */
void tune_conclude_fit(const struct tune_run *r, void (*say)(void *to, const char *sentence),
                       void *to);
void tune_put_fits(FILE *to, const struct tune_run *r);
void tune_write_fits(struct writer *w, const struct tune_run *r);
void tune_html_fits(FILE *to, const struct tune_run *r);

/* ---- tune_print.c ---- */

void tune_print(FILE *to, const struct tune_run *r, const struct sim_results *after);
void tune_print_json(FILE *to, const struct tune_run *r, const struct sim_results *after);
/* The part of the report above the comparison, to be freed by the caller. */
char *tune_preface(const struct tune_run *r, const struct sim_results *after);

#endif
