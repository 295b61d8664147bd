/* What the items do: one function an item (A2, A7). Each leaves t->step at what comes next. */
#include "games/arcane/rules.h"

static int fx(const struct table *t, int value)
{
    return t->s->cards.fx[value];
}

static struct arcane_player *turn_player(struct table *t)
{
    return &t->s->player[t->s->turn];
}

/* ---- played ---- */

/* Neighbours share a side in edition three, a side or a corner in edition hundred (A1.mirror). */
static int revealed_neighbours(const struct arcane_state *s)
{
    const struct arcane_player *p = &s->player[s->turn];
    int row = s->at.slot / p->cols, col = s->at.slot % p->cols, n = 0;
    int reach = s->cards.edition == EDITION_HUNDRED ? 2 : 1;
    for (uint32_t up = house_revealed(p); up; up &= up - 1) {
        int slot = bit_lowest(up);
        int down = (slot / p->cols - row) * (slot / p->cols - row);
        int across = (slot % p->cols - col) * (slot % p->cols - col);
        n += slot != s->at.slot && down <= 1 && across <= 1 && down + across <= reach;
    }
    return n;
}

static void cursed_mirror(struct table *t)
{
    int n = revealed_neighbours(t->s);
    gain_infamy(t, t->s->turn, n * fx(t, FX_MIRROR_INFAMY), EV_INFAMY_MIRROR);
}

static void hypnotic_toad(struct table *t)
{
    t->s->at.cause = HYPNOTIC_TOAD;
    ask(t, Q_TARGET, t->s->turn, STEP_SALE);
}

static void three_headed_coin(struct table *t)
{
    const struct arcane_state *s = t->s;
    int coins = -1; /* the one just played does not count */
    for (int seat = 0; seat < s->players; seat++)
        coins += bit_count(house_up(&s->player[seat], THREE_HEADED_COIN));
    gain_gold(t, s->turn, coins * fx(t, FX_COIN_GOLD), EV_GOLD_COIN);
}

static void older_wand(struct table *t)
{
    if (t->s->discard_n == 0)
        return; /* A7.2 */
    int item = discard_take_top(t->s);
    tell_item(t, EV_WAND, t->s->turn, item, EVENT_ALL_SEE, NONE);
    deck_put_known(t, item);
}

static void crystal_ball(struct table *t)
{
    gain_infamy(t, t->s->turn, fx(t, FX_BALL_INFAMY), EV_INFAMY_BALL);
    ask(t, Q_PEEK, t->s->turn, STEP_SALE);
}

void answer_peek(struct table *t, int slot)
{
    struct arcane_player *p = turn_player(t);
    int seat = t->s->turn;
    if (p->cell[slot] == ITEM_UNDECIDED)
        p->cell[slot] = (uint8_t)pool_decide(t);
    p->known[slot] |= (uint8_t)(1u << seat);
    tell_item(t, EV_PEEKED, seat, cell_item(p->cell[slot]), p->known[slot], slot);
    t->step = STEP_SALE;
}

static void bubbling_cauldron(struct table *t)
{
    ask(t, Q_CAULDRON, t->s->turn, STEP_SALE);
}

void answer_cauldron(struct table *t, int infamy)
{
    if (infamy)
        gain_infamy(t, t->s->turn, fx(t, FX_CAULDRON_INFAMY), EV_INFAMY_CAULDRON);
    else
        lose_gold(t, t->s->turn, fx(t, FX_CAULDRON_GOLD), EV_LOST_CAULDRON);
    t->step = STEP_SALE;
}

static void dark_lotus(struct table *t)
{
    lose_gold(t, t->s->turn, fx(t, FX_LOTUS_GOLD), EV_LOST_LOTUS);
}

static void skeletomicon(struct table *t)
{
    gain_infamy(t, t->s->turn, fx(t, FX_SKELETOMICON_INFAMY), EV_INFAMY_SKELETOMICON);
}

void effect_played(struct table *t)
{
    t->step = STEP_SALE;
    switch (cell_item(turn_player(t)->cell[t->s->at.slot])) {
    case CURSED_MIRROR: cursed_mirror(t); break;
    case HYPNOTIC_TOAD: hypnotic_toad(t); break;
    case THREE_HEADED_COIN: three_headed_coin(t); break;
    case OLDER_WAND: older_wand(t); break;
    case CRYSTAL_BALL: crystal_ball(t); break;
    case BUBBLING_CAULDRON: bubbling_cauldron(t); break;
    case DARK_LOTUS: dark_lotus(t); break;
    case SKELETOMICON: skeletomicon(t); break;
    default: break;
    }
}

