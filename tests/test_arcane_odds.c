/* Compares the odds of Arcane Alley with brute force: every deal of a small pool, and many guesses
 * for a big one. The rules themselves decide what is a sale, and every order of sales is tried. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/odds/arcane_odds.h"
#include "games/arcane/rules.h"
#include "games/arcane/sales.h"

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

static void near_to(double a, double b, double error)
{
    if (fabs(a - b) > error)
        fail_msg("%.9f is not within %.9f of %.9f", a, error, b);
}

/* ---- small views, made by hand ---- */

/* What may lie hidden, and how many hidden items there may be in all. */
struct small {
    const uint8_t *items;
    uint32_t kinds;
    /* Of the deck, and how many of 8 cells are hidden. */
    int unknown_most, spare, hidden_in;
    /* 1: all are 3x3. */
    int square;
};

static uint8_t some_item(const struct small *how, struct chance *c)
{
    return how->items[below(c, how->kinds)];
}

static void small_house(const struct small *how, struct arcane_player *p, int seat, int *unknown,
                        struct chance *c)
{
    static const uint8_t shapes[5][2] = {{3, 3}, {2, 3}, {3, 2}, {1, 3}, {3, 1}};
    uint32_t shape = how->square ? 0 : below(c, 5);
    p->rows = shapes[shape][0];
    p->cols = shapes[shape][1];
    memset(p->cell, CELL_NONE, sizeof p->cell);
    for (int i = 0; i < house_size(p); i++) {
        int hidden = (int)below(c, 8) < how->hidden_in;
        p->cell[i] = (uint8_t)(some_item(how, c) | CELL_UP);
        if (hidden && *unknown < how->unknown_most) {
            p->cell[i] = ITEM_UNDECIDED;
            ++*unknown;
        } else if (hidden && seat == 0) {
            p->cell[i] = some_item(how, c);
            p->known[i] = 1;
        } else if (below(c, 30) == 0) {
            p->cell[i] = CELL_NONE;
        }
    }
    p->gold = (int)below(c, 60);
    p->infamy = (uint8_t)below(c, 25);
    p->fines = (uint8_t)below(c, 2);
    p->wizard = below(c, 3) ? NONE : BYROS;
}

static void small_view(const struct small *how, struct view *v, struct chance *c)
{
    struct arcane_state *s = (struct arcane_state *)v->bytes;
    int places = 0;
    memset(v, 0, sizeof *v);
    v->game = &arcane_game;
    arcane_init(s, 2 + (int)below(c, 2));
    arcane_set_edition(s, below(c, 2) ? EDITION_HUNDRED : EDITION_THREE);
    s->is_view = 1;
    for (int seat = 0; seat < s->players; seat++)
        small_house(how, &s->player[seat], seat, &places, c);
    s->pool_n = (uint8_t)(places + how->spare);
    s->deck_n = (uint8_t)how->spare;
    for (int i = 0; i < s->pool_n; i++)
        s->pool[some_item(how, c)]++;
}

/* ---- one inspection, by the rules ---- */

struct sold {
    int gold, sets, total, purse;
};

