/* Tests of a witness without sockets: what it opens, answers and signs, what it refuses, and what
 * it has forgotten later. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sodium.h>
#include <sqlite3.h>
#include <unistd.h>

#include "engine/refusal.h"
#include "server/witness/answers.h"

static struct witness witness;
static uint8_t asker_secret[32], asker[32], server[32], commitment[32];

/* Who asks. */
static const char *address = "10.0.0.1";

static json_t *send_body(const char *body, int status)
{
    struct writer w = {0};
    assert_int_equal(ledger_begin(witness.ledger), 0);
    assert_int_equal(witness_answer(&witness, address, body, strlen(body), &w), status);
    assert_int_equal(ledger_commit(witness.ledger), 0);
    json_t *answer = json_loadb(w.at, w.n, 0, NULL);
    assert_non_null(answer);
    writer_free(&w);
    return answer;
}

/* The answer to one request. */
static json_t *send_one(json_t *request)
{
    json_t *body = json_pack("{s[o]}", "requests", request);
    char *text = json_dumps(body, 0);
    json_t *answer = send_body(text, 200);
    json_t *first = json_incref(json_array_get(json_object_get(answer, "answers"), 0));
    assert_int_equal(json_array_size(json_object_get(answer, "answers")), 1);
    json_decref(body);
    json_decref(answer);
    free(text);
    return first;
}

static const char *hex(const uint8_t *bytes, size_t n)
{
    static char text[4][130];
    static int at;
    at = (at + 1) % 4;
    return sodium_bin2hex(text[at], sizeof text[at], bytes, n);
}

static void bytes_of(const json_t *answer, const char *key, uint8_t *bytes, size_t n)
{
    const char *text = json_string_value(json_object_get(answer, key));
    size_t got = 0;
    assert_non_null(text);
    assert_int_equal(sodium_hex2bin(bytes, n, text, strlen(text), NULL, &got, NULL), 0);
    assert_int_equal(got, n);
}

static void must_be_refused(json_t *answer, const char *reason)
{
    const char *given = json_string_value(json_object_get(answer, "reason"));
    if (!given || strcmp(given, reason) != 0)
        fail_msg("%s instead of %s", given ? given : "no refusal", reason);
    json_decref(answer);
}

static json_t *open_request(void)
{
    return json_pack("{s{ss,ss}}", "open", "commitment", hex(server, 32), "asker", hex(asker, 32));
}

static json_t *ask_request(uint32_t n, const uint8_t question[32])
{
    struct witness_statement s;
    uint8_t signature[64];
    statement_question(&s, commitment, n, question);
    sign_make(&s, asker_secret, signature);
    return json_pack("{s{ss,si,ss,ss}}", "ask", "match", hex(commitment, 32), "n", (int)n,
                     "question", hex(question, 32), "signature", hex(signature, 64));
}

static json_t *end_request(uint32_t asked, const uint8_t transcript[32])
{
    struct witness_statement s;
    uint8_t signature[64];
    statement_end(&s, commitment, asked, transcript);
    sign_make(&s, asker_secret, signature);
    return json_pack("{s{ss,si,ss,ss}}", "end", "match", hex(commitment, 32), "asked", (int)asked,
                     "transcript", hex(transcript, 32), "signature", hex(signature, 64));
}

static void open_match(void)
{
    struct witness_statement s;
    uint8_t signature[64];
    randombytes_buf(asker_secret, sizeof asker_secret);
    sign_public(asker_secret, asker);
    randombytes_buf(server, sizeof server);
    json_t *answer = send_one(open_request());
    bytes_of(answer, "commitment", commitment, 32);
    bytes_of(answer, "signature", signature, 64);
    statement_opening(&s, commitment, server, asker);
    assert_int_equal(sign_check(&s, witness.key, signature), SIGN_RIGHT);
    json_decref(answer);
}

static int set_up(void **unused)
{
    char error[LEDGER_ERROR];
    (void)unused;
    struct ledger *ledger = ledger_open(":memory:", error);
    assert_non_null(ledger);
    witness_begin(&witness, ledger, 1);
    witness.now = 1000000;
    open_match();
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    ledger_close(witness.ledger);
    return 0;
}

/* ---- what it is for ---- */

static void ask(uint32_t n, const uint8_t question[32], uint8_t part[32])
{
    struct witness_statement s;
    uint8_t proof[64];
    json_t *answer = send_one(ask_request(n, question));
    bytes_of(answer, "part", part, 32);
    bytes_of(answer, "proof", proof, 64);
    statement_part(&s, commitment, question, part);
    assert_int_equal(sign_check(&s, witness.key, proof), SIGN_RIGHT);
    json_decref(answer);
}

