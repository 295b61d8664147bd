/* Tests of nonces by commit and reveal at a server without sockets (tests/puppet): HTTP and
 * messages, restarts, rematches, spectators, and requests that must be refused. */
#include "match/reveal.h"
#include "match/tell.h"
#include "server/request_body.h"
#include "tests/puppet/world.h"
#include "wire/hex.h"

/* A person's nonce, 32 bytes of one value, and its commitment, in hex digits. */
struct hidden {
    char nonce[65], pledge[65];
};

static struct hidden hidden_of(int value)
{
    struct hidden s;
    uint8_t nonce[PLEDGED_BYTES], pledge[COMMIT_BYTES];
    memset(nonce, value, sizeof nonce);
    commit_pledge(nonce, pledge);
    hex_write(nonce, sizeof nonce, s.nonce);
    hex_write(pledge, sizeof pledge, s.pledge);
    return s;
}

static const char *body_with(const char *rest, const char *key, const char *value)
{
    static char body[400];
    snprintf(body, sizeof body, "{%s%s\"%s\":\"%s\"}", rest, rest[0] ? "," : "", key, value);
    return body;
}

#define SEATS_BOT "\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"options\":{\"tosses\":1}"
#define SEATS_TWO "\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":1}"

static struct seat found_pledged(struct world *w, const char *rest, int value)
{
    return found(w, body_with(rest, "nonce_commitment", hidden_of(value).pledge));
}

static struct seat join_pledged(struct world *w, const char *table, int value)
{
    struct puppet_request *r = post_to(w, 0, table, "join", NULL,
                                       body_with("", "nonce_commitment", hidden_of(value).pledge));
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    return seat_of(r);
}

static struct puppet_request *reveal(struct world *w, const struct seat *seat, int value)
{
    struct puppet_request *r = post_to(w, 0, seat->table, "reveal", seat->token,
                                       body_with("", "nonce", hidden_of(value).nonce));
    puppet_settle(&w->puppet);
    return r;
}

static void say_reveal(struct puppet_socket *s, int id, int value)
{
    char text[160];
    snprintf(text, sizeof text, "{\"id\":%d,\"reveal\":\"%s\"}", id, hidden_of(value).nonce);
    say(s, text);
}

static int phase_of(struct world *w, const char *table)
{
    return witness_table(&w->witness, table)->match.phase;
}

/* ---- the way it goes ---- */

/* One round trip more than without: the founding answers with the commitment, the nonce follows. */
static void test_alone_with_bots(void **state)
{
    struct world *w = *state;
    struct puppet_request *r = post(w, 0, "/api/tables", NULL,
                                    body_with(SEATS_BOT, "nonce_commitment", hidden_of(1).pledge));
    puppet_settle(&w->puppet);
    struct seat ann = seat_of(r);
    assert_non_null(strstr(r->text, "\"commitment\":\""));
    assert_int_equal(phase_of(w, ann.table), MATCH_REVEALING);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"state\":\"revealing\""));
    say_reveal(a, 1, 1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    assert_non_null(heard(a, "\"start\":true"));
    assert_non_null(heard(a, hidden_of(1).nonce));
    assert_true(answer(a, 2));
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_OVER);
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record", ann.table);
    struct puppet_request *record = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_non_null(strstr(record->text, hidden_of(1).pledge));
    assert_non_null(strstr(record->text, hidden_of(1).nonce));
}

static void test_by_http(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    assert_int_equal(phase_of(w, ann.table), MATCH_REVEALING);
    struct puppet_request *r = reveal(w, &ann, 1), *again = reveal(w, &ann, 1);
    assert_int_equal(r->status, 200);
    /* An answer that was lost is given again. */
    assert_int_equal(again->status, 200);
    assert_int_equal(phase_of(w, ann.table), MATCH_REVEALING);
    assert_int_equal(reveal(w, &bob, 2)->status, 200);
    assert_int_equal(phase_of(w, ann.table), MATCH_RUNNING);
}

static void test_who_withholds_is_left_out(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    struct puppet_socket *watcher = watch(w, 0, ann.table, -1);
    reveal(w, &ann, 1);
    puppet_pass(&w->puppet, REVEAL_MS - 100);
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_REVEALING);
    puppet_pass(&w->puppet, 300);
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_RUNNING);
    said_no(reveal(w, &bob, 2), 409, "not-waiting");
    assert_non_null(heard(watcher, "\"reveal\":0"));
    assert_non_null(heard(watcher, "\"start\":true"));
}

