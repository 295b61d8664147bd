/* The server on strings (tests/puppet): limits and ids by themselves, then tables over one and two nodes, with a
 * store that fails. Everything that is said on the way is held against the contract by the witness. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/puppet/witness.h"

/* ---- limits ---- */

/* How many drops a bucket gives within `ms`, asked every `step`. */
static int64_t drops_within(struct rate rate, int64_t ms, int64_t step)
{
    struct bucket b = {0};
    int64_t drops = 0;
    for (int64_t now = 1; now <= ms; now += step)
        drops += bucket_take(&b, rate, now);
    return drops;
}

static void test_bucket(void **unused)
{
    static const struct rate rates[] = {{60, 600}, {20, 10}, {100, 3000}, {2, 7}};
    static const int64_t steps[] = {1, 5, 7, 16, 100, 999};
    (void)unused;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            int64_t asked = (600000 + steps[k] - 1) / steps[k];
            int64_t most = rates[i].most + 10 * rates[i].per_minute;
            int64_t got = drops_within(rates[i], 600000, steps[k]);
            assert_in_range(got, asked < most ? asked : most - 1, most);
        }
}

static void test_bucket_at_rest(void **unused)
{
    const struct rate rate = {3, 60};
    struct bucket b = {0};
    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, rate, 1000));
    assert_false(bucket_take(&b, rate, 1000));
    assert_false(bucket_take(&b, rate, 1999));
    assert_true(bucket_take(&b, rate, 2000));
    assert_false(bucket_take(&b, rate, 900)); /* a clock that runs backward gives nothing */
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, rate, INT64_C(1) << 60)); /* full again, and not more */
    assert_false(bucket_take(&b, rate, INT64_C(1) << 60));
}

static void test_limits(void **unused)
{
    struct puppet luck = {.luck = 1};
    int taken = 0;
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (int i = 0; i < 100; i++)
        taken += limits_take(l, "192.0.2.1", LIMIT_REQUESTS, 5000);
    assert_int_equal(taken, 60);
    assert_true(limits_take(l, "192.0.2.1", LIMIT_TABLES, 5000));
    assert_true(limits_take(l, "192.0.2.2", LIMIT_REQUESTS, 5000));
    assert_false(limits_take(l, "an address that is longer than any address can ever be", 0, 5000));
    uint64_t bytes = limits_bytes(l);
    for (int i = 0; i < 1000; i++) {
        char address[40];
        snprintf(address, sizeof address, "2001:db8:0:%x::1", (unsigned)i);
        assert_true(limits_take(l, address, LIMIT_REQUESTS, 5000));
    }
    assert_true(limits_bytes(l) > bytes && limits_bytes(l) < bytes + 1000 * 256);
    limits_close(l);
}

/* Whoever has one IPv6 address has the other 2^64 of its network too. */
static void test_limits_of_networks(void **unused)
{
    struct puppet luck = {.luck = 1};
    int taken = 0, old = 0;
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (int i = 0; i < 100; i++) {
        char address[46];
        snprintf(address, sizeof address, "2001:db8::%x", (unsigned)i + 1);
        taken += limits_take(l, address, LIMIT_REQUESTS, 5000);
        snprintf(address, sizeof address, "::ffff:192.0.2.%d", i);
        old += limits_take(l, address, LIMIT_REQUESTS, 5000);
    }
    assert_int_equal(taken, 60);
    assert_int_equal(old, 100);
    for (int i = 0; i < 300; i++)
        assert_true(limits_socket_open(l, "2001:db8::1", 5000));
    assert_false(limits_socket_open(l, "2001:db8::2", 5000));
    limits_socket_closed(l, "2001:0DB8:0::3");
    assert_true(limits_socket_open(l, "2001:db8::2", 5000));
    limits_close(l);
}

static void test_limits_of_sockets(void **unused)
{
    struct puppet luck = {.luck = 1};
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (int i = 0; i < 300; i++)
        assert_true(limits_socket_open(l, "192.0.2.1", 1000));
    assert_false(limits_socket_open(l, "192.0.2.1", 1000));
    assert_true(limits_socket_open(l, "192.0.2.2", 1000));
    limits_socket_closed(l, "192.0.2.1");
    assert_true(limits_socket_open(l, "192.0.2.1", 3600000));
    assert_false(limits_socket_open(l, "192.0.2.1", 36000000)); /* they are still open */
    for (int i = 0; i < 400; i++)
        limits_socket_closed(l, "192.0.2.1"); /* more than there are */
    assert_true(limits_socket_open(l, "192.0.2.1", 36000000));
    limits_close(l);
}

/* Each hello may read a whole log: whoever comes and goes without pause is slowed down. */
static void test_limits_of_coming_and_going(void **unused)
{
    struct puppet luck = {.luck = 1};
    int opened = 0;
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (int i = 0; i < 2000; i++)
        if (limits_socket_open(l, "192.0.2.1", 1000)) {
            opened++;
            limits_socket_closed(l, "192.0.2.1");
        }
    assert_int_equal(opened, 600);
    assert_true(limits_socket_open(l, "192.0.2.1", 1100));
    limits_close(l);
}

/* ---- ids ---- */

