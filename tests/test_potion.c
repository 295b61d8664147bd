/* Compares the odds of potions (bots/potion.h) with every order of draws by the real rules on small
 * bags, and with simulated draws on big ones, under many books and cards. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/potion.h"
#include "games/quacks/rules.h"

#define SAME(a, b) assert_true(fabs((a) - (b)) < 1e-9)

enum { SEAT = 0, SCRIPT_MAX = 8 };

/* ---- positions ---- */

/* A potion that is about to begin. The other seat has an open question, so that the turn does not
 * go on. */
static void brewing(struct quacks_state *s, const uint8_t *book, int card, const uint8_t *bag)
{
    quacks_init(s, 2);
    for (int i = 0; i < 5; i++)
        s->book[GREEN + i] = book[i];
    s->turn = 4, s->stage = STAGE_BREW, s->card = (uint8_t)card;
    for (int i = 0; i < 2; i++)
        ask_seat(&(struct ruling){s, NULL, NULL}, i, QQ_BREW);
    struct quacks_player *p = &s->player[SEAT];
    memset(p->bag, 0, sizeof p->bag);
    memcpy(p->bag, bag, CHIP_COUNT);
    memcpy(p->saved_bag, bag, CHIP_COUNT);
    p->rubies = p->saved_rubies = 1;
    p->saved_flask = 1;
    p->droplet = p->origin = 3;
}

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

/* A bag of n chips, about half of them white. */
static void random_bag(struct chance *c, int n, uint8_t bag[CHIP_COUNT])
{
    memset(bag, 0, CHIP_COUNT);
    while (n--)
        bag[below(c, 2) ? below(c, 3) : 3 + below(c, CHIP_COUNT - 3)]++;
}

static void random_books(struct chance *c, uint8_t book[5])
{
    for (int i = 0; i < 5; i++)
        book[i] = (uint8_t)(1 + below(c, 4));
}

static int random_card(struct chance *c)
{
    static const uint8_t cards[] = {POT_FILLING,   LIVING_IN_LUXURY,  SEASONED_PERFECTLY,
                                    LUCKY_DEVIL,   SHINING_BRIGHT,    WELL_STIRRED,
                                    SECOND_CHANCE, STRONG_INGREDIENT, PUMPKIN_PARTY,
                                    POT_FILLING,   MAGIC_POTION};
    return cards[below(c, sizeof cards)];
}

static void open_view(struct view *v, const struct quacks_state *s)
{
    view_take(v, &quacks_game, s, SEAT);
}

/* ---- brute force: every outcome of an answer, by the draws the rules ask for ---- */

typedef double after_fn(const struct quacks_state *s, void *how);

static double all_outcomes(const struct quacks_state *s, int answer, uint8_t *prefix, int n,
                           after_fn *after, void *how)
{
    struct outcome script[SCRIPT_MAX], log[SCRIPT_MAX];
    uint8_t used[SCRIPT_MAX] = {0}, bag[BAG_BYTES];
    struct quacks_state next = *s;
    struct chance c;
    chance_seed_number(&c, 1);
    for (int i = 0; i < n; i++)
        script[i] = (struct outcome){QUACKS_DRAW, SEAT, 1, {prefix[i]}};
    c.script = script, c.used = used, c.script_n = (uint32_t)n;
    c.log = log, c.log_cap = SCRIPT_MAX;
    quacks_apply(&next, SEAT, answer, &c, NULL);
    if ((int)c.log_n == n)
        return after(&next, how);
    memcpy(bag, s->player[SEAT].bag, sizeof bag);
    for (int i = 0; i < n; i++)
        bag[prefix[i]]--;
    double sum = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        prefix[n] = (uint8_t)chip;
        if (bag[chip])
            sum += bag[chip] * all_outcomes(s, answer, prefix, n + 1, after, how);
    }
    return sum / counts_sum(bag);
}

static double each_outcome(const struct quacks_state *s, int answer, after_fn *after, void *how)
{
    uint8_t prefix[SCRIPT_MAX];
    return all_outcomes(s, answer, prefix, 0, after, how);
}

/* The value of the best answer, computed without a table. */
static double best_by_force(const struct quacks_state *s, void *how)
{
    const struct worth *w = how;
    if (s->player[SEAT].stopped)
        return worth_of_end(w, s, SEAT) + worth_paid(w, s, SEAT);
    double best = -1000;
    for (uint64_t m = quacks_legal(s, SEAT); m; m &= m - 1)
        best = fmax(best, each_outcome(s, bit_lowest(m), best_by_force, how));
    return best;
}