/* Everything is in the log, so another program goes on where the first one stopped. */
static void test_a_restart_in_the_middle(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    say_reveal(a, 1, 1);
    puppet_settle(&w->puppet);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *b = hello(w, 0, &bob, 1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"fix\":true"));
    assert_non_null(heard(b, "\"reveal\":0"));
    say_reveal(b, 1, 2);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"start\":true"));
    assert_int_equal(phase_of(w, ann.table), MATCH_RUNNING);
}

static void test_two_nodes(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    puppet_settle(&w->puppet);
    say_reveal(a, 1, 1);
    say_reveal(b, 1, 2);
    puppet_settle(&w->puppet);
    /* One of them may have come second, and asks again. */
    if (heard(a, "\"no\":1"))
        say_reveal(a, 2, 1);
    if (heard(b, "\"no\":1"))
        say_reveal(b, 2, 2);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"start\":true"));
    assert_non_null(heard(b, "\"start\":true"));
}

static void test_leaving_while_others_reveal(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    post_to(w, 0, ann.table, "leave", bob.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_REVEALING);
    said_no(post_to(w, 0, ann.table, "takeover", NULL, "{\"seat\":1}"), 409, "not-running");
    said_no(post_to(w, 0, ann.table, "join", NULL, "{}"), 409, "not-waiting");
    reveal(w, &ann, 1);
    assert_int_equal(phase_of(w, ann.table), MATCH_RUNNING);
}

/* ---- rematches ---- */

static struct seat play_to_the_end(struct world *w)
{
    struct seat ann = found_pledged(w, SEATS_TWO, 1), bob = join_pledged(w, ann.table, 2);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    say_reveal(a, 1, 1);
    say_reveal(b, 1, 2);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 2) && answer(b, 2));
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_OVER);
    return ann;
}

static void test_rematch(void **state)
{
    struct world *w = *state;
    struct seat ann = play_to_the_end(w);
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token,
                                       body_with("", "nonce_commitment", hidden_of(3).pledge));
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct seat next = seat_of(r);
    strcpy(next.token, ann.token);
    /* The table waits for the pledge of the other person. */
    assert_int_equal(phase_of(w, next.table), MATCH_WAITING);
    assert_non_null(strstr(r->text, hidden_of(3).pledge));
    puppet_pass(&w->puppet, REVEAL_MS + 200);
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, next.table), MATCH_REVEALING);
    assert_int_equal(reveal(w, &next, 3)->status, 200);
    assert_int_equal(phase_of(w, next.table), MATCH_RUNNING);
}

static void test_rematch_without_a_pledge(void **state)
{
    struct world *w = *state;
    struct seat ann = play_to_the_end(w);
    said_no(post_to(w, 0, ann.table, "rematch", ann.token, "{\"nonce_commitment\":\"12\"}"), 400,
            "bad-request");
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    struct seat next = seat_of(r);
    /* It may still be given. */
    r = post_to(w, 0, next.table, "join", ann.token,
                body_with("", "nonce_commitment", hidden_of(3).pledge));
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    assert_non_null(strstr(r->text, hidden_of(3).pledge));
}

/* ---- what is refused ---- */

static void no_founding(struct world *w, const char *pledge)
{
    struct puppet_request *r =
        post(w, 0, "/api/tables", NULL, body_with(SEATS_BOT, "nonce_commitment", pledge));
    puppet_settle(&w->puppet);
    said_no(r, 400, "bad-request");
}

