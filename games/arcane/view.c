/* Who knows what (A14): views, guesses, and the scrambling of secrets for the non-interference
 * test.
 *
 * A secret of a seat is a decided card that the seat does not know. Hiding it makes its place
 * undecided and adds the card to the pool, so the pool becomes the single sum of A14.4. */
#include "games/arcane/rules.h"

/* Leaves a place unchanged if it is revealed, empty, undecided, or known to the seat. The first
 * three have a byte of at least ITEM_NONE, the last one has the seat's bit. */
static void hide(struct arcane_state *s, uint8_t *place, uint8_t *known, uint32_t bit)
{
    if (*place >= ITEM_NONE || (*known & bit))
        return;
    s->pool[*place]++;
    s->pool_n++;
    *place = ITEM_UNDECIDED;
    *known = 0;
}

/* The secrets among eight places, as the top bits of their bytes: cards that are decided, face
 * down, and not known to the seat. The top bit of (card | 128) - ITEM_NONE is 0 for cards that are
 * decided, and that of ~card is 1 for those that are face down. */
static uint64_t secrets(const uint8_t *place, const uint8_t *known, uint32_t bit)
{
    const uint64_t top = 0x8080808080808080u;
    uint64_t cards, seats;
    memcpy(&cards, place, sizeof cards);
    memcpy(&seats, known, sizeof seats);
    uint64_t decided = ~((cards | top) - ITEM_NONE * COUNTS_EVERY_BYTE) & ~cards & top;
    return decided & ~((seats & bit * COUNTS_EVERY_BYTE) + ~top);
}

/* Cards that the seat knows keep their order. Unknown ones come last, so their old places reveal
 * nothing; ITEM_UNDECIDED is greater than every item, so the stash stays sorted. */
static void hide_some(struct arcane_state *s, struct arcane_player *p, uint32_t bit)
{
    int kept = 0;
    for (int i = 0; i < p->stash_n; i++) {
        uint8_t item = p->stash[i], known = p->stash_known[i];
        hide(s, &item, &known, bit);
        p->stash[kept] = item;
        p->stash_known[kept] = known;
        kept += item != ITEM_UNDECIDED;
    }
    for (; kept < p->stash_n; kept++) {
        p->stash[kept] = ITEM_UNDECIDED;
        p->stash_known[kept] = 0;
    }
}

/* A player knows their own stash, and usually nothing of the others'. */
static void hide_stash(struct arcane_state *s, struct arcane_player *p, uint32_t bit)
{
    uint64_t used = p->stash_n < 8 ? ((uint64_t)1 << 8 * p->stash_n) - 1 : ~(uint64_t)0;
    uint64_t hidden = secrets(p->stash, p->stash_known, bit) & used;
    if (p->stash_n > 8 || hidden != (used & 0x8080808080808080u)) {
        if (p->stash_n > 8 || hidden)
            hide_some(s, p, bit);
        return;
    }
    for (int i = 0; i < p->stash_n; i++)
        s->pool[p->stash[i]]++;
    s->pool_n = (uint8_t)(s->pool_n + p->stash_n);
    used &= ITEM_UNDECIDED * COUNTS_EVERY_BYTE;
    memcpy(p->stash, &used, sizeof used);
    memset(p->stash_known, 0, sizeof used);
}

/* The ninth cell lies outside the word and is looked at by itself. */
static void hide_house(struct arcane_state *s, struct arcane_player *p, uint32_t bit)
{
    uint64_t hidden = secrets(p->cell, p->known, bit);
    for (; hidden; hidden &= hidden - 1) {
        int k = bit_lowest(hidden) / 8;
        hide(s, &p->cell[k], &p->known[k], bit);
    }
    hide(s, &p->cell[8], &p->known[8], bit);
}

/* Every seat knows the cards that a Wand put on the deck (A14.2); a spectator sees only what lies
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

/* A seat gets a single sum (A14.4). Two pools would reveal which items are hidden in storehouses
 * and which are in the remade deck. Eight counts are added at once; no sum overflows. */