/* The policy "draw k more, then stop"; its value is 1 if the wanted end is reached. */
struct wanted {
    int draws, exploded_only, space;
};

static double met(const struct quacks_state *s, void *how)
{
    const struct quacks_player *p = &s->player[SEAT];
    struct wanted *want = how, less = *want;
    if (!p->stopped && p->question != QQ_BREW)
        return each_outcome(s, potion_usual_answer(p), met, want);
    less.draws--;
    if (!p->stopped && want->draws && counts_sum(p->bag))
        return each_outcome(s, BREW_DRAW, met, &less);
    int reds = s->book[RED] == 2 ? p->beside[0] + 2 * p->beside[1] + 4 * p->beside[2] : 0;
    if (want->exploded_only)
        return p->exploded;
    return int_min(pot_scoring(p) + reds, POT_SPOON) == want->space;
}

static void draws_agree(const struct quacks_state *s, const struct potion_odds *o)
{
    for (int k = 0; k < o->draws_n && k <= 4; k++) {
        struct wanted want = {k, 1, 0};
        double sum = 0;
        SAME(o->draws[k].exploded, met(s, &want));
        want.exploded_only = 0;
        for (int space = 0; space < WORTH_SPACES; space++) {
            sum += o->draws[k].space[space];
            want.space = space;
            if (space < 8 || o->draws[k].space[space] > 0)
                SAME(o->draws[k].space[space], met(s, &want));
        }
        SAME(sum, 1);
    }
}

/* ---- the tests ---- */

static struct potion_odds *odds_of(const struct quacks_state *s)
{
    static struct potion_odds o;
    struct view v;
    open_view(&v, s);
    assert_int_equal(potion_odds(&v, SEAT, &o), 0);
    return &o;
}

/* A position after some random answers of a potion, or its beginning. */
static void random_position(struct quacks_state *s, struct chance *c, int chips, int answers)
{
    uint8_t bag[CHIP_COUNT], book[5];
    random_bag(c, chips, bag);
    random_books(c, book);
    brewing(s, book, random_card(c), bag);
    for (int i = 0; i < answers && !s->player[SEAT].stopped; i++) {
        struct quacks_state before = *s;
        int answer =
            s->player[SEAT].question == QQ_BREW ? BREW_DRAW : bit_lowest(quacks_legal(s, SEAT));
        quacks_apply(s, SEAT, answer, c, NULL);
        if (s->player[SEAT].stopped)
            *s = before;
    }
}

static void small_bags_draws(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 11);
    for (int i = 0; i < 80; i++) {
        struct quacks_state s;
        random_position(&s, &c, 5 + (int)below(&c, 2), (int)below(&c, 3));
        if (s.player[SEAT].question != QQ_BREW)
            continue;
        const struct potion_odds *o = odds_of(&s);
        assert_int_equal(o->sampled, 0);
        draws_agree(&s, o);
        if (o->draws_n > 1)
            SAME(o->explode_next, o->draws[1].exploded);
    }
}

static void small_bags_worth(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 12);
    for (int i = 0; i < 200; i++) {
        struct quacks_state s;
        random_position(&s, &c, 4, (int)below(&c, 3));
        struct quacks_player *p = &s.player[SEAT];
        if (p->question != QQ_BREW || counts_sum(p->bag) == 0)
            continue;
        struct potion_odds *o = odds_of(&s);
        double paid = o->worth.point * p->points + o->worth.ruby * p->rubies;
        assert_int_equal(o->exact, 1);
        SAME(o->ev_draw, each_outcome(&s, BREW_DRAW, best_by_force, &o->worth) - paid);
        if (o->can_stop)
            SAME(o->ev_stop, each_outcome(&s, BREW_STOP, best_by_force, &o->worth) - paid);
        if (o->can_flask)
            SAME(o->ev_flask, each_outcome(&s, BREW_FLASK, best_by_force, &o->worth) - paid);
        SAME(o->ev_stop, o->can_stop ? o->draws[0].worth : 0);
    }
}

/* A Second Chance, when the fifth chip may come: going on, or starting again. */
static void second_chance_worth(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {[WHITE1] = 1, [WHITE3] = 3, [BLUE4] = 1};
    for (int blue = 2; blue <= 4; blue++) {
        uint8_t book[5] = {1, (uint8_t)blue, 1, 1, 1};
        struct quacks_state s;
        brewing(&s, book, SECOND_CHANCE, bag);
        s.player[SEAT].flask = s.player[SEAT].saved_flask = 0;
        struct potion_odds *o = odds_of(&s);
        double paid = o->worth.ruby * s.player[SEAT].rubies;
        SAME(o->ev_draw, each_outcome(&s, BREW_DRAW, best_by_force, &o->worth) - paid);
    }
}

