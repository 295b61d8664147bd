/* Greedy's weights for the numbers it plays: its dials are tuned as the keys of a game are, with
 * the wins against its usual weights as the only target. So the answer of a tuning is about the
 * game, and less about a bot that was made for other numbers. */
#include <stdlib.h>

#include "bots/bots.h"
#include "engine/numbers.h"
#include "sim/crew.h"
#include "sim/gauge.h"
#include "sim/ranks.h"
#include "sim/tune_run.h"

/* The values of a dial, in percent: four steps to each side, two of them a factor of 1.4. */
enum { STEPS_EACH = 4, STEPS_ALL = 2 * STEPS_EACH + 1 };

/* Step 0 is the usual weight. Steps are factors, not differences: half as much and twice as much
 * are equally far away. */
static int percent_of(int step)
{
    static const int percent[STEPS_ALL] = {50, 59, 71, 84, 100, 119, 141, 168, 200};
    MUST(step >= -STEPS_EACH && step <= STEPS_EACH);
    return percent[step + STEPS_EACH];
}

int tune_fits(const struct sim_plan *p)
{
    for (int i = 0; i < p->players; i++)
        if (p->bot[i].bot && p->bot[i].bot->dials && !p->bot[i].how.dialled)
            return i;
    return -1;
}

/* All instances of that bot are, unless their dials were turned by hand. Only where tune_fits finds
 * one. */
static int is_fitted(const struct sim_plan *p, int instance)
{
    return p->bot[instance].bot && p->bot[instance].bot == p->bot[tune_fits(p)].bot &&
           !p->bot[instance].how.dialled;
}

/* Without a fit nothing changes. p->how then stands for all settings, so every setting of the run
 * must be set by it. */
void tune_play_by(struct tune_run *r, int setting, const struct bot_options *how)
{
    const struct sim_plan *p = r->plan;
    if (!r->refit || tune_fits(p) < 0)
        return;
    r->plan->how = r->how;
    for (int i = 0; i < p->players; i++) {
        r->how[setting][i] = p->bot[i].how;
        if (!is_fitted(p, i))
            continue;
        memcpy(r->how[setting][i].dial, how->dial, sizeof how->dial);
        r->how[setting][i].dialled = how->dialled;
    }
}

/* A dial of 0 is as usual and not named. A name that is too long is cut. */
void tune_fit_name(const struct tune_run *r, const struct bot_options *how, char text[BOT_TEXT])
{
    int instance = tune_fits(r->plan);
    const struct bot *bot = r->plan->bot[instance].bot;
    int n = snprintf(text, BOT_TEXT, "%s", r->plan->text[r->plan->kind[instance]]);
    for (int i = 0; i < bot->dials_n && n < BOT_TEXT; i++)
        if (how->dial[i])
            n += snprintf(text + n, (size_t)(BOT_TEXT - n), ":%s=%d", bot->dials[i].name,
                          how->dial[i]);
}

/* ---- the games of a fit ---- */

/* `plan` is a copy of the run's with players and metrics of its own; `gauge` is its gauge without
 * watch(). */
struct fitting {
    struct tune tune;
    struct tune_run *run;
    struct sim_plan *plan;
    struct gauge gauge;
    struct bot_options how[MAX_VALUES][MAX_SEATS];
};

/* One of them against the others with usual weights. Only wins are counted, without events.
 * Instance 0 is the fitted one. The metrics are the copy's own from here on: plan_free at the end
 * frees these and not the run's. */
static void open_plan(struct fitting *f, int instance, enum fit_for which)
{
    struct sim_plan *p = f->plan;
    *p = *f->run->plan;
    f->gauge = *p->gauge;
    f->gauge.watch = NULL;
    p->gauge = &f->gauge;
    p->how = f->how;
    for (int i = 0; i < p->players; i++) {
        p->bot[i] = f->run->plan->bot[instance];
        p->exec[i] = (struct exec_bot){0};
        snprintf(p->text[i], sizeof p->text[i], i ? "usual" : "fitted");
    }
    plan_seats(p);
    memset(&p->metrics, 0, sizeof p->metrics);
    general_open(&p->general, &p->metrics, p);
    p->probes = p->bys = p->wheres = p->shows = p->written_n = 0;
    tune_fresh_seed(p->seed, 1 + 2 * (int)which);
}

/* The search begins at the steps of the weights played by now. 0 stands for the usual weight. */
static void open_dials(struct fitting *f, const struct bot_options *from)
{
    struct tune *t = &f->tune;
    const struct bot *bot = f->plan->bot[0].bot;
    for (int i = 0; i < bot->dials_n; i++) {
        struct tune_key *k = &t->key[t->keys++];
        k->least = -STEPS_EACH;
        k->most = STEPS_EACH;
        while (t->near[i] < STEPS_EACH && percent_of(t->near[i]) < from->dial[i])
            t->near[i]++;
        while (from->dial[i] && t->near[i] > -STEPS_EACH && percent_of(t->near[i]) > from->dial[i])
            t->near[i]--;
    }
    t->target[t->targets++] =
        (struct tune_target){.wish = WISH_ABOVE, .value = 1, .weight = 1, .scale = 0.01, .n = 1};
    t->metric[0] = f->plan->general.win_bot + f->plan->kind[0];
    t->form[0] = f->plan->metrics.at[t->metric[0]];
    t->parts = 1;
    t->local = 1;
}

/* `value` has a step for each dial. */
static void turn(struct bot_options *how, const struct tune *t, const int *value)
{
    for (int i = 0; i < t->keys; i++)
        bot_turn(how, i, percent_of(value[i]));
}

