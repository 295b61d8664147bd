/* Makes charts from results: decides which metrics a figure shows, as rows or as series. */
#include "sim/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/blocks.h"
#include "sim/results.h"

/* ---- the list of figures ---- */

/* The rows of groups.def, which is also the order of the report. */
static const struct metric_group *groups(int *n)
{
#define SECTION(key, name, words) {.is_section = 1, .id = key, .title = name, .about = words},
#define GROUP(id, kind, by, order, fair, part, along, measure, counted, title, about)              \
    {0, id, kind, by, order, fair, part, along, measure, counted, title, about},
    static const struct metric_group rows[] = {
#include "sim/groups.def"
    };
#undef SECTION
#undef GROUP
    *n = sizeof rows / sizeof *rows;
    return rows;
}

int groups_count(void)
{
    int n;
    groups(&n);
    return n;
}

/* `index` from 0 to groups_count() - 1; rows live as long as the program. */
const struct metric_group *group_at(int index)
{
    int n;
    return &groups(&n)[index];
}

/* A linear search over some tens of rows; reports ask it a few times a metric. */
const struct metric_group *group_by_id(const char *id)
{
    for (int i = 0; i < groups_count(); i++)
        if (!group_at(i)->is_section && strcmp(group_at(i)->id, id) == 0)
            return group_at(i);
    return NULL;
}

int group_is_single(const struct metric_group *g)
{
    return g->kind == DOTS && !g->along[0];
}

/* ---- one chart ---- */

/* Which metrics a chart is about. In a sweep it is limited to one bot or one label. */
struct chart_wish {
    const struct sim_results *r;
    const struct metric_group *g;
    /* Or -1. */
    int bot;
    /* The part of a label before its comma, or NULL for all. */
    const char *label;
};

/* "Who was last, turn 3" belongs to the line "Who was last". */
static int same_line(const char *a, const char *b)
{
    size_t n = strcspn(a, ",");
    return strcspn(b, ",") == n && memcmp(a, b, n) == 0;
}

/* Whether a metric belongs into the chart that is being made. */
static int wanted(const struct chart_wish *w, const struct metric *m)
{
    return strcmp(m->group, w->g->id) == 0 && (w->bot < 0 || m->bot == w->bot) &&
           (!w->label || same_line(w->label, m->label));
}

/* A metric that no setting counted has no row. */
static int counted_anywhere(const struct sim_results *r, int metric)
{
    for (int i = 0; i < r->settings; i++)
        if (r->setting[i].tally[metric].n)
            return 1;
    return 0;
}

/* Whether the row is the bot itself. */
static int names_bot(const struct metric_group *g, const struct metric *m)
{
    return g->by == BY_NONE && m->bot >= 0 && m->other < 0;
}

/* Rows that differ only in their series must have the same label: it is how row_of finds them. */
static void row_label(const struct chart_wish *w, const struct metric *m, char label[CHART_LABEL])
{
    static const char *const nth[] = {"1st", "2nd", "3rd", "4th", "5th", "6th"};
    if (m->place >= 0)
        snprintf(label, CHART_LABEL, "%s in turn order", nth[m->place]);
    else if (w->g->by == BY_LABEL)
        snprintf(label, CHART_LABEL, "%s %d", w->g->along, m->bin);
    else
        snprintf(label, CHART_LABEL, "%s", names_bot(w->g, m) ? w->r->bot[m->bot] : m->label);
}

/* The row of a metric, made if it is missing; -1 if there is no more room. Labels are compared as
 * cut to CHART_LABEL, so two long labels may share a row. */
static int row_of(struct chart *c, const struct chart_wish *w, const struct metric *m)
{
    char label[CHART_LABEL];
    row_label(w, m, label);
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->label[i], label) == 0)
            return i;
    if (c->rows == CHART_MARKS)
        return -1;
    memcpy(c->label[c->rows], label, sizeof label);
    return c->rows++;
}

/* The series of this name, made if it is missing; NULL if there is no more room. A new series has
 * no value anywhere: a NaN is not drawn, and is a dash in the table. */
static struct chart_series *series_of(struct chart *c, const char *name)
{
    for (int i = 0; i < c->series_n; i++)
        if (strcmp(c->series[i].name, name) == 0)
            return &c->series[i];
    if (c->series_n == CHART_SERIES)
        return NULL;
    struct chart_series *s = &c->series[c->series_n++];
    snprintf(s->name, sizeof s->name, "%s", name);
    for (int i = 0; i < CHART_MARKS; i++)
        s->mark[i] = (struct chart_mark){.value = NAN, .low = NAN, .high = NAN, .change = NAN};
    return s;
}

