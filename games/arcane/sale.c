/* Selling a set (A6.5 to A6.7): remove it, close up, gain gold, sold effect, Dafana. */
#include "games/arcane/rules.h"

/* Only lines with the item just played count (A6.3). Every such set contains it, so after one sale
 * `slot` is NONE and the Sell phase sells no second set. */
void sale_step(struct arcane_resolution *r)
{
    const struct arcane_state *s = r->s;
    if (s->at.slot == NONE || !house_may_sell(&s->player[s->turn], s->at.slot))
        put_down_step(r);
    else
        ask(r, Q_SELL, s->turn, STEP_PUT_DOWN);
}

/* Sells every set until there is none; slides can make new ones (A8.1). `slot` is NONE here, so
 * every line counts. */
void inspect_sale_step(struct arcane_resolution *r)
{
    ask(r, Q_SELL, r->s->turn, STEP_INSPECT_NEXT);
}

/* Sold cards are out of play until the next Stock (A9.2). Counts the sold Dolls, each of which is
 * placed with another player (A7.6); a Feline in the set does not count. */
static void set_aside(struct arcane_resolution *r, struct arcane_player *p, uint32_t slots)
{
    for (; slots; slots &= slots - 1) {
        int slot = bit_lowest(slots), item = cell_item(p->cell[slot]);
        r->s->aside[item]++;
        r->s->at.dolls = (uint8_t)(r->s->at.dolls + (item == HAUNTED_DOLL));
        p->cell[slot] = CELL_NONE;
        p->known[slot] = 0;
    }
}

/* Only the 3x3 has diagonals, as lines 6 and 7; smaller shapes have none (A6.6). */
static int is_diagonal(const struct arcane_player *p, int line)
{
    return house_size(p) == 9 && line >= 6;
}

/* A sold row leaves one row fewer, a column one column fewer, a diagonal either of them as its
 * owner chose (A6.6). After the last three items nothing is left. */
static void close_line(struct arcane_player *p, int line, int down)
{
    uint32_t gone = house_line(p, line);
    int row_sold = house_size(p) == 9 ? line < 3 || (line >= 6 && down) : p->cols == 3;
    int rows = p->rows - row_sold, cols = p->cols - !row_sold;
    if (house_size(p) == 3)
        rows = cols = 0;
    house_close_up(p, gone, rows, cols, down);
}

/* In the Sell phase the item just played leaves with its set (A6.3). Only a diagonal leaves a
 * choice of how the rest closes up; gold and effect wait for that answer (A6.6). */
void answer_sell(struct arcane_resolution *r, int line)
{
    struct arcane_state *s = r->s;
    struct arcane_player *p = &s->player[s->turn];
    s->at.sold = (uint8_t)house_line_sells(p, line);
    s->at.slot = NONE;
    s->at.dolls = 0;
    tell_item(r, EV_SET_SOLD, s->turn, s->at.sold, EVENT_ALL_SEE, NONE);
    set_aside(r, p, house_line(p, line));
    if (is_diagonal(p, line)) {
        s->at.line = (uint8_t)line;
        ask(r, Q_SLIDE, s->turn, STEP_WAIT);
        return;
    }
    close_line(p, line, 0);
    r->step = STEP_SOLD;
}

/* Gold and effect come only after the other items have closed up (A6.6). */
void answer_slide(struct arcane_resolution *r, int down)
{
    struct arcane_state *s = r->s;
    close_line(&s->player[s->turn], s->at.line, down);
    s->at.line = NONE;
    tell(r, down ? EV_SLID_DOWN : EV_SLID_ACROSS, s->turn);
    r->step = STEP_SOLD;
}

/* The set's gold and Byros' bonus are one gain, so the Sword limits the sum (A6.7). Sold effects do
 * not happen in an inspection (A8.1); Dolls sold there stay set aside. */
void sold_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    int gold = s->cards.gold[s->at.sold];
    if (s->player[s->turn].wizard == BYROS)
        gold += s->cards.fx[FX_BYROS_GOLD];
    gain_gold(r, s->turn, gold, EV_GOLD_SALE);
    if (s->at.sold != HAUNTED_DOLL || s->phase != PHASE_SELL)
        s->at.dolls = 0;
    s->at.dolls = (uint8_t)int_min(s->at.dolls, arcane_dolls_placed(s));
    if (s->phase == PHASE_SELL)
        effect_sold(r);
    else
        r->step = STEP_DAFANA;
}

/* The seat of Dafana if she is to be asked, else NONE: she needs infamy to lose and enough gold
 * (A11). There is at most one of each wizard. Any player's sale counts. */
static int dafana_may_pay(const struct arcane_state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_player *p = &s->player[seat];
        if (p->wizard == DAFANA && p->infamy > 0 && p->gold >= s->cards.fx[FX_DAFANA_GOLD])
            return seat;
    }
    return NONE;
}

/* An inspection looks for another set (A6.5). In the Sell phase sale_step goes on to the replaced
 * item, because the item just played is gone. */
static void after_sale(struct arcane_resolution *r)
{
    r->s->at.sold = NONE;
    r->step = r->s->phase == PHASE_SELL ? STEP_SALE : STEP_INSPECT_SALE;
}

/* Dafana is asked once for each set, after its gold and effect (A7.10, A11). */
void dafana_step(struct arcane_resolution *r)
{
    int seat = dafana_may_pay(r->s);
    if (seat == NONE)
        after_sale(r);
    else
        ask(r, Q_DAFANA, seat, STEP_WAIT);
}

/* Nothing has changed since the question was asked, so the same seat is found again. */
void answer_dafana(struct arcane_resolution *r, int pass)
{
    const struct arcane_state *s = r->s;
    int seat = dafana_may_pay(s);
    if (pass) {
        tell(r, EV_DAFANA_PASSED, seat);
    } else {
        lose_gold(r, seat, s->cards.fx[FX_DAFANA_GOLD], EV_DAFANA_PAID);
        lose_infamy(r, seat, s->cards.fx[FX_DAFANA_INFAMY], EV_DAFANA_LOST);
    }
    after_sale(r);
}
