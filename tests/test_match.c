/* Tests of matches by example: tables and seats, questions and answers, names, and the default of
 * help. */
#include <strings.h>

#include "bots/names.h"
#include "match/name_inside.h"
#include "match/refusals.h"
#include "tests/match_says.h"

/* ---- tables and seats ---- */

static int is_bots_name(const char *name)
{
    for (int row = 0; bot_name_at(row, 0); row++)
        if (strcmp(bot_name_at(row, 0), name) == 0)
            return 1;
    return 0;
}

static void a_founding_is_checked(void **unused)
{
    struct match_founding f, good;
    struct entry e;
    struct refusal why;
    (void)unused;
    rig_found(&good, "quacks", "hb.", NULL);
    assert_int_equal(match_may_found(&good, 5, &e, &why), 0);
#define WRONG(change)                                                                              \
    f = good;                                                                                      \
    change;                                                                                        \
    assert_int_equal(match_may_found(&f, 5, &e, &why), -1);                                        \
    assert_string_equal(refusal_code_name(why.code), "bad-option")
    WRONG(f.json = NULL);
    WRONG(f.players = 2);
    WRONG(f.players = 5);
    WRONG(f.open = 2);
    WRONG(f.help = 2);
    WRONG(f.clock.move = 30 * 86400 + 1);
    WRONG(f.clock.game = 90 * 86400 + 1);
    WRONG(f.seat[0].kind = 3);
    WRONG(f.seat[0].name[0] = 0);
    WRONG(f.seat[0].name[0] = '\n');
    WRONG(f.seat[0].token[0] = 0);
    WRONG(strcpy(f.seat[0].bot, "medium"));
    WRONG(f.seat[0].nonce.n = MATCH_NONCE + 1);
    WRONG(strcpy(f.seat[1].bot, "nobody"));
    WRONG(strcpy(f.seat[1].bot, "search:ms=100"));
    WRONG(f.seat[1].bot[0] = 0);
    WRONG(f.seat[1].token[0] = 1);
    WRONG(f.seat[1].nonce.n = 1);
    WRONG(strcpy(f.seat[2].name, "Nobody"));
    WRONG(f.seat[2] = f.seat[0]);
    WRONG(f.fork.moves = 1);
#undef WRONG
}

static void people_come_and_go(void **unused)
{
    (void)unused;
    open_plain("null", "h...", NULL);
    assert_int_equal(t.m.phase, MATCH_WAITING);
    refused(sits(0, "Bo", 20), "seat-taken");
    refused(sits(4, "Bo", 20), "bad-request");
    refused(sits(-2, "Bo", 20), "bad-request");
    refused(sits(-1, "", 20), "bad-request");
    refused(sits(-1, "Bo", 0), "bad-request");
    /* They sit at 0 already. */
    refused(sits(1, "Bo", 1), "not-allowed");
    done(sits(-1, "Bea", 1));
    /* They only get another name. */
    assert_int_equal(t.e.seat, 0);
    assert_string_equal(t.m.seat[0].name, "Bea");
    done(sits(2, "  Bo ", 20));
    assert_string_equal(t.m.seat[2].name, "Bo");
    done(sits(-1, "Cy", 21));
    assert_int_equal(t.e.seat, 1);
    done(leaves(2));
    assert_int_equal(t.e.kind, ENTRY_RISE);
    assert_int_equal(t.m.seat[2].kind, SEAT_EMPTY);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){20}), -1);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){21}), 1);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){0}), -1);
    refused(leaves(2), "not-allowed");
    refused(says(0, 1, "call heads"), "not-running");
    refused(returns(0), "not-running");
    refused(match_may_rematch(&t.m, "abcdefgh234567ab", t.now, &t.e, &t.why), "not-over");
    done(leaves(0));
    assert_int_equal(t.m.phase, MATCH_WAITING);
    done(leaves(1));
    assert_int_equal(t.e.kind, ENTRY_CLOSE);
    assert_int_equal(t.m.phase, MATCH_CLOSED);
    refused(sits(-1, "Bo", 20), "not-waiting");
    refused(starts(NULL), "not-waiting");
}