static void test_ids(void **unused)
{
    struct puppet luck = {.luck = 1};
    char id[MATCH_ID + 1], other[MATCH_ID + 1];
    (void)unused;
    puppet_now = &luck;
    puppet_luck_install();
    id_make(id);
    id_make(other);
    assert_true(id_is(id) && id_is(other) && strcmp(id, other) != 0);
    for (const char *const *wrong =
             (const char *const[]){"", "a", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa",
                                   "aaaaaaaaaaaaaaaA", "aaaaaaa1aaaaaaaa", "aaaaaaaaaaaaaaa ",
                                   NULL};
         *wrong; wrong++)
        assert_false(id_is(*wrong));
}

static void test_tokens(void **unused)
{
    struct puppet luck = {.luck = 1};
    char token[33], other[33];
    uint8_t hash[MATCH_TOKEN], again[MATCH_TOKEN], no[MATCH_TOKEN];
    (void)unused;
    puppet_now = &luck;
    puppet_luck_install();
    token_make(token);
    token_make(other);
    assert_int_equal(strspn(token, "0123456789abcdef"), 32);
    assert_string_not_equal(token, other);
    token_hash(token, hash);
    token_hash(token, again);
    token_hash(other, no);
    assert_memory_equal(hash, again, MATCH_TOKEN);
    assert_memory_not_equal(hash, no, MATCH_TOKEN);
    token_hash("", no); /* also of a text that is no token, and not the hash nobody has */
    assert_false(match_seat_of(&(struct match){.players = 2}, no) >= 0);
}

/* ---- worlds ---- */

struct world {
    struct puppet puppet;
    struct witness witness;
};

static struct world *open_world(int nodes)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    witness_open(&w->witness, &w->puppet);
    puppet_open(&w->puppet, nodes, 1);
    return w;
}

static void close_world(struct world *w)
{
    witness_rest(&w->witness);
    puppet_close(&w->puppet);
    witness_close(&w->witness);
    free(w);
}

struct seat {
    char table[MATCH_ID + 1], token[33];
};

static struct puppet_request *post(struct world *w, int node, const char *path, const char *token,
                                   const char *body)
{
    return puppet_ask(&w->puppet, node, "POST", path, token, body, strlen(body));
}

/* POST /api/tables/ID/verb */
static struct puppet_request *post_to(struct world *w, int node, const char *table,
                                      const char *verb, const char *token, const char *body)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/%s", table, verb);
    return post(w, node, path, token, body);
}

static struct puppet_request *get(struct world *w, int node, const char *path)
{
    return puppet_ask(&w->puppet, node, "GET", path, NULL, "", 0);
}

static struct puppet_request *get_table(struct world *w, int node, const char *table)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s", table);
    return get(w, node, path);
}

static struct seat seat_of(const struct puppet_request *r)
{
    struct seat seat = {"", ""};
    assert_non_null(r->text);
    json_t *root = json_loads(r->text, 0, NULL);
    const char *token = json_string_value(json_object_get(root, "token"));
    const json_t *table = json_object_get(root, "table");
    if (table)
        strcpy(seat.table, json_string_value(json_object_get(table, "id")));
    if (token)
        strcpy(seat.token, token);
    json_decref(root);
    return seat;
}

static struct seat found(struct world *w, const char *body)
{
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    return seat_of(r);
}

static struct seat join(struct world *w, int node, const char *table)
{
    struct puppet_request *r = post_to(w, node, table, "join", NULL, "{}");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    return seat_of(r);
}

static void said_no(const struct puppet_request *r, int status, const char *code)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"code\":\"%s\"", code);
    assert_int_equal(r->answers, 1);
    assert_int_equal(r->status, status);
    assert_non_null(strstr(r->text, quoted));
}

/* n -1: without a number. */
static struct puppet_socket *hello(struct world *w, int node, const struct seat *seat, int n)
{
    char text[200], from[24] = "", token[64] = "";
    struct puppet_socket *s = puppet_dial(&w->puppet, node, "192.0.2.1");
    assert_non_null(s);
    if (seat->token[0])
        snprintf(token, sizeof token, ",\"token\":\"%s\"", seat->token);
    if (n >= 0)
        snprintf(from, sizeof from, ",\"n\":%d", n);
    snprintf(text, sizeof text, "{\"hello\":{\"table\":\"%s\"%s%s}}", seat->table, token, from);
    w->puppet.keeps = 1;
    puppet_say(s, text, strlen(text));
    return s;
}

static struct puppet_socket *watch(struct world *w, int node, const char *table, int n)
{
    struct seat nobody = {"", ""};
    strcpy(nobody.table, table);
    return hello(w, node, &nobody, n);
}

static void say(struct puppet_socket *s, const char *text)
{
    puppet_say(s, text, strlen(text));
}

/* The last thing a socket was told. */
static const char *last_of(const struct puppet_socket *s)
{
    return s->heard_n ? s->heard[s->heard_n - 1].at : "";
}

static const char *heard(const struct puppet_socket *s, const char *part)
{
    for (uint32_t i = s->heard_n; i-- > 0;)
        if (strstr(s->heard[i].at, part))
            return s->heard[i].at;
    return NULL;
}

