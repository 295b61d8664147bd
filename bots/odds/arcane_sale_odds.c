/* What sales change in a storehouse, over all that its unknown items can be.
 *
 * Whether lines are sets depends only on which items are alike. So the patterns of likeness are
 * listed: each unknown cell holds a Feline, an item that lies there already, the same as an earlier
 * unknown cell, or something new. Patterns without a set are passed over; what they add up to needs
 * no list (spread_open). Those with a set are grouped into kinds that differ in nothing that
 * matters. For every kind all items of its sets are tried, and the rest is a sum of infamies
 * (`rests`): blocks of alike cells, each of another item. All figures are counts of cards. */
#include <stdlib.h>

#include "bots/odds/arcane_sale_odds.h"

/* Partitions of 0 to 9 cells; blocks that are sold, at most: four pairs around a Feline. */
enum { PARTITIONS = 97, ROLES = 4, NAMED = CELLS + 1 };

/* What matters of a pattern. Items are named in it if they are the Feline, or lie there and may be
 * part of a set. Blocks of other items are numbered from SALE_OTHER on. Compared and hashed as
 * bytes, so it must be zeroed before it is filled. */
struct sale_kind {
    /* For each way the lines that are sold: see line_code. */
    uint8_t line[SALE_WAYS][3];
    /* Unknown cells with each named item; the sizes of the blocks that are sold; how many blocks
     * of each size stay. */
    uint8_t named[NAMED], sold[ROLES], stay[CELLS + 1];
    uint8_t spare[6];
};

_Static_assert(sizeof(struct sale_kind) % 8 == 0, "hashed in words");

struct counted_kind {
    struct sale_kind kind;
    /* One of its patterns, and what is sold in it. */
    uint8_t item[CELLS];
    struct sale_plan plan;
    uint8_t roles, stay_cells, partition;
    uint32_t patterns;
};

/* Sizes of blocks in descending order, as counts; `less` is the partition without one block of
 * that size. */
struct partition {
    uint8_t cells, count[CELLS + 1], less[CELLS + 1];
};

/* `kind` and `slot` grow as kinds are found and are freed at the end. */
struct patterns {
    const struct arcane_state *s;
    const struct arcane_player *p;
    const struct sale_lines *way;
    int ways;
    /* A pattern: items and blocks by cell; ITEM_UNDECIDED where it is still open. */
    uint8_t item[CELLS], unknown[CELLS];
    int unknown_n;
    uint8_t name[NAMED], named[NAMED];
    int names, blocks, most_alike;
    uint8_t block[CELLS];

    struct counted_kind *kind;
    int kinds, room;
    /* Hash table of the numbers of kinds, + 1. */
    uint32_t *slot;
    int slots;

    struct partition partition[PARTITIONS];
    int partitions;
    /* Infamy of a single card, with an item's infamy less `lowest` as an index. */
    int lowest, range;
    /* Room for the sums of a partition. */
    int row;
};

/* ---- the list of patterns ---- */

/* The roles of the blocks that are sold. */
struct roles {
    int n;
    uint8_t of[CELLS];
};

/* Named items count from 1, roles from 16: the two never meet. A block gets its role when it is
 * first part of a line. */
static int role_code(const struct patterns *x, int of, struct roles *roles)
{
    if (of < SALE_OTHER) {
        int i = 0;
        while (x->name[i] != of)
            i++;
        return 1 + i;
    }
    if (roles->of[of - SALE_OTHER] == NONE)
        roles->of[of - SALE_OTHER] = (uint8_t)roles->n++;
    return 16 + roles->of[of - SALE_OTHER];
}

/* A line in a kind: what it sells, whether with a Feline, whether it comes first. Never 0. Bits:
 * what is sold, 6 for a Feline, 7 for the line that comes first. */