static void a_table_without_people_waits_for_the_first(void **unused)
{
    (void)unused;
    open_plain("null", "..b", NULL);
    assert_int_equal(t.m.entries, 1);
    assert_int_equal(match_due(&t.m), INT64_MAX);
    done(match_may_close(&t.m, "Nobody came.", t.now, &t.e, &t.why));
    assert_int_equal(t.m.phase, MATCH_CLOSED);
}

static void a_full_table_starts(void **unused)
{
    (void)unused;
    open_plain("arcane", "h.b", NULL);
    assert_int_equal(t.m.phase, MATCH_WAITING);
    assert_true(is_bots_name(t.m.seat[2].name));
    done(sits(-1, "Bo", 20));
    assert_int_equal(t.e.kind, ENTRY_START);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    refused(starts(NULL), "not-waiting");
    refused(sits(1, "Cy", 21), "seat-taken");
    refused(sits(-1, "Cy", 21), "seat-taken");
}

static void bots_alone_start_at_once(void **unused)
{
    (void)unused;
    open_plain("quacks", "bbb", NULL);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_int_equal(match_bots_due(&t.m), 7);
}

static void empty_seats_are_filled(void **unused)
{
    (void)unused;
    open_plain("quacks", "h..", NULL);
    refused(starts("nobody"), "bad-option");
    refused(starts("search:ms=9"), "bad-option");
    done(starts("easy"));
    assert_int_equal(t.m.seat[1].kind, SEAT_BOT);
    assert_string_equal(t.m.seat[1].bot, "easy");
    assert_true(is_bots_name(t.m.seat[2].name));
    assert_int_equal(match_bots_due(&t.m), 6);
    rig_close(&t);
    /* The null game has no levels. */
    open_plain("null", "h..", NULL);
    done(starts("hard"));
    assert_string_equal(t.m.seat[1].bot, "random");
}

/* Whoever sits down later may have the name of a bot; then the bot gets another. In a rematch the
 * bots are the same. */
static void nobody_has_the_name_of_a_bot(void **unused)
{
    struct match_founding again;
    char person[MATCH_NAME + 1], other[MATCH_NAME + 1];
    (void)unused;
    open_plain("quacks", "h.bb", NULL);
    strcpy(person, t.m.seat[2].name);
    strcpy(other, t.m.seat[3].name);
    assert_string_not_equal(person, other);
    person[0] |= 0x20;
    done(sits(1, person, 20));
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_string_equal(t.m.seat[1].name, person);
    assert_true(is_bots_name(t.m.seat[2].name));
    assert_int_not_equal(strcasecmp(t.m.seat[2].name, person), 0);
    assert_string_not_equal(t.m.seat[2].name, other);
    assert_string_equal(t.m.seat[3].name, other);
    match_again(&t.m, &again);
    assert_string_equal(again.seat[2].name, t.m.seat[2].name);
}

/* Older versions stored the level as the name. */
static void bots_of_older_tables_get_names(void **unused)
{
    struct match_founding f;
    (void)unused;
    rig_found(&f, "quacks", "hbb", NULL);
    strcpy(f.seat[1].name, "medium");
    strcpy(f.seat[1].bot, "medium");
    rig_open(&t, &f, 1000);
    assert_true(is_bots_name(t.m.seat[1].name));
    assert_string_equal(t.m.seat[1].bot, "medium");
}

static void nonces_change_the_luck_and_nothing_else(void **unused)
{
    struct match_sitting s = {.seat = 1, .name = "Bo", .token = {20}, .nonce = {2, {1, 2}}};
    uint32_t key[8];
    (void)unused;
    open_plain("null", "h.", NULL);
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.why));
    memcpy(key, t.m.session.chance.key, sizeof key);
    assert_memory_not_equal(key, t.m.seed, sizeof key);
    done(leaves(1));
    s.token[0] = 21;
    s.nonce.bytes[0] = 9;
    /* A nonce comes too late, and is ignored. */
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.why));
    assert_int_equal(t.m.seat[1].nonce.bytes[0], 1);
    answers(0, "call heads");
    done(undoes(0));
    assert_memory_equal(key, t.m.session.chance.key, sizeof key);
}

