/* The keys of Arcane Alley's positions in the tree of a search: what a seat may know of a state, as
 * a number (tree_key), without making a view first. Two states have the same key if their views are
 * the same bytes; test_search compares keys with views.
 *
 * The cards that nobody in sight has are left out: they are all cards less those in sight, and both
 * are known. What no move changes is left out, too. A card that the seat does not know counts as
 * undecided, by the same test as in games/arcane/view.c. */
#include "bots/search/arcane_tree_key.h"

#ifndef __wasm__
#include "bots/search/tree.h"

#define EVERY_BYTE 0x0101010101010101u

/* Two numbers, so that products need not wait for each other. */
struct mix {
    uint64_t lane[2];
};

static inline uint64_t load(const void *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word;
}

/* Changes one lane alone; `a` and `b` are not interchangeable. */
static inline void add(struct mix *m, int lane, uint64_t a, uint64_t b)
{
    m->lane[lane] = tree_folded(m->lane[lane] ^ a, b ^ 0xc2b2ae3d27d4eb4fu);
}

/* All bits of each byte whose card is decided, face down and not known to the seat. In (card | 128)
 * - ITEM_NONE the top bit is 0 for cards that are decided; no byte borrows from the next one. */
static inline uint64_t secrets(uint64_t cards, uint64_t known, int seat)
{
    const uint64_t top = 128 * EVERY_BYTE;
    uint64_t decided = ~((cards | top) - ITEM_NONE * EVERY_BYTE) & ~cards & top;
    return ((decided >> 7) & ~(known >> seat) & EVERY_BYTE) * 255;
}

static inline uint64_t hidden(uint64_t cards, uint64_t secret)
{
    return (cards & ~secret) | (ITEM_UNDECIDED * EVERY_BYTE & secret);
}

/* The cards that the seat knows, in their order; the others are only counted, and the count is part
 * of the player's first word. A list of more than four cards goes in as several words. */
static inline void add_stash(struct mix *m, int lane, const struct arcane_player *p, int seat)
{
    uint64_t list = 0;
    for (int i = 0; i < p->stash_n; i++) {
        uint64_t known = p->stash_known[i];
        if (!(known >> seat & 1))
            continue;
        if (list >> 48) {
            add(m, lane, list, 1);
            list = 0;
        }
        list = list << 16 | known << 8 | (p->stash[i] + 1u);
    }
    add(m, lane, list, 0);
}

/* The first word has the members from `gold` to `stash_n`. */
static inline void add_player(struct mix *m, int lane, const struct arcane_player *p, int seat)
{
    uint64_t cells = load(p->cell), known = load(p->known), secret = secrets(cells, known, seat);
    uint64_t last = p->cell[8], last_known = p->known[8];
    uint64_t last_secret = secrets(last, last_known, seat) & 255;
    uint64_t shape = p->rows | (uint64_t)p->cols << 8 | hidden(last, last_secret) << 16 |
                     (last_known & ~last_secret) << 24;
    add(m, lane, load(p), shape);
    add(m, lane ^ 1, hidden(cells, secret), known & ~secret);
    add_stash(m, lane, p, seat);
}

_Static_assert(offsetof(struct arcane_player, gold) == 0 &&
                   offsetof(struct arcane_player, rows) == 8,
               "gold, infamy, fines, wizard, stash_n");

/* The members from `deck_n` on to the turn, as words. A word that a member's bytes lie in, and
 * where they begin in it. */
#define HEAD offsetof(struct arcane_state, pool_n)
#define WORD_OF(member) ((offsetof(struct arcane_state, member) - HEAD) / 8)
#define SHIFT_OF(member) (8 * ((offsetof(struct arcane_state, member) - HEAD) % 8))
#define BYTE_OF(member) ((uint64_t)255 << SHIFT_OF(member))

/* The place of a card as word and shift, and those of who knows it. */
static inline void hide(uint64_t *word, uint64_t card, size_t card_word, size_t card_shift,
                        size_t known_word, size_t known_shift, uint64_t known, int seat)
{
    if (!(secrets(card, known, seat) & 255))
        return;
    word[card_word] &= ~((uint64_t)255 << card_shift);
    word[card_word] |= (uint64_t)ITEM_UNDECIDED << card_shift;
    word[known_word] &= ~((uint64_t)255 << known_shift);
}

/* The last bytes of the last word are those of the first player, which are known. */
static inline void add_table(struct mix *m, const struct arcane_state *s, int seat)
{
    enum { WORDS = (offsetof(struct arcane_state, player) - HEAD + 7) / 8 };
    uint64_t word[WORDS + 1] = {0};
    for (int i = 0; i < WORDS; i++)
        word[i] = load((const uint8_t *)s + HEAD + 8 * i);
    word[WORD_OF(pool_n)] &= ~BYTE_OF(pool_n);
    word[WORD_OF(own_n)] &= ~BYTE_OF(own_n);
    word[WORD_OF(has_own)] &= ~BYTE_OF(has_own);
    word[WORD_OF(is_view)] &= ~BYTE_OF(is_view);
    hide(word, s->at.replaced, WORD_OF(at.replaced), SHIFT_OF(at.replaced),
         WORD_OF(at.replaced_known), SHIFT_OF(at.replaced_known), s->at.replaced_known, seat);
    if (s->unseen_n)
        hide(word, s->unseen, WORD_OF(unseen), SHIFT_OF(unseen), WORD_OF(unseen_known),
             SHIFT_OF(unseen_known), s->unseen_known, seat);
    for (int i = 0; i < WORDS; i += 2)
        add(m, i / 2 & 1, word[i], word[i + 1]);
}

/* Places of the pile between the discard and the top of the deck are 0. */
static inline void add_piles(struct mix *m, const struct arcane_state *s)
{
    const uint8_t *pile = s->pile;
    for (int at = 0; at < s->discard_n; at += 16)
        add(m, at / 16 & 1, load(pile + at), load(pile + at + 8));
    for (int at = 0; at < s->top_n; at++)
        add(m, 0, pile[PILE_MAX - 1 - at], 2);
    add(m, 0, load(s->aside), load(s->aside + 8));
    add(m, 1, load(s->aside + ITEM_COUNT - 8), 3);
}

_Static_assert(PILE_MAX % 16 == 0 && ITEM_COUNT > 16 && ITEM_COUNT <= 24, "words of piles");

/* The state may be a view, too. */
uint64_t arcane_key(const void *state, int seat)
{
    const struct arcane_state *s = state;
    struct mix m = {{0x9e3779b185ebca87u, 0x61c8864e7a143579u}};
    add_table(&m, s, seat);
    for (int i = 0; i < s->players; i++)
        add_player(&m, i & 1, &s->player[i], seat);
    add_piles(&m, s);
    return tree_folded(m.lane[0], m.lane[1] ^ 0x9e3779b185ebca87u);
}
#endif
