/* Tests of matches with a witness: values computed by Python's hashlib, whole games with moves
 * taken back, clocks that stand still, and records that somebody has forged. */
#include <sodium.h>

#include "match/may.h"
#include "match/record_play.h"
#include "match/record_write.h"
#include "match/undo.h"
#include "match/verdict.h"
#include "tests/match_witness.h"
#include "wire/hex.h"

/* ---- values ---- */

static void must_be(const uint8_t bytes[32], const char *expected)
{
    char text[65];
    hex_write(bytes, 32, text);
    assert_string_equal(text, expected);
}

/* docs/fairness.md has the same values. */
static void values(void **unused)
{
    uint8_t key[32], secret[32], salt[16], commitment[32], question[32], part[32], luck[32],
        all[32];
    (void)unused;
    seed_read_hex("0a8c94f0fb351ce0e26018a3462ce050428dc25dc7c79451aa78d0c2814fa8ce", key);
    count_up(secret, 32, 64);
    count_up(salt, 16, 48);
    commit_make(salt, secret, commitment);
    must_be(commitment, "0da594e96b94326e667af5f2ce97e097322b2d5cf2d7405d8d8301cf488fb6f4");
    witness_transcript(commitment, all);
    must_be(all, "316f5f8e0018a904c0d7c012f1114fdf8e5bded88e9ad1a7a089cf6a8ba72f4c");
    witness_first_question(key, commitment, question);
    must_be(question, "acad50a3395916ed78d1cbc7730b1107cf7e621f867dc00465009eb7cd2c333b");
    witness_transcript_add(all, question);
    witness_part(secret, question, part);
    must_be(part, "244dfd70b1874e5cd350c03c8a2eb6119a9b6fdf7e22c2712f4c352fcc06c0ae");
    witness_luck(key, part, luck);
    must_be(luck, "7d9602d9189482b4f5793409911a912cc3b8c77c637aab9d002aeffd6de2680e");
    witness_question(key, question, 2, "draw deck", question);
    must_be(question, "1f449cf64c08cb4190d6f5b7f7196d2eabfbef2ac5f3976e6634873af82c5681");
    witness_transcript_add(all, question);
    must_be(all, "238e3e46bd6bc4609ac4f63f6e1b21a79c5cdd740e48e8de99858e909ac12d14");
    witness_part(secret, question, part);
    must_be(part, "f4db2f8697aaa6423d17ba5e12780b42f657007ee257341733edec2068bf792f");
    witness_luck(key, part, luck);
    must_be(luck, "6e506214dc3213eb8d4a189640bad51197860dbfb36786059865161070076bd9");
}

/* ---- a table with a witness ---- */

static void settle(struct rig *t)
{
    while (rig_settle(t) || match_waits(&t->m))
        if (match_waits(&t->m))
            witness_answer(t);
}

static void open_table(struct rig *t, const char *game, const char *seats, uint32_t clock)
{
    struct match_founding f;
    rig_found(&f, game, seats, NULL);
    f.clock = (struct match_clock){clock, clock * 4};
    witness_open(&f);
    rig_open(t, &f, 1000);
}

static uint32_t below(uint64_t *luck, uint32_t n)
{
    *luck = *luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*luck >> 33) % n;
}

static void move(struct rig *t, uint64_t *luck)
{
    const struct session *s = &t->m.session;
    uint32_t active = s->game->active(s->state);
    int seat = bit_nth(active, below(luck, (uint32_t)bit_count(active)));
    uint64_t legal = s->game->legal(s->state, seat);
    struct move chosen = {(uint8_t)seat,
                          (uint8_t)bit_nth(legal, below(luck, (uint32_t)bit_count(legal)))};
    uint32_t ask = t->m.seat[seat].asked;
    int may = match_person_plays(&t->m, seat)
                  ? match_may_move(&t->m, chosen, ask, t->now, &t->e, &t->why)
                  : match_may_move_bot(&t->m, chosen, ask, t->now, &t->e, &t->why);
    assert_int_equal(may, 0);
    rig_take(t);
    assert_true(match_waits(&t->m));
    settle(t);
}

