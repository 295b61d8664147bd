/* Metrics, their sums over deals, and what can be said of them: estimates with 95 % intervals.
 *
 * The estimate is R = sum x / sum n. Its variance treats the deal as the unit (delta method):
 * with residuals e = x - R n, var R = D / (D - 1) * sum e^2 / (sum n)^2 over the D deals that
 * counted, and Student's t with D - 1 degrees of freedom. */
#include "sim/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* Of 95 % intervals. */
#define USUAL_MISS 0.05

/* ---- metrics ---- */

/* Texts that are too long are cut: they are for people, and groups are ours. */
int metric_add(struct metrics *m, const char *group, const char *label, const char *unit,
               enum gauge_form form)
{
    if (m->n == m->cap) {
        m->cap = 2 * m->cap + 64;
        m->at = realloc(m->at, sizeof m->at[0] * (size_t)m->cap);
        MUST(m->at);
    }
    struct metric *new = &m->at[m->n];
    memset(new, 0, sizeof *new);
    snprintf(new->group, sizeof new->group, "%s", group);
    snprintf(new->label, sizeof new->label, "%s", label);
    snprintf(new->unit, sizeof new->unit, "%s", unit);
    new->form = form;
    new->bot = new->other = new->place = new->bin = -1;
    return m->n++;
}

/* In the order they were added, so for bots and places the first of its run. */
int metric_find(const struct metrics *m, const char *group, int bot)
{
    for (int i = 0; i < m->n; i++)
        if (strcmp(m->at[i].group, group) == 0 && m->at[i].bot == bot)
            return i;
    return -1;
}

/* ---- sums ---- */

/* A deal that counted nothing tells nothing, and is no part of the sample. xx, xn and nn are what
 * the residuals need; sums of squares of figures outgrow 64 bits. */
void tally_add(struct gauge_sums *t, struct gauge_figure f)
{
    if (f.n == 0)
        return;
    t->deals++;
    t->x += f.x;
    t->n += f.n;
    t->xx += (wide)f.x * f.x;
    t->xn += (wide)f.x * f.n;
    t->nn += (wide)f.n * f.n;
}

/* A deal in which one side counted nothing adds nothing here: its product is 0. */
void cross_add(struct gauge_cross *c, struct gauge_figure first, struct gauge_figure f)
{
    c->xx += (wide)first.x * f.x;
    c->xn += (wide)first.x * f.n;
    c->nx += (wide)first.n * f.x;
    c->nn += (wide)first.n * f.n;
}

void tally_merge(struct gauge_sums *to, const struct gauge_sums *t)
{
    to->deals += t->deals;
    to->x += t->x;
    to->n += t->n;
    to->xx += t->xx;
    to->xn += t->xn;
    to->nn += t->nn;
}

void cross_merge(struct gauge_cross *to, const struct gauge_cross *c)
{
    to->xx += c->xx;
    to->xn += c->xn;
    to->nx += c->nx;
    to->nn += c->nn;
}

/* ---- intervals ---- */

/* By bisection: it is asked for a few times a run. Of the standard normal distribution;
 * `probability` at most 0.5. */
static double normal_above(double probability)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) / 2 > probability)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Student's t, 97.5 %: a table, then an expansion in 1 / df that is right to three places. df from
 * 1 on. */
static double t_usual(int64_t df)
{
    static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
    if (df <= 9)
        return table[df - 1];
    double u = 1 / (double)df;
    return 1.959964 + u * (2.372271 + u * (2.822500 + u * 2.555853));
}

/* Student's t that is passed with probability `miss` / 2. The expansion (Cornish and Fisher) is
 * right to three places from 30 degrees of freedom on, and never used for fewer than that, except
 * where few deals are all there is. df from 1 on. */
static double t_quantile(int64_t df, double miss)
{
    if (miss == USUAL_MISS)
        return t_usual(df);
    double z = normal_above(miss / 2), zz = z * z, u = 1 / (double)df;
    double a = z * (zz + 1) / 4, b = z * (zz * (5 * zz + 16) + 3) / 96;
    double c = z * (zz * (zz * (3 * zz + 19) + 17) - 15) / 384;
    return z + u * (a + u * (b + u * c));
}

/* The distribution function of Student's t, by a normal one of nearly the same shape: right to two
 * places for 3 degrees of freedom, to four from 30 on. With one degree of freedom it is only a
 * guess. */
