/* Arcane Alley under test: its mixes of options, and checks of conservation, of the layout of bytes
 * and of secrets, written independently of check.c and view.c. */
#include "games/arcane/help.h"
#include "games/arcane/numbers.h"
#include "tests/props/game_props.h"

/* ---- mixes ---- */

enum { ANY = 255, CAP_SHORT = 1, CAP_TINY = 2 };
/* More rounds than the guard of some goal allows (A1.rounds, A1.guard). */
enum { MANY = 254 };
enum { PRINTED, ODD_VALUES, FEW_KINDS, RARE_ITEMS, LEAST_DECK, WORTHLESS };

struct options {
    /* Goal in hundreds. */
    uint8_t edition, goal, rounds;
    /* ANY: random. */
    uint8_t wizards, market;
    uint8_t cap, cards;
};

/* Edition hundred played to its goal takes thousands of answers with random play, so most games are
 * of edition three or limited to a few rounds. */
static const struct props_mix mixes[] = {
    {"three", 3},
    {"three-wizards", 4},
    {"three-market", 2},
    {"three-list-short", 3},
    {"three-odd", 4},
    {"three-few-kinds", 6},
    {"three-rare-items", 7},
    {"three-least-deck", 5},
    {"three-tiny-cap", 3},
    {"hundred-1-round", 3},
    {"hundred-3-rounds", 1},
    {"hundred-rare-items", 2},
    {"hundred-few-kinds", 2},
    {"hundred-least-deck", 2},
    {"hundred-goal", 1},
    {"hundred-guard", 1},
    {"hundred-many-rounds", 1},
    {"any", 3},
    {"numbers", 8},
    {"numbers-odd", 8},
    {"numbers-goal", 1},
};

static const struct options options[] = {
    {EDITION_THREE, 1, 0, WIZARDS_NONE, 0, 0, PRINTED},
    {EDITION_THREE, 2, 0, WIZARDS_RANDOM, ANY, 0, PRINTED},
    {EDITION_THREE, 3, 0, WIZARDS_NONE, 1, 0, PRINTED},
    {EDITION_THREE, 1, 0, WIZARDS_LIST, ANY, CAP_SHORT, PRINTED},
    {EDITION_THREE, 1, 0, ANY, ANY, ANY, ODD_VALUES},
    {EDITION_THREE, 1, 0, ANY, ANY, ANY, FEW_KINDS},
    {EDITION_THREE, 1, 0, ANY, ANY, CAP_SHORT, RARE_ITEMS},
    {EDITION_THREE, 1, 0, ANY, ANY, CAP_SHORT, LEAST_DECK},
    {EDITION_THREE, 1, 0, WIZARDS_RANDOM, ANY, CAP_TINY, ODD_VALUES},
    {EDITION_HUNDRED, 1, 1, WIZARDS_NONE, ANY, 0, PRINTED},
    {EDITION_HUNDRED, 2, 3, WIZARDS_NONE, ANY, 0, PRINTED},
    {EDITION_HUNDRED, 3, ANY, WIZARDS_NONE, ANY, CAP_SHORT, RARE_ITEMS},
    {EDITION_HUNDRED, 1, ANY, WIZARDS_NONE, ANY, CAP_SHORT, FEW_KINDS},
    {EDITION_HUNDRED, 2, ANY, WIZARDS_NONE, ANY, CAP_SHORT, LEAST_DECK},
    {EDITION_HUNDRED, ANY, 0, WIZARDS_NONE, ANY, ANY, ODD_VALUES},
    {EDITION_HUNDRED, ANY, 0, WIZARDS_NONE, ANY, CAP_TINY, WORTHLESS},
    {EDITION_HUNDRED, ANY, MANY, WIZARDS_NONE, ANY, CAP_TINY, ODD_VALUES},
    {ANY, ANY, ANY, ANY, ANY, ANY, ANY},
    {ANY, ANY, 1, ANY, ANY, CAP_SHORT, PRINTED},
    {ANY, ANY, 1, ANY, ANY, ANY, ANY},
    {EDITION_HUNDRED, 1, 0, WIZARDS_NONE, ANY, CAP_TINY, ANY},
};