/* Answers the open question with its first action. 1, or 0 where there is none. */
static int answer(struct puppet_socket *s, int id)
{
    const struct notes *n = s->notes;
    const json_t *actions = n ? json_object_get(n->ask, "actions") : NULL;
    const char *action = json_string_value(json_array_get(actions, 0));
    char text[160];
    if (!action)
        return 0;
    snprintf(text, sizeof text, "{\"id\":%d,\"n\":%lld,\"do\":\"%s\"}", id, (long long)n->asked,
             action);
    say(s, text);
    return 1;
}

#define NULL_TWO "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":9}}"
#define NULL_BOT "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"options\":{\"tosses\":9}}"
#define NULL_SHORT "{\"game\":\"null\",\"seats\":[\"me\",\"random\"],\"options\":{\"tosses\":1}}"

static void test_a_game(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, 0);
    struct puppet_socket *c = watch(w, 0, ann.table, -1);
    for (int i = 0; i < 18; i++) {
        puppet_settle(&w->puppet);
        assert_true(answer(i % 2 ? a : b, i));
    }
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"seed\""));
    assert_non_null(heard(c, "\"seed\""));
    close_world(w);
}

/* ---- stored, then told ---- */

static void test_nothing_before_it_is_stored(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_TWO);
    assert_int_equal(r->answers, 0);
    puppet_store_works(&w->puppet, 0);
    assert_int_equal(r->answers, 0);
    puppet_store_tells(&w->puppet, 0);
    assert_int_equal(r->status, 201);
    struct seat ann = seat_of(r);
    struct puppet_request *joining = post_to(w, 0, ann.table, "join", NULL, "{}");
    struct puppet_request *looking = get_table(w, 0, ann.table);
    assert_int_equal(joining->answers + looking->answers, 0); /* ahead of the store: from its log */
    puppet_settle(&w->puppet);
    assert_int_equal(joining->answers + looking->answers, 2);
    close_world(w);
}

/* Who comes while something is on its way to the store is shown, and told, what is there. */
static void test_who_comes_in_between(void **unused)
{
    char path[60];
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_SHORT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1)); /* the last move of the game */
    struct puppet_socket *b = watch(w, 0, ann.table, -1), *c = watch(w, 0, ann.table, 1);
    snprintf(path, sizeof path, "/api/tables/%s/record", ann.table);
    said_no(get(w, 0, path), 409, "not-over");
    snprintf(path, sizeof path, "{\"table\":\"%s\",\"n\":0}", ann.table);
    said_no(post(w, 0, "/api/practice", NULL, path), 409, "not-over");
    assert_int_equal(b->heard_n + c->heard_n, 0);
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"over\""));
    assert_non_null(heard(c, "\"over\""));
    close_world(w);
}

static void test_the_store_fails(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    w->puppet.node[0].fail = 1;
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_BOT);
    puppet_settle(&w->puppet);
    said_no(r, 503, "storage");
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = 1;
    w->puppet.node[0].fail_reads = 2;
    assert_true(answer(a, 7));
    say(a, "{\"id\":8,\"leave\":true}"); /* behind it, and not stored either */
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":7,\"code\":\"storage\""));
    assert_non_null(heard(a, "\"no\":8,\"code\":\"storage\""));
    say(a, "{\"id\":9,\"leave\":true}");
    assert_non_null(strstr(last_of(a), "\"no\":9")); /* it is being looked up */
    for (int i = 0; i < 5; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_true(answer(a, 10)); /* the question is still the same */
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":10"));
    close_world(w);
}

static void test_a_store_that_is_away(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_SHORT);
    puppet_restart(&w->puppet, 0);
    w->puppet.node[0].fail_reads = 4;
    struct puppet_request *r[] = {
        get_table(w, 0, ann.table), get(w, 0, "/api/history"),
        post(w, 0, "/api/practice", NULL, "{\"table\":\"aaaaaaaaaaaaaaaa\",\"n\":0}")};
    struct puppet_socket *s = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++)
        said_no(r[i], 503, "storage");
    assert_string_equal(last_of(s), "{\"bye\":\"restart\"}");
    w->puppet.node[0].fail_reads = 9;
    puppet_pass(&w->puppet, 2000); /* asks the store how it is */
    puppet_settle(&w->puppet);
    assert_int_equal(get(w, 0, "/health")->status, 503);
    w->puppet.node[0].fail_reads = 0;
    puppet_pass(&w->puppet, 2000);
    puppet_settle(&w->puppet);
    assert_int_equal(get(w, 0, "/health")->status, 200);
    r[0] = get_table(w, 0, ann.table);
    puppet_settle(&w->puppet);
    assert_int_equal(r[0]->status, 200);
    close_world(w);
}

/* The store has stored it, but its answer was lost: whoever asks again finds it done. */
static void test_the_answer_of_the_store_is_lost(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].lose = 1;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":1,\"code\":\"storage\""));
    say(a, "{\"id\":2,\"n\":2,\"do\":\"call heads\"}");
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"ok\":2,\"n\":3}");
    close_world(w);
}

