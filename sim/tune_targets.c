/* What tuning aims at: targets as text, the metrics they need, and what missing them costs. */
#include <math.h>
#include <stdlib.h>

#include "sim/plan.h"
#include "sim/refusals.h"
#include "sim/tune.h"
#include "wire/refuse.h"

/* ---- reading ---- */

/* Its index, or -1 if there is no such metric or no more room. */
static int add_part(struct tune *t, const struct sim_plan *p, int metric)
{
    if (metric < 0 || t->parts == PARTS_MAX)
        return -1;
    t->metric[t->parts] = metric;
    t->form[t->parts] = p->metrics.at[metric];
    return t->parts++;
}

/* The wins of each value of a column: places and seats by number, others by name. -1 if the column
 * has fewer than two values with names, or too many. */
static int add_wins(struct tune *t, struct sim_plan *p, int column, struct tune_target *g)
{
    int numbered = column == COLUMN_PLACE || column == COLUMN_SEAT;
    int values = numbered ? p->players : column_values(p, column);
    for (int i = 0; i < values; i++) {
        char label[COLUMN_VALUE];
        int value = i + (column == COLUMN_PLACE);
        column_value(p, column, value, label);
        int metric = probe_add(
            p,
            (struct column_probe){
                .kind = PROBE_WINS, .side = -1, .column = column, .only = 1, .value = value},
            g->name, label);
        if (add_part(t, p, metric) < 0)
            return -1;
        g->n++;
    }
    return values > 1 ? 0 : -1;
}

static int add_places(struct tune *t, const struct sim_plan *p, struct tune_target *g)
{
    for (int i = 0; i < p->players; i++, g->n++)
        if (add_part(t, p, p->general.win_place + i) < 0)
            return -1;
    return 0;
}

/* any:COLUMN, sum:COLUMN, a metric by name, or a column. The metric, made if it is one of columns;
 * -1 if nothing has this name. Metrics by name win over columns, so "score" is that of the first
 * bot. */
static int single_metric(struct sim_plan *p, const char *name)
{
    static const struct {
        const char *before;
        enum column_probe_kind kind;
    } kinds[] = {{"any:", PROBE_ANY}, {"sum:", PROBE_SUM}, {"", PROBE_MEAN}};
    int metric = metric_by_name(p, name);
    for (int i = 0; metric < 0 && i < 3; i++) {
        size_t n = strlen(kinds[i].before);
        int column = strncmp(name, kinds[i].before, n) == 0 ? column_find(p, name + n) : -1;
        if (column >= 0)
            metric = probe_add(
                p, (struct column_probe){.kind = kinds[i].kind, .side = -1, .column = column},
                "target", name);
    }
    return metric;
}

/* "wizard" of "wizard_wins". */
static int wins_column(const struct sim_plan *p, const char *name)
{
    size_t n = strlen(name);
    char column[64];
    if (n < 6 || strcmp(name + n - 5, "_wins") != 0)
        return -1;
    snprintf(column, sizeof column, "%.*s", (int)(n - 5), name);
    return column_find(p, column);
}

/* 0, or -1 with the reason. A wish must fit what it is about: only wins can be equal, and only
 * places have an advantage. */
static int open_parts(struct tune *t, struct sim_plan *p, struct tune_target *g,
                      struct refusal *why)
{
    int column = wins_column(p, g->name), bad = 0;
    g->first = t->parts;
    if (strcmp(g->name, "seat_advantage") == 0)
        bad = g->wish != WISH_BELOW || add_places(t, p, g) < 0;
    else if (column >= 0)
        bad = g->wish != WISH_EQUAL || add_wins(t, p, column, g) < 0;
    else
        bad = g->wish == WISH_EQUAL || add_part(t, p, single_metric(p, g->name)) < 0;
    if (bad)
        return because(why, ROW(target_unknown), g->name);
    if (strcmp(g->name, "seat_advantage") == 0)
        g->wish = WISH_FAIR;
    g->n = t->parts - g->first;
    return 0;
}

/* A share is wanted as a part of 1, but the advantage of a seat in percentage points. */
static void set_scale(const struct tune *t, struct tune_target *g)
{
    int share = t->form[g->first].form == FORM_SHARE;
    if (g->wish == WISH_FAIR)
        g->value /= 100;
    g->scale = share ? 0.01 : fabs(g->value) > 0 ? fabs(g->value) / 100 : 1;
}

/* `sign` begins with =, < or >. The weight, behind an @, is 1 unless it is given. */
static int read_value(struct tune_target *g, const char *sign, struct refusal *why)
{
    char *end = NULL;
    const char *at = strrchr(sign, '@');
    g->wish = *sign == '<' ? WISH_BELOW : *sign == '>' ? WISH_ABOVE : WISH_NEAR;
    g->weight = at ? strtod(at + 1, &end) : 1;
    if (at && (end == at + 1 || *end || !(g->weight > 0) || g->weight > 1e6))
        return because(why, ROW(target_needed));
    if (strncmp(sign, "=equal", 6) == 0 && (!sign[6] || sign[6] == '@')) {
        g->wish = WISH_EQUAL;
        return 0;
    }
    g->value = strtod(sign + 1, &end);
    if (end == sign + 1 || (*end && *end != '@') || !isfinite(g->value))
        return because(why, ROW(target_needed));
    return 0;
}

