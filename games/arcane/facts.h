/* Facts about a state of Arcane Alley: what lies where, which stacks are sets, what may be
 * replaced.
 *
 * The rules use them, and so does everything else that reads states: bots, odds, gauges. Every
 * function is pure and works on views as well as on states; in a view a hidden item is
 * ITEM_UNDECIDED. Slots and items are passed as sets of bits. Playouts call these functions
 * thousands of times for each decision, so the small ones are inline. */
#ifndef CHARLATAN_GAMES_ARCANE_FACTS_H
#define CHARLATAN_GAMES_ARCANE_FACTS_H

#include "games/arcane/numbers.h"

/* ---- cells and seats ---- */

/* The item of a cell, ITEM_UNDECIDED or ITEM_NONE. */
static inline int cell_item(uint8_t cell)
{
    return cell & ITEM_MASK;
}

/* The number of slots: 9, 6, 3, or 0 when everything is sold (A6.6). */
static inline int house_size(const struct arcane_player *p)
{
    return p->rows * p->cols;
}

/* The seat to the left, whose turn comes next. */
static inline int seat_after(const struct arcane_state *s, int seat)
{
    return seat + 1 == s->players ? 0 : seat + 1;
}

/* The items whose effect happens at this time. The compiler folds the loop into a constant. */
#define ITEM(e, id, name, brief, gold, infamy, few, many, when)                                    \
    | (((when) & (moment)) ? 1u << (e) : 0u)
static inline uint32_t items_with(int moment)
{
    return 0u
#include "games/arcane/items.def"
        ;
}
#undef ITEM

/* ---- discard and stashes ---- */

/* The item on top of the discard; discard_n must not be 0. */
int discard_top(const struct arcane_state *s);
/* The set of items in the discard. */
RARE uint32_t discard_items(const struct arcane_state *s);
/* The set of items in a stash; unknown items set the bit ITEM_UNDECIDED. */
uint32_t stash_items(const struct arcane_player *p);

/* ---- storehouses ----
 *
 * Eight cells are handled as one word, and the ninth separately. */

/* The first eight cells as one word. */
static inline uint64_t house_word(const struct arcane_player *p)
{
    uint64_t word;
    memcpy(&word, p->cell, sizeof word);
    return word;
}

/* The set of slots whose byte has the top bit set. The product gathers one bit of each byte in the
 * highest byte. */
static inline uint32_t slots_of(uint64_t word, uint32_t ninth)
{
    word = (word & 0x8080808080808080u) >> 7;
    return (uint32_t)(word * 0x0102040810204080u >> 56) | (ninth & 0x80) << 1;
}

/* The slots with a hidden item: cells without CELL_UP. Empty cells have CELL_UP set. */
static inline uint32_t house_hidden(const struct arcane_player *p)
{
    return slots_of(~house_word(p), ~(uint32_t)p->cell[8]);
}

/* A bit for each hidden item, for callers that only want to know whether there is one, or more than
 * one: the top bits of eight bytes, and the lowest bit for the ninth slot. */
static inline uint64_t house_hides(const struct arcane_player *p)
{
    return (~house_word(p) & 0x8080808080808080u) | (~(uint32_t)p->cell[8] >> 7 & 1);
}

/* The slots with any item. The shift moves CELL_EMPTY to the top bit. */
static inline uint32_t house_filled(const struct arcane_player *p)
{
    return slots_of(~(house_word(p) << 2), ~((uint32_t)p->cell[8] << 2));
}

/* The slots with a revealed item. */
static inline uint32_t house_revealed(const struct arcane_player *p)
{
    uint64_t word = house_word(p);
    uint32_t ninth = p->cell[8];
    return slots_of(word & ~(word << 2), ninth & ~(ninth << 2));
}

/* The top bits of those bytes in which this item lies revealed. The mask drops CELL_RETURNED, so a
 * returned Boomerang counts too. */
static inline uint64_t word_up(uint64_t word, int item)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t want = (uint64_t)(CELL_UP | item) * 0x0101010101010101u;
    uint64_t differ = (word & 0xbfbfbfbfbfbfbfbfu) ^ want;
    return ~(((differ & low) + low) | differ | low);
}

/* Whether this item lies revealed in the ninth slot. */
static inline uint32_t ninth_up(const struct arcane_player *p, int item)
{
    return (p->cell[8] & 0xbf) == (CELL_UP | item);
}

/* The slots in which this item lies revealed. */
static inline uint32_t house_up(const struct arcane_player *p, int item)
{
    return slots_of(word_up(house_word(p), item), ninth_up(p, item) << 7);
}

/* The slots whose item may be replaced: every item but a revealed Haunted Doll (A2, A5.8). */
static inline uint32_t house_playable(const struct arcane_player *p)
{
    return house_filled(p) & ~house_up(p, HAUNTED_DOLL);
}

/* ---- lines and sets (house.c) ---- */

/* The number of lines of three in a storehouse of this shape; 8 in a full one. */
int house_lines(const struct arcane_player *p);
/* The slots of a line, 0 to house_lines - 1. */
uint32_t house_line(const struct arcane_player *p, int line);
/* The item of the set that lies in this line (A6.2, A6.4), or NONE. */
int house_line_sells(const struct arcane_player *p, int line);
/* The set of lines that are sets and contain this slot; with slot NONE, all lines that are sets. */
RARE uint32_t house_sets(const struct arcane_player *p, int slot);
/* Removes the slots in `gone` and moves the others together into rows x cols (A6.6). `p` is often a
 * copy. With `down`, columns close up instead of rows. */
RARE void house_close_up(struct arcane_player *p, uint32_t gone, int rows, int cols, int down);

/* ---- gold ---- */

/* What is left of a gain if a Sword lies revealed outside of the slots in `gone`, which leave first
 * (A1.sword, A6.7, A7.4). Two Swords limit it once. */
static inline int arcane_gained(const struct arcane_state *s, const struct arcane_player *p,
                                uint32_t gone, int amount)
{
    return house_up(p, SOVEREIGN_SWORD) & ~gone ? arcane_after_sword(s, amount) : amount;
}

/* The gold that the set in this line pays, with Byros and the Sword (A6.7). */
RARE int arcane_line_pays(const struct arcane_state *s, const struct arcane_player *p, int line);
/* What Ninx gains for the item in this slot; below 0: what she loses (A8.3). */
RARE int arcane_ninx_gains(const struct arcane_state *s, const struct arcane_player *p, int slot);

/* ---- pairs of slots as one answer (flow.c): i < j, in ascending order of i, then j ---- */

/* The slots of a pair, and the pair of two slots, i < j. There are 36 pairs. */
int pair_first(int pair);
int pair_second(int pair);
int pair_of(int i, int j);

#endif
