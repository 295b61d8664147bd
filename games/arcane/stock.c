/* Stocks a round (A4); before the first one, draws lots and deals wizards. */
#include "games/arcane/rules.h"

/* Two stash items, or more for Corvus (A4.4, A11). */
static int stash_dealt(const struct arcane_state *s, int seat)
{
    return s->player[seat].wizard == CORVUS ? s->cards.fx[FX_CORVUS_STASH] : arcane_stash_dealt(s);
}

/* All cards are gathered (A4.1). Nothing has to be collected: the pool is filled from the counts,
 * and all other places are emptied. The deck holds what the storehouses leave. Gold, infamy, fines
 * and wizards are not cards and stay (A4). */
static void gather(struct arcane_state *s)
{
    const uint8_t *count = arcane_counts(s);
    int all = 0;
    memset(s->pool, 0, sizeof s->pool);
    memset(s->own, 0, sizeof s->own);
    memset(s->pile, 0, sizeof s->pile);
    memset(s->aside, 0, sizeof s->aside);
    memcpy(s->pool, count, ITEM_COUNT);
    for (int i = 0; i < ITEM_COUNT; i++)
        all += count[i];
    s->pool_n = (uint8_t)all;
    s->deck_n = (uint8_t)(all - arcane_house_cells(s) * s->players);
    s->own_n = s->has_own = s->top_n = s->discard_n = 0;
    s->unseen_n = s->unseen = s->unseen_known = 0;
    memset(s->market, ITEM_NONE, sizeof s->market);
}

/* Nine hidden items (A4.2), all undecided (A14). Stashes are dealt later (A4.4). */
static void deal_house(const struct arcane_state *s, struct arcane_player *p)
{
    memset(p->cell, CELL_NONE, sizeof p->cell);
    memset(p->cell, ITEM_UNDECIDED, (size_t)arcane_house_cells(s));
    memset(p->known, 0, sizeof p->known);
    p->rows = (uint8_t)arcane_house_rows(s);
    p->cols = (uint8_t)arcane_house_columns(s);
    stash_clear(p);
}

/* The first player of round 1 is drawn by lot (A4). If a scripted seat does not exist, any seat is
 * returned, and the caller drops the state (engine/game.h). 0 to players - 1. Reported even if it
 * was scripted, as records need it. */
static int seat_by_lot(struct arcane_resolution *r)
{
    struct chance *c = r->c;
    const struct outcome *o = chance_scripted(c, CHANCE_FIRST, CHANCE_NO_SEAT);
    uint32_t players = r->s->players;
    if (o && o->value[0] >= players)
        c->impossible = 1;
    uint32_t seat = o ? o->value[0] % players : chance_below(c, CHANCE_LOT, players);
    struct outcome did = {CHANCE_FIRST, CHANCE_NO_SEAT, 1, {(uint8_t)seat}};
    chance_report(c, &did);
    return (int)seat;
}

/* A11: one for each seat, each at most once. 1 if a script's wizards can be dealt to this table. */
static int wizards_possible(const struct outcome *o, int players)
{
    uint32_t seen = 0;
    for (int i = 0; i < o->n; i++) {
        if (o->value[i] >= WIZARD_COUNT || seen >> o->value[i] & 1)
            return 0;
        seen |= 1u << o->value[i];
    }
    return o->n == players;
}

/* A shuffle that stops after one wizard for each player. The unused entries of the report are zero,
 * so that equal outcomes are equal bytes. */
static void wizards_by_lot(struct arcane_resolution *r)
{
    struct chance *c = r->c;
    int players = r->s->players;
    const struct outcome *o = chance_scripted(c, CHANCE_WIZARDS, CHANCE_NO_SEAT);
    struct outcome did = {CHANCE_WIZARDS, CHANCE_NO_SEAT, (uint8_t)players, {0, 1, 2, 3, 4, 5}};
    if (o && wizards_possible(o, players))
        did = *o;
    else if (o)
        c->impossible = 1;
    for (int i = 0; !o && i < players; i++) {
        int j = i + (int)chance_below(c, CHANCE_LOT, (uint32_t)(WIZARD_COUNT - i));
        uint8_t x = did.value[i];
        did.value[i] = did.value[j];
        did.value[j] = x;
    }
    for (int seat = 0; seat < players; seat++)
        r->s->player[seat].wizard = did.value[seat];
    for (int i = players; i < CHANCE_VALUES; i++)
        did.value[i] = 0;
    chance_report(c, &did);
}

/* Later rounds keep gold, infamy and wizards (A3.1, A4). The first player is drawn before the
 * wizards; both use one random stream, so the order matters for a seed. */
static void before_first_round(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    s->round = 1;
    s->first = s->cards.first == NONE ? (uint8_t)seat_by_lot(r) : s->cards.first;
    if (s->cards.wizards == WIZARDS_RANDOM)
        wizards_by_lot(r);
    for (int seat = 0; seat < s->players; seat++) {
        s->player[seat].gold = s->cards.start_gold;
        s->player[seat].infamy = s->cards.start_infamy;
    }
}

