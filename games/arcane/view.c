/* Who knows what (A14): views, guesses, and the shuffling of secrets for the non-interference test.
 *
 * A secret of a seat is a decided card it does not know. Taking a secret out of its place puts its
 * count into the pool, which makes the pool A14.4's one sum; the place becomes undecided. */
#include "games/arcane/rules.h"

/* Leaves a place alone that is revealed, empty, undecided, or known to the seat: all of these have
 * a byte from ITEM_NONE up, or the seat's bit. */
static void hide(struct arcane_state *s, uint8_t *place, uint8_t *known, uint32_t bit)
{
    if (*place >= ITEM_NONE || (*known & bit))
        return;
    s->pool[*place]++;
    s->pool_n++;
    *place = ITEM_UNDECIDED;
    *known = 0;
}

/* Each card is put in again: an unknown one sorts behind all others, so its old place does not tell
 * which card it was. */
static void hide_stash(struct arcane_state *s, struct arcane_player *p, uint32_t bit)
{
    struct arcane_player old = *p;
    stash_clear(p);
    for (int i = 0; i < old.stash_n; i++) {
        hide(s, &old.stash[i], &old.stash_known[i], bit);
        stash_add(p, old.stash[i], old.stash_known[i]);
    }
}

/* Every seat knows the cards a Wand put on the deck (A14.2); a spectator is shown only what lies
 * face up now. */
static void hide_deck_top(struct arcane_state *s)
{
    for (; s->top_n; s->top_n--) {
        uint8_t *top = &s->pile[PILE_MAX - s->top_n];
        s->pool[*top]++;
        s->pool_n++;
        *top = 0;
    }
}

/* A14.4: a seat gets one sum. The two pools apart would tell which items are hidden in storehouses
 * and which lie in the remade deck. */
static void merge_pools(struct arcane_state *s)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        s->pool[i] = (uint8_t)(s->pool[i] + s->own[i]);
    s->pool_n = (uint8_t)(s->pool_n + s->own_n);
    memset(s->own, 0, sizeof s->own);
    s->own_n = s->has_own = 0;
}

/* The result must depend only on what the seat may know, byte for byte. Lists of those who know a
 * card stay with the cards that the seat knows: everyone at the table saw who looked. */
void arcane_redact(struct arcane_state *s, int seat)
{
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    merge_pools(s);
    if (seat == SPECTATOR)
        hide_deck_top(s);
    for (int i = 0; i < s->players; i++) {
        struct arcane_player *p = &s->player[i];
        for (int k = 0; k < house_size(p); k++)
            hide(s, &p->cell[k], &p->known[k], bit);
        hide_stash(s, p, bit);
    }
    hide(s, &s->at.replaced, &s->at.replaced_known, bit);
    if (s->unseen_n)
        hide(s, &s->unseen, &s->unseen_known, bit);
    s->is_view = 1;
}

/* From a stream of its own: guesses never shift what chance would do in the game. */
static uint8_t deal_secret(struct arcane_state *s, struct chance *c)
{
    int item = counts_find(s->pool, chance_below(c, CHANCE_GUESS, s->pool_n));
    s->pool[item]--;
    s->pool_n--;
    return (uint8_t)item;
}

/* Hidden items nobody is known to have seen stay undecided: drawing them later has the same odds as
 * dealing them now. Only stashes must be filled, because their owners may look (A14.2). */
void arcane_determinize(struct arcane_state *view, int seat, struct chance *c)
{
    (void)seat;
    for (int i = 0; i < view->players; i++) {
        struct arcane_player *p = &view->player[i];
        struct arcane_player old = *p;
        stash_clear(p);
        for (int k = 0; k < old.stash_n; k++) {
            int guess = old.stash[k] == ITEM_UNDECIDED;
            stash_add(p, guess ? deal_secret(view, c) : old.stash[k],
                      guess ? 1u << i : old.stash_known[k]);
        }
    }
    view->is_view = 0;
}

/* ---- another state with the same view ---- */

/* Any set of seats that leaves out those in `without`. */
static uint32_t some_seats(const struct arcane_state *s, uint32_t without, struct chance *c)
{
    return chance_below(c, CHANCE_GUESS, all_seats(s) + 1) & ~without;
}

/* Some seats, never the viewer, may turn out to know the card; then it needs an identity. If none
 * do it stays undecided, or becomes so. */
static void scramble_place(struct arcane_state *s, uint8_t *place, uint8_t *known, uint32_t bit,
                           struct chance *c)
{
    if (*place != ITEM_UNDECIDED)
        return;
    uint32_t knowing = some_seats(s, bit, c);
    if (!knowing)
        return;
    *place = deal_secret(s, c);
    *known = (uint8_t)knowing;
}

/* A stash card is always decided, and its owner knows it. The viewer's bit stays off, as it was
 * hidden from that seat; the viewer's own stash holds no secret. */
static void scramble_stash(struct arcane_state *s, int owner, uint32_t bit, struct chance *c)
{
    struct arcane_player *p = &s->player[owner];
    struct arcane_player old = *p;
    stash_clear(p);
    for (int k = 0; k < old.stash_n; k++) {
        int secret = old.stash[k] == ITEM_UNDECIDED;
        uint32_t known = (some_seats(s, bit, c) | 1u << owner) & ~bit;
        stash_add(p, secret ? deal_secret(s, c) : old.stash[k],
                  secret ? known : old.stash_known[k]);
    }
}

/* As many cards as the deck's pool had, but others: its size is public, its cards are not. */
static void scramble_own(struct arcane_state *s, int own_n, struct chance *c)
{
    s->has_own = 1;
    for (; own_n; own_n--) {
        s->own[deal_secret(s, c)]++;
        s->own_n++;
    }
}

/* Another state with the same view: every secret gets a new value, within the same sizes. The deck
 * of a state whose view is given may or may not have had a pool of its own; this keeps what it was.
 * A spectator's view also hides the cards known to lie on the deck, so as many others go there. */
void arcane_scramble(struct arcane_state *s, int seat, struct chance *c)
{
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    int own_n = s->has_own ? s->own_n : -1;
    int top_n = s->top_n;
    arcane_redact(s, seat);
    s->is_view = 0;
    if (seat == SPECTATOR && top_n)
        for (s->top_n = 0; s->top_n < top_n;)
            s->pile[PILE_MAX - ++s->top_n] = deal_secret(s, c);
    if (own_n >= 0)
        scramble_own(s, own_n, c);
    for (int i = 0; i < s->players; i++) {
        struct arcane_player *p = &s->player[i];
        scramble_stash(s, i, bit, c);
        /* During Stock nobody can have peeked yet. */
        for (int k = 0; k < house_size(p) && s->phase != PHASE_STOCK; k++)
            scramble_place(s, &p->cell[k], &p->known[k], bit, c);
    }
    scramble_place(s, &s->at.replaced, &s->at.replaced_known, bit, c);
    if (s->unseen_n)
        scramble_place(s, &s->unseen, &s->unseen_known, bit, c);
}
