/* Tuning a game: points become settings of a plan, and are played by it. */
#ifndef CHARLATAN_SIM_TUNE_RUN_H
#define CHARLATAN_SIM_TUNE_RUN_H

#include "sim/tune.h"

/* A step of the search, for the report. */
struct tune_step {
    int64_t games;
    int best, points;
    double loss;
};

enum { STEPS_MAX = 32 };

struct tune_run {
    struct tune tune;
    struct plan *plan;
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
    /* Of a bot that failed. */
    struct failure failure;
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
/* Searches. */
void tune_search(struct tune_run *r);
/* Plays the game before and after on fresh deals, as two designs. The results are the plan's. */
int tune_compare(struct tune_run *r, int64_t deals, struct harvest *h, struct refusal *why);

/* ---- tune_print.c ---- */

void tune_print(FILE *to, const struct tune_run *r, const struct results *after);
void tune_print_json(FILE *to, const struct tune_run *r, const struct results *after);
/* The part of the report above the comparison, to be freed by the caller. */
char *tune_preface(const struct tune_run *r, const struct results *after);

#endif
