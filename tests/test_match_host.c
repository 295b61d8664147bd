/* Tests of a table's host: who has the rights, who cannot get them, and what they do; and of who is
 * told that it is their turn. */
#include "match/call.h"
#include "match/refusals.h"
#include "tests/match_says.h"

static void open_hosted(const char *seats, int approve)
{
    struct match_founding f;
    rig_found(&f, "null", seats, "{\"tosses\":9}");
    f.host = 1;
    f.approve = (uint8_t)approve;
    f.wait = 1;
    for (int seat = 0; seat < f.players; seat++)
        f.seat[seat].from = f.seat[seat].kind == SEAT_HUMAN ? (uint32_t)(100 + seat) : 0;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
}

static int sits_from(int seat, uint8_t token, uint32_t from)
{
    struct match_sitting s = {
        .seat = seat, .name = rig_name(token), .token = {token}, .from = from};
    return match_may_sit(&t.m, &s, t.now, &t.e, &t.why);
}

static int removes(int host, int seat, int keep_out)
{
    return match_may_remove(&t.m, host, seat, keep_out, t.now, &t.e, &t.why);
}

static int doors(int host, int lock, int approve)
{
    return match_may_door(&t.m, host, lock, approve, t.now, &t.e, &t.why);
}

static int admits(int host, int seat, int yes)
{
    return match_may_admit(&t.m, host, seat, yes, t.now, &t.e, &t.why);
}

static int wants(int seat, int hook, int yes)
{
    return match_may_want(&t.m, seat, hook, yes, t.now, &t.e, &t.why);
}

static int calls(uint32_t seats)
{
    return match_may_call(&t.m, seats, t.now, &t.e, &t.why);
}

static void because_of(int may, const struct refusal_row *row)
{
    assert_int_equal(may, -1);
    assert_string_equal(t.why.row->reason, row->reason);
}

/* ---- removing ---- */

static void a_host_removes_people(void **unused)
{
    (void)unused;
    open_hosted("hhh", 0);
    because_of(removes(1, 2, 0), &refusal_host_only);
    because_of(removes(0, 0, 0), &refusal_remove_self);
    because_of(removes(0, 7, 0), &refusal_unknown_seat);
    done(removes(0, 2, 0));
    assert_int_equal(t.m.seat[2].kind, SEAT_EMPTY);
    /* The token is void, and so is a request repeated with it; another one is not. */
    assert_true(match_is_removed(&t.m, (const uint8_t[MATCH_TOKEN]){3}));
    because_of(sits_from(2, 3, 102), &refusal_removed);
    done(sits_from(2, 9, 102));
    assert_int_equal(t.m.host, 0);
}

static void a_host_keeps_people_out(void **unused)
{
    (void)unused;
    open_hosted("hh.", 0);
    done(sits_from(2, 9, 100));
    because_of(removes(0, 2, 1), &refusal_same_address);
    done(removes(0, 2, 0));
    done(sits_from(2, 8, 0));
    because_of(removes(0, 2, 1), &refusal_address_unknown);
    done(removes(0, 2, 0));
    done(removes(0, 1, 1));
    because_of(sits_from(1, 7, 101), &refusal_kept_out);
    done(sits_from(1, 7, 103));
    /* Also from a seat that is left later. */
    done(starts(NULL));
    done(leaves(1));
    because_of(sits_from(1, 6, 101), &refusal_kept_out);
    done(sits_from(1, 6, 104));
}

static void removing_has_bounds(void **unused)
{
    (void)unused;
    open_hosted("hh", 0);
    for (int i = 0; i < OUT_MOST; i++) {
        done(removes(0, 1, 0));
        done(sits_from(1, (uint8_t)(10 + i), 0));
    }
    because_of(removes(0, 1, 0), &refusal_removed_many);
    done(starts(NULL));
    because_of(removes(0, 1, 0), &refusal_remove_late);
}

/* ---- the door ---- */

static void a_locked_table_takes_nobody(void **unused)
{
    (void)unused;
    open_hosted("hh.", 0);
    because_of(doors(1, 1, 0), &refusal_host_only);
    done(doors(0, 1, -1));
    because_of(sits_from(2, 9, 0), &refusal_table_locked);
    /* Whoever sits may still change their name. */
    done(sits(1, "Robert", 2));
    done(starts(NULL));
    done(leaves(1));
    because_of(sits_from(1, 9, 0), &refusal_table_locked);
    done(returns(1));
    done(leaves(1));
    done(doors(0, 0, -1));
    done(sits_from(1, 9, 0));
}