/* In a sweep the series are the settings: "infamy 3". Without a sweep the lines of a LABEL group or
 * its bots; a figure of one series has an empty name. */
static void series_name(const struct chart_wish *w, const struct metric *m, int setting,
                        char name[CHART_LABEL])
{
    const struct sim_results *r = w->r;
    char values[LABEL_TEXT];
    sweep_name_short(r, setting, values);
    if (r->settings > 1)
        snprintf(name, CHART_LABEL, "%.*s", CHART_LABEL - 1, values);
    else if (w->g->by == BY_LABEL)
        snprintf(name, CHART_LABEL, "%.*s", (int)strcspn(m->label, ","), m->label);
    else
        snprintf(name, CHART_LABEL, "%s", w->g->by == BY_BOT && m->bot >= 0 ? r->bot[m->bot] : "");
}

/* Stays NaN without an interval. Setting 0 is what the others are compared with, so it never gets a
 * change. */
static void mark_change(struct chart_mark *k, const struct sim_results *r, int metric, int setting)
{
    const struct sim_setting *s = &r->setting[setting];
    if (!setting || !s->cross)
        return;
    struct gauge_estimate e =
        estimate_difference(&r->setting[0].tally[metric], &s->tally[metric], &s->cross[metric]);
    if (!e.known)
        return;
    k->change = e.value;
    k->change_low = e.low;
    k->change_high = e.high;
}

/* n is shown in whole wins or finishes, though it was counted in parts. */
static void mark_fill(struct chart_mark *k, const struct chart_wish *w, int metric, int setting)
{
    const struct metric *m = &w->r->metrics.at[metric];
    struct gauge_estimate e = estimate_of(m, &w->r->setting[setting].tally[metric]);
    k->n = e.n / w->g->part;
    k->value = e.n ? e.value : NAN;
    k->low = e.known ? e.low : NAN;
    k->high = e.known ? e.high : NAN;
    mark_change(k, w->r, metric, setting);
}

/* One metric is one row, with a mark for each setting. Metrics of several bots may share a row, as
 * different series. Series for which there is no room are left out; for settings the caption says
 * so. */
static void metric_enter(struct chart *c, const struct chart_wish *w, int metric)
{
    const struct metric *m = &w->r->metrics.at[metric];
    int row = row_of(c, w, m);
    c->form = m->form;
    for (int i = 0; i < w->r->settings && row >= 0; i++) {
        char name[CHART_LABEL];
        series_name(w, m, i, name);
        struct chart_series *s = series_of(c, name);
        if (!s)
            return;
        s->mark[row].x = m->bin;
        mark_fill(&s->mark[row], w, metric, i);
    }
}

/* ---- order, bins, lines ---- */

/* A row is its label and its mark in every series. */
static void rows_swap(struct chart *c, int a, int b)
{
    char label[CHART_LABEL];
    memcpy(label, c->label[a], sizeof label);
    memcpy(c->label[a], c->label[b], sizeof label);
    memcpy(c->label[b], label, sizeof label);
    for (int i = 0; i < c->series_n; i++) {
        struct chart_mark mark = c->series[i].mark[a];
        c->series[i].mark[a] = c->series[i].mark[b];
        c->series[i].mark[b] = mark;
    }
}

/* The greatest of the first series first; rows without a value last. By insertion, so that equals
 * stay in the order listed. */
static void rows_sort(struct chart *c)
{
    const struct chart_mark *m = c->series[0].mark;
    for (int i = 1; i < c->rows; i++)
        for (int k = i; k > 0; k--) {
            if (!(m[k].value > m[k - 1].value) && !(isnan(m[k - 1].value) && !isnan(m[k].value)))
                break;
            rows_swap(c, k, k - 1);
        }
}

/* NaN counts as empty too. */
static int row_is_empty(const struct chart *c, int row)
{
    for (int i = 0; i < c->series_n; i++)
        if (fabs(c->series[i].mark[row].value) > 0)
            return 0;
    return 1;
}

/* Drops empty rows and keeps the order of the others. A row is swapped with an empty one, never
 * with one that is kept. */
