/* What the items do: one function for each item (A2, A7). Each sets r->step to the step that
 * follows. */
#include "games/arcane/rules.h"

/* A number of an effect; a cards file may have changed it (A13). */
static int fx(const struct arcane_resolution *r, int value)
{
    return r->s->cards.fx[value];
}

/* The player whose turn it is, who owns the item. */
static struct arcane_player *turn_player(struct arcane_resolution *r)
{
    return &r->s->player[r->s->turn];
}

/* ---- played ---- */

/* Neighbours share a side in edition three, a side or a corner in edition hundred (A1.mirror).
 * Squared distances: 1 is a side, 2 a corner. The replaced item is set aside already and does not
 * count (A5.3). */
static int revealed_neighbours(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->turn];
    int row = s->at.slot / p->cols, col = s->at.slot % p->cols, n = 0;
    int reach = 1 + arcane_mirror_corners(s);
    for (uint32_t up = house_revealed(p); up; up &= up - 1) {
        int slot = bit_lowest(up);
        int down = (slot / p->cols - row) * (slot / p->cols - row);
        int across = (slot % p->cols - col) * (slot % p->cols - col);
        n += slot != s->at.slot && down <= 1 && across <= 1 && down + across <= reach;
    }
    return n;
}

/* A2: costs for every face-up neighbour, whatever it is. */
static void cursed_mirror(struct arcane_resolution *r)
{
    int n = revealed_neighbours(r->s);
    gain_infamy(r, r->s->turn, n * fx(r, FX_MIRROR_INFAMY), EV_INFAMY_MIRROR);
}

/* Asks for the storehouse first, then for the two items (`answer_swap`) (A2). The Toad lies
 * revealed already, so it may be one of the two in the player's own storehouse. */
static void hypnotic_toad(struct arcane_resolution *r)
{
    r->s->at.cause = HYPNOTIC_TOAD;
    ask(r, Q_TARGET, r->s->turn, STEP_SALE);
}

/* A2: face-up Coins of all storehouses count. One that this Coin replaced is set aside and does
 * not. */
static void three_headed_coin(struct arcane_resolution *r)
{
    const struct arcane_state *s = r->s;
    /* The Coin just played does not count. */
    int coins = -1;
    for (int seat = 0; seat < s->players; seat++)
        coins += bit_count(house_up(&s->player[seat], THREE_HEADED_COIN));
    gain_gold(r, s->turn, coins * fx(r, FX_COIN_GOLD), EV_GOLD_COIN);
}

/* A2: everybody saw the card, so everybody knows the top of the deck now (A14.2). With an empty
 * discard nothing happens (A7.2); the item it replaced is not there yet (A5.3). */
static void older_wand(struct arcane_resolution *r)
{
    for (int n = arcane_wand_cards(r->s); n > 0 && r->s->discard_n; n--) {
        int item = discard_take_top(r->s);
        tell_item(r, EV_WAND, r->s->turn, item, EVENT_ALL_SEE, NONE);
        deck_put_known(r, item);
    }
}

/* The infamy is gained even if there is nothing to look at (A7.2). */
static void crystal_ball(struct arcane_resolution *r)
{
    gain_infamy(r, r->s->turn, fx(r, FX_BALL_INFAMY), EV_INFAMY_BALL);
    ask(r, Q_PEEK, r->s->turn, STEP_SALE);
}

/* Looking decides the item, and only the player who looks learns it (A14). A known item may be
 * chosen (A7.9), and those who knew it still do. */
void answer_peek(struct arcane_resolution *r, int slot)
{
    struct arcane_player *p = turn_player(r);
    int seat = r->s->turn;
    if (p->cell[slot] == ITEM_UNDECIDED)
        p->cell[slot] = (uint8_t)pool_decide(r);
    p->known[slot] |= (uint8_t)(1u << seat);
    tell_item(r, EV_PEEKED, seat, cell_item(p->cell[slot]), p->known[slot], slot);
    r->step = STEP_SALE;
}

static void bubbling_cauldron(struct arcane_resolution *r)
{
    ask(r, Q_CAULDRON, r->s->turn, STEP_SALE);
}

/* A player may choose to lose gold even with too little or none; gold stops at 0 (A2, A3.1). */
void answer_cauldron(struct arcane_resolution *r, int infamy)
{
    if (infamy)
        gain_infamy(r, r->s->turn, fx(r, FX_CAULDRON_INFAMY), EV_INFAMY_CAULDRON);
    else
        lose_gold(r, r->s->turn, fx(r, FX_CAULDRON_GOLD), EV_LOST_CAULDRON);
    r->step = STEP_SALE;
}

