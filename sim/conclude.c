/* Says in sentences what the swept values change and how sure that is: of wins, scores, the start
 * player, the length of games and their margin; then what else changed most.
 *
 * The more is compared, the more stands out by chance. So a probability counts times the number of
 * comparisons (Bonferroni) before it becomes a word. */
#include "sim/conclude.h"

#include <math.h>
#include <stdio.h>

#include "sim/chart.h"
#include "sim/results.h"

/* ---- what is compared ---- */

/* HEADLINES: wins and score of each bot, and three about the game. */
enum { HEADLINES = 2 * MAX_SEATS + 3, SENTENCE = 640, TEXT = 80 };

/* The metrics that sentences are about, and how many. */
struct headlines {
    int metric[HEADLINES], n;
};

/* The wins of a single bot are 100 % at every value. Every index is valid: these groups exist in
 * every plan (general_open). */
static struct headlines headlines_of(const struct sim_results *r)
{
    struct headlines h = {.n = 0};
    for (int bot = 0; bot < r->bots && r->bots > 1; bot++)
        h.metric[h.n++] = metric_find(&r->metrics, "win-by-bot", bot);
    for (int bot = 0; bot < r->bots; bot++)
        h.metric[h.n++] = metric_find(&r->metrics, "score-by-bot", bot);
    h.metric[h.n++] = metric_find(&r->metrics, "win-by-place", -1);
    h.metric[h.n++] = metric_find(&r->metrics, "length", -1);
    h.metric[h.n++] = metric_find(&r->metrics, "margin", -1);
    return h;
}

/* Of setting `setting`, which must not be 0, from setting 0. */
static struct gauge_estimate difference(const struct sim_results *r, int metric, int setting)
{
    const struct sim_setting *s = &r->setting[setting];
    return estimate_difference(&r->setting[0].tally[metric], &s->tally[metric], &s->cross[metric]);
}

/* Unknown (known = 0) for a setting without interaction. A mean even where the metric is a share:
 * an interaction may be negative. */
static struct gauge_estimate interaction(const struct sim_results *r, int metric, int setting)
{
    static const struct metric mean = {.form = FORM_MEAN};
    const struct sim_setting *s = &r->setting[setting];
    return s->beyond ? estimate_of(&mean, &s->beyond[metric]) : (struct gauge_estimate){0};
}

/* The estimate that chance explains least, and where it was found. */
struct finding {
    int metric, setting;
    struct gauge_estimate by;
    /* How likely chance alone gives as much, in either direction; above 1: nothing is known. */
    double chance;
    /* By it findings are ordered, where chance is too small for a number: the size in halves of the
     * interval. */
    double weight;
};

static const struct finding NOTHING = {.chance = 2, .weight = -1};

typedef struct gauge_estimate compare_fn(const struct sim_results *r, int metric, int setting);

/* Leaves `best` alone if no setting is surer. `above` is the chance that the true value is above 0,
 * so the lesser tail twice is the two-sided chance. */
static void consider(const struct sim_results *r, compare_fn *compare, int metric,
                     struct finding *best)
{
    for (int i = 1; i < r->settings; i++) {
        struct gauge_estimate e = compare(r, metric, i);
        double half = (e.high - e.low) / 2, weight = half > 0 ? fabs(e.value) / half : 0;
        if (e.known && weight > best->weight)
            *best = (struct finding){metric, i, e, 2 * fmin(e.above, 1 - e.above), weight};
    }
}

static struct finding surest_of(const struct sim_results *r, compare_fn *compare, int metric)
{
    struct finding best = NOTHING;
    consider(r, compare, metric, &best);
    return best;
}

/* ---- words ---- */

const char *sureness(double chance)
{
    return chance < 0.0001 ? "practically certain"
           : chance < 0.01 ? "very likely real"
                           : "likely real";
}

/* `chance` is already multiplied by the number of comparisons. */
static int is_shown(double chance)
{
    return chance < 0.05;
}

/* "Gold by source, Fines": the figure of the report, and its row. Both parts are cut, so that the
 * sentence has room for the rest. */
static void name_other(const struct metric *m, char text[TEXT + 40])
{
    const struct metric_group *g = group_by_id(m->group);
    snprintf(text, TEXT + 40, "%.55s, %.60s", g ? g->title : m->group, m->label);
}

/* "Score of greedy" */
static void name_metric(const struct sim_results *r, int metric, char text[TEXT + 40])
{
    const struct metric *m = &r->metrics.at[metric];
    if (strcmp(m->group, "win-by-bot") == 0)
        snprintf(text, TEXT + 40, "Wins of %.60s", r->bot[m->bot]);
    else if (strcmp(m->group, "score-by-bot") == 0)
        snprintf(text, TEXT + 40, "Score of %.60s", r->bot[m->bot]);
    else if (strcmp(m->group, "win-by-place") == 0 && m->place == 0)
        snprintf(text, TEXT + 40, "Wins of the start player");
    else if (strcmp(m->group, "length") == 0)
        snprintf(text, TEXT + 40, "Decisions a game");
    else if (strcmp(m->group, "margin") == 0)
        snprintf(text, TEXT + 40, "Lead over second place");
    else
        name_other(m, text);
}