_Static_assert(sizeof options / sizeof *options == sizeof mixes / sizeof *mixes, "a row each");

static int below(struct chance *c, int n)
{
    return (int)chance_below(c, CHANCE_PICK, (uint32_t)n);
}

static int or_any(int value, struct chance *c, int n)
{
    return value == ANY ? below(c, n) : value;
}

/* A list has an id or null for each seat, and no id twice (A11). */
static void list_wizards(struct arcane_state *s, struct chance *c)
{
    uint8_t left[WIZARD_COUNT];
    for (int i = 0; i < WIZARD_COUNT; i++)
        left[i] = (uint8_t)i;
    for (int seat = 0; seat < s->players; seat++) {
        int j = seat + below(c, WIZARD_COUNT - seat);
        uint8_t chosen = left[j];
        left[j] = left[seat];
        left[seat] = chosen;
        s->player[seat].wizard = below(c, 4) ? chosen : NONE;
    }
}

static int turn_cap(int cap, struct chance *c)
{
    switch (cap == ANY ? below(c, 3) : cap) {
    case CAP_SHORT: return 4 + below(c, 16);
    case CAP_TINY: return 1 + below(c, 3);
    default: return 100;
    }
}

static int rounds_limit(int rounds, struct chance *c)
{
    if (rounds == MANY)
        return MAX_ROUNDS - below(c, 100);
    return rounds == ANY ? 1 + below(c, 3) : rounds;
}

static void set_options(struct arcane_state *s, const struct options *o, struct chance *c)
{
    int edition = or_any(o->edition, c, 2);
    arcane_set_edition(s, edition);
    s->cards.goal = (uint16_t)(100 * (o->goal == ANY ? 1 + below(c, 3) : o->goal));
    if (edition == EDITION_HUNDRED)
        s->cards.rounds = (uint8_t)rounds_limit(o->rounds, c);
    else
        s->cards.wizards = (uint8_t)or_any(o->wizards, c, 3);
    if (s->cards.wizards == WIZARDS_LIST)
        list_wizards(s, c);
    s->market_on = (uint8_t)or_any(o->market, c, 2);
    s->cards.first = below(c, 3) ? NONE : (uint8_t)below(c, s->players);
    s->cards.turn_cap = (uint16_t)turn_cap(o->cap, c);
}

/* ---- cards tables (A13) ---- */

/* One in three values is changed, to anything its range allows. */
static void odd_values(struct arcane_cards *cards, struct chance *c)
{
#define EFFECT(e, item, key, value, least, most) {least, most},
#define POWER(e, wizard, id, key, value, least, most) {least, most},
    static const uint8_t range[FX_COUNT][2] = {
#include "games/arcane/cards.def"
    };
#undef EFFECT
#undef POWER
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (!below(c, 3))
            cards->gold[i] = (uint8_t)below(c, 101);
        if (!below(c, 3))
            cards->infamy[i] = (int8_t)(below(c, 51) - 25);
    }
    for (int i = 0; i < FX_COUNT; i++)
        if (!below(c, 3))
            cards->fx[i] = (uint8_t)(range[i][0] + below(c, range[i][1] - range[i][0] + 1));
    if (!below(c, 3))
        cards->start_gold = (uint16_t)below(c, 1001);
    if (!below(c, 3))
        cards->start_infamy = (uint8_t)below(c, 25);
}

static void add_card(struct arcane_cards *cards, uint32_t kinds, struct chance *c)
{
    for (;;) {
        int item = bit_nth(kinds, (uint32_t)below(c, bit_count(kinds)));
        if (cards->count[0][item] < 40) {
            cards->count[0][item]++;
            cards->count[1][item]++;
            return;
        }
        kinds |= 1u << below(c, ITEM_COUNT);
    }
}

