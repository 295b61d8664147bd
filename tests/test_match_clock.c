/* Tests of matches by example: clocks. */
#include "match/clock_inside.h"
#include "match/inside.h"
#include "tests/match_says.h"

/* ---- clocks ---- */

static int follows_at(int64_t now)
{
    t.now = now;
    return match_follows(&t.m, now, &t.e);
}

static void a_move_has_its_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){10, 0});
    assert_int_equal(match_due(&t.m), 11000);
    assert_int_equal(match_left(&t.m, 0), -1);
    assert_int_equal(follows_at(10999), 0);
    /* At 10999, in time. */
    answers(1, "call heads");
    assert_int_equal(match_until(&t.m, 1), INT64_MAX);
    assert_int_equal(match_until(&t.m, 0), 11000);
    assert_int_equal(follows_at(11000), 1);
    refused(says(0, t.m.seat[0].asked, "call heads"), "stale");
    assert_int_equal(follows_at(11000), 1);
    assert_int_equal(t.e.kind, ENTRY_AWAY);
    assert_int_equal(t.e.seat, 0);
    assert_int_equal(t.e.away, AWAY_CLOCK);
    rig_take(&t);
    assert_int_equal(match_bots_due(&t.m), 1);
    assert_int_equal(match_due(&t.m), INT64_MAX);
    uint32_t ask = t.m.seat[0].asked;
    t.now = 20000;
    done(returns(0));
    assert_true(t.m.seat[0].asked == t.e.n && t.e.n != ask);
    assert_int_equal(match_due(&t.m), 30000);
    refused(match_may_move_bot(&t.m, (struct move){0, 1}, ask, t.now, &t.e, &t.why), "not-allowed");
    answers(0, "call heads");
}

static void who_is_late_first_goes_first(void **unused)
{
    (void)unused;
    open_table("null", "hhh", NULL, (struct match_clock){10, 0});
    t.now = 5000;
    done(leaves(1));
    t.now = 6000;
    /* This clock now runs until 16000, the others until 11000. */
    done(returns(1));
    t.now = 99000;
    static const uint8_t order[] = {0, 2, 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(follows_at(99000), 1);
        assert_int_equal(t.e.seat, order[i]);
        rig_take(&t);
    }
    assert_int_equal(follows_at(99000), 0);
}

static void a_game_has_its_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){0, 40});
    assert_int_equal(match_left(&t.m, 0), 40000);
    t.now = 8000;
    /* After 7 seconds. */
    answers(0, "call heads");
    assert_int_equal(match_left(&t.m, 0), 33000);
    t.now = 9500;
    answers(1, "call heads");
    assert_int_equal(match_left(&t.m, 1), 31500);
    /* Its clock did not run. */
    assert_int_equal(match_left(&t.m, 0), 33000);
    assert_int_equal(match_until(&t.m, 0), 9500 + 33000);
    assert_int_equal(match_due(&t.m), 9500 + 31500);
    assert_int_equal(follows_at(40999), 0);
    assert_int_equal(follows_at(41000), 1);
    assert_int_equal(t.e.seat, 1);
    rig_take(&t);
    assert_int_equal(match_left(&t.m, 1), 0);
    t.now = 42000;
    /* With the least time that is given. */
    done(returns(1));
    assert_int_equal(match_until(&t.m, 1), 42000 + MATCH_MERCY);
    /* The clock of an absent player does not run. */
    t.now = 42400;
    done(leaves(0));
    assert_int_equal(match_left(&t.m, 0), 33000 - 32900);
    t.now = 500000;
    rig_settle(&t);
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), 500000 + MATCH_MERCY);
}

/* Taking a move back does not give its time back: seat 0 has used 5 seconds for it. */
static void undo_and_the_clock(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){30, 100});
    t.now = 6000;
    answers(0, "call heads");
    t.now = 9000;
    done(undoes(0));
    assert_int_equal(match_left(&t.m, 0), 95000);
    /* Its clock has run since the start. */
    assert_int_equal(match_left(&t.m, 1), 92000);
    assert_int_equal(match_until(&t.m, 0), 9000 + 25000);
    assert_int_equal(match_until(&t.m, 1), 31000);
    t.now = 10000;
    answers(0, "call heads");
    assert_int_equal(match_left(&t.m, 0), 94000);
    /* The game goes further than it was, so the clocks start again. */
    answers(1, "call heads");
    assert_int_equal(match_until(&t.m, 0), 40000);
    assert_int_equal(match_until(&t.m, 1), 40000);
}

/* Who answers and takes it back again and again has no more time than the clock gives: neither they
 * nor who answers at the same time. */
static void taking_back_gains_no_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){60, 0});
    for (int i = 0; i < 5; i++) {
        t.now += 10000;
        answers(0, "call heads");
        done(undoes(0));
    }
    assert_int_equal(match_until(&t.m, 0), 61000);
    assert_int_equal(match_until(&t.m, 1), 61000);
    t.now = 61000;
    rig_settle(&t);
    assert_true(t.m.seat[0].away && t.m.seat[1].away);
    /* Coming back brings 30 seconds, once. */
    done(returns(0));
    done(returns(1));
    assert_int_equal(match_until(&t.m, 0), 61000 + MATCH_MERCY);
    answers(0, "call heads");
    done(undoes(0));
    t.now += MATCH_MERCY;
    rig_settle(&t);
    assert_int_equal(returns(0), -1);
    assert_string_equal(t.why.row->reason, "question-time-up");
}