static uint8_t line_code(const struct patterns *x, const uint8_t *cell, int first,
                         struct roles *roles)
{
    uint8_t a = x->item[cell[0]], b = x->item[cell[1]], c = x->item[cell[2]];
    int feline = a == FACSIMILOUS_FELINE || b == FACSIMILOUS_FELINE || c == FACSIMILOUS_FELINE;
    return (uint8_t)(role_code(x, arcane_three_sell(a, b, c), roles) | feline << 6 | first << 7);
}

/* The lines that one way sells, the diagonal first, the others in order. Lines other than the first
 * are sorted, because their order does not matter to what is sold. */
static void describe_way(const struct patterns *x, const struct sale_way *sold, uint8_t line[3],
                         struct roles *roles)
{
    const struct sale_lines *way = sold->way;
    int n = 0;
    for (uint32_t lines = sold->lines; lines; lines &= lines - 1) {
        const uint8_t *cell = way->cell[bit_lowest(lines)];
        int first = way->first && n == 0;
        uint8_t code = line_code(x, cell, first, roles);
        int at = n++;
        for (; at > way->first && line[at - 1] > code; at--)
            line[at] = line[at - 1];
        line[at] = code;
    }
}

/* Keeps ways in order, and ways that sell the same only once. The plan's ways are moved along with
 * their codes, so that both lists stay in step. */
static void describe_ways(const struct patterns *x, struct counted_kind *k, struct roles *roles)
{
    struct sale_plan all = k->plan;
    int n = 0;
    for (int i = 0; i < all.ways; i++) {
        uint8_t line[3] = {0};
        int at = n;
        describe_way(x, &all.way[i], line, roles);
        while (at > 0 && memcmp(k->kind.line[at - 1], line, 3) > 0)
            at--;
        if (at > 0 && !memcmp(k->kind.line[at - 1], line, 3))
            continue;
        memmove(k->kind.line[at + 1], k->kind.line[at], (size_t)(n - at) * 3);
        memmove(&k->plan.way[at + 1], &k->plan.way[at], (size_t)(n - at) * sizeof *k->plan.way);
        memcpy(k->kind.line[at], line, 3);
        k->plan.way[at] = all.way[i];
        n++;
    }
    k->plan.ways = n;
}

/* Returns 0 if the pattern has no set. Otherwise fills in all of `k` but the partition, which
 * sort_kinds knows. */
static int describe(const struct patterns *x, struct counted_kind *k)
{
    struct roles roles = {.n = 0};
    arcane_plan_sales(x->p, x->item, &k->plan);
    if (!k->plan.ways)
        return 0;
    memset(&k->kind, 0, sizeof k->kind);
    memset(roles.of, NONE, sizeof roles.of);
    k->stay_cells = 0;
    k->patterns = 0;
    describe_ways(x, k, &roles);
    memcpy(k->kind.named, x->named, sizeof x->named);
    for (int b = 0; b < x->blocks; b++) {
        int role = roles.of[b], size = x->block[b];
        if (role != NONE)
            k->kind.sold[role] = (uint8_t)size;
        else
            k->kind.stay[size]++;
        k->stay_cells = (uint8_t)(k->stay_cells + (role == NONE ? size : 0));
    }
    k->roles = (uint8_t)roles.n;
    /* Blocks that are sold count from SALE_OTHER on, by their roles; the others follow. */
    for (int i = 0; i < CELLS; i++) {
        int b = x->item[i] - SALE_OTHER;
        k->item[i] = b < 0
                         ? x->item[i]
                         : (uint8_t)(SALE_OTHER + (roles.of[b] == NONE ? CELLS + b : roles.of[b]));
    }
    return 1;
}