/* Uses cards of these kinds only: as many as a round needs, and `more`. */
static void deal_counts(struct arcane_state *s, uint32_t kinds, int more, struct chance *c)
{
    int all = 0;
    memset(s->cards.count, 0, sizeof s->cards.count);
    for (; !arcane_dealable(s) || (more-- > 0 && all < PILE_MAX); all++)
        add_card(&s->cards, kinds, c);
}

static uint32_t some_kinds(int n, struct chance *c)
{
    uint32_t kinds = 0;
    while (bit_count(kinds) < n)
        kinds |= 1u << below(c, ITEM_COUNT);
    return kinds;
}

static uint32_t rare_kinds(struct chance *c)
{
    static const uint8_t rare[] = {
        FACSIMILOUS_FELINE, HAUNTED_DOLL,   HYPNOTIC_TOAD, MAGIC_BOOMERANG, MYSTICAL_LAMP,
        PANDORAS_LOCKBOX,   SACRED_CHALICE, WIZARDS_WATCH, CRYSTAL_BALL,    FLOATING_CARPET,
        DRAGONS_EGG,        OLDER_WAND,     INVISIBLE_RING};
    uint32_t kinds = some_kinds(1 + below(c, 2), c);
    while (bit_count(kinds) < 6)
        kinds |= 1u << rare[below(c, (int)sizeof rare)];
    return kinds;
}

/* With these cards gold can only shrink, so edition hundred ends by its limit of rounds (A1). */
static void no_gold(struct arcane_cards *cards)
{
    memset(cards->gold, 0, sizeof cards->gold);
    cards->fx[FX_COIN_GOLD] = cards->fx[FX_EGG_GOLD] = 0;
    cards->start_gold = 20;
}

static void set_cards(struct arcane_state *s, int style, struct chance *c)
{
    if (style != PRINTED && style != WORTHLESS && below(c, 2))
        odd_values(&s->cards, c);
    switch (style) {
    case ODD_VALUES: odd_values(&s->cards, c); break;
    case FEW_KINDS: deal_counts(s, some_kinds(3 + below(c, 3), c), below(c, 60), c); break;
    case RARE_ITEMS: deal_counts(s, rare_kinds(c), below(c, 80), c); break;
    case LEAST_DECK: deal_counts(s, some_kinds(6 + below(c, 14), c), below(c, 4), c); break;
    case WORTHLESS: no_gold(&s->cards); break;
    default: break;
    }
}

/* Many rounds are short ones, so that a game does not take as long as a hundred others. */
static void other_numbers(struct arcane_state *s, struct chance *c)
{
    props_numbers(&arcane_game, s, c);
    if (arcane_last_round(s) > 4)
        s->cards.turn_cap = (uint16_t)turn_cap(CAP_TINY, c);
}

static void mix_options(void *state, int mix, int players, struct chance *c)
{
    struct arcane_state *s = state;
    (void)players;
    set_options(s, &options[mix], c);
    if (strncmp(mixes[mix].name, "numbers", 7) == 0)
        other_numbers(s, c);
    set_cards(s, or_any(options[mix].cards, c, 5), c);
    s->cards.start_infamy = (uint8_t)int_min(s->cards.start_infamy, arcane_infamy_lap(s) - 1);
    MUST(arcane_dealable(s));
}

/* A turn may take dozens of answers, but turns of a dozen on average do not happen: laps times
 * seats times 12, and at an inspection 14 a seat (remove, three sales of sell, slide, Dafana,
 * Ninx, bribe, reveal). Two players have 21 laps at the most (A10.2). */
