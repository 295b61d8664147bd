/* Tests of requests that are repeated with the same key, because their answer was lost. */
#include "server/server.h"
#include "tests/puppet/world.h"

#define KEY "k3y-of-ann-0123456789abcdef"
#define OTHER_KEY "k3y-of-bob-0123456789abcdef"
#define WITH_KEY(key) "{\"key\":\"" key "\"}"
#define FOUND_TWO "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"open\"],\"key\":\"" KEY "\"}"

static void same_seat(const struct puppet_request *a, const struct puppet_request *b)
{
    struct seat one = seat_of(a), two = seat_of(b);
    assert_int_equal(a->status, b->status);
    assert_string_equal(one.table, two.table);
    assert_string_equal(one.token, two.token);
    assert_int_equal(strlen(one.token), 32);
}

/* Repeated while it is being stored, afterwards, at another node, and after a restart. */
static void test_founding_again(void **state)
{
    struct world *w = *state;
    struct puppet_request *r[6];
    r[0] = post(w, 0, "/api/tables", NULL, FOUND_TWO);
    r[1] = post(w, 0, "/api/tables", NULL, FOUND_TWO);
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    r[2] = post(w, 0, "/api/tables", NULL, FOUND_TWO);
    puppet_settle(&w->puppet);
    r[3] = post(w, 0, "/api/tables", NULL, FOUND_TWO);
    r[4] = post(w, 1, "/api/tables", NULL, FOUND_TWO);
    puppet_settle(&w->puppet);
    for (int i = 1; i < 5; i++)
        same_seat(r[0], r[i]);
    assert_int_equal(w->puppet.node[0].server->figures.founded, 1);
    assert_int_equal(w->puppet.node[1].server->figures.founded, 0);
    struct seat ann = seat_of(r[0]);
    puppet_restart(&w->puppet, 0);
    r[5] = post(w, 0, "/api/tables", NULL, FOUND_TWO);
    puppet_settle(&w->puppet);
    same_seat(r[5], r[4]);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"seat\":0"));
}

/* Nobody is left behind in a seat whose token was lost, and everybody else gets another seat. */
static void test_joining_again(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"open\"]}");
    struct puppet_request *r[5];
    r[0] = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    r[1] = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    r[2] = post_to(w, 1, ann.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    r[3] = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(OTHER_KEY));
    puppet_settle(&w->puppet);
    /* The table has started by itself; the answer is still the same. */
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_RUNNING);
    r[4] = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    same_seat(r[0], r[1]);
    same_seat(r[0], r[2]);
    same_seat(r[0], r[4]);
    assert_non_null(strstr(r[0]->text, "\"seat\":1"));
    assert_non_null(strstr(r[4]->text, "\"seat\":1"));
    assert_non_null(strstr(r[3]->text, "\"seat\":2"));
    assert_string_not_equal(seat_of(r[3]).token, seat_of(r[0]).token);
    /* The same key at another table is another token. */
    struct seat bob = found(w, NULL_TWO);
    struct puppet_request *other = post_to(w, 0, bob.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    assert_string_not_equal(seat_of(other).token, seat_of(r[0]).token);
}

/* The first request was not stored, so its repetition must not say that there is a seat. */
static void test_joining_again_while_the_store_fails(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    w->puppet.node[0].fail = 1;
    struct puppet_request *first = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    struct puppet_request *second = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    said_no(first, 503, "storage");
    said_no(second, 503, "storage");
    struct puppet_request *third = post_to(w, 0, ann.table, "join", NULL, WITH_KEY(KEY));
    puppet_settle(&w->puppet);
    assert_int_equal(third->status, 200);
}

/* Of a seat whose owner has left. Whoever had it before has another token, and no way back. */
static void test_taking_over_again(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    post_to(w, 0, ann.table, "leave", bob.token, "");
    puppet_settle(&w->puppet);
    static const char body[] = "{\"seat\":1,\"key\":\"" KEY "\"}";
    struct puppet_request *one = post_to(w, 0, ann.table, "takeover", NULL, body);
    puppet_settle(&w->puppet);
    struct puppet_request *two = post_to(w, 0, ann.table, "takeover", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(one->status, 200);
    same_seat(one, two);
}

static void test_practising_again(void **state)
{
    char body[160];
    struct world *w = *state;
    struct seat ann = found(w, NULL_SHORT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":0,\"bot\":\"random\",\"key\":\"%s\"}",
             ann.table, KEY);
    struct puppet_request *one = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    struct puppet_request *two = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(one->status, 201);
    same_seat(one, two);
    assert_int_equal(w->puppet.node[0].server->figures.founded, 2);
}

#define LONG_KEY "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0\""

/* Keys that somebody else might guess are refused. */
static void test_odd_keys(void **state)
{
    static const char *const keys[] = {"\"\"",
                                       "7",
                                       "null",
                                       "\"short-123456789abcdef\"",
                                       "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
                                       "\"0123456789abcdef 123456789abcdef\"",
                                       "\"0123456789abcdef0123456789abcd\u00e9\"",
                                       LONG_KEY};
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char body[200];
        snprintf(body, sizeof body, "{\"key\":%s}", keys[i]);
        struct puppet_request *r = post_to(w, 0, ann.table, "join", NULL, body);
        puppet_settle(&w->puppet);
        said_no(r, 400, "bad-request");
        snprintf(body, sizeof body, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"key\":%s}",
                 keys[i]);
        r = post(w, 0, "/api/tables", NULL, body);
        puppet_settle(&w->puppet);
        said_no(r, 400, "bad-request");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_founding_again, two_nodes),
        IN_WORLD(test_joining_again, two_nodes),
        IN_WORLD(test_joining_again_while_the_store_fails, one_node),
        IN_WORLD(test_taking_over_again, one_node),
        IN_WORLD(test_practising_again, one_node),
        IN_WORLD(test_odd_keys, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
