/* Stashes are sorted by item; among equal items, the one that leaves first comes first (A14.5). So
 * equal stashes are equal bytes, and to take an item is to take the first of its kind.
 *
 * Nearly all stashes have at most eight items. These are handled as two words, one with the items
 * and one with the sets of seats that know them, a byte for each item. So they need no loop and no
 * branch that the processor cannot predict. */
#include "games/arcane/rules.h"

#define EVERY_BYTE 0x0101010101010101u

static uint64_t load(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* Moves the bytes from `place` on up by one. The topmost byte is lost, so there must be room. */
static uint64_t with_byte_in(uint64_t word, int place, uint64_t byte)
{
    uint64_t below = ((uint64_t)1 << 8 * place) - 1;
    return (word & below) | byte << 8 * place | (word & ~below) << 8;
}

/* Moves the bytes above `place` down by one and puts a zero at the top. */
static uint64_t with_byte_out(uint64_t word, int place)
{
    uint64_t below = ((uint64_t)1 << 8 * place) - 1;
    return (word & below) | (word >> 8 & ~below);
}

/* The copy known to more seats leaves first; on a tie, the one known to the lowest seats (A14.5).
 * The copies are alike for their owner, and discarding the best-known one reveals least. */
static int leaves_before(uint32_t a, uint32_t b)
{
    int more = bit_count(a) - bit_count(b);
    if (more != 0)
        return more > 0;
    uint32_t differ = a ^ b;
    return (a & differ & (0u - differ)) != 0;
}

/* The order of a stash. Equal cards known to the same seats are interchangeable, so either order is
 * right. */
static int comes_before(const struct arcane_player *p, int i, int item, uint32_t known)
{
    if (p->stash[i] != item)
        return p->stash[i] < item;
    return p->stash_known[i] == known || leaves_before(p->stash_known[i], known);
}

/* For more than eight items, and for copies that are known to seats of which neither set contains
 * the other. */
RARE static void add_slowly(struct arcane_player *p, int item, uint32_t known)
{
    int n = p->stash_n++;
    MUST(n <= STASH_MAX);
    while (n > 0 && !comes_before(p, n - 1, item, known)) {
        p->stash[n] = p->stash[n - 1];
        p->stash_known[n] = p->stash_known[n - 1];
        n--;
    }
    p->stash[n] = (uint8_t)item;
    p->stash_known[n] = (uint8_t)known;
}

/* How many of the bytes in `used` are below a bound. All are below 128, so the top bit of
 * bound + 127 - x is set exactly if x < bound. */
static int bytes_below(uint64_t items, uint64_t used, int bound)
{
    uint64_t tops = ((uint64_t)(bound + 127) * EVERY_BYTE - items) & used & 128 * EVERY_BYTE;
    return (int)((tops >> 7) * EVERY_BYTE >> 56);
}

/* Among equal items, one known to seats that include those of another leaves before it (A14.5). So
 * the card comes after all its copies if the last of them is known to the same seats and maybe
 * more, and before all of them if the first is known to fewer. That is nearly always so: only the
 * owner knows a card from the deck, and everybody one from the discard. It is decided without a
 * branch, which could not be predicted. */
void stash_add(struct arcane_player *p, int item, uint32_t known)
{
    uint64_t items = load(p->stash), seats = load(p->stash_known);
    uint64_t used = p->stash_n < 8 ? ((uint64_t)1 << 8 * p->stash_n) - 1 : 0;
    int first = bytes_below(items, used, item), place = bytes_below(items, used, item + 1);
    uint32_t of_first = seats >> 8 * first & 255, of_last = seats << 8 >> 8 * place & 255;
    int after = !(known & ~of_last), before = !(of_first & ~known);
    if (p->stash_n >= 8 || ((first != place) & !(after | before))) {
        add_slowly(p, item, known);
        return;
    }
    place = first + ((place - first) & -after);
    items = with_byte_in(items, place, (uint64_t)item);
    seats = with_byte_in(seats, place, known);
    memcpy(p->stash, &items, sizeof items);
    memcpy(p->stash_known, &seats, sizeof seats);
    p->stash_n++;
}

/* The first of its kind is the one that leaves (A14.5). */
static uint32_t take_slowly(struct arcane_player *p, int item)
{
    int i = 0;
    while (i < p->stash_n && p->stash[i] != item)
        i++;
    MUST(i < p->stash_n);
    uint32_t known = p->stash_known[i];
    p->stash_n--;
    for (; i < p->stash_n; i++) {
        p->stash[i] = p->stash[i + 1];
        p->stash_known[i] = p->stash_known[i + 1];
    }
    p->stash[i] = 0;
    p->stash_known[i] = 0;
    return known;
}

/* Finds the first byte equal to the item without a loop. Asking for an item that is not in the
 * stash is a bug in this program and stops it. */
uint32_t stash_take(struct arcane_player *p, int item)
{
    if (p->stash_n > 8)
        return take_slowly(p, item);
    uint64_t items = load(p->stash), seats = load(p->stash_known);
    uint64_t differ = items ^ (uint64_t)item * EVERY_BYTE;
    /* Only the lowest set bit is reliable; borrows can falsify the bits above it. */
    uint64_t equal = (differ - EVERY_BYTE) & ~differ & 128 * EVERY_BYTE;
    int place = equal ? bit_lowest(equal) / 8 : 8;
    MUST(place < p->stash_n);
    uint32_t known = (uint32_t)(seats >> 8 * place & 255);
    items = with_byte_out(items, place);
    seats = with_byte_out(seats, place);
    memcpy(p->stash, &items, sizeof items);
    memcpy(p->stash_known, &seats, sizeof seats);
    p->stash_n--;
    return known;
}

/* Bytes after the last item must be zero, because stash_add moves whole words. */
void stash_clear(struct arcane_player *p)
{
    p->stash_n = 0;
    memset(p->stash, 0, sizeof p->stash);
    memset(p->stash_known, 0, sizeof p->stash_known);
}

/* A card's place among equals depends on who knows it, so every card is added again. */
void stash_show(struct arcane_player *p, int seat)
{
    struct arcane_player old = *p;
    stash_clear(p);
    for (int i = 0; i < old.stash_n; i++)
        stash_add(p, old.stash[i], old.stash_known[i] | 1u << seat);
}

uint32_t stash_items(const struct arcane_player *p)
{
    uint32_t items = 0;
    for (int i = 0; i < p->stash_n; i++)
        items |= 1u << p->stash[i];
    return items;
}
