/* Selling a set (A6.5-7): out of the storehouse, close up, gold, sold effect, Dafana. */
#include "games/arcane/rules.h"

/* A6.3: only stacks with the item just played; `slot` is NONE once it has been sold. */
void sale_step(struct table *t)
{
    const struct arcane_state *s = t->s;
    if (s->at.slot == NONE || !house_may_sell(&s->player[s->turn], s->at.slot))
        put_down_step(t);
    else
        ask(t, Q_SELL, s->turn, STEP_PUT_DOWN);
}

/* A8.1: every set, until there is none. */
void inspect_sale_step(struct table *t)
{
    ask(t, Q_SELL, t->s->turn, STEP_INSPECT_NEXT);
}

static void set_aside(struct table *t, struct arcane_player *p, uint32_t slots)
{
    for (; slots; slots &= slots - 1) {
        int slot = bit_lowest(slots), item = cell_item(p->cell[slot]);
        t->s->aside[item]++;
        t->s->at.dolls = (uint8_t)(t->s->at.dolls + (item == HAUNTED_DOLL));
        p->cell[slot] = CELL_NONE;
        p->known[slot] = 0;
    }
}

static int is_diagonal(const struct arcane_player *p, int line)
{
    return house_size(p) == 9 && line >= 6;
}

/* What is left of a shape after one of its lines; nothing is left of the last three. */
static void close_line(struct arcane_player *p, int line, int down)
{
    uint32_t gone = house_line(p, line);
    int row_sold = house_size(p) == 9 ? line < 3 || (line >= 6 && down) : p->cols == 3;
    int rows = p->rows - row_sold, cols = p->cols - !row_sold;
    if (house_size(p) == 3)
        rows = cols = 0;
    house_close_up(p, gone, rows, cols, down);
}

void answer_sell(struct table *t, int line)
{
    struct arcane_state *s = t->s;
    struct arcane_player *p = &s->player[s->turn];
    s->at.sold = (uint8_t)house_line_sells(p, line);
    s->at.slot = NONE;
    s->at.dolls = 0;
    tell_item(t, EV_SET_SOLD, s->turn, s->at.sold, EVENT_ALL_SEE, NONE);
    set_aside(t, p, house_line(p, line));
    if (is_diagonal(p, line)) {
        s->at.line = (uint8_t)line;
        ask(t, Q_SLIDE, s->turn, STEP_WAIT);
        return;
    }
    close_line(p, line, 0);
    t->step = STEP_SOLD;
}

void answer_slide(struct table *t, int down)
{
    struct arcane_state *s = t->s;
    close_line(&s->player[s->turn], s->at.line, down);
    s->at.line = NONE;
    tell(t, down ? EV_SLID_DOWN : EV_SLID_ACROSS, s->turn);
    t->step = STEP_SOLD;
}

/* A6.7: with Byros' bonus one gain. Sold effects do not happen in an inspection (A8.1). */
void sold_step(struct table *t)
{
    struct arcane_state *s = t->s;
    int gold = s->cards.gold[s->at.sold];
    if (s->player[s->turn].wizard == BYROS)
        gold += s->cards.fx[FX_BYROS_GOLD];
    gain_gold(t, s->turn, gold, EV_GOLD_SALE);
    if (s->at.sold != HAUNTED_DOLL || s->phase != PHASE_SELL)
        s->at.dolls = 0;
    if (s->phase == PHASE_SELL)
        effect_sold(t);
    else
        t->step = STEP_DAFANA;
}

static int dafana_may_pay(const struct arcane_state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_player *p = &s->player[seat];
        if (p->wizard == DAFANA && p->infamy > 0 && p->gold >= s->cards.fx[FX_DAFANA_GOLD])
            return seat;
    }
    return NONE;
}

static void after_sale(struct table *t)
{
    t->s->at.sold = NONE;
    t->step = t->s->phase == PHASE_SELL ? STEP_SALE : STEP_INSPECT_SALE;
}

/* A7.10, A11: once a set, after its gold and effect. */
void dafana_step(struct table *t)
{
    int seat = dafana_may_pay(t->s);
    if (seat == NONE)
        after_sale(t);
    else
        ask(t, Q_DAFANA, seat, STEP_WAIT);
}

void answer_dafana(struct table *t, int pass)
{
    const struct arcane_state *s = t->s;
    int seat = dafana_may_pay(s);
    if (!pass) {
        lose_gold(t, seat, s->cards.fx[FX_DAFANA_GOLD], EV_DAFANA_PAID);
        lose_infamy(t, seat, s->cards.fx[FX_DAFANA_INFAMY], EV_DAFANA_LOST);
    }
    after_sale(t);
}
