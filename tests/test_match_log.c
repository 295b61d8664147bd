/* Tests of matches by example: logs that were tampered with, and invalid entries. */
#include "match/inside.h"
#include "tests/match_says.h"

/* ---- hostile bodies ---- */

/* Reading must never crash. A refused entry has a reason and changes nothing. */
static int body_holds(const struct match *m, const char *text, size_t n)
{
    struct match copy;
    struct entry e;
    struct refusal why = {0};
    match_init(&copy);
    match_copy(&copy, m);
    int holds = entry_read(&e, &copy, text, n, &why) == 0;
    if (holds && match_take(&copy, &e, t.done, &why) < 0) {
        holds = 0;
        same_match(&copy, m);
    }
    assert_true(holds || why.message[0]);
    entry_free(&e);
    match_free(&copy);
    return holds;
}

static const char *const bad_bodies[] = {
    "",
    "[]",
    "null",
    "{}",
    "{\"at\":1}",
    "{\"at\":2000,\"nothing\":1}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call heads\",\"ask\":1,\"chance\":[]}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"00\"}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "edge\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":2,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":5,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":-1,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":0.0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":-1,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":9999999999999999,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":{},\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"bot\":true,\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"seat\":0,\"action\":\"call "
    "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\",\"close\":\"x\"}",
    "{\"at\":2000,\"needs\":\"99.0.0\",\"close\":\"no reason\"}",
    "{\"at\":2000,\"needs\":\"0.2\",\"close\":\"no reason\"}",
    "{\"at\":2000,\"needs\":\"0.2.x\",\"close\":\"no reason\"}",
    "{\"at\":2000,\"needs\":3,\"close\":\"no reason\"}",
    "{\"at\":2000,\"sit\":0,\"name\":\"Bo\",\"token\":null,\"nonce\":null}",
    "{\"at\":2000,\"away\":0,\"why\":\"clock\",\"bot\":\"random\"}",
    "{\"at\":2000,\"away\":0,\"why\":\"tired\",\"bot\":\"random\"}",
    "{\"at\":2000,\"away\":0,\"why\":\"left\",\"bot\":\"medium\"}",
    "{\"at\":2000,\"away\":0,\"why\":\"left\",\"bot\":\"random:noise=3\"}",
    "{\"at\":2000,\"back\":0}",
    "{\"at\":2000,\"plea\":0,\"to\":1}",
    "{\"at\":2000,\"grant\":1,\"yes\":true}",
    "{\"at\":2000,\"undo\":1,\"seat\":0}",
    "{\"at\":2000,\"undo\":0,\"seat\":0}",
    "{\"at\":2000,\"rematch\":\"abcdefgh234567ab\"}",
    "{\"at\":2000,\"close\":\"\"}",
    "{\"at\":2000,\"close\":\"a\\nb\"}",
    "{\"at\":2000,\"start\":\"random\",\"chance\":[],\"hash\":\"0000000000000000\"}",
    "{\"at\":2000,\"rise\":0}",
    "{\"at\":2000,\"table\":{}}",
    "{\"at\":2000,\"at\":2000,\"close\":\"twice\"}",
};

static void bodies_that_do_not_hold(void **unused)
{
    (void)unused;
    open_plain("null", "hh", NULL);
    for (size_t i = 0; i < sizeof bad_bodies / sizeof bad_bodies[0]; i++)
        if (body_holds(&t.m, bad_bodies[i], strlen(bad_bodies[i])))
            fail_msg("this body should be refused: %s", bad_bodies[i]);
    static const char good[] = "{\"at\":2000,\"seat\":0,\"action\":\"call heads\",\"ask\":1,"
                               "\"chance\":[],\"hash\":\"0000000000000000\"}";
    assert_true(body_holds(&t.m, good, sizeof good - 1));
    static const char closes[] = "{\"at\":2000,\"close\":\"no reason\"}";
    assert_true(body_holds(&t.m, closes, sizeof closes - 1));
}

static void take_body(struct match *m, const char *text, size_t n)
{
    struct entry e;
    struct refusal why;
    if (entry_read(&e, m, text, n, &why) < 0 || match_take(m, &e, t.done, &why) < 0)
        fail_msg("%.*s: %s", (int)n, text, why.message);
    entry_free(&e);
}

/* Whether the body is refused with these words. */
static void expect_refused(const struct match *m, const char *text, const char *words)
{
    struct entry e;
    struct refusal why = {0};
    assert_int_equal(entry_read(&e, m, text, strlen(text), &why), -1);
    if (!strstr(why.message, words))
        fail_msg("'%s' is not in '%s'", words, why.message);
    entry_free(&e);
}

