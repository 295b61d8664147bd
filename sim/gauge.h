/* What the simulator measures, in every game and by each game's own gauge.
 *
 * Every metric is a ratio of two whole numbers. In each deal it has x, what was counted, and n,
 * among how many: wins and games, gold and sales. Over all deals the estimate is sum x / sum n.
 * Its interval treats deals as the sample, because the games of a deal are not independent. Sums
 * are integers, so results do not depend on the order of adding, on threads or on ranks. */
#ifndef CHARLATAN_SIM_GAUGE_H
#define CHARLATAN_SIM_GAUGE_H

#include "engine/game.h"
#include "sim/column.h"

/* ---- what is measured ---- */

enum gauge_form {
    /* x lies between 0 and n; printed as a percentage. */
    FORM_SHARE,
    /* x may be any number; printed with its unit. */
    FORM_MEAN
};

/* One thing measured. Metrics of a group share a table or a plot, in the order they were added. */
struct metric {
    /* "win-by-bot", "gold-by-item": lower case with dashes; a row of groups.def. */
    char group[32];
    /* The row or bar in words: "Older Wand". */
    char label[64];
    /* "wins", "gold", "decisions". */
    char unit[24];
    enum gauge_form form;
    /* The kind of bot, the other bot and the place in turn order that it is about; -1 for each that
     * does not apply. */
    int bot, other, place;
    /* In distributions the least value of the bin, along an axis the position; else -1. */
    int bin;
};

/* All that a run measures, in the order of the figures of a deal. */
struct metrics {
    struct metric *at;
    int n, cap;
};

/* Adds a metric whose bot, other, place and bin are -1, and returns its index; the caller may then
 * fill in the rest of metrics->at[index]. The list may move: take the index first, then the
 * pointer. */
int metric_add(struct metrics *m, const char *group, const char *label, const char *unit,
               enum gauge_form form);
/* The index of the first metric of this group about this bot, or -1. Use bot -1 for "about
 * none". */
int metric_find(const struct metrics *m, const char *group, int bot);

/* A metric in one deal: x was counted among n. */
struct gauge_figure {
    int64_t x, n;
};

/* x and n need not be added at once: a gauge may count n only when the game is over. */
static inline void figure_add(struct gauge_figure *f, int64_t x, int64_t n)
{
    f->x += x;
    f->n += n;
}

/* ---- a game's gauges ---- */

/* What a gauge is shown: once when a game has begun, then after every answer. */
struct gauge_watched {
    const struct game *game;
    int players;
    /* Seat -> kind of bot. */
    const int *bot_at;
    /* Seat -> place in turn order; 0 is the start player of the game. */
    const int *place_at;
    /* True states. `before` is NULL when the game has just begun. */
    const void *before, *after;
    /* Who answered what; -1 when the game has just begun. */
    int seat, answer;
    /* The events that this answer caused. */
    const struct event *event;
    uint32_t events;
    /* 1: the game is over, so winners and scores can be asked of `after`. */
    int over;
    /* The gauge's own memory for this game, zeroed when it begins. */
    void *notes;
};

/* sim/options.h, sim/blocks.h */
struct option_forms;
struct block;

/* All that the simulator knows of one game. */
struct gauge {
    const struct game *game;
    /* Widths of the bins in the distributions of final scores and of decisions a game. */
    int score_width, length_width;
    /* Short forms of options on the command line, or NULL. */
    const struct option_forms *forms;
    uint32_t notes_bytes;
    /* The gauge's metrics in blocks (sim/blocks.h): those about the table, then those about each
     * bot. There are none, and `watch` is NULL, if the game has no metrics of its own. */
    const struct block *table, *bot;
    int table_blocks, bot_blocks;
    /* figure[i] belongs to the i-th metric this gauge added. Called by several threads at once:
     * keeps nothing but figures and notes. Must not change what it sees. */
    void (*watch)(const struct gauge_watched *w, struct gauge_figure *figure);
    /* What a game that is over tells of a seat, in columns (sim/column.h); `tell` is NULL if there
     * are none. */
    const struct column_block *columns;
    int column_blocks;
    void (*tell)(const struct gauge_watched *w, int seat, int64_t *cell);
    /* Chooses what --set left to the deal's luck (plan.varied), or NULL. */
    void (*vary)(void *state, struct chance *luck);
};

/* The gauge of a game. Never returns NULL: wins, scores and lengths are measured in every game
 * (sim/gauges.c). */
const struct gauge *gauge_of(const struct game *g);

/* ---- sums over deals ---- */

__extension__ typedef __int128 wide;

/* Exact sums over deals. 128 bits are enough for the squares of any realistic run. */
struct gauge_sums {
    /* Deals in which n > 0. */
    int64_t deals;
    int64_t x, n;
    wide xx, xn, nn;
};

