/* The odds of what an inspection sells from a storehouse of Arcane Alley (A8.1), and of the totals
 * that are left, if not all items are known. */
#ifndef CHARLATAN_BOTS_ODDS_ARCANE_SALE_ODDS_H
#define CHARLATAN_BOTS_ODDS_ARCANE_SALE_ODDS_H

#include "bots/odds/arcane_odds.h"
#include "games/arcane/sales.h"

/* ---- sums of infamy ----
 *
 * If a cards go to one place and b to another, how likely is each difference of their sums? */

/* ways[i][j][d]: in how many ways i cards in one place and j in the other differ by least + d.
 * `ways` ends as chances for i = a and j = b; those of smaller i and j stay undivided counts. */
struct sale_spread {
    /* Infamy of a single card: lowest … highest. */
    int lowest, highest;
    /* Differences least … least + size - 1. */
    int a, b, least, size;
    /* [a + 1][b + 1][size]. */
    double *ways;
};

/* The least and the greatest infamy of a single unseen card, with 0 among them. */
void spread_infamies(const struct arcane_state *s, int *least, int *most);
/* Allocates `ways`; closed by spread_close. */
void spread_open(struct sale_spread *x, const struct arcane_state *s, int a, int b);
void spread_close(struct sale_spread *x);
/* The chance of difference least + d, and of one of at most `most`. */
double spread_chance(const struct sale_spread *x, int d);
double spread_not_above(const struct sale_spread *x, int most);

/* ---- odds ---- */

/* The infamy of the items the seat knows in these slots; adds to `unknown` how many others there
 * are. */
int arcane_known_infamy(const struct arcane_state *s, const struct arcane_player *p, uint32_t slots,
                        int *unknown);

/* How the sales change the means of one storehouse, over all that its unknown items can be.
 * Differences from the means without sales, so all 0 if no set is possible. `gold` and `sets` are
 * what the sales bring. */
struct sale_odds {
    double total, squares, lap, fine, gold, sets;
};
void arcane_sale_odds(const struct arcane_state *s, const struct arcane_player *p,
                      const struct arcane_purse *purse, struct sale_odds *out);

/* Compares the seat's total with the others', sales included. `out->seat` must be a seat. Fills in
 * not_above of every player, `sampled` and the two of `least`. */
void arcane_compare_totals(const struct arcane_state *s, struct arcane_odds *out);

#endif
