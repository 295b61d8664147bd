/* Tests that hints agree with reviews and with themselves: a review of the answer that was given
 * has the figures and the reason of the hint, no answer has a better figure than the one advised,
 * and the number in the reason is the difference of the odds shown. */
#include "advice/odds_quacks.h"
#include "advice/reason.h"
#include "bots/advice.h"
#include "bots/policy.h"
#include "games/arcane/facts.h"
#include "games/quacks/quacks.h"
#include "review/hint.h"
#include "review/inside.h"
#include "review/words.h"
#include "tests/review_rig.h"

enum { SAMPLES = 16, STEPS = 500, COSTLY_GAMES = 3 };
/* In slow builds fewer positions are looked at. */
#ifdef SLOW_BUILD
enum { EVERY = 16, REASONS_EVERY = 10, MOVES = 60 };
#else
enum { EVERY = 6, REASONS_EVERY = 1, MOVES = 150 };
#endif

struct asked_hint {
    struct view view;
    struct advice say;
    int answer;
};

/* What was met on the way, so that the test cannot pass by chance. */
struct met {
    int hints, called, same_reason, even, quoted, costly;
};

static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    fail_msg("answer %d has no figure", answer);
    return 0;
}

static void ask(struct asked_hint *h, const struct view *v)
{
    struct seated_bot bot = hint_adviser(v->game);
    struct chance luck = {0};
    memset(&h->say, 0, sizeof h->say);
    h->view = *v;
    bot.how.iterations = SAMPLES;
    h->answer = bot_choose(&bot, v, &luck, &h->say);
    assert_true(view_legal(v) >> h->answer & 1);
}

/* ---- with themselves ---- */

