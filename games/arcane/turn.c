/* A turn of the Sell phase (A5): draw, act, play, put down, end. */
#include "games/arcane/rules.h"

/* The player whose turn it is. Only this player plays; others may only answer questions. */
static struct arcane_player *own_player(struct arcane_resolution *r)
{
    return &r->s->player[r->s->turn];
}

/* A draw is asked even if there is only one answer, because players expect to draw. If deck and
 * discard are empty, only the Market is left; if that offers nothing either, there is no draw
 * (A9.1). */
void turn_step(struct arcane_resolution *r)
{
    if (r->s->deck_n || r->s->discard_n)
        ask_surely(r, Q_DRAW, r->s->turn);
    else
        ask(r, Q_DRAW, r->s->turn, STEP_ACT);
}

/* Slot 1 costs 1 gold, slot 2 costs 2, slot 3 costs 3 (A12.2). Paying is not a loss of gold, so it
 * does not go through lose_gold (A12.4). */
static void draw_market(struct arcane_resolution *r, int slot)
{
    struct arcane_player *p = own_player(r);
    int price = arcane_market_price(r->s, slot);
    p->gold -= price;
    int item = market_take(r, slot);
    stash_add(p, item, all_seats(r->s));
    tell_n(r, EV_MARKET_PAID, r->s->turn, price);
    tell_item(r, EV_DREW_MARKET, r->s->turn, item, EVENT_ALL_SEE, slot);
}

/* A14.2: a card from the deck is known to the drawer alone, unless a Wand put it there, in which
 * case all seats know it. */
static void draw_deck(struct arcane_resolution *r, int kind)
{
    uint32_t known;
    int seat = r->s->turn;
    int item = deck_take(r, &known);
    known |= 1u << seat;
    stash_add(own_player(r), item, known);
    tell_item(r, kind, seat, item, known, NONE);
}

/* Deck, discard and Market are set in order before the player acts (A9.1, A12.3). */
void answer_draw(struct arcane_resolution *r, int from)
{
    if (from == DRAW_DECK) {
        draw_deck(r, EV_DREW_DECK);
    } else if (from == DRAW_DISCARD) {
        int item = discard_take_top(r->s);
        stash_add(own_player(r), item, all_seats(r->s));
        tell_item(r, EV_DREW_DISCARD, r->s->turn, item, EVENT_ALL_SEE, NONE);
    } else {
        draw_market(r, from - DRAW_MARKET);
    }
    settle(r);
    act_step(r);
}

/* Acting is compulsory (A5.2). Only a player who could not draw can have an empty stash here; then
 * the turn ends (A9.1). */
void act_step(struct arcane_resolution *r)
{
    if (own_player(r)->stash_n)
        ask_surely(r, Q_ACT, r->s->turn);
    else
        r->step = STEP_TURN_END;
}

/* A stash item goes on the discard (A5.4, A10.3). A Ring takes off infamy (A2, A7.7); a Fairy or a
 * Boomerang does nothing (A7.3, A7.5). */
static void discard_from_stash(struct arcane_resolution *r, int item)
{
    stash_take(own_player(r), item);
    tell_item(r, EV_DISCARDED, r->s->turn, item, EVENT_ALL_SEE, NONE);
    discard_put(r, item);
    if (item == INVISIBLE_RING)
        effect_ring_discarded(r);
    turn_end_step(r);
}

/* A special item leaves the stash, and is public, before its effect begins. It stays set aside even
 * if it fizzles (A5.5, A7.8). */
void answer_act(struct arcane_resolution *r, int answer)
{
    struct arcane_state *s = r->s;
    if (answer >= ACT_USE) {
        int item = answer - ACT_USE;
        stash_take(own_player(r), item);
        s->aside[item]++;
        tell_item(r, EV_USED, s->turn, item, EVENT_ALL_SEE, NONE);
        effect_special(r, item);
    } else if (answer >= ACT_DISCARD) {
        discard_from_stash(r, answer - ACT_DISCARD);
    } else {
        stash_take(own_player(r), answer);
        s->at.played = (uint8_t)answer;
        play_step(r);
    }
}

/* A slot with a revealed Doll cannot be chosen (A5.8). The callers have checked that there is a
 * slot, so this question is never skipped. Two hidden items are two slots, and nearly every
 * storehouse has them. */