static uint32_t bound(const void *state)
{
    const struct arcane_state *s = state;
    uint32_t guard = s->cards.goal / 100u * (uint32_t)arcane_guard_rounds(s);
    uint32_t rounds = s->cards.rounds ? s->cards.rounds : guard, laps = s->cards.turn_cap;
    if (s->cards.edition == EDITION_THREE)
        rounds = (uint32_t)arcane_rounds_three(s);
    if (s->players == 2 && laps > (uint32_t)arcane_two_latest(s) + 1)
        laps = (uint32_t)arcane_two_latest(s) + 1;
    return rounds * s->players * ((laps + 1) * 12 + 14);
}

/* ---- after every action: numbers in range, no card lost ---- */

static int cards_of_seat(const struct arcane_player *p)
{
    int n = p->stash_n;
    for (int i = 0; i < CELLS; i++)
        n += p->cell[i] != CELL_NONE;
    return n;
}

/* Counts cards by place, not by kind as check.c does. */
static const char *conserved(const struct arcane_state *s)
{
    int have = s->deck_n + s->discard_n + s->at.offer_n + s->unseen_n, all = 0;
    for (int seat = 0; seat < s->players; seat++)
        have += cards_of_seat(&s->player[seat]);
    for (int i = 0; i < 3; i++)
        have += s->market[i] != ITEM_NONE;
    for (int i = 0; i < ITEM_COUNT; i++) {
        have += s->aside[i];
        all += arcane_counts(s)[i];
    }
    have += (s->at.played != NONE) + (s->at.replaced != CELL_NONE);
    return have == all ? NULL : "cards were lost or made (A2)";
}

static const char *ranges(const void *state)
{
    const struct arcane_state *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_player *p = &s->player[seat];
        if (p->gold < 0 || p->gold > 100000)
            return "gold out of range (A3.1)";
        if (p->infamy >= arcane_infamy_lap(s) || p->fines > arcane_markers_most(s))
            return "infamy or markers out of range (A3.2, A3.3)";
        if (p->stash_n > arcane_stash_most(s) + (s->question == Q_ACT || s->question == Q_KEEP))
            return "a stash is too big (A13)";
    }
    if (s->turns > s->cards.turn_cap || s->tracker > arcane_two_latest(s) + 1)
        return "a round goes on past its cap (A5.7, A10.2)";
    return conserved(s);
}

/* ---- bytes without meaning ---- */

static int all_bytes(const void *bytes, size_t n, uint8_t value)
{
    const uint8_t *p = bytes;
    return n == 0 || (p[0] == value && !memcmp(p, p + 1, n - 1));
}

#define ZERO(field) all_bytes(field, sizeof(field), 0)

/* The set of seats that know a card is empty for a revealed card, and not empty for a decided one
 * (A14.2). */
static int known_is_tidy(const struct arcane_state *s, uint8_t card, uint8_t known)
{
    if (card >= ITEM_NONE)
        return known == 0;
    return known != 0 && known < 1u << s->players;
}

static int house_is_tidy(const struct arcane_state *s, const struct arcane_player *p)
{
    int size = p->rows * p->cols;
    for (int i = 0; i < CELLS; i++) {
        if (i >= size ? p->cell[i] != CELL_NONE || p->known[i]
                      : !known_is_tidy(s, p->cell[i], p->known[i]))
            return 0;
        if (p->cell[i] & CELL_EMPTY ? p->cell[i] != CELL_NONE
                                    : (p->cell[i] & CELL_RETURNED) && s->phase != PHASE_SELL)
            return 0;
    }
    return 1;
}

/* A stash is sorted by item, then by which copy leaves first (A14.5); unused bytes are at rest. */
static int stash_is_tidy(const struct arcane_state *s, const struct arcane_player *p)
{
    int n = p->stash_n;
    for (int i = 0; i < n; i++) {
        if (p->stash[i] >= ITEM_COUNT || !known_is_tidy(s, p->stash[i], p->stash_known[i]))
            return 0;
        if (i && (p->stash[i - 1] > p->stash[i] ||
                  (p->stash[i - 1] == p->stash[i] &&
                   props_arcane_leaves_first(p->stash_known[i], p->stash_known[i - 1]))))
            return 0;
    }
    return all_bytes(p->stash + n, sizeof p->stash - (size_t)n, 0) &&
           all_bytes(p->stash_known + n, sizeof p->stash_known - (size_t)n, 0);
}