static void undo(struct rig *t, int seat)
{
    if (match_may_undo(&t->m, seat, t->now, &t->e, &t->why) < 0)
        return;
    rig_take(t);
    for (int other = 0; other < t->m.players && t->m.plea.seat >= 0; other++)
        if (match_may_grant(&t->m, other, 1, t->now, &t->e, &t->why) == 0)
            rig_take(t);
    settle(t);
}

static void play(struct rig *t, uint64_t luck)
{
    while (t->m.phase == MATCH_RUNNING) {
        move(t, &luck);
        if (t->m.phase == MATCH_RUNNING && below(&luck, 12) == 0)
            undo(t, (int)below(&luck, (uint32_t)t->m.players));
        t->now += 50;
    }
}

/* ---- records ---- */

static char *record_of(const struct match *m)
{
    struct writer w = {0};
    record_write_match(&w, m);
    return w.at;
}

/* NULL: the record is right. Else the sentence must contain this. */
static void verdict_must_be(const char *text, const char *says)
{
    struct record r;
    struct record_wrong wrong;
    char sentence[VERDICT_TEXT];
    record_read(&r, text, strlen(text));
    int right = record_check(&r, &wrong) == 0;
    if (right)
        verdict_right(&r, sentence);
    else
        verdict_wrong(&r, &wrong, sentence);
    if (right != !says || !strstr(sentence, says ? says : "came from a witness"))
        fail_msg("%s (expected: %s)", sentence, says ? says : "right");
    record_free(&r);
}

/* A record of a game that goes on proves nothing about its witness, and does not say so. */
static void no_result_yet(void **unused)
{
    struct rig t;
    struct record r;
    struct record_wrong wrong;
    char sentence[VERDICT_TEXT];
    (void)unused;
    open_table(&t, "null", "hh", 0);
    settle(&t);
    play(&t, 7);
    char *text = record_of(&t.m), *last = strstr(text, "{\"result\"");
    assert_non_null(last);
    *last = 0;
    record_read(&r, text, strlen(text));
    assert_int_equal(record_check(&r, &wrong), 0);
    assert_non_null(strstr(verdict_right(&r, sentence), "witness gave cannot be checked yet"));
    assert_null(strstr(sentence, "came from a witness"));
    record_free(&r);
    free(text);
    rig_close(&t);
}

/* Changes the first hex digit of the last member with this name. */
static void spoil(char *text, const char *member)
{
    char *at = NULL, *next = text;
    while ((next = strstr(next, member)))
        at = next++;
    assert_non_null(at);
    at += strlen(member);
    *at = *at == '0' ? '1' : '0';
}

static void spoiled_must_be(const struct match *m, const char *member, const char *says)
{
    char *text = record_of(m);
    spoil(text, member);
    verdict_must_be(text, says);
    free(text);
}

static void whole_games(void **unused)
{
    static const char *const games[] = {"arcane", "quacks", "null"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct rig t;
        open_table(&t, games[i], "hhb", 0);
        settle(&t);
        assert_true(t.m.begun);
        play(&t, (uint64_t)i + 3);
        char *text = record_of(&t.m);
        verdict_must_be(text, "has not signed the end");
        free(text);
        witness_seal(&t);
        text = record_of(&t.m);
        verdict_must_be(text, NULL);
        free(text);
        rig_refold(&t);
        rig_close(&t);
    }
}

/* A hash of the wrong thing is a wrong record, and the verdict says who has lied. */
static void forged_records(void **unused)
{
    struct rig t;
    (void)unused;
    open_table(&t, "null", "hh", 0);
    settle(&t);
    play(&t, 7);
    witness_seal(&t);
    spoiled_must_be(&t.m, "\"key\":\"", "has not signed this opening, so the server");
    spoiled_must_be(&t.m, "\"asker\":\"", "has not signed this opening, so the server");
    spoiled_must_be(&t.m, "\"part\":\"", "has not signed this part, so the server");
    spoiled_must_be(&t.m, "\"proof\":\"", "has not signed this part, so the server");
    spoiled_must_be(&t.m, "\"transcript\":\"", "has not signed this end, so the server");
    spoiled_must_be(&t.m, "\"asked_signature\":\"", "the server has not signed this end");
    spoiled_must_be(&t.m, "\"secret\":\"", "do not fit its commitment");
    spoiled_must_be(&t.m, "\"salt\":\"", "do not fit its commitment");
    rig_close(&t);
}