void play_step(struct arcane_resolution *r)
{
    uint64_t hidden = house_hides(own_player(r));
    if (hidden & (hidden - 1))
        ask_surely(r, Q_SLOT, r->s->turn);
    else
        ask(r, Q_SLOT, r->s->turn, STEP_PUT_DOWN);
}

/* The slot's item is set aside, unseen if it was hidden, and the played item goes there revealed
 * (A5.3). If no item is being played, the question was for a sold Doll (A7.6). The flag marks a
 * Boomerang that has returned, so that it does not return again this turn (A7.5). */
void answer_slot(struct arcane_resolution *r, int slot)
{
    struct arcane_state *s = r->s;
    if (s->at.played == NONE) {
        doll_land(r, slot);
        return;
    }
    struct arcane_player *p = own_player(r);
    int item = s->at.played;
    s->at.replaced = p->cell[slot];
    s->at.replaced_known = p->known[slot];
    p->cell[slot] = (uint8_t)(item | CELL_UP | (s->at.returning ? CELL_RETURNED : 0));
    p->known[slot] = 0;
    s->at.played = NONE;
    s->at.returning = 0;
    s->at.slot = (uint8_t)slot;
    tell_item(r, EV_PLAYED, s->turn, item, EVENT_ALL_SEE, slot);
    played_step(r);
}

/* `slot` follows the item even if a Toad has moved it (A6.3). */
static int item_just_played(const struct arcane_state *s)
{
    return cell_item(s->player[s->turn].cell[s->at.slot]);
}

/* Meeblemore is asked for every item with a played effect, even if it would do nothing, and before
 * any of it happens (A7.10). */
void played_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    if (!(items_with(WHEN_PLAYED) >> item_just_played(s) & 1))
        sale_step(r);
    else if (s->player[s->turn].wizard == MEEBLEMORE)
        ask(r, Q_EFFECT, s->turn, STEP_SALE);
    else
        effect_played(r);
}

/* An item whose effect is ignored stays there and may complete a set. */
void answer_effect(struct arcane_resolution *r, int ignore)
{
    r->step = STEP_SALE;
    if (ignore)
        tell_item(r, EV_IGNORED, r->s->turn, item_just_played(r->s), EVENT_ALL_SEE, NONE);
    else
        effect_played(r);
}

/* A Boomerang that has returned this turn does not return again (A7.5). It may have been hidden: no
 * other item works when it is replaced while hidden. */
static int must_return(const struct arcane_state *s, uint8_t replaced)
{
    return cell_item(replaced) == MAGIC_BOOMERANG && !(replaced & CELL_RETURNED) &&
           arcane_boomerang_returns(s);
}

/* Called after the sale, when the storehouse may be empty. Without a slot the Boomerang is
 * discarded (A5.8). */
static void boomerang_returns(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    tell_item(r, EV_RETURNS, s->turn, MAGIC_BOOMERANG, EVENT_ALL_SEE, NONE);
    s->at.replaced = CELL_NONE;
    s->at.replaced_known = 0;
    if (house_playable(own_player(r))) {
        s->at.played = MAGIC_BOOMERANG;
        s->at.returning = 1;
        r->step = STEP_PLAY;
        return;
    }
    tell_item(r, EV_PUT_DOWN, s->turn, MAGIC_BOOMERANG, EVENT_ALL_SEE, NONE);
    /* Without a slot it is discarded (A5.8); with two players that is the discard of A10.3. */
    discard_put(r, MAGIC_BOOMERANG);
}

/* Ring and Fairy work only if they lay revealed (A7.3, A7.7). */
static void put_on_discard(struct arcane_resolution *r, int item, int was_up)
{
    tell_item(r, EV_PUT_DOWN, r->s->turn, item, EVENT_ALL_SEE, NONE);
    discard_put(r, item);
    if (was_up && (item == INVISIBLE_RING || item == BOTTLED_FAIRY))
        effect_replaced(r, item);
    turn_end_step(r);
}

/* With two players a replaced hidden item goes to the stash unseen, and then one item is discarded
 * (A10.3). Seats that knew it still do (A14.2). */
