/* Tests that hints agree with themselves: no answer shown has a better figure than the one
 * advised, and the number in the reason is the difference of the figures shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/hint.h"
#include "advice/odds_quacks.h"
#include "advice/reason.h"
#include "bots/policy.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

enum { GAMES = 3, EVERY = 13, STEPS = 500, TRIES = 300 };
/* Reasons of all answers are looked for in every position, in slow builds only in every tenth. */
#ifdef SLOW_BUILD
enum { REASONS_EVERY = 10 };
#else
enum { REASONS_EVERY = 1 };
#endif

struct asked_hint {
    struct view view;
    struct advice say;
    int answer;
};

/* What was met on the way, so that the test cannot pass by chance. */
struct met {
    int hints, overruled, quoted, compared, even, costly;
};

static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    fail_msg("answer %d is advised and has no figure", answer);
    return 0;
}

/* The best of the others; the answer itself if there is no other. */
static double best_other(const struct advice *say, int answer)
{
    double best = -1000;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer != answer && say->weighed[i].value > best)
            best = say->weighed[i].value;
    return say->weighed_n > 1 ? best : value_of(say, answer);
}

static void ask(struct asked_hint *h, const struct game *g, const void *state, int seat)
{
    struct seated_bot bot = hint_adviser(g);
    struct chance luck = {0};
    memset(&h->say, 0, sizeof h->say);
    view_take(&h->view, g, state, seat);
    chance_seed_number(&luck, game_hash(g, h->view.bytes));
    bot.how.iterations = TRIES;
    h->answer = bot_choose(&bot, &h->view, &luck, &h->say);
}

/* Whether the search itself would have given an answer with a worse average than another that it
 * tried as well. */
static int search_prefers_worse(const struct view *v)
{
    struct advice say = {0};
    struct chance luck = {0};
    struct bot_options how = search_1_bot.usual;
    how.iterations = TRIES;
    how.milliseconds = 0;
    chance_seed_number(&luck, game_hash(v->game, v->bytes));
    int answer = search_1_bot.choose(v, &how, &luck, &say);
    return say.weighed_n > 1 && value_of(&say, answer) < best_other(&say, answer);
}

/* ---- the figures ---- */

static void advised_is_best(const struct asked_hint *h, struct met *met)
{
    uint64_t even = hint_even(&h->say, h->answer);
    if (!h->say.weighed_n)
        return;
    double own = value_of(&h->say, h->answer);
    assert_true(own >= best_other(&h->say, h->answer));
    assert_false(even >> h->answer & 1);
    met->compared += h->say.weighed_n > 1;
    met->even += even != 0;
}

/* The number before " point" in a sentence. */
static double points_in(const char *text)
{
    const char *at = strstr(text, " point");
    assert_non_null(at);
    while (at > text && strchr("0123456789.-", at[-1]))
        at--;
    return strtod(at, NULL);
}

/* The words of the figures: "Stopping now is worth 8.4 points, drawing on 10.9." */
static double figure_in(const char *text, const char *phrase)
{
    const char *at = strstr(text, phrase);
    assert_non_null(at);
    return strtod(at + strcspn(at, "0123456789"), NULL);
}

static void brew_figures_agree(const struct asked_hint *h, const char *reason)
{
    struct potion_odds o;
    struct refusal why;
    char text[400];
    assert_int_equal(odds_quacks_count(&h->view, &o, &why), 0);
    odds_quacks_worth(&o, 1, text, sizeof text);
    double lead = figure_in(text, "drawing on") - figure_in(text, "topping now");
    assert_float_equal(points_in(reason), lead, 0.001);
}

static void sentence_agrees(const struct asked_hint *h, struct met *met)
{
    struct reason r;
    char text[REASON_WORDS];
    reason_find(&r, &h->view, h->answer, &h->say);
    reason_text(&r, text);
    if (!strstr(r.row->text, "{points"))
        return;
    met->quoted++;
    if (!strcmp(r.row->id, "draw-on")) {
        brew_figures_agree(h, text);
        return;
    }
    double lead = value_of(&h->say, h->answer) - best_other(&h->say, h->answer);
    assert_float_equal(points_in(text), lead, 0.001);
}