static const char *seats_are_tidy(const struct arcane_state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_player *p = &s->player[seat];
        if (!house_is_tidy(s, p))
            return "a storehouse has stray bytes";
        if (!stash_is_tidy(s, p))
            return "a stash has stray bytes or is not in order";
        if (!ZERO(p->spare))
            return "spare bytes of a player are not zero";
    }
    for (int seat = s->players; seat < MAX_SEATS; seat++) {
        struct arcane_player p = s->player[seat];
        if (p.wizard != NONE)
            return "an empty seat has a wizard";
        p.wizard = 0;
        if (!all_bytes(&p, sizeof p, 0))
            return "an empty seat has something";
    }
    return NULL;
}

/* Between turns nothing of a turn is left (arcane.h). */
static int turn_is_tidy(const struct arcane_state *s)
{
    struct arcane_turn rest;
    int q = s->question;
    memset(&rest, 0, sizeof rest);
    rest.cause = rest.played = rest.slot = rest.line = rest.sold = rest.target = rest.own = NONE;
    rest.replaced = CELL_NONE;
    if (q == Q_NONE || q == Q_REVEAL || q == Q_DRAW || q == Q_ACT || q == Q_BRIBE || q == Q_REMOVE)
        return !memcmp(&rest, &s->at, sizeof rest);
    return ZERO(s->at.spare) && s->at.offer_n <= OFFER_MAX &&
           all_bytes(s->at.offer + s->at.offer_n, (size_t)(OFFER_MAX - s->at.offer_n), 0) &&
           known_is_tidy(s, s->at.replaced, s->at.replaced_known);
}

static const char *piles_are_tidy(const struct arcane_state *s)
{
    size_t gap = (size_t)(PILE_MAX - s->discard_n - s->top_n);
    if (s->discard_n + s->top_n > PILE_MAX || !all_bytes(s->pile + s->discard_n, gap, 0))
        return "the piles have stray bytes";
    if (!all_bytes(s->pool + ITEM_COUNT, POOL_BYTES - ITEM_COUNT, 0) ||
        !all_bytes(s->own + ITEM_COUNT, POOL_BYTES - ITEM_COUNT, 0))
        return "a pool has stray bytes";
    if (s->has_own > 1 || (!s->has_own && (s->own_n || !ZERO(s->own))))
        return "a deck without a pool of its own has one";
    if (s->unseen_n ? !known_is_tidy(s, s->unseen, s->unseen_known) : s->unseen || s->unseen_known)
        return "the unseen card has stray bytes";
    int slots = s->market_on ? arcane_market_slots(s) : 0;
    if (!all_bytes(s->market + slots, sizeof s->market - (size_t)slots, ITEM_NONE))
        return "cards in a Market that is not there";
    return NULL;
}

static const char *tidy(const void *state)
{
    const struct arcane_state *s = state;
    const char *wrong = seats_are_tidy(s);
    if (!wrong)
        wrong = piles_are_tidy(s);
    if (!wrong && !turn_is_tidy(s))
        wrong = "a half-done turn has stray bytes";
    if (!wrong && s->is_view)
        wrong = "a state that calls itself a view";
    return wrong;
}

/* ---- another scramble ---- */

/* All places of secrets, and the cards in them and in the pools. */
struct secrets {
    struct {
        uint8_t *item, *known;
        /* For a stash: its owner, who must know the card; else -1. */
        int owner;
    } place[512];
    uint8_t card[512];
    int places, cards;
};