static void advised_is_best(const struct asked_hint *h, struct met *met)
{
    uint64_t even = hint_even(&h->say, h->answer);
    int next = hint_next(&h->say, h->answer);
    double own = value_of(&h->say, h->answer);
    assert_int_equal(h->say.weighed_n, bit_count(view_legal(&h->view)));
    for (int i = 0; i < h->say.weighed_n; i++)
        assert_true(h->say.weighed[i].value <= own);
    assert_false(even >> h->answer & 1);
    assert_false(next >= 0 && (even >> next & 1 || next == h->answer));
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

/* While a potion is brewed, the reason quotes the odds. */
static void sentence_agrees(const struct asked_hint *h, struct met *met)
{
    struct reason r;
    struct potion_odds o;
    struct refusal why;
    char reason[REASON_WORDS], text[400];
    hint_reason(&h->view, h->answer, &h->say, &r);
    if (strcmp(r.row->id, "draw-on") != 0)
        return;
    assert_int_equal(odds_quacks_count(&h->view, &o, &why), 0);
    odds_quacks_worth(&o, 1, text, sizeof text);
    double lead = figure_in(text, "drawing on") - figure_in(text, "topping now");
    assert_float_equal(points_in(reason_text(&r, reason)), lead, 0.001);
    met->quoted++;
}

/* "Worth 2.2 points more" and "as good" are not said in one breath. */
static void evens_are_not_outdone(const struct asked_hint *h)
{
    struct reason r;
    char reason[REASON_WORDS];
    hint_reason(&h->view, h->answer, &h->say, &r);
    if (!hint_even(&h->say, h->answer) || !strcmp(r.row->id, "best"))
        return;
    if (strstr(reason_text(&r, reason), "more"))
        fail_msg("others are as good, but %s", reason);
}

/* ---- with reviews ---- */

/* What the review says of the answer that was given is what the hint says of it. */
static void review_agrees(const struct review *r, const struct review_part *part,
                          const struct review_step *step, struct met *met)
{
    struct asked_hint h;
    ask(&h, &step->view);
    advised_is_best(&h, met);
    sentence_agrees(&h, met);
    evens_are_not_outdone(&h);
    met->hints++;
    int called = step->best != step->chosen;
    if (step->chosen != h.answer)
        assert_int_equal(hint_even(&h.say, h.answer) >> step->chosen & 1, !called);
    if (!called)
        return;
    met->called++;
    assert_float_equal(hint_loss(&h.say, h.answer, step->chosen), step->loss, 1e-9);
    assert_string_equal(hint_called(step->loss), review_mark_id(review_mark_of(step->loss)));
    if (h.answer != step->best || step != review_worst(r, part) ||
        hint_next(&h.say, h.answer) != step->chosen)
        return;
    struct reason hints;
    char ours[REASON_WORDS], theirs[REASON_WORDS];
    hint_reason(&h.view, h.answer, &h.say, &hints);
    if (strstr(hints.row->id, "even"))
        return;
    assert_string_equal(reason_text(&hints, ours), reason_text(&step->reason, theirs));
    met->same_reason++;
}

static void compare(const char *game, int players, uint64_t seed, uint32_t most, struct met *met)
{
    struct played *p =
        played_between(game, players, (const char *const[]){"random", "greedy", NULL}, seed, most);
    struct review r;
    played_all(p);
    played_review(p, &r, REVIEW_ALL, SAMPLES, 2);
    for (uint32_t i = 0; i < r.parts; i++) {
        const struct review_part *part = &r.part[i];
        for (uint32_t k = 0; k < part->steps; k++) {
            const struct review_step *step = &r.step[part->first + k];
            if (step->best != step->chosen || (part->first + k) % EVERY == 0)
                review_agrees(&r, part, step, met);
        }
    }
    review_free(&r);
    played_free(p);
}

static void test_arcane(void **state)
{
    struct met met = {0};
    (void)state;
    compare("arcane", 2, 5, MOVES, &met);
    assert_true(met.hints > 3 && met.called > 0 && met.even > 1);
}

static void test_quacks(void **state)
{
    struct met met = {0};
    (void)state;
    compare("quacks", 2, 1, 4 * MOVES, &met);
    compare("quacks", 3, 2, MOVES, &met);
    assert_true(met.hints > 12 && met.called > 1 && met.same_reason > 0 && met.even > 3);
    assert_true(met.quoted > 0);
}

/* ---- reasons ---- */

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

static void test_costly(void **state)
{
    struct met met = {0};
    const struct game *g = &arcane_game;
    (void)state;
    for (uint64_t seed = 1; seed <= COSTLY_GAMES; seed++) {
        uint64_t bytes[MAX_STATE_BYTES / 8] = {0}, luck = seed;
        struct chance c = {0};
        chance_seed_number(&c, seed);
        g->init(bytes, 3);
        g->begin(bytes, &c, NULL);
        for (int n = 0; n < STEPS && g->active(bytes); n++) {
            int seat = bit_lowest(g->active(bytes));
            if (n % REASONS_EVERY == 0)
                costly_cards_cost(g, bytes, seat, &met);
            g->apply(bytes, seat, random_policy(bytes, seat, g->legal(bytes, seat), &luck), &c,
                     NULL);
        }
    }
    assert_true(met.costly > 100 / REASONS_EVERY);
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
        struct view v;
        view_take(&v, &arcane_game, bytes, seat);
        ask(&h, &v);
        assert_int_equal(h.answer, bit_lowest(arcane_game.legal(bytes, seat)));
        assert_int_equal(h.say.weighed_n, 0);
    }
}

