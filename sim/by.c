/* Results by the values of columns (--by): a row of sums for each value that occurred, kept in the
 * order of values, so that threads and ranks make no difference. */
#include "sim/by.h"

#include <stdlib.h>

#include "sim/blocks.h"
#include "sim/plan.h"

/* ---- the sums of a run ---- */

/* By the first column, then by the second; unused keys are 0 in every row and so make no
 * difference. */
static int compare(const int64_t a[BY_MAX], const int64_t b[BY_MAX])
{
    for (int i = 0; i < BY_MAX; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The first row that is not before this key; t->n if all rows are before it. */
static int place_of(const struct by_table *t, const int64_t key[BY_MAX])
{
    int from = 0, to = t->n;
    while (from < to) {
        int middle = (from + to) / 2;
        if (compare(t->at[middle].key, key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* A new row is all 0. Rows move when one is put in between, so the pointer is good until the next
 * call. */
struct by_row *by_row(struct by_table *t, const int64_t key[BY_MAX])
{
    int at = place_of(t, key);
    if (at < t->n && compare(t->at[at].key, key) == 0)
        return &t->at[at];
    if (t->n == t->cap) {
        t->cap = 2 * t->cap + 16;
        t->at = realloc(t->at, (size_t)t->cap * sizeof t->at[0]);
        MUST(t->at);
    }
    memmove(&t->at[at + 1], &t->at[at], (size_t)(t->n - at) * sizeof t->at[0]);
    memset(&t->at[at], 0, sizeof t->at[at]);
    memcpy(t->at[at].key, key, sizeof t->at[at].key);
    t->n++;
    return &t->at[at];
}

/* Sums are whole numbers, so the order in which tables are merged does not show in the result. */
void by_merge(struct by_table *to, const struct by_table *t)
{
    for (int i = 0; i < t->n; i++) {
        struct by_row *row = by_row(to, t->at[i].key);
        for (int m = 0; m < BY_MEASURES; m++)
            tally_merge(&row->tally[m], &t->at[i].tally[m]);
    }
}

/* The table is empty afterwards and may be filled again. */
void by_free(struct by_table *t)
{
    free(t->at);
    *t = (struct by_table){0};
}

/* ---- a deal ---- */

/* The row of this deal with this key; a deal has few, so they are looked through. The pointer is
 * good until the next new key: the list may move. */
static struct by_figures *figures_of(struct by_deal *d, int setting, const int64_t key[BY_MAX])
{
    for (int i = 0; i < d->n; i++)
        if (d->at[i].setting == setting && compare(d->at[i].key, key) == 0)
            return &d->at[i];
    if (d->n == d->cap) {
        d->cap = 2 * d->cap + 16;
        d->at = realloc(d->at, (size_t)d->cap * sizeof d->at[0]);
        MUST(d->at);
    }
    struct by_figures *new = &d->at[d->n++];
    memset(new, 0, sizeof *new);
    new->setting = setting;
    memcpy(new->key, key, sizeof new->key);
    return new;
}

/* Measures are in the order of by_row.tally: wins in WINths, the score, then the columns of
 * --show. */
void by_count(const struct sim_plan *p, const int64_t *cell, int setting, struct by_deal *d)
{
    int64_t key[BY_MAX] = {0};
    for (int i = 0; i < p->bys; i++)
        key[i] = cell[p->by[i]];
    struct by_figures *f = figures_of(d, setting, key);
    figure_add(&f->figure[0], cell[COLUMN_WON] ? WIN / cell[COLUMN_WINNERS] : 0, WIN);
    figure_add(&f->figure[1], cell[COLUMN_SCORE], 1);
    for (int i = 0; i < p->shows; i++)
        figure_add(&f->figure[2 + i], cell[p->show[i]], 1);
}

/* Each deal is one sample, however many of its seats had the value. */
void by_add_deal(struct by_table *table, const struct by_deal *d)
{
    for (int i = 0; i < d->n; i++) {
        struct by_row *row = by_row(&table[d->at[i].setting], d->at[i].key);
        for (int m = 0; m < BY_MEASURES; m++)
            tally_add(&row->tally[m], d->at[i].figure[m]);
    }
}