static void collect(struct secrets *all, uint8_t *item, uint8_t *known, int owner, uint32_t bit)
{
    if (*item >= ITEM_NONE || (known && (*known & bit)))
        return;
    all->place[all->places].item = item;
    all->place[all->places].known = known;
    all->place[all->places++].owner = owner;
    all->card[all->cards++] = *item;
}

/* The viewer cannot tell whether anybody has looked at an undecided card, so one in four becomes
 * decided. */
static void collect_undecided(struct secrets *all, struct arcane_state *s, uint8_t *item,
                              uint8_t *known, struct chance *c)
{
    if (*item != ITEM_UNDECIDED || below(c, 4))
        return;
    all->place[all->places].item = item;
    all->place[all->places].known = known;
    all->place[all->places++].owner = -1;
    s->pool_n--;
}

static void collect_pool(struct secrets *all, uint8_t *counts)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        for (; counts[i]; counts[i]--)
            all->card[all->cards++] = (uint8_t)i;
}

static void collect_all(struct secrets *all, struct arcane_state *s, uint32_t bit, struct chance *c)
{
    all->places = all->cards = 0;
    for (int seat = 0; seat < s->players; seat++) {
        struct arcane_player *p = &s->player[seat];
        for (int i = 0; i < CELLS; i++) {
            collect(all, &p->cell[i], &p->known[i], -1, bit);
            collect_undecided(all, s, &p->cell[i], &p->known[i], c);
        }
        for (int i = 0; i < p->stash_n; i++)
            collect(all, &p->stash[i], &p->stash_known[i], seat, bit);
    }
    collect(all, &s->at.replaced, &s->at.replaced_known, -1, bit);
    collect_undecided(all, s, &s->at.replaced, &s->at.replaced_known, c);
    if (s->unseen_n)
        collect(all, &s->unseen, &s->unseen_known, -1, bit);
    /* Seats know the deck's top, spectators do not. */
    for (int i = 1; !bit && i <= s->top_n; i++)
        collect(all, &s->pile[PILE_MAX - i], NULL, -1, 0);
    collect_pool(all, s->pool);
    collect_pool(all, s->own);
}

static void shuffle(struct secrets *all, struct chance *c)
{
    for (int i = all->cards - 1; i > 0; i--) {
        int j = below(c, i + 1);
        uint8_t x = all->card[i];
        all->card[i] = all->card[j];
        all->card[j] = x;
    }
}

/* Changes which other seats know a card, or makes it undecided: the viewer cannot tell. */
static void give_knowledge(struct arcane_state *s, struct secrets *all, int i, uint32_t bit,
                           struct chance *c)
{
    uint8_t *known = all->place[i].known;
    int owner = all->place[i].owner;
    if (!known)
        return;
    uint32_t seats = (uint32_t)below(c, 1 << s->players) & ~bit;
    if (owner >= 0)
        seats |= 1u << owner;
    *known = (uint8_t)seats;
    if (!seats) {
        s->pool[*all->place[i].item]++;
        s->pool_n++;
        *all->place[i].item = ITEM_UNDECIDED;
    }
}

static void sort_stash(struct arcane_player *p)
{
    for (int i = 1; i < p->stash_n; i++)
        for (int j = i; j > 0; j--) {
            uint8_t *item = p->stash + j, *known = p->stash_known + j;
            if (item[-1] < item[0] ||
                (item[-1] == item[0] && !props_arcane_leaves_first(known[0], known[-1])))
                break;
            uint8_t x = item[0], y = known[0];
            item[0] = item[-1], item[-1] = x;
            known[0] = known[-1], known[-1] = y;
        }
}

static void rescramble(void *state, int seat, struct chance *c)
{
    struct arcane_state *s = state;
    struct secrets all;
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    int n = 0;
    collect_all(&all, s, bit, c);
    shuffle(&all, c);
    for (; n < all.places; n++)
        *all.place[n].item = all.card[n];
    for (int own = 0; own < s->own_n; own++)
        s->own[all.card[n++]]++;
    for (; n < all.cards; n++)
        s->pool[all.card[n]]++;
    for (int i = 0; i < all.places; i++)
        give_knowledge(s, &all, i, bit, c);
    for (int i = 0; i < s->players; i++)
        sort_stash(&s->player[i]);
}

