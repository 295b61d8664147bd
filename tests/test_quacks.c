/* Tests of the Quacks' internal functions against the values in the rules (Q4.3, Q11), and of bugs
 * that were fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/quacks/rules.h"

/* Q4.3 */
static void rat_tails(void **state)
{
    (void)state;
    static const int checks[][3] = {{19, 20, 0}, {17, 20, 1},  {16, 20, 2},
                                    {0, 10, 3},  {39, 68, 12}, {51, 68, 7}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        assert_int_equal(tails_below(checks[i][1]) - tails_below(checks[i][0]), checks[i][2]);
}

/* Q1: checks the tables by their sums and last values. */
static void pot_tables(void **state)
{
    (void)state;
    int coins = 0, points = 0, rubies = 0;
    for (int space = 0; space <= POT_SPOON; space++) {
        coins += space_coins(space);
        points += space_points(space);
        rubies += space_has_ruby(space);
    }
    assert_int_equal(coins, 1052);
    assert_int_equal(points, 343);
    assert_int_equal(rubies, 15);
    assert_int_equal(space_coins(52), 33);
    assert_int_equal(space_points(52), 14);
    assert_true(space_has_ruby(52) && !space_has_ruby(53));
}

/* Q11: after four starting bags. */
static void supply_after_dealing(void **state)
{
    (void)state;
    struct quacks_state s;
    quacks_init(&s, 4);
    assert_int_equal(s.supply[WHITE1], 4);
    assert_int_equal(s.supply[WHITE2] + s.supply[WHITE3], 0);
    assert_int_equal(s.supply[ORANGE1], 16);
    assert_int_equal(s.supply[GREEN1], 11);
}

/* Q8: the two prices on which printings differ. */
static void prices(void **state)
{
    (void)state;
    struct quacks_state s;
    quacks_init(&s, 2);
    s.book[GREEN] = 3, s.book[BLUE] = 4;
    assert_int_equal(chip_price(&s, GREEN4), 18);
    assert_int_equal(chip_price(&s, BLUE4), 20);
    s.printed = 1;
    assert_int_equal(chip_price(&s, GREEN4), 21);
    assert_int_equal(chip_price(&s, BLUE4), 19);
    assert_int_equal(chip_price(&s, ORANGE1), 3);
    assert_int_equal(chip_price(&s, BLACK1), 10);
}

/* ---- bugs that were found once ---- */

/* If a seat goes on above the limit after A Second Chance, a blue 2 explodes the pot and opens no
 * window (Q5.3). */
static void exploding_blue_opens_no_window(void **state)
{
    (void)state;
    static const uint8_t whites[] = {WHITE3, WHITE2, WHITE2, WHITE1};
    struct quacks_state s;
    struct chance c;
    quacks_init(&s, 2);
    s.card = SECOND_CHANCE, s.turn = 1, s.stage = STAGE_BREW;
    s.book[BLUE] = 2;
    s.player[1].stopped = 1;
    struct quacks_player *p = &s.player[0];
    p->offered = 1;
    memset(p->bag, 0, sizeof p->bag);
    p->bag[BLUE2] = 2;
    for (int i = 0; i < 4; i++)
        pot_lay(p, whites[i], chip_value(whites[i]));
    history_add(p, WHITE1);
    p->question = QQ_BREW, s.asked = 1;
    chance_seed_number(&c, 1);
    quacks_apply(&s, 0, BREW_DRAW, &c, NULL);
    assert_int_equal(p->exploded, 1);
    assert_int_equal(p->window, 0);
    assert_int_equal(p->covered, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rat_tails),
        cmocka_unit_test(pot_tables),
        cmocka_unit_test(prices),
        cmocka_unit_test(supply_after_dealing),
        cmocka_unit_test(exploding_blue_opens_no_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
