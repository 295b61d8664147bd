/* The dense observation: what a seat knows, written straight from a state or a view (rows:
 * observe.def).
 *
 * Nothing is redacted first. A card that the seat does not know is passed over by the same test as
 * in view.c, and counted as unseen.
 *
 * Learning needs an observation for every decision. Positions are all different, so a branch that
 * depends on the cards is mispredicted and costs more than the cells it saves. Hence eight cells
 * are handled as one word, as in facts.h, and loops over cards go on for a usual number of them. */
#include "games/arcane/observe.h"

#define EVERY_BYTE 0x0101010101010101u

/* The viewer. */
struct arcane_eyes {
    int seat, players;
    /* The viewer, in every byte, and the factor that moves its bit to the top of the byte. */
    uint64_t self, to_top;
    /* The seats before the viewer, in every byte. */
    uint64_t before;
    /* All seats, and the factor that puts a set beside itself. */
    uint32_t all, twice;
    /* Byte k says how seat k is seen: 1 for the viewer, 2 for the next seat, 0 for an absent
     * one. */
    uint64_t order;
};

/* What is collected of all storehouses. In a word or a set byte n is that of the n-th seat from the
 * viewer; the last seat comes first. */
struct houses {
    /* The first eight cells of each seat, the ninth cells of all seats, and a word of undecided
     * cards, which count_secrets needs. */
    uint64_t cell[MAX_SEATS + 2];
    /* The ninth cells, the seats that know them, and 255 for each that is a slot. */
    uint64_t ninth, ninth_known, ninth_slot;
    /* Decided cards that the viewer does not know: bit k of byte n is card k of word n. */
    uint64_t secret;
};