/* Faces and knowledge move with the cards; the item just played may be one of them (A6.3). */
void answer_swap(struct table *t, int pair)
{
    struct arcane_turn *at = &t->s->at;
    struct arcane_player *p = &t->s->player[at->target];
    int i = pair_first(pair), j = pair_second(pair);
    uint8_t cell = p->cell[i], known = p->known[i];
    p->cell[i] = p->cell[j], p->known[i] = p->known[j];
    p->cell[j] = cell, p->known[j] = known;
    if (at->target == t->s->turn && (at->slot == i || at->slot == j))
        at->slot = (uint8_t)(i + j - at->slot);
    if (t->sink) {
        struct event e = event_of(EV_SWAPPED, t->s->turn);
        e.other = at->target, e.a = (uint8_t)i, e.b = (uint8_t)j;
        event_push(t->sink, e);
    }
    at->cause = at->target = NONE;
    t->step = STEP_SALE;
}

/* ---- sold ---- */

static void floating_carpet(struct table *t)
{
    uint32_t known;
    struct arcane_player *p = turn_player(t);
    if (t->s->deck_n == 0 || p->stash_n >= STASH_MAX)
        return; /* A7.2, A13 */
    int item = deck_take(t, &known);
    known |= 1u << t->s->turn;
    stash_add(p, item, known);
    tell_item(t, EV_CARPET, t->s->turn, item, known, NONE);
    settle(t);
}

static void dragons_egg(struct table *t)
{
    t->s->at.cause = DRAGONS_EGG;
    ask(t, Q_TARGET, t->s->turn, STEP_DAFANA);
}

static void egg_hatches(struct table *t, int seat)
{
    tell_other(t, EV_EGG, t->s->turn, seat, DRAGONS_EGG, NONE);
    gain_gold(t, seat, fx(t, FX_EGG_GOLD), EV_GOLD_EGG);
    gain_infamy(t, seat, fx(t, FX_EGG_INFAMY), EV_INFAMY_EGG);
    t->s->at.cause = NONE;
    t->step = STEP_DAFANA;
}

void effect_sold(struct table *t)
{
    t->step = STEP_DAFANA;
    switch (t->s->at.sold) {
    case FLOATING_CARPET: floating_carpet(t); break;
    case DRAGONS_EGG: dragons_egg(t); break;
    case HAUNTED_DOLL: t->step = STEP_DOLL; break;
    default: break;
    }
}

/* A7.6: the next Doll looks for a player who still has a hidden item. */
void doll_step(struct table *t)
{
    struct arcane_turn *at = &t->s->at;
    at->cause = HAUNTED_DOLL;
    if (at->dolls)
        ask(t, Q_TARGET, t->s->turn, STEP_DAFANA);
    else
        t->step = STEP_DAFANA;
    if (t->step == STEP_DAFANA) {
        at->cause = at->target = NONE;
        at->dolls = at->dolled = 0;
    }
}

void doll_land(struct table *t, int slot)
{
    struct arcane_state *s = t->s;
    struct arcane_player *p = &s->player[s->at.target];
    int ousted = p->cell[slot] == ITEM_UNDECIDED ? pool_decide(t) : cell_item(p->cell[slot]);
    s->aside[HAUNTED_DOLL]--;
    p->cell[slot] = CELL_UP | HAUNTED_DOLL;
    p->known[slot] = 0;
    tell_other(t, EV_DOLL, s->turn, s->at.target, ousted, slot);
    discard_put(t, ousted);
    s->at.dolls--;
    s->at.dolled |= (uint8_t)(1u << s->at.target);
    s->at.target = NONE;
    t->step = STEP_DOLL;
}

/* ---- special ---- */

static void play_chosen(struct table *t, int item)
{
    t->s->at.cause = t->s->at.target = NONE;
    t->s->at.played = (uint8_t)item;
    tell_item(t, EV_TAKEN, t->s->turn, item, EVENT_ALL_SEE, NONE);
    t->step = STEP_PLAY;
}

static void fizzle(struct table *t, int item)
{
    tell_item(t, EV_FIZZLED, t->s->turn, item, EVENT_ALL_SEE, NONE);
    t->s->at.cause = NONE;
    t->step = STEP_TURN_END;
}

static void lamp_reveals(struct table *t)
{
    struct arcane_state *s = t->s;
    uint32_t known;
    for (int i = fx(t, FX_LAMP_CARDS); i > 0 && s->deck_n > 0; i--) {
        int item = deck_take(t, &known);
        s->at.offer[s->at.offer_n++] = (uint8_t)item;
        tell_item(t, EV_LAMP, s->turn, item, EVENT_ALL_SEE, NONE);
        settle(t); /* A7.8: a short deck is remade on the way */
    }
}

/* All but the chosen one (NONE: all of them) go on the discard in the order revealed. */
static void lamp_discards(struct table *t, int chosen)
{
    struct arcane_turn *at = &t->s->at;
    uint8_t offer[OFFER_MAX];
    int n = at->offer_n;
    memcpy(offer, at->offer, sizeof offer);
    memset(at->offer, 0, sizeof at->offer);
    at->offer_n = 0;
    for (int i = 0; i < n; i++) {
        if (offer[i] == chosen) {
            chosen = NONE; /* of equals the first revealed is taken */
            continue;
        }
        tell_item(t, EV_LAMP_DISCARDED, t->s->turn, offer[i], EVENT_ALL_SEE, NONE);
        discard_put(t, offer[i]);
    }
}

