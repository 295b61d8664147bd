/* Tests the fitted value of the Quacks (bots/odds/quacks_value.h), the brewer that plays for the
 * win by it, and the program that fits it (learn/). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "bots/odds/quacks_brewer.h"
#include "games/quacks/rules.h"
#include "learn/quacks_exploit.h"
#include "learn/quacks_value.h"

/* ---- positions ---- */

/* Turn 9, two players, book set 1. Seat 0 has a pot with so many whites and is asked; seat 1 has
 * stopped on space 30, which brings 7 points and 4 for its coins. */
static void last_potion(struct quacks_state *s, const uint8_t bag[CHIP_COUNT], int lead)
{
    quacks_init(s, 2);
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = 1;
    s->turn = TURNS, s->stage = STAGE_BREW, s->no_fortune = 1, s->card = NO_CARD;
    struct quacks_player *p = &s->player[0], *other = &s->player[1];
    memset(p->bag, 0, sizeof p->bag);
    memcpy(p->bag, bag, CHIP_COUNT);
    p->flask = 0, p->origin = 20, other->origin = 20;
    p->points = (uint16_t)(50 + lead), other->points = 50;
    pot_lay(p, WHITE3, 3);
    pot_lay(p, WHITE2, 2);
    pot_lay(p, BLUE4, 4);
    history_add(p, BLUE4);
    pot_lay(other, ORANGE1, 9);
    other->stopped = 1;
    ask_seat(&(struct quacks_resolution){s, NULL, NULL}, 0, QQ_BREW);
}

static int brewer_answer(const struct quacks_state *s, int by_share)
{
    struct worth_rows rows;
    struct view v;
    worth_rows_read(&rows);
    rows.value = &quacks_value, rows.by_share = by_share;
    view_take(&v, &quacks_game, s, 0);
    return brewer_choose(&v, &rows, 2);
}

/* ---- playing for the win ---- */

/* The same pot and bag: who leads stops, who is behind draws on, though points say otherwise for
 * one of them. */
static void leaders_sit_and_trailers_gamble(void **state)
{
    (void)state;
    static const uint8_t bag[CHIP_COUNT] = {
        [WHITE1] = 3, [WHITE2] = 1, [WHITE3] = 2, [ORANGE1] = 3, [BLUE4] = 1, [RED4] = 1};
    struct quacks_state s;
    last_potion(&s, bag, 3);
    assert_int_equal(brewer_answer(&s, 1), BREW_STOP);
    int points = brewer_answer(&s, 0);
    last_potion(&s, bag, -5);
    assert_int_equal(brewer_answer(&s, 1), BREW_DRAW);
    assert_int_equal(brewer_answer(&s, 0), points);
}

/* ---- what things are worth ---- */

static void weigh(struct worth *w, int turn, int blacks, int share)
{
    struct quacks_state s;
    struct worth_rows rows;
    quacks_init(&s, 2);
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s.book[colour] = 2;
    s.turn = (uint8_t)turn, s.stage = STAGE_BREW, s.card = NO_CARD;
    s.player[0].bag[BLACK1] = (uint8_t)blacks;
    worth_rows_read(&rows);
    rows.value = &quacks_value, rows.by_share = share;
    worth_weigh(w, &rows, &s, 0);
}

/* More coins never buy less, and the sixth black chip brings less than the first. */
static void worth_depends_on_the_bag(void **state)
{
    (void)state;
    struct worth few, many;
    /* Turn 0 stands for the card of turn 1. */
    for (int turn = 0; turn <= TURNS; turn++) {
        weigh(&few, turn, 0, 0);
        weigh(&many, turn, 5, 0);
        for (int coins = 1; coins < WORTH_COINS; coins++)
            assert_true(few.coins[coins] >= few.coins[coins - 1]);
        if (turn < TURNS - 1)
            assert_true(few.chip[BLACK1] > many.chip[BLACK1]);
    }
}

/* The shares of all seats make a whole; equal seats have equal shares, and points raise one's
 * own. */
static void shares_between_turns(void **state)
{
    (void)state;
    for (int players = 2; players <= QUACKS_SEATS; players++)
        /* Before turn 4 points give the others more rats than they are worth. */
        for (int turn = 4; turn <= TURNS; turn++) {
            struct quacks_state s;
            double share[QUACKS_SEATS], sum = 0;
            quacks_init(&s, players);
            s.turn = (uint8_t)turn;
            value_shares(&quacks_value, &s, share);
            assert_true(fabs(share[0] - 1.0 / players) < 1e-6 &&
                        fabs(share[1] - 1.0 / players) < 1e-6);
            s.player[0].points = 10;
            value_shares(&quacks_value, &s, share);
            for (int i = 0; i < players; i++)
                sum += share[i];
            assert_true(share[0] > share[1] && fabs(sum - 1) < 1e-6);
        }
}

