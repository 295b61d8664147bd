/* Compares the odds of potions (bots/odds/quacks_potion.h) with every order of draws by the real
 * rules on small bags, and with simulated draws on big ones, under many books and cards. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bots/odds/quacks_brewer.h"
#include "games/quacks/rules.h"

#define SAME(a, b) assert_true(fabs((a) - (b)) < 1e-9)

enum { SEAT = 0, SCRIPT_MAX = 8 };
/* How much is compared. Slow builds only look whether it runs well. */
#ifdef SLOW_BUILD
enum { WORTHS = 25, REDS = 24, POTIONS = 4000, RISKY_POTIONS = 1000 };
#else
enum { WORTHS = 200, REDS = 60, POTIONS = 125000, RISKY_POTIONS = 20000 };
#endif

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
        ask_seat(&(struct quacks_resolution){s, NULL, NULL}, i, QQ_BREW);
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

/* Each ruling of Q12 by lot, and under book red 2 reds that lie beside the pot already. */
static void random_options(struct quacks_state *s, struct chance *c)
{
    struct quacks_player *p = &s->player[SEAT];
    s->risky = (uint8_t)below(c, 2);
    s->acts = (uint8_t)below(c, 2);
    if (below(c, 8) == 0)
        s->no_fortune = 1, s->card = NO_CARD;
    for (int i = 0; i < 2 && s->book[RED] == 2; i++)
        p->beside[i] = p->saved_beside[i] = (uint8_t)below(c, 2);
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
    /* A chip that is looked at is still in the bag; once it is taken, it cannot be drawn again. */
    if (s->player[SEAT].question == QQ_PICK && answer != PICK_NONE)
        bag[answer]--;
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

/* The value of the best answer, computed without a table. Reds may go back into the bag as often as
 * the rules allow, which must never be better. */
static double best_by_force(const struct quacks_state *s, void *how)
{
    const struct worth *w = how;
    if (s->player[SEAT].question == QQ_NONE)
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

/* Gives so many answers, but none that ends the potion. */
static void play_on(struct quacks_state *s, struct chance *c, int answers)
{
    const struct quacks_player *p = &s->player[SEAT];
    for (int i = 0; i < answers; i++) {
        struct quacks_state before = *s;
        int answer = p->question == QQ_BREW ? BREW_DRAW : bit_lowest(quacks_legal(s, SEAT));
        quacks_apply(s, SEAT, answer, c, NULL);
        if (p->question == QQ_NONE)
            *s = before;
    }
}

/* A position after some random answers of a potion, or its beginning. */
static void random_position(struct quacks_state *s, struct chance *c, int card, int chips,
                            int answers)
{
    uint8_t bag[CHIP_COUNT], book[5];
    random_bag(c, chips, bag);
    random_books(c, book);
    brewing(s, book, card, bag);
    random_options(s, c);
    play_on(s, c, answers);
}

static void small_bags_draws(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 11);
    for (int i = 0; i < 80; i++) {
        struct quacks_state s;
        int card = random_card(&c), chips = 5 + (int)below(&c, 2);
        random_position(&s, &c, card, chips, (int)below(&c, 3));
        if (s.player[SEAT].question != QQ_BREW)
            continue;
        const struct potion_odds *o = odds_of(&s);
        assert_int_equal(o->sampled, 0);
        draws_agree(&s, o);
        if (o->draws_n > 1)
            SAME(o->explode_next, o->draws[1].exploded);
    }
}

/* Every answer of the odds against brute force. */
static void worths_agree(const struct quacks_state *s)
{
    const struct quacks_player *p = &s->player[SEAT];
    struct potion_odds *o = odds_of(s);
    double paid = o->worth.point * p->points + o->worth.ruby * p->rubies;
    assert_int_equal(o->exact, 1);
    if (o->can_draw)
        SAME(o->ev_draw, each_outcome(s, BREW_DRAW, best_by_force, &o->worth) - paid);
    if (o->can_stop)
        SAME(o->ev_stop, each_outcome(s, BREW_STOP, best_by_force, &o->worth) - paid);
    if (o->can_flask)
        SAME(o->ev_flask, each_outcome(s, BREW_FLASK, best_by_force, &o->worth) - paid);
    for (int red = 0; red < 3; red++)
        if (o->can_bag[red])
            SAME(o->ev_bag[red], each_outcome(s, BREW_BAG + red, best_by_force, &o->worth) - paid);
    SAME(o->ev_stop, o->can_stop ? o->draws[0].worth : 0);
    if (!o->can_restart)
        return;
    SAME(o->ev_anew, each_outcome(s, 0, best_by_force, &o->worth) - paid);
    SAME(o->ev_keep, each_outcome(s, 1, best_by_force, &o->worth) - paid);
}

static void small_bags_worth(void **state)
{
    (void)state;
    struct chance c;
    chance_seed_number(&c, 12);
    for (int i = 0; i < WORTHS; i++) {
        struct quacks_state s;
        int card = random_card(&c);
        random_position(&s, &c, card, 4, (int)below(&c, 3));
        struct quacks_player *p = &s.player[SEAT];
        if ((p->question == QQ_BREW && counts_sum(p->bag)) || p->question == QQ_RESTART)
            worths_agree(&s);
    }
}

/* Book red 2: brute force may put reds back, the odds say that this is never better. */
static void reds_never_go_back(void **state)
{
    (void)state;
    struct chance c;
    int offered = 0;
    chance_seed_number(&c, 14);
    for (int i = 0; i < REDS; i++) {
        struct quacks_state s;
        uint8_t bag[CHIP_COUNT], book[5];
        random_books(&c, book);
        book[RED - GREEN] = 2;
        random_bag(&c, 2, bag);
        bag[RED1 + below(&c, 3)]++;
        brewing(&s, book, random_card(&c), bag);
        random_options(&s, &c);
        play_on(&s, &c, (int)below(&c, 4));
        if (s.player[SEAT].question != QQ_BREW)
            continue;
        worths_agree(&s);
        offered += (quacks_legal(&s, SEAT) >> BREW_BAG & 7) != 0;
    }
    assert_in_range(offered, REDS / 3, REDS);
}

/* A Second Chance, when the fifth chip may come: going on, or starting again. Risky: four whites
 * explode the pot, and the seat is asked at once (Q12). */
static void second_chance_worth(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {[WHITE1] = 1, [WHITE3] = 3, [BLUE4] = 1};
    for (int i = 0; i < 6; i++) {
        uint8_t book[5] = {1, (uint8_t)(2 + i / 2), 1, 1, 1};
        struct quacks_state s;
        brewing(&s, book, SECOND_CHANCE, bag);
        s.risky = i & 1;
        s.player[SEAT].flask = s.player[SEAT].saved_flask = 0;
        worths_agree(&s);
    }
}

/* The question after an explosion: the pot is over unless the potion starts anew. */
static void exploded_and_asked(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {[WHITE3] = 3, [ORANGE1] = 1, [GREEN4] = 1};
    uint8_t book[5] = {1, 1, 1, 1, 1};
    struct quacks_state s;
    struct chance c;
    int met_it = 0;
    for (uint64_t seed = 1; seed < 40; seed++) {
        chance_seed_number(&c, seed);
        brewing(&s, book, SECOND_CHANCE, bag);
        s.risky = 1;
        while (s.player[SEAT].question == QQ_BREW)
            quacks_apply(&s, SEAT, BREW_DRAW, &c, NULL);
        if (s.player[SEAT].question != QQ_RESTART)
            continue;
        const struct potion_odds *o = odds_of(&s);
        met_it += s.player[SEAT].exploded;
        assert_int_equal(o->can_restart, 1);
        assert_int_equal(o->draws_n,
                         s.player[SEAT].exploded ? 1 : counts_sum(s.player[SEAT].bag) + 1);
        SAME(o->draws[0].exploded, s.player[SEAT].exploded);
        worths_agree(&s);
    }
    assert_in_range(met_it, 3, 40);
}

/* The offer after five chips, safe and risky: the next chip is that of a pot that is kept. */
static void next_chip_at_the_offer(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {[WHITE1] = 4, [WHITE3] = 2, [ORANGE1] = 3};
    uint8_t book[5] = {1, 1, 1, 1, 1};
    struct quacks_state s;
    struct chance c;
    int dangers = 0;
    for (uint64_t seed = 1; seed < 40; seed++) {
        chance_seed_number(&c, seed);
        brewing(&s, book, SECOND_CHANCE, bag);
        s.risky = seed & 1;
        while (s.player[SEAT].question == QQ_BREW)
            quacks_apply(&s, SEAT, BREW_DRAW, &c, NULL);
        assert_int_equal(s.player[SEAT].question, QQ_RESTART);
        const struct potion_odds *o = odds_of(&s);
        assert_int_equal(o->next, !s.player[SEAT].exploded);
        SAME(o->explode_next, o->next ? o->draws[1].exploded : 0);
        dangers += o->explode_next > 0;
    }
    assert_in_range(dangers, 10, 39);
}

/* With 7 whites among three chips, most of the bag explodes the pot. That ends a usual potion; with
 * a second chance it only starts anew, which is worth more than so short a potion. */
static void brewer_uses_its_insurance(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {[WHITE1] = 4, [ORANGE1] = 1, [GREEN1] = 1};
    static const uint8_t pot[] = {WHITE3, WHITE2, WHITE2};
    uint8_t book[5] = {1, 1, 1, 1, 1};
    for (int i = 0; i < 3; i++) {
        struct quacks_state s;
        struct worth_rows rows;
        struct view v;
        brewing(&s, book, i ? SECOND_CHANCE : POT_FILLING, bag);
        struct quacks_player *p = &s.player[SEAT];
        s.risky = i == 1;
        s.turn = 7;
        p->flask = p->saved_flask = 0;
        for (int n = 0; n < 3; n++) {
            pot_lay(p, pot[n], chip_value(pot[n]));
            p->saved_bag[pot[n]]++;
            history_add(p, pot[n]);
        }
        worth_rows_read(&rows);
        open_view(&v, &s);
        assert_int_equal(brewer_choose(&v, &rows, 2), i ? BREW_DRAW : BREW_STOP);
    }
}

/* ---- Strong Ingredient ---- */

/* The best of the chips that the rules let the seat look at. */
static double best_pick(const struct quacks_state *s, void *how)
{
    const struct quacks_player *p = &s->player[SEAT];
    double best = worth_of_end(how, s, SEAT);
    assert_int_equal(p->question, QQ_PICK);
    for (int i = 0; i < p->offer_n; i++)
        best = fmax(best, worth_with_strong(how, s, SEAT, p->offer[i]));
    return best;
}

/* What stopping is worth, with the chip that may still be laid, against all chips that can be
 * looked at. */
static void strong_ingredient_worth(void **state)
{
    (void)state;
    struct chance c;
    int better = 0;
    chance_seed_number(&c, 15);
    for (int i = 0; i < 60; i++) {
        struct quacks_state s;
        struct worth_rows rows;
        struct worth w;
        double worth[2];
        random_position(&s, &c, STRONG_INGREDIENT, 9, 3);
        struct quacks_player *p = &s.player[SEAT], *other = &s.player[1];
        if (p->question != QQ_BREW || s.no_fortune)
            continue;
        other->stopped = other->exploded = 1, other->question = QQ_NONE;
        s.asked = 1u << SEAT;
        worth_rows_read(&rows);
        worth_weigh(&w, &rows, &s, SEAT);
        for (int acts = 0; acts < 2; acts++) {
            s.acts = (uint8_t)acts;
            worth[acts] = worth_of_end(&w, &s, SEAT);
            SAME(worth[acts], each_outcome(&s, BREW_STOP, best_pick, &w));
        }
        assert_true(worth[1] >= worth[0] - 1e-9);
        better += worth[1] > worth[0] + 1e-9;
    }
    assert_in_range(better, 5, 60);
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
        big_bag_agrees(&s, &c, POTIONS);
        s.card = SECOND_CHANCE, s.risky = 1;
        big_bag_agrees(&s, &c, RISKY_POTIONS);
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
    ask_no_more(&s, SEAT);
    open_view(&v, &s);
    assert_int_equal(potion_odds(&v, SEAT, &o), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_bags_draws),
        cmocka_unit_test(small_bags_worth),
        cmocka_unit_test(reds_never_go_back),
        cmocka_unit_test(second_chance_worth),
        cmocka_unit_test(exploded_and_asked),
        cmocka_unit_test(brewer_uses_its_insurance),
        cmocka_unit_test(next_chip_at_the_offer),
        cmocka_unit_test(strong_ingredient_worth),
        cmocka_unit_test(big_bags_draws),
        cmocka_unit_test(few_kinds_depth),
        cmocka_unit_test(no_potion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
