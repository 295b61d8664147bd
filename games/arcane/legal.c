/* The legal answers to each question, as bits. They never depend on what the asked seat may not
 * know, so a view and its state give the same answers. */
#include "games/arcane/rules.h"

/* A slot of the Market is offered only to players who have its price (A5.1, A12.2). */
RARE static uint32_t market_sources(const struct arcane_state *s, const struct arcane_player *p)
{
    uint32_t from = 0;
    for (int i = 0; i < MARKET_MAX; i++)
        from |= (uint32_t)(s->market[i] != ITEM_NONE && p->gold >= arcane_market_price(s, i))
                << (DRAW_MARKET + i);
    return from;
}

/* An empty discard cannot be drawn from (A9.1). */
static uint32_t draw_sources(const struct arcane_state *s, const struct arcane_player *p)
{
    uint32_t from = (uint32_t)(s->deck_n != 0) << DRAW_DECK;
    from |= (uint32_t)(s->discard_n != 0) << DRAW_DISCARD;
    return s->market_on ? from | market_sources(s, p) : from;
}

/* A special item may be used, or played or discarded as an ordinary card (A5.2, A5.5). Without a
 * slot to choose `play` is not offered (A5.8). A hidden item can always be replaced; that test is
 * quick and usually succeeds. */
static uint64_t acts(const struct arcane_player *p)
{
    uint64_t items = stash_items(p);
    uint64_t answers = items << ACT_DISCARD | (items & items_with(WHEN_SPECIAL)) << ACT_USE;
    if (__builtin_expect(house_hides(p) != 0, 1) || house_playable(p))
        answers |= items << ACT_PLAY;
    return answers;
}

/* The seats on which the effect can work (A7.2, A7.6, A7.8). The Toad needs two items, hidden or
 * revealed; a Doll a hidden item in a storehouse without a Doll of this sale; the Lockbox a
 * revealed item; the Chalice a stash. The Egg needs nothing. */
static uint32_t seats_with(const struct arcane_state *s, int cause, int seat)
{
    const struct arcane_player *p = &s->player[seat];
    uint32_t filled;
    switch (cause) {
    case HYPNOTIC_TOAD: filled = house_filled(p); return (filled & (filled - 1)) != 0;
    case HAUNTED_DOLL: return !(s->at.dolled >> seat & 1) && house_hidden(p);
    case PANDORAS_LOCKBOX: return house_revealed(p) != 0;
    case SACRED_CHALICE: return p->stash_n != 0;
    default: return 1;
    }
}

/* The seats that an effect can choose (A2, A7.2, A7.6). Only the Toad may choose its own player. */
RARE static uint32_t targets(const struct arcane_state *s, int chooser)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < s->players; seat++)
        if ((seat != chooser || s->at.cause == HYPNOTIC_TOAD) && seats_with(s, s->at.cause, seat))
            seats |= 1u << seat;
    return seats;
}

/* Pairs with the same first slot are adjacent in pair_of's order, so all second slots are added at
 * once. Equal items and hidden items may be exchanged (A7.9). */
RARE static uint64_t slot_pairs(uint32_t filled)
{
    uint64_t pairs = 0;
    for (uint32_t rest = filled; rest; rest &= rest - 1) {
        int i = bit_lowest(rest);
        pairs |= (uint64_t)(filled >> (i + 1)) << pair_of(i, i + 1);
    }
    return pairs;
}

/* Two items that are turned up together (A4.3), or one, in storehouses that may be smaller. */
RARE static uint64_t reveals(const struct arcane_state *s, const struct arcane_player *p)
{
    uint32_t filled = house_filled(p);
    return arcane_turned_up(s) == 2 ? slot_pairs(filled) : filled;
}

/* The items to choose from with Watch, Chalice or Lamp. Of equal cards the rules say which one is
 * taken (A2, A14.5). */
RARE static uint32_t offered(const struct arcane_state *s)
{
    if (s->at.cause == WIZARDS_WATCH)
        return discard_items(s);
    if (s->at.cause == SACRED_CHALICE)
        return stash_items(&s->player[s->at.target]);
    uint32_t items = 0;
    for (int i = 0; i < s->at.offer_n; i++)
        items |= 1u << s->at.offer[i];
    return items;
}

/* If no item is being played, the slot is for a sold Doll in another player's storehouse (A7.6). */
static uint32_t slots(const struct arcane_state *s, const struct arcane_player *p)
{
    if (s->at.played == NONE)
        return house_hidden(&s->player[s->at.target]);
    return house_playable(p);
}

/* The points of infamy that the player can pay for, each with two gold (A9.3). */
static int bribe_most(const struct arcane_state *s, const struct arcane_player *p)
{
    int points = int_min(p->gold / arcane_bribe_price(s), p->infamy);
    return int_min(points, arcane_bribe_most(s));
}

/* Effect, cauldron, slide and dafana have two answers. A bribe's answer is the number of infamy
 * points. */
RARE static uint64_t rare_answers(const struct arcane_state *s, const struct arcane_player *p)
{
    switch (s->question) {
    case Q_REVEAL: return s->cards.numbers ? reveals(s, p) : bits_below(36);
    case Q_PEEK:
    case Q_OWN:
    case Q_REMOVE: return house_hidden(p);
    case Q_TARGET: return targets(s, s->asked);
    case Q_SWAP: return slot_pairs(house_filled(&s->player[s->at.target]));
    case Q_SELL: return house_sets(p, s->at.slot);
    case Q_TAKE: return offered(s);
    case Q_THEIRS: return house_revealed(&s->player[s->at.target]);
    case Q_KEEP: return stash_items(p);
    case Q_NINX: return house_filled(p);
    case Q_BRIBE: return bits_below(bribe_most(s, p) + 1);
    default: return 3;
    }
}

/* Nine of ten questions are one of the first three. */
uint64_t arcane_legal(const struct arcane_state *s, int seat)
{
    if (s->question == Q_NONE || seat != s->asked)
        return 0;
    const struct arcane_player *p = &s->player[seat];
    switch (s->question) {
    case Q_DRAW: return draw_sources(s, p);
    case Q_ACT: return acts(p);
    case Q_SLOT: return slots(s, p);
    default: return rare_answers(s, p);
    }
}