static void put_in_stash(struct arcane_resolution *r, int item, uint32_t known)
{
    int seat = r->s->turn;
    stash_add(own_player(r), item, known | 1u << seat);
    tell_item(r, EV_STASHED, seat, item, known | 1u << seat, NONE);
    ask(r, Q_KEEP, seat, STEP_TURN_END);
}

/* The last part of A5.3. Every path ends the turn or asks a question. A hidden item is decided
 * here, when somebody may look at it (A14). */
void put_down_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    uint8_t replaced = s->at.replaced;
    r->step = STEP_TURN_END;
    s->at.slot = NONE;
    if (replaced == CELL_NONE)
        return;
    int was_up = replaced & CELL_UP;
    if (replaced == ITEM_UNDECIDED)
        replaced = (uint8_t)pool_decide(r);
    if (must_return(s, replaced)) {
        boomerang_returns(r);
        return;
    }
    int item = cell_item(replaced);
    uint32_t known = s->at.replaced_known;
    s->at.replaced = CELL_NONE;
    s->at.replaced_known = 0;
    if (s->players == 2 && !was_up)
        put_in_stash(r, item, known);
    else
        put_on_discard(r, item, was_up);
}

/* The turn ends with this discard (A10.3). */
void answer_keep(struct arcane_resolution *r, int item)
{
    discard_from_stash(r, item);
}

/* Whether the player whose turn it is has too many hidden items to trigger: any at all (A5.6). */
static int hides_too_many(const struct arcane_state *s)
{
    uint64_t hidden = house_hides(&s->player[s->turn]);
    int allowed = arcane_trigger_hidden(s);
    return allowed ? bit_count(hidden) > allowed : hidden != 0;
}

/* A player without hidden items at the end of their own turn triggers the inspection, also with an
 * empty storehouse (A5.6, A10.2). Only the first trigger counts. The check looks at the storehouse
 * and not at what changed, so with two players a storehouse fully revealed before turn 15 triggers
 * at the end of a later turn. */
static void trigger_check(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    if (s->triggered != NONE || hides_too_many(s))
        return;
    if (s->players == 2 && s->tracker < arcane_two_earliest(s))
        return;
    s->triggered = s->turn;
    int hidden = bit_count(house_hidden(own_player(r)));
    if (hidden)
        tell_n(r, EV_TRIGGERED_EARLY, s->turn, hidden);
    else
        tell(r, EV_TRIGGERED, s->turn);
}

/* Counts at the end of the second player's turns (A10.1). Returns 1 if turn 20 has ended and nobody
 * has triggered; the tracker then stays at 20. After a trigger it counts on to 21 (A10.2). */
static int tracker_runs_out(struct arcane_state *s)
{
    if (s->players != 2 || s->turn == s->first)
        return 0;
    if (s->tracker >= arcane_two_latest(s) && s->triggered == NONE)
        return 1;
    s->tracker++;
    return 0;
}

/* A7.5 applies within one turn, and only the storehouse of the player whose turn it is can have
 * such a mark. Eight cells are cleared at once, then the ninth. */
static void forget_returned(struct arcane_player *p)
{
    uint64_t word = house_word(p) & ~(CELL_RETURNED * 0x0101010101010101u);
    memcpy(p->cell, &word, sizeof word);
    p->cell[8] &= (uint8_t)~CELL_RETURNED;
}

/* Checks the trigger, the tracker and the laps; then the next player or the inspection follows
 * (A5.9). The inspection begins when the turn would come back to the triggering player (A5.6). */
void turn_end_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    int next = seat_after(s, s->turn);
    forget_returned(own_player(r));
    arcane_at_rest(&s->at);
    trigger_check(r);
    int over = tracker_runs_out(s), lap = next == s->first;
    s->turns = (uint16_t)(s->turns + lap);
    /* Nobody triggered in time (A5.7). */
    over |= lap & (s->turns >= s->cards.turn_cap) & (s->triggered == NONE);
    if (over)
        tell(r, EV_UNTRIGGERED, EVENT_NONE);
    if (over || next == s->triggered || (s->triggered != NONE && !arcane_turns_after(s))) {
        inspection_begin(r);
        return;
    }
    s->turn = (uint8_t)next;
    turn_step(r);
}