static void rows_fill(struct chart *c)
{
    int kept = 0;
    for (int row = 0; row < c->rows; row++) {
        if (row_is_empty(c, row))
            continue;
        if (row != kept)
            rows_swap(c, kept, row);
        kept++;
    }
    c->rows = kept;
}

/* Bins that nothing fell into, at both ends, say nothing: one of each is left. */
static void bins_trim(struct chart *c)
{
    int first = 0;
    while (c->rows > 2 && row_is_empty(c, c->rows - 1) && row_is_empty(c, c->rows - 2))
        c->rows--;
    while (first + 2 < c->rows && row_is_empty(c, first) && row_is_empty(c, first + 1))
        first++;
    c->rows -= first;
    memmove(c->label, c->label + first, sizeof c->label[0] * (size_t)c->rows);
    for (int i = 0; i < c->series_n; i++)
        memmove(c->series[i].mark, c->series[i].mark + first,
                sizeof(struct chart_mark) * (size_t)c->rows);
}

/* A step is drawn around the middle of its bin. Bins hold whole numbers: 0 to 9 has its middle at
 * 4.5. */
static void bins_centre(struct chart *c)
{
    if (c->rows < 2)
        return;
    double width = c->series[0].mark[1].x - c->series[0].mark[0].x;
    for (int i = 0; i < c->series_n; i++)
        for (int row = 0; row < c->rows; row++)
            c->series[i].mark[row].x += (width - 1) / 2;
}

/* Weighted by sample size. NaN if no row has a sample: then there is no line to draw. */
static double mean_of(const struct chart_series *s, int rows)
{
    double sum = 0, n = 0;
    for (int i = 0; i < rows; i++) {
        if (!s->mark[i].n)
            continue;
        sum += s->mark[i].value * (double)s->mark[i].n;
        n += (double)s->mark[i].n;
    }
    return n > 0 ? sum / n : NAN;
}

/* Where the dashed line goes, or NaN. */
static double fair_of(const struct chart *c, const struct chart_wish *w)
{
    switch (w->g->fair) {
    case FAIR_EVEN: return 1.0 / w->r->players;
    case FAIR_HALF: return 0.5;
    case FAIR_MEAN: return mean_of(&c->series[0], c->rows);
    default: return NAN;
    }
}

/* Charts are large, so they live on the heap, one at a time. The caller frees it. Texts other than
 * the title are lent by the group, which is constant, or by the results. */
static struct chart *chart_new(const struct metric_group *g, const char *suffix)
{
    struct chart *c = calloc(1, sizeof *c);
    MUST(c);
    c->kind = g->kind;
    c->about = g->about;
    c->along = g->along;
    c->measure = g->measure;
    c->counted = g->counted;
    snprintf(c->title, sizeof c->title, "%s%s%s", g->title, *suffix ? ": " : "", suffix);
    return c;
}

/* Order and axis, once all marks are there. Bins are trimmed before they are centred: the width is
 * read from the first two that are left. */
static void chart_finish(struct chart *c, const struct chart_wish *w)
{
    if (c->kind == STEPS) {
        bins_trim(c);
        bins_centre(c);
    }
    if (w->g->order == FILLED || w->g->order == RANKED)
        rows_fill(c);
    if (w->g->order == SORTED || w->g->order == RANKED)
        rows_sort(c);
    c->fair = fair_of(c, w);
}

/* Hands over no chart if nothing was counted. `take` has the chart only during the call. Rows may
 * all turn out empty in chart_finish, hence the second check. */
static void chart_of(const struct chart_wish *w, take_chart *take, void *to)
{
    char suffix[CHART_LABEL] = "";
    if (w->label)
        snprintf(suffix, sizeof suffix, "%.*s", (int)strcspn(w->label, ","), w->label);
    else if (w->bot >= 0 && w->r->bots > 1)
        snprintf(suffix, sizeof suffix, "%s", w->r->bot[w->bot]);
    struct chart *c = chart_new(w->g, suffix);
    c->paired = w->r->settings > 1;
    for (int i = 0; i < w->r->metrics.n; i++)
        if (wanted(w, &w->r->metrics.at[i]) && counted_anywhere(w->r, i))
            metric_enter(c, w, i);
    if (c->rows)
        chart_finish(c, w);
    if (c->rows)
        take(to, w->g, c);
    free(c);
}

