/* Tests of the guesses at stashes in Arcane Alley: they are states that the view allows, they
 * follow their weights, and counting games makes weights that say more than none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "engine/view.h"
#include "games/arcane/facts.h"
#include "learn/arcane_stashes.h"

/* ---- fits ---- */

static struct arcane_player house(int rows, int cols, const int *items)
{
    struct arcane_player p = {.rows = (uint8_t)rows, .cols = (uint8_t)cols};
    memset(p.cell, CELL_NONE, sizeof p.cell);
    for (int i = 0; i < rows * cols; i++)
        p.cell[i] = items[i] < 0 ? ITEM_UNDECIDED : (uint8_t)(items[i] | CELL_UP);
    return p;
}

static void fits(void **state)
{
    enum { NO = -1, W = OLDER_WAND, D = HAUNTED_DOLL, F = FACSIMILOUS_FELINE, L = DARK_LOTUS };
    struct arcane_player pair = house(3, 3, (int[]){W, W, NO, L, NO, NO, NO, NO, NO});
    struct arcane_player apart = house(3, 3, (int[]){W, NO, NO, NO, NO, W, NO, NO, NO});
    struct arcane_player blocked = house(3, 3, (int[]){W, W, D, NO, NO, NO, NO, NO, NO});
    struct arcane_player feline = house(3, 3, (int[]){F, NO, NO, NO, L, NO, NO, NO, NO});
    struct arcane_player small = house(1, 3, (int[]){L, NO, L});
    struct arcane_player none = house(0, 0, NULL);
    (void)state;
    assert_int_equal(arcane_fit_of(&pair, W), FIT_READY);
    assert_int_equal(arcane_fit_of(&pair, L), FIT_NEAR);
    assert_int_equal(arcane_fit_of(&pair, D), FIT_ALONE);
    assert_int_equal(arcane_fit_of(&pair, F), FIT_READY);
    assert_int_equal(arcane_fit_of(&apart, W), FIT_NEAR);
    assert_int_equal(arcane_fit_of(&blocked, W), FIT_NEAR);
    assert_int_equal(arcane_fit_of(&feline, L), FIT_READY);
    assert_int_equal(arcane_fit_of(&feline, W), FIT_NEAR);
    assert_int_equal(arcane_fit_of(&feline, F), FIT_NEAR);
    assert_int_equal(arcane_fit_of(&small, L), FIT_READY);
    assert_int_equal(arcane_fit_of(&none, L), FIT_ALONE);
}

/* ---- guesses ---- */

/* Plays with rules of thumb, and calls `each` with the views on the way. */
static void over_views(uint64_t games, void (*each)(const struct view *v, struct chance *c))
{
    for (uint64_t number = 0; number < games; number++) {
        struct arcane_state s;
        struct chance c;
        uint64_t luck = number;
        uint32_t active;
        memset(&s, 0, sizeof s);
        arcane_init(&s, 2 + (int)(number % 5));
        chance_seed_number(&c, number);
        arcane_begin(&s, &c, NULL);
        for (int n = 0; (active = arcane_active(&s)) != 0 && n < 300; n++) {
            struct view v;
            int seat = bit_lowest(active);
            view_take(&v, &arcane_game, &s, seat);
            each(&v, &c);
            arcane_apply(&s, seat, arcane_greedy_pick(&s, seat, arcane_legal(&s, seat), &luck), &c,
                         NULL);
        }
    }
}

/* A guess is a sound state, and its view is the view that it was made of. */
static void is_allowed(const struct view *v, struct chance *c)
{
    struct arcane_state s;
    struct guess_weights by;
    memcpy(&s, v->bytes, sizeof s);
    arcane_weigh_guesses(v->bytes, &by);
    arcane_guess(&by, &s, v->seat, c);
    assert_null(arcane_check(&s));
    assert_int_equal(s.is_view, 0);
    for (int i = 0; i < s.players; i++)
        assert_true(!(stash_items(&s.player[i]) >> ITEM_UNDECIDED & 1));
    arcane_redact(&s, v->seat);
    assert_memory_equal(&s, v->bytes, sizeof s);
}

static void allowed(void **state)
{
    (void)state;
    over_views(15, is_allowed);
}

static int count_of(const struct arcane_player *p, int item)
{
    int n = 0;
    for (int i = 0; i < p->stash_n; i++)
        n += p->stash[i] == item;
    return n;
}

/* With nearly the whole weight of a stash on one item, and none in the others, the stash has as
 * many cards of it as there are, but for one at most. */
static void is_followed(const struct view *v, struct chance *c)
{
    struct arcane_state s;
    struct guess_weights by;
    memcpy(&s, v->bytes, sizeof s);
    int other = (v->seat + 1) % s.players, item = (int)chance_below(c, CHANCE_PICK, ITEM_COUNT);
    const struct arcane_player *p = &s.player[other];
    int secrets = count_of(p, ITEM_UNDECIDED), before = count_of(p, item), there = s.pool[item];
    int could = secrets < there ? secrets : there;
    if (!secrets || s.pool_n - there < 30)
        return;
    for (int i = 0; i < MAX_SEATS; i++)
        for (int k = 0; k < ITEM_COUNT; k++)
            by.of[i][k] = i == other ? (k == item ? UINT16_MAX : 1) : k != item;
    arcane_guess(&by, &s, v->seat, c);
    int more = count_of(p, item) - before;
    assert_true(more <= could && more >= could - 1);
}

static void followed(void **state)
{
    (void)state;
    over_views(10, is_followed);
}

/* ---- counts ---- */

/* No weight is 0: somebody may keep what nobody kept before. */
static void rows_allow_all(void **state)
{
    const struct arcane_kept *rows = arcane_kept_rows();
    (void)state;
    for (int more = 0; more < 2; more++)
        for (int fit = 0; fit < FIT_COUNT; fit++)
            for (int i = 0; i < ITEM_COUNT; i++) {
                assert_true(rows->weight[more][fit][i] >= 1);
                assert_true(rows->weight[more][fit][i] <= ARCANE_KEPT_MOST);
            }
}

/* A small run says more about stashes in other games than that all unseen cards are equally
 * likely, and so do the rows of the program. */
static void counts_improve(void **state)
{
    static struct kept_counts few, fresh, program;
    struct arcane_kept rows;
    const struct bot *greedy = bot_by_name("greedy", &arcane_game);
    (void)state;
    kept_count(&few, greedy, 1000, 50);
    kept_fit(&few, &rows);
    fresh.rows = &rows;
    program.rows = arcane_kept_rows();
    kept_count(&fresh, greedy, 2000, 25);
    kept_count(&program, bot_by_name("net", &arcane_game), 2000, 50);
    for (int more = 0; more < 2; more++)
        assert_true(fresh.gain[more] > 0 && program.gain[more] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits),           cmocka_unit_test(allowed),
        cmocka_unit_test(followed),       cmocka_unit_test(rows_allow_all),
        cmocka_unit_test(counts_improve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
