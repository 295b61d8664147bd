/* The simulator: what to play, and playing it.
 *
 * A deal fixes all randomness, the bots' included. It is played in every distinct seating of the
 * bots and in every setting (combination of swept values). Deals do not depend on each other or on
 * who plays them, so threads and MPI ranks take whichever is next. All sums are integers, so the
 * order of adding does not matter. */
#ifndef CHARLATAN_SIM_SIM_H
#define CHARLATAN_SIM_SIM_H

#include <stdio.h>

#include "bots/bot.h"
#include "exec/exec.h"
#include "sim/by.h"
#include "sim/gauge.h"
#include "sim/options.h"
#include "sim/ranks.h"
#include "wire/hex.h"
#include "wire/wire.h"

/* All orders of six different bots at six seats. */
enum { SEATINGS_MAX = 720 };

/* A bot and its options as text: room for all dials of a bot. */
enum { BOT_TEXT = 224 };

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

/* Which games --keep writes. */
enum sim_keep_by { KEEP_FIRST, KEEP_LONGEST, KEEP_SHORTEST, KEEP_CLOSEST, KEEP_WIDEST, KEEP_WAYS };

/* What is written of each game, if anything. */
enum sim_line_form { NO_LINES, LINES_JSON, LINES_CSV };

/* --until: play on until the interval of a metric is this narrow (sim/until.c). */
struct sim_until {
    int metric;
    /* Half of the width, in the metric's own unit, a share as a part of 1; 0: not asked for. */
    double half;
    /* As it was given. */
    const char *text;
};

struct card_deals;

/* All that is decided before the first game. Read-only while threads play. */
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
    /* How many games a deal has in one setting. */
    int seatings;
    /* Seating and seat -> instance. */
    uint8_t seating[SEATINGS_MAX][MAX_SEATS];
    uint8_t seed[32];
    /* Of all ranks together. */
    int64_t deals;
    /* `quiet`: no progress on standard error. */
    int threads, quiet;
    /* Combinations of the values of all sweeps; 1 if nothing is swept. */
    int settings, sweeps;
    struct sim_sweep sweep[MAX_SWEEPS];
    /* 1: the first sweep is a list of designs. */
    int designs;
    /* By setting: 1 if the gauge's vary() chooses something for each deal. */
    uint8_t varied[MAX_VALUES];
    /* By setting and instance: options of the bots in place of their own, or NULL. */
    struct bot_options (*how)[MAX_SEATS];
    /* Where a card chooses the answers, or NULL (sim/card.h). */
    struct card_deals *card;
    /* A state for each setting: options set, begin() not called yet. */
    uint64_t begun[MAX_VALUES][MAX_STATE_BYTES / 8];
    struct metrics metrics;
    struct sim_general general;
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
    /* Where those lines go, on rank 0. */
    FILE *lines;
};

/* ---- plan.c ---- */

/* Groups equal bots into kinds and lists all distinct seatings. */
void plan_seats(struct sim_plan *p);
/* Finds the gauge and lists everything that will be measured. */
void plan_metrics(struct sim_plan *p);
void plan_free(struct sim_plan *p);

/* ---- sweep.c ---- */

/* key=1..6 or key=x,y,z; 0, or -1 with the reason. */
int sweep_read(const char *text, struct sim_sweep *s, struct refusal *why);
/* Adds one more --sweep to a plan; this multiplies the number of settings by the number of its
 * values. The plan begins with one setting. 0, or -1 with the reason. */
int sweeps_add(struct sim_plan *p, const char *text, struct refusal *why);

/* ---- sums.c ---- */

/* One array of sums of a setting: tallies, or cross sums. */
struct sim_sum_part {
    void *at;
    size_t n;
    int is_cross;
};

enum { SUM_PARTS = 4 };

/* Sums for every setting and metric, of as many settings as the plan has. */
void sums_open(const struct sim_plan *p, struct sim_setting *s);
void sums_free(const struct sim_plan *p, struct sim_setting *s);
void sums_clear(const struct sim_plan *p, struct sim_setting *s);
/* Adds the figures of one deal: settings x metrics. */
void sums_count(const struct sim_plan *p, struct sim_setting *s, const struct gauge_figure *f);
void sums_add(const struct sim_plan *p, struct sim_setting *to, const struct sim_setting *s);
/* The arrays of a setting, in an order that depends on the plan alone. Returns how many. */
int sums_parts(const struct sim_plan *p, const struct sim_setting *s, int setting,
               struct sim_sum_part list[SUM_PARTS]);
