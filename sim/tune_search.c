/* The search: a start that fills the box, then rounds of proposals where models of the metrics
 * expect the least cost, near the best point so far, and with more deals each round. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "sim/tune.h"

/* Rounds after the start; new points a round; the best ones that are played on; how often a
 * minimum of the models is looked for. */
enum { ROUNDS = 10, PROPOSALS = 6, LEADERS = 3, TRIES = 12 };

/* ---- the best so far ---- */

/* By cost alone. leaders_of leaves out trials with too few deals, of which the best is likely one
 * with luck. */
static int is_better(const struct tune_trial *a, const struct tune_trial *b)
{
    return a->loss < b->loss;
}

/* The n best trials with at least so many deals. Best first; returns how many were found. A trial
 * that was never played is no leader, even for 0 deals. */
static int leaders_of(const struct tune *t, int64_t deals, int *list, int n)
{
    int found = 0;
    for (int i = 0; i < t->trials; i++) {
        int at = found;
        if (t->trial[i].deals < deals || t->trial[i].deals == 0)
            continue;
        if (found == n && !is_better(&t->trial[i], &t->trial[list[n - 1]]))
            continue;
        at = found < n ? found++ : n - 1;
        for (; at > 0 && is_better(&t->trial[i], &t->trial[list[at - 1]]); at--)
            list[at] = list[at - 1];
        list[at] = i;
    }
    return found;
}

/* ---- proposals ---- */

static int within(const struct tune *t, int key, int value)
{
    const struct tune_key *k = &t->key[key];
    return value < k->least ? k->least : value > k->most ? k->most : value;
}

/* How far a key may move from the best point: a part of its range, at least one step. `reach` is a
 * part of the range, from 0 to 1. */
static int step_of(const struct tune *t, int key, double reach)
{
    int step = (int)lround(reach * (t->key[key].most - t->key[key].least));
    return step < 1 ? 1 : step;
}

/* The best value of one key, the others staying as they are. Returns 1 if the value changed. The
 * small difference keeps two equal costs from taking turns for ever. */
static int improve_key(const struct tune *t, const struct tune_model *model, const int *best,
                       double reach, int key, int *value)
{
    int was = value[key], step = step_of(t, key, reach), choice = was;
    int low = within(t, key, best[key] - step), high = within(t, key, best[key] + step);
    double least = models_loss(t, model, value);
    for (int v = low; v <= high; v++) {
        value[key] = v;
        double loss = models_loss(t, model, value);
        if (loss < least - 1e-12) {
            least = loss;
            choice = v;
        }
    }
    value[key] = choice;
    return choice != was;
}

/* Key after key, until none gets better. At most 20 rounds; each one lowers the cost that the
 * models expect. */
static void descend(const struct tune *t, const struct tune_model *model, const int *best,
                    double reach, int *value)
{
    for (int round = 0, moved = 1; moved && round < 20; round++) {
        moved = 0;
        for (int key = 0; key < t->keys; key++)
            moved |= improve_key(t, model, best, reach, key, value);
    }
}

/* Somewhere in reach. Each key on its own, with equal chances for every value in reach. */
static void jitter(struct tune *t, const int *best, double reach, int *value)
{
    for (int k = 0; k < t->keys; k++) {
        int step = step_of(t, k, reach);
        value[k] = within(t, k, best[k] + (int)tune_below(t, (uint32_t)(2 * step + 1)) - step);
    }
}

static int is_listed(const struct tune *t, const int *list, int n, const int *value)
{
    for (int i = 0; i < n; i++)
        if (memcmp(t->trial[list[i]].value, value, (size_t)t->keys * sizeof value[0]) == 0)
            return 1;
    return 0;
}

/* Minima of the models, from the best point and from others nearby; where they repeat themselves,
 * their neighbours, from which the models learn. Returns how many trials are in the list, `most` at
 * most. They are made but not played. */
static int propose(struct tune *t, const int *best, double reach, int *list, int most)
{
    struct tune_model *model = calloc((size_t)t->parts, sizeof model[0]);
    int n = 0, value[KEYS_MAX] = {0};
    MUST(model);
    models_fit(t, best, fmax(1.5 * reach, 0.1), model);
    for (int i = 0; i < TRIES * PROPOSALS && n < most; i++) {
        if (i % TRIES == 0)
            memcpy(value, best, sizeof value);
        else
            jitter(t, best, reach, value);
        if (i < TRIES)
            descend(t, model, best, reach, value);
        else if (n && i % 2)
            jitter(t, t->trial[list[0]].value, reach / 2, value);
        int trial = is_listed(t, list, n, value) ? -1 : trial_of(t, value);
        if (trial >= 0)
            list[n++] = trial;
    }
    free(model);
    return n;
}

/* ---- rounds ---- */

