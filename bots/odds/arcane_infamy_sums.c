/* Sums of infamy of unseen cards, counted and not sampled.
 *
 * The cards are handled one infamy after another; for each, all numbers of cards in either place
 * are tried. */
#include <stdlib.h>

#include "bots/odds/arcane_sale_odds.h"

/* A row of x->size numbers, the first for the difference x->least. */
static double *ways_at(const struct sale_spread *x, int i, int j)
{
    return x->ways + (i * (x->b + 1) + j) * x->size;
}

/* The least and the greatest infamy of a single unseen card, with 0 among them. 0 is among them so
 * that differences of no cards at all have a place. */
void spread_infamies(const struct arcane_state *s, int *least, int *most)
{
    *least = *most = 0;
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (!s->pool[i])
            continue;
        *least = int_min(*least, s->cards.infamy[i]);
        *most = -int_min(-*most, -s->cards.infamy[i]);
    }
}

/* n over k; exact in a double for the sizes of a box. */
static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* How many unseen cards have this infamy. */
static int cards_of_infamy(const struct arcane_state *s, int w)
{
    int n = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        n += s->cards.infamy[i] == w ? s->pool[i] : 0;
    return n;
}

/* Adds the ways in which c and e more cards of infamy w are taken. Differences that the earlier
 * cards cannot have are skipped. The range that is copied is that of p and q earlier cards, so `to`
 * stays within its row. */
static void spread_shift(struct sale_spread *x, int i, int j, int c, int e, int w, double ways)
{
    int p = i - c, q = j - e, shift = (c - e) * w;
    int begin = p * x->lowest - q * x->highest - x->least;
    int end = p * x->highest - q * x->lowest - x->least + 1;
    const double *from = ways_at(x, p, q);
    double *to = ways_at(x, i, j) + shift;
    for (int d = begin; d < end; d++)
        to[d] += ways * from[d];
}

/* All cards of one infamy at once: which item they are makes no difference here. Places are filled
 * from the last backwards, so that every source is still without these cards. e begins at 1 without
 * c, because no cards of this infamy changes nothing. */
static void spread_cards(struct sale_spread *x, int n, int w)
{
    for (int i = x->a; i >= 0; i--)
        for (int j = x->b; j >= 0; j--)
            for (int c = 0; c <= int_min(i, n); c++)
                for (int e = c ? 0 : 1; e <= int_min(j, n - c); e++)
                    spread_shift(x, i, j, c, e, w, choose(n, c) * choose(n - c, e));
}

/* Ends as chances: the ways are divided by the number of all draws. */
void spread_open(struct sale_spread *x, const struct arcane_state *s, int a, int b)
{
    spread_infamies(s, &x->lowest, &x->highest);
    x->a = a;
    x->b = b;
    x->least = a * x->lowest - b * x->highest;
    x->size = a * x->highest - b * x->lowest - x->least + 1;
    x->ways = calloc((size_t)((a + 1) * (b + 1) * x->size), sizeof *x->ways);
    MUST(x->ways);
    ways_at(x, 0, 0)[-x->least] = 1;
    for (int w = x->lowest; w <= x->highest; w++)
        spread_cards(x, cards_of_infamy(s, w), w);
    double all = choose(s->pool_n, a) * choose(s->pool_n - a, b);
    for (int d = 0; d < x->size; d++)
        ways_at(x, a, b)[d] /= all;
}

/* The chance of difference least + d. */
double spread_chance(const struct sale_spread *x, int d)
{
    return ways_at(x, x->a, x->b)[d];
}

void spread_close(struct sale_spread *x)
{
    free(x->ways);
}

/* `most` may lie outside of all differences. */
double spread_not_above(const struct sale_spread *x, int most)
{
    double chance = 0;
    for (int d = 0; d < x->size && x->least + d <= most; d++)
        chance += spread_chance(x, d);
    return chance;
}