/* An answer whose ok was lost is said again: by the same node, and by one that has never heard of it. */
static void test_an_answer_again(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    hello(w, 1, &bob, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    assert_true(answer(a, 2)); /* the first one is on its way */
    puppet_settle(&w->puppet);
    assert_true(answer(a, 3));
    assert_string_equal(heard(a, "\"ok\":1"), "{\"ok\":1,\"n\":3}");
    assert_string_equal(heard(a, "\"ok\":2"), "{\"ok\":2,\"n\":3}");
    assert_string_equal(heard(a, "\"ok\":3"), "{\"ok\":3,\"n\":3}");
    struct puppet_socket *again = hello(w, 1, &ann, 2);
    puppet_settle(&w->puppet);
    say(again, "{\"id\":4,\"n\":2,\"do\":\"call heads\"}");
    assert_string_equal(last_of(again), "{\"ok\":4,\"n\":3}");
    say(again, "{\"id\":5,\"n\":2,\"do\":\"call tails\"}");
    assert_non_null(strstr(last_of(again), "stale"));
    close_world(w);
}

static void test_a_crash(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_restart(&w->puppet, 0); /* before it was stored */
    a = hello(w, 0, &ann, 2);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 2)); /* asked again */
    puppet_store_works(&w->puppet, 0);
    puppet_restart(&w->puppet, 0); /* stored, and nobody was told */
    a = hello(w, 0, &ann, 2);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "{\"n\":3,"));
    close_world(w);
}

/* ---- two nodes ---- */

static void test_two_nodes(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 1, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    for (int i = 0; i < 9; i++) {
        puppet_settle(&w->puppet);
        assert_true(answer(a, i) && answer(b, i)); /* at the same time: one of them is second */
        puppet_settle(&w->puppet);
        if (heard(b, "\"code\":\"conflict\"") && strstr(last_of(b), "\"no\""))
            assert_true(answer(b, 100 + i));
    }
    witness_rest(&w->witness);
    for (int i = 0; i < 9 && !heard(a, "\"seed\""); i++) {
        answer(a, 200 + i);
        answer(b, 200 + i);
        witness_rest(&w->witness);
    }
    assert_non_null(heard(a, "\"seed\""));
    assert_non_null(heard(b, "\"seed\""));
    assert_true(w->puppet.node[0].server->figures.conflicts +
                    w->puppet.node[1].server->figures.conflicts >
                0);
    close_world(w);
}

/* The one who was second is told so, and can say it again. */
static void test_a_conflict(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1) && answer(b, 1));
    say(b, "{\"id\":2,\"leave\":true}"); /* behind it */
    puppet_store_works(&w->puppet, 0);
    puppet_store_works(&w->puppet, 1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    assert_non_null(heard(b, "\"no\":1,\"code\":\"conflict\""));
    assert_non_null(heard(b, "\"no\":2,\"code\":\"conflict\""));
    assert_true(answer(b, 3)); /* the question has kept its number */
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"ok\":3"));
    assert_non_null(heard(c, "{\"n\":4,"));
    close_world(w);
}

/* What others have stored comes while something of one's own is on its way. */
static void test_news_in_between(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 1, &bob, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    assert_true(answer(a, 1));
    say(a, "{\"id\":2,\"leave\":true}");
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    puppet_store_works(&w->puppet, 1);
    puppet_store_tells(&w->puppet, 1); /* there is news: it asks for it */
    assert_true(answer(b, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(b, "\"no\":1,\"code\":\"conflict\""));
    assert_non_null(heard(b, "\"away\":0"));
    w->puppet.bots_left = 100;
    close_world(w);
}

/* Told so far by one node, a guest comes to another that has not heard of it yet. */
static void test_a_guest_who_knows_more(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[1].deaf = 1;
    for (int i = 0; i < 3; i++) {
        answer(a, i);
        answer(b, i);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)c->notes)->last, 2);
    assert_int_equal(((struct notes *)a->notes)->last, 8);
    struct puppet_socket *again = hello(w, 1, &ann, 8);
    puppet_settle(&w->puppet);
    assert_int_equal(((struct notes *)c->notes)->last, 8); /* the node has looked */
    assert_true(answer(again, 50));
    puppet_settle(&w->puppet);
    assert_non_null(heard(again, "\"ok\":50"));
    struct puppet_socket *dreamer = watch(w, 1, ann.table, 4000); /* a number that never was */
    puppet_settle(&w->puppet);
    assert_non_null(heard(dreamer, "snapshot"));
    close_world(w);
}

/* Word of an entry came, but it could not be read just then. */
static void test_word_that_could_not_be_followed(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    w->puppet.node[1].fail_reads = 1;
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)c->notes)->last, ((struct notes *)a->notes)->last);
    close_world(w);
}

/* Another node has stored what this one cannot read: nobody is left sitting there. */
static void test_a_log_that_makes_no_sense(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    struct store_text text = {"{\"of\":\"tomorrow\"}", 17};
    struct store_append odd = {.expected = 3, .count = 1, .entry = &text, .card = {.game = "null"}};
    strcpy(odd.match, ann.table);
    assert_int_equal(w->puppet.store->append(w->puppet.store, &odd, 1), 0);
    assert_int_equal(odd.outcome, STORE_STORED);
    puppet_queue_changed(w->puppet.node[0].server->queue, ann.table, 4);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"restart\"}");
    puppet_close(&w->puppet);
    witness_close(&w->witness);
    free(w);
}