/* ---- twins ---- */

/* Events that may show the viewer a card they did not know. If the viewer is told the name of a
 * card that others drew, peeked at or stashed, they knew it before. */
static int reveals(const struct event *e, int viewer)
{
    switch (e->kind) {
    case EV_DEALT:
    case EV_DREW_DECK:
    case EV_CARPET:
    case EV_STASHED:
    case EV_PEEKED: return e->seat == viewer;
    case EV_REVEALED:
    case EV_TURNED_UP:
    case EV_MARKET_STOCKED:
    case EV_MARKET_FILLED:
    case EV_DISCARDED:
    case EV_USED:
    case EV_PUT_DOWN:
    case EV_RETURNS:
    case EV_DOLL:
    case EV_LAMP:
    case EV_TAKEN:
    case EV_UNCOVERED: return 1;
    default: return 0;
    }
}

static int knows_copy(const struct arcane_player *p, int item, int viewer)
{
    for (int i = 0; i < p->stash_n; i++)
        if (p->stash[i] == item && viewer != SPECTATOR && p->stash_known[i] >> viewer & 1)
            return 1;
    return 0;
}

/* An item that leaves a stash is shown; whoever knows a copy also learns whether another copy left
 * (A14.5). During Stock nobody has seen anything, so there are no secrets yet. */
static int quiet(const void *state, int seat, int answer, int viewer)
{
    const struct arcane_state *s = state;
    switch (s->question) {
    case Q_REVEAL: return -1;
    case Q_ACT: return answer < ITEM_COUNT && !knows_copy(&s->player[seat], answer, viewer);
    case Q_TAKE:
    case Q_KEEP: return 0;
    default: return 1;
    }
}

/* ---- text ---- */

static const char *const nonsense[] = {
    "",
    "xyzzy",
    "draw",
    "draw deck",
    "draw discard",
    "draw market 1",
    "draw market 3",
    "draw market 4",
    "draw market ",
    "play",
    "play older-wand",
    "play wand",
    "discard crystal-ball",
    "discard nothing",
    "use older-wand",
    "use mystical-lamp",
    "slot 1",
    "slot 9",
    "slot 10",
    "slot 0",
    "slot",
    "slot -1",
    "peek 1",
    "peek 9",
    "own 1",
    "own 7",
    "remove 2",
    "remove 8",
    "target 0",
    "target 1",
    "target 5",
    "target 9",
    "theirs 3",
    "reveal 1 1",
    "reveal 5 1",
    "swap 1 9",
    "swap 9 1",
    "sell 1 2 3",
    "sell 1 5 9",
    "sell 3 2 1",
    "slide up",
    "take older-wand",
    "keep",
    "ninx 9",
    "bribe 1",
    "bribe 2",
    "bribe 999999999999",
    "bribe -2",
    "bribe",
    "effect",
    "cauldron",
    "dafana",
    "Draw deck",
    " draw deck",
    "draw  deck",
    NULL,
};

/* ---- seats moved on, for observations ---- */

static uint8_t next_seat(const struct arcane_state *s, uint8_t seat)
{
    return seat == NONE ? seat : (uint8_t)((seat + 1) % s->players);
}

static uint8_t next_set(const struct arcane_state *s, uint8_t set)
{
    uint8_t moved = 0;
    for (int seat = 0; seat < s->players; seat++)
        moved |= (uint8_t)((set >> seat & 1) << (seat + 1) % s->players);
    return moved;
}

