/* The dense observation: what a seat knows, written straight from a state or a view (rows:
 * observe.def).
 *
 * Nothing is redacted first. A card that the seat does not know is passed over by the same test as
 * in view.c, and counted as unseen. Learning needs an observation for every decision, so eight
 * cells are handled as one word, as in facts.h. */
#include "games/arcane/observe.h"

#define EVERY_BYTE 0x0101010101010101u

/* The viewer. */
struct eyes {
    int seat, players;
    /* Seats before the viewer, and all seats, in every byte. */
    uint64_t before, all;
    /* The cards whose place the viewer does not know, by item. */
    uint8_t *unseen;
};

static inline uint64_t load(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline uint8_t most_255(int32_t n)
{
    return (uint8_t)int_min(n, 255);
}

/* ---- seats, counted from the viewer ---- */

static inline uint8_t see_seat(struct eyes e, int seat)
{
    int after = seat - e.seat;
    return (uint8_t)(seat == NONE ? 0 : 1 + (after < 0 ? after + e.players : after));
}

/* Eight sets of seats at once; bits that would leave their byte are cleared before the shift. */
static inline uint64_t see_sets(struct eyes e, uint64_t sets)
{
    return (sets & e.all & ~e.before) >> e.seat | (sets & e.before) << (e.players - e.seat);
}

static inline uint8_t see_set(struct eyes e, uint32_t seats)
{
    return (uint8_t)((seats | seats << e.players) >> e.seat & (uint32_t)e.all & 255);
}

/* ---- cells ---- */

/* Eight cells as the row `cell` has them. `seen` is 255 for each cell that is revealed or known to
 * the viewer, `slots` has 1 in the byte of each cell inside the shape. */
static inline uint64_t see_cells(uint64_t cells, uint64_t seen, uint64_t slots)
{
    uint64_t empty = (cells >> 5 & EVERY_BYTE) * 255;
    uint64_t item = (cells & ITEM_MASK * EVERY_BYTE) + EVERY_BYTE;
    uint64_t returned = (cells >> 6 & EVERY_BYTE) * (23 - 3 - MAGIC_BOOMERANG);
    return (((item & seen) + 2 * EVERY_BYTE + returned) & ~empty) | (empty & slots);
}

/* Counts the decided cards in the bytes of `secret` that are not 0. */
RARE static void count_secrets(struct eyes e, uint64_t cells, uint64_t secret)
{
    while (secret) {
        int place = bit_lowest(secret) & ~7;
        e.unseen[cells >> place & ITEM_MASK]++;
        secret &= ~((uint64_t)255 << place);
    }
}

/* 1 in the byte of each of the first `size` slots. */
static inline uint64_t slots_below(int size)
{
    return size >= 8 ? EVERY_BYTE : EVERY_BYTE & (((uint64_t)1 << 8 * size) - 1);
}

/* A word of cells, of which the first `n` bytes are written, 8 or 1. Few hidden cards are known to
 * anybody. */
static inline void see_word(struct eyes e, uint8_t *cell, uint8_t *known_by, uint64_t cells,
                            uint64_t sets, uint64_t slots, size_t n)
{
    uint64_t known = sets >> e.seat & EVERY_BYTE;
    uint64_t seen = ((cells >> 7 & EVERY_BYTE) | known) * 255;
    uint64_t codes = see_cells(cells, seen, slots);
    uint64_t secret = (~cells & ITEM_MASK * EVERY_BYTE) & ~seen & bits_below(8 * (int)n);
    memcpy(cell, &codes, n);
    if (known) {
        uint64_t by = see_sets(e, sets & known * 255);
        memcpy(known_by, &by, n);
    }
    if (secret)
        count_secrets(e, cells, secret);
}

/* The ninth cell, if nobody knows more than is revealed, as see_cells has it. */
static inline uint8_t see_ninth(uint32_t cell, int is_slot)
{
    uint32_t item = cell & CELL_UP ? 1 + (cell & ITEM_MASK) : 0;
    uint32_t returned = (cell >> 6 & 1) * (23 - 3 - MAGIC_BOOMERANG);
    return (uint8_t)(cell & CELL_EMPTY ? (uint32_t)is_slot : 2 + item + returned);
}

/* A storehouse has 9, 6, 3 or 0 slots (A6.6). */
static inline void see_house(struct eyes e, const struct arcane_player *p, struct seen_seat *to)
{
    int size = house_size(p);
    see_word(e, to->cell, to->cell_known_by, house_word(p), load(p->known), slots_below(size), 8);
    if (!p->known[8] && (p->cell[8] & CELL_UP || p->cell[8] == ITEM_UNDECIDED))
        to->cell[8] = see_ninth(p->cell[8], size == CELLS);
    else
        see_word(e, to->cell + 8, to->cell_known_by + 8, p->cell[8], p->known[8], size == CELLS, 1);
}

/* ---- stashes ---- */

/* The viewer knows a card, or it is unseen. In a view it is then undecided, and its count is not
 * read. */
static inline void see_stash(struct eyes e, const struct arcane_player *p, struct seen_seat *to)
{
    for (int i = 0; i < p->stash_n; i++) {
        int item = p->stash[i];
        if (p->stash_known[i] >> e.seat & 1) {
            to->stash[item]++;
            to->stash_known_by[item] |= see_set(e, p->stash_known[i]);
        } else {
            e.unseen[item]++;
        }
    }
}

/* Six bytes are in the same order in both types; the two that follow them are cells and are
 * written again. */
static inline void see_player(struct eyes e, const struct arcane_player *p, struct seen_seat *to)
{
    to->present[0] = 1;
    to->gold[0] = most_255(p->gold);
    to->gold_tens[0] = most_255((int32_t)((uint32_t)p->gold / 10));
    memcpy(to->infamy, &p->infamy, 8);
    /* NONE becomes 0. */
    to->wizard[0] = (uint8_t)(p->wizard + 1);
    see_house(e, p, to);
}

_Static_assert(offsetof(struct seen_seat, cell) - offsetof(struct seen_seat, infamy) == 6 &&
                   offsetof(struct arcane_player, cell) - offsetof(struct arcane_player, infamy) ==
                       6,
               "infamy, fines, wizard, stash, rows, columns, cells");

/* ---- the table ---- */

static inline void see_turn_order(struct eyes e, const struct arcane_state *s, struct seen *to)
{
    to->players[0] = s->players;
    to->question[0] = s->question;
    to->asked[0] = see_seat(e, s->asked);
    to->turn[0] = see_seat(e, s->turn);
    to->first[0] = see_seat(e, s->first);
    to->triggered[0] = see_seat(e, s->triggered);
    to->winners[0] = see_set(e, s->winners);
    to->phase[0] = s->phase;
}

static inline void see_rounds(const struct arcane_state *s, struct seen *to)
{
    to->round[0] = s->round;
    to->last_round[0] = (uint8_t)arcane_last_round(s);
    to->tracker[0] = s->tracker;
    to->laps[0] = most_255(s->turns);
    to->laps_left[0] = most_255(s->cards.turn_cap - s->turns);
    to->edition[0] = s->cards.edition;
    to->goal[0] = (uint8_t)(arcane_guard(s) ? s->cards.goal / 100 : 0);
}

/* ITEM_NONE becomes 0. */
static inline uint8_t see_item(int item)
{
    return (uint8_t)(item < ITEM_COUNT ? item + 1 : 0);
}

static inline void see_piles(const struct arcane_state *s, struct seen *to)
{
    to->market[0] = s->market_on;
    for (int i = 0; i < 3; i++)
        to->market_item[i] = see_item(s->market[i]);
    to->deck[0] = s->deck_n;
    to->deck_known[0] = s->top_n;
    for (int i = 0; i < int_min(4, s->top_n); i++)
        to->deck_top[i] = (uint8_t)(s->pile[PILE_MAX - s->top_n + i] + 1);
    to->discard_size[0] = s->discard_n;
    for (int i = 0; i < int_min(4, s->discard_n); i++)
        to->discard_top[i] = (uint8_t)(s->pile[s->discard_n - 1 - i] + 1);
    for (int i = 0; i < s->discard_n; i++)
        to->discard[s->pile[i]]++;
    memcpy(to->aside, s->aside, sizeof to->aside);
}

/* What an unfinished turn holds. */
RARE static void see_turn(struct eyes e, const struct arcane_turn *at, struct seen *to)
{
    to->cause[0] = (uint8_t)(at->cause + 1);
    to->played[0] = (uint8_t)(at->played + 1);
    to->played_slot[0] = (uint8_t)(at->slot + 1);
    to->returning[0] = at->returning;
    to->slide_line[0] = (uint8_t)(at->line + 1);
    to->sold[0] = (uint8_t)(at->sold + 1);
    to->dolls[0] = (uint8_t)int_min(at->dolls, 3);
    to->dolled[0] = see_set(e, at->dolled);
    to->target[0] = see_seat(e, at->target);
    to->own_slot[0] = (uint8_t)(at->own + 1);
    for (int i = 0; i < at->offer_n; i++)
        to->offer[i] = (uint8_t)(at->offer[i] + 1);
    see_word(e, to->replaced, to->replaced_known_by, at->replaced, at->replaced_known, 0, 1);
    to->replaced_hidden[0] = !(at->replaced & CELL_UP);
}

/* Whether nothing is in progress (arcane_at_rest). Then everything that see_turn writes is 0. */
static inline int at_rest(const struct arcane_turn *at)
{
    struct arcane_turn rest;
    arcane_at_rest(&rest);
    return memcmp(at, &rest, sizeof rest) == 0;
}

/* Infamy may be below 0. Bytes are added without carries into the next one. */
static inline uint64_t add_25(uint64_t bytes)
{
    const uint64_t low = 127 * EVERY_BYTE;
    return ((bytes & low) + 25 * EVERY_BYTE) ^ (bytes & ~low);
}

static inline void see_values(const struct arcane_cards *cards, int many, struct seen *to)
{
    memcpy(to->value_gold, cards->gold, sizeof to->value_gold);
    for (int i = 0; i + 8 <= ITEM_COUNT; i += 8) {
        uint64_t infamy = add_25(load((const uint8_t *)cards->infamy + i));
        memcpy(to->value_infamy + i, &infamy, sizeof infamy);
    }
    for (int i = ITEM_COUNT & ~7; i < ITEM_COUNT; i++)
        to->value_infamy[i] = (uint8_t)(cards->infamy[i] + 25);
    memcpy(to->value_count, cards->count[many], sizeof to->value_count);
    memcpy(to->value_effect, cards->fx, sizeof to->value_effect);
}

/* The pools; cards that the viewer does not know are added to them. Whole words are written, and an
 * undecided card of a view is counted behind the items: what stands there is written later. */
static inline void begin_unseen(const struct arcane_state *s, struct seen *to)
{
    for (int i = 0; i < POOL_BYTES; i += 8) {
        uint64_t sum = load(s->pool + i) + load(s->own + i);
        memcpy((uint8_t *)to + offsetof(struct seen, unseen) + i, &sum, sizeof sum);
    }
}

_Static_assert(offsetof(struct seen, aside) == offsetof(struct seen, unseen) + ITEM_COUNT &&
                   2 * ITEM_COUNT > ITEM_UNDECIDED,
               "see_piles writes what begin_unseen and undecided cards spoil");

static inline void see_seats(struct eyes e, const struct arcane_state *s, struct seen *to)
{
    for (int i = 0, seat = e.seat; i < e.players; i++, seat = seat_after(s, seat)) {
        see_player(e, &s->player[seat], &to->seat[i]);
        see_stash(e, &s->player[seat], &to->seat[i]);
    }
}

void arcane_observe(const struct arcane_state *s, int seat, struct seen *out)
{
    struct eyes e = {seat, s->players, bits_below(seat) * EVERY_BYTE,
                     bits_below(s->players) * EVERY_BYTE,
                     (uint8_t *)out + offsetof(struct seen, unseen)};
    memset(out, 0, sizeof *out);
    begin_unseen(s, out);
    see_seats(e, s, out);
    see_turn_order(e, s, out);
    see_rounds(s, out);
    see_piles(s, out);
    if (!at_rest(&s->at))
        see_turn(e, &s->at, out);
    /* Glynna's card (A11). */
    if (s->unseen_n)
        see_word(e, out->removed, out->removed_known_by, s->unseen, s->unseen_known, 0, 1);
    see_values(&s->cards, s->players >= 5, out);
}
