/* What a finished game tells of each seat: a row of whole numbers, one for each column ("score",
 * "led_after_1", "bought_yellow2"). Rows are what --csv and --jsonl write, what --where and --by
 * ask about, and what `charlatan tune` aims at. */
#ifndef CHARLATAN_SIM_COLUMN_H
#define CHARLATAN_SIM_COLUMN_H

#include <stdint.h>

struct sim_plan;
struct gauge_watched;
struct metrics;
struct gauge_figure;
struct refusal;
struct writer;

enum { COLUMN_NAME = 40, COLUMN_VALUE = 96, MAX_COLUMNS = 192 };

/* Columns of a gauge in blocks, as its .def file lists them. Constant. */
struct column_block {
    int rows;
    /* The name of a column is this, and then what `part` says of its row; `part` may be NULL. */
    const char *name;
    const char *(*part)(int row);
    const char *about;
    /* Values 0 to `values` - 1 have names; 0 and NULL where the value is a number. */
    int values;
    void (*value)(int value, char name[COLUMN_VALUE]);
};

#define COLUMN_ROW(e, rows, name, part, values, value, about)                                      \
    {rows, name, part, about, values, value},
#define COLUMN_NUMBER(e, rows, name, part, values, value, about) e, e##_LAST = e + (rows)-1,

/* `name` is a copy, and what column_find looks for; `block` is lent by the gauge. */
struct column {
    char name[COLUMN_NAME];
    const struct column_block *block;
};

struct columns {
    struct column at[MAX_COLUMNS];
    int n;
};

/* The columns that every game has; those of its gauge follow. */
enum general_column {
    COLUMN_SEAT,
    COLUMN_PLACE,
    COLUMN_BOT,
    COLUMN_SCORE,
    COLUMN_WON,
    COLUMN_WINNERS,
    COLUMN_RANK,
    COLUMN_LEAD,
    COLUMN_MARGIN,
    COLUMN_DECISIONS,
    GENERAL_COLUMNS
};

/* ---- columns.c ---- */

/* Lists the columns of the plan's game. Needs p->gauge; may be called again, as it begins with an
 * empty list. */
void columns_open(struct sim_plan *p);
/* Its index, or -1. */
int column_find(const struct sim_plan *p, const char *name);
/* The number of named values of a column, or 0: its values are numbers. Of COLUMN_BOT as many as
 * there are kinds, so only after plan_seats. */
int column_values(const struct sim_plan *p, int column);
/* A value in words, or as a number. */
void column_value(const struct sim_plan *p, int column, int64_t value, char text[COLUMN_VALUE]);
/* Reads a value: a number, or one of the column's names. 0, or -1. A name wins over a number, so
 * the values of a column may themselves be called "1". */
int column_value_read(const struct sim_plan *p, int column, const char *text, int64_t *value);
/* The row of one seat of a game that is over, in all columns of the plan. The gauge's notes must be
 * those of this game. */
void columns_tell(const struct sim_plan *p, const struct gauge_watched *w, int decisions, int seat,
                  int64_t cell[MAX_COLUMNS]);
/* Reads "a,b,c" or "all" into a list of columns. 0, or -1 with the reason. On failure the list may
 * be partly filled. The same column may be named twice. */
int columns_read(const struct sim_plan *p, const char *text, int *column, int *n,
                 struct refusal *why);
/* The first line of a CSV file, and the row of a seat as a line of it or as an object. Both forms
 * write p->written only, in the order in which the columns were asked for. */
void columns_csv_head(const struct sim_plan *p, struct writer *w);
void columns_csv(const struct sim_plan *p, int64_t deal, int setting, int seating,
                 const int64_t *cell, struct writer *w);
void columns_json(const struct sim_plan *p, const int64_t *cell, struct writer *w);

/* ---- where.c ---- */

enum { WHERES_MAX = 16, ATOMS_MAX = 8 };

enum column_comparison { IS, IS_NOT, BELOW, AT_MOST, ABOVE, AT_LEAST };

/* One --where: it is met if one of its comparisons is. */
struct column_where {
    struct {
        int column;
        enum column_comparison how;
        int64_t value;
    } atom[ATOMS_MAX];
    /* Comparisons in use; one at least once it has been read. */
    int n;
};

/* "led_after_1", "score>=50", "wizard=byros|wizard=ninx", "!won". 0, or -1 with the reason. */
int where_read(const struct sim_plan *p, const char *text, struct column_where *w,
               struct refusal *why);
/* 1 if a row meets all conditions of the plan. */
int where_met(const struct sim_plan *p, const int64_t *cell);

/* ---- probes.c: metrics that are made of columns ---- */

enum column_probe_kind {
    /* How many seats meet the conditions. */
    PROBE_MET,
    /* The share of the win, and the mean of a column, over seats. */
    PROBE_WINS,
    PROBE_MEAN,
    /* Over games: whether any seat has it, and the sum over all seats. */
    PROBE_ANY,
    PROBE_SUM
};

struct column_probe {
    enum column_probe_kind kind;
    int column;
    /* Only seats that meet the conditions (1), or that do not (0); -1: all. PROBE_ANY and PROBE_SUM
     * are about whole games and ignore it. */
    int side;
    /* With `only`: only seats whose column has this value. */
    int only;
    int64_t value;
};

enum { PROBES_MAX = 160 };

/* Adds a probe, and a metric for it. The index of the metric, or -1 if there are too many. Only
 * between plan_metrics and the first deal: metrics of probes must be one unbroken run from
 * p->probe_at on. */
int probe_add(struct sim_plan *p, struct column_probe probe, const char *group, const char *label);
/* The probes of --where: who meets the conditions, and how those and the others fare. */
void probes_of_where(struct sim_plan *p);
/* Counts a game that is over. `met` has a bit for each seat. `f` is the first figure of the
 * setting, of all metrics, not of the probes. `cell` has a row for each seat. */
void probes_count(const struct sim_plan *p, const int64_t (*cell)[MAX_COLUMNS], uint32_t met,
                  struct gauge_figure *f);

#endif