/* Somebody watches at another node: that is no reason to ask the bots there. */
static void test_a_node_that_only_looks(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 100;
    watch(w, 1, ann.table, -1);
    puppet_store_works(&w->puppet, 1);
    puppet_store_tells(&w->puppet, 1);
    assert_int_equal(puppet_bots_think(&w->puppet, 1), 0);
    close_world(w);
}

/* The node that made the last entry asks the bots; when it has died, the other one does. */
static void test_patience_with_bots(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_settle(&w->puppet);
    w->puppet.bots_left = 0;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    int64_t before = ((struct notes *)c->notes)->last;
    w->puppet.bots_left = 100;
    w->puppet.node[0].server->stopping = 1; /* it does not ask anybody any more */
    for (int ms = 0; ms + TICK_MS < BOT_PATIENCE_MS; ms += TICK_MS) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_store_works(&w->puppet, 1);
        puppet_store_tells(&w->puppet, 1);
        assert_int_equal(puppet_bots_think(&w->puppet, 1), 0);
    }
    puppet_restart(&w->puppet, 0);
    for (int i = 0; i < 3; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_store_works(&w->puppet, 1);
        puppet_store_tells(&w->puppet, 1);
        puppet_bots_think(&w->puppet, 1);
    }
    puppet_settle(&w->puppet);
    assert_true(((struct notes *)c->notes)->last > before);
    close_world(w);
}

/* A move ends a plea: bots let people read it first, but not for ever. */
static void test_bots_wait_for_a_plea(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    w->puppet.bots_left = 0;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\",\"random\"]}");
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_true(answer(b, 1));
    puppet_settle(&w->puppet);
    say(a, "{\"id\":2,\"undo\":true}");
    puppet_settle(&w->puppet);
    int64_t plea = ((struct notes *)a->notes)->last;
    table_find(w->puppet.node[0].server, ann.table)->bots_busy =
        0; /* its bot has not been asked yet */
    w->puppet.bots_left = 100;
    for (int ms = 0; ms + TICK_MS < PLEA_PATIENCE_MS; ms += TICK_MS) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(((struct notes *)a->notes)->last, plea);
    puppet_pass(&w->puppet, 2 * TICK_MS);
    puppet_settle(&w->puppet);
    assert_true(((struct notes *)a->notes)->last > plea);
    close_world(w);
}

/* Nobody looks at a table whose bot is to move, and the node that would have asked it has died. */
static void test_orphans(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    w->puppet.bots_left = 0;
    struct seat ann = found(w, "{\"game\":\"null\",\"seats\":[\"random\",\"random\"]}");
    puppet_restart(&w->puppet, 0);
    w->puppet.bots_left = 100;
    for (int i = 0; i < 200; i++) {
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_OVER);
    close_world(w);
}

/* ---- seats ---- */

static void test_who_left_is_shut_out(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    say(old, "{\"id\":1,\"leave\":true}");
    get_table(w, 1, ann.table); /* so that the other node knows it */
    puppet_settle(&w->puppet);
    struct puppet_request *r =
        post_to(w, 1, ann.table, "takeover", NULL, "{\"seat\":1,\"name\":\"Eve\"}");
    say(old, "{\"id\":2,\"back\":true}"); /* at once, at the other node: one of them is second */
    puppet_store_works(&w->puppet, 1);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    assert_non_null(heard(old, "\"no\":2"));
    assert_string_equal(last_of(old), "{\"bye\":\"wrong-token\"}");
    assert_false(old->open);
    close_world(w);
}

/* Already while the newcomer is on the way to the store: the old owner cannot answer for the seat. */
static void test_who_left_says_nothing(void **unused)
{
    char text[80];
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    say(old, "{\"id\":1,\"leave\":true}");
    w->puppet.bots_left = 0;
    puppet_settle(&w->puppet);
    uint32_t n =
        witness_table(&w->witness, ann.table)->entries; /* the question will have this number */
    post_to(w, 0, ann.table, "takeover", NULL, "{\"seat\":1,\"name\":\"Eve\"}");
    snprintf(text, sizeof text, "{\"id\":2,\"n\":%u,\"do\":\"call heads\"}", n);
    say(old, text);
    assert_non_null(strstr(last_of(old), "\"no\":2,\"code\":\"wrong-token\""));
    close_world(w);
}

static void test_a_seat_given_up_before_the_start(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(
        w, "{\"game\":\"arcane\",\"seats\":[\"me\",\"open\",\"open\"],\"clock\":{\"move\":60}}");
    struct seat bob = join(w, 0, ann.table);
    struct puppet_socket *old = hello(w, 0, &bob, -1);
    say(old, "{\"id\":1,\"leave\":true}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(old, "\"ok\":1"));
    assert_non_null(heard(old, "\"rise\":1"));
    assert_false(old->open);
    join(w, 0, ann.table);
    join(w, 0, ann.table);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_RUNNING);
    close_world(w);
}

static void test_a_newer_socket(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"replaced\"}");
    assert_true(b->open);
    close_world(w);
}

/* Both wait for the table to be read: the newer one is still the newer one. */
static void test_a_newer_socket_while_loading(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *a = hello(w, 0, &ann, -1), *b = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"replaced\"}");
    assert_true(b->open);
    close_world(w);
}

