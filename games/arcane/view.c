/* Who knows what (A14): views, guesses, and the shuffling of secrets for the non-interference test.
 *
 * A secret of a seat is a decided card it does not know. Taking a secret out of its place puts its
 * count into the pool, which makes the pool A14.4's one sum; the place becomes undecided. */
#include "games/arcane/rules.h"

static void hide(struct arcane_state *s, uint8_t *place, uint8_t *known, uint32_t bit)
{
    /* revealed, empty, undecided, or known to the seat */
    if (*place >= ITEM_NONE || (*known & bit))
        return;
    s->pool[*place]++;
    s->pool_n++;
    *place = ITEM_UNDECIDED;
    *known = 0;
}

/* Known cards keep their order, unknown ones come last: nothing tells which card is which. */
static void hide_stash(struct arcane_state *s, struct arcane_player *p, uint32_t bit)
{
    struct arcane_player old = *p;
    stash_clear(p);
    for (int i = 0; i < old.stash_n; i++) {
        hide(s, &old.stash[i], &old.stash_known[i], bit);
        stash_add(p, old.stash[i], old.stash_known[i]);
    }
}

/* Everyone at the table knows the cards a Wand put on the deck; a spectator does not. */
static void hide_deck_top(struct arcane_state *s)
{
    for (; s->top_n; s->top_n--) {
        uint8_t *top = &s->pile[PILE_MAX - s->top_n];
        s->pool[*top]++;
        s->pool_n++;
        *top = 0;
    }
}

static void merge_pools(struct arcane_state *s)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        s->pool[i] = (uint8_t)(s->pool[i] + s->own[i]);
    s->pool_n = (uint8_t)(s->pool_n + s->own_n);
    memset(s->own, 0, sizeof s->own);
    s->own_n = s->has_own = 0;
}

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

static uint8_t deal_secret(struct arcane_state *s, struct chance *c)
{
    int item = counts_find(s->pool, chance_below(c, CHANCE_GUESS, s->pool_n));
    s->pool[item]--;
    s->pool_n--;
    return (uint8_t)item;
}

/* Hidden items nobody is known to have seen stay undecided: drawing them later has the same odds as
 * dealing them now. Only stashes must be filled, because their owners may look. */
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

static uint32_t some_seats(const struct arcane_state *s, uint32_t without, struct chance *c)
{
    return chance_below(c, CHANCE_GUESS, all_seats(s) + 1) & ~without;
}

static void scramble_place(struct arcane_state *s, uint8_t *place, uint8_t *known, uint32_t bit,
                           struct chance *c)
{
    if (*place != ITEM_UNDECIDED)
        return;
    uint32_t knowing = some_seats(s, bit, c);
    if (!knowing)
        return; /* stays undecided, or becomes so */
    *place = deal_secret(s, c);
    *known = (uint8_t)knowing;
}

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

static void scramble_own(struct arcane_state *s, int own_n, struct chance *c)
{
    s->has_own = 1;
    for (; own_n; own_n--) {
        s->own[deal_secret(s, c)]++;
        s->own_n++;
    }
}

/* The deck of a state whose view is given may or may not have had a pool of its own. */
void arcane_scramble(struct arcane_state *s, int seat, struct chance *c)
{
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    int own_n = s->has_own ? s->own_n : -1;
    int top_n = s->top_n;
    arcane_redact(s, seat);
    s->is_view = 0;
    if (seat == SPECTATOR && top_n) /* as many cards lie known on the deck, but others */
        for (s->top_n = 0; s->top_n < top_n;)
            s->pile[PILE_MAX - ++s->top_n] = deal_secret(s, c);
    if (own_n >= 0)
        scramble_own(s, own_n, c);
    for (int i = 0; i < s->players; i++) {
        struct arcane_player *p = &s->player[i];
        scramble_stash(s, i, bit, c);
        for (int k = 0; k < house_size(p) && s->phase != PHASE_STOCK; k++) /* nobody peeks yet */
            scramble_place(s, &p->cell[k], &p->known[k], bit, c);
    }
    scramble_place(s, &s->at.replaced, &s->at.replaced_known, bit, c);
    if (s->unseen_n)
        scramble_place(s, &s->unseen, &s->unseen_known, bit, c);
}
