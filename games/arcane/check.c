/* Checks the invariants of a state: cards are conserved, numbers are in range, cells are well
 * formed. The property tests use it, and `setup` with hostile input. Returns what is wrong, or
 * NULL. */
#include "engine/tally.h"
#include "games/arcane/rules.h"

/* Counts all cards by place. `wrong` keeps the last fault found; one is enough to refuse the
 * state. */
struct cards {
    struct tally item;
    /* The number of places that draw from the pool. */
    int undecided;
    const char *wrong;
};

/* An empty place counts for nothing. Undecided cards draw from the pool and are counted there by
 * item (A14.1). */
static void tally_card(struct cards *n, int item)
{
    tally_add(&n->item, item < ITEM_COUNT ? item : COUNTS_BYTES, 1);
    n->undecided += item == ITEM_UNDECIDED;
    if (item >= ITEM_COUNT && item != ITEM_UNDECIDED && item != ITEM_NONE)
        n->wrong = "there is no such item (A2)";
}

/* The shapes are 3x3, 2x3, 3x2, 1x3, 3x1 and empty (A6.6), and cells outside the shape are empty. A
 * revealed card has no set of seats that know it, because all do (A14.2). */
static void tally_house(struct cards *n, const struct arcane_state *s, int seat)
{
    const struct arcane_player *p = &s->player[seat];
    int size = house_size(p);
    int shape = p->rows == 3 && p->cols <= 3 ? p->cols : p->cols == 3 && p->rows < 3 ? p->rows : -1;
    int larger = p->rows > arcane_house_rows(s) || p->cols > arcane_house_columns(s);
    if (larger || (size == 0 ? p->rows + p->cols != 0 : shape < 1)) {
        n->wrong = "a storehouse has a shape that does not exist (A6.6)";
        return;
    }
    for (int i = 0; i < CELLS; i++) {
        if (i >= size && (p->cell[i] != CELL_NONE || p->known[i]))
            n->wrong = "a storehouse holds cards outside its shape (A6.6)";
        if (p->cell[i] != CELL_NONE && p->cell[i] & CELL_UP &&
            (cell_item(p->cell[i]) >= ITEM_COUNT || p->known[i]))
            n->wrong = "a revealed cell is malformed (A14.2)";
        tally_card(n, cell_item(p->cell[i]));
    }
}

/* Owners know their stash (A14.2). In a view the cards of others are undecided, and who knows them
 * is not stored. Between draw and act a stash may hold one card more than the limit. */
static void tally_stash(struct cards *n, const struct arcane_state *s, int seat)
{
    const struct arcane_player *p = &s->player[seat];
    if (p->stash_n > arcane_stash_most(s) + 1)
        n->wrong = "a stash holds too many items (A13)";
    for (int i = 0; i < p->stash_n && !n->wrong; i++) {
        tally_card(n, p->stash[i]);
        if (p->stash[i] == ITEM_NONE || (!s->is_view && p->stash[i] == ITEM_UNDECIDED))
            n->wrong = "a stash holds an undecided item (A14.2)";
        if (!s->is_view && !(p->stash_known[i] >> seat & 1))
            n->wrong = "a player does not know an item of their own stash (A14.2)";
    }
}

/* Counts all cards outside storehouses and stashes, including those of an unfinished turn.
 * check_pools counts the cards set aside. */
static void tally_piles(struct cards *n, const struct arcane_state *s)
{
    for (int i = 0; i < s->discard_n; i++)
        tally_card(n, s->pile[i]);
    for (int i = 1; i <= s->top_n; i++)
        tally_card(n, s->pile[PILE_MAX - i]);
    for (int i = 0; i < MARKET_MAX; i++)
        tally_card(n, s->market[i]);
    for (int i = 0; i < s->at.offer_n; i++)
        tally_card(n, s->at.offer[i]);
    if (s->unseen_n)
        tally_card(n, s->unseen);
    if (s->at.played != NONE)
        tally_card(n, s->at.played);
    tally_card(n, cell_item(s->at.replaced));
}

/* Each item's cards add up to its count (A2). Undecided cards draw from the pool, and so does the
 * unseen part of the deck, until the deck has a pool of its own (A14.1). */
static const char *check_pools(const struct arcane_state *s, const struct cards *n)
{
    int pool = 0, own = 0, shared = s->has_own ? 0 : s->deck_n - s->top_n;
    const uint8_t *count = arcane_counts(s);
    for (int i = 0; i < ITEM_COUNT; i++) {
        pool += s->pool[i];
        own += s->own[i];
        if (tally_of(&n->item, i) + s->pool[i] + s->own[i] + s->aside[i] != count[i])
            return "the cards do not add up to the deck of this game (A2)";
    }
    if (pool != s->pool_n || own != s->own_n || (own && !s->has_own))
        return "a pool does not add up (A14.1)";
    if (s->deck_n < s->top_n || (s->has_own && s->deck_n - s->top_n != own))
        return "the deck's count does not agree with its cards (A14.1)";
    if (pool != n->undecided + shared)
        return "the pool does not hold as many cards as are undecided (A14.1)";
    return NULL;
}

/* MAX_GOLD is not checked: gold grows only in gain_gold, which stops there. */
static const char *check_player(const struct arcane_state *s, int seat)
{
    const struct arcane_player *p = &s->player[seat];
    if (p->gold < 0)
        return "gold is below 0 (A3.1)";
    if (p->infamy >= arcane_infamy_lap(s) || p->fines > arcane_markers_most(s))
        return "infamy or fine markers are out of range (A3.2)";
    if (p->wizard != NONE && (p->wizard >= WIZARD_COUNT || s->cards.edition == EDITION_HUNDRED))
        return "a wizard is not possible at this seat (A11)";
    for (int other = 0; other < seat; other++)
        if (p->wizard != NONE && p->wizard == s->player[other].wizard)
            return "two seats have the same wizard (A11)";
    return NULL;
}

/* Checks what belongs to no player. Only two players have a tracker (A10.1), and it passes 20 only
 * after a trigger. Somebody is asked unless the game is over. NULL, or the reason. Ranges of bytes
 * that index arrays come first, here and in arcane_check. */
static const char *check_table(const struct arcane_state *s)
{
    if (s->discard_n + s->top_n > PILE_MAX)
        return "the piles hold too many cards (A13)";
    if (s->round < 1 || s->round > arcane_last_round(s))
        return "the round is out of range (A1.end)";
    if (s->turns > s->cards.turn_cap)
        return "more laps than the turn cap allows (A5.7)";
    if (s->players == 2 ? s->tracker < 1 || s->tracker > arcane_two_latest(s) + 1 : s->tracker != 0)
        return "the turn tracker is out of range (A10.1)";
    if (s->unseen_n > 1)
        return "more than one unseen card is set aside (A11)";
    if (s->phase == PHASE_OVER ? s->winners == 0 : s->question == Q_NONE)
        return "nobody is asked, and the game is not over";
    return NULL;
}

/* The piles are counted only after their sizes have been checked, because a state from outside must
 * not be read beyond its arrays. */
const char *arcane_check(const struct arcane_state *s)
{
    struct cards n = {{{0}}, 0, NULL};
    const char *wrong = check_table(s);
    for (int seat = 0; seat < s->players && !wrong; seat++) {
        wrong = check_player(s, seat);
        tally_house(&n, s, seat);
        tally_stash(&n, s, seat);
    }
    if (wrong)
        return wrong;
    tally_piles(&n, s);
    return n.wrong ? n.wrong : check_pools(s, &n);
}
