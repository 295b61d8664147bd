/* Points of a tuning: which were played, how long, and what they cost. */
#include "sim/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* ---- luck ---- */

/* The search's own, from the seed: the same run makes the same choices. n above 0. The upper half
 * of the generator's 64 bits: the lower ones repeat soon. */
uint32_t tune_below(struct tune *t, uint32_t n)
{
    t->luck = t->luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((t->luck >> 32) * n) >> 32);
}

/* The root of x^(keys + 1) = x + 1: its powers make a sequence that fills the box evenly, in any
 * number of dimensions (Roberts). 60 steps are far more than the precision of a double needs. */
static double spread_root(int keys)
{
    double x = 2;
    for (int i = 0; i < 60; i++)
        x = pow(1 + x, 1.0 / (keys + 1));
    return x;
}

/* i counts from 0; the i-th point does not depend on how many are asked for. */
void tune_spread(const struct tune *t, int i, int *value)
{
    double root = spread_root(t->keys), step = 1;
    for (int k = 0; k < t->keys; k++) {
        double whole, unit;
        step /= root;
        unit = modf(0.5 + (i + 1) * step, &whole);
        value[k] = t->key[k].least + (int)(unit * (t->key[k].most - t->key[k].least + 1));
    }
}

/* ---- trials ---- */

/* A new trial has no deals and an infinite loss. Trials do not move, but their array is made by the
 * first one. */
int trial_of(struct tune *t, const int *value)
{
    size_t bytes = (size_t)t->keys * sizeof value[0];
    for (int i = 0; i < t->trials; i++)
        if (memcmp(t->trial[i].value, value, bytes) == 0)
            return i;
    if (t->trials == TRIALS_MAX)
        return -1;
    if (!t->trial)
        t->trial = calloc(TRIALS_MAX, sizeof t->trial[0]);
    MUST(t->trial);
    struct tune_trial *new = &t->trial[t->trials];
    memcpy(new->value, value, bytes);
    new->sum = calloc((size_t)t->parts, sizeof new->sum[0]);
    new->loss = INFINITY;
    MUST(new->sum);
    return t->trials++;
}

/* `part` has room for t->parts. Costs are computed from these, so known = 0 until a deal
 * counted. */
void trial_readings(const struct tune *t, const struct tune_trial *r, struct tune_value *part)
{
    for (int i = 0; i < t->parts; i++)
        part[i] = reading_of(&t->form[i], &r->sum[i]);
}

static int is_in(const int *list, int n, int trial)
{
    for (int i = 0; i < n; i++)
        if (list[i] == trial)
            return 1;
    return 0;
}

/* Those of the list that have exactly so many deals, at most a batch; each once, or its deals would
 * count twice. Trials with different numbers of deals cannot share a batch: its deals would not be
 * the same. */
static int take_batch(const struct tune *t, const int *list, int n, int64_t from, int *batch)
{
    int taken = 0;
    for (int i = 0; i < n && taken < BATCH_MAX; i++)
        if (list[i] >= 0 && t->trial[list[i]].deals == from && !is_in(batch, taken, list[i]))
            batch[taken++] = list[i];
    return taken;
}

/* All of a batch play the same deals. If it is interrupted nothing is counted, so that no trial has
 * only some of its deals. */
static void play_batch(struct tune *t, const int *batch, int n, int64_t from, int64_t to)
{
    int value[BATCH_MAX][KEYS_MAX] = {{0}};
    struct gauge_sums *sum = calloc((size_t)n * (size_t)t->parts, sizeof sum[0]);
    struct tune_value part[PARTS_MAX];
    MUST(sum);
    for (int i = 0; i < n; i++)
        memcpy(value[i], t->trial[batch[i]].value, sizeof value[i]);
    uint64_t refused = 0;
    t->stopped |= t->play(t->with, (const int(*)[KEYS_MAX])value, n, from, to, sum, &refused) < 0;
    for (int i = 0; i < n && !t->stopped; i++) {
        struct tune_trial *r = &t->trial[batch[i]];
        for (int k = 0; k < t->parts; k++)
            tally_merge(&r->sum[k], &sum[i * t->parts + k]);
        r->deals = to;
        t->spent += to - from;
        trial_readings(t, r, part);
        r->loss = refused >> i & 1 ? INFINITY : targets_loss(t, part);
    }
    free(sum);
}

/* The trials that are furthest behind catch up first, until all have as many. */
void trials_play(struct tune *t, const int *list, int n, int64_t deals)
{
    int batch[BATCH_MAX];
    while (!t->stopped) {
        int64_t from = deals;
        for (int i = 0; i < n; i++)
            if (list[i] >= 0 && t->trial[list[i]].deals < from)
                from = t->trial[list[i]].deals;
        int taken = from < deals ? take_batch(t, list, n, from, batch) : 0;
        if (!taken)
            return;
        play_batch(t, batch, taken, from, deals);
    }
}

void trials_forget(struct tune *t)
{
    for (int i = 0; i < t->trials; i++) {
        memset(t->trial[i].sum, 0, (size_t)t->parts * sizeof t->trial[i].sum[0]);
        t->trial[i].deals = 0;
        t->trial[i].loss = INFINITY;
    }
}

/* The rest of `t` was not allocated and stays. */
void tune_free(struct tune *t)
{
    for (int i = 0; i < t->trials; i++)
        free(t->trial[i].sum);
    free(t->trial);
    t->trial = NULL;
    t->trials = 0;
}
