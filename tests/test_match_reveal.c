/* Tests of nonces by commit and reveal: pledges, the phase in which they are revealed, those who
 * withhold or leave, rematches, and what records say of it. */
#include "match/record_play.h"
#include "match/record_write.h"
#include "match/refusals.h"
#include "match/reveal.h"
#include "match/tell.h"
#include "match/verdict.h"
#include "tests/match_says.h"

/* The nonce of a seat in these tests: 32 bytes of one value. */
static struct match_nonce nonce_of(int value)
{
    struct match_nonce nonce = {.n = PLEDGED_BYTES};
    memset(nonce.bytes, value, sizeof nonce.bytes);
    return nonce;
}

static struct match_sitting sitting_of(int seat, uint8_t token, int value)
{
    struct match_nonce nonce = nonce_of(value);
    struct match_sitting s = {.seat = seat, .name = rig_name(token), .token = {token}};
    if (value)
        commit_pledge(nonce.bytes, s.pledge);
    return s;
}

/* Sits down with a pledge, or without one if the value is 0. */
static int pledges(int seat, uint8_t token, int value)
{
    struct match_sitting s = sitting_of(seat, token, value);
    return match_may_sit(&t.m, &s, t.now, &t.e, &t.why);
}

static int reveals(int seat, int value)
{
    struct match_nonce nonce = nonce_of(value);
    return match_may_reveal(&t.m, seat, &nonce, t.now, &t.e, &t.why);
}

static void refused_as_row(int may, const struct refusal_row *row)
{
    assert_int_equal(may, -1);
    assert_ptr_equal(t.why.row, row);
}

/* Two people who have pledged 1 and 2, and a bot; all seats are taken. */
static void open_revealing(void)
{
    open_plain("null", "..b", "{\"tosses\":1}");
    done(pledges(0, 10, 1));
    done(pledges(1, 20, 2));
    assert_int_equal(t.e.kind, ENTRY_FIX);
    assert_int_equal(t.m.phase, MATCH_REVEALING);
}

static void play_on(void)
{
    while (t.m.phase == MATCH_RUNNING) {
        int seat = asked_seat();
        uint32_t ask = t.m.seat[seat].asked;
        int answer = bit_lowest(game()->legal(t.m.session.state, seat));
        struct move move = {(uint8_t)seat, (uint8_t)answer};
        if (match_bots_due(&t.m) >> seat & 1)
            done(match_may_move_bot(&t.m, move, ask, t.now, &t.e, &t.why));
        else
            done(match_may_move(&t.m, move, ask, t.now, &t.e, &t.why));
    }
}

/* The verdict on the record of the match as it is. */
static void verdict_must_be(const char *text)
{
    struct writer w = {0};
    struct record r;
    struct record_wrong wrong;
    char buf[VERDICT_TEXT];
    record_write_match(&w, &t.m);
    record_read(&r, w.at, w.n);
    if (record_check(&r, &wrong) == 0)
        assert_string_equal(verdict_right(&r, buf), text);
    else
        assert_string_equal(verdict_wrong(&r, &wrong, buf), text);
    record_free(&r);
    writer_free(&w);
}

/* ---- the phase ---- */

static void all_reveal(void **unused)
{
    uint8_t key[32];
    const uint8_t *bytes[] = {t.m.seat[0].nonce.bytes, t.m.seat[1].nonce.bytes, NULL};
    (void)unused;
    open_revealing();
    assert_int_equal(t.m.reveal_until, t.now + REVEAL_MS);
    assert_int_equal(match_due(&t.m), t.now + REVEAL_MS);
    done(reveals(1, 2));
    assert_int_equal(t.m.phase, MATCH_REVEALING);
    done(reveals(0, 1));
    assert_int_equal(t.e.kind, ENTRY_START);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    commit_chance_key(t.m.seed, bytes, (const uint8_t[]){32, 32, 0}, 3, key);
    assert_memory_equal(t.m.session.chance.key, key, sizeof key);
    rig_refold(&t);
    play_on();
    verdict_must_be("3 actions, verified with the nonces of 2 seats, which were committed to "
                    "beforehand");
}