static void a_takeover_waits_for_the_host(void **unused)
{
    (void)unused;
    open_hosted("hhh", 1);
    done(starts(NULL));
    done(leaves(1));
    done(sits_from(1, 9, 7));
    assert_int_equal(t.e.kind, ENTRY_KNOCK);
    assert_int_equal(t.m.seat[1].away, AWAY_LEFT);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){9}), -1);
    because_of(sits_from(1, 9, 7), &refusal_knock_waits);
    because_of(sits_from(1, 8, 7), &refusal_knock_waits);
    because_of(admits(2, 1, 1), &refusal_host_only);
    because_of(admits(1, 1, 1), &refusal_host_only);
    done(admits(0, 1, 0));
    because_of(admits(0, 1, 1), &refusal_nobody_knocks);
    done(sits_from(1, 8, 7));
    done(admits(0, 1, 1));
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){8}), 1);
    assert_int_equal(t.m.seat[1].away, AWAY_NO);
    assert_int_equal(t.m.seat[1].from, 7);
    assert_string_equal(t.m.seat[1].name, "Élise 8");
    /* The one who left has lost the seat. */
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){2}), -1);
}

static void nobody_waits_for_ever(void **unused)
{
    (void)unused;
    open_hosted("hhh", 1);
    done(starts(NULL));
    done(leaves(1));
    done(sits_from(1, 9, 0));
    t.now += KNOCK_MS;
    done(sits_from(1, 8, 0));
    assert_int_equal(t.m.knocks, 1);
    /* The owner is back: nobody waits any more. */
    done(returns(1));
    assert_int_equal(t.m.knocks, 0);
    because_of(admits(0, 1, 1), &refusal_nobody_knocks);
    done(leaves(1));
    done(sits_from(1, 8, 0));
    done(doors(0, -1, 0));
    assert_int_equal(t.m.knocks, 0);
    done(sits_from(1, 8, 0));
    assert_int_equal(t.e.kind, ENTRY_SIT);
}

/* ---- whose rights they are ---- */

static void rights_pass_to_who_was_here_longest(void **unused)
{
    (void)unused;
    open_hosted("h..", 0);
    done(sits_from(2, 9, 0));
    done(sits_from(1, 8, 0));
    done(leaves(0));
    assert_int_equal(t.m.host, 2);
    /* The old host gets nothing back with the seat. */
    done(sits_from(0, 1, 0));
    because_of(removes(0, 1, 0), &refusal_host_only);
    done(starts(NULL));
    done(leaves(2));
    assert_int_equal(t.m.host, 1);
    done(returns(2));
    assert_int_equal(t.m.host, 1);
}

static void rights_wait_for_a_host_who_is_alone(void **unused)
{
    (void)unused;
    open_hosted("hb", 1);
    done(starts(NULL));
    done(leaves(0));
    assert_int_equal(t.m.host, 0);
    /* Somebody may ask, but not take the seat or the rights. */
    done(sits_from(0, 9, 0));
    assert_int_equal(t.e.kind, ENTRY_KNOCK);
    done(returns(0));
    assert_int_equal(t.m.host, 0);
    done(doors(0, 0, 0));
    done(leaves(0));
    done(sits_from(0, 9, 0));
    assert_int_equal(t.e.kind, ENTRY_SIT);
    assert_int_equal(t.m.host, -1);
    because_of(doors(0, 1, 1), &refusal_host_only);
}

static void a_clock_takes_no_rights(void **unused)
{
    struct match_founding f;
    (void)unused;
    rig_found(&f, "null", "hh", "{\"tosses\":9}");
    f.host = 1;
    f.clock.move = 20;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
    t.now += 60000;
    rig_settle(&t);
    assert_int_equal(t.m.seat[asked_seat()].away, AWAY_CLOCK);
    assert_int_equal(t.m.host, 0);
}

static void a_rematch_has_the_same_host(void **unused)
{
    struct match_founding f;
    (void)unused;
    open_hosted("hhb", 1);
    done(doors(0, 1, 1));
    match_again(&t.m, &f);
    assert_int_equal(f.host, 1);
    assert_int_equal(f.locked, 1);
    assert_int_equal(f.approve, 1);
    founding_move_on(&f);
    assert_int_equal(f.host, 2);
    assert_memory_equal(f.seat[1].token, t.m.seat[0].token, MATCH_TOKEN);
    done(leaves(0));
    assert_int_equal(t.m.host, 1);
    match_again(&t.m, &f);
    f.seat[0].kind = SEAT_EMPTY;
    founding_move_on(&f);
    assert_int_equal(f.host, 3);
}

