/* Tests of the Quacks' internal functions against the values in the rules (Q4.3, Q11), and of bugs
 * that were fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/quacks/rules.h"

/* Q4.3 */
static void rat_tails(void **state)
{
    (void)state;
    static const int checks[][3] = {{19, 20, 0}, {17, 20, 1},  {16, 20, 2},
                                    {0, 10, 3},  {39, 68, 12}, {51, 68, 7}};
    struct quacks_state s;
    quacks_init(&s, 2);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        assert_int_equal(tails_below(&s, checks[i][1]) - tails_below(&s, checks[i][0]),
                         checks[i][2]);
}

/* Q1: checks the tables by their sums and last values. */
static void pot_tables(void **state)
{
    (void)state;
    int coins = 0, points = 0, rubies = 0;
    struct quacks_state s;
    quacks_init(&s, 2);
    for (int space = 0; space <= POT_SPOON; space++) {
        coins += space_coins(&s, space);
        points += space_points(&s, space);
        rubies += space_has_ruby(&s, space);
    }
    assert_int_equal(coins, 1052);
    assert_int_equal(points, 343);
    assert_int_equal(rubies, 15);
    assert_int_equal(space_coins(&s, 52), 33);
    assert_int_equal(space_points(&s, 52), 14);
    assert_true(space_has_ruby(&s, 52) && !space_has_ruby(&s, 53));
}

/* Q11: after four starting bags. */
static void supply_after_dealing(void **state)
{
    (void)state;
    struct quacks_state s;
    quacks_init(&s, 4);
    assert_int_equal(s.supply[WHITE1], 4);
    assert_int_equal(s.supply[WHITE2] + s.supply[WHITE3], 0);
    assert_int_equal(s.supply[ORANGE1], 16);
    assert_int_equal(s.supply[GREEN1], 11);
}

/* Q8: the two prices on which printings differ. */
static void prices(void **state)
{
    (void)state;
    struct quacks_state s;
    quacks_init(&s, 2);
    s.book[GREEN] = 3, s.book[BLUE] = 4;
    assert_int_equal(chip_price(&s, GREEN4), 18);
    assert_int_equal(chip_price(&s, BLUE4), 20);
    s.printed = 1;
    assert_int_equal(chip_price(&s, GREEN4), 21);
    assert_int_equal(chip_price(&s, BLUE4), 19);
    assert_int_equal(chip_price(&s, ORANGE1), 3);
    assert_int_equal(chip_price(&s, BLACK1), 10);
}

/* ---- bugs that were found once ---- */

/* If a seat goes on above the limit after A Second Chance, a blue 2 explodes the pot and opens no
 * window (Q5.3). */
static void exploding_blue_opens_no_window(void **state)
{
    (void)state;
    static const uint8_t whites[] = {WHITE3, WHITE2, WHITE2, WHITE1};
    struct quacks_state s;
    struct chance c;
    quacks_init(&s, 2);
    s.card = SECOND_CHANCE, s.turn = 1, s.stage = STAGE_BREW;
    s.book[BLUE] = 2;
    s.player[1].stopped = 1;
    struct quacks_player *p = &s.player[0];
    p->offered = 1;
    memset(p->bag, 0, sizeof p->bag);
    p->bag[BLUE2] = 2;
    for (int i = 0; i < 4; i++)
        pot_lay(p, whites[i], chip_value(whites[i]));
    history_add(p, WHITE1);
    p->question = QQ_BREW, s.asked = 1;
    chance_seed_number(&c, 1);
    quacks_apply(&s, 0, BREW_DRAW, &c, NULL);
    assert_int_equal(p->exploded, 1);
    assert_int_equal(p->window, 0);
    assert_int_equal(p->covered, 0);
}

/* ---- long potions ---- */

/* Draws this chip for seat 0, by force. */
static void draw(struct quacks_state *s, int chip)
{
    struct outcome script = {QUACKS_DRAW, 0, 1, {(uint8_t)chip}};
    uint8_t used = 0;
    struct chance c;
    chance_seed_number(&c, 1);
    c.script = &script, c.used = &used, c.script_n = 1;
    assert_int_equal(s->player[0].question, QQ_BREW);
    quacks_apply(s, 0, BREW_DRAW, &c, NULL);
    assert_int_equal(c.impossible, 0);
}

static void answer(struct quacks_state *s, int question, int bit)
{
    struct chance c;
    chance_seed_number(&c, 1);
    assert_int_equal(s->player[0].question, question);
    assert_true(quacks_legal(s, 0) >> bit & 1);
    quacks_apply(s, 0, bit, &c, NULL);
}