/* Adds a member to the entry, and in a founding to all objects but the options. */
static size_t with_later_members(const struct body *b, int all, char *to, size_t room)
{
    static const char later[] = "\"later\":{\"a\":[1]},";
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        to[n++] = b->text[i];
        if (b->text[i] != '{' || (i && !all) || (i > 10 && memcmp(b->text + i - 3, "s\":", 3) == 0))
            continue;
        assert_true(n + sizeof later + b->n < room);
        memcpy(to + n, later, sizeof later - 1);
        n += sizeof later - 1;
    }
    return n;
}

/* Somebody sits down, answers, takes it back, leaves and returns. */
static void log_of_many_kinds(void)
{
    open_plain("null", "h.", NULL);
    done(sits(1, "Bo", 20));
    answers(0, "call heads");
    done(undoes(0));
    done(leaves(0));
    done(returns(0));
}

/* A newer node may have written members that this version does not know: they make no difference.
 * What must not be ignored says which version it needs. */
static void entries_of_newer_versions(void **unused)
{
    struct match plain, newer;
    char text[4096];
    (void)unused;
    log_of_many_kinds();
    match_init(&plain);
    match_init(&newer);
    for (uint32_t i = 0; i < t.bodies; i++) {
        size_t n = with_later_members(&t.body[i], i == 0, text, sizeof text);
        take_body(&plain, t.body[i].text, t.body[i].n);
        take_body(&newer, text, n);
        same_match(&plain, &newer);
    }
    expect_refused(&plain, "{\"at\":2000,\"needs\":\"0.10.0\",\"whistle\":1}",
                   "charlatan 0.10.0 or later");
    expect_refused(&plain, "{\"at\":2000,\"whistle\":1}", "no such kind of entry in charlatan");
    expect_refused(&plain, "{\"at\":2000,\"rise\":1,\"back\":1}", "one kind, not rise and back");
    match_free(&plain);
    match_free(&newer);
}

static void only_the_last_move_of_a_seat_can_be_taken_back(void **unused)
{
    static const char *const bad[] = {
        "{\"at\":2000,\"undo\":2,\"seat\":0}", "{\"at\":2000,\"undo\":3,\"seat\":0}",
        "{\"at\":2000,\"undo\":4,\"seat\":1}", "{\"at\":2000,\"plea\":0,\"to\":2}"};
    static const char *const good[] = {"{\"at\":2000,\"undo\":4,\"seat\":0}",
                                       "{\"at\":2000,\"undo\":3,\"seat\":1}",
                                       "{\"at\":2000,\"plea\":0,\"to\":4}"};
    (void)unused;
    open_plain("null", "hh", NULL);
    for (int i = 0; i < 3; i++)
        answers(i % 2, "call heads");
    assert_int_equal(t.e.n, 4);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (body_holds(&t.m, bad[i], strlen(bad[i])))
            fail_msg("this body should be refused: %s", bad[i]);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(body_holds(&t.m, good[i], strlen(good[i])));
}

/* Changes, removes or doubles each byte of each body. */
static void tampered_bodies(void **unused)
{
    struct match m;
    struct refusal why;
    struct entry e;
    char text[4096];
    (void)unused;
    log_of_many_kinds();
    match_init(&m);
    for (uint32_t i = 0; i < t.bodies; i++) {
        const struct body *b = &t.body[i];
        assert_true(b->n + 1 < sizeof text);
        for (size_t k = 0; k < b->n; k++) {
            memcpy(text, b->text, b->n);
            assert_false(body_holds(&m, text, k));
            text[k] ^= (char)(1 << (k % 7));
            body_holds(&m, text, b->n);
            memcpy(text, b->text, b->n);
            memmove(text + k + 1, text + k, b->n - k);
            body_holds(&m, text, b->n + 1);
        }
        assert_int_equal(entry_read(&e, &m, b->text, b->n, &why), 0);
        assert_int_equal(match_take(&m, &e, t.done, &why), 0);
        entry_free(&e);
    }
    same_match(&m, &t.m);
    match_free(&m);
}

static void long_bodies(void **unused)
{
    (void)unused;
    size_t n = (size_t)ENTRY_BYTES + 1;
    char *text = malloc(n);
    assert_non_null(text);
    open_plain("null", "hh", NULL);
    memset(text, ' ', n);
    assert_false(body_holds(&t.m, text, n));
    memset(text, '[', n);
    assert_false(body_holds(&t.m, text, n - 1));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bodies_that_do_not_hold),
        TEST(only_the_last_move_of_a_seat_can_be_taken_back),
        TEST(tampered_bodies),
        TEST(entries_of_newer_versions),
        TEST(long_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
