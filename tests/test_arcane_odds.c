/* Compares the odds of Arcane Alley with brute force: every deal of a small pool, and many guesses
 * for a big one. The rules themselves decide what is a sale. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/arcane_odds.h"
#include "games/arcane/rules.h"

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

static void near_to(double a, double b, double error)
{
    if (fabs(a - b) > error)
        fail_msg("%.9f is not within %.9f of %.9f", a, error, b);
}

/* ---- a small view, made by hand ---- */

enum { SMALL = 7 };

/* Uses few kinds, so that pairs, Felines, a Sword and negative infamy all occur together. */
static uint8_t some_item(struct chance *c)
{
    static const uint8_t items[] = {OLDER_WAND,      OLDER_WAND,         CURSED_MIRROR, DARK_LOTUS,
                                    SOVEREIGN_SWORD, FACSIMILOUS_FELINE, SKELETOMICON};
    return items[below(c, sizeof items)];
}

static void small_house(struct arcane_player *p, int seat, int *unknown, struct chance *c)
{
    static const uint8_t shapes[4][2] = {{3, 3}, {2, 3}, {3, 2}, {1, 3}};
    uint32_t shape = below(c, 4);
    p->rows = shapes[shape][0];
    p->cols = shapes[shape][1];
    memset(p->cell, CELL_NONE, sizeof p->cell);
    for (int i = 0; i < house_size(p); i++) {
        int hidden = below(c, 4) == 0;
        p->cell[i] = (uint8_t)(some_item(c) | CELL_UP);
        if (hidden && *unknown < SMALL - 2) {
            p->cell[i] = ITEM_UNDECIDED;
            ++*unknown;
        } else if (hidden && seat == 0) {
            p->cell[i] = some_item(c);
            p->known[i] = 1;
        }
    }
    p->gold = (int)below(c, 60);
    p->infamy = (uint8_t)below(c, 25);
    p->fines = (uint8_t)below(c, 2);
}

static void small_view(struct view *v, uint8_t deal[SMALL], int *places, struct chance *c)
{
    struct arcane_state *s = (struct arcane_state *)v->bytes;
    memset(v, 0, sizeof *v);
    v->game = &arcane_game;
    arcane_init(s, 2 + (int)below(c, 2));
    s->is_view = 1;
    *places = 0;
    for (int seat = 0; seat < s->players; seat++)
        small_house(&s->player[seat], seat, places, c);
    s->pool_n = (uint8_t)(*places + 2);
    s->deck_n = 2;
    for (int i = 0; i < s->pool_n; i++)
        s->pool[deal[i] = some_item(c)]++;
}

/* ---- every deal of it ---- */

struct sums {
    double n, next[ITEM_COUNT], least;
    struct arcane_house_odds player[MAX_SEATS];
};

static void count_house(const struct arcane_state *s, int seat, int total, struct sums *sums)
{
    const struct arcane_player *p = &s->player[seat];
    struct arcane_house_odds *h = &sums->player[seat];
    int infamy = p->infamy + (total > 0 ? total : 0), fines = p->fines;
    for (; infamy >= 25 && fines < 2; infamy -= 25)
        fines++;
    h->total += total;
    h->lap += fines > p->fines;
    h->fine += 25 * fines < p->gold ? 25 * fines : p->gold;
    for (uint32_t sets = house_sets(p, NONE); sets; sets &= sets - 1) {
        h->set_lines += 1;
        h->set_gold += s->cards.gold[house_line_sells(p, bit_lowest(sets))];
    }
}

static void count_deal(const struct arcane_state *view, const uint8_t *deal, struct sums *sums)
{
    struct arcane_state s = *view;
    int at = 0, total[MAX_SEATS] = {0}, least = 1;
    for (int seat = 0; seat < s.players; seat++)
        for (int i = 0; i < house_size(&s.player[seat]); i++) {
            uint8_t *cell = &s.player[seat].cell[i];
            if (*cell == ITEM_UNDECIDED)
                *cell = deal[at++];
            *cell |= CELL_UP;
            total[seat] += s.cards.infamy[cell_item(*cell)];
        }
    sums->n++;
    sums->next[deal[at]]++;
    for (int seat = 0; seat < s.players; seat++) {
        count_house(&s, seat, total[seat], sums);
        sums->player[seat].not_above += total[0] <= total[seat];
        least &= total[0] <= total[seat];
    }
    sums->least += least;
}

