/* Tests greedy with dials: turned by nothing it answers as its constants do, turned it does not,
 * and its dials are read as options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/greedy/dials.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

typedef int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                   struct advice *say);

struct both {
    const struct game *game;
    const struct bot *bot;
    choose *fitted;
    int players;
};

static const struct both rows[] = {
    {&arcane_game, &arcane_greedy, arcane_fitted_choose, 2},
    {&arcane_game, &arcane_greedy, arcane_fitted_choose, 5},
    {&quacks_game, &quacks_greedy, quacks_fitted_choose, 2},
    {&quacks_game, &quacks_greedy, quacks_fitted_choose, 4},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* What a game asks of both: how often their answers differ, with the same luck. What they say is
 * compared as well, if asked for. */
static int differing(const struct both *b, const struct bot_options *how, uint64_t seed, int say)
{
    uint64_t s[MAX_STATE_BYTES / 8];
    struct chance c, luck, again;
    struct view v;
    int otherwise = 0;
    b->game->init(s, b->players);
    chance_seed_number(&c, seed);
    chance_seed_number(&luck, seed + 100);
    b->game->begin(s, &c, NULL);
    for (uint32_t active; (active = b->game->active(s)) != 0;) {
        struct advice one = {0}, other = {0};
        int seat = bit_lowest(active);
        view_take(&v, b->game, s, seat);
        again = luck;
        int answer = b->bot->choose(&v, &b->bot->usual, &luck, say ? &one : NULL);
        int fitted = b->fitted(&v, how, &again, say ? &other : NULL);
        assert_true(view_legal(&v) >> fitted & 1);
        otherwise += fitted != answer || strcmp(one.why, other.why) != 0;
        b->game->apply(s, seat, answer, &c, NULL);
    }
    return otherwise;
}

/* The same sources with weights as data: not one answer, and not one word, is another one. */
static void test_same(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++)
        for (uint64_t seed = 0; seed < 6; seed++)
            assert_int_equal(differing(&rows[i], &rows[i].bot->usual, seed, seed == 0), 0);
}

/* With few or many players: who has the least infamy hardly matters between two (A8.4). */
static int differing_soon(const struct both *b, const struct bot_options *how)
{
    int otherwise = 0;
    for (uint64_t seed = 0; seed < 40 && !otherwise; seed++)
        otherwise = differing(&b[seed % 2], how, seed, 0);
    return otherwise;
}

/* Every dial turns something, also right after another one: weights are not left over. */
static void test_dials(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i += 2)
        for (int dial = 0; dial < rows[i].bot->dials_n; dial++) {
            struct bot_options how = rows[i].bot->usual;
            bot_turn(&how, dial, 300);
            assert_true(how.dialled);
            assert_true(differing_soon(&rows[i], &how));
            bot_turn(&how, dial, 100);
            assert_false(how.dialled);
            assert_int_equal(differing(&rows[i], &how, 1, 0), 0);
        }
}

static void test_read(void **state)
{
    struct seated_bot b;
    (void)state;
    assert_null(bot_read("greedy:coin=120:dread=100:noise=3", &quacks_game, &b));
    assert_true(b.how.dialled && b.how.noise == 3);
    assert_null(bot_read("greedy:coin=100", &quacks_game, &b));
    assert_false(b.how.dialled);
    assert_non_null(bot_read("greedy:coin=0", &quacks_game, &b));
    assert_non_null(bot_read("greedy:coin=401", &quacks_game, &b));
    assert_non_null(bot_read("greedy:coin=120", &arcane_game, &b));
    assert_non_null(bot_read("random:coin=120", &quacks_game, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_dials),
        cmocka_unit_test(test_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
