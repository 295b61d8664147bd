/* Tests how far the search looks ahead, and when it stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "bots/playout.h"
#include "bots/tree.h"
#include "games/arcane/arcane.h"
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

static int ask(const struct bot *bot, const struct game *g, const void *state,
               const struct bot_options *how, struct advice *say)
{
    struct chance luck;
    struct view v;
    memset(say, 0, sizeof *say);
    view_take(&v, g, state, bit_lowest(g->active(state)));
    chance_seed_number(&luck, 1);
    return bot->choose(&v, how, &luck, say);
}

static int depth_at(const struct bot *bot, const struct quacks_state *s, int horizon)
{
    struct bot_options how = bot->usual;
    struct advice say;
    how.iterations = 600;
    how.horizon = (uint32_t)horizon;
    ask(bot, &quacks_game, s, &how, &say);
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
        assert_int_equal(depth_at(&search_bot, &s, 1), 1);
        assert_int_equal(depth_at(&search_1_bot, &s, 1), 1);
        assert_true(depth_at(&search_1_bot, &s, 2) > 1);
    }
    assert_int_equal(met, 5);
}

/* ---- when it stops ---- */

enum { BUDGET = 200, QUICK = BUDGET / 3, SLOW = BUDGET - 64, STEPS = 300, EVERY = 19 };

/* What was met on the way, so that the test cannot pass by chance. */
struct met {
    int asked, quick, slow;
};

/* Of the answers tried most often, the one given has the best average: they had the same luck.
 * Only the adviser's may be somewhat worse. */
static void given_is_best(const struct advice *say, int answer, int trust)
{
    uint32_t most = 0;
    double own = -1, best = -1;
    for (int i = 0; i < say->weighed_n; i++)
        most = say->weighed[i].visits > most ? say->weighed[i].visits : most;
    for (int i = 0; i < say->weighed_n; i++) {
        if (say->weighed[i].visits < most)
            continue;
        best = say->weighed[i].value > best ? say->weighed[i].value : best;
        own = say->weighed[i].answer == answer ? say->weighed[i].value : own;
    }
    assert_true(own >= 0 && own >= best - (double)trust / VALUE_ONE);
}

static void look(const struct playout *kind, const void *state, uint32_t threads, struct met *met)
{
    struct bot_options how = search_bot.usual;
    const struct game *g = kind->game;
    struct advice say, again;
    how.iterations = BUDGET;
    how.threads = threads;
    int answer = ask(&search_bot, g, state, &how, &say);
    if (!say.iterations)
        return;
    assert_int_equal(ask(&search_bot, g, state, &how, &again), answer);
    assert_memory_equal(&say, &again, sizeof say);
    assert_true(say.iterations <= BUDGET);
    ask(&search_1_bot, g, state, &how, &again);
    assert_int_equal(again.iterations, BUDGET);
    if (threads == 1)
        given_is_best(&say, answer, kind->trust);
    met->asked++;
    met->quick += say.iterations < QUICK;
    met->slow += say.iterations > SLOW;
}

static void play(const struct playout *kind, uint64_t seed, struct met *met)
{
    const struct game *g = kind->game;
    uint64_t state[MAX_STATE_BYTES / 8] = {0}, luck = seed;
    struct chance c;
    chance_seed_number(&c, seed);
    g->init(state, 3);
    g->begin(state, &c, NULL);
    for (int n = 0; n < STEPS && g->active(state); n++) {
        int seat = bit_lowest(g->active(state));
        uint64_t answers = g->legal(state, seat);
        if (n % EVERY == 0)
            look(kind, state, 1 + seed % 2, met);
        g->apply(state, seat, random_policy(state, seat, answers, &luck), &c, NULL);
    }
}

/* Clear decisions take a small part of the budget, close ones nearly all of it. */
static void test_settled(void **state)
{
    const struct playout *const games[] = {&arcane_playout, &quacks_playout};
    (void)state;
    struct met met[2] = {{0}};
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            play(games[i], seed, &met[i]);
    assert_true(met[0].asked > 10 && met[0].quick > 0 && met[0].slow > 0);
    assert_true(met[1].asked > 5 && met[1].quick > met[1].asked / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_horizon),
        cmocka_unit_test(test_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
