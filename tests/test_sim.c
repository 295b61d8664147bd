/* Unit tests of the simulator: seatings, keys of chance, sums and intervals compared with simple
 * arithmetic, games to keep, the order of lines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/lines.h"
#include "sim/luck.h"
#include "sim/plan.h"
#include "sim/shelf.h"
#include "wire/hex.h"

/* ---- seatings ---- */

static int seatings_of(int players, const char *const text[])
{
    struct sim_plan *p = calloc(1, sizeof *p);
    p->players = players;
    for (int i = 0; i < players; i++)
        snprintf(p->text[i], sizeof p->text[i], "%s", text[i]);
    plan_seats(p);
    for (int a = 0; a < p->seatings; a++) {
        uint32_t seated = 0;
        for (int seat = 0; seat < players; seat++)
            seated |= 1u << p->seating[a][seat];
        assert_int_equal(seated, (1u << players) - 1);
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(p->seating[a], p->seating[b], (size_t)players);
    }
    int n = p->seatings;
    free(p);
    return n;
}

static void seatings(void **state)
{
    (void)state;
    assert_int_equal(seatings_of(4, (const char *[]){"a", "b", "b", "c"}), 12);
    assert_int_equal(seatings_of(4, (const char *[]){"a", "a", "b", "b"}), 6);
    assert_int_equal(seatings_of(3, (const char *[]){"a", "a", "a"}), 1);
    assert_int_equal(seatings_of(6, (const char *[]){"a", "b", "c", "d", "e", "f"}), 720);
}

/* ---- luck ---- */

static void seeds_as_texts(void **state)
{
    (void)state;
    char hex[65];
    uint8_t seed[32];
    memset(hex, 'F', 64);
    hex[64] = '\0';
    assert_int_equal(seed_read_text(hex, seed), 0);
    assert_int_equal(seed[0], 255);
    /* This byte differs from the digit 1 in one bit only. */
    hex[5] = 0x11;
    assert_int_equal(seed_read_text(hex, seed), -1);
    assert_int_equal(seed_read_text("258", seed), 0);
    assert_true(seed[0] == 0 && seed[30] == 1 && seed[31] == 2);
    assert_int_equal(seed_read_text("9223372036854775808", seed), -1);
    assert_int_equal(seed_read_text("", seed), -1);
}

/* All keys of a simulation differ, the game's included. */
static void keys_apart(void **state)
{
    enum { DEALS = 20, KEYS = DEALS * (1 + MAX_SEATS) };
    (void)state;
    static uint8_t key[KEYS][32];
    uint8_t seed[32] = {1};
    int n = 0;
    for (int deal = 0; deal < DEALS; deal++) {
        deal_seed(seed, deal, key[n++]);
        for (int bot = 0; bot < MAX_SEATS; bot++) {
            struct chance luck;
            bot_luck(seed, deal, bot, &luck);
            memcpy(key[n++], luck.key, 32);
        }
    }
    for (int a = 0; a < KEYS; a++)
        for (int b = 0; b < a; b++)
            assert_memory_not_equal(key[a], key[b], 32);
}

/* ---- sums and intervals ---- */

static int near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* A ratio computed by hand: deals (2, 4), (3, 4), (1, 2), Student's t with 2 degrees of freedom. */
static void interval_of_a_mean(void **state)
{
    (void)state;
    static const struct gauge_figure deal[] = {{2, 4}, {3, 4}, {1, 2}, {0, 0}};
    struct metric m = {.form = FORM_MEAN};
    struct gauge_sums t = {0};
    double squares = 0;
    for (int i = 0; i < 4; i++) {
        double e = (double)deal[i].x - 0.6 * (double)deal[i].n;
        squares += e * e;
        tally_add(&t, deal[i]);
    }
    struct gauge_estimate e = estimate_of(&m, &t);
    /* The last deal counted nothing. */
    assert_int_equal(e.deals, 3);
    assert_true(near(e.value, 0.6));
    assert_true(near(e.high - e.value, 4.303 * sqrt(1.5 * squares) / 10));
    assert_true(near(e.value - e.low, e.high - e.value));
}

static struct gauge_estimate share_of(int deals, int won, int of)
{
    struct metric m = {.form = FORM_SHARE};
    struct gauge_sums t = {0};
    for (int i = 0; i < deals; i++)
        tally_add(&t, (struct gauge_figure){i < won ? of : 0, of});
    return estimate_of(&m, &t);
}