static void merge_pools(struct arcane_state *s)
{
    for (int i = 0; i < POOL_BYTES; i += 8) {
        uint64_t pool, own;
        memcpy(&pool, s->pool + i, sizeof pool);
        memcpy(&own, s->own + i, sizeof own);
        pool += own;
        memcpy(s->pool + i, &pool, sizeof pool);
    }
    s->pool_n = (uint8_t)(s->pool_n + s->own_n);
    memset(s->own, 0, sizeof s->own);
    s->own_n = s->has_own = 0;
}

/* Every byte of the result must depend only on what the seat may know. A card that the seat knows
 * keeps its set of seats that know it, because everyone saw who looked. */
void arcane_redact(struct arcane_state *s, int seat)
{
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    merge_pools(s);
    if (seat == SPECTATOR)
        hide_deck_top(s);
    for (int i = 0; i < s->players; i++) {
        struct arcane_player *p = &s->player[i];
        hide_house(s, p, bit);
        hide_stash(s, p, bit);
    }
    hide(s, &s->at.replaced, &s->at.replaced_known, bit);
    if (s->unseen_n)
        hide(s, &s->unseen, &s->unseen_known, bit);
    s->is_view = 1;
}

/* Uses a random stream of its own, so that guesses never change the game's chance. */
static uint8_t deal_secret(struct arcane_state *s, struct chance *c)
{
    int item = counts_find(s->pool, chance_below(c, CHANCE_GUESS, s->pool_n));
    s->pool[item]--;
    s->pool_n--;
    return (uint8_t)item;
}

/* Takes the undecided cards, which are the last ones, out of a stash. Returns how many there
 * were. */
static int forget_secrets(struct arcane_player *p)
{
    int n = p->stash_n;
    while (p->stash_n && p->stash[p->stash_n - 1] == ITEM_UNDECIDED)
        p->stash[--p->stash_n] = 0;
    return n - p->stash_n;
}

/* Hidden items that nobody is known to have seen stay undecided: drawing them later has the same
 * odds as dealing them now. Only stashes are filled, because their owners may look (A14.2). */
void arcane_determinize(struct arcane_state *view, int seat, struct chance *c)
{
    (void)seat;
    for (int i = 0; i < view->players; i++) {
        struct arcane_player *p = &view->player[i];
        int secrets = forget_secrets(p);
        for (int k = 0; k < secrets; k++)
            stash_add(p, deal_secret(view, c), 1u << i);
    }
    view->is_view = 0;
}

/* ---- what a move has shown ---- */

/* What a seat knows. */
struct arcane_known {
    /* Its view, but without the cards of a remade deck in the pool. They lay open before and are
     * out of sight now, which could balance a card that the seat has come to know. */
    struct arcane_state view;
    /* All cards whose place it does not know (A14.4), and how many of each item. */
    int n;
    uint8_t count[ITEM_COUNT];
};

/* Does not change the state. */
static void look(struct arcane_known *to, const void *state, int seat)
{
    struct arcane_state *view = &to->view;
    memcpy(view, state, sizeof *view);
    int own_n = view->own_n;
    memcpy(to->count, view->own, sizeof to->count);
    memset(view->own, 0, sizeof view->own);
    view->own_n = 0;
    arcane_redact(view, seat);
    to->n = view->pool_n + own_n;
    for (int i = 0; i < ITEM_COUNT; i++)
        to->count[i] = (uint8_t)(to->count[i] + view->pool[i]);
}

/* Unknown items of a stash come last. */
static int unknown_of(const struct arcane_player *p)
{
    int n = 0;
    while (n < p->stash_n && p->stash[p->stash_n - 1 - n] == ITEM_UNDECIDED)
        n++;
    return n;
}

