/* What the simulator measures, and how a game's own gauges look on.
 *
 * Everything is a ratio of whole numbers. For each deal (one luck, played in every seating) a figure
 * has x, what was counted, and n, among how many; over all deals the estimate is sum x / sum n, and
 * its interval treats deals, not games, as the sample. Sums are integers, so results depend on no
 * order of adding: not on threads, not on ranks. */
#ifndef CHARLATAN_SIM_GAUGE_H
#define CHARLATAN_SIM_GAUGE_H

#include "engine/game.h"

/* ---- what is measured ---- */

enum form {
    FORM_SHARE, /* x is between 0 and n: printed as a percentage */
    FORM_MEAN   /* x may be anything: printed with its unit */
};

/* One thing measured. Metrics of one group stand in one table or plot, in the order they were added. */
struct metric {
    char group[32]; /* "win-by-bot", "gold-by-item": lower case, dashes */
    char label[64]; /* of the row or bar, in words: "Older Wand" */
    char unit[24];  /* "wins", "gold", "decisions" */
    enum form form;
    int bot, other, place; /* which bot, other bot, place in turn order it is about; or -1 */
    int bin;               /* histograms: the least value that counts, else -1 */
};

struct metrics {
    struct metric *at;
    int n, cap;
};

/* Adds a metric about nothing in particular and returns its index; the caller may then fill in the
 * rest of metrics->at[index]. The list may move: take the index first, then the pointer. */
int metric_add(struct metrics *m, const char *group, const char *label, const char *unit,
               enum form form);
/* The index of the first metric of this group about this bot, or -1. Use bot -1 for "about none". */
int metric_find(const struct metrics *m, const char *group, int bot);

/* A metric in one deal. */
struct figure {
    int64_t x, n;
};

static inline void figure_add(struct figure *f, int64_t x, int64_t n)
{
    f->x += x;
    f->n += n;
}

/* ---- a game's gauges ---- */

/* What a gauge sees, once when a game has begun and then after every answer. */
struct watched {
    const struct game *game;
    int players;
    const int *bot_at;          /* seat -> which bot sits there; bots of the same text are one */
    const int *place_at;        /* seat -> place in turn order, 0: the start player of the game */
    const void *before, *after; /* true states; before is NULL when the game has just begun */
    int seat, answer;           /* whose answer it was; -1 when the game has just begun */
    const struct event *event;  /* what happened */
    uint32_t events;
    int over;    /* `after` is final: winners and scores can be asked */
    void *notes; /* the gauge's own memory for this game; zeroed at its beginning */
};

struct option_forms; /* sim/options.h */

/* All that the simulator knows of one game. */
struct gauge {
    const struct game *game;
    /* How many points a bin of the distribution of scores is wide, and how many decisions one of the
     * lengths of games. */
    int score_width, length_width;
    /* Short forms of options on the command line, or NULL. */
    const struct option_forms *forms;
    uint32_t notes_bytes;
    /* Adds the gauge's metrics. `options` is a state with the options set, before begin(). NULL, as
     * `watch` is then, where only what every game has is measured. */
    void (*open)(struct metrics *m, const void *options, int players, int bots);
    /* figure[i] belongs to the i-th metric this gauge added. Called by several threads at once: keeps
     * nothing but figures and notes. Must not change what it sees. */
    void (*watch)(const struct watched *w, struct figure *figure);
};

/* The gauge of a game: each has one (sim/gauges.c). */
const struct gauge *gauge_of(const struct game *g);

/* ---- sums over deals ---- */

__extension__ typedef __int128 wide;

struct tally {
    int64_t deals; /* with n > 0 */
    int64_t x, n;
    wide xx, xn, nn;
};

/* Sums of products of a metric at the first value of a sweep with the same metric at another. */
struct cross {
    wide xx, xn, nx, nn; /* first letter: at the first value */
};

struct estimate {
    int known;        /* 0: nothing was counted, or too few deals for an interval */
    double value;     /* meaningful whenever n > 0 */
    double low, high; /* 95 % interval */
    int64_t deals, n; /* sample size: deals that counted; sum n (wins count 60 a game) */
};

void tally_add(struct tally *t, struct figure f);
void cross_add(struct cross *c, struct figure first, struct figure f);
void tally_merge(struct tally *to, const struct tally *t);
void cross_merge(struct cross *to, const struct cross *c);
struct estimate estimate_of(const struct metric *m, const struct tally *t);
/* other - first, from the same deals; no surer than the deals that counted in both allow. */
struct estimate estimate_difference(const struct tally *first, const struct tally *other,
                                    const struct cross *c);

/* ---- results ---- */

/* How many settings one run has at most, and how many sweeps: each has at least two values. */
enum { MAX_VALUES = 64, MAX_SWEEPS = 6, VALUE_TEXT = 64, LABEL_TEXT = 192 };

/* One --sweep: an option, and its values as they were written. */
struct sweep {
    char key[VALUE_TEXT];
    int n;
    char value[MAX_VALUES][VALUE_TEXT];
};

/* One combination of options: the only one, a value of a sweep, or a combination of values of several. */
struct setting {
    /* The values as they were written: "3", "hundred", "3, hundred"; "" without a sweep. */
    char label[LABEL_TEXT];
    /* Complete, as JSON. */
    char *options;
    /* One for each metric. */
    struct tally *tally;
    /* One for each metric, with setting 0; NULL in setting 0. */
    struct cross *cross;
};

struct results {
    const struct game *game;
    int players, bots;
    const char *bot[MAX_SEATS]; /* texts, each once */
    int bot_seats[MAX_SEATS];   /* how many seats each takes */
    double bot_us[MAX_SEATS];   /* time a decision in microseconds; not reproducible */
    int seatings;               /* games a deal (and setting) */
    int64_t deals, games;       /* games of one setting */
    int64_t planned;            /* deals asked for; more than `deals` after Ctrl-C */
    char seed[65];
    const char *command; /* the command line, for the record */
    double seconds;
    /* What was swept, in the order given, and the keys as one text. */
    const struct sweep *sweep;
    int sweeps;
    char swept[LABEL_TEXT];
    int settings;
    struct setting setting[MAX_VALUES];
    struct metrics metrics; /* the general ones first (below), then the gauge's */
};

/* ---- combinations of values (sweep.c) ---- */

/* The value that sweep number `sweep` of `n` has in a setting. */
const char *sweep_value(const struct sweep *sweeps, int n, int sweep, int setting);
/* "3, hundred": the values of a setting; "rounds, edition": the keys. */
void sweep_name_setting(const struct sweep *sweeps, int n, int setting, char label[LABEL_TEXT]);
void sweep_name_keys(const struct sweep *sweeps, int n, char keys[LABEL_TEXT]);
/* "infamy 3, gold 2": each value after the last word of its key. */
void sweep_name_short(const struct results *r, int setting, char name[LABEL_TEXT]);

/* General metrics, for every game. Groups:
 *   win-by-bot       share  bot         a win shared by k seats counts 1/k for each
 *   win-by-place     share  place
 *   win-by-bot-place share  bot, place
 *   ahead            share  bot, other  bot finishes ahead of other; ties count half
 *   score-by-bot     mean   bot
 *   score-by-place   mean   place
 *   length           mean               decisions a game
 *   margin           mean               best score less second best
 *   score-bins       share  bot, bin    distribution of final scores
 *   length-bins      share  bin         distribution of decisions */

/* The HTML report (sim/report.c), `*n` bytes that the caller frees. Says on standard error what to
 * install where plots cannot be drawn. */
char *report_make(const struct results *r, size_t *n);

#endif
