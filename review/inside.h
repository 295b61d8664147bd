/* What the files of a review share: the positions to be valued, and the order in which they are. */
#ifndef CHARLATAN_REVIEW_INSIDE_H
#define CHARLATAN_REVIEW_INSIDE_H

#include "match/record_read.h"
#include "review/outlook.h"
#include "review/pieces.h"

/* A loss is called if it is at least this large; and it and luck only if they are so many standard
 * errors away from 0. */
#define REVIEW_CALLED 0.03
#define REVIEW_CERTAIN 3

/* A position as a seat sees it: a question to be weighed, or only a look at what it is worth. */
struct review_point {
    struct view view;
    /* How many moves were made before it. */
    uint32_t move;
    /* The answer -1 is a look. */
    int question, chosen;
    /* 1: it follows from the seat's last decision alone, nothing came by chance or by others. */
    int follows;
    /* Found by point_weigh: means and their standard errors, as shares from 0 to 1. Where no loss
     * is called, `best` is the chosen answer. */
    int best;
    double before, after, loss;
    double before_error, after_error, error;
    uint32_t samples;
    /* Why the best answer is better, if it is not the chosen one. */
    struct reason reason;
};

/* Finds that reason, which may take a while, once for each position. */
void point_explain(struct review_point *point);

/* The samples of each half, as they are wished for and within limits. */
uint32_t review_samples(const struct game *g, const struct review_ask *ask);

/* All positions of a record that the seats' reviews need, in its order. */
struct review_walk {
    const struct game *game;
    int players;
    uint32_t seats;
    int finished;
    uint32_t moves;
    struct review_point *point;
    uint32_t points, room;
    /* 1: a time limit cut the samples of a position. */
    int cut;
    /* The share of the win of each seat at the end, if it is finished. */
    double result[MAX_SEATS];
};

/* walk_record returns 0, or -1 with the line that is wrong; line 0: there is no memory. */
int walk_record(struct review_walk *walk, const struct record *record, int seat,
                struct record_wrong *wrong);
void walk_free(struct review_walk *walk);

/* So many samples of an answer at most. Much longer thinking, to be compared with, needs more than
 * people may ask for. */
enum { SCALES_ROOM = 16 * REVIEW_SAMPLES_MOST };

/* Samples that were made, so that no answer is tried twice on the same luck. */
struct memo;

/* One worker's memory. */
struct review_scales {
    const struct outlook *outlook;
    uint64_t seed;
    /* NULL: each position is weighed once, and nothing is remembered. */
    struct memo *memo;
    /* The shares of each answer in each imagined game of the half at hand. */
    int32_t value[64][SCALES_ROOM];
};

/* Values one position, with at most SCALES_ROOM samples. Its figures depend on the view, the seed
 * and the number of samples alone. */
void point_weigh(struct review_scales *scales, struct review_point *point, uint32_t samples);

/* Remembers the samples of one position from now on, which is weighed for several answers, with so
 * many samples; and forgets them. The figures are the same. */
void scales_remember(struct review_scales *scales, uint32_t samples);
void scales_forget(struct review_scales *scales);

/* What a loss that is certain is called. */
enum review_mark review_mark_of(double loss);
/* What luck of this standard error is called. */
enum review_luck review_luck_of(double luck, double error);

/* A review that is being made. `scales` are those of review_weigh; the threads of review_weigh_all
 * have their own. */
struct review_pieces {
    struct review_walk walk;
    uint32_t samples;
    struct review_scales scales;
};

/* What was found at a position that has been valued. */
void review_found(const struct review_pieces *p, uint32_t position, uint8_t found[REVIEW_FOUND]);

/* Makes the review from the positions: steps, parts and sums. Returns 0, or -1 if there is no
 * memory. */
int review_sum(struct review *r, const struct review_walk *walk);

#endif
