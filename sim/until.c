/* Playing on until an interval is narrow enough (--until), and metrics by name.
 *
 * The run looks at its results after 128 deals, after 256, and so on, and at the end. Whoever stops
 * at the first look that pleases is wrong more often than a single look would be. So every look
 * gets an equal part of the error (Bonferroni): the interval of the metric that stops the run
 * misses in at most 5 of 100 runs, whenever it stops. Looks are at fixed numbers of deals, so the
 * result does not depend on threads or ranks. */
#include "sim/until.h"

#include <math.h>
#include <stdlib.h>

#include "sim/plan.h"
#include "sim/refusals.h"
#include "sim/results.h"
#include "wire/refuse.h"

/* Fewer deals tell too little about how they scatter. */
enum { FIRST_LOOK = 128 };

/* ---- metrics by name ---- */

/* "wins:greedy": the part after the colon, or the first bot. A kind, or -1 if no bot has this text.
 * Bots' texts may have colons themselves; the first one counts. */
static int bot_in(const struct sim_plan *p, const char *name)
{
    const char *colon = strchr(name, ':');
    for (int i = 0; colon && i < p->kinds; i++)
        if (strcmp(p->text[i], colon + 1) == 0)
            return i;
    return colon ? -1 : 0;
}

/* With or without a colon behind it. */
static int is_word(const char *name, const char *word)
{
    size_t n = strlen(word);
    return strncmp(name, word, n) == 0 && (!name[n] || name[n] == ':');
}

/* GROUP/LABEL, as --json has them. The first of this name: labels of several bots may be the
 * same. */
static int metric_in_group(const struct metrics *m, const char *name)
{
    for (int i = 0; i < m->n; i++) {
        size_t n = strlen(m->at[i].group);
        if (strncmp(name, m->at[i].group, n) == 0 && name[n] == '/' &&
            strcmp(name + n + 1, m->at[i].label) == 0)
            return i;
    }
    return -1;
}

/* A single bot wins every game, so there "wins" are those of the start player. After plan_metrics,
 * and for "where" after probes_of_where. */
int metric_by_name(const struct sim_plan *p, const char *name)
{
    int bot = bot_in(p, name);
    if (is_word(name, "wins"))
        return bot < 0 ? -1 : p->kinds == 1 ? p->general.win_place : p->general.win_bot + bot;
    if (is_word(name, "score"))
        return bot < 0 ? -1 : p->general.score_bot + bot;
    if (strncmp(name, "place", 5) == 0 && name[5] > '0' && name[5] <= '0' + p->players && !name[6])
        return p->general.win_place + name[5] - '1';
    if (strcmp(name, "decisions") == 0)
        return p->general.length;
    if (strcmp(name, "margin") == 0)
        return p->general.margin;
    if (strcmp(name, "where") == 0)
        return metric_find(&p->metrics, "where", -1);
    return metric_in_group(&p->metrics, name);
}

/* ---- reading ---- */

/* Splits at the last equals sign: labels may have some. On failure p->until may be partly set, and
 * the run does not begin. */
int until_read(struct sim_plan *p, const char *text, struct refusal *why)
{
    const char *equals = strrchr(text, '=');
    char name[160], *end = NULL;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name)
        return because(why, ROW(until_needed));
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    p->until.metric = metric_by_name(p, name);
    if (p->until.metric < 0)
        return because(why, ROW(metric_unknown), name);
    p->until.half = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !(p->until.half > 0) || !isfinite(p->until.half))
        return because(why, ROW(until_needed));
    p->until.text = text;
    if (p->metrics.at[p->until.metric].form == FORM_SHARE)
        p->until.half /= 100;
    return 0;
}

/* ---- looking ---- */

/* Counted for the whole plan from deal 0, so that a continued run divides the error as one in a
 * single piece would. */
int until_looks(const struct sim_plan *p)
{
    int looks = 1;
    for (int64_t at = FIRST_LOOK; at < p->deals; at *= 2)
        looks++;
    return looks;
}

/* Without --until all that is left. */
int64_t until_next(const struct sim_plan *p, int64_t from)
{
    int64_t at = FIRST_LOOK;
    while (at <= from)
        at *= 2;
    return p->until.half > 0 && at < p->deals ? at : p->deals;
}

/* Of a sweep what matters are the differences. Infinite while some interval is unknown, so that the
 * run goes on. Without a sweep it is the metric itself, of setting 0. */
double until_half(const struct sim_plan *p, const struct sim_setting *s)
{
    int m = p->until.metric;
    double miss = 0.05 / until_looks(p), widest = 0;
    for (int i = p->settings > 1; i < p->settings; i++) {
        struct gauge_estimate e =
            i ? difference_missing(&s[0].tally[m], &s[i].tally[m], &s[i].cross[m], miss)
              : estimate_missing(&p->metrics.at[m], &s[i].tally[m], miss);
        widest = fmax(widest, e.known ? (e.high - e.low) / 2 : INFINITY);
    }
    return widest;
}

/* 0 if --until was not asked for. */
int until_is_reached(const struct sim_results *r)
{
    const struct sim_until *u = &r->plan->until;
    return u->half > 0 && until_half(r->plan, r->setting) <= u->half;
}