static void who_leaves_can_be_replaced(void **unused)
{
    (void)unused;
    open_plain("null", "hh", NULL);
    answers(1, "call heads");
    done(leaves(0));
    assert_int_equal(t.m.seat[0].away, AWAY_LEFT);
    assert_string_equal(t.m.seat[0].bot, "random");
    assert_int_equal(match_bots_due(&t.m), 1);
    refused(leaves(0), "not-allowed");
    refused(says(0, t.m.seat[0].asked, "call heads"), "not-allowed");
    refused(undoes(0), "not-allowed");
    refused(sits(1, "Cy", 30), "seat-taken");
    refused(sits(0, "Cy", 2), "not-allowed");
    done(returns(0));
    assert_string_equal(t.m.seat[0].bot, "");
    refused(returns(0), "not-allowed");
    done(leaves(0));
    done(sits(-1, "Cy", 30));
    assert_string_equal(t.m.seat[0].name, "Cy");
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){1}), -1);
    assert_int_equal(match_bots_due(&t.m), 0);
    assert_int_equal(t.m.seat[0].asked, t.e.n);
    answers(0, "call tails");
}

/* ---- questions and answers ---- */

static void answers_are_taken_once(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", NULL);
    uint32_t ask = t.m.seat[0].asked;
    assert_int_equal(ask, 1);
    refused(says(0, ask + 1, "call heads"), "stale");
    refused(says(0, 0, "call heads"), "stale");
    refused(says(0, ask, "call edge"), "illegal-action");
    assert_string_equal(t.why.rule, "N1");
    refused(says(0, ask, ""), "illegal-action");
    answers(0, "call heads");
    uint32_t n = t.e.n;
    assert_int_equal(says(0, ask, "call heads"), -1);
    assert_ptr_equal(t.why.row, &refusal_answer_repeated);
    assert_int_equal(t.e.n, n);
    refused(says(0, ask, "call tails"), "stale");
    refused(says(0, n, "call tails"), "not-your-decision");
    answers(1, "call heads");
    answers(2, "call heads");
    refused(says(0, ask, "call tails"), "stale");
    /* It has answered another question since. */
    assert_int_equal(says(0, ask, "call heads"), -1);
    assert_ptr_equal(t.why.row, &refusal_answer_repeated);
    answers(0, "call tails");
    refused(says(0, ask, "call heads"), "not-your-decision");
}

static void the_last_answer_may_be_repeated_too(void **unused)
{
    (void)unused;
    open_plain("null", "hh", "{\"tosses\":1}");
    answers(0, "call heads");
    uint32_t ask = t.m.seat[1].asked;
    answers(1, "call tails");
    assert_int_equal(t.m.phase, MATCH_OVER);
    assert_int_equal(says(1, ask, "call tails"), -1);
    assert_ptr_equal(t.why.row, &refusal_answer_repeated);
    refused(says(1, ask, "call heads"), "stale");
    refused(says(1, t.m.entries, "call heads"), "game-over");
    refused(undoes(1), "game-over");
    refused(leaves(1), "not-running");
}

/* Once a question is answered, only the answer given can be recognised by its name. The numbers of
 * answers now belong to another question. */
static void a_repetition_is_of_the_same_question(void **unused)
{
    (void)unused;
    open_plain("arcane", "hh", "{\"first\":0}");
    uint32_t ask = t.m.seat[0].asked;
    struct move first = {0, 0}, other = {0, 1};
    answers(0, "reveal 1 2");
    uint32_t entry = t.e.n;
    answers(1, "reveal 1 2");
    /* Answer 0 is a draw now. */
    assert_true(t.m.session.game->legal(t.m.session.state, 0) & 1);
    refused(says(0, ask, "draw deck"), "stale");
    refused(says(0, ask, "reveal 1 3"), "stale");
    refused(says(0, t.m.seat[0].asked, "reveal 1 2"), "illegal-action");
    assert_int_equal(says(0, ask, "reveal 1 2"), -1);
    assert_ptr_equal(t.why.row, &refusal_answer_repeated);
    assert_int_equal(t.e.n, entry);
    assert_int_equal(match_may_move(&t.m, first, ask, t.now, &t.e, &t.why), -1);
    assert_ptr_equal(t.why.row, &refusal_answer_repeated);
    assert_int_equal(t.e.n, entry);
    refused(match_may_move(&t.m, other, ask, t.now, &t.e, &t.why), "stale");
    done(match_may_move(&t.m, first, t.m.seat[0].asked, t.now, &t.e, &t.why));
    assert_string_equal(t.e.text, "draw deck");
}