static void test_a_full_house(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    for (int i = 0; i < TABLE_PEERS; i++)
        assert_true(watch(w, 0, ann.table, -1)->open);
    assert_string_equal(last_of(watch(w, 0, ann.table, -1)), "{\"bye\":\"full\"}");
    assert_true(hello(w, 0, &ann, -1)->open); /* who sits there comes in */
    close_world(w);
}

/* ---- much at once ---- */

/* Bots alone play a long game; a spectator who has missed as much as may be comes back, all in one turn. */
static void catches_up(const char *body)
{
    struct world *w = open_world(1);
    struct seat table = found(w, body);
    const struct ledger *l = witness_table(&w->witness, table.table);
    int last = (int)l->entries - 1;
    assert_true(last > 450);
    struct puppet_socket *s = watch(w, 0, table.table, last > RESUME_MOST ? last - RESUME_MOST : 0);
    puppet_settle(&w->puppet);
    assert_false(s->cut);
    assert_int_equal(((struct notes *)s->notes)->last, last);
    assert_null(heard(s, "snapshot"));
    s = watch(w, 0, table.table, last > RESUME_MOST ? last - RESUME_MOST - 1 : -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "snapshot"));
    close_world(w);
}

static void test_catching_up_arcane(void **unused)
{
    (void)unused;
    catches_up("{\"game\":\"arcane\",\"seats\":[\"greedy\",\"greedy\",\"greedy\",\"greedy\","
               "\"greedy\",\"greedy\"]}");
}

static void test_catching_up_quacks(void **unused)
{
    (void)unused;
    catches_up("{\"game\":\"quacks\",\"seats\":[\"greedy\",\"greedy\",\"greedy\",\"greedy\"]}");
}

static void test_who_says_too_much(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    w->puppet.node[0].server->options.limits = 1;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 100; i++)
        say(a, "{\"id\":1}");
    assert_true(a->paused && a->open);
    puppet_pass(&w->puppet, 100);
    assert_false(a->paused);
    close_world(w);
}

static void test_who_says_nothing(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct puppet_socket *s = puppet_dial(&w->puppet, 0, "192.0.2.1");
    w->puppet.keeps = 1;
    puppet_pass(&w->puppet, HELLO_WITHIN_MS);
    assert_true(s->open);
    puppet_pass(&w->puppet, TICK_MS);
    assert_string_equal(last_of(s), "{\"bye\":\"idle\"}");
    close_world(w);
}

/* It has said hello; that the store takes its time is not its fault. */
static void test_who_waits_for_the_store(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_BOT);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_pass(&w->puppet, HELLO_WITHIN_MS + TICK_MS);
    assert_true(a->open);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "snapshot"));
    close_world(w);
}

static void test_too_many_requests(void **unused)
{
    int fine = 0;
    (void)unused;
    struct world *w = open_world(1);
    w->puppet.node[0].server->options.limits = 1;
    for (int i = 0; i < 30; i++) {
        struct puppet_request *r = post(w, 0, "/api/tables", NULL, NULL_BOT);
        puppet_settle(&w->puppet);
        fine += r->status == 201;
        if (r->status != 201)
            said_no(r, 429, "too-many");
    }
    assert_int_equal(fine, 20);
    for (int i = 0; i < 60; i++)
        get(w, 0, "/metrics"); /* walks through every table: not for nothing */
    said_no(get(w, 0, "/metrics"), 429, "too-many");
    assert_int_equal(get(w, 0, "/health")->status, 200);
    close_world(w);
}

/* ---- time ---- */

static void test_tables_leave_memory(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct server *s = w->puppet.node[0].server;
    for (int i = 0; i < 50; i++)
        found(w, NULL_TWO);
    struct seat ann = found(w, NULL_TWO);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    assert_int_equal(s->figures.tables, 51);
    for (int i = 0; i < 20; i++)
        get_table(w, 0, "aaaaaaaaaaaaaaaa"); /* not there: leaves nothing behind */
    puppet_settle(&w->puppet);
    assert_int_equal(s->figures.tables, 51);
    puppet_pass(&w->puppet, TABLE_IDLE_MS + 1);
    assert_int_equal(s->figures.tables, 1);
    puppet_hang_up(a);
    puppet_pass(&w->puppet, TABLE_IDLE_MS + 1);
    assert_int_equal(s->figures.tables, 0);
    close_world(w);
}

static void test_nobody_comes(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_TWO);
    puppet_pass(&w->puppet, TABLE_WAITS_MS - 1000);
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_WAITING);
    puppet_pass(&w->puppet, 10000); /* it is not in memory any more: the store knows */
    puppet_settle(&w->puppet);
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann.table)->match.phase, MATCH_CLOSED);
    close_world(w);
}

/* Clocks run while nobody looks, and stand still while the server is away. */
static void test_clocks(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann =
        found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":600}}");
    join(w, 0, ann.table);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_pass(&w->puppet, 599000);
    puppet_restart(&w->puppet, 0);
    puppet_pass(&w->puppet, 30000);
    puppet_settle(&w->puppet);
    assert_false(m->seat[0].away || m->seat[1].away); /* a minute to come back */
    for (int i = 0; i < 10; i++) {
        puppet_pass(&w->puppet, 5000);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(m->seat[0].away, AWAY_CLOCK);
    assert_int_equal(m->seat[1].away, AWAY_CLOCK);
    close_world(w);
}

