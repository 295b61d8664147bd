/* Whose total is the least after an inspection's sales (A8.4).
 *
 * Storehouses are drawn from the same cards, so they are dealt together. If there are few ways to
 * deal the unknown cells, all of them are tried; items that can be part of no set count as one if
 * their infamy is the same. Otherwise DEALS deals are drawn, always the same ones. Totals before
 * sales can be counted, so a sample need only tell what the sales change: mostly that is little and
 * the error is small. Where sets lie open it is much, and the sample's own mean is better. */
#include <math.h>

#include "bots/odds/arcane_sale_odds.h"
#include "bots/policy.h"

enum { DEALS = 20000, TRIED_MOST = 30000 };

/* Unseen cards that make no difference to each other. */
struct least_kind {
    uint8_t item;
    int8_t infamy;
    uint8_t n;
};

struct least_house {
    const struct arcane_player *p;
    struct arcane_purse purse;
    /* By cell; the unknown ones are filled for each deal. */
    uint8_t item[CELLS], unknown[CELLS];
    int unknown_n, swords, infamy, seat;
    /* The lines that may be sets at first. */
    const uint8_t *line[8];
    int lines;
};

struct least_table {
    const struct arcane_state *s;
    struct least_house house[MAX_SEATS];
    int houses;
    /* 1: there may be sets in one of them. */
    int may_sell;
    struct least_kind kind[ITEM_COUNT];
    int kinds;
    /* The seat's own house is the first. In all ways tried so far: not above each house, and not
     * above any. */
    double ways, not_above[MAX_SEATS], least;
    int total[MAX_SEATS];
};

/* Of the two ways a diagonal opens, the first is enough. Lines are lent by the tables of
 * games/arcane/sales.h. A line is listed if it could be a set with some unknown items; the diagonal
 * opens the same three cells in both ways. */
static void find_lines(struct least_house *h)
{
    const struct sale_lines *way;
    for (int ways = arcane_sale_lines(h->p, &way); ways > 0; ways--, way++)
        for (int i = 0; i < (way->first ? 1 : way->n); i++) {
            const uint8_t *cell = way->cell[i];
            if (way->first && h->lines && !memcmp(h->line[h->lines - 1], cell, 3))
                continue;
            if (arcane_three_may_sell(h->item[cell[0]], h->item[cell[1]], h->item[cell[2]]))
                h->line[h->lines++] = cell;
        }
}

/* Items the seat does not know are ITEM_UNDECIDED in the view. */
static void open_house(struct least_house *h, const struct arcane_state *s, int seat)
{
    memset(h, 0, sizeof *h);
    h->p = &s->player[seat];
    h->seat = seat;
    arcane_purse_open(&h->purse, s, h->p);
    memset(h->item, SALE_PLAIN, sizeof h->item);
    for (uint32_t slots = house_filled(h->p); slots; slots &= slots - 1) {
        int slot = bit_lowest(slots), item = cell_item(h->p->cell[slot]);
        h->item[slot] = (uint8_t)item;
        h->swords += item == SOVEREIGN_SWORD;
        if (item == ITEM_UNDECIDED)
            h->unknown[h->unknown_n++] = (uint8_t)slot;
        else
            h->infamy += s->cards.infamy[item];
    }
    find_lines(h);
}

/* Most deals have no set, so this is asked first. */
static int has_set(const struct least_house *h)
{
    for (int i = 0; i < h->lines; i++) {
        const uint8_t *cell = h->line[i];
        if (arcane_three_sell(h->item[cell[0]], h->item[cell[1]], h->item[cell[2]]) != NONE)
            return 1;
    }
    return 0;
}

