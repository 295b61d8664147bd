/* Exact odds of Arcane Alley from a view: which card comes next, what completes a set, what hidden
 * items will cost. Sums of infamy are counted, not sampled: `spread` covers every way to draw. */
#include "bots/arcane_odds.h"

#include <math.h>
#include <stdlib.h>

#include "games/arcane/facts.h"

/* ---- sets ---- */

/* The gold of the set in this line, or -1. The Sword counts only if it lies outside: it is
 * looked up after the sale (A6.7). */
static int line_gold(const struct arcane_state *s, const struct arcane_player *p, int line)
{
    int item = house_line_sells(p, line);
    if (item == NONE)
        return -1;
    int gold = s->cards.gold[item] + (p->wizard == BYROS ? s->cards.fx[FX_BYROS_GOLD] : 0);
    if (house_up(p, SOVEREIGN_SWORD) & ~house_line(p, line))
        gold = arcane_after_sword(s, gold);
    return gold;
}

/* The gold of the best set that `item` would complete in this slot, or -1. */
static int slot_gold(const struct arcane_state *s, int seat, int item, int slot)
{
    struct arcane_player p = s->player[seat];
    int best = -1;
    p.cell[slot] = (uint8_t)(CELL_UP | item);
    for (uint32_t sets = house_sets(&p, slot); sets; sets &= sets - 1) {
        int gold = line_gold(s, &p, bit_lowest(sets));
        best = gold > best ? gold : best;
    }
    return best;
}

/* For each item the slots where it would complete a set, and the most gold it would bring. */
static void find_sets(const struct arcane_state *s, struct arcane_odds *out)
{
    for (int item = 0; item < ITEM_COUNT; item++) {
        out->completes[item] = -1;
        uint32_t slots = out->seat < 0 ? 0 : house_playable(&s->player[out->seat]);
        for (; slots; slots &= slots - 1) {
            int slot = bit_lowest(slots), gold = slot_gold(s, out->seat, item, slot);
            if (gold > out->completes[item])
                out->completes[item] = gold;
            if (gold >= 0)
                out->slots[item] |= (uint16_t)(1u << slot);
        }
    }
}

/* Which of the items within reach complete a set: next card, stash, discard, Market. */
static void find_offers(const struct arcane_state *s, struct arcane_odds *out)
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (out->completes[i] < 0)
            continue;
        out->next_completes += out->next[i];
        out->next_gold += out->next[i] * out->completes[i];
        if (stash_items(&s->player[out->seat]) >> i & 1)
            out->stash_completes |= 1u << i;
        out->discard_completes |= s->discard_n && discard_top(s) == i;
        for (int k = 0; k < 3; k++)
            out->market_completes[k] |= s->market[k] == i;
    }
}

/* The top of the deck is known after an Older Wand; else every unseen card is as likely (A14.4). */
static void find_next(const struct arcane_state *s, struct arcane_odds *out)
{
    out->deck_top = NONE;
    if (s->top_n) {
        out->deck_top = s->pile[PILE_MAX - s->top_n];
        out->next[out->deck_top] = 1;
    } else if (s->deck_n) {
        for (int i = 0; i < ITEM_COUNT; i++)
            out->next[i] = (double)s->pool[i] / s->pool_n;
    }
}

/* ---- sums of infamy ----
 *
 * If a cards go to one place and b to another, how many of all ways give the difference d of their
 * sums? The cards are handled one infamy after another; for each, all numbers of cards in either
 * place are tried. */

/* ways[i][j][d]: in how many ways i cards in one place and j in the other differ by least + d. */
struct spread {
    /* Infamy of a single card: lowest … highest. */
    int lowest, highest;
    /* Differences least … least + size - 1. */
    int a, b, least, size;
    /* [a + 1][b + 1][size]. */
    double *ways;
};

static double *ways_at(const struct spread *x, int i, int j)
{
    return x->ways + (i * (x->b + 1) + j) * x->size;
}

/* The least and the greatest infamy of a single unseen card, with 0 among them. */
static void infamy_range(const struct arcane_state *s, int *least, int *most)
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
 * cards cannot have are skipped. */
static void spread_shift(struct spread *x, int i, int j, int c, int e, int w, double ways)
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
 * from the last backwards, so that every source is still without these cards. */
static void spread_cards(struct spread *x, int n, int w)
{
    for (int i = x->a; i >= 0; i--)
        for (int j = x->b; j >= 0; j--)
            for (int c = 0; c <= int_min(i, n); c++)
                for (int e = c ? 0 : 1; e <= int_min(j, n - c); e++)
                    spread_shift(x, i, j, c, e, w, choose(n, c) * choose(n - c, e));
}

