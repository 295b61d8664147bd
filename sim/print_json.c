/* Results as one JSON object on one line. */
#include "sim/conclude.h"
#include "sim/plan.h"
#include "sim/print.h"
#include "sim/results.h"
#include "sim/until.h"
#include "wire/write.h"

/* Six decimals everywhere, so that the same run gives the same bytes. Neither NaN nor infinite:
 * JSON has no form for them. */
void write_real(struct writer *w, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.6f", value);
    write_raw(w, text, strlen(text));
}

/* Writes null if there are too few deals for an interval. */
static void write_interval(struct writer *w, const char *key, struct gauge_estimate e)
{
    write_key(w, key);
    if (!e.known) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    write_real(w, e.low);
    write_real(w, e.high);
    write_end(w, ']');
}

/* "key":value,"key_of_interval":[low,high]; null if nothing is known. */
void write_estimate(struct writer *w, const char *key, const char *interval,
                    struct gauge_estimate e)
{
    write_key(w, key);
    if (e.n == 0)
        write_null(w);
    else
        write_real(w, e.value);
    write_interval(w, interval, e);
}

static struct gauge_estimate estimate_at(const struct sim_results *r, int setting, int metric)
{
    return estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]);
}

/* ---- one setting ---- */

/* A game counts once for every seat of the bot. */
static void write_bots(struct writer *w, const struct sim_results *r, int setting)
{
    write_key(w, "bots");
    write_begin(w, '[');
    for (int bot = 0; bot < r->bots; bot++) {
        int win = metric_find(&r->metrics, "win-by-bot", bot);
        int score = metric_find(&r->metrics, "score-by-bot", bot);
        write_begin(w, '{');
        write_member_string(w, "bot", r->bot[bot]);
        write_member_number(w, "games", r->games * r->bot_seats[bot]);
        write_estimate(w, "win_share", "ci95", estimate_at(r, setting, win));
        write_estimate(w, "mean_score", "mean_score_ci95", estimate_at(r, setting, score));
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* In both directions, so that a reader need not know which one is there. */
static void write_pairs(struct writer *w, const struct sim_results *r, int setting)
{
    write_key(w, "pairwise");
    write_begin(w, '[');
    for (int i = 0; i < r->metrics.n; i++) {
        const struct metric *m = &r->metrics.at[i];
        if (strcmp(m->group, "ahead") != 0)
            continue;
        write_begin(w, '{');
        write_member_string(w, "a", r->bot[m->bot]);
        write_member_string(w, "b", r->bot[m->other]);
        write_estimate(w, "a_ahead", "ci95", estimate_at(r, setting, i));
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* Everything that was measured. Empty bins are left out: most of a distribution's 40 are. */
static void write_metrics(struct writer *w, const struct sim_results *r, int setting)
{
    write_key(w, "metrics");
    write_begin(w, '[');
    for (int i = 0; i < r->metrics.n; i++) {
        const struct metric *m = &r->metrics.at[i];
        struct gauge_estimate e = estimate_at(r, setting, i);
        if (e.n == 0 || (m->bin >= 0 && e.value == 0))
            continue;
        write_begin(w, '{');
        write_member_string(w, "group", m->group);
        write_member_string(w, "label", m->label);
        if (m->bot >= 0)
            write_member_string(w, "bot", r->bot[m->bot]);
        write_estimate(w, m->form == FORM_SHARE ? "share" : "mean", "ci95", e);
        write_member_number(w, "deals", e.deals);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The members that a run without sweep has at the top and a sweep has for each value. */
static void write_setting(struct writer *w, const struct sim_results *r, int setting)
{
    write_bots(w, r, setting);
    write_pairs(w, r, setting);
    write_key(w, "options");
    write_raw(w, r->setting[setting].options, strlen(r->setting[setting].options));
    write_metrics(w, r, setting);
    write_asked(w, r, setting);
}

/* ---- sweeps ---- */

/* Writes how likely it is that the true value is above 0; null if there are too few deals. */
static void write_chance(struct writer *w, const char *key, struct gauge_estimate e)
{
    write_key(w, key);
    if (e.known)
        write_real(w, e.above);
    else
        write_null(w);
}

/* Nothing if nothing was counted. */
static void write_change(struct writer *w, const struct sim_results *r, int metric,
                         struct gauge_estimate e)
{
    const struct metric *m = &r->metrics.at[metric];
    if (m->bin >= 0 || e.n == 0)
        return;
    write_begin(w, '{');
    write_member_string(w, "group", m->group);
    write_member_string(w, "label", m->label);
    write_estimate(w, "difference", "ci95", e);
    write_chance(w, "greater", e);
    write_end(w, '}');
}

/* How much more design b has than design a; a < b. */
static void write_design_pair(struct writer *w, const struct sim_results *r, int a, int b)
{
    write_begin(w, '{');
    write_member_string(w, "a", r->sweep[0].value[a]);
    write_member_string(w, "b", r->sweep[0].value[b]);
    write_key(w, "differences");
    write_begin(w, '[');
    for (int i = 0; i < r->metrics.n; i++)
        write_change(w, r, i, difference_between(r, i, a, b));
    write_end(w, ']');
    write_end(w, '}');
}

/* From setting 0, paired by deal. Bins are left out: their differences say little and are many.
 * Setting 0 gets an empty list, so that every entry has the same members. */
static void write_differences(struct writer *w, const struct sim_results *r, int setting)
{
    write_key(w, "differences");
    write_begin(w, '[');
    for (int i = 0; i < r->metrics.n && setting; i++)
        write_change(w, r, i, difference_between(r, i, 0, setting));
    write_end(w, ']');
}

/* In a grid: what two values or more do together beyond what fewer of them do. Nothing without an
 * interaction, so a sweep of one key has no such member. */
static void write_interactions(struct writer *w, const struct sim_results *r, int setting)
{
    static const struct metric mean = {.form = FORM_MEAN};
    const struct gauge_sums *beyond = r->setting[setting].beyond;
    if (!beyond)
        return;
    write_key(w, "interactions");
    write_begin(w, '[');
    for (int i = 0; i < r->metrics.n; i++) {
        struct gauge_estimate e = estimate_of(&mean, &beyond[i]);
        if (r->metrics.at[i].bin >= 0 || e.n == 0)
            continue;
        write_begin(w, '{');
        write_member_string(w, "group", r->metrics.at[i].group);
        write_member_string(w, "label", r->metrics.at[i].label);
        write_estimate(w, "interaction", "ci95", e);
        write_chance(w, "greater", e);
        write_end(w, '}');
    }
    write_end(w, ']');
}

static void write_sentence(void *to, const char *sentence)
{
    write_string(to, sentence);
}

/* For people; and for programs, the values that change nothing. */
static void write_conclusions(struct writer *w, const struct sim_results *r)
{
    write_key(w, "conclusions");
    write_begin(w, '[');
    conclude(r, write_sentence, w);
    write_end(w, ']');
    write_key(w, "untouched");
    write_begin(w, '[');
    for (int i = 0; i < r->sweeps; i++)
        for (int value = 1; value < r->sweep[i].n; value++)
            if (sweep_touches_nothing(r, i, value)) {
                write_begin(w, '{');
                write_member_string(w, "key", r->sweep[i].key);
                write_member_string(w, "value", r->sweep[i].value[value]);
                write_end(w, '}');
            }
    write_end(w, ']');
}

void write_sweep_values(struct writer *w, const struct sim_sweep *sweeps, int n, int setting)
{
    write_key(w, "values");
    write_begin(w, '[');
    for (int i = 0; i < n; i++)
        write_string(w, sweep_value(sweeps, n, i, setting));
    write_end(w, ']');
}

/* Writes "key" for one sweep, "keys" for a grid, so that readers of one need not know the other. */
static void write_swept(struct writer *w, const struct sim_results *r)
{
    if (r->sweeps == 1) {
        write_member_string(w, "key", r->sweep[0].key);
        return;
    }
    write_key(w, "keys");
    write_begin(w, '[');
    for (int i = 0; i < r->sweeps; i++)
        write_string(w, r->sweep[i].key);
    write_end(w, ']');
}

/* Designs each with each, in all that was measured but bins. */
static void write_designs(struct writer *w, const struct sim_results *r)
{
    if (!r->plan->designs || r->sweeps > 1)
        return;
    write_key(w, "designs");
    write_begin(w, '[');
    for (int b = 1; b < r->settings; b++)
        for (int a = 0; a < b; a++)
            write_design_pair(w, r, a, b);
    write_end(w, ']');
}

/* One entry for each setting, with the members that a run without sweep has at the top. "values"
 * has one entry for each setting; in a grid each has its own "values", by key. */
static void write_sweep(struct writer *w, const struct sim_results *r)
{
    write_key(w, "sweep");
    write_begin(w, '{');
    write_swept(w, r);
    write_key(w, "values");
    write_begin(w, '[');
    for (int i = 0; i < r->settings; i++) {
        write_begin(w, '{');
        write_member_string(w, "value", r->setting[i].label);
        if (r->sweeps > 1)
            write_sweep_values(w, r->sweep, r->sweeps, i);
        write_setting(w, r, i);
        write_differences(w, r, i);
        write_interactions(w, r, i);
        write_end(w, '}');
    }
    write_end(w, ']');
    write_designs(w, r);
    write_conclusions(w, r);
    write_end(w, '}');
}

/* Shares as parts of 1, as everywhere here. "looks" is how often the run could look, not how often
 * it did: the error is divided by that. */
static void write_until(struct writer *w, const struct sim_results *r)
{
    if (!(r->plan->until.half > 0))
        return;
    write_key(w, "until");
    write_begin(w, '{');
    write_member_string(w, "asked", r->plan->until.text);
    write_key(w, "half_width");
    write_real(w, r->deals > 1 ? until_half(r->plan, r->setting) : 0);
    write_member_number(w, "looks", until_looks(r->plan));
    write_member_bool(w, "reached", until_is_reached(r));
    write_end(w, '}');
}

/* The first setting is at the top as well, for readers that know nothing of sweeps. Times are left
 * out: the same run gives the same bytes. */
void print_results_json(FILE *to, const struct sim_results *r)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_string(&w, "game", r->game->name);
    write_member_number(&w, "deals", r->deals);
    write_member_number(&w, "games", r->games);
    write_setting(&w, r, 0);
    write_member_number(&w, "players", r->players);
    write_member_number(&w, "seatings", r->seatings);
    write_member_number(&w, "planned_deals", r->planned);
    write_member_string(&w, "seed", r->seed);
    write_until(&w, r);
    if (r->sweeps)
        write_sweep(&w, r);
    write_end(&w, '}');
    fprintf(to, "%s\n", w.at);
    writer_free(&w);
}