/* ---- the charts of a group ---- */

/* In a sweep the series are its values, so each label has a chart of its own. Metrics of one label
 * follow each other in the list, so comparing with the last label is enough to make each chart
 * once. */
static void charts_by_label(const struct sim_results *r, const struct metric_group *g,
                            take_chart *take, void *to)
{
    const char *last = "";
    for (int i = 0; i < r->metrics.n; i++) {
        const struct metric *m = &r->metrics.at[i];
        if (strcmp(m->group, g->id) != 0 || same_line(m->label, last))
            continue;
        last = m->label;
        chart_of(&(struct chart_wish){r, g, -1, last}, take, to);
    }
}

/* In a sweep the settings are the series, so bots or labels need charts of their own. The wins of a
 * single bot are left out: they are always 100 %. */
void charts_of(const struct sim_results *r, const struct metric_group *g, take_chart *take,
               void *to)
{
    int alone = strncmp(g->id, "win-by-bot", 10) == 0 && r->bots == 1;
    if (alone)
        return;
    if (r->settings > 1 && g->by == BY_LABEL)
        charts_by_label(r, g, take, to);
    else if (r->settings > 1 && g->by == BY_BOT)
        for (int bot = 0; bot < r->bots; bot++)
            chart_of(&(struct chart_wish){r, g, bot, NULL}, take, to);
    else
        chart_of(&(struct chart_wish){r, g, -1, NULL}, take, to);
}

/* ---- a sweep: its values as rows ---- */

/* Only numbers have a place on an axis; other values are rows. Labels of a grid ("3, hundred") are
 * never numbers, so grids are drawn as rows. */
static int all_numbers(const struct sim_results *r)
{
    for (int i = 0; i < r->settings; i++) {
        char *end;
        strtod(r->setting[i].label, &end);
        if (end == r->setting[i].label || *end)
            return 0;
    }
    return 1;
}

/* Settings as rows. For differences (`change`) the first setting has none and is left out. */
static void sweep_enter(struct chart *c, const struct chart_wish *w, int metric, int change)
{
    const struct metric *m = &w->r->metrics.at[metric];
    struct chart_series *s = series_of(c, m->bot >= 0 ? w->r->bot[m->bot] : m->label);
    c->form = m->form;
    for (int i = change; s && i < w->r->settings && i - change < CHART_MARKS; i++) {
        struct chart_mark *k = &s->mark[i - change];
        mark_fill(k, w, metric, i);
        k->x = strtod(w->r->setting[i].label, NULL);
        snprintf(c->label[i - change], CHART_LABEL, "%.*s", CHART_LABEL - 1,
                 w->r->setting[i].label);
        c->rows = i - change + 1;
        if (change) {
            k->value = k->change;
            k->low = k->change_low;
            k->high = k->change_high;
            k->change = NAN;
        }
    }
}

/* Values of a sweep, or their differences from the first. With `change` the dashed line is at 0 and
 * the first value has no row. */
static void sweep_chart(const struct chart_wish *w, int change, take_chart *take, void *to)
{
    struct chart *c = chart_new(w->g, change ? "the difference" : "");
    c->kind = all_numbers(w->r) && !change ? LINES : DOTS;
    c->along = w->r->swept;
    c->valued = 1;
    if (change)
        c->measure = "difference from the first value";
    if (change)
        c->about =
            "How much each value differs from the first, on the same deals. If an interval does "
            "not reach the dashed line at 0, the difference is hardly due to chance. "
            "Shares differ in percentage points.";
    for (int i = 0; i < w->r->metrics.n; i++)
        if (wanted(w, &w->r->metrics.at[i]) && counted_anywhere(w->r, i))
            sweep_enter(c, w, i, change);
    c->fair = change ? 0 : fair_of(c, w);
    if (c->rows && c->series_n)
        take(to, w->g, c);
    free(c);
}

/* The values and their differences: pairing makes a difference surer than its two values. Hands
 * over nothing for the wins of a single bot, which are 100 % at every value. */
void charts_of_sweep(const struct sim_results *r, const struct metric_group *g, take_chart *take,
                     void *to)
{
    struct chart_wish w = {r, g, -1, NULL};
    if (strncmp(g->id, "win-by-bot", 10) == 0 && r->bots == 1)
        return;
    sweep_chart(&w, 0, take, to);
    sweep_chart(&w, 1, take, to);
}