static uint32_t kind_hash(const struct sale_kind *k)
{
    uint64_t hash = 0, word;
    for (size_t i = 0; i < sizeof *k; i += sizeof word) {
        memcpy(&word, (const uint8_t *)k + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

/* The table is never more than half full (make_room), so the search ends. */
static uint32_t *kind_slot(const struct patterns *x, const struct sale_kind *k)
{
    uint32_t at = kind_hash(k), mask = (uint32_t)x->slots - 1;
    for (;; at++) {
        uint32_t *slot = &x->slot[at & mask];
        if (!*slot || !memcmp(&x->kind[*slot - 1].kind, k, sizeof *k))
            return slot;
    }
}

/* Slots are filled anew from the list of kinds; only the numbers in them are lost. */
static void make_room(struct patterns *x)
{
    x->room = x->room ? 2 * x->room : 256;
    x->slots = 2 * x->room;
    x->kind = realloc(x->kind, (size_t)x->room * sizeof *x->kind);
    free(x->slot);
    x->slot = calloc((size_t)x->slots, sizeof *x->slot);
    MUST(x->kind && x->slot);
    for (int i = 0; i < x->kinds; i++)
        *kind_slot(x, &x->kind[i].kind) = (uint32_t)i + 1;
}

/* The first pattern of a kind is kept as its example; all others are only counted. */
static void note_pattern(struct patterns *x)
{
    struct counted_kind k;
    if (!describe(x, &k))
        return;
    if (x->kinds == x->room)
        make_room(x);
    uint32_t *slot = kind_slot(x, &k.kind);
    if (!*slot) {
        x->kind[x->kinds++] = k;
        *slot = (uint32_t)x->kinds;
    }
    x->kind[*slot - 1].patterns++;
}

/* Tries everything for the unknown cells from `i` on. Stops early where no set can come about any
 * more. Blocks are numbered in the order of their first cell, so that no likeness is listed twice.
 * Leaves everything as it was. */
static void list_patterns(struct patterns *x, int i)
{
    if (!arcane_may_sell(x->p, x->item))
        return;
    if (i == x->unknown_n) {
        note_pattern(x);
        return;
    }
    uint8_t *cell = &x->item[x->unknown[i]];
    for (int k = 0; k < x->names; k++) {
        if (x->named[k] == x->s->pool[x->name[k]])
            continue;
        *cell = x->name[k];
        x->named[k]++;
        list_patterns(x, i + 1);
        x->named[k]--;
    }
    for (int b = 0; b <= x->blocks && b < CELLS; b++) {
        int new_one = b == x->blocks;
        if (x->block[b] == x->most_alike)
            continue;
        *cell = (uint8_t)(SALE_OTHER + b);
        x->block[b]++;
        x->blocks += new_one;
        list_patterns(x, i + 1);
        x->blocks -= new_one;
        x->block[b]--;
        if (new_one)
            break;
    }
    *cell = ITEM_UNDECIDED;
}

/* ---- what lies there ---- */

/* Whether this item, which lies there, may be part of a set. With unknown cells counted as whatever
 * is missing. */
static int may_be_sold(const struct patterns *x, int item)
{
    for (int w = 0; w < x->ways; w++)
        for (int i = 0; i < x->way[w].n; i++) {
            const uint8_t *cell = x->way[w].cell[i];
            uint8_t a = x->item[cell[0]], b = x->item[cell[1]], c = x->item[cell[2]];
            if ((a == item || b == item || c == item) && arcane_three_may_sell(a, b, c))
                return 1;
        }
    return 0;
}

/* Empty cells are SALE_PLAIN, which is like nothing. */
static void read_house(struct patterns *x)
{
    const struct arcane_player *p = x->p;
    memset(x->item, SALE_PLAIN, sizeof x->item);
    for (uint32_t slots = house_filled(p); slots; slots &= slots - 1) {
        int slot = bit_lowest(slots);
        x->item[slot] = (uint8_t)cell_item(p->cell[slot]);
        if (x->item[slot] == ITEM_UNDECIDED)
            x->unknown[x->unknown_n++] = (uint8_t)slot;
    }
    x->name[x->names++] = FACSIMILOUS_FELINE;
    uint32_t seen = 1u << FACSIMILOUS_FELINE | 1u << ITEM_UNDECIDED | 1u << SALE_PLAIN;
    for (int i = 0; i < CELLS; i++) {
        int item = x->item[i];
        if (seen >> item & 1)
            continue;
        seen |= 1u << item;
        if (may_be_sold(x, item))
            x->name[x->names++] = (uint8_t)item;
    }
}

static int is_named(const struct patterns *x, int item)
{
    for (int k = 0; k < x->names; k++)
        if (x->name[k] == item)
            return 1;
    return 0;
}

/* ---- rests: blocks that stay ---- */

/* NONE if it is not in the list yet. */
static int find_partition(const struct patterns *x, const uint8_t count[CELLS + 1])
{
    for (int i = 0; i < x->partitions; i++)
        if (!memcmp(x->partition[i].count, count, CELLS + 1))
            return i;
    return NONE;
}

/* Partitions of fewer cells are listed before those of more, so `less` is always there already. */
static void list_partitions_of(struct patterns *x, int cells, int left, int size,
                               uint8_t count[CELLS + 1])
{
    if (!left) {
        struct partition *to = &x->partition[x->partitions];
        to->cells = (uint8_t)cells;
        memcpy(to->count, count, sizeof to->count);
        for (int z = 1; z <= CELLS; z++) {
            if (!count[z])
                continue;
            count[z]--;
            to->less[z] = (uint8_t)find_partition(x, count);
            count[z]++;
        }
        x->partitions++;
        return;
    }
    for (int z = int_min(size, left); z > 0; z--) {
        count[z]++;
        list_partitions_of(x, cells, left - z, z, count);
        count[z]--;
    }
}

static void list_partitions(struct patterns *x)
{
    uint8_t count[CELLS + 1] = {0};
    for (int cells = 0; cells <= x->unknown_n; cells++)
        list_partitions_of(x, cells, cells, cells, count);
}

/* In how many ways n cards fill k cells. 0 if there are too few cards. In doubles: nine cells of a
 * box pass 32 bits. */
static double falling(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways *= n - i;
    return ways;
}

/* For each partition, by the infamy of its cells: in how many ways its blocks can be filled, each
 * with another item (`sum`); how many of them have less (`below`); and the sum of all infamies.
 * Rows are `row` long. */
struct rests {
    double *sum, *below, *mean;
};

/* By infamy of its cells, less `lowest` for each. */
static double *sums_of(const struct patterns *x, const struct rests *rests, int i)
{
    return rests->sum + i * x->row;
}

static double *below_of(const struct patterns *x, const struct rests *rests, int i)
{
    return rests->below + i * x->row;
}

/* Adds `sign` times the ways in which one of the blocks holds this item, the others those of
 * `from`. `sum` may be of the same table as `from`: sources have fewer cells. */
static void fill_block(const struct patterns *x, int i, int item, double sign,
                       const struct rests *from, struct rests *to)
{
    const struct partition *part = &x->partition[i];
    int n = x->s->pool[item], w = x->s->cards.infamy[item] - x->lowest;
    for (int z = 1; z <= part->cells && z <= n; z++) {
        if (!part->count[z])
            continue;
        double ways = sign * part->count[z] * falling(n, z);
        const double *less = sums_of(x, from, part->less[z]);
        double *sum = sums_of(x, to, i) + z * w;
        for (int d = (part->cells - z) * x->range; d >= 0; d--)
            sum[d] += ways * less[d];
    }
}

/* Without the last place of a row, which only `below` uses. */
static size_t rest_bytes(const struct patterns *x, int i)
{
    return (size_t)(x->partition[i].cells * x->range + 1) * sizeof(double);
}

/* Adds an item to those that may stay. Descending, so that every source is still without it.
 * Partition 0 has no cells and stays 1. */
static void rests_add(const struct patterns *x, int item, struct rests *to)
{
    for (int i = x->partitions - 1; i > 0; i--)
        fill_block(x, i, item, 1, to, to);
}

/* Without the Sword, which matters, and without what is named. */
static void rests_open(const struct patterns *x, struct rests *to)
{
    for (int i = 0; i < x->partitions; i++)
        memset(sums_of(x, to, i), 0, rest_bytes(x, i));
    *sums_of(x, to, 0) = 1;
    for (int item = 0; item < ITEM_COUNT; item++)
        if (x->s->pool[item] && item != SOVEREIGN_SWORD && !is_named(x, item))
            rests_add(x, item, to);
}

/* Takes an item out again: all ways, less those in which a block holds it. Swords never were in.
 * Ascending here, because what is taken out of a partition needs the smaller ones without the
 * item. */
static void rests_without(const struct patterns *x, int item, int cells, const struct rests *from,
                          struct rests *to)
{
    for (int i = 0; i < x->partitions && x->partition[i].cells <= cells; i++) {
        memcpy(sums_of(x, to, i), sums_of(x, from, i), rest_bytes(x, i));
        if (item != SOVEREIGN_SWORD)
            fill_block(x, i, item, -1, to, to);
    }
}

/* The ways in which one block holds the Swords. */
static void rests_with_swords(const struct patterns *x, int cells, const struct rests *from,
                              struct rests *to)
{
    for (int i = 0; i < x->partitions && x->partition[i].cells <= cells; i++) {
        memset(sums_of(x, to, i), 0, rest_bytes(x, i));
        fill_block(x, i, SOVEREIGN_SWORD, 1, from, to);
    }
}

/* Adds up what is below each infamy. below[last + 1] is all ways. */
static void rests_sum(const struct patterns *x, int cells, struct rests *to)
{
    for (int i = 0; i < x->partitions && x->partition[i].cells <= cells; i++) {
        const double *sum = sums_of(x, to, i);
        double *below = below_of(x, to, i), all = 0, mean = 0;
        int last = x->partition[i].cells * x->range;
        for (int d = 0; d <= last; d++) {
            below[d] = all;
            all += sum[d];
            mean += d * sum[d];
        }
        below[last + 1] = all;
        to->mean[i] = mean;
    }
}

/* ---- the sum over all kinds ---- */

/* The rests of r + 1 roles are made of those of r, so there is a table for each depth of
 * add_kinds. */
struct summing {
    const struct patterns *x;
    const struct arcane_purse *purse;
    struct sale_odds *out;
    /* Infamy that the seat knows; 1 divided by all ways to fill the unknown cells. */
    int known;
    double each;
    /* The items of the blocks that are sold, by role. */
    uint8_t sold[ROLES];
    /* Kinds are sorted by roles: where each number of them begins; the most cells that stay with at
     * least as many roles. */
    int begin[ROLES + 2], stay_most[ROLES + 1];
    /* By roles filled: what may stay; and the same with Swords among it. */
    struct rests rests[ROLES + 1], with_swords[ROLES + 1];
};

/* One partition's infamies, from `least` on; how often each number is; and what that is worth. */
struct rest {
    const double *sum, *below;
    double mean, ways;
    int least, size;
};

/* Markers and fines over a range of infamies, if this much of it is sold. Infamies with the same
 * number of markers are taken together (purse_next). `sign` -1 takes off what was counted without
 * sales. */
static void add_fines(const struct summing *u, const struct rest *r, int begin, int end,
                      const struct sale *sale, double sign)
{
    const struct arcane_purse *purse = u->purse;
    for (int d = begin, next; d < end; d = next) {
        int total = r->least + d - sale->infamy, markers = purse_markers(purse, total);
        next = int_min(end, d + purse_next(purse, total) - total);
        double chance = sign * r->ways * (r->below[next] - r->below[d]);
        u->out->lap += markers > purse->fines ? chance : 0;
        u->out->fine += chance * purse_fine(purse, total, sale->gold);
    }
}

/* The same sale for a range of infamies. Ends are indices into `below`, `end` not included. */
static void add_sale(const struct summing *u, const struct rest *r, int begin, int end,
                     const struct sale *sale)
{
    static const struct sale nothing = {0, 0, 0};
    double chance = r->ways * (r->below[end] - r->below[begin]);
    u->out->total -= chance * sale->infamy;
    u->out->gold += chance * sale->gold;
    u->out->sets += chance * sale->sets;
    add_fines(u, r, begin, end, sale, 1);
    add_fines(u, r, begin, end, &nothing, -1);
}

/* The mean of the squares changes by c (c - 2 t) if c of a total t are sold. */
static void add_squares(const struct summing *u, const struct rest *r, const struct sale *sale)
{
    int c = sale->infamy;
    double all = r->below[r->size], mean = r->least * all + r->mean;
    u->out->squares += r->ways * c * (c * all - 2 * mean);
}

/* Where the player has a choice, it may depend on the infamy (A8.5). Infamy by infamy, which is
 * slow but rare: mostly there is one way to sell. */
static void add_choices(const struct summing *u, const struct rest *r, const struct sale *sale,
                        int n)
{
    for (int d = 0; d < r->size; d++) {
        int total = r->least + d;
        if (r->sum[d] == 0)
            continue;
        const struct sale *best = arcane_best_sale(u->purse, sale, n, total);
        add_sale(u, r, d, d + 1, best);
        u->out->squares += r->ways * r->sum[d] * best->infamy * (best->infamy - 2 * total);
    }
}

/* All infamies of the blocks that stay. `ways` are those of everything but the blocks that stay. */
static void add_rests(const struct summing *u, const struct counted_kind *k,
                      const uint8_t item[CELLS], int swords, int infamy, double ways,
                      const struct rests *rests)
{
    const struct patterns *x = u->x;
    struct rest r = {sums_of(x, rests, k->partition),    below_of(x, rests, k->partition),
                     rests->mean[k->partition],          ways,
                     infamy + k->stay_cells * x->lowest, k->stay_cells * x->range + 1};
    struct sale sale[SALE_WAYS];
    int n = arcane_price_sales(x->s, x->p, item, swords, &k->plan, sale);
    if (n > 1) {
        add_choices(u, &r, sale, n);
        return;
    }
    add_sale(u, &r, 0, r.size, sale);
    add_squares(u, &r, sale);
}

/* Puts the items of the roles in, and counts in how many ways the cards can lie like this. 0 if
 * there are too few of some card. */
static double fill_kind(const struct summing *u, const struct counted_kind *k, uint8_t item[CELLS],
                        int *infamy)
{
    const struct arcane_state *s = u->x->s;
    double ways = u->each * k->patterns;
    for (int i = 0; i < u->x->names; i++) {
        ways *= falling(s->pool[u->x->name[i]], k->kind.named[i]);
        *infamy += k->kind.named[i] * s->cards.infamy[u->x->name[i]];
    }
    for (int r = 0; r < k->roles; r++) {
        ways *= falling(s->pool[u->sold[r]], k->kind.sold[r]);
        *infamy += k->kind.sold[r] * s->cards.infamy[u->sold[r]];
    }
    for (int i = 0; i < CELLS; i++) {
        int r = k->item[i] - SALE_OTHER;
        item[i] = r >= 0 && r < k->roles ? u->sold[r] : k->item[i];
    }
    return ways;
}

/* Swords change the price of all other sets, so a block of Swords that stays is summed on its
 * own. */
static void add_kind(const struct summing *u, const struct counted_kind *k)
{
    uint8_t item[CELLS];
    int infamy = u->known, swords = 0, more = u->x->s->pool[SOVEREIGN_SWORD] > 0;
    double ways = fill_kind(u, k, item, &infamy);
    if (ways <= 0)
        return;
    for (int i = 0; i < CELLS; i++)
        swords += item[i] == SOVEREIGN_SWORD;
    add_rests(u, k, item, swords, infamy, ways, &u->rests[k->roles]);
    for (int r = 0; r < k->roles; r++)
        more &= u->sold[r] != SOVEREIGN_SWORD;
    if (more && k->stay_cells && !is_named(u->x, SOVEREIGN_SWORD))
        add_rests(u, k, item, swords + 1, infamy, ways, &u->with_swords[k->roles]);
}

static int is_sold(const struct summing *u, int item, int roles)
{
    for (int r = 0; r < roles; r++)
        if (u->sold[r] == item)
            return 1;
    return 0;
}

/* Adds all kinds of as many roles as have items, then tries all items for one role more. Calls
 * itself at most ROLES times deep. Items of roles must differ, as blocks do. */
static void add_kinds(struct summing *u, int roles)
{
    const struct patterns *x = u->x;
    int cells = u->stay_most[roles];
    rests_with_swords(x, cells, &u->rests[roles], &u->with_swords[roles]);
    rests_sum(x, cells, &u->rests[roles]);
    rests_sum(x, cells, &u->with_swords[roles]);
    for (int i = u->begin[roles]; i < u->begin[roles + 1]; i++)
        add_kind(u, &x->kind[i]);
    if (u->begin[roles + 1] == x->kinds)
        return;
    for (int item = 0; item < ITEM_COUNT; item++) {
        if (!x->s->pool[item] || is_named(x, item) || is_sold(u, item, roles))
            continue;
        u->sold[roles] = (uint8_t)item;
        rests_without(x, item, u->stay_most[roles + 1], &u->rests[roles], &u->rests[roles + 1]);
        add_kinds(u, roles + 1);
    }
}

static int by_roles(const void *a, const void *b)
{
    const struct counted_kind *x = a, *y = b;
    return x->roles - y->roles;
}

/* Needs the partitions. `begin` counts kinds with fewer roles. */
static void sort_kinds(struct summing *u, struct patterns *x)
{
    qsort(x->kind, (size_t)x->kinds, sizeof *x->kind, by_roles);
    for (int i = 0; i < x->kinds; i++) {
        struct counted_kind *k = &x->kind[i];
        k->partition = (uint8_t)find_partition(x, k->kind.stay);
        for (int r = 0; r <= k->roles; r++)
            u->stay_most[r] = -int_min(-u->stay_most[r], -k->stay_cells);
        for (int r = k->roles + 1; r < ROLES + 2; r++)
            u->begin[r]++;
    }
}

/* Room for one table, from `room` on. */
static double *rests_place(const struct patterns *x, struct rests *to, double *room)
{
    to->sum = room;
    to->below = to->sum + x->partitions * x->row;
    to->mean = to->below + x->partitions * x->row;
    return to->mean + x->partitions;
}

/* Only with at least one kind. */
static void sum_kinds(struct patterns *x, const struct arcane_purse *purse, struct sale_odds *out)
{
    struct summing u = {.x = x, .purse = purse, .out = out};
    u.known = arcane_known_infamy(x->s, x->p, house_filled(x->p), &(int){0});
    u.each = 1 / falling(x->s->pool_n, x->unknown_n);
    list_partitions(x);
    sort_kinds(&u, x);
    x->row = x->unknown_n * x->range + 2;
    int tables = x->kind[x->kinds - 1].roles + 1;
    size_t each = (size_t)(x->partitions * (2 * x->row + 1));
    double *room = malloc(2 * (size_t)tables * each * sizeof *room), *at = room;
    MUST(room);
    for (int i = 0; i < tables; i++)
        at = rests_place(x, &u.with_swords[i], rests_place(x, &u.rests[i], at));
    rests_open(x, &u.rests[0]);
    add_kinds(&u, 0);
    free(room);
}

/* p must be of the view `s`. Takes longest with nine unknown cells. */
void arcane_sale_odds(const struct arcane_state *s, const struct arcane_player *p,
                      const struct arcane_purse *purse, struct sale_odds *out)
{
    struct patterns x = {.s = s, .p = p};
    memset(out, 0, sizeof *out);
    x.ways = arcane_sale_lines(p, &x.way);
    read_house(&x);
    spread_infamies(s, &x.lowest, &x.range);
    x.range -= x.lowest;
    for (int item = 0; item < ITEM_COUNT; item++)
        if (item != FACSIMILOUS_FELINE)
            x.most_alike = -int_min(-x.most_alike, -s->pool[item]);
    list_patterns(&x, 0);
    if (x.kinds)
        sum_kinds(&x, purse, out);
    free(x.kind);
    free(x.slot);
}