/* The total once everything is revealed and sold (A8.2). Every unknown cell must be filled. */
static int house_total(const struct arcane_state *s, const struct least_house *h, int infamy,
                       int swords)
{
    struct sale_plan plan;
    struct sale sale[SALE_WAYS];
    if (!has_set(h))
        return infamy;
    arcane_plan_sales(h->p, h->item, &plan);
    int ways = arcane_price_sales(s, h->p, h->item, swords, &plan, sale);
    return infamy - arcane_best_sale(&h->purse, sale, ways, infamy)->infamy;
}

/* ---- kinds of cards ---- */

/* Whether this item could complete the line, if enough of it are unseen. `drawn` is how many copies
 * would have to come: a Feline may stand for one. */
static int line_takes(const struct arcane_state *s, const struct least_house *h,
                      const uint8_t *cell, int item)
{
    int open = 0, felines = 0;
    for (int i = 0; i < 3; i++) {
        int there = h->item[cell[i]];
        open += there == ITEM_UNDECIDED;
        felines += there == FACSIMILOUS_FELINE;
        if (there != ITEM_UNDECIDED && there != FACSIMILOUS_FELINE && there != item)
            return 0;
    }
    int drawn = !felines && s->pool[FACSIMILOUS_FELINE] ? open - 1 : open;
    return open && felines < 2 && s->pool[item] >= drawn;
}

/* Whether it makes a difference which item this is: with the Sword and the Feline it always may. A
 * plain item can be part of no set in any house, so only its infamy counts. */
static int is_plain(const struct least_table *t, int item)
{
    const struct sale_lines *way;
    if (!t->may_sell)
        return 1;
    if (item == FACSIMILOUS_FELINE || item == SOVEREIGN_SWORD)
        return 0;
    for (int i = 0; i < t->houses; i++) {
        const struct least_house *h = &t->house[i];
        int ways = arcane_sale_lines(h->p, &way);
        for (int w = 0; w < ways; w++)
            for (int l = 0; l < way[w].n; l++)
                if (line_takes(t->s, h, way[w].cell[l], item))
                    return 0;
    }
    return 1;
}

/* Plain items of one infamy are joined; all others have a kind of their own. */
static void add_kind(struct least_table *t, int item, int infamy, int n)
{
    for (int k = 0; k < t->kinds; k++)
        if (item == SALE_PLAIN && t->kind[k].item == SALE_PLAIN && t->kind[k].infamy == infamy) {
            t->kind[k].n = (uint8_t)(t->kind[k].n + n);
            return;
        }
    t->kind[t->kinds++] = (struct least_kind){(uint8_t)item, (int8_t)infamy, (uint8_t)n};
}

static void find_kinds(struct least_table *t)
{
    for (int item = 0; item < ITEM_COUNT; item++)
        if (t->s->pool[item])
            add_kind(t, is_plain(t, item) ? SALE_PLAIN : item, t->s->cards.infamy[item],
                     t->s->pool[item]);
}

/* ---- every deal ---- */

/* `ways` is how many deals of single cards this one stands for. */
static void count_deal(struct least_table *t, double ways)
{
    int least = 1;
    for (int i = 1; i < t->houses; i++) {
        int not_above = t->total[0] <= t->total[i];
        t->not_above[i] += ways * not_above;
        least &= not_above;
    }
    t->least += ways * least;
    t->ways += ways;
}

/* Fills the unknown cells of a house from the i-th on, then those of the next ones. Leaves kinds
 * and cells as it found them. The house after the last is never looked at. */
static void try_deals(struct least_table *t, int at, int i, int infamy, int swords, double ways)
{
    struct least_house *h = &t->house[at];
    if (i == h->unknown_n) {
        t->total[at] = house_total(t->s, h, infamy, swords);
        if (at + 1 == t->houses)
            count_deal(t, ways);
        else
            try_deals(t, at + 1, 0, h[1].infamy, h[1].swords, ways);
        return;
    }
    for (int k = 0; k < t->kinds; k++) {
        struct least_kind *kind = &t->kind[k];
        if (!kind->n)
            continue;
        h->item[h->unknown[i]] = kind->item;
        double more = ways * kind->n--;
        try_deals(t, at, i + 1, infamy + kind->infamy, swords + (kind->item == SOVEREIGN_SWORD),
                  more);
        kind->n++;
    }
    h->item[h->unknown[i]] = ITEM_UNDECIDED;
}