static void one_withholds(void **unused)
{
    (void)unused;
    open_revealing();
    t.now += 3000;
    done(reveals(0, 1));
    t.now = t.m.reveal_until - 1;
    assert_int_equal(rig_settle(&t), 0);
    t.now++;
    assert_int_equal(rig_settle(&t), 1);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_int_equal(t.m.seat[1].nonce.n, 0);
    refused_as_row(reveals(1, 2), &refusal_reveal_late);
    refused_as_row(reveals(0, 1), &refusal_already_revealed);
    rig_refold(&t);
    play_on();
    verdict_must_be("3 actions, verified with the nonce of 1 seat, which was committed to "
                    "beforehand; seat 1 withheld its nonce");
}

static void all_withhold(void **unused)
{
    (void)unused;
    open_revealing();
    t.now += REVEAL_MS;
    rig_settle(&t);
    assert_memory_equal(t.m.session.chance.key, t.m.seed, sizeof t.m.seed);
    play_on();
    verdict_must_be("3 actions, verified; seat 0 withheld its nonce; seat 1 withheld its nonce");
}

static void what_is_refused(void **unused)
{
    struct match_nonce longer = nonce_of(1), none = {0};
    (void)unused;
    open_plain("null", "...", NULL);
    refused_as_row(reveals(0, 1), &refusal_reveal_early);
    done(pledges(0, 10, 1));
    /* Nobody may have the same one, but one's own may be sent again or changed. */
    refused_as_row(pledges(1, 20, 1), &refusal_commitment_taken);
    done(pledges(0, 10, 1));
    done(pledges(0, 10, 3));
    done(pledges(1, 20, 2));
    refused_as_row(reveals(0, 3), &refusal_reveal_early);
    done(starts(NULL));
    assert_int_equal(t.e.kind, ENTRY_FIX);
    assert_int_equal(t.m.seat[2].kind, SEAT_BOT);
    refused_as_row(reveals(0, 1), &refusal_nonce_does_not_fit);
    refused_as_row(reveals(1, 3), &refusal_nonce_does_not_fit);
    refused_as_row(reveals(2, 3), &refusal_nothing_to_reveal);
    longer.n = 31;
    refused_as_row(match_may_reveal(&t.m, 0, &longer, t.now, &t.e, &t.why),
                   &refusal_nonce_does_not_fit);
    refused_as_row(match_may_reveal(&t.m, 0, &none, t.now, &t.e, &t.why),
                   &refusal_nonce_does_not_fit);
    refused_as_row(pledges(0, 10, 4), &refusal_already_begun);
    refused_as_row(pledges(-1, 30, 4), &refusal_already_begun);
    refused_as_row(starts(NULL), &refusal_nonces_not_revealed);
    refused(says(0, 1, "call heads"), "not-running");
    refused(undoes(0), "not-running");
    done(reveals(0, 3));
    refused_as_row(reveals(0, 3), &refusal_already_revealed);
}

static void a_nonce_or_a_pledge(void **unused)
{
    struct match_sitting s = sitting_of(-1, 10, 1);
    struct match_founding f;
    struct entry e;
    (void)unused;
    open_plain("null", "..", NULL);
    s.nonce = nonce_of(1);
    refused_as_row(match_may_sit(&t.m, &s, t.now, &t.e, &t.why), &refusal_nonce_or_commitment);
    rig_found(&f, "null", "hhb", NULL);
    memset(f.seat[0].pledge, 1, COMMIT_BYTES);
    assert_int_equal(match_may_found(&f, 1, &e, &t.why), 0);
    memset(f.seat[1].pledge, 1, COMMIT_BYTES);
    refused_as_row(match_may_found(&f, 1, &e, &t.why), &refusal_commitment_taken);
    f.seat[1].pledge[0] = 2;
    f.seat[1].nonce.n = 1;
    refused_as_row(match_may_found(&f, 1, &e, &t.why), &refusal_nonce_or_commitment);
    f.seat[1].nonce.n = 0;
    f.seat[2].pledge[0] = 3;
    refused_as_row(match_may_found(&f, 1, &e, &t.why), &refusal_seat_without_token);
    f.seat[2].pledge[0] = 0;
    f.seat[2].expected = 1;
    refused_as_row(match_may_found(&f, 1, &e, &t.why), &refusal_seat_without_token);
}

