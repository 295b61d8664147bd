/* Tests that one file may know every game: their headers, those of observations and of what nets
 * look at too, name nothing alike. That this file compiles is most of the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "bots/net/arcane_inputs.h"
#include "bots/net/quacks_inputs.h"
#include "games/arcane/cards.h"
#include "games/arcane/help.h"
#include "games/arcane/observe.h"
#include "games/arcane/refusals.h"
#include "games/null/null.h"
#include "games/null/refusals.h"
#include "games/quacks/help.h"
#include "games/quacks/observe.h"
#include "games/quacks/refusals.h"

/* What the observer writes is the struct of the game's header. */
static void check_dense(const struct game *g, const void *state, const void *seen, size_t n)
{
    uint8_t dense[2048] = {0};
    assert_in_range(g->observer->cells, 1, n);
    assert_true(n <= sizeof dense);
    g->observer->dense(state, 0, dense);
    assert_memory_equal(dense, seen, g->observer->cells);
}

static void each_observes_its_own(void **state)
{
    struct arcane_state alley;
    struct quacks_state pots;
    struct arcane_seen arcane;
    struct quacks_seen quacks;
    struct chance c;
    (void)state;
    chance_seed_number(&c, 3);
    arcane_game.init(&alley, 3);
    arcane_game.begin(&alley, &c, NULL);
    quacks_game.init(&pots, 3);
    quacks_game.begin(&pots, &c, NULL);
    arcane_observe(&alley, 0, &arcane);
    quacks_observe(&pots, 0, &quacks);
    check_dense(&arcane_game, &alley, &arcane, sizeof arcane);
    check_dense(&quacks_game, &pots, &quacks, sizeof quacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_observes_its_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
