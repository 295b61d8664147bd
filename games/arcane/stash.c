/* Stashes: sorted by item, and among equal items by who leaves first (A14.5), so that equal
 * stashes are equal bytes and taking a card is taking the first of its kind. */
#include "games/arcane/rules.h"

/* Known to more seats leaves first; of equals the one with the lowest seats. */
static int leaves_before(uint32_t a, uint32_t b)
{
    int more = bit_count(a) - bit_count(b);
    if (more != 0)
        return more > 0;
    uint32_t differ = a ^ b;
    return (a & differ & (0u - differ)) != 0;
}

static int comes_before(const struct arcane_player *p, int i, int item, uint32_t known)
{
    if (p->stash[i] != item)
        return p->stash[i] < item;
    return p->stash_known[i] == known || leaves_before(p->stash_known[i], known);
}

void stash_add(struct arcane_player *p, int item, uint32_t known)
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

uint32_t stash_take(struct arcane_player *p, int item)
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

void stash_show(struct arcane_player *p, int seat)
{
    struct arcane_player old = *p;
    p->stash_n = 0;
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
