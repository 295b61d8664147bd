/* A turn of the Sell phase (A5): draw, act, play, put down, end. */
#include "games/arcane/rules.h"

static struct arcane_player *own_player(struct table *t)
{
    return &t->s->player[t->s->turn];
}

void turn_step(struct table *t)
{
    if (t->s->deck_n || t->s->discard_n)
        ask_surely(t, Q_DRAW, t->s->turn);
    else
        ask(t, Q_DRAW, t->s->turn, STEP_ACT); /* A9.1: no card anywhere, no draw */
}

static void draw_market(struct table *t, int slot)
{
    struct arcane_player *p = own_player(t);
    p->gold -= slot + 1;
    int item = market_take(t, slot);
    stash_add(p, item, all_seats(t->s));
    tell_n(t, EV_MARKET_PAID, t->s->turn, slot + 1);
    tell_item(t, EV_DREW_MARKET, t->s->turn, item, EVENT_ALL_SEE, slot);
}

/* A14.2: what was drawn face up everyone knows; a card a Wand put on the deck they know already. */
static void draw_deck(struct table *t, int kind)
{
    uint32_t known;
    int seat = t->s->turn;
    int item = deck_take(t, &known);
    known |= 1u << seat;
    stash_add(own_player(t), item, known);
    tell_item(t, kind, seat, item, known, NONE);
}

void answer_draw(struct table *t, int from)
{
    if (from == DRAW_DECK) {
        draw_deck(t, EV_DREW_DECK);
    } else if (from == DRAW_DISCARD) {
        int item = discard_take_top(t->s);
        stash_add(own_player(t), item, all_seats(t->s));
        tell_item(t, EV_DREW_DISCARD, t->s->turn, item, EVENT_ALL_SEE, NONE);
    } else {
        draw_market(t, from - DRAW_MARKET);
    }
    settle(t);
    act_step(t);
}

void act_step(struct table *t)
{
    if (own_player(t)->stash_n)
        ask_surely(t, Q_ACT, t->s->turn);
    else
        t->step = STEP_TURN_END; /* A9.1: with an empty stash the turn ends */
}

/* A5.4 and A10.3: a stash item goes on the discard; the Ring works from there. */
static void discard_from_stash(struct table *t, int item)
{
    stash_take(own_player(t), item);
    tell_item(t, EV_DISCARDED, t->s->turn, item, EVENT_ALL_SEE, NONE);
    discard_put(t, item);
    if (item == INVISIBLE_RING)
        effect_ring_discarded(t);
    turn_end_step(t);
}

void answer_act(struct table *t, int answer)
{
    struct arcane_state *s = t->s;
    if (answer >= ACT_USE) {
        int item = answer - ACT_USE;
        stash_take(own_player(t), item);
        s->aside[item]++;
        tell_item(t, EV_USED, s->turn, item, EVENT_ALL_SEE, NONE);
        effect_special(t, item);
    } else if (answer >= ACT_DISCARD) {
        discard_from_stash(t, answer - ACT_DISCARD);
    } else {
        stash_take(own_player(t), answer);
        s->at.played = (uint8_t)answer;
        play_step(t);
    }
}

void play_step(struct table *t)
{
    ask(t, Q_SLOT, t->s->turn, STEP_PUT_DOWN);
}

/* A5.3: the slot's item is set aside, unseen if it was hidden; ours goes there revealed. */
void answer_slot(struct table *t, int slot)
{
    struct arcane_state *s = t->s;
    if (s->at.played == NONE) {
        doll_land(t, slot);
        return;
    }
    struct arcane_player *p = own_player(t);
    int item = s->at.played;
    s->at.replaced = p->cell[slot];
    s->at.replaced_known = p->known[slot];
    p->cell[slot] = (uint8_t)(item | CELL_UP | (s->at.returning ? CELL_RETURNED : 0));
    p->known[slot] = 0;
    s->at.played = NONE;
    s->at.returning = 0;
    s->at.slot = (uint8_t)slot;
    tell_item(t, EV_PLAYED, s->turn, item, EVENT_ALL_SEE, slot);
    played_step(t);
}

static int item_just_played(const struct arcane_state *s)
{
    return cell_item(s->player[s->turn].cell[s->at.slot]);
}

/* A7.10: Meeblemore is asked for every item that has a played effect. */
void played_step(struct table *t)
{
    struct arcane_state *s = t->s;
    if (!(items_with(WHEN_PLAYED) >> item_just_played(s) & 1))
        sale_step(t);
    else if (s->player[s->turn].wizard == MEEBLEMORE)
        ask(t, Q_EFFECT, s->turn, STEP_SALE);
    else
        effect_played(t);
}

