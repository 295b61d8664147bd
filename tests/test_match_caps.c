/* Tests of what one table may have: how often and how far moves are taken back, what happens
 * besides moves, how long its log gets. Taking back must cost the same at every age of a match. */
#include "match/inside.h"
#include "match/undo_inside.h"
#include "match/way_inside.h"
#include "tests/match_says.h"

static void said(int may, const char *reason)
{
    refused(may, "not-allowed");
    assert_string_equal(t.why.row->reason, reason);
}

static void bots_play(void)
{
    for (uint32_t due; (due = match_bots_due(&t.m));) {
        int seat = bit_lowest(due);
        int answer = bit_lowest(game()->legal(t.m.session.state, seat));
        done(match_may_move_bot(&t.m, (struct move){(uint8_t)seat, (uint8_t)answer},
                                t.m.seat[seat].asked, t.now, &t.e, &t.why));
    }
}

/* Somebody alone with a bot, who may take everything back and is to draw a card. */
static int alone(void)
{
    open_practice("arcane", "hb", NULL);
    bots_play();
    while (strcmp(question(0), "draw") != 0) {
        answers(0, nth_answer(0, 0));
        bots_play();
    }
    return 0;
}

static void undos_end(void **unused)
{
    (void)unused;
    int seat = alone();
    for (int i = 0; i < 3; i++) {
        answers(seat, "draw deck");
        done(undoes(seat));
    }
    assert_int_equal(t.m.undos, 3);
    answers(seat, "draw deck");
    t.m.undos = UNDOS_MOST - 1;
    assert_int_equal(undoes(seat), 0);
    t.m.undos = UNDOS_MOST;
    said(undoes(seat), "undo-often");
    /* The game goes on. */
    t.m.undos = t.shadow.undos;
    answers(seat, nth_answer(seat, 0));
}

/* A plea that is granted is one undo, not two. */
static void pleas_count(void **unused)
{
    (void)unused;
    int seat = find("arcane", NULL, "draw");
    answers(seat, "draw deck");
    done(undoes(seat));
    assert_int_equal(t.m.undos, 1);
    for (int other = 0; other < t.m.players; other++)
        if (t.m.plea.seat >= 0 && t.m.plea.asked >> other & 1)
            done(grants(other, 1));
    assert_int_equal(t.m.undos, 1);
    assert_true(t.m.undone_n > 0);
}

static void others_end(void **unused)
{
    (void)unused;
    int seat = alone();
    answers(seat, "draw deck");
    uint32_t others = t.m.others;
    done(leaves(seat));
    assert_int_equal(t.m.others, others + 1);
    t.m.others = OTHERS_MOST;
    said(returns(seat), "only-moves-left");
    t.m.others = others + 1;
    done(returns(seat));
    t.m.others = OTHERS_MOST;
    said(undoes(seat), "only-moves-left");
    assert_int_equal(leaves(seat), 0);
    assert_int_equal(says(seat, t.m.seat[seat].asked, nth_answer(seat, 0)), 0);
    t.m.others = t.shadow.others;
}

/* An opponent who uses up the room must not keep people out whose clock has run out. */
static void clocks_do_not_end(void **unused)
{
    (void)unused;
    open_table("arcane", "hh", NULL, (struct match_clock){60, 0});
    int seat = asked_seat();
    t.now += 60000;
    rig_settle(&t);
    assert_int_equal(t.m.seat[seat].away, AWAY_CLOCK);
    t.m.others = OTHERS_MOST;
    assert_int_equal(returns(seat), 0);
    t.m.others = t.shadow.others;
}

static void names_end(void **unused)
{
    (void)unused;
    open_plain("arcane", "h.", NULL);
    t.m.others = OTHERS_MOST;
    said(sits(1, "Late", 9), "only-moves-left");
    t.m.others = t.shadow.others;
}

/* A game that does not end is closed, and says why. */
static void log_ends(void **unused)
{
    (void)unused;
    alone();
    uint32_t entries = t.m.entries;
    t.m.entries = ENTRIES_MOST - 1;
    assert_int_equal(match_follows(&t.m, t.now, &t.e), 0);
    t.m.entries = ENTRIES_MOST;
    assert_int_equal(match_due(&t.m), t.m.touched);
    assert_int_equal(match_follows(&t.m, t.now, &t.e), 1);
    assert_int_equal(t.e.kind, ENTRY_CLOSE);
    assert_non_null(strstr(t.e.text, "131,072"));
    t.m.entries = entries;
}

/* The move to take back is far away when others play on for long. */
static void far_back(void **unused)
{
    (void)unused;
    int seat = alone();
    answers(seat, "draw deck");
    uint32_t moves = t.m.moves;
    struct match_move *move = calloc(moves + UNDO_BACK + 1, sizeof *move);
    assert_non_null(move);
    memcpy(move, t.m.move, moves * sizeof *move);
    free(t.m.move);
    t.m.move = move;
    for (uint32_t i = 0; i < UNDO_BACK; i++)
        move[moves + i] = (struct match_move){.move = {(uint8_t)!seat, 0}, .n = t.m.entries};
    t.m.moves = moves + UNDO_BACK - 1;
    t.m.seat[seat].asked = 1;
    assert_int_equal(undoes(seat), 0);
    t.m.moves = moves + UNDO_BACK;
    said(undoes(seat), "undo-far");
    t.m.moves = moves;
}

/* However old a match is, a waypoint lies at most WAY_EVERY moves back, and an undo returns to the
 * game as it was (rig_take compares). */
static void waypoints(void **unused)
{
    (void)unused;
    open_practice("arcane", "hb", "{\"edition\":\"hundred\",\"rounds\":12}");
    for (uint32_t i = 1; t.m.phase == MATCH_RUNNING && t.m.moves < 3 * WAY_EVERY; i++) {
        bots_play();
        if (t.m.phase != MATCH_RUNNING || !t.m.seat[0].asked)
            continue;
        answers(0, nth_answer(0, i));
        if (t.m.phase == MATCH_RUNNING && (i % 5 == 0 || (i % 2 && t.m.moves % WAY_EVERY < 6)))
            done(undoes(0));
        const struct match_waypoint *way = way_before(&t.m, t.m.moves);
        assert_true((way ? t.m.moves - way->moves : t.m.moves) < WAY_EVERY);
        assert_true(!t.m.ways || t.m.way[t.m.ways - 1].moves <= t.m.moves);
    }
    assert_true(t.m.moves >= 3 * WAY_EVERY && t.m.ways >= 3);
    rig_refold(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(undos_end, closing),
        cmocka_unit_test_teardown(pleas_count, closing),
        cmocka_unit_test_teardown(others_end, closing),
        cmocka_unit_test_teardown(clocks_do_not_end, closing),
        cmocka_unit_test_teardown(names_end, closing),
        cmocka_unit_test_teardown(log_ends, closing),
        cmocka_unit_test_teardown(far_back, closing),
        cmocka_unit_test_teardown(waypoints, closing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
