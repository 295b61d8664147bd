/* Tests answers drawn by softmax: their shares, that only whole numbers count, and what bots with a
 * temperature do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "bots/policy.h"
#include "bots/softmax.h"
#include "engine/view.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

/* Within one part of 300, the steps of the exponent. */
static void test_weights(void **state)
{
    (void)state;
    assert_int_equal(temper_weight(0, 1), 1 << 24);
    for (uint32_t temperature = 1; temperature <= 1000; temperature += 37)
        for (uint64_t less = 0; less < 8000; less += 13) {
            double right = ldexp(exp(-(double)less / temperature), 24);
            double got = temper_weight(less, temperature);
            assert_true(got <= right * 1.01 + 1 && got >= right / 1.01 - 2);
        }
    assert_int_equal(temper_weight(UINT64_MAX, 100000), 0);
}

/* The same bits on every platform. */
static void test_bits(void **state)
{
    (void)state;
    assert_int_equal(temper_weight(100, 100), 6177508);
    assert_int_equal(temper_weight(250, 100), 1378369);
    assert_int_equal(temper_weight(7, 33), 13583126);
}

static void test_shares(void **state)
{
    static const int64_t worth[64] = {[2] = 300, [3] = 200, [7] = -100, [40] = -30000};
    uint64_t answers = 1u << 2 | 1u << 3 | 1u << 7 | (uint64_t)1 << 40, luck = 5;
    int times[64] = {0};
    (void)state;
    for (int i = 0; i < 100000; i++)
        times[temper_pick(answers, worth, 100, &luck)]++;
    /* 1, 1 / e and 1 / e^4 of their sum. */
    assert_in_range(times[2], 71500, 72700);
    assert_in_range(times[3], 26000, 27000);
    assert_in_range(times[7], 1150, 1500);
    assert_int_equal(times[40], 0);
    assert_int_equal(times[2] + times[3] + times[7], 100000);
}

/* Plays a game; the seats' bots answer twice with the same luck. Returns how often they answered
 * otherwise than without a temperature. */
static int play(const struct game *g, const struct seated_bot *bot, uint64_t seed)
{
    uint64_t s[MAX_STATE_BYTES / 8];
    struct chance c, again, third;
    struct seated_bot best = *bot;
    struct view v;
    int otherwise = 0;
    best.how.temperature = 0;
    g->init(s, 2);
    chance_seed_number(&c, seed);
    g->begin(s, &c, NULL);
    for (uint32_t active; (active = g->active(s)) != 0;) {
        int seat = bit_lowest(active);
        view_take(&v, g, s, seat);
        again = third = c;
        int answer = bot_choose(bot, &v, &c, NULL);
        assert_int_equal(bot_choose(bot, &v, &again, NULL), answer);
        otherwise += bot_choose(&best, &v, &third, NULL) != answer;
        g->apply(s, seat, answer, &c, NULL);
    }
    return otherwise;
}

static void test_bots(void **state)
{
    static const struct {
        const struct game *game;
        const char *cold, *warm;
    } rows[] = {
        {&arcane_game, "greedy:temperature=1", "greedy:temperature=300"},
        {&arcane_game, "net:temperature=1", "net:temperature=200"},
        {&quacks_game, "greedy:temperature=1", "greedy:temperature=100"},
        {&quacks_game, "brewer:temperature=1", "brewer:temperature=100"},
        {&quacks_game, "brewer-1:temperature=1", "brewer-1:temperature=100"},
        {&quacks_game, "net:temperature=1", "net:temperature=1000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct seated_bot cold, warm;
        assert_null(bot_read(rows[i].cold, rows[i].game, &cold));
        assert_null(bot_read(rows[i].warm, rows[i].game, &warm));
        int few = play(rows[i].game, &cold, 3), many = play(rows[i].game, &warm, 3);
        assert_true(many > 8);
        assert_true(few < many);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