static void rotate(void *state)
{
    struct arcane_state *s = state, old = *s;
    uint8_t *seat[] = {&s->turn, &s->first, &s->asked, &s->triggered, &s->at.target};
    uint8_t *set[] = {&s->winners, &s->unseen_known, &s->at.replaced_known, &s->at.dolled};
    for (size_t i = 0; i < sizeof seat / sizeof *seat; i++)
        *seat[i] = next_seat(s, *seat[i]);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        *set[i] = next_set(s, *set[i]);
    for (int i = 0; i < s->players; i++) {
        struct arcane_player *p = &s->player[next_seat(s, (uint8_t)i)];
        *p = old.player[i];
        for (int k = 0; k < CELLS; k++)
            p->known[k] = next_set(s, p->known[k]);
        for (int k = 0; k < p->stash_n; k++)
            p->stash_known[k] = next_set(s, p->stash_known[k]);
    }
}

/* ---- what is observed ---- */

/* Adds the cards of cells in which items count from `first` on. */
static void add_cards(int *card, const uint8_t *cell, int n, int first)
{
    for (int i = 0; i < n; i++)
        if (cell[i] >= first)
            card[cell[i] - first < ITEM_COUNT ? cell[i] - first : MAGIC_BOOMERANG]++;
}

static void add_counts(int *card, const uint8_t *count)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        card[i] += count[i];
}

/* All cards of the game, by item, as far as their places are observed. */
static void count_observed(const uint8_t *cells, int players, int *card)
{
#define TABLE(name) props_row(&arcane_game, cells, name, 0)
    for (int seat = 0; seat < players; seat++) {
        add_cards(card, props_row(&arcane_game, cells, "cell", seat), CELLS, 3);
        add_counts(card, props_row(&arcane_game, cells, "stash", seat));
    }
    add_counts(card, TABLE("unseen"));
    add_counts(card, TABLE("discard"));
    add_counts(card, TABLE("aside"));
    add_cards(card, TABLE("market_item"), 3, 1);
    add_cards(card, TABLE("deck_top"), 4, 1);
    add_cards(card, TABLE("removed"), 1, 3);
    add_cards(card, TABLE("replaced"), 1, 3);
    add_cards(card, TABLE("played"), 1, 1);
    add_cards(card, TABLE("offer"), OFFER_MAX, 1);
}

/* Cards add up. Only four known cards of the deck are shown, so with more some are missing. */
static const char *observed(const void *state, int viewer, const uint8_t *cells)
{
    const struct arcane_state *s = state;
    const uint8_t *infamy = TABLE("value_infamy");
    int card[ITEM_COUNT] = {0}, missing = 0;
    count_observed(cells, s->players, card);
    for (int i = 0; i < ITEM_COUNT; i++) {
        int short_of = arcane_counts(s)[i] - card[i];
        if (short_of < 0)
            return "more cards of an item than the game has";
        missing += short_of;
        if (s->cards.infamy[i] + 25 != infamy[i])
            return "another infamy";
    }
    if (missing != (s->top_n > 4 ? s->top_n - 4 : 0))
        return "cards are missing";
    if (s->discard_n && TABLE("discard_top")[0] != s->pile[s->discard_n - 1] + 1)
        return "another card on the discard";
    return s->player[viewer].gold < 255 && s->player[viewer].gold != TABLE("gold")[0]
               ? "another amount of gold"
               : NULL;
#undef TABLE
}

const struct props_subject props_arcane = {
    .game = &arcane_game,
    .weight = 10,
    .mixes = mixes,
    .mix_count = sizeof mixes / sizeof *mixes,
    .mix = mix_options,
    .bound = bound,
    .ranges = ranges,
    .tidy = tidy,
    .rescramble = rescramble,
    .reveals = reveals,
    .quiet = quiet,
    .event_seen = arcane_event_seen,
    .rotate = rotate,
    .observed = observed,
    .rules = arcane_rules,
    .nonsense = nonsense,
    .items = ITEM_COUNT,
    .event_kinds = EV_COUNT,
    .questions = Q_COUNT,
    .sample_rate = 40,
    .ledger = &props_arcane_ledger,
};