/* Whoever pledges nothing delays nobody, and a plain nonce is fixed with the pledges. */
static void beside_plain_nonces(void **unused)
{
    struct match_sitting s = {.seat = 1, .name = "Cy", .token = {20}, .nonce = {2, {0xab, 0xcd}}};
    (void)unused;
    open_plain("null", "...", "{\"tosses\":1}");
    done(pledges(0, 10, 1));
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.why));
    done(sits(2, "Di", 30));
    assert_int_equal(t.m.phase, MATCH_REVEALING);
    done(reveals(0, 1));
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    play_on();
    verdict_must_be("3 actions, verified with the nonces of 2 seats, not all committed to "
                    "beforehand");
}

static void nobody_pledges(void **unused)
{
    (void)unused;
    open_plain("null", "h.", NULL);
    done(sits(-1, "Bo", 20));
    assert_int_equal(t.e.kind, ENTRY_START);
    assert_int_equal(t.m.entries, 3);
}

/* Nodes of 0.1.0 cannot read a pledge, so a table that they may share takes none. */
static void tables_of_older_rules(void **unused)
{
    struct match_founding f;
    (void)unused;
    rig_found(&f, "null", "h.", NULL);
    f.rules = RULES_0_1_0;
    game_as_of(f.json->game, f.options, f.rules);
    rig_open(&t, &f, 1000);
    done(pledges(1, 20, 2));
    assert_int_equal(match_is_pledged(&t.m), 0);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
}

/* ---- coming and going ---- */

static void who_leaves_withholds(void **unused)
{
    (void)unused;
    open_revealing();
    done(reveals(0, 1));
    done(leaves(1));
    assert_int_equal(t.e.kind, ENTRY_START);
    assert_int_equal(t.m.seat[1].nonce.n, 0);
    assert_int_equal(t.m.seat[1].away, AWAY_LEFT);
    assert_true(match_bots_due(&t.m) & 2);
    done(returns(1));
    play_on();
}

/* What was revealed counts, even if its person leaves before the start. */
static void who_reveals_and_leaves(void **unused)
{
    (void)unused;
    open_revealing();
    done(reveals(1, 2));
    done(leaves(1));
    assert_int_equal(t.m.phase, MATCH_REVEALING);
    refused(returns(1), "not-running");
    refused_as_row(sits(1, "Eve", 40), &refusal_already_begun);
    done(reveals(0, 1));
    assert_int_equal(t.m.seat[1].nonce.n, PLEDGED_BYTES);
    /* Whoever takes the seat over does not change its nonce. */
    done(pledges(1, 40, 4));
    assert_memory_not_equal(t.m.seat[1].pledge, sitting_of(1, 40, 4).pledge, COMMIT_BYTES);
    assert_int_equal(t.m.seat[1].nonce.n, PLEDGED_BYTES);
    play_on();
    verdict_must_be("3 actions, verified with the nonces of 2 seats, which were committed to "
                    "beforehand");
}

static void a_table_may_be_closed(void **unused)
{
    (void)unused;
    open_revealing();
    done(match_may_close(&t.m, "It is late.", t.now, &t.e, &t.why));
    assert_int_equal(t.m.phase, MATCH_CLOSED);
    refused_as_row(reveals(0, 1), &refusal_reveal_late);
    assert_int_equal(match_due(&t.m), INT64_MAX);
}

static void who_gets_up_takes_the_pledge_along(void **unused)
{
    (void)unused;
    open_plain("null", "h..", NULL);
    done(pledges(1, 20, 2));
    assert_true(match_is_pledged(&t.m));
    done(leaves(1));
    assert_false(match_is_pledged(&t.m));
    done(starts(NULL));
    assert_int_equal(t.e.kind, ENTRY_START);
}

/* ---- rematches ---- */

static void found_again(void)
{
    struct match_founding f;
    match_again(&t.m, &f);
    rig_close(&t);
    rig_open(&t, &f, 50000);
    rig_settle(&t);
}