/* Intervals of shares stay within 0 and 1, and a few deals never give certainty. */
static void interval_of_a_share(void **state)
{
    (void)state;
    for (int deals = 2; deals < 40; deals++) {
        struct gauge_estimate all = share_of(deals, deals, 60), none = share_of(deals, 0, 60);
        assert_true(near(all.high, 1) && all.low < 1 && all.low > 0);
        assert_true(none.low < 1e-12 && near(none.high, 1 - all.low));
    }
    struct gauge_estimate half = share_of(10000, 5000, 1);
    assert_true(fabs(half.high - half.low - 2 * 1.96 * 0.005) < 1e-4);
    assert_int_equal(share_of(1, 1, 60).known, 0);
    assert_int_equal(share_of(0, 0, 60).n, 0);
}

/* What is equal in both settings cancels out in the difference. */
static void interval_of_a_difference(void **state)
{
    (void)state;
    struct gauge_sums first = {0}, other = {0};
    struct gauge_cross cross = {0};
    for (int i = 0; i < 50; i++) {
        struct gauge_figure f = {7 * i % 13 + 1, 2}, g = {f.x + 4, 2};
        tally_add(&first, f);
        tally_add(&other, g);
        cross_add(&cross, f, g);
    }
    struct gauge_estimate e = estimate_difference(&first, &other, &cross);
    assert_true(e.known && near(e.value, 2) && fabs(e.high - e.low) < 1e-6);
}

/* A value that was counted in only one deal has no interval, certainly not one of width 0. */
static void difference_of_one_deal(void **state)
{
    (void)state;
    struct gauge_sums first = {0}, other = {0};
    struct gauge_cross cross = {0};
    for (int i = 0; i < 50; i++) {
        struct gauge_figure f = {i, 2}, g = {i == 7, i == 7};
        tally_add(&first, f);
        tally_add(&other, g);
        cross_add(&cross, f, g);
    }
    struct gauge_estimate e = estimate_difference(&first, &other, &cross);
    assert_true(e.n == 1 && e.deals == 1 && !e.known);
}

/* The sums of parts add up to the sum of all, bit for bit. */
static void sums_in_any_order(void **state)
{
    (void)state;
    struct gauge_sums all = {0}, part[3] = {{0}};
    for (int64_t i = 0; i < 999; i++) {
        struct gauge_figure f = {(i * 7919) % 1000003 * 1000, i % 5};
        tally_add(&all, f);
        tally_add(&part[i % 3], f);
    }
    tally_merge(&part[2], &part[0]);
    tally_merge(&part[2], &part[1]);
    assert_memory_equal(&all, &part[2], sizeof all);
}

/* ---- keeping ---- */

static void shelf_keeps_the_best(void **state)
{
    (void)state;
    struct sim_shelf s = {.cap = 3};
    static const int64_t rank[] = {5, 1, 9, 9, 2, 7};
    for (int i = 5; i >= 0; i--) {
        struct sim_record k = {.rank = rank[i], .deal = i};
        if (shelf_wants(&s, &k))
            shelf_put(&s, k);
    }
    assert_int_equal(s.n, 3);
    assert_int_equal(s.at[0].deal, 2);
    assert_int_equal(s.at[1].deal, 3);
    assert_int_equal(s.at[2].deal, 5);
    shelf_forget(&s, 3);
    assert_int_equal(s.n, 2);
    shelf_free(&s);
}

static void lines_in_order(void **state)
{
    (void)state;
    struct sim_lines l = {.to = tmpfile(), .framed = 1};
    static const int order[] = {2, 0, 3, 1, 4};
    size_t n;
    for (int i = 0; i < 5; i++)
        lines_put(&l, order[i], &"abcde"[order[i]], order[i] == 3 ? 0 : 1);
    assert_int_equal(l.due, 5);
    assert_false(lines_room(&l, 5 + LINES_AHEAD));
    rewind(l.to);
    for (int i = 0; i < 5; i++) {
        char *text = lines_next(l.to, &n);
        assert_int_equal(n, i != 3);
        assert_true(n == 0 || *text == "abcde"[i]);
        free(text);
    }
    assert_null(lines_next(l.to, &n));
    fclose(l.to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seatings),
        cmocka_unit_test(seeds_as_texts),
        cmocka_unit_test(keys_apart),
        cmocka_unit_test(interval_of_a_mean),
        cmocka_unit_test(interval_of_a_share),
        cmocka_unit_test(interval_of_a_difference),
        cmocka_unit_test(difference_of_one_deal),
        cmocka_unit_test(sums_in_any_order),
        cmocka_unit_test(shelf_keeps_the_best),
        cmocka_unit_test(lines_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