static double t_below(double t, int64_t df)
{
    double n = (double)df, z = t * (1 - 1 / (4 * n)) / sqrt(1 + t * t / (2 * n));
    return erfc(-z / sqrt(2)) / 2;
}

/* How likely it is that what was estimated is above 0. */
static double chance_above(double value, double error, int64_t df)
{
    if (error > 0)
        return t_below(value / error, df);
    return value > 0 ? 1 : value < 0 ? 0 : 0.5;
}

/* Sum of squared residuals x - R n. */
static double residuals(const struct gauge_sums *t, double r)
{
    double sum = (double)t->xx - 2 * r * (double)t->xn + r * r * (double)t->nn;
    return sum > 0 ? sum : 0;
}

/* Of the estimate: see the top. Needs two deals. */
static double variance(const struct gauge_sums *t, double r)
{
    double n = (double)t->n, deals = (double)t->deals;
    return deals / (deals - 1) * residuals(t, r) / (n * n);
}

/* Wilson's interval for a share: honest near 0 and 1, where the plain one shrinks to a point. It
 * needs the size of an independent sample that would be as precise: the deals, divided by how much
 * more they scatter than coins of the same weight. That ratio is itself an estimate, so it is drawn
 * towards 1 with the weight of two deals; where every deal gave 0, or every deal 1, it is 1. */
static void share_interval(const struct gauge_sums *t, double miss, struct gauge_estimate *e)
{
    double p = e->value, deals = (double)t->deals, coins = p * (1 - p) / deals;
    double spread = coins > 0 ? variance(t, p) / coins : 1;
    double size = deals / (((deals - 1) * spread + 2) / (deals + 1));
    double q = t_quantile(t->deals - 1, miss), qq = q * q / size;
    double middle = (p + qq / 2) / (1 + qq);
    double half = q / (1 + qq) * sqrt(p * (1 - p) / size + qq / (4 * size));
    e->low = fmax(0, middle - half);
    e->high = fmin(1, middle + half);
}

/* A share has Wilson's interval, a mean the plain one. */
struct gauge_estimate estimate_missing(const struct metric *m, const struct gauge_sums *t,
                                       double miss)
{
    struct gauge_estimate e = {.deals = t->deals, .n = t->n};
    if (t->n == 0)
        return e;
    e.value = (double)t->x / (double)t->n;
    if (t->deals < 2)
        return e;
    e.known = 1;
    if (m->form == FORM_SHARE) {
        share_interval(t, miss, &e);
        return e;
    }
    double error = sqrt(variance(t, e.value));
    double half = t_quantile(t->deals - 1, miss) * error;
    e.above = chance_above(e.value, error, t->deals - 1);
    e.low = e.value - half;
    e.high = e.value + half;
    return e;
}

struct gauge_estimate estimate_of(const struct metric *m, const struct gauge_sums *t)
{
    return estimate_missing(m, t, USUAL_MISS);
}

/* The variance of a difference: that of each side, less twice what they have in common deal by
 * deal. The fewer deals of the two sides set the degrees of freedom. */
struct gauge_estimate difference_missing(const struct gauge_sums *first,
                                         const struct gauge_sums *other,
                                         const struct gauge_cross *c, double miss)
{
    int64_t fewer = first->deals < other->deals ? first->deals : other->deals;
    struct gauge_estimate e = {.deals = fewer, .n = other->n};
    if (first->n == 0 || other->n == 0)
        return (struct gauge_estimate){0};
    double n = (double)first->n, m = (double)other->n, d = (double)fewer;
    double r = (double)first->x / n, s = (double)other->x / m;
    e.value = s - r;
    if (fewer < 2)
        return e;
    double both = (double)c->xx - s * (double)c->xn - r * (double)c->nx + r * s * (double)c->nn;
    double sum = residuals(first, r) / (n * n) + residuals(other, s) / (m * m) - 2 * both / (n * m);
    double error = sqrt(d / (d - 1) * (sum > 0 ? sum : 0));
    double half = t_quantile(fewer - 1, miss) * error;
    e.known = 1;
    e.above = chance_above(e.value, error, fewer - 1);
    e.low = e.value - half;
    e.high = e.value + half;
    return e;
}

struct gauge_estimate estimate_difference(const struct gauge_sums *first,
                                          const struct gauge_sums *other,
                                          const struct gauge_cross *c)
{
    return difference_missing(first, other, c, USUAL_MISS);
}
