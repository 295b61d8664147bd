/* The dense observation: what a seat knows, written straight from a state or a view (rows:
 * observe.def).
 *
 * Nothing is redacted first. A card that the seat does not know is passed over by the same test as
 * in view.c, and counted as unseen. Eight cells are handled as one word, as in facts.h. */
#include "games/arcane/observe.h"

#define EVERY_BYTE 0x0101010101010101u

/* The viewer, and the set of seats whose bits come round when sets are turned towards it. */
struct eyes {
    const struct arcane_state *s;
    struct seen *out;
    int seat, players;
    /* In every byte: the bits of seats below the number of players. */
    uint64_t all;
};

static uint64_t load(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint8_t most_255(int32_t n)
{
    return (uint8_t)int_min(n, 255);
}

/* ---- seats, counted from the viewer ---- */

static uint8_t see_seat(const struct eyes *e, int seat)
{
    if (seat == NONE)
        return 0;
    int after = seat - e->seat;
    return (uint8_t)(1 + (after < 0 ? after + e->players : after));
}

/* Eight sets of seats at once; bits that would leave their byte are cleared before the shift. */
static uint64_t see_sets(const struct eyes *e, uint64_t sets)
{
    uint64_t low = bits_below(e->seat) * EVERY_BYTE;
    return (sets & ~low & e->all) >> e->seat | (sets & low) << (e->players - e->seat);
}

static uint8_t see_set(const struct eyes *e, uint32_t seats)
{
    return (uint8_t)see_sets(e, seats);
}

/* ---- cells ---- */

/* Eight cells as the row `cell` has them. `known` has 1 in the byte of each cell that the viewer
 * knows, `slots` 1 in the byte of each cell inside the shape. */
static uint64_t see_cells(uint64_t cells, uint64_t known, uint64_t slots)
{
    uint64_t seen = ((cells >> 7 & EVERY_BYTE) | known) * 255;
    uint64_t empty = (cells >> 5 & EVERY_BYTE) * 255;
    uint64_t item = (cells & ITEM_MASK * EVERY_BYTE) + EVERY_BYTE;
    uint64_t returned = (cells >> 6 & EVERY_BYTE) * (23 - 3 - MAGIC_BOOMERANG);
    return (((item & seen) + 2 * EVERY_BYTE + returned) & ~empty) | (empty & slots);
}

/* Counts the cards that only others know. Every decided hidden card has a set of seats that know
 * it, and in a view the viewer is among them. */
static void count_unseen(struct eyes *e, uint64_t cells, uint64_t sets_of_others)
{
    for (uint64_t rest = sets_of_others; rest;) {
        int place = bit_lowest(rest) & ~7;
        e->out->unseen[cells >> place & ITEM_MASK]++;
        rest &= ~((uint64_t)255 << place);
    }
}

/* A word of cells: writes `n` bytes of it, 8 or 1. */
static void see_word(struct eyes *e, uint8_t *cell, uint8_t *known_by, uint64_t cells,
                     uint64_t sets, uint64_t slots, size_t n)
{
    uint64_t known = sets >> e->seat & EVERY_BYTE;
    uint64_t seen = see_cells(cells, known, slots);
    memcpy(cell, &seen, n);
    if (!sets)
        return;
    uint64_t by = see_sets(e, sets & known * 255);
    memcpy(known_by, &by, n);
    count_unseen(e, cells, sets & ~(known * 255));
}

/* A storehouse has 9, 6, 3 or 0 slots (A6.6). */
static void see_house(struct eyes *e, const struct arcane_player *p, struct seen_seat *to)
{
    int size = house_size(p);
    uint64_t slots = size >= 8 ? EVERY_BYTE : bits_below(8 * size) & EVERY_BYTE;
    see_word(e, to->cell, to->cell_known_by, house_word(p), load(p->known), slots, 8);
    see_word(e, to->cell + 8, to->cell_known_by + 8, p->cell[8], p->known[8], size == CELLS, 1);
}

/* ---- stashes ---- */

/* In a view the cards that the viewer does not know come last and are undecided. */
static void see_stash(struct eyes *e, const struct arcane_player *p, struct seen_seat *to)
{
    to->stash_size[0] = p->stash_n;
    for (int i = 0; i < p->stash_n && p->stash[i] < ITEM_COUNT; i++) {
        int item = p->stash[i];
        if (p->stash_known[i] >> e->seat & 1) {
            to->stash[item]++;
            to->stash_known_by[item] |= see_set(e, p->stash_known[i]);
        } else {
            e->out->unseen[item]++;
        }
    }
}

static void see_player(struct eyes *e, const struct arcane_player *p, struct seen_seat *to)
{
    to->present[0] = 1;
    to->gold[0] = most_255(p->gold);
    to->gold_tens[0] = most_255(p->gold / 10);
    to->infamy[0] = p->infamy;
    to->fines[0] = p->fines;
    /* NONE becomes 0. */
    to->wizard[0] = (uint8_t)(p->wizard + 1);
    to->shape_rows[0] = p->rows;
    to->shape_columns[0] = p->cols;
    see_house(e, p, to);
    see_stash(e, p, to);
}

/* ---- the table ---- */

static void see_turn_order(struct eyes *e)
{
    const struct arcane_state *s = e->s;
    struct seen *to = e->out;
    to->players[0] = s->players;
    to->question[0] = s->question;
    to->asked[0] = see_seat(e, s->asked);
    to->turn[0] = see_seat(e, s->turn);
    to->first[0] = see_seat(e, s->first);
    to->triggered[0] = see_seat(e, s->triggered);
    to->winners[0] = see_set(e, s->winners);
    to->phase[0] = s->phase;
}

static void see_rounds(struct eyes *e)
{
    const struct arcane_state *s = e->s;
    struct seen *to = e->out;
    to->round[0] = s->round;
    to->last_round[0] = (uint8_t)arcane_last_round(s);
    to->tracker[0] = s->tracker;
    to->laps[0] = most_255(s->turns);
    to->laps_left[0] = most_255(s->cards.turn_cap - s->turns);
    to->edition[0] = s->cards.edition;
    to->goal[0] = (uint8_t)(arcane_guard(s) ? s->cards.goal / 100 : 0);
}

/* ITEM_NONE becomes 0. */
static uint8_t see_item(int item)
{
    return (uint8_t)(item < ITEM_COUNT ? item + 1 : 0);
}

static void see_piles(struct eyes *e)
{
    const struct arcane_state *s = e->s;
    struct seen *to = e->out;
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

/* What an unfinished turn holds; between turns nearly all of it is none. */
static void see_turn(struct eyes *e)
{
    const struct arcane_turn *at = &e->s->at;
    struct seen *to = e->out;
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
    if (at->replaced == CELL_NONE)
        return;
    see_word(e, to->replaced, to->replaced_known_by, at->replaced, at->replaced_known, 0, 1);
    to->replaced_hidden[0] = !(at->replaced & CELL_UP);
}

/* The pools, to which cards are added that the viewer does not know, and Glynna's card. */
static void see_unseen(struct eyes *e)
{
    const struct arcane_state *s = e->s;
    uint64_t counts[3];
    for (int i = 0; i < 3; i++)
        counts[i] = load(s->pool + 8 * i) + load(s->own + 8 * i);
    memcpy(e->out->unseen, counts, sizeof e->out->unseen);
    if (s->unseen_n)
        see_word(e, e->out->removed, e->out->removed_known_by, s->unseen, s->unseen_known, 0, 1);
}

/* Infamy may be below 0; the sum of each byte stays within it. */
static void see_values(struct eyes *e)
{
    const struct arcane_cards *cards = &e->s->cards;
    struct seen *to = e->out;
    memcpy(to->value_gold, cards->gold, sizeof to->value_gold);
    for (int i = 0; i < ITEM_COUNT; i++)
        to->value_infamy[i] = (uint8_t)(cards->infamy[i] + 25);
    memcpy(to->value_count, cards->count[e->players >= 5], sizeof to->value_count);
    memcpy(to->value_effect, cards->fx, sizeof to->value_effect);
}

void arcane_observe(const struct arcane_state *s, int seat, struct seen *out)
{
    struct eyes e = {s, out, seat, s->players, bits_below(s->players) * EVERY_BYTE};
    memset(out, 0, sizeof *out);
    see_unseen(&e);
    for (int i = 0, from = seat; i < s->players; i++, from = seat_after(s, from))
        see_player(&e, &s->player[from], &out->seat[i]);
    see_turn_order(&e);
    see_rounds(&e);
    see_piles(&e);
    see_turn(&e);
    see_values(&e);
}
