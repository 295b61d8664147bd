/* Playing on until the interval of a metric is narrow enough (--until). */
#ifndef CHARLATAN_SIM_UNTIL_H
#define CHARLATAN_SIM_UNTIL_H

#include <stdint.h>

struct refusal;
struct sim_plan;
struct sim_results;
struct sim_setting;

/* What --until asks for. All 0: not asked for. `text` is lent by the command line. */
struct sim_until {
    int metric;
    /* Half of the width, in the metric's own unit, a share as a part of 1; 0: not asked for. */
    double half;
    /* As it was given. */
    const char *text;
};

/* "wins=0.5", "score:greedy=0.2": a metric and half the width of its interval, shares in percentage
 * points. 0, or -1 with the reason. The metrics of the plan must be complete. */
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

#endif