/* A seat with all reds and 52 other chips of value 1, so that every one of them fits into the pot.
 * One white is for Well Stirred and the flask. */
static void rich_table(struct quacks_state *s)
{
    static const uint8_t chips[] = {RED1, RED2, RED4, ORANGE1, GREEN1, PURPLE1, WHITE1, BLACK1};
    static const uint8_t counts[] = {12, 8, 10, 19, 14, 15, 2, 2};
    quacks_init(s, 2);
    s->card = WELL_STIRRED, s->turn = 3, s->stage = STAGE_BREW;
    s->left &= ~(1u << WELL_STIRRED);
    s->book[RED] = 2;
    s->player[1].question = QQ_BREW;
    s->player[0].question = QQ_BREW, s->asked = 3;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        s->supply[chip] = (uint8_t)(s->supply[chip] + s->player[0].bag[chip]);
    memset(s->player[0].bag, 0, sizeof s->player[0].bag);
    for (size_t i = 0; i < sizeof chips; i++) {
        s->player[0].bag[chips[i]] = counts[i];
        s->supply[chips[i]] = (uint8_t)(s->supply[chips[i]] - counts[i]);
    }
}

/* Each red is drawn, put back and drawn again (Q8, book red 2). */
static void draw_all_reds(struct quacks_state *s)
{
    const struct quacks_player *p = &s->player[0];
    for (int i = 0; i < 3; i++) {
        int owned = p->bag[red_chip(i)];
        for (int n = 0; n < owned; n++) {
            draw(s, red_chip(i));
            answer(s, QQ_BREW, BREW_BAG + i);
        }
        for (int n = 0; n < owned; n++)
            draw(s, red_chip(i));
        assert_int_equal(p->returned[i], owned);
        assert_false(red_can_go_back(p, i));
    }
}

/* The longest potion there can be keeps its whole history (history_add): 60 reds, a white that Well
 * Stirred returns, one that the flask returns, and a full pot. */
static void longest_potion(void **state)
{
    (void)state;
    struct quacks_state s;
    struct quacks_player *p = &s.player[0];
    rich_table(&s);
    draw_all_reds(&s);
    draw(&s, WHITE1);
    answer(&s, QQ_RETURN, 0);
    draw(&s, WHITE1);
    answer(&s, QQ_BREW, BREW_FLASK);
    assert_int_equal(p->pot_n, 0);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        while (p->bag[chip])
            draw(&s, chip);
    assert_int_equal(p->pot_n, POT_MAX);
    assert_int_equal(p->drawn_n, 114);
    assert_int_equal(drawn_at(p, 0), RED1);
    assert_int_equal(drawn_at(p, 59), RED4);
    assert_int_equal(drawn_at(p, 60), WHITE1);
    assert_int_equal(drawn_at(p, 62), WHITE1);
    assert_int_equal(drawn_at(p, 64), ORANGE1);
    assert_int_equal(drawn_at(p, p->drawn_n - 1), p->last_drawn);
    assert_true(p->stopped);
    assert_null(quacks_check(&s));
}

/* A history set up by hand may be full: then whites stay, because Well Stirred and the flask ask
 * for them. */
static void full_history(void **state)
{
    (void)state;
    struct quacks_player p;
    memset(&p, 0, sizeof p);
    history_add(&p, WHITE3);
    for (int i = 1; i < DRAWN_MAX; i++)
        history_add(&p, i == 1 ? GREEN4 : RED1);
    history_add(&p, BLACK1);
    assert_int_equal(p.drawn_n, DRAWN_MAX);
    assert_int_equal(drawn_at(&p, 0), WHITE3);
    assert_int_equal(drawn_at(&p, 1), RED1);
    assert_int_equal(drawn_at(&p, DRAWN_MAX - 1), BLACK1);
    assert_int_equal(p.last_drawn, BLACK1);
}

/* The question after an explosion says what happened (Q12). */
static void exploded_question(void **state)
{
    (void)state;
    struct quacks_state s;
    char whole[MAX_SENTENCE], exploded[MAX_SENTENCE];
    quacks_init(&s, 2);
    s.card = SECOND_CHANCE, s.risky = 1, s.turn = 1, s.stage = STAGE_BREW;
    s.player[0].question = QQ_RESTART, s.asked = 1;
    quacks_question_text(&s, 0, whole);
    s.player[0].exploded = 1;
    quacks_question_text(&s, 0, exploded);
    assert_non_null(strstr(exploded, "exploded"));
    assert_null(strstr(whole, "exploded"));
}