static void dark_lotus(struct arcane_resolution *r)
{
    lose_gold(r, r->s->turn, fx(r, FX_LOTUS_GOLD), EV_LOST_LOTUS);
}

static void skeletomicon(struct arcane_resolution *r)
{
    gain_infamy(r, r->s->turn, fx(r, FX_SKELETOMICON_INFAMY), EV_INFAMY_SKELETOMICON);
}

/* The sale comes next, unless the effect asks a question: then `ask` changes the step. played_step
 * calls this only for items with a played effect. */
void effect_played(struct arcane_resolution *r)
{
    r->step = STEP_SALE;
    switch (cell_item(turn_player(r)->cell[r->s->at.slot])) {
    case CURSED_MIRROR: cursed_mirror(r); break;
    case HYPNOTIC_TOAD: hypnotic_toad(r); break;
    case THREE_HEADED_COIN: three_headed_coin(r); break;
    case OLDER_WAND: older_wand(r); break;
    case CRYSTAL_BALL: crystal_ball(r); break;
    case BUBBLING_CAULDRON: bubbling_cauldron(r); break;
    case DARK_LOTUS: dark_lotus(r); break;
    case SKELETOMICON: skeletomicon(r); break;
    default: break;
    }
}

/* Cards keep their face and the seats that know them, and an undecided card stays undecided. If the
 * item just played is moved, `slot` follows it, and the lines at its new place count (A6.3). */
void answer_swap(struct arcane_resolution *r, int pair)
{
    struct arcane_turn *at = &r->s->at;
    struct arcane_player *p = &r->s->player[at->target];
    int i = pair_first(pair), j = pair_second(pair);
    uint8_t cell = p->cell[i], known = p->known[i];
    p->cell[i] = p->cell[j], p->known[i] = p->known[j];
    p->cell[j] = cell, p->known[j] = known;
    if (at->target == r->s->turn && (at->slot == i || at->slot == j))
        at->slot = (uint8_t)(i + j - at->slot);
    if (sink_of(r)) {
        struct event e = event_of(EV_SWAPPED, r->s->turn);
        e.other = at->target, e.a = (uint8_t)i, e.b = (uint8_t)j;
        event_push(sink_of(r), e);
    }
    at->cause = at->target = NONE;
    r->step = STEP_SALE;
}

/* ---- sold ---- */

/* Only the owner learns the card, unless a Wand put it there (A2). With an empty deck (A7.2) or a
 * full stash (A13) the effect does nothing and the sale continues. */
static void floating_carpet(struct arcane_resolution *r)
{
    uint32_t known;
    struct arcane_player *p = turn_player(r);
    for (int n = arcane_carpet_cards(r->s); n > 0; n--) {
        if (r->s->deck_n == 0 || p->stash_n >= arcane_stash_most(r->s))
            return;
        int item = deck_take(r, &known);
        known |= 1u << r->s->turn;
        stash_add(p, item, known);
        tell_item(r, EV_CARPET, r->s->turn, item, known, NONE);
        settle(r);
    }
}

/* There is always another player, so this question is never skipped. */
static void dragons_egg(struct arcane_resolution *r)
{
    r->s->at.cause = DRAGONS_EGG;
    ask(r, Q_TARGET, r->s->turn, STEP_DAFANA);
}

/* The gold comes first, limited by that player's Sword (A7.4), then the infamy. */
static void egg_hatches(struct arcane_resolution *r, int seat)
{
    tell_other(r, EV_EGG, r->s->turn, seat, DRAGONS_EGG, NONE);
    gain_gold(r, seat, fx(r, FX_EGG_GOLD), EV_GOLD_EGG);
    gain_infamy(r, seat, fx(r, FX_EGG_INFAMY), EV_INFAMY_EGG);
    r->s->at.cause = NONE;
    r->step = STEP_DAFANA;
}

/* Not called in an inspection (A8.1). Dafana is asked after the effect (A7.10). */
void effect_sold(struct arcane_resolution *r)
{
    r->step = STEP_DAFANA;
    switch (r->s->at.sold) {
    case FLOATING_CARPET: floating_carpet(r); break;
    case DRAGONS_EGG: dragons_egg(r); break;
    case HAUNTED_DOLL: r->step = STEP_DOLL; break;
    default: break;
    }
}

/* Finds a player for the next Doll: one with a hidden item and no Doll of this sale (A7.6). If
 * Dolls or players run out, the other Dolls stay set aside, where answer_sell put them. */
void doll_step(struct arcane_resolution *r)
{
    struct arcane_turn *at = &r->s->at;
    at->cause = HAUNTED_DOLL;
    if (at->dolls)
        ask(r, Q_TARGET, r->s->turn, STEP_DAFANA);
    else
        r->step = STEP_DAFANA;
    if (r->step == STEP_DAFANA) {
        at->cause = at->target = NONE;
        at->dolls = at->dolled = 0;
    }
}