static void name_value(const struct sim_results *r, int metric, int setting, char text[TEXT])
{
    const struct metric *m = &r->metrics.at[metric];
    double value = estimate_of(m, &r->setting[setting].tally[metric]).value;
    snprintf(text, TEXT, m->form == FORM_SHARE ? "%.1f %%" : "%.2f",
             (m->form == FORM_SHARE ? 100 : 1) * value);
}

/* "3.30 (2.59 to 4.01)": the size of a difference. */
static void name_size(const struct sim_results *r, int metric, struct gauge_estimate e,
                      char text[TEXT])
{
    int share = r->metrics.at[metric].form == FORM_SHARE;
    double unit = share ? 100 : 1;
    double half = unit * (e.high - e.low) / 2, size = unit * fabs(e.value);
    snprintf(text, TEXT, "%.2f%s (%.2f to %.2f)", size, share ? " percentage points" : "",
             size - half, size + half);
}

/* ---- sentences ---- */

/* Where the sentences go. */
struct telling {
    const struct sim_results *r;
    void (*say)(void *to, const char *sentence);
    void *to;
};

static void tell_difference(const struct telling *t, const struct finding *f, double chance)
{
    char name[TEXT + 40], here[TEXT], there[TEXT], size[TEXT], text[SENTENCE];
    char setting[LABEL_TEXT], first[LABEL_TEXT];
    name_metric(t->r, f->metric, name);
    name_value(t->r, f->metric, f->setting, here);
    name_value(t->r, f->metric, 0, there);
    name_size(t->r, f->metric, f->by, size);
    sweep_name_short(t->r, f->setting, setting);
    sweep_name_short(t->r, 0, first);
    snprintf(text, sizeof text, "%s: %s %s, from %s (%.70s) to %s (%.70s); %s.", name,
             f->by.value > 0 ? "up" : "down", size, there, first, here, setting, sureness(chance));
    t->say(t->to, text);
}

/* How large a difference may be that these deals do not show. */
static void tell_none(const struct telling *t, int metric)
{
    char name[TEXT + 40], text[SENTENCE];
    int share = t->r->metrics.at[metric].form == FORM_SHARE;
    double most = 0;
    for (int i = 1; i < t->r->settings; i++) {
        struct gauge_estimate e = difference(t->r, metric, i);
        if (e.known)
            most = fmax(most, fmax(-e.low, e.high));
    }
    name_metric(t->r, metric, name);
    if (most == 0)
        snprintf(text, sizeof text, "%s: the same at every value.", name);
    else
        snprintf(text, sizeof text,
                 "%s: no difference found; if there is one, it is probably below %.2f%s.", name,
                 (share ? 100 : 1) * most, share ? " percentage points" : "");
    t->say(t->to, text);
}

/* A metric that no deal has an interval for (chance 2) gets no sentence at all. */
static void tell_headlines(const struct telling *t, const struct headlines *h)
{
    int comparisons = h->n * (t->r->settings - 1);
    for (int i = 0; i < h->n; i++) {
        struct finding f = surest_of(t->r, difference, h->metric[i]);
        if (is_shown(f.chance * comparisons))
            tell_difference(t, &f, f.chance * comparisons);
        else if (f.chance <= 1)
            tell_none(t, h->metric[i]);
    }
}

static int is_headline(const struct headlines *h, int metric)
{
    for (int i = 0; i < h->n; i++)
        if (h->metric[i] == metric)
            return 1;
    return 0;
}

/* Of everything else that was measured, what changed most surely. Bins of distributions are not
 * worth comparing one by one. The comparisons counted are all that were considered, not only the
 * one that is shown. */
static void tell_another(const struct telling *t, const struct headlines *h)
{
    struct finding f = NOTHING;
    int compared = 0;
    for (int i = 0; i < t->r->metrics.n; i++)
        if (t->r->metrics.at[i].bin < 0 && !is_headline(h, i)) {
            consider(t->r, difference, i, &f);
            compared += t->r->settings - 1;
        }
    if (is_shown(f.chance * compared))
        tell_difference(t, &f, f.chance * compared);
}

/* How many combinations have an interaction. */
static int interactions_of(const struct sim_results *r)
{
    int n = 0;
    for (int i = 1; i < r->settings; i++)
        n += r->setting[i].beyond != NULL;
    return n;
}