static int markers(const struct arcane_player *p, int total)
{
    int infamy = p->infamy + (total > 0 ? total : 0), fines = p->fines;
    for (; infamy >= 25 && fines < 2; infamy -= 25)
        fines++;
    return fines;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int infamy_left(const struct arcane_state *s, const struct arcane_player *p)
{
    int total = 0;
    for (uint32_t slots = house_filled(p); slots; slots &= slots - 1)
        total += s->cards.infamy[cell_item(p->cell[bit_lowest(slots)])];
    return total;
}

/* Sells one line (A6.6, A6.7). */
static void sell(const struct arcane_state *s, struct arcane_player *p, int line, int down,
                 struct sold *so_far)
{
    int size = house_size(p), diagonal = size == 9 && line >= 6;
    int row = size == 9 ? line < 3 || (diagonal && down) : p->cols == 3;
    uint32_t gone = house_line(p, line);
    int gold = s->cards.gold[house_line_sells(p, line)] + (p->wizard == BYROS ? 3 : 0);
    for (uint32_t slots = gone; slots; slots &= slots - 1)
        p->cell[bit_lowest(slots)] = CELL_NONE;
    if (size == 3)
        house_close_up(p, gone, 0, 0, 0);
    else
        house_close_up(p, gone, p->rows - row, p->cols - !row, diagonal && down);
    if (house_up(p, SOVEREIGN_SWORD))
        gold = s->cards.edition == EDITION_HUNDRED ? 0 : gold / 2;
    so_far->gold += gold;
    so_far->sets++;
}

/* Gold after fines, then infamy; the last two matter only to what is shown. */
static int is_better(const struct sold *a, const struct sold *b)
{
    if (a->purse != b->purse)
        return a->purse > b->purse;
    if (a->total != b->total)
        return a->total < b->total;
    return a->gold != b->gold ? a->gold > b->gold : a->sets > b->sets;
}

/* Tries every order of sales and slides, and keeps what is best for the player. */
static void sell_all(const struct arcane_state *s, const struct arcane_player *p,
                     struct sold so_far, struct sold *best)
{
    uint32_t sets = house_sets(p, NONE);
    if (!sets) {
        so_far.total = infamy_left(s, p);
        so_far.purse = p->gold + so_far.gold;
        so_far.purse -= least(25 * markers(p, so_far.total), so_far.purse);
        if (best->sets < 0 || is_better(&so_far, best))
            *best = so_far;
        return;
    }
    for (; sets; sets &= sets - 1)
        for (int down = 0; down < (house_size(p) == 9 && bit_lowest(sets) >= 6 ? 2 : 1); down++) {
            struct arcane_player after = *p;
            struct sold more = so_far;
            sell(s, &after, bit_lowest(sets), down, &more);
            sell_all(s, &after, more, best);
        }
}

static struct sold inspected(const struct arcane_state *s, int seat)
{
    struct sold best = {.sets = -1};
    sell_all(s, &s->player[seat], (struct sold){0}, &best);
    return best;
}

/* ---- every deal ---- */

struct sums {
    double n, next[ITEM_COUNT], least, squares[MAX_SEATS];
    struct arcane_house_odds player[MAX_SEATS];
};

static void count_house(const struct arcane_state *s, int seat, const struct sold *sold,
                        double ways, struct sums *sums)
{
    const struct arcane_player *p = &s->player[seat];
    struct arcane_house_odds *h = &sums->player[seat];
    int fines = markers(p, sold->total);
    h->total += ways * sold->total;
    sums->squares[seat] += ways * sold->total * sold->total;
    h->lap += fines > p->fines ? ways : 0;
    h->fine += ways * least(25 * fines, p->gold + sold->gold);
    h->sets += ways * sold->sets;
    h->set_gold += ways * sold->gold;
}

static void count_deal(struct arcane_state *s, double ways, struct sums *sums)
{
    struct sold sold[MAX_SEATS];
    int not_above = 1;
    sums->n += ways;
    for (int i = 0; i < ITEM_COUNT && s->pool_n; i++)
        sums->next[i] += ways * s->pool[i] / s->pool_n;
    for (int seat = 0; seat < s->players; seat++) {
        sold[seat] = inspected(s, seat);
        count_house(s, seat, &sold[seat], ways, sums);
        sums->player[seat].not_above += sold[0].total <= sold[seat].total ? ways : 0;
        not_above &= sold[0].total <= sold[seat].total;
    }
    sums->least += not_above ? ways : 0;
}

/* Turns up every cell from this one on, in all ways. */
static void every_deal(struct arcane_state *s, int seat, int i, double ways, struct sums *sums)
{
    if (seat == s->players) {
        count_deal(s, ways, sums);
        return;
    }
    struct arcane_player *p = &s->player[seat];
    uint8_t *cell = &p->cell[i], before = *cell;
    if (i == house_size(p)) {
        every_deal(s, seat + 1, 0, ways, sums);
    } else if (before != ITEM_UNDECIDED) {
        *cell |= CELL_UP;
        every_deal(s, seat, i + 1, ways, sums);
        *cell = before;
    } else {
        for (int item = 0; item < ITEM_COUNT; item++) {
            if (!s->pool[item])
                continue;
            double more = ways * s->pool[item]--;
            s->pool_n--;
            *cell = (uint8_t)(item | CELL_UP);
            every_deal(s, seat, i + 1, more, sums);
            s->pool_n++;
            s->pool[item]++;
        }
        *cell = before;
    }
}

static void compare_sums(const struct arcane_odds *odds, const struct sums *sums, int players)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        near_to(odds->next[i], sums->next[i] / sums->n, 1e-9);
    for (int seat = 0; seat < players; seat++) {
        const struct arcane_house_odds *a = &odds->player[seat], *b = &sums->player[seat];
        double mean = b->total / sums->n;
        near_to(a->total, mean, 1e-9);
        near_to(a->deviation * a->deviation, sums->squares[seat] / sums->n - mean * mean, 1e-7);
        near_to(a->lap, b->lap / sums->n, 1e-9);
        near_to(a->fine, b->fine / sums->n, 1e-9);
        near_to(a->sets, b->sets / sums->n, 1e-9);
        near_to(a->set_gold, b->set_gold / sums->n, 1e-9);
    }
}

