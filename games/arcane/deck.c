/* Pools, deck, discard and Market: where cards come from (A9, A12, A14).
 *
 * A card nobody has seen is only a count in a pool. It is drawn from the pool, by chance, when
 * somebody is entitled to look. The deck shares the pool of the hidden items until it first runs
 * out; a remade deck has a pool of its own (A14.1). */
#include "games/arcane/rules.h"

/* A replay names the card, which must still be in the pool. If it is not, any card is returned, and
 * the caller drops the state (engine/game.h). */
static int pool_scripted(const struct outcome *o, const uint8_t *counts, struct chance *c)
{
    int item = o->value[0];
    if (item < ITEM_COUNT && counts[item])
        return item;
    c->impossible = 1;
    return counts_find(counts, 0);
}

/* The only place where a card is decided. Each unseen card is equally likely, as in a shuffled deck
 * (A14). The outcome is reported so that a record can replay it. */
static int pool_draw(struct arcane_resolution *r, uint8_t *counts, uint8_t *n)
{
    struct chance *c = r->c;
    MUST(*n > 0);
    const struct outcome *o =
        chance_has_script(c) ? chance_scripted(c, CHANCE_CARD, CHANCE_NO_SEAT) : NULL;
    int item =
        o ? pool_scripted(o, counts, c) : counts_find(counts, chance_below(c, CHANCE_TABLE, *n));
    counts[item]--;
    (*n)--;
    if (chance_has_log(c)) {
        struct outcome did = {CHANCE_CARD, CHANCE_NO_SEAT, 1, {(uint8_t)item}};
        chance_report(c, &did);
    }
    return item;
}

/* Hidden items always draw from the old pool, even after a reshuffle (A14.1). */
int pool_decide(struct arcane_resolution *r)
{
    return pool_draw(r, r->s->pool, &r->s->pool_n);
}

/* Cards that a Wand put on top come first, and all seats know them (A14.2). Other cards are decided
 * now. The caller must call settle (A9.1) when the card has reached its place. */
int deck_take(struct arcane_resolution *r, uint32_t *known)
{
    struct arcane_state *s = r->s;
    MUST(s->deck_n > 0);
    s->deck_n--;
    if (s->top_n) {
        uint8_t *top = &s->pile[PILE_MAX - s->top_n--];
        int item = *top;
        *top = 0;
        *known = all_seats(s);
        return item;
    }
    *known = 0;
    return s->has_own ? pool_draw(r, s->own, &s->own_n) : pool_draw(r, s->pool, &s->pool_n);
}

/* If the Market has a gap, the card goes on into the Market at once (A12.3). */
void deck_put_known(struct arcane_resolution *r, int item)
{
    struct arcane_state *s = r->s;
    s->deck_n++;
    s->top_n++;
    s->pile[PILE_MAX - s->top_n] = (uint8_t)item;
    settle(r);
}

int discard_top(const struct arcane_state *s)
{
    return s->pile[s->discard_n - 1];
}

void discard_put(struct arcane_resolution *r, int item)
{
    struct arcane_state *s = r->s;
    MUST(s->discard_n + s->top_n < PILE_MAX);
    s->pile[s->discard_n++] = (uint8_t)item;
    settle(r);
}

/* Freed bytes of the pile are set to zero, so that equal positions are equal bytes. */
int discard_take_top(struct arcane_state *s)
{
    uint8_t *top = &s->pile[--s->discard_n];
    int item = *top;
    *top = 0;
    return item;
}

/* Wizard's Watch (A2): the other cards keep their order. settle is not needed, because a smaller
 * discard never makes a new deck. */
int discard_take(struct arcane_state *s, int item)
{
    int i = s->discard_n - 1;
    while (i >= 0 && s->pile[i] != item)
        i--;
    MUST(i >= 0);
    s->discard_n--;
    memmove(s->pile + i, s->pile + i + 1, (size_t)(s->discard_n - i));
    s->pile[s->discard_n] = 0;
    return item;
}

uint32_t discard_items(const struct arcane_state *s)
{
    uint32_t items = 0;
    for (int i = 0; i < s->discard_n; i++)
        items |= 1u << s->pile[i];
    return items;
}

/* The discard's top stays and the rest becomes the deck (A9.1), with a pool of its own (A14.1). The
 * cards are known but not their order, so only counts are kept. The deck is empty here, so `top_n`
 * is 0 already. */
static void deck_remake(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    int top = s->discard_n - 1;
    memset(s->own, 0, sizeof s->own);
    for (int i = 0; i < top; i++)
        s->own[s->pile[i]]++;
    s->pile[0] = s->pile[top];
    memset(s->pile + 1, 0, (size_t)top);
    s->discard_n = 1;
    s->has_own = 1;
    s->own_n = s->deck_n = (uint8_t)top;
    tell_n(r, EV_REMADE, EVENT_NONE, top);
}

/* A12.3: the lowest empty slot is filled first. */
static int market_gap(const struct arcane_state *s)
{
    for (int i = 0; i < arcane_market_slots(s); i++)
        if (s->market[i] == ITEM_NONE)
            return i;
    return NONE;
}

/* Everyone sees a Market card, so it needs no set of seats that know it. */
static void market_fill(struct arcane_resolution *r, int slot)
{
    uint32_t known;
    int item = deck_take(r, &known);
    r->s->market[slot] = (uint8_t)item;
    tell_item(r, EV_MARKET_FILLED, EVENT_NONE, item, EVENT_ALL_SEE, slot);
}

/* Applies A9.1 and A12.3 one card at a time: filling the Market can empty the deck, and a remade
 * deck can fill the Market again. The loop ends, because the Market has three slots and a remade
 * deck leaves one card on the discard. */
static void settle_slowly(struct arcane_resolution *r)
{
    struct arcane_state *s = r->s;
    for (;;) {
        int gap = s->market_on ? market_gap(s) : NONE;
        if (s->deck_n == 0 && s->discard_n >= 2)
            deck_remake(r);
        else if (gap != NONE && s->deck_n > 0)
            market_fill(r, gap);
        else
            return;
    }
}

/* Without the Market there is nothing to do while the deck has a card. This is by far the most
 * common case. */
void settle(struct arcane_resolution *r)
{
    const struct arcane_state *s = r->s;
    if (s->deck_n == 0 || s->market_on)
        settle_slowly(r);
}

/* The other items slide toward slot 1 at once (A12.3), so gaps are always at the far end. The
 * caller must call settle, which refills them. */
int market_take(struct arcane_resolution *r, int slot)
{
    uint8_t *market = r->s->market;
    int item = market[slot];
    for (int i = slot; i < 2; i++)
        market[i] = market[i + 1];
    market[2] = ITEM_NONE;
    return item;
}