static void foundings_need_a_person_as_host(void **unused)
{
    struct match_founding f;
    struct entry e;
    (void)unused;
    rig_found(&f, "null", "hb.", NULL);
    f.host = 1;
    assert_int_equal(match_may_found(&f, 0, &e, &t.why), 0);
    for (uint8_t host = 2; host < 6; host++) {
        f.host = host;
        because_of(match_may_found(&f, 0, &e, &t.why), &refusal_host_needed);
    }
    f.host = 0;
    f.approve = 1;
    because_of(match_may_found(&f, 0, &e, &t.why), &refusal_host_needed);
}

static void a_table_without_host_is_everybodys(void **unused)
{
    (void)unused;
    open_plain("null", "hh.", NULL);
    assert_int_equal(t.m.host, -1);
    assert_int_equal(match_must_host(&t.m, 1, &t.why), 0);
    because_of(removes(0, 1, 0), &refusal_host_only);
    because_of(doors(0, 1, 0), &refusal_host_only);
    done(starts(NULL));
}

/* ---- being told ---- */

static void told_once_a_turn(void **unused)
{
    (void)unused;
    open_hosted("hh", 0);
    done(starts(NULL));
    int first = asked_seat(), other = 1 - first;
    because_of(calls(1u << first), &refusal_nobody_to_call);
    done(wants(first, 0, 1));
    assert_int_equal(match_call_since(&t.m, first), t.now);
    assert_int_equal(match_call_since(&t.m, other), INT64_MAX);
    t.now += 30000;
    because_of(calls(1u << other), &refusal_nobody_to_call);
    because_of(calls(3), &refusal_nobody_to_call);
    because_of(calls(0), &refusal_nobody_to_call);
    done(calls(1u << first));
    t.now += 86400000;
    because_of(calls(1u << first), &refusal_nobody_to_call);
    assert_int_equal(match_call_since(&t.m, first), INT64_MAX);
    /* The next turn is another one. */
    while (asked_seat() == first)
        answers(first, nth_answer(first, 0));
    while (asked_seat() != first)
        answers(other, nth_answer(other, 0));
    assert_int_equal(match_call_since(&t.m, first), t.now);
}

static void a_hook_is_the_hosts(void **unused)
{
    (void)unused;
    open_hosted("hh", 0);
    because_of(wants(1, 1, 1), &refusal_host_only);
    done(wants(0, 1, 1));
    done(wants(1, 0, 1));
    done(starts(NULL));
    t.now += 30000;
    assert_int_equal(match_call_since(&t.m, asked_seat()), t.now - 30000);
    /* It goes with the host; whoever leaves is not told any more. */
    done(leaves(0));
    assert_int_equal(t.m.wants, 1 << 1);
    done(leaves(1));
    assert_int_equal(t.m.wants, 0);
}

static void telling_changes_nothing_else(void **unused)
{
    (void)unused;
    open_hosted("hh", 0);
    done(starts(NULL));
    int64_t touched = t.m.touched;
    uint32_t others = t.m.others, ask = t.m.seat[asked_seat()].asked;
    t.now += 30000;
    done(wants(asked_seat(), 0, 1));
    done(calls(1u << asked_seat()));
    assert_int_equal(t.m.touched, touched);
    assert_int_equal(t.m.others, others + 1);
    assert_int_equal(t.m.seat[asked_seat()].asked, ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_host_removes_people, closing),
        cmocka_unit_test_teardown(a_host_keeps_people_out, closing),
        cmocka_unit_test_teardown(removing_has_bounds, closing),
        cmocka_unit_test_teardown(a_locked_table_takes_nobody, closing),
        cmocka_unit_test_teardown(a_takeover_waits_for_the_host, closing),
        cmocka_unit_test_teardown(nobody_waits_for_ever, closing),
        cmocka_unit_test_teardown(rights_pass_to_who_was_here_longest, closing),
        cmocka_unit_test_teardown(rights_wait_for_a_host_who_is_alone, closing),
        cmocka_unit_test_teardown(a_clock_takes_no_rights, closing),
        cmocka_unit_test_teardown(a_rematch_has_the_same_host, closing),
        cmocka_unit_test_teardown(foundings_need_a_person_as_host, closing),
        cmocka_unit_test_teardown(a_table_without_host_is_everybodys, closing),
        cmocka_unit_test_teardown(told_once_a_turn, closing),
        cmocka_unit_test_teardown(a_hook_is_the_hosts, closing),
        cmocka_unit_test_teardown(telling_changes_nothing_else, closing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
