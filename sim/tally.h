/* Sums of figures over deals, and the estimates with intervals that are made of them. */
#ifndef CHARLATAN_SIM_TALLY_H
#define CHARLATAN_SIM_TALLY_H

#include <stdint.h>

#include "sim/metric.h"

__extension__ typedef __int128 wide;

/* Exact sums over deals. 128 bits are enough for the squares of any realistic run. All 0 is a sum
 * over no deals. */
struct gauge_sums {
    /* Deals in which n > 0. */
    int64_t deals;
    int64_t x, n;
    wide xx, xn, nn;
};

/* Sums of products of a metric at the first value of a sweep with the same metric at another. In
 * deals in which one side counted nothing all four are 0. */
struct gauge_cross {
    /* The first letter is the figure at the first value, the second the one at the other value. */
    wide xx, xn, nx, nn;
};

/* A ratio with its 95 % interval. All 0: nothing was counted. */
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

/* Adds the figure of one deal; a deal with n 0 does not count. */
void tally_add(struct gauge_sums *t, struct gauge_figure f);
/* Adds the figures of one deal at the first value and at the other one. For every deal, as
 * tally_add, with figures of the same deal. */
void cross_add(struct gauge_cross *c, struct gauge_figure first, struct gauge_figure f);
/* Adds sums over other deals: the order makes no difference. */
void tally_merge(struct gauge_sums *to, const struct gauge_sums *t);
/* As tally_merge. */
void cross_merge(struct gauge_cross *to, const struct gauge_cross *c);
/* The estimate of a metric from its sums, with an interval that misses in 0.05 of all runs. Needs
 * two deals for an interval. */
struct gauge_estimate estimate_of(const struct metric *m, const struct gauge_sums *t);
/* The same with an interval that misses in a share `miss` of all runs, instead of 0.05. `miss`
 * above 0 and below 1. */
struct gauge_estimate estimate_missing(const struct metric *m, const struct gauge_sums *t,
                                       double miss);
/* other - first, paired by deal: what both have in common cancels out. The interval is never
 * narrower than the number of deals that counted in both justifies. */
struct gauge_estimate estimate_difference(const struct gauge_sums *first,
                                          const struct gauge_sums *other,
                                          const struct gauge_cross *c);
/* The same with an interval that misses in a share `miss` of all runs. */
struct gauge_estimate difference_missing(const struct gauge_sums *first,
                                         const struct gauge_sums *other,
                                         const struct gauge_cross *c, double miss);

#endif