/* Sums of products of a metric at the first value of a sweep with the same metric at another. */
struct gauge_cross {
    /* The first letter is the figure at the first value, the second the one at the other value. */
    wide xx, xn, nx, nn;
};

/* A ratio with its 95 % interval. */
struct gauge_estimate {
    /* 0: too few deals for an interval; `low` and `high` mean nothing. */
    int known;
    /* sum x / sum n; means nothing while n is 0. */
    double value;
    /* 95 % interval. */
    double low, high;
    /* Of means and differences: how likely it is that the true one is above 0. */
    double above;
    /* The deals that counted, and the sum of n. Wins count in sixtieths (WIN). */
    int64_t deals, n;
};

void tally_add(struct gauge_sums *t, struct gauge_figure f);
void cross_add(struct gauge_cross *c, struct gauge_figure first, struct gauge_figure f);
void tally_merge(struct gauge_sums *to, const struct gauge_sums *t);
void cross_merge(struct gauge_cross *to, const struct gauge_cross *c);
struct gauge_estimate estimate_of(const struct metric *m, const struct gauge_sums *t);
/* The same with an interval that misses in a share `miss` of all runs, instead of 0.05. */
struct gauge_estimate estimate_missing(const struct metric *m, const struct gauge_sums *t,
                                       double miss);
/* other - first, paired by deal: what both have in common cancels out. The interval is never
 * narrower than the number of deals that counted in both justifies. */
struct gauge_estimate estimate_difference(const struct gauge_sums *first,
                                          const struct gauge_sums *other,
                                          const struct gauge_cross *c);
struct gauge_estimate difference_missing(const struct gauge_sums *first,
                                         const struct gauge_sums *other,
                                         const struct gauge_cross *c, double miss);
/* The standard normal value that is passed with this probability, between 0 and one half. */
double normal_above(double probability);

/* ---- results ---- */

/* A run has at most 64 settings. Every sweep has at least two values, so a run has at most six
 * sweeps. */
enum { MAX_VALUES = 64, MAX_SWEEPS = 6, VALUE_TEXT = 64, LABEL_TEXT = 192 };

/* One --sweep: an option, and its values as they were written. */
struct sim_sweep {
    char key[VALUE_TEXT];
    int n;
    char value[MAX_VALUES][VALUE_TEXT];
};

/* The options of one part of a run: of the whole run without a sweep, else of one value or
 * combination of values. */
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
     * before. */
    struct gauge_cross *pairs;
};

struct sim_plan;
struct by_table;

/* A run as the reports need it: what was played, and the sums. */
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
    /* HTML that stands above the conclusions of the report, or NULL. */
    const char *preface;
    double seconds;
    /* What was swept, in the order given, and the keys as one text. */
    const struct sim_sweep *sweep;
    int sweeps;
    char swept[LABEL_TEXT];
    int settings;
    struct sim_setting setting[MAX_VALUES];
    /* By setting: the results by value of a column (sim/by.h). */
    struct by_table *by;
    /* The general ones first (listed below), then those of the gauge. */
    struct metrics metrics;
};

/* ---- combinations of values (sweep.c) ---- */

/* What setting b has more than setting a, paired by deal: any two designs, or a = 0. */
struct gauge_estimate difference_between(const struct sim_results *r, int metric, int a, int b);

/* How many values of a setting are not the first of their sweep: two or more interact. */
int sweep_interacts(const struct sim_sweep *sweeps, int n, int setting);

/* The value that sweep number `sweep` of `n` has in a setting. */
const char *sweep_value(const struct sim_sweep *sweeps, int n, int sweep, int setting);
/* "3, hundred": the values of a setting; "rounds, edition": the keys. */
void sweep_name_setting(const struct sim_sweep *sweeps, int n, int setting, char label[LABEL_TEXT]);
void sweep_name_keys(const struct sim_sweep *sweeps, int n, char keys[LABEL_TEXT]);
/* "infamy 3, gold 2": each value after the last word of its key. */
void sweep_name_short(const struct sim_results *r, int setting, char name[LABEL_TEXT]);

/* General metrics, for every game. Groups:
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

/* ---- conclusions (conclude.c) ---- */

/* "is likely real": how a difference is called that chance alone makes with this probability. */
const char *sureness(double chance);
/* Calls `say` with sentences about what the swept values change and how sure that is; none without
 * a sweep. */
void conclude(const struct sim_results *r, void (*say)(void *to, const char *sentence), void *to);
/* Whether a value of a sweep, not the first, was the same as the first in all that was measured,
 * whatever the other sweeps had. */
int sweep_touches_nothing(const struct sim_results *r, int sweep, int value);

/* The HTML report (sim/report.c), `*n` bytes that the caller frees. Says on standard error what to
 * install where plots cannot be drawn. */
char *report_make(const struct sim_results *r, size_t *n);

#endif