static void test_nonsense(void **state)
{
    struct world *w = *state;
    char zeros[65] = {0}, capitals[65] = {0}, both[300];
    memset(zeros, '0', 64);
    memset(capitals, 'A', 64);
    no_founding(w, "");
    no_founding(w, "12");
    no_founding(w, zeros);
    no_founding(w, capitals);
    snprintf(both, sizeof both, SEATS_BOT ",\"nonce\":\"12\"");
    no_founding(w, "1");
    struct puppet_request *r =
        post(w, 0, "/api/tables", NULL, body_with(both, "nonce_commitment", hidden_of(1).pledge));
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 400);
    struct seat ann = found_pledged(w, SEATS_TWO, 1);
    /* The seats are not fixed yet. */
    said_no(reveal(w, &ann, 1), 409, "not-allowed");
    r = post_to(w, 0, ann.table, "join", NULL,
                body_with("", "nonce_commitment", hidden_of(1).pledge));
    puppet_settle(&w->puppet);
    said_no(r, 409, "not-allowed");
    struct seat bob = join(w, 0, ann.table);
    said_no(reveal(w, &ann, 2), 409, "not-allowed");
    said_no(reveal(w, &bob, 2), 409, "not-allowed");
    said_no(post_to(w, 0, ann.table, "reveal", ann.token, ""), 400, "bad-request");
    said_no(post_to(w, 0, ann.table, "reveal", ann.token, "{\"nonce\":\"0101\"}"), 400,
            "bad-request");
    said_no(post_to(w, 0, ann.table, "reveal", ann.token, "{\"nonce\":7}"), 400, "bad-request");
    said_no(post_to(w, 0, ann.table, "reveal", NULL, body_with("", "nonce", hidden_of(1).nonce)),
            401, "no-token");
    struct puppet_socket *a = hello(w, 0, &ann, -1), *watcher = watch(w, 0, ann.table, -1);
    puppet_settle(&w->puppet);
    say_reveal(watcher, 1, 1);
    assert_non_null(heard(watcher, "\"no\":1,\"code\":\"no-token\""));
    say(a, "{\"id\":1,\"reveal\":true}");
    assert_non_null(heard(a, "\"no\":1,\"code\":\"bad-request\""));
    say_reveal(a, 2, 3);
    assert_non_null(heard(a, "\"reason\":\"nonce-does-not-fit\""));
    say_reveal(a, 3, 1);
    puppet_settle(&w->puppet);
    assert_int_equal(phase_of(w, ann.table), MATCH_RUNNING);
}

/* A nonce takes the place of a pledge, and the other way round. */
static void test_another_mind(void **state)
{
    struct world *w = *state;
    struct seat ann = found_pledged(w, SEATS_TWO, 1);
    struct puppet_request *r = post_to(w, 0, ann.table, "join", ann.token, "{\"nonce\":\"12\"}");
    puppet_settle(&w->puppet);
    assert_non_null(strstr(r->text, "\"nonce_commitments\":null"));
    r = post_to(w, 0, ann.table, "join", ann.token,
                body_with("", "nonce_commitment", hidden_of(2).pledge));
    puppet_settle(&w->puppet);
    assert_non_null(strstr(r->text, hidden_of(2).pledge));
    r = post_to(w, 0, ann.table, "join", ann.token, "{\"name\":\"Anna\"}");
    puppet_settle(&w->puppet);
    assert_non_null(strstr(r->text, hidden_of(2).pledge));
}

/* What was in memory before is not part of a nonce: with it, no snapshot of the table could be
 * read. */
static void test_unused_bytes_are_zero(void **unused)
{
    static const struct {
        const char *body;
        struct match_nonce wanted;
    } rows[] = {
        {"{}", {0}}, {"{\"nonce\":\"\"}", {0}}, {"{\"nonce\":\"abcd\"}", {2, {0xab, 0xcd}}}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_nonce nonce;
        struct refusal why;
        json_t *body = json_loads(rows[i].body, 0, NULL);
        memset(&nonce, 0xff, sizeof nonce);
        assert_int_equal(hall_read_nonce(body, "nonce", &nonce, &why), 0);
        assert_memory_equal(&nonce, &rows[i].wanted, sizeof nonce);
        json_decref(body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_alone_with_bots, one_node),
        IN_WORLD(test_by_http, one_node),
        IN_WORLD(test_who_withholds_is_left_out, one_node),
        IN_WORLD(test_a_restart_in_the_middle, one_node),
        IN_WORLD(test_two_nodes, two_nodes),
        IN_WORLD(test_leaving_while_others_reveal, one_node),
        IN_WORLD(test_rematch, one_node),
        IN_WORLD(test_rematch_without_a_pledge, one_node),
        IN_WORLD(test_nonsense, one_node),
        IN_WORLD(test_another_mind, one_node),
        cmocka_unit_test(test_unused_bytes_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