/* A larger total is never worth less, and where the potion is expected to end a point is a
 * point. */
static void share_grows(void **state)
{
    (void)state;
    for (int turn = 1; turn <= TURNS; turn++) {
        struct worth w;
        weigh(&w, turn, 0, 1);
        assert_true(w.by_share);
        for (int i = -40; i < 120; i++) {
            double total = w.share_from + i / 2.0;
            assert_true(worth_shared(&w, total + 0.5) > worth_shared(&w, total));
        }
        double usual = w.share_from + WORTH_SHARE_BELOW, off = worth_shared(&w, usual) - usual;
        assert_true(off < 1e-9 && off > -1e-9);
    }
}

/* ---- fitting ---- */

enum { LEARNED = 1000, TRIED = 400 };

/* A small fit explains games that it has not seen better than the points do that it begins with. */
static void fit_improves(void **state)
{
    (void)state;
    struct learn_settings set = {.seed = 1, .threads = 2, .noise = 30, .lean = 50};
    set.set = set.tubes = set.fortune = -1;
    struct learn_game *games = calloc(LEARNED, sizeof *games);
    struct value_rows *rows = calloc(2, sizeof *rows);
    assert_true(games && rows);
    games_play(&set, NULL, 0, games, LEARNED);
    fit_rows(&set, &rows[1], games, LEARNED, &rows[0]);
    set.seed = 2;
    games_play(&set, NULL, 0, games, TRIED);
    for (int turn = 2; turn < TURNS; turn += 2) {
        double before = fit_explains(NULL, games, TRIED, turn);
        assert_true(fit_explains(&rows[0], games, TRIED, turn) > before);
    }
    free(games);
    free(rows);
}

/* The file of rows says what the rows are. */
static void rows_are_written_and_read(void **state)
{
    (void)state;
    char path[] = "/tmp/charlatan-rows-XXXXXX";
    struct value_rows *read = calloc(1, sizeof *read);
    int file = mkstemp(path);
    assert_true(read && file >= 0);
    close(file);
    assert_int_equal(rows_write(path, &quacks_value), 0);
    assert_int_equal(rows_read(path, read), 0);
    assert_memory_equal(read, &quacks_value, sizeof *read);
    unlink(path);
    assert_int_equal(rows_read(path, read), -1);
    free(read);
}

/* ---- the exploiter ---- */

static int changed(const struct exploiter *e)
{
    int n = 0;
    for (int a = 0; a < EXPLOIT_ACTIONS; a++)
        for (int k = 0; k < EXPLOIT_UNITS; k++)
            n += fabsf(e->more[a][k]) > 0;
    return n;
}

/* It begins as the net: every deal played in all seatings is even. Games change what it adds, the
 * same games in the same way, and an answer that it is made to like is given. */
static void exploiter_begins_as_the_net(void **state)
{
    static struct exploiter e, same, other;
    double error = 1;
    (void)state;
    assert_true(fabs(exploit_measure(&e, 2, 5, 4, &error) - 0.5) < 1e-9 && error < 1e-9);
    assert_true(fabs(exploit_measure(&e, 4, 5, 8, &error) - 0.25) < 1e-9 && error < 1e-9);
    double won = exploit_learn(&e, 2, 9, 6);
    assert_true(won >= 0 && won <= 1 && changed(&e) > 1000 && e.steps == 1);
    exploit_learn(&same, 2, 9, 6);
    assert_memory_equal(&e, &same, sizeof e);
    for (int k = 0; k < EXPLOIT_UNITS; k++)
        for (int a = 0; a < EXPLOIT_ACTIONS; a++)
            other.more[a][k] = (float)(a % 7 - 3);
    assert_true(exploit_measure(&other, 2, 5, 20, &error) < 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaders_sit_and_trailers_gamble),
        cmocka_unit_test(worth_depends_on_the_bag),
        cmocka_unit_test(shares_between_turns),
        cmocka_unit_test(share_grows),
        cmocka_unit_test(fit_improves),
        cmocka_unit_test(exploiter_begins_as_the_net),
        cmocka_unit_test(rows_are_written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