/* Returns 0 if there are too many. Also finds the kinds, which a sample does not need. */
static int try_all(struct least_table *t)
{
    double deals = 1;
    find_kinds(t);
    for (int i = 0; i < t->houses; i++)
        deals *= pow(t->kinds, t->house[i].unknown_n);
    if (deals > TRIED_MOST)
        return 0;
    try_deals(t, 0, 0, t->house[0].infamy, t->house[0].swords, 1);
    return 1;
}

/* The seat's own house and those of `others`. May be called for any others, also a single one. */
static void open_table(struct least_table *t, const struct arcane_state *s, int seat,
                       uint32_t others)
{
    memset(t, 0, sizeof *t);
    t->s = s;
    open_house(&t->house[t->houses++], s, seat);
    for (; others; others &= others - 1)
        open_house(&t->house[t->houses++], s, bit_lowest(others));
    for (int i = 0; i < t->houses; i++)
        t->may_sell |= t->house[i].lines > 0;
}

/* ---- a sample ---- */

/* Sums over a sample: of what a deal says, and of its square. */
struct sums {
    double value, square;
};

/* Whether the seat is not above each other, how the sales change that, and whether it is the least.
 * `card` is a deck that is shuffled a little further by each deal. */
struct least_sample {
    struct sums not_above[MAX_SEATS], change[MAX_SEATS], least;
    uint8_t card[PILE_MAX];
};

static void add_value(struct sums *sums, int value)
{
    sums->value += value;
    sums->square += value * value;
}

/* Deals to all houses; `before` gets their infamy before sales. Cards are drawn without putting
 * back, for all houses together. */
static void draw_deal(struct least_table *t, struct least_sample *x, uint64_t *luck,
                      int before[MAX_SEATS])
{
    int left = t->s->pool_n;
    for (int at = 0; at < t->houses; at++) {
        struct least_house *h = &t->house[at];
        int infamy = h->infamy, swords = h->swords;
        for (int i = 0; i < h->unknown_n; i++) {
            uint32_t k = luck_below(luck, (uint32_t)left--);
            uint8_t item = x->card[k];
            x->card[k] = x->card[left];
            x->card[left] = item;
            h->item[h->unknown[i]] = item;
            infamy += t->s->cards.infamy[item];
            swords += item == SOVEREIGN_SWORD;
        }
        before[at] = infamy;
        t->total[at] = house_total(t->s, h, infamy, swords);
    }
}

static void sample_deal(struct least_table *t, struct least_sample *x, uint64_t *luck)
{
    int before[MAX_SEATS], least = 1;
    draw_deal(t, x, luck, before);
    for (int i = 1; i < t->houses; i++) {
        int not_above = t->total[0] <= t->total[i];
        add_value(&x->not_above[i], not_above);
        add_value(&x->change[i], not_above - (before[0] <= before[i]));
        least &= not_above;
    }
    add_value(&x->least, least);
}

/* The standard error of a mean. Where every deal said the same, it may still be once in DEALS.
 * Never 0, therefore. */
static double error_of(const struct sums *sums)
{
    double mean = sums->value / DEALS;
    return sqrt((sums->square / DEALS - mean * mean + 1.0 / DEALS) / DEALS);
}

static void draw_sample(struct least_table *t, struct least_sample *x)
{
    /* Any number will do; it makes the same position give the same figures. */
    uint64_t luck = 0x9e3779b97f4a7c15u;
    int n = 0;
    memset(x, 0, sizeof *x);
    for (int item = 0; item < ITEM_COUNT; item++)
        for (int k = 0; k < t->s->pool[item]; k++)
            x->card[n++] = (uint8_t)item;
    for (int i = 0; i < DEALS; i++)
        sample_deal(t, x, &luck);
}

