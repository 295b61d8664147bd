/* Compares the ledger with a state, place by place, and with views: a viewer must be shown exactly
 * the cards it knows, each with all who know it, and the rest as one sum (A14.3, A14.4). */
#include "tests/props/game_props.h"
#include "tests/props/game_props_ledger.h"

/* ---- states ---- */

static uint8_t cell_byte(const struct card *c)
{
    return (uint8_t)(c->item == ITEM_NONE ? CELL_NONE : c->item | (c->up ? CELL_UP : 0));
}

static int same_house(const struct house *h, const struct arcane_player *p)
{
    if (h->rows != p->rows || h->cols != p->cols)
        return 0;
    for (int i = 0; i < h->rows * h->cols; i++)
        if ((p->cell[i] & ~CELL_RETURNED) != cell_byte(&h->cell[i]) ||
            p->known[i] != h->cell[i].known)
            return 0;
    return 1;
}

/* Returns 1 if both have the same cards, each known to the same seats, in any order. */
static int same_stash(const struct stash *s, const struct arcane_player *p)
{
    uint32_t met = 0;
    if (s->n != p->stash_n)
        return 0;
    for (int i = 0; i < s->n; i++) {
        int k = 0;
        while (k < s->n && (met >> k & 1 || s->card[k].item != p->stash[i] ||
                            s->card[k].known != p->stash_known[i]))
            k++;
        if (k == s->n)
            return 0;
        met |= 1u << k;
    }
    return 1;
}

static int same_card(const struct card *c, uint8_t byte, uint8_t known)
{
    return (byte & ~CELL_RETURNED) == cell_byte(c) && known == c->known;
}

static const char *compare_seats(const struct ledger *g, const struct arcane_state *s)
{
    for (int seat = 0; seat < g->players; seat++) {
        if (!same_house(&g->house[seat], &s->player[seat]))
            return "a storehouse or who knows it differs from the ledger (A14.2)";
        if (!same_stash(&g->stash[seat], &s->player[seat]))
            return "a stash or who knows it differs from the ledger (A14.2)";
    }
    if (!same_card(&g->replaced, s->at.replaced, s->at.replaced_known))
        return "the replaced item or who knows it differs from the ledger (A14.2)";
    if (s->unseen_n ? !same_card(&g->unseen, s->unseen, s->unseen_known)
                    : g->unseen.item != ITEM_NONE)
        return "the unseen card or who knows it differs from the ledger (A14.2)";
    return s->at.played == g->hand ? NULL : "the item being played differs from the ledger (A5.3)";
}

static const char *compare_piles(const struct ledger *g, const struct arcane_state *s)
{
    if (s->deck_n != g->deck || s->top_n != g->top.n)
        return "the deck differs from the ledger (A9, A14.2)";
    if (s->has_own != g->has_own || memcmp(s->own, g->own, sizeof g->own))
        return "the deck's own pool differs from the ledger (A14.1)";
    for (int i = 0; i < g->top.n; i++)
        if (s->pile[PILE_MAX - 1 - i] != g->top.item[i])
            return "what lies on the deck differs from the ledger (A14.2)";
    if (s->discard_n != g->discard.n || memcmp(s->pile, g->discard.item, (size_t)g->discard.n))
        return "the discard differs from the ledger (A9.2)";
    if (s->at.offer_n != g->offer.n || memcmp(s->at.offer, g->offer.item, (size_t)g->offer.n))
        return "the Lamp's offer differs from the ledger (A2)";
    if (memcmp(s->market, g->market, sizeof g->market))
        return "the Market differs from the ledger (A12)";
    return memcmp(s->aside, g->aside, sizeof g->aside) ? "cards set aside differ from the ledger"
                                                       : NULL;
}

/* Things that the rules settle after every card that moves, and so before the next question. */
static const char *compare_settled(const struct ledger *g, const struct arcane_state *s)
{
    if (s->phase != PHASE_SELL)
        return NULL;
    if (g->deck == 0 && g->discard.n >= 2)
        return "the discard was not made into a deck (A9.1)";
    for (int i = 0; i < g->market_slots && g->deck; i++)
        if (g->market[i] == ITEM_NONE)
            return "the Market was not filled (A12.3)";
    return NULL;
}

/* Counts the answers of a turn: most_actions of the game assumes 40 at most. */
static const char *count_answers(struct ledger *g, const struct arcane_state *s)
{
    uint8_t turn[6] = {s->round,  s->phase, s->turn, (uint8_t)s->turns, (uint8_t)(s->turns >> 8),
                       s->tracker};
    g->answers = memcmp(turn, g->turn, sizeof turn) ? 0 : g->answers + 1;
    memcpy(g->turn, turn, sizeof turn);
    return g->answers > 40 ? "a turn of more than 40 answers" : NULL;
}