static void say(struct tune *t, const char *what)
{
    if (t->say)
        t->say(t->with, t, what);
}

/* The point before is always among them: the result is never worse without being seen to be. Points
 * that come twice, in a small box, are left out, so there may be fewer. */
static int start_points(struct tune *t, int most, int *list)
{
    int n = 0, value[KEYS_MAX] = {0};
    for (int k = 0; k < t->keys; k++)
        value[k] = t->key[k].was_known ? t->key[k].was : (t->key[k].least + t->key[k].most) / 2;
    list[n++] = trial_of(t, value);
    for (int i = 0; n < most && i < 4 * most; i++) {
        tune_spread(t, i, value);
        int trial = trial_of(t, value);
        if (!is_listed(t, list, n, value))
            list[n++] = trial;
    }
    return n;
}

/* The point to begin with, and each key a quarter of its range to both sides. A neighbour outside
 * the bounds is moved to the bound, or left out if that is the point itself. */
static int local_points(struct tune *t, int *list)
{
    int n = 0, value[KEYS_MAX] = {0};
    memcpy(value, t->near, sizeof value);
    list[n++] = trial_of(t, value);
    for (int i = 0; i < 2 * t->keys; i++) {
        int step = step_of(t, i / 2, 0.25);
        value[i / 2] = within(t, i / 2, t->near[i / 2] + (i % 2 ? step : -step));
        if (!is_listed(t, list, n, value))
            list[n++] = trial_of(t, value);
        value[i / 2] = t->near[i / 2];
    }
    return n;
}

/* As many as one batch holds, because all are to play the same deals. */
static int points_at_start(const struct tune *t)
{
    int n = 8 + 3 * t->keys;
    return n > BATCH_MAX ? BATCH_MAX : n;
}

/* So that all rounds together spend what is left, each with a third more deals than the one
 * before. */
static double first_deals(int64_t left)
{
    double sum = 0, grown = 1;
    for (int i = 0; i < ROUNDS; i++, grown *= 1.33)
        sum += grown * (PROPOSALS + 1);
    return (double)left / sum;
}

/* `reach` shrinks from 0.4 of each range to 0.04. Leaders are chosen again after they have played
 * on: luck with few deals is soon used up. */
static void search_round(struct tune *t, int round, int64_t deals)
{
    int list[PROPOSALS + LEADERS], leader[LEADERS];
    double reach = fmax(0.04, 0.4 * pow(0.75, round));
    int leaders = leaders_of(t, 1, leader, LEADERS);
    trials_play(t, leader, leaders, deals);
    leaders = leaders_of(t, deals, leader, LEADERS);
    if (t->stopped || !leaders)
        return;
    t->best = leader[0];
    int n = propose(t, t->trial[t->best].value, reach, list, PROPOSALS);
    trials_play(t, list, n, deals);
    if (!t->stopped && leaders_of(t, deals, leader, 1))
        t->best = leader[0];
    say(t, "round");
}

/* The best trials and what the models expect to be best, with as many deals each as the budget
 * allows. The models have seen all trials, so they are less easily fooled by luck. Nothing happens
 * if the budget gives the best point no more deals than it has. */
static void last_race(struct tune *t)
{
    int list[LEADERS + 2], n = leaders_of(t, t->trial[t->best].deals, list, LEADERS), leader[1];
    n += propose(t, t->trial[t->best].value, 0.05, list + n, 2);
    int64_t left = t->budget - t->spent, have = 0;
    for (int i = 0; i < n; i++)
        have += t->trial[list[i]].deals;
    int64_t deals = (left > 0 ? left + have : have) / n;
    if (deals <= t->trial[t->best].deals)
        return;
    trials_play(t, list, n, deals);
    if (!t->stopped && leaders_of(t, deals, leader, 1))
        t->best = leader[0];
}

/* A quarter of the budget goes into the start, what the rounds leave into a last race. A local
 * search leaves out the rounds that look far. */
void tune_by_surface(struct tune *t)
{
    int list[BATCH_MAX], leader[1];
    int n = t->local ? local_points(t, list) : start_points(t, points_at_start(t), list);
    int64_t before = t->spent, budget = t->budget - before, deals = budget / 4 / n;
    deals = deals < 16 ? 16 : deals;
    trials_play(t, list, n, deals);
    if (t->stopped || !leaders_of(t, 1, leader, 1))
        return;
    t->best = leader[0];
    say(t, "start");
    double grown = fmax(first_deals(budget * 13 / 20), (double)deals);
    for (int round = 2 * t->local; round < ROUNDS && !t->stopped; round++, grown *= 1.33)
        if (t->spent - before + (int64_t)grown * PROPOSALS < budget * 13 / 20)
            search_round(t, round, (int64_t)grown);
    if (!t->stopped)
        last_race(t);
    say(t, "end");
}