/* The Doll comes from the set just sold, which is set aside. The ousted item goes face up on the
 * discard and triggers nothing, not even a Boomerang's return (A7.5, A7.6). */
void doll_land(struct arcane_resolution *r, int slot)
{
    struct arcane_state *s = r->s;
    struct arcane_player *p = &s->player[s->at.target];
    int ousted = p->cell[slot] == ITEM_UNDECIDED ? pool_decide(r) : cell_item(p->cell[slot]);
    s->aside[HAUNTED_DOLL]--;
    p->cell[slot] = CELL_UP | HAUNTED_DOLL;
    p->known[slot] = 0;
    tell_other(r, EV_DOLL, s->turn, s->at.target, ousted, slot);
    discard_put(r, ousted);
    s->at.dolls--;
    s->at.dolled |= (uint8_t)(1u << s->at.target);
    s->at.target = NONE;
    r->step = STEP_DOLL;
}

/* ---- special ---- */

/* From here on the item is played like one from the stash (A5.5). A special item chosen this way is
 * an ordinary card. */
static void play_chosen(struct arcane_resolution *r, int item)
{
    r->s->at.cause = r->s->at.target = NONE;
    r->s->at.played = (uint8_t)item;
    tell_item(r, EV_TAKEN, r->s->turn, item, EVENT_ALL_SEE, NONE);
    r->step = STEP_PLAY;
}

/* answer_act has set the special item aside already, and the turn ends (A7.8). */
static void fizzle(struct arcane_resolution *r, int item)
{
    tell_item(r, EV_FIZZLED, r->s->turn, item, EVENT_ALL_SEE, NONE);
    r->s->at.cause = NONE;
    r->step = STEP_TURN_END;
}

/* settle is called after every card, so that a short deck is remade on the way (A7.8). If there is
 * no card at all, the offer stays empty. */
static void lamp_reveals(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    uint32_t known;
    for (int i = fx(r, FX_LAMP_CARDS); i > 0 && s->deck_n > 0; i--) {
        int item = deck_take(r, &known);
        s->at.offer[s->at.offer_n++] = (uint8_t)item;
        tell_item(r, EV_LAMP, s->turn, item, EVENT_ALL_SEE, NONE);
        settle(r);
    }
}

/* All items but the chosen one (NONE: all of them) go on the discard in the order revealed, so the
 * last lies on top. Of equal items the one revealed first is taken (A2). */
static void lamp_discards(struct arcane_resolution *r, int chosen)
{
    struct arcane_turn *at = &r->s->at;
    uint8_t offer[OFFER_MAX];
    int n = at->offer_n;
    memcpy(offer, at->offer, sizeof offer);
    memset(at->offer, 0, sizeof at->offer);
    at->offer_n = 0;
    for (int i = 0; i < n; i++) {
        if (offer[i] == chosen) {
            chosen = NONE;
            continue;
        }
        tell_item(r, EV_LAMP_DISCARDED, r->s->turn, offer[i], EVENT_ALL_SEE, NONE);
        discard_put(r, offer[i]);
    }
}

/* Without a slot to play into, the items are revealed anyway, and all go to the discard (A5.8). */
static void mystical_lamp(struct arcane_resolution *r)
{
    lamp_reveals(r);
    if (r->s->at.offer_n && house_playable(turn_player(r))) {
        ask(r, Q_TAKE, r->s->turn, STEP_TURN_END);
        return;
    }
    lamp_discards(r, NONE);
    fizzle(r, MYSTICAL_LAMP);
}

/* Without a discard or a slot the Watch fizzles, and nothing is taken (A5.8, A7.8). */
static void wizards_watch(struct arcane_resolution *r)
{
    if (r->s->discard_n && house_playable(turn_player(r)))
        ask(r, Q_TAKE, r->s->turn, STEP_TURN_END);
    else
        fizzle(r, WIZARDS_WATCH);
}

/* Without a slot the Chalice fizzles before any stash is shown (A5.8). If nobody has a stash to
 * choose, `ask` leaves the step at STEP_TURN_END (A7.8). */
static void sacred_chalice(struct arcane_resolution *r)
{
    r->step = STEP_TURN_END;
    if (house_playable(turn_player(r)))
        ask(r, Q_TARGET, r->s->turn, STEP_TURN_END);
    if (r->step == STEP_TURN_END)
        fizzle(r, SACRED_CHALICE);
}