/* Of two players, who is not above the other is the least: one event, one figure. */
static void compare_two(const struct arcane_odds *odds, const struct arcane_house_odds *other)
{
    double low = odds->least_at_least, high = odds->least_at_most;
    assert_true(low <= other->not_above && other->not_above <= high);
    if (low > 0 && high < 1)
        near_to((low + high) / 2, other->not_above, 1e-12);
    assert_true(odds->sampled ? other->not_above_error > 0 : low == high);
}

/* Where totals are compared by a sample, five of its errors must be enough. */
static void compare_least(const struct arcane_odds *odds, const struct sums *sums, int players)
{
    double chance = sums->least / sums->n, margin = odds->sampled ? 0.01 : 1e-9;
    for (int seat = 0; seat < players; seat++) {
        const struct arcane_house_odds *h = &odds->player[seat];
        near_to(h->not_above, sums->player[seat].not_above / sums->n,
                5 * h->not_above_error + 1e-9);
        assert_true(odds->sampled || h->not_above_error == 0);
    }
    assert_true(odds->least_at_least <= chance + margin);
    assert_true(odds->least_at_most >= chance - margin);
    assert_true(odds->least_at_most - odds->least_at_least < (odds->sampled ? 0.03 : 1e-9));
    if (players == 2)
        compare_two(odds, &odds->player[1]);
}

/* What boards say of the revealed items: hidden ones count as if they were not there. */
static void compare_revealed(const struct arcane_state *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        struct arcane_state shown = *s;
        struct arcane_player *p = &shown.player[seat];
        for (uint32_t hidden = house_hidden(p); hidden; hidden &= hidden - 1)
            p->cell[bit_lowest(hidden)] = CELL_NONE;
        assert_int_equal(arcane_infamy_left(s, &s->player[seat]), inspected(&shown, seat).total);
    }
}

static void compare_small(const struct small *how, int rounds, int sampled, uint64_t seed)
{
    struct chance c;
    double sets = 0;
    int samples = 0;
    chance_seed_number(&c, seed);
    for (int round = 0; round < rounds; round++) {
        struct view v;
        struct arcane_odds odds;
        struct sums sums;
        memset(&sums, 0, sizeof sums);
        small_view(how, &v, &c);
        struct arcane_state s;
        memcpy(&s, v.bytes, sizeof s);
        every_deal(&s, 0, 0, 1, &sums);
        arcane_odds(&v, &odds);
        compare_revealed(&s);
        compare_sums(&odds, &sums, s.players);
        compare_least(&odds, &sums, s.players);
        sets += sums.player[0].sets / sums.n;
        samples += odds.sampled > 0;
    }
    /* It is about sales, so there must be many. */
    assert_true(sets > rounds / 8.0);
    assert_true(sampled ? samples > rounds / 10 : samples == 0);
}

/* Few kinds, so that lines overlap, slides make lines, and Felines, Swords and negative infamy
 * occur together. */
static const uint8_t seven[] = {OLDER_WAND,      CURSED_MIRROR,      DARK_LOTUS,  SOVEREIGN_SWORD,
                                SOVEREIGN_SWORD, FACSIMILOUS_FELINE, SKELETOMICON};

static void every_deal_of_a_small_pool(void **state)
{
    (void)state;
    compare_small(&(struct small){seven, 7, 4, 2, 2, 0}, 400, 0, 11);
}

/* Most of a full storehouse is unknown. */
static void every_deal_of_a_hidden_storehouse(void **state)
{
    static const uint8_t felines[] = {CURSED_MIRROR, FACSIMILOUS_FELINE, SKELETOMICON};
    static const uint8_t swords[] = {SOVEREIGN_SWORD, HAUNTED_DOLL, OLDER_WAND};
    static const uint8_t toads[] = {HYPNOTIC_TOAD, CURSED_MIRROR, FACSIMILOUS_FELINE};
    (void)state;
    compare_small(&(struct small){felines, 3, 8, 4, 6, 1}, 25, 0, 21);
    compare_small(&(struct small){swords, 3, 8, 4, 6, 1}, 25, 0, 22);
    compare_small(&(struct small){toads, 3, 8, 4, 6, 1}, 25, 0, 23);
}