/* Weighing ends however few samples are asked for. */
static void test_few_samples(void **state)
{
    struct odds_position p;
    struct odds_potion from = {
        .bag = "white1=2,white3=1,green1=1", .pot = "white3,white2", .turn = 1};
    struct refusal why;
    struct chance luck = {0};
    struct view v;
    (void)state;
    assert_int_equal(odds_make(&p, &from, &why), 0);
    view_take(&v, p.game, p.state, 0);
    for (uint32_t samples = 1; samples < 20; samples++) {
        struct seated_bot bot = hint_adviser(v.game);
        bot.how.iterations = samples;
        assert_true(view_legal(&v) >> bot_choose(&bot, &v, &luck, NULL) & 1);
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

/* ---- reasons ---- */

/* Where others are as good, only comparisons are left that hold for all answers alike. */
static void test_equals(void **state)
{
    static const char *const words[] = {"more", "most", "best", "better", "least", "smaller"};
    static const char *const general[] = {"best", "first-chip", "effect", "peek", "ninx"};
    (void)state;
    for (int name = 0; name < REASON_COUNT; name++) {
        struct reason r = {0};
        int may = 0;
        reason_set(&r, (enum reason_name)name);
        reason_even(&r);
        for (size_t i = 0; i < sizeof general / sizeof *general; i++)
            may |= !strcmp(r.row->id, general[i]);
        for (size_t i = 0; !may && i < sizeof words / sizeof *words; i++)
            if (strstr(r.row->text, words[i]))
                fail_msg("others are as good, but %s", r.row->text);
    }
}

/* The gold of a set is that of the slot: the Sword takes its part unless it is replaced (A6.7). */
static void test_gold_of_a_slot(void **state)
{
    struct view v = {.game = &arcane_game};
    struct arcane_state *s = (struct arcane_state *)v.bytes;
    struct advice say = {0};
    (void)state;
    arcane_game.init(s, 2);
    s->is_view = 1;
    struct arcane_player *p = &s->player[0];
    memset(p->cell, ITEM_UNDECIDED, sizeof p->cell);
    p->rows = p->cols = 3;
    p->cell[0] = p->cell[1] = p->cell[3] = CELL_UP | SKELETOMICON;
    p->cell[6] = CELL_UP | SOVEREIGN_SWORD;
    s->phase = PHASE_SELL;
    s->question = Q_SLOT;
    s->at.played = SKELETOMICON;
    for (int slot = 2; slot <= 6; slot += 4) {
        struct reason r;
        int gold = s->cards.gold[SKELETOMICON];
        reason_find(&r, &v, slot, &say);
        assert_string_equal(r.row->id, "completes");
        assert_int_equal(r.n, slot == 6 ? gold : arcane_after_sword(s, gold));
    }
}

/* A loss is called by the figure that is told of it: "6 %" is a mistake, never doubtful. */
static void test_marks(void **state)
{
    (void)state;
    for (double loss = 0; loss < 0.2; loss += 0.0007) {
        char told[20];
        snprintf(told, sizeof told, "%.0f", 100 * loss);
        int percent = atoi(told);
        const char *mark = percent < 3    ? "fine"
                           : percent < 6  ? "doubtful"
                           : percent < 12 ? "mistake"
                                          : "blunder";
        assert_string_equal(review_mark_id(review_mark_of(loss)), mark);
    }
}

/* So is luck: "6 %" is always lucky or unlucky, where it is certain. */
static void test_luck(void **state)
{
    (void)state;
    for (double luck = 0.0001; luck < 0.2; luck += 0.0007) {
        char told[20];
        snprintf(told, sizeof told, "%.0f", 100 * luck);
        int called = atoi(told) >= 6;
        assert_int_equal(review_luck_of(luck, 0.001), called ? LUCK_LUCKY : LUCK_EVEN);
        assert_int_equal(review_luck_of(-luck, 0.001), called ? LUCK_UNLUCKY : LUCK_EVEN);
        assert_int_equal(review_luck_of(luck, luck / 2.9), LUCK_EVEN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),     cmocka_unit_test(test_arcane),
        cmocka_unit_test(test_quacks),    cmocka_unit_test(test_costly),
        cmocka_unit_test(test_first_two), cmocka_unit_test(test_buys),
        cmocka_unit_test(test_equals),    cmocka_unit_test(test_gold_of_a_slot),
        cmocka_unit_test(test_luck),      cmocka_unit_test(test_few_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