/* The whole stash becomes known to the user, not only the item taken (A14.2). */
static void chalice_looks(struct arcane_resolution *r, int seat)
{
    r->s->at.target = (uint8_t)seat;
    stash_show(&r->s->player[seat], r->s->turn);
    tell_other(r, EV_CHALICE, r->s->turn, seat, EVENT_NONE, NONE);
    ask(r, Q_TAKE, r->s->turn, STEP_TURN_END);
}

/* Watch and Chalice take the card from its place; the Lamp's card has left the deck already. The
 * Lamp's other cards are discarded before the chosen one is played (A2). */
void answer_take(struct arcane_resolution *r, int item)
{
    struct arcane_state *s = r->s;
    if (s->at.cause == WIZARDS_WATCH)
        discard_take(s, item);
    else if (s->at.cause == SACRED_CHALICE)
        stash_take(&s->player[s->at.target], item);
    else
        lamp_discards(r, item);
    play_chosen(r, item);
}

/* The infamy comes first (A2). If no exchange is possible, that is all (A7.2). */
static void pandoras_lockbox(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    gain_infamy(r, s->turn, fx(r, FX_LOCKBOX_INFAMY), EV_INFAMY_LOCKBOX);
    int possible = 0;
    for (int seat = 0; seat < s->players; seat++)
        possible |= seat != s->turn && house_revealed(&s->player[seat]);
    if (possible && house_hidden(turn_player(r)))
        ask(r, Q_OWN, s->turn, STEP_TURN_END);
    else
        fizzle(r, PANDORAS_LOCKBOX);
}

/* Asks for the player's own item, then for another player, then for that player's item.
 * pandoras_lockbox has checked that each question has an answer. */
void answer_own(struct arcane_resolution *r, int slot)
{
    r->s->at.own = (uint8_t)slot;
    ask(r, Q_TARGET, r->s->turn, STEP_TURN_END);
}

/* Each card keeps its face and the seats that know it (A14.2); nothing triggers (A2). An exchange
 * does not replace an item, so even a revealed Doll may be taken. */
void answer_theirs(struct arcane_resolution *r, int slot)
{
    struct arcane_turn *at = &r->s->at;
    struct arcane_player *mine = turn_player(r), *theirs = &r->s->player[at->target];
    uint8_t cell = mine->cell[at->own], known = mine->known[at->own];
    mine->cell[at->own] = theirs->cell[slot];
    mine->known[at->own] = 0;
    theirs->cell[slot] = cell;
    theirs->known[slot] = known;
    if (sink_of(r)) {
        struct event e = event_of(EV_LOCKBOX, r->s->turn);
        e.other = at->target, e.a = at->own, e.b = (uint8_t)slot;
        e.item = (uint8_t)cell_item(mine->cell[at->own]);
        event_push(sink_of(r), e);
    }
    r->step = STEP_TURN_END;
}

/* `cause` tells the following questions whose effect they belong to. It is cleared when the effect
 * ends. */
void effect_special(struct arcane_resolution *r, int item)
{
    r->s->at.cause = (uint8_t)item;
    switch (item) {
    case MYSTICAL_LAMP: mystical_lamp(r); break;
    case WIZARDS_WATCH: wizards_watch(r); break;
    case SACRED_CHALICE: sacred_chalice(r); break;
    default: pandoras_lockbox(r); break;
    }
}

/* ---- always ---- */

/* The Ring also works when it is discarded from the stash (A2, A5.4, A7.7). */
void effect_ring_discarded(struct arcane_resolution *r)
{
    lose_infamy(r, r->s->turn, fx(r, FX_RING_INFAMY), EV_LOST_RING);
}

/* The effect of a revealed item that was replaced and is now on the discard (A7.3). Only Ring and
 * Fairy have one; a Boomerang never gets here. */
void effect_replaced(struct arcane_resolution *r, int item)
{
    if (item == INVISIBLE_RING)
        effect_ring_discarded(r);
    if (item == BOTTLED_FAIRY)
        lose_infamy(r, r->s->turn, fx(r, FX_FAIRY_INFAMY), EV_LOST_FAIRY);
}

/* ---- a target is chosen ---- */

/* Egg and Chalice need only the seat. Toad, Doll and Lockbox then ask for a place there. Only seats
 * that have one are offered, so that question is never skipped. */
void answer_target(struct arcane_resolution *r, int seat)
{
    struct arcane_turn *at = &r->s->at;
    switch (at->cause) {
    case DRAGONS_EGG: egg_hatches(r, seat); return;
    case SACRED_CHALICE: chalice_looks(r, seat); return;
    default: break;
    }
    at->target = (uint8_t)seat;
    int question = at->cause == HYPNOTIC_TOAD  ? Q_SWAP
                   : at->cause == HAUNTED_DOLL ? Q_SLOT
                                               : Q_THEIRS;
    ask(r, question, r->s->turn, STEP_TURN_END);
}