static void a_rematch_waits_for_pledges(void **unused)
{
    (void)unused;
    open_revealing();
    done(reveals(0, 1));
    done(reveals(1, 2));
    play_on();
    found_again();
    assert_int_equal(t.m.phase, MATCH_WAITING);
    assert_int_equal(match_due(&t.m), 50000 + REVEAL_MS);
    done(pledges(0, 10, 5));
    assert_int_equal(t.m.phase, MATCH_WAITING);
    /* Another name is no pledge. */
    done(pledges(1, 20, 0));
    assert_int_equal(t.m.phase, MATCH_WAITING);
    done(pledges(1, 20, 6));
    assert_int_equal(t.m.phase, MATCH_REVEALING);
}

static void a_rematch_waits_no_longer_than_said(void **unused)
{
    (void)unused;
    open_revealing();
    t.now += REVEAL_MS;
    rig_settle(&t);
    play_on();
    found_again();
    done(pledges(0, 10, 5));
    t.now = 50000 + REVEAL_MS;
    rig_settle(&t);
    assert_int_equal(t.m.phase, MATCH_REVEALING);
    assert_int_equal(match_has_pledged(&t.m, 1), 0);
    done(reveals(0, 5));
    assert_int_equal(t.m.phase, MATCH_RUNNING);
}

/* ---- what is told and stored ---- */

static struct tell_before told_before;

static void take_and_tell(const char *text)
{
    struct writer w = {0};
    before_take(&told_before, &t.m, "abcdefghijklmnop");
    rig_take(&t);
    tell_entry(&w, &t.m, &told_before, &t.e, t.done, SPECTATOR);
    assert_string_equal(w.at, text);
    writer_free(&w);
}

static void expect_table(const char *part)
{
    struct writer w = {0};
    tell_table(&w, &t.m, "abcdefghijklmnop");
    if (!strstr(w.at, part))
        fail_msg("no %s in %s", part, w.at);
    writer_free(&w);
}

/* Computed with Python: blake2b(b"charlatan nonce 1" + bytes([1]) * 32, digest_size=32). */
#define PLEDGE_1 "\"05699ccc91c2e9d93313b9151ca232d135c77b22d44be88a7fde5f04846558ff\""
#define NONCE_1 "\"0101010101010101010101010101010101010101010101010101010101010101\""

static void everybody_is_told(void **unused)
{
    (void)unused;
    open_plain("null", "..", "{\"tosses\":1}");
    expect_table("\"nonce_commitments\":null,\"nonces\":null,\"reveal_until\":null");
    assert_int_equal(pledges(0, 10, 1), 0);
    take_and_tell("{\"n\":1,\"sit\":0,\"name\":\"Élise 10\",\"table\":["
                  "[\"seats.0.kind\",\"human\"],[\"seats.0.name\",\"Élise 10\"],"
                  "[\"nonce_commitments\",[" PLEDGE_1 ",null]]]}");
    expect_table("\"nonce_commitments\":[" PLEDGE_1 ",null],\"nonces\":null");
    assert_int_equal(starts(NULL), 0);
    take_and_tell("{\"n\":2,\"fix\":true,\"table\":[[\"state\",\"revealing\"],"
                  "[\"seats.1.kind\",\"bot\"],[\"seats.1.name\",\"Hilda\"],"
                  "[\"seats.1.bot\",\"random\"],[\"nonces\",[null,null]],"
                  "[\"reveal_until\",11000]]}");
    expect_table("\"state\":\"revealing\"");
    expect_table("\"nonces\":[null,null],\"reveal_until\":11000");
    assert_int_equal(reveals(0, 1), 0);
    take_and_tell("{\"n\":3,\"reveal\":0,\"table\":[[\"nonces.0\"," NONCE_1 "]]}");
    expect_table("\"nonces\":[" NONCE_1 ",null],\"reveal_until\":11000");
    rig_settle(&t);
    expect_table("\"nonces\":[" NONCE_1 ",null],\"reveal_until\":null");
    before_free(&told_before);
}