static void every_deal(const struct arcane_state *view, uint8_t *deal, int from, int n,
                       struct sums *sums)
{
    if (from == n) {
        count_deal(view, deal, sums);
        return;
    }
    for (int i = from; i < n; i++) {
        uint8_t x = deal[from];
        deal[from] = deal[i], deal[i] = x;
        every_deal(view, deal, from + 1, n, sums);
        deal[i] = deal[from], deal[from] = x;
    }
}

static void compare_sums(const struct arcane_odds *odds, const struct sums *sums, int players)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        near_to(odds->next[i], sums->next[i] / sums->n, 1e-9);
    for (int seat = 0; seat < players; seat++) {
        const struct arcane_house_odds *a = &odds->player[seat], *b = &sums->player[seat];
        near_to(a->total, b->total / sums->n, 1e-9);
        near_to(a->lap, b->lap / sums->n, 1e-9);
        near_to(a->fine, b->fine / sums->n, 1e-9);
        near_to(a->not_above, b->not_above / sums->n, 1e-9);
        near_to(a->set_lines, b->set_lines / sums->n, 1e-9);
        near_to(a->set_gold, b->set_gold / sums->n, 1e-9);
    }
    assert_true(odds->least_at_least <= sums->least / sums->n + 1e-9);
    assert_true(odds->least_at_most >= sums->least / sums->n - 1e-9);
    if (players == 2)
        near_to(odds->least_at_least, odds->least_at_most, 1e-9);
}

static void every_deal_of_a_small_pool(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 11);
    for (int round = 0; round < 150; round++) {
        struct view v;
        struct arcane_odds odds;
        struct sums sums;
        uint8_t deal[SMALL];
        int places;
        memset(&sums, 0, sizeof sums);
        small_view(&v, deal, &places, &c);
        const struct arcane_state *s = (const struct arcane_state *)v.bytes;
        every_deal(s, deal, 0, s->pool_n, &sums);
        arcane_odds(&v, &odds);
        compare_sums(&odds, &sums, s->players);
    }
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

static int guessed_total(struct arcane_state *s, int seat, struct chance *c)
{
    int total = 0;
    const struct arcane_player *p = &s->player[seat];
    for (uint32_t slots = house_filled(p); slots; slots &= slots - 1) {
        int item = cell_item(p->cell[bit_lowest(slots)]);
        if (item == ITEM_UNDECIDED) {
            item = counts_find(s->pool, below(c, s->pool_n--));
            s->pool[item]--;
        }
        total += s->cards.infamy[item];
    }
    return total;
}

enum { GUESSES = 1200 };

static void compare_guesses(const struct view *v, const struct arcane_odds *odds, struct chance *c)
{
    double next[ITEM_COUNT] = {0}, total[MAX_SEATS] = {0}, completes = 0;
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
        for (int seat = 0; seat < s.players; seat++)
            total[seat] += guessed_total(&s, seat, c);
    }
    for (int i = 0; i < ITEM_COUNT; i++)
        near_to(next[i] / GUESSES, odds->next[i], 5 * sqrt(0.25 / GUESSES));
    near_to(completes / GUESSES, odds->next_completes, 5 * sqrt(0.25 / GUESSES));
    for (int seat = 0; seat < v->game->players(v->bytes); seat++)
        near_to(total[seat] / GUESSES, odds->player[seat].total,
                5 * odds->player[seat].deviation / sqrt(GUESSES) + 1e-9);
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
        cmocka_unit_test(every_deal_of_a_small_pool),
        cmocka_unit_test(guesses_of_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