static void numbers_that_are_no_answers(void **unused)
{
    (void)unused;
    open_plain("null", "hh", NULL);
    uint32_t ask = t.m.seat[0].asked;
    static const uint8_t numbers[] = {0, 3, 63, 64, 255};
    for (size_t i = 0; i < sizeof numbers; i++)
        refused(match_may_move(&t.m, (struct move){0, numbers[i]}, ask, t.now, &t.e, &t.why),
                "illegal-action");
    done(match_may_move(&t.m, (struct move){0, 2}, ask, t.now, &t.e, &t.why));
    assert_string_equal(t.e.text, "call tails");
}

static void others_do_not_renumber_my_question(void **unused)
{
    (void)unused;
    open_plain("quacks", "hhh", NULL);
    uint32_t asked = t.m.seat[2].asked;
    for (int i = 0; i < 3; i++) {
        answers(0, "draw");
        assert_int_equal(t.m.seat[2].asked, asked);
        assert_int_equal(t.m.seat[0].asked, t.e.n);
        assert_int_equal(t.m.seat[1].asked, asked);
    }
}

static void bots_answer_their_own_questions(void **unused)
{
    (void)unused;
    open_plain("null", "hb", NULL);
    uint32_t ask = t.m.seat[1].asked;
    refused(match_may_move_bot(&t.m, (struct move){0, 1}, ask, t.now, &t.e, &t.why), "not-allowed");
    refused(match_may_move_bot(&t.m, (struct move){1, 1}, ask + 1, t.now, &t.e, &t.why), "stale");
    refused(match_may_move_bot(&t.m, (struct move){1, 5}, ask, t.now, &t.e, &t.why),
            "illegal-action");
    refused(match_may_move_bot(&t.m, (struct move){1, 255}, ask, t.now, &t.e, &t.why),
            "illegal-action");
    refused(match_may_move_bot(&t.m, (struct move){1, 64}, ask, t.now, &t.e, &t.why),
            "illegal-action");
    refused(says(1, ask, "call heads"), "not-allowed");
    done(match_may_move_bot(&t.m, (struct move){1, 1}, ask, t.now, &t.e, &t.why));
    refused(match_may_move_bot(&t.m, (struct move){1, 1}, ask, t.now, &t.e, &t.why),
            "not-your-decision");
}

static void a_wrong_hash_changes_nothing(void **unused)
{
    struct match before;
    struct refusal why;
    (void)unused;
    open_plain("quacks", "hh", NULL);
    match_init(&before);
    match_copy(&before, &t.m);
    assert_int_equal(says(0, t.m.seat[0].asked, "draw"), 0);
    t.e.hash = 1;
    assert_int_equal(match_take(&t.m, &t.e, t.done, &why), -1);
    assert_non_null(strstr(why.message, "hash"));
    same_match(&before, &t.m);
    t.e.hash = 0;
    rig_take(&t);
    assert_true(t.e.hash != 0);
    match_free(&before);
}

/* ---- names ---- */

