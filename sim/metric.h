/* Metrics: what the simulator measures, as a list of ratios, and their figures in one deal.
 *
 * Every metric is a ratio of two whole numbers. In each deal it has x, what was counted, and n,
 * among how many: wins and games, gold and sales. Over all deals the estimate is sum x / sum n.
 * Its interval treats deals as the sample, because the games of a deal are not independent. Sums
 * are integers, so results do not depend on the order of adding, on threads or on ranks. */
#ifndef CHARLATAN_SIM_METRIC_H
#define CHARLATAN_SIM_METRIC_H

#include <stdint.h>

/* What a metric's x can be. */
enum gauge_form {
    /* x lies between 0 and n; printed as a percentage. */
    FORM_SHARE,
    /* x may be any number; printed with its unit. */
    FORM_MEAN
};

/* One thing measured. Metrics of a group share a table or a plot, in the order they were added.
 * Texts are copies, cut to their room. */
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

/* All that a run measures, in the order of the figures of a deal. Made before the first deal and
 * then only read; a figure's index is its metric's. Freed by plan_free. */
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

/* A metric in one deal: x was counted among n. In a share of wins both are in WINths. */
struct gauge_figure {
    int64_t x, n;
};

/* x and n need not be added at once: a gauge may count n only when the game is over. */
static inline void figure_add(struct gauge_figure *f, int64_t x, int64_t n)
{
    f->x += x;
    f->n += n;
}

#endif
