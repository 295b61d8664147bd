/* What an inspection sells from a storehouse of Arcane Alley (A8.1).
 *
 * Selling is compulsory, and after the first set only the lines it leaves can follow: the two other
 * rows, the two other columns, or the two lines that a diagonal's slide makes (A6.6). So there are
 * six ways to sell a 3x3 and one for each smaller shape. Of several ways open to them, players are
 * taken to choose the one that leaves them the most gold after fines (A8.5), of equal ones the one
 * with the least infamy left. */
#ifndef CHARLATAN_GAMES_ARCANE_SALES_H
#define CHARLATAN_GAMES_ARCANE_SALES_H

#include "games/arcane/facts.h"

/* ---- one storehouse, every item known ---- */

enum { SALE_WAYS = 6 };

/* An item of which nothing is known but that no line with it is a set; more of them, each unlike
 * every other, count from SALE_OTHER on. */
enum { SALE_PLAIN = ITEM_NONE, SALE_OTHER = ITEM_UNDECIDED + 1 };

/* One way to sell. */
struct sale {
    /* The infamy that leaves with the sets, their gold (Byros and Swords counted), their number. */
    int infamy, gold, sets;
};

/* Whether three items make a set, and of what: an item, or NONE (A6.2, A6.4). */
int arcane_three_sell(uint8_t a, uint8_t b, uint8_t c);
/* Whether they may still become one, and whether any line of a storehouse may; unknown items are
 * ITEM_UNDECIDED. */
int arcane_three_may_sell(uint8_t a, uint8_t b, uint8_t c);
int arcane_may_sell(const struct arcane_player *p, const uint8_t item[CELLS]);

/* Lines of a storehouse as the ways name them: three lines, or as many as the shape has, none of
 * which shares a cell with another. */
struct sale_lines {
    /* 1: the first line is a diagonal, and the others exist only once it is sold. */
    uint8_t first, n;
    uint8_t cell[3][3];
};
/* Returns how many ways this shape has. */
int arcane_sale_lines(const struct arcane_player *p, const struct sale_lines **lines);

/* A way that is open, and the lines it sells, as bits. */
struct sale_way {
    const struct sale_lines *way;
    uint32_t lines;
};
struct sale_plan {
    int ways;
    struct sale_way way[SALE_WAYS];
};
/* Finds the sets; no ways if there is none. */
void arcane_plan_sales(const struct arcane_player *p, const uint8_t item[CELLS],
                       struct sale_plan *plan);
/* Writes what the ways bring, and returns how many there are that differ. `swords` counts the
 * Swords in the storehouse, those of `item` included. */
int arcane_price_sales(const struct arcane_state *s, const struct arcane_player *p,
                       const uint8_t item[CELLS], int swords, const struct sale_plan *plan,
                       struct sale sale[SALE_WAYS]);

/* ---- fines ---- */

/* Nine items of at most 25 points each, either way. */
enum { TOTAL_MOST = 225 };

/* What a total costs a player (A3, A8.5). */
struct arcane_purse {
    int gold, each, fines, infamy, lap, most;
    /* The markers after each total, from -TOTAL_MOST on. */
    uint8_t markers[2 * TOTAL_MOST + 1];
};
void arcane_purse_open(struct arcane_purse *x, const struct arcane_state *s,
                       const struct arcane_player *p);

static inline int purse_markers(const struct arcane_purse *x, int total)
{
    return x->markers[total + TOTAL_MOST];
}

/* The least total above this one that brings more markers. */
static inline int purse_next(const struct arcane_purse *x, int total)
{
    int markers = purse_markers(x, total);
    return markers < x->most ? (markers - x->fines + 1) * x->lap - x->infamy : TOTAL_MOST + 1;
}

/* The gold that markers cost after a total and sales of this gold (A3.1). */
static inline int purse_fine(const struct arcane_purse *x, int total, int gold)
{
    return int_min(x->each * purse_markers(x, total), x->gold + gold);
}

/* The way the player chooses if the items come to this infamy before anything is sold. `ways` must
 * not be 0. */
const struct sale *arcane_best_sale(const struct arcane_purse *purse, const struct sale *sale,
                                    int ways, int infamy);

/* ---- what is in sight ---- */

/* The infamy of the revealed items that would be left: what an inspection now would count of them
 * (A8.2) if no hidden item made a set. */
int arcane_infamy_left(const struct arcane_state *s, const struct arcane_player *p);

#endif