/* Ends as chances: the ways are divided by the number of all draws. */
static void spread_open(struct spread *x, const struct arcane_state *s, int a, int b)
{
    infamy_range(s, &x->lowest, &x->highest);
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
static double spread_chance(const struct spread *x, int d)
{
    return ways_at(x, x->a, x->b)[d];
}

static double chance_not_above(const struct spread *x, int most)
{
    double chance = 0;
    for (int d = 0; d < x->size && x->least + d <= most; d++)
        chance += spread_chance(x, d);
    return chance;
}

/* ---- storehouses ---- */

/* Infamy the seat can see; `unknown` counts the rest. */
static int known_infamy(const struct arcane_state *s, const struct arcane_player *p, uint32_t slots,
                        int *unknown)
{
    int infamy = 0;
    for (; slots; slots &= slots - 1) {
        int item = cell_item(p->cell[bit_lowest(slots)]);
        if (item == ITEM_UNDECIDED)
            (*unknown)++;
        else
            infamy += s->cards.infamy[item];
    }
    return infamy;
}

/* A8.5, A3.2, A3.3: markers after a total, and what they cost. */
static void count_fines(const struct arcane_state *s, const struct arcane_player *p,
                        struct arcane_house_odds *h, int total, double chance)
{
    int infamy = p->infamy + (total > 0 ? total : 0);
    int fines = int_min(p->fines + infamy / arcane_infamy_lap(s), arcane_markers_most(s));
    h->lap += fines > p->fines ? chance : 0;
    h->fine += chance * int_min(arcane_fine(s) * fines, p->gold);
}

/* Mean, deviation and fines of the total of A8.2, over every way the unknown items can be. */
static void house_total(const struct arcane_state *s, const struct arcane_player *p,
                        struct arcane_house_odds *h)
{
    struct spread x;
    int known = known_infamy(s, p, house_hidden(p), &h->unknown);
    double squares = 0, mean = 0;
    h->hidden = bit_count(house_hidden(p));
    h->shown_infamy = known_infamy(s, p, house_revealed(p), &(int){0});
    spread_open(&x, s, h->unknown, 0);
    for (int d = 0; d < x.size; d++) {
        double chance = spread_chance(&x, d), sum = x.least + d;
        mean += chance * sum;
        squares += chance * sum * sum;
        if (chance > 0)
            count_fines(s, p, h, h->shown_infamy + known + x.least + d, chance);
    }
    free(x.ways);
    h->hidden_infamy = known + mean;
    h->total = h->shown_infamy + h->hidden_infamy;
    h->deviation = sqrt(fmax(0, squares - mean * mean));
}

/* What is certain of a total, without the unknown items. */
static int certain_total(const struct arcane_state *s, int seat)
{
    return known_infamy(s, &s->player[seat], house_filled(&s->player[seat]), &(int){0});
}

/* Whether the seat has the least total (A8.4). The joint chance is bounded from both sides:
 * storehouses are not independent. */
static void compare_totals(const struct arcane_state *s, struct arcane_odds *out)
{
    double above = 0;
    out->least_at_most = 1;
    for (int other = 0; other < s->players; other++) {
        struct arcane_house_odds *h = &out->player[other];
        struct spread x;
        h->not_above = 1;
        if (other == out->seat)
            continue;
        spread_open(&x, s, out->player[out->seat].unknown, h->unknown);
        h->not_above = chance_not_above(&x, certain_total(s, other) - certain_total(s, out->seat));
        free(x.ways);
        above += 1 - h->not_above;
        out->least_at_most = fmin(out->least_at_most, h->not_above);
    }
    out->least_at_least = fmax(0, 1 - above);
}

/* ---- lines that an inspection may find ---- */

/* The chance that `like` unknown cells all hold this item and `felines` others hold Felines. */
static double drawn(const struct arcane_state *s, int item, int like, int felines)
{
    double chance = 1;
    for (int i = 0; i < like + felines; i++) {
        int have = i < like ? s->pool[item] - i : s->pool[FACSIMILOUS_FELINE] - (i - like);
        chance *= (double)have / (s->pool_n - i);
        if (have <= 0)
            return 0;
    }
    return chance;
}

/* The chance that a line is a set of this item once all is revealed: three alike (A6.2), or two
 * and a Feline (A6.4). */
static double line_chance(const struct arcane_state *s, const struct arcane_player *p,
                          uint32_t line, int item)
{
    int unknown = 0, like = 0, felines = 0;
    for (; line; line &= line - 1) {
        int seen = cell_item(p->cell[bit_lowest(line)]);
        unknown += seen == ITEM_UNDECIDED;
        like += seen == item;
        felines += seen == FACSIMILOUS_FELINE && seen != item;
    }
    if (unknown + like + felines < 3 || felines > 1)
        return 0;
    if (felines || item == FACSIMILOUS_FELINE)
        return drawn(s, item, unknown, 0);
    double with_feline = unknown ? unknown * drawn(s, item, unknown - 1, 1) : 0;
    return drawn(s, item, unknown, 0) + with_feline;
}

/* Expected sets over all lines; lines that share a card are counted separately. */
static void find_lines(const struct arcane_state *s, const struct arcane_player *p,
                       struct arcane_house_odds *h)
{
    for (int line = 0; line < house_lines(p); line++)
        for (int item = 0; item < ITEM_COUNT; item++) {
            double chance = line_chance(s, p, house_line(p, line), item);
            h->set_lines += chance;
            h->set_gold += chance * s->cards.gold[item];
        }
}

void arcane_odds(const struct view *v, struct arcane_odds *out)
{
    const struct arcane_state *s = (const struct arcane_state *)v->bytes;
    MUST(v->game == &arcane_game && s->is_view);
    memset(out, 0, sizeof *out);
    out->seat = v->seat;
    out->unseen = s->pool_n;
    out->deck = s->deck_n;
    find_next(s, out);
    find_sets(s, out);
    find_offers(s, out);
    for (int seat = 0; seat < s->players; seat++) {
        house_total(s, &s->player[seat], &out->player[seat]);
        find_lines(s, &s->player[seat], &out->player[seat]);
    }
    if (v->seat >= 0)
        compare_totals(s, out);
}