const char *props_ledger_compare(void *ledger, const void *state)
{
    const char *wrong = compare_seats(ledger, state);
    if (!wrong)
        wrong = compare_piles(ledger, state);
    if (!wrong)
        wrong = compare_settled(ledger, state);
    return wrong ? wrong : count_answers(ledger, state);
}

/* ---- views ---- */

/* A view being compared. The cards left over must equal the sum of A14.4: all cards whose place the
 * seat does not know. */
struct sight {
    int unknown[ITEM_COUNT];
    int seat;
};

static int is_known(const struct sight *v, const struct card *c)
{
    return c->up || (v->seat != SPECTATOR && c->known >> v->seat & 1);
}

static void strike(struct sight *v, int item)
{
    if (item < ITEM_COUNT)
        v->unknown[item]--;
}

static void strike_card(struct sight *v, const struct card *c)
{
    if (is_known(v, c))
        strike(v, c->item);
}

static void strike_pile(struct sight *v, const struct pile *p)
{
    for (int i = 0; i < p->n; i++)
        strike(v, p->item[i]);
}

static void strike_public(struct sight *v, const struct ledger *g)
{
    strike_pile(v, &g->discard);
    strike_pile(v, &g->offer);
    if (v->seat != SPECTATOR)
        strike_pile(v, &g->top);
    for (int i = 0; i < 3; i++)
        strike(v, g->market[i]);
    for (int i = 0; i < ITEM_COUNT; i++)
        v->unknown[i] -= g->aside[i];
    strike(v, g->hand);
}

static int view_card_agrees(const struct sight *v, const struct card *c, uint8_t byte,
                            uint8_t known)
{
    if (c->item == ITEM_NONE || is_known(v, c))
        return same_card(c, byte, known);
    return byte == ITEM_UNDECIDED && known == 0;
}

/* A stash in a view has its known cards, each with the seats that know it, then the unknown ones,
 * all alike. */
static int view_stash_agrees(const struct sight *v, const struct stash *s,
                             const struct arcane_player *p)
{
    struct stash seen = {0};
    struct arcane_player shown = *p;
    for (int i = 0; i < s->n; i++)
        if (is_known(v, &s->card[i]))
            seen.card[seen.n++] = s->card[i];
    for (int i = seen.n; i < s->n; i++)
        if (p->stash[i] != ITEM_UNDECIDED || p->stash_known[i])
            return 0;
    shown.stash_n = (uint8_t)seen.n;
    return p->stash_n == s->n && same_stash(&seen, &shown);
}

static const char *view_seat(struct sight *v, const struct ledger *g, const struct arcane_state *s,
                             int seat)
{
    const struct house *h = &g->house[seat];
    const struct arcane_player *p = &s->player[seat];
    for (int i = 0; i < h->rows * h->cols; i++) {
        if (!view_card_agrees(v, &h->cell[i], p->cell[i], p->known[i]))
            return "a view shows too much or too little of a storehouse (A14.3)";
        strike_card(v, &h->cell[i]);
    }
    if (!view_stash_agrees(v, &g->stash[seat], p))
        return "a view shows too much or too little of a stash (A14.3)";
    for (int i = 0; i < g->stash[seat].n; i++)
        strike_card(v, &g->stash[seat].card[i]);
    return NULL;
}

static const char *view_pool(const struct sight *v, const struct arcane_state *s)
{
    int all = 0;
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (s->pool[i] != v->unknown[i] || s->own[i])
            return "a view's pool is not the sum of what the seat does not know (A14.4)";
        all += v->unknown[i];
    }
    return s->pool_n == all && !s->own_n && !s->has_own ? NULL : "a view's pool does not add up";
}

const char *props_ledger_compare_view(const void *ledger, const void *view, int seat)
{
    const struct ledger *g = ledger;
    const struct arcane_state *s = view;
    struct sight v = {{0}, seat};
    const char *wrong = NULL;
    for (int i = 0; i < ITEM_COUNT; i++)
        v.unknown[i] = g->count[i];
    for (int i = 0; i < g->players && !wrong; i++)
        wrong = view_seat(&v, g, s, i);
    if (wrong)
        return wrong;
    if (!view_card_agrees(&v, &g->replaced, s->at.replaced, s->at.replaced_known))
        return "a view shows too much or too little of the replaced item (A14.3)";
    if (s->unseen_n && !view_card_agrees(&v, &g->unseen, s->unseen, s->unseen_known))
        return "a view shows too much or too little of Glynna's card (A14.3)";
    if (s->deck_n != g->deck || s->top_n != (seat == SPECTATOR ? 0 : g->top.n))
        return "a view shows too much or too little of the deck (A14.3)";
    strike_card(&v, &g->replaced);
    strike_card(&v, &g->unseen);
    strike_public(&v, g);
    return view_pool(&v, s);
}
