/* Models of the metrics near a point: polynomials of second degree without mixed terms, by weighted
 * least squares. Targets are about metrics, and those change smoothly with the keys; what they cost
 * together does not, so the metrics are modelled and the cost is computed from them. */
#include <math.h>
#include <string.h>

#include "sim/tune.h"

enum { TERMS_MAX = 1 + 2 * KEYS_MAX };

/* A key as a number from -1 to 1 around a point; a step of the whole range is 2. 0 for a key
 * without a range. */
static double place_of(const struct tune *t, int key, int value, int near)
{
    int range = t->key[key].most - t->key[key].least;
    return range ? 2.0 * (value - near) / range : 0;
}

/* 1, the keys, then their squares. Returns how many. Terms must be in the same order for fitting
 * and for predicting. */
static int terms_of(const struct tune *t, const int *value, const int *near, int squares,
                    double *term)
{
    int n = 0;
    term[n++] = 1;
    for (int k = 0; k < t->keys; k++)
        term[n++] = place_of(t, k, value[k], near[k]);
    for (int k = 0; k < t->keys && squares; k++)
        term[n++] = term[1 + k] * term[1 + k];
    return n;
}

/* Distances are measured in the key that is farthest away. From 1 at the point itself towards 0;
 * `reach` is the standard deviation of a bell curve. */
static double nearness(const struct tune *t, const int *value, const int *near, double reach)
{
    double far = 0;
    for (int k = 0; k < t->keys; k++)
        far = fmax(far, fabs(place_of(t, k, value[k], near[k])) / 2);
    return exp(-0.5 * far * far / (reach * reach));
}

/* Gauss, with the greatest pivot; the matrix is small and made safe by the ridge. `a` is
 * overwritten. A pivot of 0 cannot occur: the ridge adds to every diagonal element. */
static void solve(double a[TERMS_MAX][TERMS_MAX + 1], int n, double *x)
{
    for (int i = 0; i < n; i++) {
        int pivot = i;
        for (int k = i + 1; k < n; k++)
            pivot = fabs(a[k][i]) > fabs(a[pivot][i]) ? k : pivot;
        for (int k = 0; k <= n; k++) {
            double swap = a[i][k];
            a[i][k] = a[pivot][k];
            a[pivot][k] = swap;
        }
        for (int row = i + 1; row < n; row++) {
            double by = a[row][i] / a[i][i];
            for (int k = i; k <= n; k++)
                a[row][k] -= by * a[i][k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = a[i][n];
        for (int k = i + 1; k < n; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
}

/* What one trial adds to the equations. */
static void add_trial(double a[TERMS_MAX][TERMS_MAX + 1], int n, const double *term, double weight,
                      double value)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            a[i][k] += weight * term[i] * term[k];
        a[i][n] += weight * term[i] * value;
    }
}

/* A ridge on everything but the constant keeps terms small that nothing was learnt about. Trials
 * count by deals, because the variance of a reading falls with them. */
static void fit(const struct tune *t, const int *near, double reach, int part, struct tune_model *m)
{
    double a[TERMS_MAX][TERMS_MAX + 1] = {{0}}, total = 0;
    int n = 1 + t->keys * (1 + m->squares);
    for (int i = 0; i < t->trials; i++) {
        const struct tune_trial *r = &t->trial[i];
        struct tune_value read =
            r->deals ? reading_of(&t->form[part], &r->sum[part]) : (struct tune_value){.known = 0};
        double term[TERMS_MAX];
        if (!read.known)
            continue;
        double weight = (double)r->deals * nearness(t, r->value, near, reach);
        terms_of(t, r->value, near, m->squares, term);
        add_trial(a, n, term, weight, read.value);
        total += weight;
    }
    m->known = total > 0;
    for (int i = 0; i < n; i++)
        a[i][i] += i ? 1e-3 * total + 1e-9 : 1e-12;
    if (m->known)
        solve(a, n, m->at);
}

/* Squares need enough trials in reach. More than there are unknowns (1 + 2 * keys), each trial
 * counted by its nearness. */
static int may_bend(const struct tune *t, const int *near, double reach)
{
    double trials = 0;
    for (int i = 0; i < t->trials; i++)
        trials += t->trial[i].deals ? nearness(t, t->trial[i].value, near, reach) : 0;
    return trials > 2 * t->keys + 3;
}

/* `model` has room for t->parts. All bend or none does, so their terms can be computed once. */
void models_fit(const struct tune *t, const int *near, double reach, struct tune_model *model)
{
    int squares = may_bend(t, near, reach);
    for (int part = 0; part < t->parts; part++) {
        model[part] = (struct tune_model){.keys = t->keys, .squares = squares};
        memcpy(model[part].near, near, sizeof model[part].near);
        fit(t, near, reach, part, &model[part]);
    }
}

double models_loss(const struct tune *t, const struct tune_model *model, const int *value)
{
    struct tune_value part[PARTS_MAX] = {{0}};
    double term[TERMS_MAX];
    int n = terms_of(t, value, model[0].near, model[0].squares, term);
    for (int i = 0; i < t->parts; i++) {
        part[i].known = model[i].known;
        for (int k = 0; k < n; k++)
            part[i].value += model[i].at[k] * term[k];
    }
    return targets_loss(t, part);
}