/* A Feline in the middle may complete four pairs at once, of four items. */
static void every_deal_around_a_feline(void **state)
{
    static const uint8_t items[] = {SOVEREIGN_SWORD, CURSED_MIRROR, SKELETOMICON, FLOATING_CARPET};
    struct view v;
    struct arcane_odds odds;
    struct sums sums;
    struct arcane_state *s = (struct arcane_state *)v.bytes, copy;
    (void)state;
    memset(&v, 0, sizeof v);
    memset(&sums, 0, sizeof sums);
    v.game = &arcane_game;
    arcane_init(s, 2);
    s->is_view = 1;
    s->player[0].rows = s->player[0].cols = 3;
    s->player[0].gold = 10;
    s->player[0].wizard = BYROS;
    memset(s->player[0].cell, ITEM_UNDECIDED, CELLS);
    s->player[0].cell[4] = CELL_UP | FACSIMILOUS_FELINE;
    memset(s->player[1].cell, CELL_NONE, CELLS);
    for (int i = 0; i < 4; i++)
        s->pool[items[i]] = 3;
    s->pool_n = 12;
    s->deck_n = 4;
    copy = *s;
    every_deal(&copy, 0, 0, 1, &sums);
    arcane_odds(&v, &odds);
    compare_sums(&odds, &sums, 2);
    assert_true(odds.player[0].sets > 0.3);
}

/* Many kinds: too many deals to be tried for every answer. */
static void every_deal_against_a_sample(void **state)
{
    static const uint8_t ten[] = {OLDER_WAND,    SOVEREIGN_SWORD,    SKELETOMICON,  FLOATING_CARPET,
                                  HAUNTED_DOLL,  FACSIMILOUS_FELINE, BOTTLED_FAIRY, CURSED_MIRROR,
                                  HYPNOTIC_TOAD, THREE_HEADED_COIN};
    (void)state;
    compare_small(&(struct small){ten, 10, 5, 15, 5, 1}, 12, 1, 31);
}

/* Three Skeletomicons are all that is left: they are sold, and nothing is left to cost anything. */
static void what_is_sold_costs_nothing(void **state)
{
    struct view v;
    struct arcane_odds odds;
    struct arcane_state *s = (struct arcane_state *)v.bytes;
    (void)state;
    memset(&v, 0, sizeof v);
    v.game = &arcane_game;
    arcane_init(s, 2);
    s->is_view = 1;
    for (int seat = 0; seat < 2; seat++) {
        s->player[seat].rows = 1;
        s->player[seat].cols = 3;
        s->player[seat].gold = 25;
        s->player[seat].infamy = 10;
        memset(s->player[seat].cell, CELL_NONE, CELLS);
        memset(s->player[seat].cell, CELL_UP | (seat ? OLDER_WAND : SKELETOMICON), 3);
    }
    s->player[1].cell[0] = CELL_UP | SOVEREIGN_SWORD;
    arcane_odds(&v, &odds);
    assert_int_equal(odds.player[0].shown_infamy, 18);
    near_to(odds.player[0].total, 0, 0);
    near_to(odds.player[0].lap, 0, 0);
    near_to(odds.player[0].fine, 0, 0);
    near_to(odds.player[0].set_gold, 35, 0);
    near_to(odds.player[1].total, 7, 1e-9);
    near_to(odds.player[1].not_above, 1, 0);
    near_to(odds.least_at_least, 1, 0);
}

/* An open set that will be sold against nine unknown items: sales change nearly every deal, so the
 * counted figure before sales is no help. */
static void a_certain_sale_is_certain(void **state)
{
    struct view v;
    struct arcane_odds odds;
    struct arcane_state *s = (struct arcane_state *)v.bytes;
    (void)state;
    memset(&v, 0, sizeof v);
    v.game = &arcane_game;
    arcane_init(s, 2);
    s->is_view = 1;
    s->player[0].rows = 1;
    s->player[0].cols = s->player[1].rows = s->player[1].cols = 3;
    memset(s->player[0].cell, CELL_NONE, CELLS);
    memset(s->player[0].cell, CELL_UP | SKELETOMICON, 3);
    memset(s->player[1].cell, ITEM_UNDECIDED, CELLS);
    for (int item = 0; item < ITEM_COUNT; item++)
        s->pool_n = (uint8_t)(s->pool_n + (s->pool[item] = 3));
    s->deck_n = (uint8_t)(s->pool_n - CELLS);
    arcane_odds(&v, &odds);
    assert_true(odds.sampled > 0);
    near_to(odds.player[0].total, 0, 1e-9);
    assert_true(odds.player[1].not_above > 0.999);
    assert_true(odds.player[1].not_above_error < 1e-3);
    compare_two(&odds, &odds.player[1]);
}