size_t sum_part_bytes(const struct sim_sum_part *part);
/* Adds an array of the same size. */
void sum_part_add(const struct sim_sum_part *to, const void *from);

/* ---- until.c ---- */

/* "wins=0.5", "score:greedy=0.2": a metric and half the width of its interval, shares in percentage
 * points. 0, or -1 with the reason. */
int until_read(struct sim_plan *p, const char *text, struct refusal *why);
/* The metric of this name, or -1: wins, wins:BOT, score, score:BOT, place1, decisions, margin,
 * where, or GROUP/LABEL. */
int metric_by_name(const struct sim_plan *p, const char *name);
/* The first deal that is not played before the next look. */
int64_t until_next(const struct sim_plan *p, int64_t from);
/* How often a run may look, so by how much each look's error is divided. */
int until_looks(const struct sim_plan *p);
/* The widest half-width of the metric: over the settings, or over their differences from the
 * first. */
double until_half(const struct sim_plan *p, const struct sim_setting *s);
/* 1: a run that was asked to stop at this width has got there. */
int until_is_reached(const struct sim_results *r);

/* ---- luck.c ---- */

/* The seed of a deal's games, as `charlatan play --seed` takes it. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32]);
/* The randomness of one instance in a deal: the same in every seating and setting, independent
 * of the game's. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck);
/* The randomness of what the deal itself chooses (struct gauge, vary). */
void option_luck(const uint8_t seed[32], int64_t deal, struct chance *luck);

/* ---- general.c ---- */

/* Adds the general metrics to `m` and notes in `g` where they begin. */
void general_open(struct sim_general *g, struct metrics *m, const struct sim_plan *p);
/* Counts a game that is over into the figures of its deal. */
void general_count(const struct sim_plan *p, const struct gauge_watched *w, int decisions,
                   struct gauge_figure *f);
/* The best score minus the second best. */
int64_t score_margin(const struct game *g, const void *state);

/* ---- deal.c ---- */

/* The answers of a game, as a record needs them. */
struct sim_moves {
    struct move *at;
    uint32_t n, cap;
};

/* A game worth keeping. */
struct sim_record {
    /* How well the game fits --keep-by: the greater the better. */
    int64_t rank;
    int64_t deal;
    int32_t setting, seating;
    struct sim_moves moves;
};

/* The best `cap` games, best first. Ties go to the earlier deal, setting and seating, so that
 * threads make no difference. */
struct sim_shelf {
    struct sim_record *at;
    int n, cap;
};

/* Returns 1 if this game would find a place. Called before its moves are copied. */
int shelf_wants(const struct sim_shelf *s, const struct sim_record *k);
/* Puts a game in its place and takes over its moves; the last one may fall off. */
void shelf_put(struct sim_shelf *s, struct sim_record k);
/* Drops all games of a deal that was given up. */
void shelf_forget(struct sim_shelf *s, int64_t deal);
void shelf_free(struct sim_shelf *s);

/* A bot that is a program failed: the deal, the seat, its kind and why. */
struct sim_failure {
    /* -1: before the first one. */
    int64_t deal;
    /* 1: there was a failure. */
    int32_t there;
    int32_t seat, kind;
    char why[MAX_REFUSAL];
};

