/* The ways to sell the sets of a storehouse in an inspection, and which of them its owner takes. */
#include "games/arcane/sales.h"

/* Rows and columns; then each diagonal with the lines that are left if the rest slides across, and
 * if it slides down. Cells are numbered row by row in the present shape. The tables are constant:
 * *lines stays valid. */
int arcane_sale_lines(const struct arcane_player *p, const struct sale_lines **lines)
{
    static const struct sale_lines square[SALE_WAYS] = {
        {0, 3, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}}, {0, 3, {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}},
        {1, 3, {{0, 4, 8}, {1, 3, 6}, {2, 5, 7}}}, {1, 3, {{0, 4, 8}, {1, 2, 3}, {5, 6, 7}}},
        {1, 3, {{2, 4, 6}, {0, 3, 7}, {1, 5, 8}}}, {1, 3, {{2, 4, 6}, {0, 1, 5}, {3, 7, 8}}},
    };
    static const struct sale_lines wide[1] = {{0, 2, {{0, 1, 2}, {3, 4, 5}}}};
    static const struct sale_lines upright[1] = {{0, 2, {{0, 2, 4}, {1, 3, 5}}}};
    static const struct sale_lines single[1] = {{0, 1, {{0, 1, 2}}}};
    switch (house_size(p)) {
    case CELLS: *lines = square; return SALE_WAYS;
    case 6: *lines = p->cols == 3 ? wide : upright; return 1;
    case 3: *lines = single; return 1;
    default: *lines = NULL; return 0;
    }
}

/* Two alike, and a third like them or a Feline. With two Felines the third must be one, too. */
static int pair_sells(uint8_t a, uint8_t b, uint8_t third)
{
    return a == b && a != SALE_PLAIN && (third == a || third == FACSIMILOUS_FELINE);
}

/* Of the three pairs at least one must be alike (A6.2, A6.4). */
int arcane_three_sell(uint8_t a, uint8_t b, uint8_t c)
{
    if (pair_sells(a, b, c) || pair_sells(a, c, b))
        return a;
    return pair_sells(b, c, a) ? b : NONE;
}

/* One kind of item, and one Feline at most; or nothing but Felines. */
int arcane_three_may_sell(uint8_t a, uint8_t b, uint8_t c)
{
    uint8_t of = ITEM_UNDECIDED;
    const uint8_t each[3] = {a, b, c};
    int felines = 0;
    for (int i = 0; i < 3; i++) {
        if (each[i] == SALE_PLAIN)
            return 0;
        if (each[i] == FACSIMILOUS_FELINE)
            felines++;
        else if (each[i] != ITEM_UNDECIDED && of == ITEM_UNDECIDED)
            of = each[i];
        else if (each[i] != ITEM_UNDECIDED && of != each[i])
            return 0;
    }
    return felines < 2 || of == ITEM_UNDECIDED;
}

/* Lines that a slide makes count only after the diagonal, which is the first one. A cell that is
 * SALE_PLAIN breaks its lines, as an empty one does (A6.6). */
int arcane_may_sell(const struct arcane_player *p, const uint8_t item[CELLS])
{
    const struct sale_lines *way;
    for (int ways = arcane_sale_lines(p, &way); ways > 0; ways--, way++)
        for (int i = 0; i < (way->first ? 1 : way->n); i++) {
            const uint8_t *cell = way->cell[i];
            if (arcane_three_may_sell(item[cell[0]], item[cell[1]], item[cell[2]]))
                return 1;
        }
    return 0;
}

/* ---- one way ---- */

/* The sets of a way, in the order in which they are sold. `swords` counts the Swords that leave
 * with each set: a Feline may stand for one (A6.4). */
struct sold {
    int n, infamy;
    uint8_t item[3], swords[3];
};

/* The order is the owner's choice, except that a diagonal comes first. Swords go before others,
 * because the Sword is looked up after the cards have left (A6.7). */
static void sell_line(const struct arcane_state *s, const uint8_t item[CELLS],
                      const uint8_t cell[3], int first, struct sold *sold)
{
    uint8_t of = (uint8_t)arcane_three_sell(item[cell[0]], item[cell[1]], item[cell[2]]);
    int at = sold->n++, swords = 0;
    for (; of == SOVEREIGN_SWORD && at > first; at--) {
        sold->item[at] = sold->item[at - 1];
        sold->swords[at] = sold->swords[at - 1];
    }
    for (int i = 0; i < 3; i++) {
        swords += item[cell[i]] == SOVEREIGN_SWORD;
        sold->infamy += s->cards.infamy[item[cell[i]]];
    }
    sold->item[at] = of;
    sold->swords[at] = (uint8_t)swords;
}

/* A11.byros, A6.7. */
static int sold_gold(const struct arcane_state *s, const struct arcane_player *p,
                     const struct sold *sold, int swords)
{
    int all = 0;
    for (int i = 0; i < sold->n; i++) {
        int gold = s->cards.gold[sold->item[i]];
        gold += p->wizard == BYROS ? s->cards.fx[FX_BYROS_GOLD] : 0;
        swords -= sold->swords[i];
        all += swords ? arcane_after_sword(s, gold) : gold;
    }
    return all;
}

/* The sets in these lines: a bit for each; 0 if the way is not open. A diagonal that is no set
 * leaves the square whole, so its slide does not happen (A6.6). */
