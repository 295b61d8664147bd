/* A review of a recorded game: where a seat lost chances to win, and what luck gave or took.
 *
 * Everything is computed from what the seat knew when it was asked: its view, and guesses that
 * agree with it. Every answer is tried on the same luck. Imagined games are played on for a lap or
 * to the end of a turn, then an evaluator says the seat's share of the win (outlook.h).
 *
 * Answers are narrowed down on one half of the samples, and the figures come from the other half,
 * so that a lucky answer does not look like the best one. For each seat the sums add up: start +
 * luck + skill = result. The same record, seed and number of samples give the same figures, on any
 * number of threads, unless a time limit cuts the samples. */
#ifndef CHARLATAN_REVIEW_REVIEW_H
#define CHARLATAN_REVIEW_REVIEW_H

#include <stdint.h>

#include "advice/reason.h"
#include "engine/view.h"

struct record;
struct record_wrong;

enum {
    REVIEW_ALL = -1,
    REVIEW_THREADS = 64,
    /* Whoever does not choose a seed takes this one, so that hints and reviews agree. */
    REVIEW_SEED = 1,
    REVIEW_SAMPLES_LEAST = 16,
    REVIEW_SAMPLES_MOST = 1024,
    /* How reviews are computed and written. Another number if that changes: then reviews that were
     * kept are made anew. */
    REVIEW_NUMBER = 2
};

struct review_ask {
    /* Whose decisions are reviewed, or REVIEW_ALL. */
    int seat;
    uint64_t seed;
    /* How many imagined games each half has for an answer; 0: the game's usual number. */
    uint32_t samples;
    int threads;
    /* After about this many seconds it must be done, with fewer samples; 0: no limit. */
    double seconds;
    /* NULL, or told how many of the positions are done, by the calling thread. */
    void (*progress)(void *with, uint32_t done, uint32_t all);
    /* NULL, or asked by every thread before a position. Not 0: the review ends and fails. */
    int (*stop)(void *with);
    void *with;
};

/* What a decision is called. Losses of at least 3 % and three standard errors are called, by the
 * whole percent that is told. */
#define MARK(name, id, from) MARK_##name,
enum review_mark {
#include "review/marks.def"
    MARK_COUNT
};
#undef MARK

/* What chance did: luck told as at least 6 %, and of three standard errors, is called. */
enum review_luck { LUCK_EVEN, LUCK_LUCKY, LUCK_UNLUCKY };

/* One question with more than one answer, as a seat was asked it. Shares of the win are from 0
 * to 1. */
struct review_step {
    /* The move of the record that answered it. */
    uint32_t move;
    int seat, question, chosen, best;
    /* The share of the win with the best answer and with the chosen one; `loss` is the difference.
     * Where no loss is certain, `best` is the chosen answer, and what is `before` is what a good
     * player's answer is worth (outlook.h); then the loss can be less than 0. */
    double before, after, loss;
    /* Standard errors of `before`, `after` and `loss`. */
    double before_error, after_error, error;
    /* What chance gave until another seat moved, and what that and the others gave before the
     * next step. */
    double own, others;
    /* The standard error of the share that `own` leads to. */
    double then_error;
    /* 1: another seat moved before the next step. */
    int away;
    /* Imagined games behind `loss`. */
    uint32_t samples;
    /* What the seat knew; for words about it. */
    struct view view;
    /* Why the best answer was better, if a loss is called. */
    struct reason reason;
};

/* What a person takes for one decision: the steps of one turn, such as draw, act and place. */
struct review_part {
    /* Its steps, from the first on. */
    uint32_t first, steps;
    int seat;
    /* All losses, and those of them that are called. */
    double loss, error, called;
    /* Chance within it, up to the next move of another seat. */
    double luck, luck_error;
    enum review_mark mark;
    enum review_luck chance;
};

/* start + beginning + own + others + skill = result. */
struct review_seat {
    /* An equal share. */
    double start;
    /* Luck: before its first decision, after its own decisions, and while the others moved. */
    double beginning, own, others;
    /* What its answers lost, less than 0; or gained over a good player's. */
    double skill;
    double result;
    /* The standard error of skill, and so of luck: start and result are exact. */
    double error;
    uint32_t parts, marks[MARK_COUNT], lucky, unlucky;
};

struct review {
    const struct game *game;
    int players;
    /* The seats that were reviewed, a set. */
    uint32_t seats;
    int finished;
    uint32_t moves;
    uint32_t samples;
    /* 1: the time limit cut the samples, so another review may differ. */
    int cut;
    struct review_step *step;
    uint32_t steps;
    struct review_part *part;
    uint32_t parts;
    struct review_seat seat[MAX_SEATS];
};

/* Whether games of this kind can be reviewed. */
int review_knows(const struct game *g);
/* Reviews a record. Returns 0, or -1 with the line that is wrong; line 0: there is no memory, or it
 * was stopped. Call review_free in any case. */
int review_make(struct review *r, const struct record *record, const struct review_ask *ask,
                struct record_wrong *wrong);
/* Frees its steps and parts. */
void review_free(struct review *r);
/* One thread for each core. */
int review_threads(void);

/* The luck of a seat, all of it. */
double review_luck(const struct review_seat *seat);
/* The step of a part that lost most. */
const struct review_step *review_worst(const struct review *r, const struct review_part *part);

#endif