/* The witness signs a part that its secret does not give. */
static void a_witness_that_lies(void **unused)
{
    struct rig t;
    uint8_t question[32], part[32] = {1}, proof[64];
    struct witness_statement s;
    uint32_t n;
    (void)unused;
    open_table(&t, "null", "hh", 0);
    rig_settle(&t);
    match_question(&t.m, &n, question, proof);
    statement_part(&s, t.m.watch->opening.commitment, question, part);
    sign_make(&s, own_key, proof);
    ledger.asked++;
    witness_transcript_add(ledger.transcript, question);
    assert_int_equal(match_may_part(&t.m, part, proof, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    play(&t, 7);
    witness_seal(&t);
    char *text = record_of(&t.m);
    verdict_must_be(text, "line 1: part: the witness has signed it, but its secret gives another");
    free(text);
    rig_close(&t);
}

/* The server has asked for something that it leaves out of the log, or has got the secret before
 * the game was over and has made the last parts itself. */
static void a_server_that_lies(void **unused)
{
    struct rig t;
    uint8_t secretly[32] = {9};
    (void)unused;
    open_table(&t, "null", "hh", 0);
    settle(&t);
    play(&t, 7);
    t.m.watch->asked = ++ledger.asked;
    witness_transcript_add(ledger.transcript, secretly);
    memcpy(t.m.watch->transcript, ledger.transcript, 32);
    struct witness_seal s;
    witness_seal_of(&t.m, &s);
    assert_int_equal(match_may_seal(&t.m, &s, t.now, &t.e, &t.why), 0);
    assert_int_equal(match_take(&t.m, &t.e, t.done, &t.why), 0);
    char *text = record_of(&t.m);
    verdict_must_be(text, "the server has asked it");
    free(text);
    /* As many questions as actions, but others. */
    t.m.watch->asked = --ledger.asked;
    witness_seal_of(&t.m, &t.m.watch->seal);
    text = record_of(&t.m);
    verdict_must_be(text, "the server has asked it for other actions");
    free(text);
    rig_close(&t);
}

/* ---- waiting ---- */

static void only_the_witness_can_go_on(void **unused)
{
    struct rig t;
    uint8_t part[32] = {0}, proof[64] = {0};
    struct match_sitting s = {.seat = 0, .name = "Ann", .nonce.n = 1};
    (void)unused;
    open_table(&t, "null", "hh", 0);
    rig_settle(&t);
    assert_true(match_waits(&t.m));
    assert_false(t.m.begun);
    s.token[0] = 1;
    assert_int_equal(match_may_sit(&t.m, &s, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "witness-asked");
    assert_int_equal(match_may_leave(&t.m, 0, t.now, &t.e, &t.why), -1);
    assert_int_equal(match_may_start(&t.m, NULL, t.now, &t.e, &t.why), -1);
    /* A part that the witness has not signed is not taken. */
    assert_int_equal(match_may_part(&t.m, part, proof, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "witness-signature");
    witness_answer(&t);
    assert_true(t.m.begun);
    assert_int_equal(match_may_part(&t.m, part, proof, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "witness-not-asked");
    rig_close(&t);
}

/* An answer that was chosen cannot be changed, but may be sent again. */
static void a_choice_stands(void **unused)
{
    struct rig t;
    (void)unused;
    open_table(&t, "null", "hh", 0);
    settle(&t);
    uint32_t ask = t.m.seat[0].asked;
    assert_int_equal(match_may_move_named(&t.m, 0, "call heads", ask, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    uint32_t n = t.e.n;
    assert_int_equal(match_may_move_named(&t.m, 0, "call heads", ask, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "answer-repeated");
    assert_int_equal(t.e.n, n);
    assert_int_equal(match_may_move_named(&t.m, 0, "call tails", ask, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "answered-otherwise");
    assert_int_equal(
        match_may_move_named(&t.m, 1, "call tails", t.m.seat[1].asked, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "witness-asked");
    assert_int_equal(match_may_undo(&t.m, 0, t.now, &t.e, &t.why), -1);
    assert_string_equal(t.why.row->reason, "witness-asked");
    assert_int_equal(match_bots_due(&t.m), 0);
    rig_close(&t);
}

/* Nobody loses time while the witness is asked. */
static void clocks_stand_still(void **unused)
{
    struct rig t;
    (void)unused;
    open_table(&t, "null", "hh", 60);
    settle(&t);
    t.now += 10000;
    int64_t until = match_until(&t.m, 1);
    assert_int_equal(
        match_may_move_named(&t.m, 0, "call heads", t.m.seat[0].asked, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    assert_int_equal(match_until(&t.m, 1), INT64_MAX);
    t.now += 500000;
    assert_int_equal(rig_settle(&t), 0);
    witness_answer(&t);
    assert_int_equal(match_until(&t.m, 1), until + 500000);
    assert_int_equal(match_left(&t.m, 0), 240000 - 10000);
    t.now += 50000;
    assert_int_equal(rig_settle(&t), 1);
    assert_int_equal(t.m.seat[1].away, AWAY_CLOCK);
    rig_close(&t);
}

/* People come and go meanwhile; a person who takes over a seat has not given its last answer. */
static void people_come_and_go(void **unused)
{
    struct rig t;
    struct match_sitting s = {.seat = 0, .name = "Eve", .token = {77}};
    (void)unused;
    open_table(&t, "null", "hh", 60);
    settle(&t);
    uint32_t ask = t.m.seat[0].asked;
    assert_int_equal(match_may_move_named(&t.m, 0, "call heads", ask, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    assert_int_equal(match_may_leave(&t.m, 0, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    t.now += 1000;
    assert_int_equal(match_may_sit(&t.m, &s, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    t.now += 1000;
    witness_answer(&t);
    assert_int_equal(t.m.moves, 1);
    assert_int_equal(t.m.seat[0].answered_n, 0);
    rig_close(&t);
}

/* The same action after the same game has the same luck again, and is asked for again. */
static void the_same_luck_comes_again(void **unused)
{
    struct rig t;
    struct match_founding f;
    uint8_t part[32];
    (void)unused;
    rig_found(&f, "quacks", "hb", NULL);
    f.practice = 1;
    witness_open(&f);
    rig_open(&t, &f, 1000);
    settle(&t);
    uint64_t luck = 5, same;
    while (!match_person_plays(&t.m, bit_lowest(t.m.session.game->active(t.m.session.state))))
        move(&t, &luck);
    uint32_t asked = t.m.watch->asked, moves = t.m.moves;
    for (same = luck; t.m.moves == moves;)
        move(&t, &luck);
    memcpy(part, t.m.watch->share[t.m.moves].part, 32);
    uint64_t hash = game_hash(t.m.session.game, t.m.session.state);
    assert_int_equal(match_may_undo(&t.m, 0, t.now, &t.e, &t.why), 0);
    rig_take(&t);
    assert_int_equal(t.m.moves, moves);
    move(&t, &same);
    assert_memory_equal(part, t.m.watch->share[t.m.moves].part, 32);
    assert_int_equal(game_hash(t.m.session.game, t.m.session.state), hash);
    assert_int_equal(t.m.watch->asked, asked + 2);
    rig_close(&t);
}

static void a_copy_is_the_same(void **unused)
{
    struct rig t;
    struct match copy;
    uint64_t luck = 11;
    (void)unused;
    open_table(&t, "arcane", "hb", 0);
    match_init(&copy);
    match_copy(&copy, &t.m);
    same_match(&copy, &t.m);
    settle(&t);
    for (int i = 0; i < 40; i++)
        move(&t, &luck);
    match_copy(&copy, &t.m);
    same_match(&copy, &t.m);
    match_free(&copy);
    rig_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(no_result_yet),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(forged_records),
        cmocka_unit_test(a_witness_that_lies),
        cmocka_unit_test(a_server_that_lies),
        cmocka_unit_test(only_the_witness_can_go_on),
        cmocka_unit_test(a_choice_stands),
        cmocka_unit_test(clocks_stand_still),
        cmocka_unit_test(people_come_and_go),
        cmocka_unit_test(the_same_luck_comes_again),
        cmocka_unit_test(a_copy_is_the_same),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