/* The numbers are those of setting 0, for all of them. `which`: the points that are to be played,
 * by index. Only instance 0 plays by the weights of the point. */
static void seat_points(struct fitting *f, const int (*value)[KEYS_MAX], const int *which, int n)
{
    struct sim_plan *p = f->plan;
    for (int i = 0; i < n; i++) {
        memcpy(p->begun[i], p->begun[0], sizeof p->begun[0]);
        p->varied[i] = p->varied[0];
        for (int k = 0; k < p->players; k++)
            f->how[i][k] = p->bot[k].how;
        turn(&f->how[i][0], &f->tune, value[which[i]]);
    }
    p->settings = n;
}

/* A play_points. No point of dials is refused. */
static int play_fit(void *with, const int (*value)[KEYS_MAX], int n, int64_t from, int64_t to,
                    struct gauge_sums *out, uint64_t *refused)
{
    struct fitting *f = with;
    struct sim_harvest h;
    int missing[BATCH_MAX], bad = 0;
    int found = tune_missing(f->run, &f->tune, value, n, from, to, out, refused, missing);
    if (found) {
        seat_points(f, value, missing, found);
        bad = tune_play_plan(f->run, f->plan, from, to, &h);
        for (int i = 0; i < found && !bad; i++) {
            out[missing[i]] = h.results.setting[i].tally[f->tune.metric[0]];
            if (f->run->journal)
                tune_remember(f->run, &f->tune, value[missing[i]], from, to, &out[missing[i]], 0);
        }
        tune_journal_flush(f->run);
        harvest_free(&h);
    }
    ranks_share(out, (size_t)n * sizeof out[0]);
    return bad;
}

/* ---- a fit ---- */

/* A percentage point above an equal share, or what is played hardly differs; beyond that three
 * standard errors, because there are up to three fits, and each may be lucky. The interval is about
 * two standard errors to each side; one and a half times that is three. */
static int is_gain(const struct gauge_estimate *e, int players)
{
    return e->known && e->value - 1.5 * (e->value - e->low) > 1.0 / players + 0.01;
}

/* On deals that the fit has not seen, half as many games as it had. 0, or -1 if it was interrupted.
 * Only rank 0 has sums; all ranks must agree on `gained`, or they would search on in different
 * places. */
static int check(struct fitting *f, struct tune_fit *fit, enum fit_for which)
{
    struct sim_harvest h;
    const int only[1] = {0}, value[1][KEYS_MAX] = {{0}};
    int64_t deals = f->run->refit / 2 / f->plan->seatings + 1;
    seat_points(f, value, only, 1);
    f->how[0][0] = fit->found;
    memcpy(f->plan->seed, f->run->plan->seed, sizeof f->plan->seed);
    tune_fresh_seed(f->plan->seed, 2 + 2 * (int)which);
    int bad = tune_play_plan(f->run, f->plan, 0, deals, &h);
    if (!bad && f->run->ranks->rank == 0)
        fit->wins = estimate_of(&f->tune.form[0], &h.results.setting[0].tally[f->tune.metric[0]]);
    harvest_free(&h);
    ranks_share(&fit->wins, sizeof fit->wins);
    fit->games = (f->tune.spent + deals) * f->plan->seatings;
    fit->gained = is_gain(&fit->wins, f->plan->players);
    return bad;
}

/* 0, or -1 if it was interrupted. The weights found are checked even if they are the old ones. */
static int find(struct fitting *f, struct tune_fit *fit, enum fit_for which)
{
    struct tune *t = &f->tune;
    open_dials(f, &f->run->now);
    t->budget = f->run->refit / f->plan->seatings;
    t->play = play_fit;
    t->with = f;
    tune_by_surface(t);
    if (t->stopped)
        return -1;
    fit->found = f->plan->bot[0].how;
    turn(&fit->found, t, t->trial[t->best].value);
    return check(f, fit, which);
}

/* The numbers before, or those of the best point. 0, or -1 if the game refuses the numbers, which
 * have been played before. */
static int begin_fit(struct fitting *f, enum fit_for which)
{
    struct tune_run *r = f->run;
    struct refusal why;
    const struct tune *t = &r->tune;
    json_t *options = which == FIT_BEFORE ? json_deep_copy(r->options)
                                          : tune_options(r, t->trial[t->best].value, &why);
    int bad = options ? tune_begin(f->plan, 0, options, &why) : -1;
    json_decref(options);
    return bad;
}

/* The phase keeps its entries in the journal apart. On failure the run stops, and the weights are
 * as if nothing had been gained. */
int tune_refit(struct tune_run *r, enum fit_for which)
{
    struct tune_fit *fit = &r->fit[which];
    struct fitting *f = calloc(1, sizeof *f);
    int phase = r->phase;
    MUST(f && (f->plan = malloc(sizeof *f->plan)));
    f->run = r;
    open_plan(f, tune_fits(r->plan), which);
    r->phase = PHASE_FIT + (int)which;
    numbers_forget();
    int bad = begin_fit(f, which) < 0 || find(f, fit, which) < 0;
    r->phase = phase;
    fit->how = fit->gained ? fit->found : r->plan->bot[tune_fits(r->plan)].how;
    fit->turned = memcmp(fit->how.dial, r->now.dial, sizeof fit->how.dial) != 0;
    r->now = fit->how;
    if (bad)
        r->tune.stopped = 1;
    else if (r->say_fit && r->ranks->rank == 0)
        r->say_fit(r, which);
    tune_free(&f->tune);
    plan_free(f->plan);
    free(f->plan);
    free(f);
    return bad ? -1 : 0;
}
