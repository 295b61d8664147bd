/* Odds of Arcane Alley from a view: which card comes next, what completes a set, what an inspection
 * would do to each storehouse. */
#include "bots/odds/arcane_odds.h"

#include <math.h>

#include "bots/odds/arcane_sale_odds.h"

/* ---- sets ---- */

/* The gold of the best set that `item` would complete in this slot, or -1. On a copy of the
 * storehouse, in which the item lies revealed. The set is priced by what would be there, Byros and
 * Sword counted. */
static int slot_gold(const struct arcane_state *s, int seat, int item, int slot)
{
    struct arcane_player p = s->player[seat];
    int best = -1;
    p.cell[slot] = (uint8_t)(CELL_UP | item);
    for (uint32_t sets = house_sets(&p, slot); sets; sets &= sets - 1) {
        int gold = arcane_line_pays(s, &p, bit_lowest(sets));
        best = gold > best ? gold : best;
    }
    return best;
}

/* For each item the slots where it would complete a set, and the gold it would bring there. For a
 * spectator there are no slots, so nothing completes. */
static void find_sets(const struct arcane_state *s, struct arcane_odds *out)
{
    for (int item = 0; item < ITEM_COUNT; item++) {
        out->completes[item] = -1;
        uint32_t slots = out->seat < 0 ? 0 : house_playable(&s->player[out->seat]);
        for (; slots; slots &= slots - 1) {
            int slot = bit_lowest(slots), gold = slot_gold(s, out->seat, item, slot);
            out->gold[item][slot] = gold;
            out->completes[item] = int_max(out->completes[item], gold);
            if (gold >= 0)
                out->slots[item] |= (uint16_t)(1u << slot);
        }
    }
}

/* Which of the items within reach complete a set: next card, stash, discard, Market. Only for a
 * seat: without one `completes` is -1 everywhere. */
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

/* The top of the deck is known after an Older Wand; else every unseen card is as likely (A14.4).
 * Leaves `next` all 0 without a deck. */
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

/* ---- storehouses ---- */

/* `*unknown` is added to, not set. */
int arcane_known_infamy(const struct arcane_state *s, const struct arcane_player *p, uint32_t slots,
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

/* Means over every way the unknown items can be, as if nothing were sold. Returns the mean square
 * of the total. Fills in total, lap and fine as if nothing were sold; house_odds then adds what the
 * sales change. */
static double before_sales(const struct arcane_state *s, const struct arcane_player *p,
                           const struct arcane_purse *purse, struct arcane_house_odds *h)
{
    struct sale_spread x;
    double squares = 0;
    int known = arcane_known_infamy(s, p, house_filled(p), &h->unknown);
    spread_open(&x, s, h->unknown, 0);
    for (int d = 0; d < x.size; d++) {
        int total = known + x.least + d;
        double chance = spread_chance(&x, d);
        if (chance <= 0)
            continue;
        h->total += chance * total;
        squares += chance * total * total;
        h->lap += purse_markers(purse, total) > purse->fines ? chance : 0;
        h->fine += chance * purse_fine(purse, total, 0);
    }
    spread_close(&x);
    return squares;
}

/* The totals of A8.2 and what follows them. Sums that should be 0 may end a little below it. The
 * variance is the mean of the squares less the square of the mean. */
static void house_odds(const struct arcane_state *s, const struct arcane_player *p,
                       struct arcane_house_odds *h)
{
    struct arcane_purse purse;
    struct sale_odds sold;
    arcane_purse_open(&purse, s, p);
    double squares = before_sales(s, p, &purse, h);
    h->hidden = bit_count(house_hidden(p));
    h->shown_infamy = arcane_known_infamy(s, p, house_revealed(p), &(int){0});
    h->hidden_infamy = h->total - h->shown_infamy;
    arcane_sale_odds(s, p, &purse, &sold);
    h->total += sold.total;
    h->deviation = sqrt(fmax(0, squares + sold.squares - h->total * h->total));
    h->lap = fmax(0, h->lap + sold.lap);
    h->fine = fmax(0, h->fine + sold.fine);
    h->sets = sold.sets;
    h->set_gold = sold.gold;
}

/* Needs a view, not a state: in a state every card is decided, so nothing would be unseen. */
void arcane_odds_cards(const struct view *v, struct arcane_odds *out)
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
}

/* Whether an inspection is the same for both: as a game begins it is, and nine unknown items take
 * longest. Of the wizards only Byros changes what sales bring. */
static int is_alike(const struct arcane_player *a, const struct arcane_player *b)
{
    return a->rows == b->rows && a->cols == b->cols && !memcmp(a->cell, b->cell, CELLS) &&
           a->gold == b->gold && a->infamy == b->infamy && a->fines == b->fines &&
           (a->wizard == BYROS) == (b->wizard == BYROS);
}

/* Storehouses that are alike are computed once. */
static void all_houses(const struct arcane_state *s, struct arcane_odds *out)
{
    for (int seat = 0; seat < s->players; seat++) {
        int like = 0;
        while (like < seat && !is_alike(&s->player[seat], &s->player[like]))
            like++;
        if (like < seat)
            out->player[seat] = out->player[like];
        else
            house_odds(s, &s->player[seat], &out->player[seat]);
    }
}

void arcane_odds(const struct view *v, struct arcane_odds *out)
{
    const struct arcane_state *s = (const struct arcane_state *)v->bytes;
    arcane_odds_cards(v, out);
    all_houses(s, out);
    if (v->seat >= 0)
        arcane_compare_totals(s, out);
}