/* ---- what is told ---- */

/* The events of the first turn under this card. */
static uint32_t first_turn(int card, struct event *event)
{
    struct outcome script = {QUACKS_FORTUNE, CHANCE_NO_SEAT, 1, {(uint8_t)card}};
    struct events sink = {event, 0, MAX_EVENTS};
    struct quacks_state s;
    struct chance c;
    uint8_t used = 0;
    quacks_init(&s, 3);
    s.first = 0;
    chance_seed_number(&c, 4);
    c.script = &script, c.used = &used, c.script_n = 1;
    quacks_begin(&s, &c, &sink);
    return sink.n;
}

/* Less Is More: everybody sees all chips, and their sums (Q7). */
static void less_is_more_is_told(void **state)
{
    (void)state;
    static struct event event[MAX_EVENTS];
    int chips[3] = {0}, sum[3] = {0}, sums = 0;
    uint32_t n = first_turn(LESS_IS_MORE, event);
    for (uint32_t i = 0; i < n; i++) {
        const struct event *e = &event[i];
        char text[MAX_SENTENCE];
        if (e->kind == QE_SHOWED) {
            assert_int_equal(e->seen, EVENT_ALL_SEE);
            assert_non_null(strstr(quacks_event_text(e, SPECTATOR, text), " draws "));
            chips[e->seat]++;
            sum[e->seat] += chip_value(e->item);
        }
        if (e->kind == QE_SUM) {
            assert_int_equal(e->n, sum[e->seat]);
            sums++;
        }
        assert_int_not_equal(e->kind, QE_LOOKED);
    }
    assert_int_equal(sums, 3);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(chips[seat], 5);
}

/* Answers with the lowest answer until somebody brews, and collects what is told. */
static uint32_t up_to_the_potions(struct quacks_state *s, struct event event[MAX_EVENTS])
{
    struct events sink = {event, 0, MAX_EVENTS};
    struct chance c;
    chance_seed_number(&c, 4);
    while (s->stage < STAGE_BREW) {
        int seat = s->asked ? bit_lowest(s->asked) : -1;
        if (seat < 0)
            quacks_go_on(s, 1, &c, &sink);
        else
            quacks_apply(s, seat, bit_lowest(quacks_legal(s, seat)), &c, &sink);
    }
    return sink.n;
}

/* What it is promised is what it can have: it may pass up steps where it is asked (Q12), and there
 * are none without room (Q1.3). */
static const char *wisely_says(const struct quacks_state *s, int seat)
{
    int room = DROPLET_LAST - s->player[seat].droplet;
    if (!room)
        return "can take neither a purple 1 nor a droplet step.";
    if (s->optional)
        return room == 1 ? "may take 1 droplet step (no purple 1 can be taken)."
                         : "may take 2 droplet steps (no purple 1 can be taken).";
    return room == 1 ? "gets 1 droplet step (no purple 1 can be taken)."
                     : "gets 2 droplet steps (no purple 1 can be taken).";
}

static int is_no_choice(const struct event *e)
{
    return strcmp(quacks_game.event_type(e), "no-choice") == 0;
}

/* A seat that loses the choice for want of a purple 1 is told so, before its steps: before turn 3,
 * when the supply is empty, and when a seat before it takes the last one (Q2, Q3, Q7). */