static uint32_t lines_sold(const struct sale_lines *way, const uint8_t item[CELLS])
{
    uint32_t lines = 0;
    for (int i = 0; i < way->n; i++) {
        const uint8_t *cell = way->cell[i];
        if (arcane_three_sell(item[cell[0]], item[cell[1]], item[cell[2]]) != NONE)
            lines |= 1u << i;
        else if (way->first && i == 0)
            return 0;
    }
    return lines;
}

/* ---- all ways, and the best of them ---- */

/* Lines of one way share no cell, so all their sets are sold. `item` may have SALE_PLAIN
 * anywhere. */
void arcane_plan_sales(const struct arcane_player *p, const uint8_t item[CELLS],
                       struct sale_plan *plan)
{
    const struct sale_lines *way;
    plan->ways = 0;
    for (int ways = arcane_sale_lines(p, &way); ways > 0; ways--, way++) {
        uint32_t lines = lines_sold(way, item);
        if (lines)
            plan->way[plan->ways++] = (struct sale_way){way, lines};
    }
}

/* Ways that bring the same are one: rows and columns of nine alike. */
static int is_among(const struct sale *sale, int n, const struct sale *one)
{
    for (int i = 0; i < n; i++)
        if (sale[i].infamy == one->infamy && sale[i].gold == one->gold && sale[i].sets == one->sets)
            return 1;
    return 0;
}

/* The n-th place is written before it is known whether it counts; SALE_WAYS places are enough. */
int arcane_price_sales(const struct arcane_state *s, const struct arcane_player *p,
                       const uint8_t item[CELLS], int swords, const struct sale_plan *plan,
                       struct sale sale[SALE_WAYS])
{
    int n = 0;
    for (int i = 0; i < plan->ways; i++) {
        const struct sale_lines *way = plan->way[i].way;
        struct sold sold = {.n = 0};
        for (uint32_t lines = plan->way[i].lines; lines; lines &= lines - 1)
            sell_line(s, item, way->cell[bit_lowest(lines)], way->first, &sold);
        sale[n].infamy = sold.infamy;
        sale[n].gold = sold_gold(s, p, &sold, swords);
        sale[n].sets = sold.n;
        n += !is_among(sale, n, &sale[n]);
    }
    return n;
}

/* A total below 0 takes no marker back (A3.2, A3.3). The table spares divisions where many totals
 * of one player are asked for. */
void arcane_purse_open(struct arcane_purse *x, const struct arcane_state *s,
                       const struct arcane_player *p)
{
    x->gold = p->gold;
    x->each = arcane_fine(s);
    x->fines = p->fines;
    x->infamy = p->infamy;
    x->lap = arcane_infamy_lap(s);
    x->most = arcane_markers_most(s);
    for (int total = -TOTAL_MOST; total <= TOTAL_MOST; total++) {
        int laps = (x->infamy + (total > 0 ? total : 0)) / x->lap;
        x->markers[total + TOTAL_MOST] = (uint8_t)int_min(x->fines + laps, x->most);
    }
}

/* What is compared first to last. The last two only decide which figures are shown where the player
 * ends alike. */
struct afterwards {
    int of[4];
};

/* `infamy` is the total before the sale, so the total after it is less by what leaves (A8.2). */
static struct afterwards afterwards_of(const struct arcane_purse *purse, const struct sale *sale,
                                       int infamy)
{
    int gold = sale->gold - purse_fine(purse, infamy - sale->infamy, sale->gold);
    return (struct afterwards){{gold, sale->infamy, sale->gold, sale->sets}};
}

/* The first difference decides; equal is not better, so of equals the first way stays. */
static int is_better(const struct afterwards *a, const struct afterwards *b)
{
    int i = 0;
    while (i < 3 && a->of[i] == b->of[i])
        i++;
    return a->of[i] > b->of[i];
}

/* Returns one of `sale`. */
const struct sale *arcane_best_sale(const struct arcane_purse *purse, const struct sale *sale,
                                    int ways, int infamy)
{
    if (ways == 1)
        return sale;
    const struct sale *best = sale;
    struct afterwards most = afterwards_of(purse, sale, infamy);
    for (int i = 1; i < ways; i++) {
        struct afterwards next = afterwards_of(purse, &sale[i], infamy);
        if (!is_better(&next, &most))
            continue;
        most = next;
        best = &sale[i];
    }
    return best;
}

/* Hidden cells are SALE_PLAIN: a set that one of them might complete is not foreseen. */
int arcane_infamy_left(const struct arcane_state *s, const struct arcane_player *p)
{
    struct sale_plan plan;
    struct sale sale[SALE_WAYS];
    struct arcane_purse purse;
    uint8_t item[CELLS];
    int infamy = 0, swords = bit_count(house_up(p, SOVEREIGN_SWORD));
    memset(item, SALE_PLAIN, sizeof item);
    for (uint32_t up = house_revealed(p); up; up &= up - 1) {
        int slot = bit_lowest(up);
        item[slot] = (uint8_t)cell_item(p->cell[slot]);
        infamy += s->cards.infamy[item[slot]];
    }
    arcane_plan_sales(p, item, &plan);
    if (!plan.ways)
        return infamy;
    arcane_purse_open(&purse, s, p);
    int ways = arcane_price_sales(s, p, item, swords, &plan, sale);
    return infamy - arcane_best_sale(&purse, sale, ways, infamy)->infamy;
}