#define NULL_CLOCK "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":600}}"

/* Their time ran out while nobody could have answered: in the minute they are given their answers count. */
static void test_answers_in_the_grace(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    puppet_pass(&w->puppet, 599000);
    puppet_restart(&w->puppet, 0);
    puppet_pass(&w->puppet, 30000);
    puppet_settle(&w->puppet);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":1"));
    close_world(w);
}

/* The same where the server stood and the store was away. */
static void test_clocks_while_the_store_is_away(void **unused)
{
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_CLOCK);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_pass(&w->puppet, 590000);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = w->puppet.node[0].fail_reads = INT32_MAX;
    assert_true(answer(a, 1));
    for (int i = 0; i < 10; i++) {
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, 2000);
    }
    assert_non_null(heard(a, "\"no\":1,\"code\":\"storage\""));
    w->puppet.node[0].fail = w->puppet.node[0].fail_reads = 0;
    for (int i = 0; i < 10; i++) {
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, 2000);
    }
    assert_false(m->seat[0].away || m->seat[1].away);
    assert_true(answer(a, 2));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":2"));
    close_world(w);
}

/* ---- rematches, practice ---- */

static void play_out(struct world *w, const struct seat *ann)
{
    struct puppet_socket *a = hello(w, 0, ann, -1);
    puppet_settle(&w->puppet);
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_int_equal(witness_table(&w->witness, ann->table)->match.phase, MATCH_OVER);
}

static void test_rematch(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct puppet_request *again = post_to(w, 1, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(again->status, 200);
    assert_string_equal(seat_of(r).table, seat_of(again).table);
    struct seat next = ann;
    strcpy(next.table, seat_of(r).table);
    play_out(w, &next); /* the same token */
    close_world(w);
}

/* `alone`: the table of the rematch and the word of it are not stored in one go. */
static void rematch_fails(int alone)
{
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    w->puppet.node[0].alone = alone;
    w->puppet.node[0].fail = 1;
    struct puppet_request *r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    said_no(r, 503, "storage");
    if (alone) { /* the table is stored, the word of it is not */
        w->puppet.node[0].fail = 0;
        r = post_to(w, 0, ann.table, "rematch", ann.token, "");
        puppet_store_works(&w->puppet, 0);
        puppet_store_tells(&w->puppet, 0);
        w->puppet.node[0].fail = 1;
        puppet_settle(&w->puppet);
        said_no(r, 503, "storage");
    }
    uint64_t founded = w->puppet.node[0].server->figures.founded;
    r = post_to(w, 0, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    assert_int_equal(w->puppet.node[0].server->figures.founded, founded + !alone);
    assert_string_equal(witness_table(&w->witness, ann.table)->match.rematch, seat_of(r).table);
    close_world(w);
}

static void test_a_rematch_that_is_not_stored(void **unused)
{
    (void)unused;
    rematch_fails(0);
    rematch_fails(1);
}

/* Everyone asks for it at once: they meet at one table. */
static void test_two_want_a_rematch(void **unused)
{
    (void)unused;
    struct world *w = open_world(2);
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    get_table(w, 1, ann.table);
    puppet_settle(&w->puppet);
    struct puppet_request *r[3];
    for (int i = 0; i < 3; i++)
        r[i] = post_to(w, i % 2, ann.table, "rematch", ann.token, "");
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++) {
        struct puppet_request *again = post_to(w, i % 2, ann.table, "rematch", ann.token, "");
        puppet_settle(&w->puppet);
        assert_true(r[i]->status == 201 || r[i]->status == 200 || r[i]->status == 409);
        assert_int_equal(again->status, 200);
        if (r[i]->status < 300)
            assert_string_equal(seat_of(r[i]).table, seat_of(again).table);
    }
    close_world(w);
}

static void test_practice(void **unused)
{
    char body[120];
    (void)unused;
    struct world *w = open_world(1);
    struct seat ann = found(w, NULL_SHORT);
    play_out(w, &ann);
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":1,\"seat\":1,\"bot\":\"random\"}",
             ann.table);
    struct puppet_request *r = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    struct seat one = seat_of(r);
    struct puppet_socket *s = hello(w, 0, &one, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "\"practice\":{\"moves\":1}"));
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":2}", ann.table);
    r = post(w, 0, "/api/practice", NULL, body); /* nothing is left to play */
    puppet_settle(&w->puppet);
    said_no(r, 400, "bad-request");
    close_world(w);
}

/* ---- what bodies say ---- */

static void test_odd_bodies(void **unused)
{
    static const char *const bodies[] = {
        "{",
        "[]",
        "7",
        "\"x\"",
        "{\"game\":\"null\"}",
        "{\"game\":null,\"seats\":[]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\\u0000\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"name\":\"\\ud800\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"nonce\":\"0\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"nonce\":\"0G\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":[]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":9223372036854775807}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":1e3}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"open\":null}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"search\"]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"random:ms=1\"]}",
        "{\"game\":\"null\",\"seats\":[\"me\",[]]}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":1e99}}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"game\":\"null\"}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"x\":1}",
        "{\"game\":\"null\",\"seats\":[\"me\",\"open\"]}x",
    };
    (void)unused;
    struct world *w = open_world(1);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct puppet_request *r = post(w, 0, "/api/tables", NULL, bodies[i]);
        puppet_settle(&w->puppet);
        if (r->status != 400)
            fail_msg("%s: %d %s", bodies[i], r->status, r->text);
    }
    assert_int_equal(w->puppet.node[0].server->figures.founded, 0);
    close_world(w);
}