static void choose_wisely_says_why_it_does_not_ask(void **state)
{
    static const struct {
        int turn, supply, optional, first_told;
    } cases[] = {{1, 15, 0, 0}, {1, 15, 1, 0}, {3, 0, 0, 0},
                 {3, 1, 0, 1},  {3, 2, 1, 2},  {3, 3, 0, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct event event[MAX_EVENTS];
        struct quacks_state s;
        const char *says[3];
        int next = cases[i].first_told, stepped = 0;
        char text[MAX_SENTENCE];
        quacks_init(&s, 3);
        s.turn = (uint8_t)cases[i].turn, s.stage = STAGE_CARD, s.card = CHOOSE_WISELY;
        s.supply[PURPLE1] = (uint8_t)cases[i].supply, s.optional = (uint8_t)cases[i].optional;
        s.player[0].droplet = DROPLET_LAST;
        s.player[1].droplet = DROPLET_LAST - 1;
        for (int seat = 0; seat < 3; seat++)
            says[seat] = wisely_says(&s, seat);
        uint32_t n = up_to_the_potions(&s, event);
        for (uint32_t k = 0; k < n; k++) {
            stepped |= (event[k].kind == QE_DROPLET) << event[k].seat;
            if (!is_no_choice(&event[k]))
                continue;
            assert_int_equal(event[k].seat, next++);
            assert_false(stepped >> event[k].seat & 1);
            quacks_event_text(&event[k], SPECTATOR, text);
            assert_non_null(strstr(text, says[event[k].seat]));
        }
        assert_int_equal(next, 3);
    }
}

/* By other numbers, and with the droplet before its last space: no more steps are promised than
 * can be taken (Q12). */
static void no_step_too_many_is_promised(void **state)
{
    (void)state;
    uint16_t values[NUMBERS_VALUES];
    char text[MAX_SENTENCE];
    struct quacks_state s;
    struct chance c;
    memcpy(values, quacks_standard_numbers(), sizeof *quacks_standard_numbers());
    ((struct quacks_numbers *)(void *)values)->black_steps[0] = 2;
    ((struct quacks_numbers *)(void *)values)->green4_steps = 3;
    quacks_init(&s, 2);
    s.numbers = numbers_add(values, quacks_numbers_form.values);
    s.turn = 4, s.stage = STAGE_B, s.optional = 1, s.book[GREEN] = 4;
    for (int seat = 0; seat < 2; seat++) {
        struct quacks_player *p = &s.player[seat];
        p->droplet = (uint8_t)(DROPLET_LAST - 1 - seat), p->origin = 1, p->stopped = 1;
        pot_lay(p, BLACK1, 1);
        pot_lay(p, GREEN1, 1);
        p->scoring = (uint8_t)pot_scoring(p);
    }
    chance_seed_number(&c, 1);
    quacks_go_on(&s, 1, &c, NULL);
    assert_string_equal(quacks_question_text(&s, 0, text), "Hawkmoth: take 1 droplet step?");
    answer(&s, QQ_OPTIONAL, 1);
    assert_string_equal(quacks_question_text(&s, 0, text), "Pay 1 ruby to move your droplet?");
    answer(&s, QQ_PAY, 1);
    assert_string_equal(quacks_question_text(&s, 1, text), "Hawkmoth: take 2 droplet steps?");
    s.tubes = 1;
    assert_string_equal(quacks_question_text(&s, 1, text), "Hawkmoth: take 2 droplet steps?");
    s.player[1].droplet = DROPLET_LAST;
    assert_string_equal(quacks_question_text(&s, 1, text), "Hawkmoth: take 2 droplet steps?");
    s.tubes = 0;
    assert_int_equal(optional_action(&s, 1).chip, NO_CHIP);
}

/* What books blue 3 and 4 pay cites the books' rule (Q8). */
static void blue_cites_its_rule(void **state)
{
    (void)state;
    for (int book = 3; book <= 4; book++) {
        struct event event[MAX_EVENTS];
        struct events sink = {event, 0, MAX_EVENTS};
        struct quacks_state s;
        struct chance c;
        int told = 0;
        quacks_init(&s, 2);
        s.card = LUCKY_DEVIL, s.turn = 1, s.stage = STAGE_BREW;
        s.book[BLUE] = (uint8_t)book;
        s.player[1].stopped = 1;
        struct quacks_player *p = &s.player[0];
        memset(p->bag, 0, sizeof p->bag);
        p->bag[BLUE2] = 2;
        /* The first ruby lies on space 5. */
        p->origin = 3;
        p->question = QQ_BREW, s.asked = 1;
        chance_seed_number(&c, 1);
        quacks_apply(&s, 0, BREW_DRAW, &c, &sink);
        for (uint32_t i = 0; i < sink.n; i++) {
            const char *type = quacks_event_type(&event[i]);
            if (strcmp(type, book == 3 ? "ruby" : "points") != 0)
                continue;
            assert_string_equal(quacks_event_rule(&event[i]), "Q8");
            told++;
        }
        assert_int_equal(told, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rat_tails),
        cmocka_unit_test(pot_tables),
        cmocka_unit_test(prices),
        cmocka_unit_test(supply_after_dealing),
        cmocka_unit_test(exploding_blue_opens_no_window),
        cmocka_unit_test(longest_potion),
        cmocka_unit_test(full_history),
        cmocka_unit_test(exploded_question),
        cmocka_unit_test(less_is_more_is_told),
        cmocka_unit_test(choose_wisely_says_why_it_does_not_ask),
        cmocka_unit_test(no_step_too_many_is_promised),
        cmocka_unit_test(blue_cites_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