/* What one thread needs to play deals. */
struct sim_dealer {
    const struct sim_plan *plan;
    /* By kind: the running programs, or NULL. One answers for all seats of its kind. */
    struct exec_child *child[MAX_SEATS];
    struct sim_failure failure;
    /* The game in progress, and how it stood before the last answer (for the gauge). */
    uint64_t state[MAX_STATE_BYTES / 8], before[MAX_STATE_BYTES / 8];
    struct event event[MAX_EVENTS];
    /* The game's, and each bot's by instance. */
    struct chance chance, luck[MAX_SEATS];
    struct view view;
    struct sim_moves moves;
    /* The answers of the game in progress, as a card chose them, or NULL. */
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
    /* The rows of the game that is over, by seat. */
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
 * `finished`. */
void dealer_open(struct sim_dealer *d, const struct sim_plan *p);
void dealer_close(struct sim_dealer *d);
/* The state in which the games of a deal begin: options set, begin() not called. */
void deal_options(const struct sim_plan *p, int64_t deal, int setting, void *state);
/* 0, or -1 if the deal was given up or a bot failed. After the call, figures and lines are those of
 * this deal alone. */
int dealer_play_deal(struct sim_dealer *d, int64_t deal);

/* ---- crew.c ---- */

/* The outcome of a plan. It is complete on rank 0 only. */
struct sim_harvest {
    struct sim_results results;
    struct sim_shelf kept;
    int interrupted;
    /* 1: deals were dropped, so that those played are not the first ones. */
    int holes;
    /* With several ranks: the lines of this rank in a temporary file, how many of its deals have
     * a place in it, and how many each rank has. A deal that was given up has a place with no
     * lines. */
    FILE *own_lines;
    int64_t lined, *rank_lined;
    /* 1: some rank had no room for its temporary file. */
    int lines_lost;
    /* The first failure of a bot. Then the results lack the games in which it fails. */
    struct sim_failure failure;
    /* errno of a failed write of lines, or 0. What stdio still buffers may fail later. */
    int lines_error;
};

/* The sums of an earlier run (sim/resume.c). */
struct sim_earlier {
    int64_t deals;
    struct sim_setting setting[MAX_VALUES];
    struct by_table by[MAX_VALUES];
};

/* Plays the whole plan, or whole deals until SIGINT, SIGTERM or SIGUSR1 arrives. */
void sim_run(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);
void harvest_free(struct sim_harvest *h);

/* ---- gather.c ---- */

/* Brings everything but lines together on rank 0. */
void gather(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);
/* Writes the lines of all ranks in the order of deals. Comes last, because they may be many. */
void gather_lines(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h);

/* ---- lines.c ---- */

/* How many deals may be finished while an earlier one is still being played. Threads that are
 * further ahead wait. */
enum { LINES_AHEAD = 256 };

/* Puts the texts of deals, which finish in any order, into order. If `framed`, each is written
 * with its length in front, so that rank 0 can read back deal by deal. */
struct sim_lines {
    FILE *to;
    int framed;
    /* The errno of the first write that failed, or 0. */
    int error;
    /* Index of the next deal to be written, counted within this rank. */
    int64_t due;
    struct {
        char *text;
        size_t n;
        int ready;
    } slot[LINES_AHEAD];
};

/* Whether this deal can be handed over now. If not, wait until others were written. */
static inline int lines_room(const struct sim_lines *l, int64_t index)
{
    return index < l->due + LINES_AHEAD;
}

void lines_put(struct sim_lines *l, int64_t index, const char *text, size_t n);
/* The next framed text, to be freed by the caller, or NULL at the end. */
char *lines_next(FILE *from, size_t *n);

/* ---- progress.c ---- */

/* What is told about a run on standard error, and when it was told last. */
struct sim_progress {
    /* Seconds of the monotonic clock. */
    double began, said;
    /* terminal: standard error is a terminal. quiet: print nothing. shown: a bar is on the screen
     * now. */
    int terminal, quiet, shown;
    /* The games of a deal over all ranks, settings and seatings; progress is shown in games, not in
     * deals. */
    int64_t games_a_deal;
};

/* Deals of this rank: played earlier, played now, and wanted. All four write to standard error; if
 * quiet, nothing. */
void progress_open(struct sim_progress *p, int quiet, int64_t games_a_deal);
void progress_say(struct sim_progress *p, int64_t before, int64_t done, int64_t all);
void progress_interrupted(struct sim_progress *p);
void progress_clear(struct sim_progress *p);

/* ---- print.c, print_json.c: to people, and as one JSON object ---- */

void print_results(FILE *to, const struct sim_results *r);
/* Folds a sentence behind a dash; prints a page without blanks at the ends of lines. */
void print_sentence(void *to, const char *sentence);
void print_trimmed(FILE *to, const char *page);
/* 18 columns wide. */
void print_share(FILE *to, struct gauge_estimate e);
void print_mean(FILE *to, struct gauge_estimate e);
void print_results_json(FILE *to, const struct sim_results *r);
/* What was asked about columns: --where and --by (print_asked.c). */
void print_asked(FILE *to, const struct sim_results *r);
void write_asked(struct writer *w, const struct sim_results *r, int setting);
void html_asked(FILE *to, const struct sim_results *r);
/* Six decimals, as everywhere in --json; an estimate with its interval, or nulls. */
void write_real(struct writer *w, double value);
void write_estimate(struct writer *w, const char *key, const char *interval,
                    struct gauge_estimate e);
/* Writes the member "values": the value of each sweep in this setting. */
void write_sweep_values(struct writer *w, const struct sim_sweep *sweeps, int n, int setting);

#endif
