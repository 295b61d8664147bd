/* A plan: all that is decided before the first game.
 *
 * A deal fixes all randomness, the bots' included. It is played in every distinct seating of the
 * bots and in every setting (combination of swept values). Deals do not depend on each other or on
 * who plays them, so threads and MPI ranks take whichever is next. All sums are integers, so the
 * order of adding does not matter. */
#ifndef CHARLATAN_SIM_PLAN_H
#define CHARLATAN_SIM_PLAN_H

#include <stdio.h>

#include "bots/bot.h"
#include "exec/exec.h"
#include "sim/by.h"
#include "sim/column.h"
#include "sim/general.h"
#include "sim/sweep.h"
#include "sim/until.h"

/* All orders of six different bots at six seats. */
enum { SEATINGS_MAX = 720 };

/* A bot and its options as text: room for all dials of a bot. */
enum { BOT_TEXT = 224 };

/* Which games --keep writes. */
enum sim_keep_by { KEEP_FIRST, KEEP_LONGEST, KEEP_SHORTEST, KEEP_CLOSEST, KEEP_WIDEST, KEEP_WAYS };

/* What is written of each game, if anything. */
enum sim_line_form { NO_LINES, LINES_JSON, LINES_CSV };

struct game_json;
struct gauge;
struct sim_earlier;
struct sim_gpu;

/* Read-only while threads play. Over 100 KB, most of it `begun`. */
struct sim_plan {
    const struct game_json *json;
    const struct game *game;
    const struct gauge *gauge;
    int players;
    /* One for each seat, in the order given. An index into it is an "instance". */
    struct seated_bot bot[MAX_SEATS];
    /* The program of each instance whose `bot` is NULL. */
    struct exec_bot exec[MAX_SEATS];
    /* Instance -> kind. Instances whose texts are equal are one kind, and one row of the
     * results. */
    int kind[MAX_SEATS];
    int kinds;
    /* "greedy", "search:ms=100": by instance until plan_seats, by kind from then on. */
    char text[MAX_SEATS][BOT_TEXT];
    /* How many games a deal has in one setting. 1 to SEATINGS_MAX once plan_seats was called. */
    int seatings;
    /* Seating and seat -> instance. */
    uint8_t seating[SEATINGS_MAX][MAX_SEATS];
    /* Of the run; each deal has one of its own (sim/luck.h). */
    uint8_t seed[32];
    /* Of all ranks together. With --resume the earlier ones count as well. */
    int64_t deals;
    /* `quiet`: no progress on standard error. */
    int threads, quiet;
    /* Combinations of the values of all sweeps; 1 if nothing is swept. In a list of designs each
     * design is a setting. */
    int settings, sweeps;
    struct sim_sweep sweep[MAX_SWEEPS];
    /* 1: the first sweep is a list of designs. */
    int designs;
    /* By setting: 1 if the gauge's vary() chooses something for each deal. */
    uint8_t varied[MAX_VALUES];
    /* By setting and instance: options of the bots in place of their own, or NULL. */
    struct bot_options (*how)[MAX_SEATS];
    /* Where a GPU chooses the answers, or NULL (sim/gpu.h). */
    struct sim_gpu *gpu;
    /* A state for each setting: options set, begin() not called yet. */
    uint64_t begun[MAX_VALUES][MAX_STATE_BYTES / 8];
    /* In the order: general, gauge, probes. */
    struct metrics metrics;
    struct sim_general general;
    /* 0: none. */
    int keep;
    enum sim_keep_by keep_by;
    /* What a seat's row can have; which columns are written, measured for --where and --by, and
     * split by. */
    struct columns columns;
    int written[MAX_COLUMNS], written_n;
    int show[SHOWS_MAX], shows;
    int by[BY_MAX], bys;
    struct column_where where[WHERES_MAX];
    int wheres;
    /* Metrics made of columns; the first one's index in plan.metrics. */
    struct column_probe probe[PROBES_MAX];
    int probes, probe_at;
    struct sim_until until;
    /* Deals before this one were played earlier: their sums are in `earlier`, on rank 0. */
    int64_t first;
    const struct sim_earlier *earlier;
    enum sim_line_form line_form;
    /* Where those lines go, on rank 0. Opened and closed by the caller. */
    FILE *lines;
};

/* Groups equal bots into kinds and lists all distinct seatings. Needs players and texts; afterwards
 * p->text is by kind. */
void plan_seats(struct sim_plan *p);
/* Finds the gauge and lists everything that will be measured. After plan_seats and before probes
 * are added: what is measured depends on the number of kinds. */
void plan_metrics(struct sim_plan *p);
/* Frees the metrics, which are all that a plan allocates. */
void plan_free(struct sim_plan *p);

#endif