void answer_effect(struct table *t, int ignore)
{
    t->step = STEP_SALE;
    if (ignore)
        tell_item(t, EV_IGNORED, t->s->turn, item_just_played(t->s), EVENT_ALL_SEE, NONE);
    else
        effect_played(t);
}

/* A7.5: a Boomerang that has returned this turn does not return again. */
static int must_return(uint8_t replaced)
{
    return cell_item(replaced) == MAGIC_BOOMERANG && !(replaced & CELL_RETURNED);
}

static void boomerang_returns(struct table *t)
{
    struct arcane_state *s = t->s;
    tell_item(t, EV_RETURNS, s->turn, MAGIC_BOOMERANG, EVENT_ALL_SEE, NONE);
    s->at.replaced = CELL_NONE;
    s->at.replaced_known = 0;
    if (house_playable(own_player(t))) {
        s->at.played = MAGIC_BOOMERANG;
        s->at.returning = 1;
        t->step = STEP_PLAY;
        return;
    }
    tell_item(t, EV_PUT_DOWN, s->turn, MAGIC_BOOMERANG, EVENT_ALL_SEE, NONE);
    discard_put(t, MAGIC_BOOMERANG); /* A5.8; with two players it is the item of A10.3 */
}

static void put_on_discard(struct table *t, int item, int was_up)
{
    tell_item(t, EV_PUT_DOWN, t->s->turn, item, EVENT_ALL_SEE, NONE);
    discard_put(t, item);
    if (was_up && (item == INVISIBLE_RING || item == BOTTLED_FAIRY))
        effect_replaced(t, item);
    turn_end_step(t);
}

/* A10.3: with two players a replaced hidden item goes unseen to the stash, then one is discarded. */
static void put_in_stash(struct table *t, int item, uint32_t known)
{
    int seat = t->s->turn;
    stash_add(own_player(t), item, known | 1u << seat);
    tell_item(t, EV_STASHED, seat, item, known | 1u << seat, NONE);
    ask(t, Q_KEEP, seat, STEP_TURN_END);
}

/* A5.3's last part. Every path leads to the end of the turn or to a question. A hidden item is decided only now, when somebody may look (A14). */
void put_down_step(struct table *t)
{
    struct arcane_state *s = t->s;
    uint8_t replaced = s->at.replaced;
    t->step = STEP_TURN_END;
    s->at.slot = NONE;
    if (replaced == CELL_NONE)
        return;
    int was_up = replaced & CELL_UP;
    if (replaced == ITEM_UNDECIDED)
        replaced = (uint8_t)pool_decide(t);
    if (must_return(replaced)) {
        boomerang_returns(t);
        return;
    }
    int item = cell_item(replaced);
    uint32_t known = s->at.replaced_known;
    s->at.replaced = CELL_NONE;
    s->at.replaced_known = 0;
    if (s->players == 2 && !was_up)
        put_in_stash(t, item, known);
    else
        put_on_discard(t, item, was_up);
}

void answer_keep(struct table *t, int item)
{
    discard_from_stash(t, item);
}

/* A5.6, A10.2: no hidden item left at the end of an own turn. */
static void trigger_check(struct table *t)
{
    struct arcane_state *s = t->s;
    if (s->triggered != NONE || house_hidden(own_player(t)))
        return;
    if (s->players == 2 && s->tracker < 15)
        return;
    s->triggered = s->turn;
    tell(t, EV_TRIGGERED, s->turn);
}

/* A10.1, A10.2. Returns 1 when turn 20 ended with nobody having triggered. */
static int tracker_runs_out(struct arcane_state *s)
{
    if (s->players != 2 || s->turn == s->first)
        return 0;
    if (s->tracker >= 20 && s->triggered == NONE)
        return 1;
    s->tracker++;
    return 0;
}

static void forget_returned(struct arcane_player *p)
{
    uint64_t word = house_word(p) & ~(CELL_RETURNED * 0x0101010101010101u);
    memcpy(p->cell, &word, sizeof word);
    p->cell[8] &= (uint8_t)~CELL_RETURNED;
}

/* A5.9: trigger check, tracker, laps, then the next player or the inspection. */
void turn_end_step(struct table *t)
{
    struct arcane_state *s = t->s;
    int next = seat_after(s, s->turn);
    forget_returned(own_player(t));
    arcane_at_rest(&s->at);
    trigger_check(t);
    int over = tracker_runs_out(s);
    if (next == s->first) {
        s->turns++;
        over |= s->turns >= s->cards.turn_cap && s->triggered == NONE; /* A5.7 */
    }
    if (over)
        tell(t, EV_UNTRIGGERED, EVENT_NONE);
    if (over || next == s->triggered) {
        inspection_begin(t);
        return;
    }
    s->turn = (uint8_t)next;
    turn_step(t);
}
