/* A figure of the report as data: what is drawn, with intervals, and what is said about it. gnuplot
 * draws it (plot.c); the same numbers stand in the table below it (page.c). */
#ifndef CHARLATAN_SIM_CHART_H
#define CHARLATAN_SIM_CHART_H

#include <stdio.h>

#include "html/html.h"
#include "sim/metric.h"

struct sim_results;

/* A plot with more series cannot be read; a page with more rows is not. What does not fit is left
 * out, never an error. */
enum { CHART_SERIES = 8, CHART_MARKS = 64, CHART_LABEL = 96 };

/* How a figure is drawn. */
enum chart_kind {
    /* One bar a row, from 0; several series side by side. */
    BARS,
    /* One point a row, where 0 has no meaning of its own. */
    DOTS,
    /* Along a number: turns, rounds, values of a sweep. */
    LINES,
    /* A distribution. */
    STEPS
};

struct chart_mark {
    /* Position on the axis. Bars use the number of their row instead. */
    double x;
    /* `low` and `high` are NaN if there are too few deals for an interval. */
    double value, low, high;
    /* The difference from the first value of a sweep, with its interval, or NaN. */
    double change, change_low, change_high;
    /* The sample size, in units of `counted`; 0: nothing was counted. */
    int64_t n;
};

/* The marks of one bot, one label or one setting, by row. `mark` is indexed by the row of the
 * chart, so that series line up. */
struct chart_series {
    char name[CHART_LABEL];
    struct chart_mark mark[CHART_MARKS];
};

struct chart {
    enum chart_kind kind;
    enum gauge_form form;
    /* Plain text, as everything here is; escaped when it is written. */
    char title[2 * CHART_LABEL];
    /* What the figure shows, in whole sentences. */
    const char *about;
    /* What the rows or the x axis are: "turn", "item". */
    const char *along;
    /* What the values are: "gold a sale". */
    const char *measure;
    /* What `n` counts: "sales". */
    const char *counted;
    /* Where a dashed line shows what chance alone would give, or NaN. */
    double fair;
    /* 1: the series are settings, played on the same deals. */
    int paired;
    /* 1: the rows are settings, and `along` names what was swept. */
    int valued;
    /* How much of `label` and `series` is in use. */
    int rows, series_n;
    char label[CHART_MARKS][CHART_LABEL];
    struct chart_series series[CHART_SERIES];
};

/* ---- groups of metrics (charts.c) ---- */

/* What the series of a figure are: nothing, the bots, or the part of a label before its comma. */
enum chart_group_by { BY_NONE, BY_BOT, BY_LABEL };
/* The order of rows, and whether rows without anything counted are left out. */
enum chart_group_order {
    LISTED,
    /* The greatest value first. */
    SORTED,
    /* As listed, without empty rows; RANKED is sorted, without empty rows. */
    FILLED,
    RANKED
};
/* What the dashed line stands for: an equal share of each player, one half, or the mean of all
 * rows. */
enum chart_group_fair { FAIR_NONE, FAIR_EVEN, FAIR_HALF, FAIR_MEAN };

/* A row of groups.def: a figure for a group of metrics. A section of the report has only id,
 * title and about. */
struct metric_group {
    int is_section;
    const char *id;
    enum chart_kind kind;
    enum chart_group_by by;
    enum chart_group_order order;
    enum chart_group_fair fair;
    /* What n is divided by before it is shown: WIN for wins, 2 for finishes, else 1. */
    int part;
    const char *along, *measure, *counted, *title, *about;
};

int groups_count(void);
const struct metric_group *group_at(int index);
/* The group of this id, or NULL if it has no figure. */
const struct metric_group *group_by_id(const char *id);

/* 1: the group is one number. The text of the report gives it; only a sweep plots it. */
int group_is_single(const struct metric_group *g);
/* Receives one finished chart; it is freed afterwards. `c` must not be kept. */
typedef void take_chart(void *to, const struct metric_group *g, struct chart *c);
/* All charts of a group: one, or in a sweep one for each bot or label, because the series are
 * then the settings. */
void charts_of(const struct sim_results *r, const struct metric_group *g, take_chart *take,
               void *to);

/* The settings as rows: the values, and then the differences from the first. */
void charts_of_sweep(const struct sim_results *r, const struct metric_group *g, take_chart *take,
                     void *to);

/* ---- plot.c ---- */

/* The plot as SVG that takes its colours from the page, to be freed by the caller; NULL if it
 * cannot be drawn. `figure` keeps its ids apart from those of other plots. Starts gnuplot as a
 * process and waits for it. */
char *plot_svg(const struct chart *c, int figure);
/* Whether gnuplot is installed. Starts it once to find out, so ask once a report. */
int plot_works(void);

/* ---- page.c ---- */

/* "12.3" or "45.6 %": a dash if it is NaN. */
void html_value(FILE *to, enum gauge_form form, double value);
/* "12.1 to 12.5": a dash if `low` is NaN; `high` does not matter then. */
void html_range(FILE *to, enum gauge_form form, double low, double high);
/* A whole figure: heading, words, plot (unless `svg` is NULL), caption and table. */
void html_figure(FILE *to, const struct chart *c, int figure, const char *svg,
                 const struct sim_results *r);

/* ---- heat.c ---- */

/* A metric over a grid of sweeps as heat maps and tables: rows are the first sweep, columns the
 * second, and greater values are darker. `number` makes its id. */
void html_heat(FILE *to, const struct sim_results *r, int metric, int number);
void html_heat_title(FILE *to, const struct sim_results *r, int metric);

#endif