static void mystical_lamp(struct table *t)
{
    lamp_reveals(t);
    if (t->s->at.offer_n && house_playable(turn_player(t))) {
        ask(t, Q_TAKE, t->s->turn, STEP_TURN_END);
        return;
    }
    lamp_discards(t, NONE); /* A5.8 */
    fizzle(t, MYSTICAL_LAMP);
}

static void wizards_watch(struct table *t)
{
    if (t->s->discard_n && house_playable(turn_player(t)))
        ask(t, Q_TAKE, t->s->turn, STEP_TURN_END);
    else
        fizzle(t, WIZARDS_WATCH);
}

static void sacred_chalice(struct table *t)
{
    t->step = STEP_TURN_END;
    if (house_playable(turn_player(t)))
        ask(t, Q_TARGET, t->s->turn, STEP_TURN_END);
    if (t->step == STEP_TURN_END)
        fizzle(t, SACRED_CHALICE);
}

static void chalice_looks(struct table *t, int seat)
{
    t->s->at.target = (uint8_t)seat;
    stash_show(&t->s->player[seat], t->s->turn);
    tell_other(t, EV_CHALICE, t->s->turn, seat, EVENT_NONE, NONE);
    ask(t, Q_TAKE, t->s->turn, STEP_TURN_END);
}

void answer_take(struct table *t, int item)
{
    struct arcane_state *s = t->s;
    if (s->at.cause == WIZARDS_WATCH)
        discard_take(s, item);
    else if (s->at.cause == SACRED_CHALICE)
        stash_take(&s->player[s->at.target], item);
    else
        lamp_discards(t, item);
    play_chosen(t, item);
}

/* A7.2: without a possible exchange the infamy is all that happens. */
static void pandoras_lockbox(struct table *t)
{
    struct arcane_state *s = t->s;
    gain_infamy(t, s->turn, fx(t, FX_LOCKBOX_INFAMY), EV_INFAMY_LOCKBOX);
    int possible = 0;
    for (int seat = 0; seat < s->players; seat++)
        possible |= seat != s->turn && house_revealed(&s->player[seat]);
    if (possible && house_hidden(turn_player(t)))
        ask(t, Q_OWN, s->turn, STEP_TURN_END);
    else
        fizzle(t, PANDORAS_LOCKBOX);
}

void answer_own(struct table *t, int slot)
{
    t->s->at.own = (uint8_t)slot;
    ask(t, Q_TARGET, t->s->turn, STEP_TURN_END);
}

/* Each card keeps its face and those who know it (A14.2); nothing triggers. */
void answer_theirs(struct table *t, int slot)
{
    struct arcane_turn *at = &t->s->at;
    struct arcane_player *mine = turn_player(t), *theirs = &t->s->player[at->target];
    uint8_t cell = mine->cell[at->own], known = mine->known[at->own];
    mine->cell[at->own] = theirs->cell[slot];
    mine->known[at->own] = 0;
    theirs->cell[slot] = cell;
    theirs->known[slot] = known;
    if (t->sink) {
        struct event e = event_of(EV_LOCKBOX, t->s->turn);
        e.other = at->target, e.a = at->own, e.b = (uint8_t)slot;
        e.item = (uint8_t)cell_item(mine->cell[at->own]);
        event_push(t->sink, e);
    }
    t->step = STEP_TURN_END;
}

void effect_special(struct table *t, int item)
{
    t->s->at.cause = (uint8_t)item;
    switch (item) {
    case MYSTICAL_LAMP: mystical_lamp(t); break;
    case WIZARDS_WATCH: wizards_watch(t); break;
    case SACRED_CHALICE: sacred_chalice(t); break;
    default: pandoras_lockbox(t); break;
    }
}

/* ---- always ---- */

/* The Ring works from the stash too (A2, A5.4, A7.7). */
void effect_ring_discarded(struct table *t)
{
    lose_infamy(t, t->s->turn, fx(t, FX_RING_INFAMY), EV_LOST_RING);
}

/* A revealed item was replaced and lies on the discard (A7.3). */
void effect_replaced(struct table *t, int item)
{
    if (item == INVISIBLE_RING)
        effect_ring_discarded(t);
    if (item == BOTTLED_FAIRY)
        lose_infamy(t, t->s->turn, fx(t, FX_FAIRY_INFAMY), EV_LOST_FAIRY);
}

/* ---- a target is chosen ---- */

void answer_target(struct table *t, int seat)
{
    struct arcane_turn *at = &t->s->at;
    switch (at->cause) {
    case DRAGONS_EGG: egg_hatches(t, seat); return;
    case SACRED_CHALICE: chalice_looks(t, seat); return;
    default: break;
    }
    at->target = (uint8_t)seat;
    int question = at->cause == HYPNOTIC_TOAD  ? Q_SWAP
                   : at->cause == HAUNTED_DOLL ? Q_SLOT
                                               : Q_THEIRS;
    ask(t, question, t->s->turn, STEP_TURN_END);
}