/* If the others have agreed, nobody is kept waiting against their will. */
static void taking_back_by_consent_starts_the_clocks_again(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){60, 0});
    t.now = 41000;
    answers(0, "call heads");
    answers(1, "call heads");
    t.now = 50000;
    done(undoes(0));
    done(match_may_grant(&t.m, 1, 1, t.now, &t.e, &t.why));
    rig_settle(&t);
    assert_int_equal(t.m.moves, 0);
    assert_int_equal(match_until(&t.m, 0), 50000 + 60000);
    assert_int_equal(match_until(&t.m, 1), 50000 + 60000);
}

static void alone_taking_back_starts_the_clock_again(void **unused)
{
    (void)unused;
    open_table("null", "hb", "{\"tosses\":9}", (struct match_clock){60, 0});
    t.now = 41000;
    answers(0, "call heads");
    done(undoes(0));
    assert_int_equal(match_until(&t.m, 0), 41000 + 60000);
}

static void the_shorter_clock_counts(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){10, 15});
    assert_int_equal(match_due(&t.m), 11000);
    t.now = 10000;
    answers(0, "call heads");
    answers(1, "call heads");
    assert_int_equal(match_left(&t.m, 0), 6000);
    assert_int_equal(match_due(&t.m), 16000);
}

static void days(void **unused)
{
    const int64_t day = 86400000;
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){CLOCK_MOVE_MOST, CLOCK_GAME_MOST});
    assert_int_equal(match_due(&t.m), 1000 + 30 * day);
    t.now = 29 * day;
    answers(0, "call heads");
    assert_int_equal(match_left(&t.m, 0), 61 * day + 1000);
    assert_int_equal(follows_at(1000 + 30 * day - 1), 0);
    assert_int_equal(follows_at(1000 + 30 * day), 1);
}

static void time_is_bounded_and_never_runs_backward(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){CLOCK_MOVE_MOST, CLOCK_GAME_MOST});
    t.now = -5;
    answers(0, "call heads");
    assert_int_equal(t.e.at, 1000);
    t.now = INT64_MIN;
    done(undoes(0));
    assert_int_equal(t.m.touched, 1000);
    assert_int_equal(match_follows(&t.m, INT64_MIN, &t.e), 0);
    assert_int_equal(match_follows(&t.m, INT64_MAX, &t.e), 1);
    assert_int_equal(t.e.at, MATCH_LATEST);
    rig_take(&t);
    t.now = INT64_MAX;
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), MATCH_LATEST + MATCH_MERCY);
}

/* Leaves for a second every five seconds, until the seat may not come back. Returns how long the
 * question was open altogether. */
static int64_t stall(int seat, int limit)
{
    int64_t from = t.now;
    for (int i = 0; i < limit; i++) {
        t.now += 5000;
        rig_settle(&t);
        if (!t.m.seat[seat].away)
            done(leaves(seat));
        t.now += 1000;
        if (returns(seat) < 0)
            break;
        done(returns(seat));
    }
    return t.now - from;
}

/* Who comes and goes has no more time for a question than the clock gives and 30 seconds. */
static void coming_and_going_gains_no_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){60, 0});
    t.now = 21000;
    done(leaves(0));
    assert_int_equal(t.m.seat[0].spent, 20000);
    t.now = 50000;
    done(returns(0));
    /* What is left of a minute. */
    assert_int_equal(match_until(&t.m, 0), 50000 + 40000);
    int64_t took = stall(0, 100);
    assert_true(took > 40000 && took < 90000);
    assert_string_equal(t.why.row->reason, "question-time-up");
    /* The bot answers, and the person can come back for the next question. */
    struct move heads = {0, 1};
    done(match_may_move_bot(&t.m, heads, t.m.seat[0].asked, t.now, &t.e, &t.why));
    done(returns(1));
    answers(1, "call heads");
    assert_true(t.m.seat[0].asked && !t.m.seat[0].spent && !t.m.seat[0].mercy);
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), t.now + 60000);
}

static void no_time_to_gain_from_the_game_clock(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){0, 40});
    int64_t took = stall(0, 100);
    assert_true(took > 40000 && took < 90000);
    assert_string_equal(t.why.row->reason, "question-time-up");
    assert_int_equal(t.m.seat[0].left, 0);
}

/* Nor by coming and going before the question is asked as well. */
static void no_time_to_gain_between_questions(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){0, 40});
    t.now += 39000;
    answers(0, "call heads");
    done(leaves(0));
    done(returns(0));
    assert_int_equal(t.m.seat[0].left, MATCH_MERCY);
    answers(1, "call heads");
    t.now += MATCH_MERCY - 1000;
    done(leaves(0));
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), t.now + 1000);
}

/* Logs of 0.1.0 have answers that came after somebody had been away and back. */
static void matches_of_0_1_0_keep_their_clocks(void **unused)
{
    struct match_founding f;
    (void)unused;
    rig_found(&f, "null", "hh", NULL);
    f.clock = (struct match_clock){60, 0};
    f.rules = RULES_0_1_0;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
    t.now = 51000;
    done(leaves(0));
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), 51000 + 60000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_has_its_time),
        TEST(who_is_late_first_goes_first),
        TEST(a_game_has_its_time),
        TEST(undo_and_the_clock),
        TEST(taking_back_gains_no_time),
        TEST(taking_back_by_consent_starts_the_clocks_again),
        TEST(alone_taking_back_starts_the_clock_again),
        TEST(the_shorter_clock_counts),
        TEST(days),
        TEST(time_is_bounded_and_never_runs_backward),
        TEST(coming_and_going_gains_no_time),
        TEST(no_time_to_gain_from_the_game_clock),
        TEST(no_time_to_gain_between_questions),
        TEST(matches_of_0_1_0_keep_their_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