/* "limit from 6 to 8 and spaces from 0 to 2": only what differs from the first value of its sweep
 * interacts. */
static void name_changes(const struct sim_results *r, int setting, char name[LABEL_TEXT])
{
    size_t n = 0;
    name[0] = '\0';
    for (int i = 0; i < r->sweeps && n < LABEL_TEXT; i++) {
        const char *value = sweep_value(r->sweep, r->sweeps, i, setting);
        const char *key = r->sweep[i].key, *dot = strrchr(key, '.'), *was = r->sweep[i].value[0];
        if (value != was)
            n += (size_t)snprintf(name + n, LABEL_TEXT - n, "%s%s from %s to %s", n ? " and " : "",
                                  dot ? dot + 1 : key, was, value);
    }
}

/* Says that effects add up if no combination stands out, because that is what a grid is played
 * for. */
static void tell_interaction(const struct telling *t, const struct headlines *h)
{
    struct finding f = NOTHING;
    char name[TEXT + 40], size[TEXT], setting[LABEL_TEXT], text[SENTENCE];
    int comparisons = h->n * interactions_of(t->r);
    for (int i = 0; i < h->n; i++)
        consider(t->r, interaction, h->metric[i], &f);
    if (!is_shown(f.chance * comparisons)) {
        t->say(t->to, "No interaction found: the effects of the sweeps simply add up.");
        return;
    }
    name_metric(t->r, f.metric, name);
    name_size(t->r, f.metric, f.by, size);
    name_changes(t->r, f.setting, setting);
    snprintf(text, sizeof text, "%s: changing %s gives %s %s than %s; %s.", name, setting, size,
             f.by.value > 0 ? "more" : "less",
             sweep_interacts(t->r->sweep, t->r->sweeps, f.setting) == 2
                 ? "adding both effects"
                 : "fewer of these changes suggest",
             sureness(f.chance * comparisons));
    t->say(t->to, text);
}

/* ---- values that change nothing ---- */

/* Sums are exact, so equal bytes mean that no deal told the two apart. Padding is zero on both
 * sides: sums are callocated, then added member by member. */
static int settings_are_alike(const struct sim_results *r, int a, int b)
{
    size_t bytes = (size_t)r->metrics.n * sizeof(struct gauge_sums);
    return memcmp(r->setting[a].tally, r->setting[b].tally, bytes) == 0;
}

/* How many settings lie between two values of a sweep that follow each other. The last sweep runs
 * fastest (sweep.c). */
static int stride_of(const struct sim_results *r, int sweep)
{
    int stride = 1;
    for (int i = r->sweeps - 1; i > sweep; i--)
        stride *= r->sweep[i].n;
    return stride;
}

/* 0 if no deal was played: then all is alike and means nothing. */
int sweep_touches_nothing(const struct sim_results *r, int sweep, int value)
{
    int stride = stride_of(r, sweep);
    for (int i = 0; i < r->settings; i++)
        if (i / stride % r->sweep[sweep].n == value &&
            !settings_are_alike(r, i, i - value * stride))
            return 0;
    return r->deals > 0;
}

/* Returns how many values of the sweep change nothing, the first one not counted. If all values are
 * alike, one sentence about the sweep instead of one for each value. */
static int tell_untouched(const struct telling *t, int sweep)
{
    const struct sim_sweep *s = &t->r->sweep[sweep];
    char text[SENTENCE];
    int alike = 0;
    for (int value = 1; value < s->n; value++)
        alike += sweep_touches_nothing(t->r, sweep, value);
    for (int value = 1; value < s->n && alike < s->n - 1; value++)
        if (sweep_touches_nothing(t->r, sweep, value)) {
            snprintf(text, sizeof text,
                     "Warning: %s=%s changed nothing: every result is as with %s=%s.", s->key,
                     s->value[value], s->key, s->value[0]);
            t->say(t->to, text);
        }
    if (alike == s->n - 1) {
        snprintf(text, sizeof text,
                 "Warning: %s changed nothing: no game played here depends on it.", s->key);
        t->say(t->to, text);
    }
    return alike;
}

/* ---- all of it ---- */

/* Warnings need one deal, everything else two: an interval does not exist for fewer. */
void conclude(const struct sim_results *r, void (*say)(void *to, const char *sentence), void *to)
{
    struct telling t = {r, say, to};
    int alike = 0, values = 0;
    if (r->settings < 2 || r->deals == 0)
        return;
    for (int i = 0; i < r->sweeps; i++) {
        alike += tell_untouched(&t, i);
        values += r->sweep[i].n - 1;
    }
    if (alike == values || r->deals < 2)
        return;
    struct headlines h = headlines_of(r);
    tell_headlines(&t, &h);
    tell_another(&t, &h);
    if (r->sweeps > 1 && !alike)
        tell_interaction(&t, &h);
}