/* Whether all items of this stash may be alike, as far as the seat knows. */
static int may_be_alike(const struct arcane_known *is, const struct arcane_player *p)
{
    int unknown = unknown_of(p), known = p->stash_n - unknown;
    if (!unknown || (known && p->stash[0] != p->stash[known - 1]))
        return 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        if (is->count[i] >= unknown && (!known || p->stash[0] == i))
            return 1;
    return 0;
}

/* The rules may look at cards that the seat does not see, and what comes next tells something of
 * them. A card that goes to the stash is no Boomerang, which would return (A10.3). Which item to
 * discard then, or to take with the Chalice, is asked only if the stash has more than one kind. */
static int tells_of_hidden(const struct event *e, const struct arcane_known *is, int seat)
{
    if (e->kind == EV_STASHED)
        return !arcane_event_seen(e, seat) || may_be_alike(is, &is->view.player[e->seat]);
    return e->kind == EV_CHALICE && may_be_alike(is, &is->view.player[e->other]);
}

/* The only stash in which fewer items are unknown now, if they are `lost` fewer, or -1. */
static int stash_shown(const struct arcane_known *was, const struct arcane_known *is, int lost)
{
    for (int i = 0; i < was->view.players; i++)
        if (unknown_of(&was->view.player[i]) - unknown_of(&is->view.player[i]) == lost)
            return i;
    return -1;
}

/* Cards that the seat has come to know are no news if counting told that the stash they came from
 * had so many of them: there were too few others (A14.4). */
static int counting_told(const struct arcane_known *was, const struct arcane_known *is, int lost)
{
    int owner = stash_shown(was, is, lost);
    if (owner < 0)
        return 0;
    int unknown = unknown_of(&was->view.player[owner]);
    for (int i = 0; i < ITEM_COUNT; i++) {
        int shown = was->view.pool[i] - is->view.pool[i];
        if (shown > 0 && shown > unknown - (was->n - was->count[i]))
            return 0;
    }
    return 1;
}

/* How many cards the seat has come to know. Without chance no card is decided, and none gets out of
 * sight but those of a remade deck, and all of them at the next Stock. So it knows a card now if
 * and only if fewer cards of that item are unknown to it. */
static int cards_learned(const struct arcane_known *was, const struct arcane_known *is)
{
    int n = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        n += int_max(was->view.pool[i] - is->view.pool[i], 0);
    return n;
}

/* 1 if the seat has come to know a card that counting did not tell it, or if an event names
 * something that was hidden from it. */
int arcane_learned(const struct quiet_move *m, int seat)
{
    struct arcane_known was, is;
    look(&was, m->before, seat);
    look(&is, m->after, seat);
    int lost = cards_learned(&was, &is);
    if (lost && !counting_told(&was, &is, lost))
        return 1;
    for (uint32_t i = 0; i < m->told.n; i++)
        if (tells_of_hidden(&m->told.at[i], &is, seat))
            return 1;
    return 0;
}

/* ---- another state with the same view ---- */

/* Any set of seats that leaves out those in `without`. */
static uint32_t some_seats(const struct arcane_state *s, uint32_t without, struct chance *c)
{
    return chance_below(c, CHANCE_GUESS, all_seats(s) + 1) & ~without;
}

/* Lets some seats, never the viewer, know the card, which is then decided. If no seat knows it, it
 * is undecided. */
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

/* A stash card is always decided and known to its owner, but not to the viewer, from whom it was
 * hidden. The viewer's own stash has no secret. */
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

/* The deck's pool keeps its size, which is public, but gets other cards. */
static void scramble_own(struct arcane_state *s, int own_n, struct chance *c)
{
    s->has_own = 1;
    for (; own_n; own_n--) {
        s->own[deal_secret(s, c)]++;
        s->own_n++;
    }
}

/* Makes another state with the same view: every secret gets a new value, and all sizes stay.
 * Whether the deck has a pool of its own stays too. A spectator's view also hides the known cards
 * on the deck, so as many others are put there. */
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