/* A target that is refused is not counted, but probes that were added for it stay in the plan. */
int target_read(struct tune *t, struct sim_plan *p, const char *text, struct refusal *why)
{
    struct tune_target *g = &t->target[t->targets];
    size_t n = strcspn(text, "=<>");
    if (t->targets == TARGETS_MAX)
        return because(why, ROW(too_many_targets), TARGETS_MAX);
    if (!text[n] || n == 0 || n >= sizeof g->name || strlen(text) >= sizeof g->text)
        return because(why, ROW(target_needed));
    memset(g, 0, sizeof *g);
    snprintf(g->text, sizeof g->text, "%s", text);
    snprintf(g->name, sizeof g->name, "%.*s", (int)n, text);
    if (read_value(g, text + n, why) < 0 || open_parts(t, p, g, why) < 0)
        return -1;
    set_scale(t, g);
    t->targets++;
    return 0;
}

/* ---- what it costs ---- */

struct tune_value reading_of(const struct metric *m, const struct gauge_sums *t)
{
    static const struct metric mean = {.form = FORM_MEAN};
    struct gauge_estimate e = estimate_of(&mean, t);
    (void)m;
    struct tune_value r = {.known = t->n > 0, .value = e.value};
    /* The plain interval of a mean is 1.96 errors to each side, and a little more for few deals. */
    double error = e.known ? (e.high - e.low) / 2 / 1.96 : 0;
    r.variance = error * error;
    return r;
}

/* The mean of those that are known. */
static double mean_of(const struct tune_value *part, int n, int *known)
{
    double sum = 0;
    *known = 0;
    for (int i = 0; i < n; i++)
        if (part[i].known) {
            sum += part[i].value;
            ++*known;
        }
    return *known ? sum / *known : 0;
}

/* The spread of several shares: squares of the distances from their mean, less the part of them
 * that chance explains. What chance adds to a square is the variance; of the mean of `known` shares
 * a part is taken off. */
static double spread_loss(const struct tune_target *g, const struct tune_value *part)
{
    int known;
    double mean = mean_of(part, g->n, &known), sum = 0;
    for (int i = 0; i < g->n; i++)
        if (part[i].known) {
            double off = (part[i].value - mean) / g->scale;
            sum += off * off - part[i].variance / g->scale / g->scale * (known - 1) / known;
        }
    return sum;
}

/* How far the place is off that is off most. 0 if nothing is known. */
static double unfairness(const struct tune_target *g, const struct tune_value *part)
{
    double most = 0;
    for (int i = 0; i < g->n; i++)
        if (part[i].known)
            most = fmax(most, fabs(part[i].value - 1.0 / g->n));
    return most;
}

/* A bound is not corrected for chance: where it is kept, there is nothing to take off. */
static double single_loss(const struct tune_target *g, const struct tune_value *part)
{
    double off = (part->value - g->value) / g->scale;
    if (!part->known)
        return 0;
    if (g->wish == WISH_BELOW)
        off = fmax(0, off);
    if (g->wish == WISH_ABOVE)
        off = fmin(0, off);
    return off * off - (g->wish == WISH_NEAR ? part->variance / g->scale / g->scale : 0);
}

/* In squares of g->scale. */
static double loss_of(const struct tune_target *g, const struct tune_value *part)
{
    double over;
    if (g->wish == WISH_EQUAL)
        return spread_loss(g, part);
    if (g->wish != WISH_FAIR)
        return single_loss(g, part);
    over = fmax(0, (unfairness(g, part) - g->value) / g->scale);
    return over * over;
}

double targets_loss(const struct tune *t, const struct tune_value *part)
{
    double sum = 0;
    for (int i = 0; i < t->targets; i++)
        sum += t->target[i].weight * loss_of(&t->target[i], part + t->target[i].first);
    return sum;
}

/* A bound that is kept is missed by nothing. */
static double single_miss(const struct tune_target *g, const struct tune_value *part)
{
    double over = part->known ? part->value - g->value : 0;
    return g->wish == WISH_BELOW   ? fmax(0, over)
           : g->wish == WISH_ABOVE ? fmax(0, -over)
                                   : fabs(over);
}

/* The shares that are least and greatest; NULL if none is known. */
static void ends_of(const struct tune_target *g, const struct tune_value *part,
                    const struct tune_value **low, const struct tune_value **high)
{
    *low = *high = NULL;
    for (int i = 0; i < g->n; i++) {
        if (!part[i].known)
            continue;
        *low = !*low || part[i].value < (*low)->value ? &part[i] : *low;
        *high = !*high || part[i].value > (*high)->value ? &part[i] : *high;
    }
}

/* Of several shares: the greatest less the least. Never negative; 0 if nothing is known. */
double target_miss(const struct tune_target *g, const struct tune_value *part)
{
    const struct tune_value *low, *high;
    if (g->wish == WISH_FAIR)
        return unfairness(g, part);
    if (g->wish != WISH_EQUAL)
        return single_miss(g, part);
    ends_of(g, part, &low, &high);
    return low ? high->value - low->value : 0;
}

/* Of places the error of the first stands for all: they have the same number of games. */
double target_error(const struct tune_target *g, const struct tune_value *part)
{
    const struct tune_value *low, *high;
    if (g->wish != WISH_EQUAL)
        return sqrt(part->variance);
    ends_of(g, part, &low, &high);
    return low ? sqrt(low->variance + high->variance) : 0;
}