/* ---- big bags, simulated ---- */

struct counted {
    int exploded[POTION_DRAWS + 1], space[POTION_DRAWS + 1][WORTH_SPACES];
};

static void simulate(const struct quacks_state *from, struct chance *c, int rows, struct counted *n)
{
    struct quacks_state s = *from;
    const struct quacks_player *p = &s.player[SEAT];
    for (int k = 0; k < rows; k++) {
        if (k && !p->stopped && counts_sum(p->bag))
            quacks_apply(&s, SEAT, BREW_DRAW, c, NULL);
        while (!p->stopped && p->question != QQ_BREW)
            quacks_apply(&s, SEAT, potion_usual_answer(p), c, NULL);
        int reds = s.book[RED] == 2 ? p->beside[0] + 2 * p->beside[1] + 4 * p->beside[2] : 0;
        n->exploded[k] += p->exploded;
        n->space[k][int_min(pot_scoring(p) + reds, POT_SPOON)]++;
    }
}

/* The results must agree within five standard errors; `sampled` is 0 if the chance is exact. */
static void near(double chance, int sampled, int times, int of)
{
    double error = sqrt(chance * (1 - chance) * (1.0 / of + (sampled ? 1.0 / sampled : 0)));
    assert_true(fabs((double)times / of - chance) <= 5 * error + (sampled ? 15.0 : 1.0) / of);
    assert_true(sampled || times == 0 || chance > 0);
}

static void big_bag_agrees(const struct quacks_state *s, struct chance *c, int potions)
{
    static struct counted n;
    const struct potion_odds *o = odds_of(s);
    memset(&n, 0, sizeof n);
    assert_in_range(o->rows_exact, 6, o->draws_n);
    for (int i = 0; i < potions; i++)
        simulate(s, c, o->draws_n, &n);
    for (int k = 0; k < o->draws_n; k++) {
        int sampled = k < o->rows_exact ? 0 : o->sampled;
        near(o->draws[k].exploded, sampled, n.exploded[k], potions);
        for (int space = 0; space < WORTH_SPACES; space++)
            near(o->draws[k].space[space], sampled, n.space[k][space], potions);
    }
}

/* 125,000 potions of eight draws are 10^6 draws, for the books of every set. */
static void big_bags_draws(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {
        [WHITE1] = 5, [WHITE2] = 2, [WHITE3] = 1, [ORANGE1] = 3, [GREEN1] = 2,  [GREEN4] = 1,
        [BLUE2] = 2,  [RED1] = 1,   [RED2] = 1,   [YELLOW1] = 2, [PURPLE1] = 2, [BLACK1] = 1};
    struct chance c;
    chance_seed_number(&c, 13);
    for (int set = 1; set <= 4; set++) {
        uint8_t book[5];
        struct quacks_state s;
        memset(book, set, sizeof book);
        brewing(&s, book, set == 4 ? WELL_STIRRED : POT_FILLING, bag);
        big_bag_agrees(&s, &c, 125000);
    }
}

/* There are too many bags to go through to the end, but few kinds: a depth must still be found. */
static void few_kinds_depth(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {
        [WHITE1] = 4, [WHITE2] = 2, [WHITE3] = 1, [ORANGE1] = 2, [GREEN1] = 2,
        [GREEN2] = 2, [BLUE1] = 2,  [BLUE2] = 2,  [RED1] = 2};
    uint8_t book[5] = {1, 1, 1, 1, 1};
    struct quacks_state s;
    brewing(&s, book, POT_FILLING, bag);
    assert_in_range(odds_of(&s)->depth, 4, 9);
}

/* A seat without a potion in progress has no odds. */
static void no_potion(void **state)
{
    (void)state;
    struct quacks_state s;
    struct potion_odds o;
    struct view v;
    uint8_t bag[CHIP_COUNT] = {3, 1, 1}, book[5] = {1, 1, 1, 1, 1};
    brewing(&s, book, POT_FILLING, bag);
    open_view(&v, &s);
    assert_int_equal(potion_odds(&v, 2, &o), 1);
    s.player[SEAT].stopped = 1;
    open_view(&v, &s);
    assert_int_equal(potion_odds(&v, SEAT, &o), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_bags_draws),    cmocka_unit_test(small_bags_worth),
        cmocka_unit_test(second_chance_worth), cmocka_unit_test(big_bags_draws),
        cmocka_unit_test(few_kinds_depth),     cmocka_unit_test(no_potion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
