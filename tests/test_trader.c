/* Tests of the bot `trader` of Arcane Alley: it beats greedy with two players, and a small fit of
 * its weights improves them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "learn/arcane_trade.h"

/* Its weights are worth about 14 wins of 100 with two players; these deals are always the same. */
static void beats_greedy(void **state)
{
    struct trade_result r = trade_match(trade_rows(), 2, 5000, 150);
    (void)state;
    assert_true(r.share > 0.06);
    assert_true(r.lead > 3);
}

/* Without any of its weights it plays worse than with them. */
static void weights_matter(void **state)
{
    struct trade_weights none = {{0}};
    (void)state;
    assert_true(trade_match(&none, 2, 6000, 60).lead < trade_match(trade_rows(), 2, 6000, 60).lead);
}

/* Every step that is kept wins more gold in the deals that it is tried with. */
static void fit_improves(void **state)
{
    struct trade_weights w = {{0}};
    double before = trade_match(&w, 0, 7000, 10).lead;
    (void)state;
    assert_true(trade_fit(&w, 7000, 10, 1) > 0);
    assert_true(trade_match(&w, 0, 7000, 10).lead > before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beats_greedy),
        cmocka_unit_test(weights_matter),
        cmocka_unit_test(fit_improves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
