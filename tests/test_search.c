/* Tests how far the search looks ahead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bots/bot.h"
#include "bots/policy.h"
#include "games/quacks/quacks.h"

/* Returns 1 for the last purchase of a turn with nothing to decide after it: at most one chip to
 * buy, no rubies to spend. */
static int last_purchase(const struct quacks_state *s)
{
    int seat = bit_lowest(s->asked);
    for (int i = 0; i < s->players; i++)
        if (s->player[i].rubies >= 2)
            return 0;
    return s->player[seat].question == QQ_BUY && s->at == s->players - 1 && s->turn < TURNS &&
           s->player[seat].coins >= 3 && s->player[seat].coins < 6 && !s->player[seat].bought_n;
}

static int play_to_last_purchase(struct quacks_state *s, uint64_t seed)
{
    struct chance c;
    uint64_t luck = seed;
    quacks_init(s, 2);
    chance_seed_number(&c, seed);
    quacks_begin(s, &c, NULL);
    while (s->asked && !last_purchase(s)) {
        int seat = bit_lowest(s->asked);
        uint64_t answers = quacks_legal(s, seat);
        quacks_apply(s, seat, random_policy(s, seat, answers, &luck), &c, NULL);
    }
    return s->asked != 0;
}

static int depth_at(const struct quacks_state *s, int horizon)
{
    struct bot_options how = search_bot.usual;
    struct advice say = {0};
    struct chance luck;
    struct view v;
    how.iterations = 600;
    how.horizon = (uint32_t)horizon;
    view_take(&v, &quacks_game, s, bit_lowest(s->asked));
    chance_seed_number(&luck, 1);
    search_bot.choose(&v, &how, &luck, &say);
    assert_int_equal(say.figures_n, 1);
    assert_string_equal(say.figure[0].name, "depth");
    return (int)say.figure[0].value;
}

/* Positions are valued between turns only, so the tree must not reach into the next turn. */
static void test_horizon(void **state)
{
    struct quacks_state s;
    int met = 0;
    (void)state;
    for (uint64_t seed = 1; seed < 400 && met < 5; seed++) {
        if (!play_to_last_purchase(&s, seed))
            continue;
        met++;
        assert_int_equal(depth_at(&s, 1), 1);
        assert_true(depth_at(&s, 2) > 1);
    }
    assert_int_equal(met, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