static void a_whole_match(void **unused)
{
    uint8_t question[3][32], part[3][32], again[32], transcript[32], secret[32], salt[16], real[32];
    (void)unused;
    witness_transcript(commitment, transcript);
    for (uint32_t n = 0; n < 3; n++) {
        memset(question[n], (int)n + 1, 32);
        ask(n, question[n], part[n]);
        witness_transcript_add(transcript, question[n]);
        ask(n, question[n], again);
        assert_memory_equal(part[n], again, 32);
    }
    for (int i = 0; i < 2; i++) {
        uint8_t signature[64];
        struct witness_statement s;
        json_t *answer = send_one(end_request(3, transcript));
        bytes_of(answer, "secret", secret, 32);
        bytes_of(answer, "salt", salt, 16);
        bytes_of(answer, "signature", signature, 64);
        statement_end(&s, commitment, 3, transcript);
        assert_int_equal(sign_check(&s, witness.key, signature), SIGN_RIGHT);
        json_decref(answer);
    }
    commit_make(salt, secret, real);
    assert_memory_equal(real, commitment, 32);
    for (int n = 0; n < 3; n++) {
        witness_part(secret, question[n], real);
        assert_memory_equal(real, part[n], 32);
    }
    must_be_refused(send_one(ask_request(3, question[0])), "witness-has-ended");
    must_be_refused(send_one(ask_request(0, question[0])), "witness-has-ended");
}

/* After an undo the same question may come again; it gets the same part, and stands twice. */
static void the_same_question_later(void **unused)
{
    uint8_t question[32] = {1}, other[32] = {2}, part[32], later[32];
    (void)unused;
    ask(0, question, part);
    ask(1, other, later);
    ask(2, question, later);
    assert_memory_equal(part, later, 32);
}

static void an_opening_can_be_repeated(void **unused)
{
    uint8_t same[32];
    (void)unused;
    json_t *answer = send_one(open_request());
    bytes_of(answer, "commitment", same, 32);
    assert_memory_equal(same, commitment, 32);
    json_decref(answer);
    server[0] ^= 1;
    must_be_refused(send_one(open_request()), "witness-asker-used");
}

/* ---- what it refuses ---- */

static void order(void **unused)
{
    uint8_t question[32] = {1}, other[32] = {2}, part[32], transcript[32];
    (void)unused;
    must_be_refused(send_one(ask_request(1, question)), "witness-out-of-order");
    ask(0, question, part);
    must_be_refused(send_one(ask_request(0, other)), "witness-other-question");
    must_be_refused(send_one(ask_request(2, other)), "witness-out-of-order");
    witness_transcript(commitment, transcript);
    must_be_refused(send_one(end_request(0, transcript)), "witness-end-differs");
    witness_transcript_add(transcript, other);
    must_be_refused(send_one(end_request(1, transcript)), "witness-end-differs");
    /* Nothing of this has changed anything. */
    ask(1, other, part);
}

static void strangers(void **unused)
{
    uint8_t question[32] = {1}, transcript[32];
    (void)unused;
    witness_transcript(commitment, transcript);
    asker_secret[0] ^= 1;
    must_be_refused(send_one(ask_request(0, question)), "witness-wrong-asker");
    must_be_refused(send_one(end_request(0, transcript)), "witness-wrong-asker");
    asker_secret[0] ^= 1;
    commitment[0] ^= 1;
    must_be_refused(send_one(ask_request(0, question)), "witness-unknown-match");
    must_be_refused(send_one(end_request(0, transcript)), "witness-unknown-match");
}

static void nonsense(void **unused)
{
    static const char *const bodies[] = {"",
                                         "[]",
                                         "{}",
                                         "{\"requests\":[]}",
                                         "{\"requests\":{}}",
                                         "{\"requests\":[1],\"requests\":[2]}"};
    static const char *const requests[] = {
        "1", "{}", "[]", "{\"open\":1}", "{\"open\":{},\"ask\":{}}", "{\"x\":{}}", "{\"ask\":[]}"};
    (void)unused;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        must_be_refused(send_body(bodies[i], 400), "witness-body-needed");
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        must_be_refused(send_one(json_loads(requests[i], JSON_DECODE_ANY, NULL)),
                        "witness-request-needed");
    must_be_refused(send_one(json_pack("{s{}}", "open")), "witness-hex-needed");
    must_be_refused(send_one(json_pack("{s{ss}}", "ask", "match", "00")), "witness-hex-needed");
    must_be_refused(send_one(json_pack("{s{ss,si}}", "ask", "match", hex(commitment, 32), "n", -1)),
                    "number-out-of-range");
}

static void one_body_has_its_bounds(void **unused)
{
    json_t *list = json_array();
    (void)unused;
    for (int i = 0; i <= WITNESS_BATCH; i++)
        json_array_append_new(list, open_request());
    json_t *body = json_pack("{so}", "requests", list);
    char *text = json_dumps(body, 0);
    must_be_refused(send_body(text, 400), "witness-body-needed");
    json_decref(body);
    free(text);
}