/* ---- guesses of real positions ---- */

/* The gold that playing this item into this slot brings by the rules; -1 if nothing is sold. If
 * there are several sets, the first is sold. */
static int rules_pay(const struct arcane_state *before, int item, int slot)
{
    struct event event[MAX_EVENTS];
    struct events sink = {event, 0, MAX_EVENTS};
    struct arcane_state s = *before;
    struct chance c;
    int seat = s.turn;
    chance_seed_number(&c, 3);
    arcane_apply(&s, seat, ACT_PLAY + item, &c, &sink);
    if (s.question == Q_SLOT)
        arcane_apply(&s, seat, slot, &c, &sink);
    while (s.phase == PHASE_SELL && (s.question == Q_PEEK || s.question == Q_CAULDRON ||
                                     s.question == Q_SELL || s.question == Q_SLIDE))
        arcane_apply(&s, seat, bit_lowest(arcane_legal(&s, seat)), &c, &sink);
    for (uint32_t i = 0; i < sink.n && event[i].kind != EV_INSPECTION; i++)
        if (event[i].kind == EV_GOLD_SALE)
            return event[i].n;
    return -1;
}

static void compare_sales(const struct arcane_state *s, const struct arcane_odds *odds, int item)
{
    uint32_t sells = 0;
    int most = -1;
    for (uint32_t slots = house_playable(&s->player[s->turn]); slots; slots &= slots - 1) {
        int slot = bit_lowest(slots), gold = rules_pay(s, item, slot);
        sells |= (uint32_t)(gold >= 0) << slot;
        most = gold > most ? gold : most;
        if (gold >= 0 && item != FACSIMILOUS_FELINE)
            assert_int_equal(gold, odds->gold[item][slot]);
    }
    assert_int_equal(sells, odds->slots[item]);
    /* A Feline may choose among sets of different items. */
    if (item == FACSIMILOUS_FELINE)
        assert_true(odds->completes[item] >= most);
    else
        assert_int_equal(odds->completes[item], most);
}

/* Finds the item a draw has added. */
static int item_added(const struct arcane_player *before, const struct arcane_player *after)
{
    int n[ITEM_COUNT] = {0};
    for (int i = 0; i < after->stash_n; i++)
        n[after->stash[i]]++;
    for (int i = 0; i < before->stash_n; i++)
        n[before->stash[i]]--;
    for (int i = 0; i < ITEM_COUNT; i++)
        if (n[i])
            return i;
    return NONE;
}

/* Reveals all items, in a guess. */
static struct sold guessed_sale(struct arcane_state *s, int seat, struct chance *c)
{
    struct arcane_player *p = &s->player[seat];
    for (uint32_t slots = house_filled(p); slots; slots &= slots - 1) {
        uint8_t *cell = &p->cell[bit_lowest(slots)];
        if (cell_item(*cell) == ITEM_UNDECIDED) {
            *cell = (uint8_t)counts_find(s->pool, below(c, s->pool_n--));
            s->pool[*cell]--;
        }
        *cell |= CELL_UP;
    }
    return inspected(s, seat);
}

/* What happened in many guesses. */
struct guessed {
    double total, lap, fine, sets, gold, not_above;
};

static void count_guess(struct arcane_state *s, int seat, struct guessed guessed[MAX_SEATS],
                        double *least_of_all, struct chance *c)
{
    struct sold sold[MAX_SEATS];
    int lowest = 1;
    for (int i = 0; i < s->players; i++) {
        const struct arcane_player *p = &s->player[i];
        sold[i] = guessed_sale(s, i, c);
        int fines = markers(p, sold[i].total);
        guessed[i].total += sold[i].total;
        guessed[i].lap += fines > p->fines;
        guessed[i].fine += least(25 * fines, p->gold + sold[i].gold);
        guessed[i].sets += sold[i].sets;
        guessed[i].gold += sold[i].gold;
    }
    for (int i = 0; i < s->players; i++) {
        guessed[i].not_above += sold[seat].total <= sold[i].total;
        lowest &= sold[seat].total <= sold[i].total;
    }
    *least_of_all += lowest;
}