static void names(void **unused)
{
    static const char *const good[] = {"A",
                                       "Ada Lovelace",
                                       "Élise",
                                       "李",
                                       "👩‍🔬",
                                       "x.y_z-1",
                                       "1234567890123456789012345678901234567890"};
    static const char *const bad[] = {"",
                                      " ",
                                      "\xc2\xa0\xe3\x80\x80",
                                      "a\nb",
                                      "a\x7f",
                                      "a\xc2\x85",
                                      "\xe2\x80\xa8",
                                      "a\xe2\x80\xae"
                                      "b",
                                      "a\xe2\x81\xa6"
                                      "b",
                                      "a\xe2\x80\x8b",
                                      "\xef\xbb\xbf"
                                      "a",
                                      "\xe2\x80\x8d",
                                      "\xff",
                                      "a\xc3",
                                      "\xc0\xaf",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "12345678901234567890123456789012345678901"};
    char name[MATCH_NAME + 1];
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(name_read(good[i], name), 0);
        assert_string_equal(name, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (name_read(bad[i], name) == 0)
            fail_msg("name %zu should be refused", i);
    assert_int_equal(name_read("  a b\xc2\xa0 ", name), 0);
    assert_string_equal(name, "a b");
    assert_false(name_is_clean(" a"));
}

/* Names that look like nothing, or like another name. Older logs with them can still be read. */
static void names_that_cannot_be_seen(void **unused)
{
    static const char *const bad[] = {
        "\u3164",     "a\u3164",   "\u2800",        "\u2800 \u2800",
        "\u034f",     "Ann\u034f", "\u115f",        "\uffa0",
        "\U000e0001", "\ufe0f",    "\U000e0061",    "\u180b \u200d",
        "\u00a0",     "\u17b4",    "\U0001d159",    "\ufff3",
        "",           "Ann\ue000", "\uf8ff",        "Ann\U000f0000",
        "Ann\ufffc",  "A\ufdd0n",  "Ann\U00050000",
    };
    static const char *const good[] = {"Ann",
                                       "👩‍🔬",
                                       "❤\ufe0f",
                                       "葛\U000e0100城",
                                       "é\u0301",
                                       "1",
                                       "🏴\U000e0067\U000e0062\U000e007f"};
    char name[MATCH_NAME + 1];
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (name_is_visible(bad[i]))
            fail_msg("name %zu should be refused", i);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!name_is_visible(good[i]))
            fail_msg("%s should be allowed", good[i]);
    assert_int_equal(name_read("\u3164", name), 0);
}

/* ---- odds and hints ---- */

static void odds_are_for_those_who_play_alone(void **unused)
{
    static const struct {
        const char *seats;
        int help;
    } rows[] = {{"hb", 1}, {"bbb", 1}, {"hbh", 0}, {"h.", 0}, {".b", 0}};
    struct match_founding f;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rig_found(&f, "null", rows[i].seats, NULL);
        assert_int_equal(match_help_usual(&f), rows[i].help);
    }
    rig_found(&f, "null", "hh", NULL);
    f.fork.chance = json_array();
    /* Help is on in practice. */
    assert_int_equal(match_help_usual(&f), 1);
    json_decref(f.fork.chance);
}

/* A founding in the form that old logs have, without `help`. */
static int help_of_old_log(const char *seats)
{
    static const char member[] = "\"help\":false,";
    struct match m;
    struct entry e;
    struct refusal why = {0};
    open_plain("null", seats, NULL);
    char *text = t.body[0].text, *at = strstr(text, member);
    assert_non_null(at);
    memmove(at, at + sizeof member - 1, strlen(at + sizeof member - 1) + 1);
    match_init(&m);
    assert_int_equal(entry_read(&e, &m, text, strlen(text), &why), 0);
    assert_int_equal(match_take(&m, &e, t.done, &why), 0);
    int help = m.help;
    entry_free(&e);
    match_free(&m);
    rig_close(&t);
    memset(&t, 0, sizeof t);
    return help;
}

static void older_logs_do_not_say_whether_odds_are_shown(void **unused)
{
    (void)unused;
    assert_int_equal(help_of_old_log("hb"), 1);
    assert_int_equal(help_of_old_log("hh"), 0);
    open_plain("null", "hb", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_founding_is_checked),
        TEST(people_come_and_go),
        TEST(a_table_without_people_waits_for_the_first),
        TEST(a_full_table_starts),
        TEST(bots_alone_start_at_once),
        TEST(empty_seats_are_filled),
        TEST(nobody_has_the_name_of_a_bot),
        TEST(bots_of_older_tables_get_names),
        TEST(nonces_change_the_luck_and_nothing_else),
        TEST(who_leaves_can_be_replaced),
        TEST(answers_are_taken_once),
        TEST(the_last_answer_may_be_repeated_too),
        TEST(a_repetition_is_of_the_same_question),
        TEST(numbers_that_are_no_answers),
        TEST(others_do_not_renumber_my_question),
        TEST(bots_answer_their_own_questions),
        TEST(a_wrong_hash_changes_nothing),
        TEST(names),
        TEST(names_that_cannot_be_seen),
        TEST(odds_are_for_those_who_play_alone),
        TEST(older_logs_do_not_say_whether_odds_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