/* An address that opens match after match is stopped, and others are not. */
static void too_many_openings(void **unused)
{
    int opened = 0;
    json_t *answer = NULL;
    (void)unused;
    for (; opened < 5000; opened++) {
        randombytes_buf(asker, sizeof asker);
        answer = send_one(open_request());
        if (!json_object_get(answer, "commitment"))
            break;
        json_decref(answer);
    }
    assert_in_range(opened, 1000, 3000);
    must_be_refused(answer, "witness-too-fast");
    witness.now += 60000;
    answer = send_one(open_request());
    assert_non_null(json_object_get(answer, "commitment"));
    json_decref(answer);
}

/* Whoever has an IPv6 network has no more room than one address. */
static void a_network_is_one_address(void **unused)
{
    char each[46];
    (void)unused;
    for (int i = 1; i <= 3; i++) {
        snprintf(each, sizeof each, "2001:db8::%d", i);
        address = each;
        randombytes_buf(asker, sizeof asker);
        json_decref(send_one(open_request()));
    }
    address = "10.0.0.1";
    assert_int_equal(ledger_count_open(witness.ledger, "2001:db8::"), 3);
}

/* ---- what it keeps ---- */

static int knows(void)
{
    struct ledger_match m;
    return ledger_find(witness.ledger, commitment, &m);
}

static void what_is_forgotten(void **unused)
{
    uint8_t question[32] = {1}, part[32], transcript[32];
    (void)unused;
    ledger_forget(witness.ledger, witness.now + LEDGER_UNASKED_MS - 1);
    assert_int_equal(knows(), 1);
    ask(0, question, part);
    ledger_forget(witness.ledger, witness.now + LEDGER_SILENT_MS - 1);
    assert_int_equal(knows(), 1);
    witness_transcript(commitment, transcript);
    witness_transcript_add(transcript, question);
    json_decref(send_one(end_request(1, transcript)));
    ledger_forget(witness.ledger, witness.now + LEDGER_ENDED_MS - 1);
    assert_int_equal(knows(), 1);
    ledger_forget(witness.ledger, witness.now + LEDGER_ENDED_MS);
    assert_int_equal(knows(), 0);
}

/* The same key and the same matches after a restart; nobody else can open the file meanwhile. */
static void the_ledger_is_kept(void **unused)
{
    char path[] = "/tmp/charlatan-ledger-XXXXXX", error[LEDGER_ERROR];
    struct ledger *memory = witness.ledger;
    uint8_t key[32], question[32] = {7}, part[32], again[32];
    (void)unused;
    close(mkstemp(path));
    struct ledger *ledger = ledger_open(path, error);
    assert_non_null(ledger);
    witness_begin(&witness, ledger, 1);
    open_match();
    ask(0, question, part);
    memcpy(key, witness.key, 32);
    ledger_close(ledger);
    ledger = ledger_open(path, error);
    assert_non_null(ledger);
    witness_begin(&witness, ledger, 1);
    assert_memory_equal(key, witness.key, 32);
    ask(0, question, again);
    assert_memory_equal(part, again, 32);
    ledger_close(ledger);
    witness.ledger = memory;
    unlink(path);
}

/* The reason is that of what failed: a table of another program's has not our columns. */
static void a_foreign_file_is_refused(void **unused)
{
    char path[] = "/tmp/charlatan-ledger-XXXXXX", error[LEDGER_ERROR];
    sqlite3 *db;
    (void)unused;
    close(mkstemp(path));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE matches (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(ledger_open(path, error));
    assert_non_null(strstr(error, "no such column"));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(ledger_open(path, error));
    assert_non_null(strstr(error, "a newer version"));
    unlink(path);
}

/* What everybody may read has no secret in it, not even after the end. */
static void what_everybody_reads(void **unused)
{
    struct writer w = {0};
    struct ledger_match m;
    (void)unused;
    assert_int_equal(witness_tell(&witness, &w), 200);
    assert_non_null(strstr(w.at, hex(witness.key, 32)));
    assert_null(strstr(w.at, hex(ledger_secret(witness.ledger), 32)));
    writer_reset(&w);
    assert_int_equal(witness_tell_match(&witness, hex(commitment, 32), &w), 200);
    assert_int_equal(ledger_find(witness.ledger, commitment, &m), 1);
    assert_null(strstr(w.at, hex(m.secret, 32)));
    assert_null(strstr(w.at, hex(m.salt, 16)));
    writer_reset(&w);
    assert_int_equal(witness_tell_match(&witness, "xyz", &w), 404);
    writer_free(&w);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_whole_match),
        TEST(the_same_question_later),
        TEST(an_opening_can_be_repeated),
        TEST(order),
        TEST(strangers),
        TEST(nonsense),
        TEST(one_body_has_its_bounds),
        TEST(too_many_openings),
        TEST(a_network_is_one_address),
        TEST(what_is_forgotten),
        TEST(the_ledger_is_kept),
        TEST(a_foreign_file_is_refused),
        TEST(what_everybody_reads),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