static void test_odd_arguments(void **unused)
{
    static const char *const wrong[] = {
        "/api/tables?limit=0",
        "/api/tables?limit=-1",
        "/api/tables?limit=x",
        "/api/tables?limit=5x",
        "/api/tables?before=-5",
        "/api/tables?game=chess",
        "/api/history?game=a-game-with-a-name-that-is-longer-than-any"};
    static const char *const fine[] = {"/api/tables?limit=200",  "/api/tables?limit=100000",
                                       "/api/tables?before=0",   "/api/history?game=quacks&limit=1",
                                       "/api/tables?colour=red", "/api/tables?"};
    (void)unused;
    struct world *w = open_world(1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct puppet_request *r = get(w, 0, wrong[i]);
        puppet_settle(&w->puppet);
        if (r->status != 400)
            fail_msg("%s: %d %s", wrong[i], r->status, r->text);
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        struct puppet_request *r = get(w, 0, fine[i]);
        puppet_settle(&w->puppet);
        if (r->status != 200)
            fail_msg("%s: %d %s", fine[i], r->status, r->text);
    }
    close_world(w);
}

static void test_odd_messages(void **unused)
{
    static const char *const texts[] = {"",
                                        "x",
                                        "[]",
                                        "{}",
                                        "{\"hello\":5}",
                                        "{\"hello\":{}}",
                                        "{\"hello\":{\"table\":7}}",
                                        "{\"hello\":{\"table\":\"aaaaaaaaaaaaaaaa\",\"n\":1.5}}",
                                        "{\"hello\":{\"table\":\"aaaaaaaaaaaaaaaa\",\"x\":1}}",
                                        "{\"hello\":{\"table\":\"aaaaaaaaaaaaaaaa\"},\"id\":1}",
                                        "{\"id\":1,\"undo\":true}"};
    (void)unused;
    struct world *w = open_world(1);
    w->puppet.keeps = 1;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct puppet_socket *s = puppet_dial(&w->puppet, 0, "192.0.2.1");
        say(s, texts[i]);
        assert_string_equal(last_of(s), "{\"bye\":\"bad-message\"}");
    }
    struct seat nowhere = {"aaaaaaaaaaaaaaaa", ""};
    struct puppet_socket *s = hello(w, 0, &nowhere, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(s), "{\"bye\":\"unknown-table\"}");
    close_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bucket),
        cmocka_unit_test(test_bucket_at_rest),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_of_networks),
        cmocka_unit_test(test_limits_of_sockets),
        cmocka_unit_test(test_limits_of_coming_and_going),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_nothing_before_it_is_stored),
        cmocka_unit_test(test_who_comes_in_between),
        cmocka_unit_test(test_the_store_fails),
        cmocka_unit_test(test_a_store_that_is_away),
        cmocka_unit_test(test_the_answer_of_the_store_is_lost),
        cmocka_unit_test(test_an_answer_again),
        cmocka_unit_test(test_a_crash),
        cmocka_unit_test(test_two_nodes),
        cmocka_unit_test(test_a_conflict),
        cmocka_unit_test(test_news_in_between),
        cmocka_unit_test(test_a_guest_who_knows_more),
        cmocka_unit_test(test_word_that_could_not_be_followed),
        cmocka_unit_test(test_a_log_that_makes_no_sense),
        cmocka_unit_test(test_a_node_that_only_looks),
        cmocka_unit_test(test_patience_with_bots),
        cmocka_unit_test(test_bots_wait_for_a_plea),
        cmocka_unit_test(test_orphans),
        cmocka_unit_test(test_who_left_is_shut_out),
        cmocka_unit_test(test_who_left_says_nothing),
        cmocka_unit_test(test_a_seat_given_up_before_the_start),
        cmocka_unit_test(test_a_newer_socket),
        cmocka_unit_test(test_a_newer_socket_while_loading),
        cmocka_unit_test(test_a_full_house),
        cmocka_unit_test(test_catching_up_arcane),
        cmocka_unit_test(test_catching_up_quacks),
        cmocka_unit_test(test_who_says_too_much),
        cmocka_unit_test(test_who_says_nothing),
        cmocka_unit_test(test_who_waits_for_the_store),
        cmocka_unit_test(test_too_many_requests),
        cmocka_unit_test(test_tables_leave_memory),
        cmocka_unit_test(test_nobody_comes),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_answers_in_the_grace),
        cmocka_unit_test(test_clocks_while_the_store_is_away),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_a_rematch_that_is_not_stored),
        cmocka_unit_test(test_two_want_a_rematch),
        cmocka_unit_test(test_practice),
        cmocka_unit_test(test_odd_bodies),
        cmocka_unit_test(test_odd_arguments),
        cmocka_unit_test(test_odd_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