enum { GUESSES = 1200 };

/* A chance's deviation is at most a half. */
#define HALF_OF_ONE (0.5 / sqrt(GUESSES))

/* Sets are rare, so a gold piece or two of them say little; they were counted above. */
static void compare_guessed(const struct guessed *a, const struct arcane_house_odds *b)
{
    near_to(a->total / GUESSES, b->total, 5 * b->deviation / sqrt(GUESSES) + 1e-9);
    near_to(a->lap / GUESSES, b->lap, 5 * HALF_OF_ONE);
    near_to(a->fine / GUESSES, b->fine, 5 * 50 * HALF_OF_ONE);
    near_to(a->sets / GUESSES, b->sets, 5 * HALF_OF_ONE);
    near_to(a->gold / GUESSES, b->set_gold, 5 * 30 * HALF_OF_ONE);
    near_to(a->not_above / GUESSES, b->not_above, 5 * HALF_OF_ONE + 5 * b->not_above_error);
}

static void compare_guesses(const struct view *v, const struct arcane_odds *odds, struct chance *c)
{
    double next[ITEM_COUNT] = {0}, completes = 0, least_of_all = 0;
    struct guessed guessed[MAX_SEATS] = {0};
    /* Left out, because a Toad's effect may bring items into line. */
    uint32_t compared = 1u << HYPNOTIC_TOAD;
    for (int guess = 0; guess < GUESSES; guess++) {
        struct arcane_state s, drawn;
        memcpy(&s, v->bytes, sizeof s);
        arcane_determinize(&s, v->seat, c);
        drawn = s;
        arcane_apply(&drawn, v->seat, DRAW_DECK, c, NULL);
        int item = item_added(&s.player[v->seat], &drawn.player[v->seat]);
        next[item]++;
        completes += odds->completes[item] >= 0;
        if (!(compared >> item & 1))
            compare_sales(&drawn, odds, item);
        compared |= 1u << item;
        count_guess(&s, v->seat, guessed, &least_of_all, c);
    }
    for (int i = 0; i < ITEM_COUNT; i++)
        near_to(next[i] / GUESSES, odds->next[i], 5 * sqrt(0.25 / GUESSES));
    near_to(completes / GUESSES, odds->next_completes, 5 * sqrt(0.25 / GUESSES));
    for (int seat = 0; seat < v->game->players(v->bytes); seat++)
        compare_guessed(&guessed[seat], &odds->player[seat]);
    assert_true(odds->least_at_least <= least_of_all / GUESSES + 5 * HALF_OF_ONE);
    assert_true(odds->least_at_most >= least_of_all / GUESSES - 5 * HALF_OF_ONE);
}

/* Plays at random up to the next draw from the deck. */
static int next_draw(struct arcane_state *s, int skip, struct chance *c)
{
    for (uint32_t active; (active = arcane_active(s)) != 0;) {
        int seat = bit_lowest(active);
        uint64_t answers = arcane_legal(s, seat);
        if (s->question == Q_DRAW && s->deck_n && skip-- == 0)
            return seat;
        arcane_apply(s, seat, bit_nth(answers, below(c, (uint32_t)bit_count(answers))), c, NULL);
    }
    return NONE;
}

static void guesses_of_positions(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 12);
    for (int round = 0; round < 120; round++) {
        struct arcane_state s;
        struct view v;
        struct arcane_odds odds;
        arcane_init(&s, 2 + round % 5);
        arcane_set_edition(&s, round & 1 ? EDITION_HUNDRED : EDITION_THREE);
        s.market_on = round % 3 == 0;
        arcane_begin(&s, &c, NULL);
        int seat = next_draw(&s, (int)below(&c, 120), &c);
        if (seat == NONE)
            continue;
        view_take(&v, &arcane_game, &s, seat);
        arcane_odds(&v, &odds);
        compare_guesses(&v, &odds, &c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_sold_costs_nothing),
        cmocka_unit_test(a_certain_sale_is_certain),
        cmocka_unit_test(every_deal_of_a_small_pool),
        cmocka_unit_test(every_deal_of_a_hidden_storehouse),
        cmocka_unit_test(every_deal_around_a_feline),
        cmocka_unit_test(every_deal_against_a_sample),
        cmocka_unit_test(guesses_of_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
