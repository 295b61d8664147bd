/* Keeps the best of all games played, in whatever order they come. */
#include "sim/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* A total order, so that the same games are kept whatever thread finishes first. Negative: a is the
 * better one. Ranks are small, so their difference does not overflow. */
static int64_t compare(const struct sim_record *a, const struct sim_record *b)
{
    if (a->rank != b->rank)
        return b->rank - a->rank;
    if (a->deal != b->deal)
        return a->deal - b->deal;
    return a->setting != b->setting ? a->setting - b->setting : a->seating - b->seating;
}

/* The last one on the shelf is the worst: only it need be beaten. 0 always for a shelf without room
 * (cap 0). */
int shelf_wants(const struct sim_shelf *s, const struct sim_record *k)
{
    return s->n < s->cap || (s->cap > 0 && compare(k, &s->at[s->n - 1]) < 0);
}

/* Put in by insertion: shelves are short. What does not fit is freed, whether it is the new game or
 * the last one. */
void shelf_put(struct sim_shelf *s, struct sim_record k)
{
    if (!shelf_wants(s, &k)) {
        free(k.moves.at);
        return;
    }
    if (!s->at) {
        s->at = calloc((size_t)s->cap, sizeof s->at[0]);
        MUST(s->at);
    }
    if (s->n == s->cap)
        free(s->at[--s->n].moves.at);
    int i = s->n++;
    for (; i > 0 && compare(&k, &s->at[i - 1]) < 0; i--)
        s->at[i] = s->at[i - 1];
    s->at[i] = k;
}

/* A game that this deal's games pushed off does not come back. Deals are given up only when a run
 * is interrupted, and then the shelf need not hold the best of all. */
void shelf_forget(struct sim_shelf *s, int64_t deal)
{
    int left = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].deal == deal)
            free(s->at[i].moves.at);
        else
            s->at[left++] = s->at[i];
    }
    s->n = left;
}

/* cap is 0 afterwards, so nothing can be put there any more. */
void shelf_free(struct sim_shelf *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].moves.at);
    free(s->at);
    memset(s, 0, sizeof *s);
}