/* Whatever the answer: a card that is called costly costs something. */
static void costly_cards_cost(const struct game *g, const void *state, int seat, struct met *met)
{
    struct advice none = {0};
    struct reason r;
    struct view v;
    view_take(&v, g, state, seat);
    for (uint64_t rest = view_legal(&v); rest; rest &= rest - 1) {
        reason_find(&r, &v, bit_lowest(rest), &none);
        if (strcmp(r.row->id, "costly") != 0)
            continue;
        assert_true(r.n > 0);
        met->costly++;
    }
}

/* ---- many positions ---- */

static void look(const struct game *g, const void *state, int seat, struct met *met)
{
    struct asked_hint h;
    ask(&h, g, state, seat);
    assert_true(view_legal(&h.view) >> h.answer & 1);
    advised_is_best(&h, met);
    sentence_agrees(&h, met);
    met->hints++;
    if (g == &arcane_game)
        met->overruled += search_prefers_worse(&h.view);
}

static void play(const struct game *g, uint64_t seed, struct met *met)
{
    uint64_t state[MAX_STATE_BYTES / 8] = {0}, luck = seed;
    struct chance c = {0};
    chance_seed_number(&c, seed);
    g->init(state, 3);
    g->begin(state, &c, NULL);
    for (int n = 0; n < STEPS && g->active(state); n++) {
        int seat = bit_lowest(g->active(state));
        uint64_t answers = g->legal(state, seat);
        if (n % EVERY == 0 && bit_count(answers) > 1)
            look(g, state, seat, met);
        if (g == &arcane_game && n % REASONS_EVERY == 0)
            costly_cards_cost(g, state, seat, met);
        g->apply(state, seat, random_policy(state, seat, answers, &luck), &c, NULL);
    }
}

static void test_arcane(void **state)
{
    struct met met = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        play(&arcane_game, seed, &met);
    assert_true(met.compared > 20 && met.overruled > 0 && met.even > 0 &&
                met.costly > 100 / REASONS_EVERY);
}

static void test_quacks(void **state)
{
    struct met met = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        play(&quacks_game, seed, &met);
    assert_true(met.compared > 20 && met.quoted > 10);
}

/* Nothing is known of the first cards: the hint is always the same, and compares nothing. */
static void test_first_two(void **state)
{
    uint64_t bytes[MAX_STATE_BYTES / 8];
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct asked_hint h;
        struct chance c = {0};
        memset(bytes, 0, sizeof bytes);
        chance_seed_number(&c, seed);
        arcane_game.init(bytes, 3);
        arcane_game.begin(bytes, &c, NULL);
        int seat = bit_lowest(arcane_game.active(bytes));
        ask(&h, &arcane_game, bytes, seat);
        assert_int_equal(h.answer, bit_lowest(arcane_game.legal(bytes, seat)));
        assert_int_equal(h.say.weighed_n, 0);
    }
}

/* ---- what coins buy ---- */

/* Chips and their worth are told where a coin more buys better (Q6 E). */
static void test_buys(void **state)
{
    struct odds_position p;
    struct odds_potion from = {
        .bag = "white1=2,white3=1,green1=1,orange1=1", .pot = "white3,white2,orange1", .turn = 1};
    struct refusal why;
    struct view v;
    struct potion_odds o;
    struct odds_buy buy[ODDS_BUYS];
    (void)state;
    assert_int_equal(odds_make(&p, &from, &why), 0);
    view_take(&v, p.game, p.state, 0);
    assert_int_equal(odds_quacks_count(&v, &o, &why), 0);
    int n = odds_quacks_buys(&v, &o, buy);
    assert_true(n > 1);
    for (int i = 0; i < n; i++)
        assert_float_equal(buy[i].worth, o.worth.coins[buy[i].coins], 1e-9);
    for (int i = 1; i < n; i++)
        assert_true(buy[i].coins > buy[i - 1].coins && buy[i].worth > buy[i - 1].worth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arcane),
        cmocka_unit_test(test_quacks),
        cmocka_unit_test(test_first_two),
        cmocka_unit_test(test_buys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