/* A round begins with all cards, including those set aside (A9.2). Stashes stay empty until
 * everyone has turned up two items (A4.3, A4.4). */
void stock_step(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    if (s->round == 0)
        before_first_round(r);
    gather(s);
    for (int seat = 0; seat < s->players; seat++)
        deal_house(s, &s->player[seat]);
    s->phase = PHASE_STOCK;
    s->turn = s->first;
    s->turns = 0;
    /* Only two players use the turn tracker (A10.1). */
    s->tracker = s->players == 2;
    s->triggered = NONE;
    arcane_at_rest(&s->at);
    tell_n(r, EV_ROUND, s->first, s->round);
    if (s->round == arcane_guard(s))
        tell_n(r, EV_LAST_ROUND, EVENT_NONE, s->round);
    r->step = STEP_TURN_UP;
}

/* A stash item is decided at once, because its owner sees it (A4.4, A14). */
static void deal_stash(struct arcane_resolution *r, int seat)
{
    struct arcane_state *s = r->s;
    uint32_t known;
    for (int n = stash_dealt(s, seat); n > 0; n--) {
        int item = deck_take(r, &known);
        stash_add(&s->player[seat], item, 1u << seat);
        tell_item(r, EV_DEALT, seat, item, 1u << seat, NONE);
    }
}

/* The cards that begin the discard, the last on top (A4.5). */
static void deal_discard(struct arcane_resolution *r)
{
    uint32_t known;
    for (int n = arcane_discard_dealt(r->s); n > 0; n--) {
        int item = deck_take(r, &known);
        r->s->pile[r->s->discard_n++] = (uint8_t)item;
        tell_item(r, EV_TURNED_UP, EVENT_NONE, item, EVENT_ALL_SEE, NONE);
    }
}

/* Deals stashes, discard and Market (A4.4, A4.5, A12.1) in the order of A14.6. arcane_dealable has
 * checked that the deck is large enough. settle is needed once, for a discard of several cards and
 * a deck of none. */
static void deal_rest(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    uint32_t known;
    for (int i = 0, seat = s->first; i < s->players; i++, seat = seat_after(s, seat))
        deal_stash(r, seat);
    deal_discard(r);
    for (int i = 0; i < arcane_market_size(s); i++) {
        int item = deck_take(r, &known);
        s->market[i] = (uint8_t)item;
        tell_item(r, EV_MARKET_STOCKED, EVENT_NONE, item, EVENT_ALL_SEE, i);
    }
    settle(r);
    s->phase = PHASE_SELL;
    r->step = STEP_TURN;
}

/* The card is decided now (A14). Nothing triggers (A4.3). */
static void turn_up(struct arcane_resolution *r, int slot)
{
    struct arcane_player *p = &r->s->player[r->s->turn];
    int item = pool_decide(r);
    p->cell[slot] = (uint8_t)(item | CELL_UP);
    tell_item(r, EV_REVEALED, r->s->turn, item, EVENT_ALL_SEE, slot);
}

/* If nobody turns up anything, nobody is asked (A4.3). */
void turn_up_step(struct arcane_resolution *r)
{
    if (arcane_turned_up(r->s))
        ask(r, Q_REVEAL, r->s->turn, STEP_WAIT);
    else
        deal_rest(r);
}

/* In turn order (A4.3). The lower slot is decided first (A14.6). An answer is a pair of slots, or
 * a slot where only one item is turned up. */
void answer_reveal(struct arcane_resolution *r, int answer)
{
    struct arcane_state *s = r->s;
    int two = arcane_turned_up(s) == 2;
    turn_up(r, two ? pair_first(answer) : answer);
    if (two)
        turn_up(r, pair_second(answer));
    s->turn = (uint8_t)seat_after(s, s->turn);
    if (s->turn == s->first)
        deal_rest(r);
    else
        ask(r, Q_REVEAL, s->turn, STEP_WAIT);
}

/* How many cards more than another player Corvus may need. If wizards are random and he may be left
 * out, a stash of his that is smaller than usual saves no cards. */
static int corvus_needs(const struct arcane_state *s)
{
    int more = s->cards.fx[FX_CORVUS_STASH] - arcane_stash_dealt(s);
    int random = s->cards.wizards == WIZARDS_RANDOM;
    for (int seat = 0; seat < s->players; seat++)
        if (s->player[seat].wizard == CORVUS)
            return more;
    if (!random)
        return 0;
    return s->players == WIZARD_COUNT || more > 0 ? more : 0;
}

/* Each player needs 9 cards and a stash, the discard 1, the Market 3; there are at most 160 cards
 * (A13). Checked before the first round and for every state read from outside, so that no later
 * Stock runs out of cards. */
int arcane_dealable(const struct arcane_state *s)
{
    int all = 0, need = (arcane_house_cells(s) + arcane_stash_dealt(s)) * s->players;
    need += arcane_discard_dealt(s) + arcane_market_size(s) + corvus_needs(s);
    for (int i = 0; i < ITEM_COUNT; i++)
        all += arcane_counts(s)[i];
    return all >= need && all <= PILE_MAX;
}