static inline uint64_t load(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline void store(uint8_t *at, uint64_t word)
{
    memcpy(at, &word, sizeof word);
}

/* The lowest bit of each byte as eight bits (slots_of). */
static inline uint64_t gathered(uint64_t ones)
{
    return ones * 0x0102040810204080u >> 56;
}

static inline uint8_t most_255(int32_t n)
{
    return (uint8_t)int_min(n, 255);
}

/* ---- seats, counted from the viewer ---- */

/* Everything that turns seats round to the viewer, once for the whole observation. `seat` is at the
 * table: spectators have no observations. */
static inline struct arcane_eyes eyes_of(const struct arcane_state *s, int seat)
{
    uint64_t present = ((uint64_t)1 << 8 * s->players) - 1, order = 0x060504030201u & present;
    struct arcane_eyes e;
    e.seat = seat;
    e.players = s->players;
    e.self = EVERY_BYTE << seat;
    e.to_top = 128u >> seat;
    e.before = ((1u << seat) - 1) * EVERY_BYTE;
    e.all = (1u << s->players) - 1;
    e.twice = (1u << s->players) + 1;
    e.order = (order << 8 * seat | order >> 8 * (s->players - seat)) & present;
    return e;
}

/* NONE reads the last byte, which no seat has. */
static inline uint8_t see_seat(struct arcane_eyes e, int seat)
{
    return (uint8_t)(e.order >> 8 * (seat & 7));
}

/* Eight sets of seats at once; no bit leaves its byte. */
static inline uint64_t see_sets(struct arcane_eyes e, uint64_t sets)
{
    uint64_t before = sets & e.before;
    return (sets ^ before) >> e.seat | before << (e.players - e.seat);
}

static inline uint8_t see_set(struct arcane_eyes e, uint32_t seats)
{
    return (uint8_t)(seats * e.twice >> e.seat & e.all);
}

/* The top bit of each byte whose set contains the viewer. */
static inline uint64_t known_to(struct arcane_eyes e, uint64_t sets)
{
    return (sets & e.self) * e.to_top;
}

/* ---- cells ---- */

/* Eight cells: as the row `cell` has them, the seats that know them as `cell_known_by` has them,
 * and the set of those with a decided card that the viewer does not know. */
struct arcane_seen_cells {
    uint64_t cells, known_by, secret;
};

/* Empty cells become 1: CELL_NONE has ITEM_NONE, and 30 + 3 is 32 + 1. An undecided item plus 1 is
 * 32, too. No seat is noted for a revealed card. */
static inline struct arcane_seen_cells see_word(struct arcane_eyes e, uint64_t cells, uint64_t sets)
{
    uint64_t seen = (cells | known_to(e, sets)) >> 7 & EVERY_BYTE, all = seen * 255;
    uint64_t next = (cells & ITEM_MASK * EVERY_BYTE) + EVERY_BYTE;
    uint64_t returned = (cells >> 6 & EVERY_BYTE) * (23 - 3 - MAGIC_BOOMERANG);
    uint64_t codes = ((next & all) + 2 * EVERY_BYTE + returned) & 31 * EVERY_BYTE;
    uint64_t secret = ((next >> 5 | seen) & EVERY_BYTE) ^ EVERY_BYTE;
    struct arcane_seen_cells word = {codes, see_sets(e, sets & all), gathered(secret)};
    return word;
}

_Static_assert(ITEM_NONE + 3 == 32 + 1 && ITEM_UNDECIDED + 1 == 32, "see_word");

/* All bits of the bytes of the first `size` slots: 9, 6, 3 or 0 (A6.6). */
static inline uint64_t slots_below(int size)
{
    static const uint64_t slots[CELLS + 1] = {
        0, 0, 0, 0xffffff, 0, 0, 0xffffffffffff, 0, 0, 0xffffffffffffffff};
    return slots[size];
}

/* The first eight cells of the n-th seat are seen at once. */
static inline void see_house(struct arcane_eyes e, const struct arcane_player *p, int n,
                             struct arcane_seen_seat *to, struct houses *o)
{
    int size = house_size(p);
    uint64_t cells = house_word(p);
    struct arcane_seen_cells word = see_word(e, cells, load(p->known));
    store(to->cell, word.cells & slots_below(size));
    store(to->cell_known_by, word.known_by);
    o->cell[n] = cells;
    o->secret = o->secret << 8 | word.secret;
    o->ninth = o->ninth << 8 | p->cell[8];
    o->ninth_known = o->ninth_known << 8 | p->known[8];
    o->ninth_slot = o->ninth_slot << 8 | (size == CELLS ? 255 : 0);
}

/* The ninth cells of all seats lie in one word, beside the first eight of each. */
static inline void see_ninth(struct arcane_eyes e, struct arcane_seen *to, struct houses *o)
{
    struct arcane_seen_cells word = see_word(e, o->ninth, o->ninth_known);
    word.cells &= o->ninth_slot;
    o->cell[MAX_SEATS] = o->ninth;
    o->secret |= word.secret << 8 * MAX_SEATS;
    for (int n = 0; n < e.players; n++, word.cells >>= 8, word.known_by >>= 8) {
        to->seat[n].cell[8] = (uint8_t)word.cells;
        to->seat[n].cell_known_by[8] = (uint8_t)word.known_by;
    }
}

/* ---- stashes ---- */

/* A card is counted in its stash or as unseen. Most stashes have two cards, so the end of the loop
 * can be foreseen, but not who knows a card. An undecided card of a view is counted behind the
 * items, where what stands is written later; nobody knows it. */
static inline void see_stash(struct arcane_eyes e, const struct arcane_player *p,
                             struct arcane_seen_seat *to, uint8_t *unseen)
{
    uint8_t *counts = (uint8_t *)to + offsetof(struct arcane_seen_seat, stash);
    for (int i = 0; i < p->stash_n; i++) {
        uint32_t item = p->stash[i], seats = p->stash_known[i], known = seats >> e.seat & 1;
        counts[item] = (uint8_t)(counts[item] + known);
        counts[item + sizeof to->stash] |= see_set(e, seats & (0 - known));
        unseen[item] = (uint8_t)(unseen[item] + (known ^ 1));
    }
}

static inline void count_lowest(uint8_t *unseen, const struct houses *o, uint64_t secret)
{
    unseen[((const uint8_t *)o->cell)[bit_lowest(secret)] & ITEM_MASK]++;
}

/* Few cells have a card that others know. At least two are counted, so that the end of the loop can
 * be foreseen: if there are fewer, some of the last word, which are undecided. In a view all are.
 * They are counted behind the items, too. */
static inline void count_secrets(uint8_t *unseen, const struct houses *o)
{
    uint64_t secret = o->secret | ~(uint64_t)0 << 56;
    for (int i = 0; i < 2; i++, secret &= secret - 1)
        count_lowest(unseen, o, secret);
    for (; secret << 8; secret &= secret - 1)
        count_lowest(unseen, o, secret);
}

/* ---- seats ---- */

/* Six bytes are in the same order in both types; the two that follow them are cells and are
 * written again. The stash is filled in later. */
static inline void see_player(const struct arcane_player *p, struct arcane_seen_seat *to)
{
    to->present[0] = 1;
    to->gold[0] = most_255(p->gold);
    to->gold_tens[0] = most_255((int32_t)((uint32_t)p->gold / 10));
    store(to->infamy, load(&p->infamy));
    /* NONE becomes 0. */
    to->wizard[0] = (uint8_t)(p->wizard + 1);
    memset(to->stash, 0, sizeof to->stash + sizeof to->stash_known_by);
}

_Static_assert(
    offsetof(struct arcane_seen_seat, cell) - offsetof(struct arcane_seen_seat, infamy) == 6 &&
        offsetof(struct arcane_player, cell) - offsetof(struct arcane_player, infamy) == 6,
    "infamy, fines, wizard, stash, rows, columns, cells");

/* Ninth cells of absent seats are as if revealed. */
static inline void see_seats(struct arcane_eyes e, const struct arcane_state *s,
                             struct arcane_seen *to)
{
    uint8_t *unseen = (uint8_t *)to + offsetof(struct arcane_seen, unseen);
    const struct arcane_player *last = &s->player[e.players - 1], *p = &s->player[e.seat];
    struct houses o;
    o.ninth = 128 * EVERY_BYTE;
    o.ninth_known = o.ninth_slot = o.secret = 0;
    o.cell[MAX_SEATS + 1] = ITEM_UNDECIDED * EVERY_BYTE;
    for (int n = e.players - 1; n >= 0; n--) {
        p = p == s->player ? last : p - 1;
        see_player(p, &to->seat[n]);
        see_house(e, p, n, &to->seat[n], &o);
        see_stash(e, p, &to->seat[n], unseen);
    }
    see_ninth(e, to, &o);
    count_secrets(unseen, &o);
}

/* ---- the table ---- */

/* NONE becomes 0 (see_seat). */
static inline void see_turn_order(struct arcane_eyes e, const struct arcane_state *s,
                                  struct arcane_seen *to)
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

/* Goals are 100, 200 or 300, so hundreds are enough; 0 where the goal does not count (A1.end). */
static inline void see_rounds(const struct arcane_state *s, struct arcane_seen *to)
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

/* A word of the discard's cards, of which the first `n` count. The others are counted behind the
 * items, each in a place of its own: what stands there is written later. */
static inline void count_eight(uint8_t *counts, uint64_t cards, int n)
{
    uint64_t used = ~(~(uint64_t)0 << 4 * n << 4 * n);
    cards = (cards & used) | (0x1f1e1d1c1b1a1918u & ~used);
    for (int i = 0; i < 8; i++)
        counts[cards >> 8 * i & 255]++;
}

/* The last four of `n` cards, the very last first. */
static inline void see_top(const uint8_t *cards, int n, uint8_t *to)
{
    int four = int_min(n, 4);
    uint32_t top;
    memcpy(&top, cards + n - four, sizeof top);
    top = (uint32_t)((uint64_t)(top + (uint32_t)EVERY_BYTE) << 8 * (4 - four));
    top = __builtin_bswap32(top);
    memcpy(to, &top, sizeof top);
}

/* All of it may be read (A9.2). The last eight cards are loaded at once, whatever lies behind them
 * in the pile. */
static inline void see_discard(const struct arcane_state *s, struct arcane_seen *to)
{
    uint8_t *counts = (uint8_t *)to + offsetof(struct arcane_seen, discard);
    const uint8_t *card = s->pile;
    int left = s->discard_n;
    to->discard_size[0] = s->discard_n;
    see_top(card, left, to->discard_top);
    memset(to->discard, 0, sizeof to->discard);
    for (; left > 8; left -= 8, card += 8)
        for (int i = 0; i < 8; i++)
            counts[card[i]]++;
    count_eight(counts, load(card), left);
}

/* Of the deck only the cards that everybody knows (A14.2), the topmost first. */
static inline void see_piles(const struct arcane_state *s, struct arcane_seen *to)
{
    to->market[0] = s->market_on;
    for (int i = 0; i < 3; i++)
        to->market_item[i] = see_item(s->market[i]);
    to->deck[0] = s->deck_n;
    to->deck_known[0] = s->top_n;
    memset(to->deck_top, 0, sizeof to->deck_top);
    for (int i = 0; i < int_min(4, s->top_n); i++)
        to->deck_top[i] = (uint8_t)(s->pile[PILE_MAX - s->top_n + i] + 1);
}

/* One card outside the storehouses, and behind it the seats that know it. */
static inline void see_aside(struct arcane_eyes e, struct arcane_seen *to, uint8_t *out,
                             uint8_t card, uint8_t known)
{
    struct arcane_seen_cells word = see_word(e, card, known);
    out[0] = (uint8_t)word.cells;
    out[1] = (uint8_t)word.known_by;
    if (word.secret & 1)
        ((uint8_t *)to + offsetof(struct arcane_seen, unseen))[card & ITEM_MASK]++;
}

/* Adds `ones` byte by byte; NONE becomes 0. */
static inline uint64_t plus(uint64_t bytes, uint64_t ones)
{
    const uint64_t top = 128 * EVERY_BYTE;
    return ((bytes & ~top) + ones) ^ (bytes & top);
}

/* What an unfinished turn holds; between turns all of it becomes 0. Both types have their members
 * in the same order, but the state has `offer_n` before the offer, and the observation has
 * `replaced_hidden` before `returning`. So they are written as words, and what is not only copied
 * or counted from 1 is written again. */
static inline void see_turn(struct arcane_eyes e, const struct arcane_turn *at,
                            struct arcane_seen *to)
{
    uint64_t offered = EVERY_BYTE & ~(~(uint64_t)0 << 4 * at->offer_n << 4 * at->offer_n);
    store(to->cause, plus(load(&at->cause), 0x010101));
    store(to->returning, plus(load(&at->returning), 0x0001000000010100));
    store(to->offer, load(at->offer) + offered);
    to->offer[8] = (uint8_t)(at->offer[8] + (at->offer_n > 8));
    to->dolls[0] = (uint8_t)int_min(at->dolls, 3);
    to->dolled[0] = see_set(e, at->dolled);
    to->target[0] = see_seat(e, at->target);
    to->replaced[0] = to->replaced_known_by[0] = to->replaced_hidden[0] = 0;
    if (at->replaced == CELL_NONE)
        return;
    see_aside(e, to, to->replaced, at->replaced, at->replaced_known);
    to->replaced_hidden[0] = !(at->replaced & CELL_UP);
}

_Static_assert(
    offsetof(struct arcane_turn, offer) == 13 && offsetof(struct arcane_turn, returning) == 5 &&
        offsetof(struct arcane_seen, offer) - offsetof(struct arcane_seen, cause) == 13 &&
        offsetof(struct arcane_seen, returning) - offsetof(struct arcane_seen, cause) == 6,
    "see_turn");

/* Infamy is -25 to 25. As 128 more it is positive, and no byte borrows from the next one. */
static inline uint64_t add_25(uint64_t bytes)
{
    return (bytes ^ 128 * EVERY_BYTE) - 103 * EVERY_BYTE;
}

_Static_assert(ITEM_COUNT == 20, "see_values: 20 bytes of gold, then 20 of infamy, in 5 words");

/* Gold and infamy follow each other in both types. */
static inline void see_values(const struct arcane_cards *cards, int many, struct arcane_seen *to)
{
    const uint8_t *from = cards->gold;
    uint8_t *out = to->value_gold;
    uint64_t half = load(from + 16), high = ~(uint64_t)0 << 32;
    store(out, load(from));
    store(out + 8, load(from + 8));
    store(out + 16, (half & ~high) | (add_25(half) & high));
    store(out + 24, add_25(load(from + 24)));
    store(out + 32, add_25(load(from + 32)));
    memcpy(to->value_count, cards->count[many], sizeof to->value_count);
    memcpy(to->value_effect, cards->fx, sizeof to->value_effect);
}

/* The pools; cards that the viewer does not know are added to them. Whole words are written, and an
 * undecided card of a view is counted behind the items: what stands there is written later. */
static inline void begin_unseen(const struct arcane_state *s, struct arcane_seen *to)
{
    for (int i = 0; i < POOL_BYTES; i += 8) {
        uint64_t sum = load(s->pool + i) + load(s->own + i);
        memcpy((uint8_t *)to + offsetof(struct arcane_seen, unseen) + i, &sum, sizeof sum);
    }
}

_Static_assert(offsetof(struct arcane_seen, aside) ==
                       offsetof(struct arcane_seen, unseen) + ITEM_COUNT &&
                   2 * ITEM_COUNT > ITEM_UNDECIDED,
               "see_piles writes what begin_unseen and undecided cards spoil");

/* With other numbers (numbers.def) a score can leave the range of its cell: it is shown as the
 * highest value there. */
RARE static void keep_in_range(const struct arcane_state *s, struct arcane_seen *out)
{
    for (int n = 0; n < s->players; n++) {
        out->seat[n].infamy[0] = (uint8_t)int_min(out->seat[n].infamy[0], SEEN_INFAMY);
        out->seat[n].fines[0] = (uint8_t)int_min(out->seat[n].fines[0], SEEN_FINES);
    }
    out->tracker[0] = (uint8_t)int_min(out->tracker[0], SEEN_TRACKER);
}

/* Every cell is written, so `out` may hold anything before. The same for a state and for the seat's
 * view of it. */
void arcane_observe(const struct arcane_state *s, int seat, struct arcane_seen *out)
{
    struct arcane_eyes e = eyes_of(s, seat);
    memset(out->seat + s->players, 0, (size_t)(MAX_SEATS - s->players) * sizeof out->seat[0]);
    see_discard(s, out);
    begin_unseen(s, out);
    see_seats(e, s, out);
    see_turn_order(e, s, out);
    see_rounds(s, out);
    see_piles(s, out);
    see_values(&s->cards, s->players >= arcane_many_players(s), out);
    see_turn(e, &s->at, out);
    out->removed[0] = out->removed_known_by[0] = 0;
    /* Glynna's card (A11). */
    if (s->unseen_n)
        see_aside(e, out, out->removed, s->unseen, s->unseen_known);
    memcpy(out->aside, s->aside, sizeof out->aside);
    if (s->cards.numbers)
        keep_in_range(s, out);
}
