/* A figure of the report as data: what is drawn, with intervals, and what is said about it. gnuplot
 * draws it (plot.c); the same numbers stand in the table below it (page.c). */
#ifndef CHARLATAN_SIM_CHART_H
#define CHARLATAN_SIM_CHART_H

#include <stdio.h>

#include "sim/gauge.h"

enum { CHART_SERIES = 8, CHART_MARKS = 64, CHART_LABEL = 96 };

enum chart_kind {
    BARS,  /* a row each, from 0 to the value; several series side by side */
    DOTS,  /* a row each, where 0 means nothing */
    LINES, /* along a number: turns, rounds, values of a sweep */
    STEPS  /* a distribution */
};

struct mark {
    double x;                /* where along the axis; bars count their rows instead */
    double value, low, high; /* low and high NaN: too few deals for an interval */
    double change, change_low, change_high; /* against the first series, in a sweep, or NaN */
    int64_t n; /* how many of `counted` it rests on; 0: nothing is known */
};

struct series {
    char name[CHART_LABEL];
    struct mark mark[CHART_MARKS];
};

struct chart {
    enum chart_kind kind;
    enum form form;
    char title[2 * CHART_LABEL]; /* plain text; everything here is escaped where it is written */
    const char *about;           /* what it shows, in whole sentences */
    const char *along;           /* axis of labels or x: "turn", "item" */
    const char *measure;         /* axis of values: "gold a sale" */
    const char *counted;         /* what n counts: "sales" */
    double fair;                 /* a dashed line here, unless it is NaN */
    int paired;                  /* the series are values of a sweep, on the same deals */
    int valued;                  /* the rows are: `along` is what was swept */
    int rows, series_n;
    char label[CHART_MARKS][CHART_LABEL];
    struct series series[CHART_SERIES];
};

/* ---- groups of metrics (charts.c) ---- */

enum group_by { BY_NONE, BY_BOT, BY_LABEL };
enum group_order {
    LISTED,
    SORTED, /* the greatest first */
    FILLED, /* as listed, and RANKED sorted, but rows of nothing are left out */
    RANKED
};
enum group_fair { FAIR_NONE, FAIR_EVEN, FAIR_HALF, FAIR_MEAN };

/* A section of the report has only id, title and about. */
struct group {
    int is_section;
    const char *id;
    enum chart_kind kind;
    enum group_by by;
    enum group_order order;
    enum group_fair fair;
    int part;
    const char *along, *measure, *counted, *title, *about;
};

int groups_count(void);
const struct group *group_at(int index);
const struct group *group_by_id(const char *id); /* or NULL */

int group_is_single(const struct group *g); /* one number: words say it, only a sweep plots it */
/* The charts of a group, each handed to `take`: one, or in a sweep one for each bot or label. */
typedef void take_chart(void *to, const struct group *g, struct chart *c);
void charts_of(const struct results *r, const struct group *g, take_chart *take, void *to);

/* Values of a sweep against each other: a group of one metric a bot, or one in all. */
void charts_of_sweep(const struct results *r, const struct group *g, take_chart *take, void *to);

/* ---- plot.c ---- */

/* The plot as SVG that takes its colours from the page, or NULL; free() it. `figure` makes the ids
 * inside it its own. */
char *plot_svg(const struct chart *c, int figure);
int plot_works(void); /* is gnuplot there? */

/* ---- page.c ---- */

/* Text with all that means something in HTML escaped. */
void html_text(FILE *to, const char *text);
void html_count(FILE *to, int64_t n);                               /* 12,345 */
void html_value(FILE *to, enum form form, double value);            /* 12.3, 45.6 % */
void html_range(FILE *to, enum form form, double low, double high); /* 12.1 to 12.5 */
/* The whole figure: heading, words, plot (unless svg is NULL), caption, table. */
void html_figure(FILE *to, const struct chart *c, int figure, const char *svg,
                 const struct results *r);

/* ---- heat.c ---- */

/* A metric over a grid of two sweeps as a table: rows are the first sweep, columns the second, and the
 * darker a cell the greater its value. `number` makes its id. */
void html_heat(FILE *to, const struct results *r, int metric, int number);
void html_heat_title(FILE *to, const struct results *r, int metric);

const char *report_style(void); /* style.c */

#endif