/* ---- comparisons ---- */

static double between_0_and_1(double chance)
{
    return fmin(1, fmax(0, chance));
}

/* The chance that the seat's items have not more infamy than another's, before anything is sold.
 * Counted exactly; only the two houses' unknown cards matter. */
static double not_above_before(const struct arcane_state *s, const struct least_house *own,
                               const struct least_house *other)
{
    struct sale_spread x;
    spread_open(&x, s, own->unknown_n, other->unknown_n);
    double chance = spread_not_above(&x, other->infamy - own->infamy);
    spread_close(&x);
    return chance;
}

/* Three standard errors either way hold all but a few positions in a thousand. error 0: both are
 * the same. */
static void set_least(struct arcane_odds *out, double least, double error)
{
    out->least_at_least = between_0_and_1(least - 3 * error);
    out->least_at_most = between_0_and_1(least + 3 * error);
}

/* Takes the estimate with the smaller error. */
static void estimate_two(const struct least_table *t, const struct least_sample *x, int i,
                         struct arcane_house_odds *odds)
{
    double error = error_of(&x->change[i]), before = 0;
    const struct sums *sums = &x->not_above[i];
    odds->not_above_error = error_of(sums);
    if (error < odds->not_above_error) {
        before = not_above_before(t->s, &t->house[0], &t->house[i]);
        sums = &x->change[i];
        odds->not_above_error = error;
    }
    odds->not_above = between_0_and_1(before + sums->value / DEALS);
}

/* All others together, for whether the seat has the least total. */
static void compare_by_sample(struct least_table *t, struct arcane_odds *out)
{
    struct least_sample x;
    draw_sample(t, &x);
    out->sampled = DEALS;
    for (int i = 1; i < t->houses; i++)
        estimate_two(t, &x, i, &out->player[t->house[i].seat]);
    set_least(out, x.least.value / DEALS, error_of(&x.least));
}

/* Only after try_all has returned 1. */
static void compare_by_counting(const struct least_table *t, struct arcane_odds *out)
{
    for (int i = 1; i < t->houses; i++) {
        struct arcane_house_odds *odds = &out->player[t->house[i].seat];
        odds->not_above = t->not_above[i] / t->ways;
        odds->not_above_error = 0;
    }
}

/* A single other one can often be counted when all together cannot. Leaves the sample's figures if
 * this pair cannot be counted either. */
static void compare_two(const struct arcane_state *s, int other, struct arcane_odds *out)
{
    struct least_table t;
    open_table(&t, s, out->seat, 1u << other);
    if (!t.may_sell) {
        out->player[other].not_above = not_above_before(s, &t.house[0], &t.house[1]);
        out->player[other].not_above_error = 0;
    } else if (try_all(&t)) {
        compare_by_counting(&t, out);
    }
}

/* Of two players, who is not above the other has the least total, or is tied for it. */
static void least_of_two(const struct arcane_house_odds *other, struct arcane_odds *out)
{
    set_least(out, other->not_above, other->not_above_error);
    if (other->not_above_error <= 0)
        out->sampled = 0;
}

/* The seat's own entry is 1: nobody is above oneself. */
void arcane_compare_totals(const struct arcane_state *s, struct arcane_odds *out)
{
    struct least_table t;
    uint32_t others = ((1u << s->players) - 1) & ~(1u << out->seat);
    out->player[out->seat].not_above = 1;
    open_table(&t, s, out->seat, others);
    if (try_all(&t)) {
        compare_by_counting(&t, out);
        set_least(out, t.least / t.ways, 0);
        return;
    }
    compare_by_sample(&t, out);
    for (; others; others &= others - 1)
        compare_two(s, bit_lowest(others), out);
    if (t.houses == 2)
        least_of_two(&out->player[t.house[1].seat], out);
}