static void entry_must_be(const char *text, const char *wrong)
{
    struct entry e;
    struct refusal why;
    struct session_done *gone = malloc(sizeof *gone);
    struct match m;
    match_init(&m);
    match_copy(&m, &t.m);
    assert_non_null(gone);
    int read = entry_read(&e, &m, text, strlen(text), &why);
    if (read == 0 && match_take(&m, &e, gone, &why) < 0) {
        entry_free(&e);
        read = -1;
    }
    assert_int_equal(read, -1);
    assert_string_equal(why.message, wrong);
    match_free(&m);
    free(gone);
}

static void damaged_logs(void **unused)
{
    (void)unused;
    open_revealing();
    entry_must_be("{\"at\":2000,\"fix\":\"random\"}", "The game has begun.");
    entry_must_be("{\"at\":2000,\"start\":\"random\",\"chance\":[],\"hash\":\"0000000000000000\"}",
                  "The game begins when all nonces are revealed, or after ten seconds.");
    entry_must_be("{\"at\":2000,\"reveal\":0,\"nonce\":null}",
                  "This nonce does not fit the commitment of your seat.");
    entry_must_be("{\"at\":2000,\"reveal\":9,\"nonce\":" NONCE_1 "}",
                  "reveal: a whole number from 0 to 5 is needed");
    closing(NULL);
    open_plain("null", "h..", NULL);
    entry_must_be("{\"at\":2000,\"fix\":\"random\"}",
                  "There is no commitment to a nonce, so there is nothing to reveal.");
    entry_must_be(
        "{\"at\":2000,\"sit\":1,\"name\":\"Élise 10\",\"token\":null,\"nonce\":null,"
        "\"nonce_commitment\":\"0000000000000000000000000000000000000000000000000000000000"
        "000000\"}",
        "nonce_commitment: zeros are not the hash of a nonce");
    entry_must_be("{\"at\":2000,\"sit\":1,\"name\":\"Élise 10\",\"token\":null,\"nonce\":null,"
                  "\"nonce_commitment\":null}",
                  "nonce_commitment: 64 to 64 hex digits in lower case are needed");
}

/* ---- records that lie ---- */

static void record_must_be(const char *from, const char *to, const char *verdict)
{
    struct writer w = {0}, changed = {0};
    struct record r;
    struct record_wrong wrong;
    char buf[VERDICT_TEXT];
    record_write_match(&w, &t.m);
    char *at = strstr(w.at, from);
    assert_non_null(at);
    write_raw(&changed, w.at, (size_t)(at - w.at));
    changed.comma = 0;
    write_raw(&changed, to, strlen(to));
    changed.comma = 0;
    write_raw(&changed, at + strlen(from), w.n - (size_t)(at - w.at) - strlen(from));
    record_read(&r, changed.at, changed.n);
    assert_int_equal(record_check(&r, &wrong), -1);
    assert_string_equal(verdict_wrong(&r, &wrong, buf), verdict);
    record_free(&r);
    writer_free(&w);
    writer_free(&changed);
}

static void records_that_lie(void **unused)
{
    (void)unused;
    open_revealing();
    done(reveals(0, 1));
    done(reveals(1, 2));
    play_on();
    record_must_be("0101", "0201", "line 1: nonces.0: it does not fit the commitment of that seat");
    record_must_be("\"nonce_commitments\":[", "\"nonce_commitments\":[null,",
                   "line 1: nonce_commitments: a list of 3 is needed");
    record_must_be("\"nonce_commitments\":[\"", "\"nonce_commitments\":[\"0",
                   "line 1: nonce_commitments.0: null or 64 hex digits in lower case are needed");
    record_must_be(NONCE_1, "\"01\"",
                   "line 1: nonces.0: it does not fit the commitment of that seat");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_reveal),
        TEST(one_withholds),
        TEST(all_withhold),
        TEST(what_is_refused),
        TEST(a_nonce_or_a_pledge),
        TEST(beside_plain_nonces),
        TEST(nobody_pledges),
        TEST(tables_of_older_rules),
        TEST(who_leaves_withholds),
        TEST(who_reveals_and_leaves),
        TEST(a_table_may_be_closed),
        TEST(who_gets_up_takes_the_pledge_along),
        TEST(a_rematch_waits_for_pledges),
        TEST(a_rematch_waits_no_longer_than_said),
        TEST(everybody_is_told),
        TEST(damaged_logs),
        TEST(records_that_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
