/* Unit tests of the server's limits, ids and tokens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "match/keys.h"
#include "server/admission.h"
#include "server/http/limits.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/ids.h"
#include "server/tables/tables.h"
#include "server/tables/wakes.h"
#include "tests/puppet/witness.h"

/* ---- limits ---- */

/* How many drops a bucket gives within `ms`, if asked every `step`. */
static int64_t drops_within(struct limits_rate rate, int64_t ms, int64_t step)
{
    struct limits_bucket b = {0};
    int64_t drops = 0;
    for (int64_t now = 1; now <= ms; now += step)
        drops += bucket_take(&b, rate, now);
    return drops;
}

static void test_bucket(void **unused)
{
    static const struct limits_rate rates[] = {{60, 600}, {20, 10}, {100, 3000}, {2, 7}};
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
    const struct limits_rate rate = {3, 60};
    struct limits_bucket b = {0};
    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, rate, 1000));
    assert_false(bucket_take(&b, rate, 1000));
    assert_false(bucket_take(&b, rate, 1999));
    assert_true(bucket_take(&b, rate, 2000));
    /* A clock that runs backward gives nothing. */
    assert_false(bucket_take(&b, rate, 900));
    /* Full again, but not more than full. */
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, rate, INT64_C(1) << 60));
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
        snprintf(address, sizeof address, "198.51.%d.%d", i >> 8, i & 255);
        assert_true(limits_take(l, address, LIMIT_REQUESTS, 5000));
    }
    assert_true(limits_bytes(l) > bytes && limits_bytes(l) < bytes + 1000 * 256);
    limits_close(l);
}

/* All 2^64 IPv6 addresses of a network count as one. */
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
    /* The sockets are still open. */
    assert_false(limits_socket_open(l, "192.0.2.1", 36000000));
    /* Closes more sockets than are open. */
    for (int i = 0; i < 400; i++)
        limits_socket_closed(l, "192.0.2.1");
    assert_true(limits_socket_open(l, "192.0.2.1", 36000000));
    limits_close(l);
}

/* Each hello may read a whole log, so guests who come and go without pause are slowed down. */
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

/* A byte is made good in a millisecond. Whoever owes something is not forgotten, however long they
 * were not seen. */
static void test_limits_of_bytes(void **unused)
{
    enum { MOST = 128 << 20, HOUR_MS = 3600000 };
    struct puppet luck = {.luck = 1};
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    limits_store(l, "192.0.2.1", MOST - 1, 5000);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5000), SPENT_NOTHING);
    limits_store(l, "192.0.2.1", 1, 5000);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5000), SPENT_BOTS);
    assert_int_equal(limits_spent(l, "192.0.2.2", 5000), SPENT_NOTHING);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5001), SPENT_NOTHING);
    limits_store(l, "192.0.2.1", MOST / 4 + HOUR_MS, 5001);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5001), SPENT_PEOPLE);
    for (int i = 0; i < 20000; i++) {
        char address[40];
        snprintf(address, sizeof address, "2001:db8:%x::1", (unsigned)i);
        assert_true(limits_take(l, address, LIMIT_REQUESTS, 5001 + HOUR_MS - 1000));
    }
    assert_int_equal(limits_spent(l, "192.0.2.1", 5001 + HOUR_MS - 2), SPENT_PEOPLE);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5001 + HOUR_MS), SPENT_BOTS);
    limits_close(l);
}

/* A line with 65,536 networks has the bytes of four. */
static void test_limits_of_sites(void **unused)
{
    enum { MOST = 128 << 20 };
    struct puppet luck = {.luck = 1};
    char address[46];
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (unsigned i = 0; i < 8; i++) {
        snprintf(address, sizeof address, "2001:db8:7:%x::1", i);
        assert_int_equal(limits_spent(l, address, 5000), i < 4   ? SPENT_NOTHING
                                                         : i < 6 ? SPENT_BOTS
                                                                 : SPENT_PEOPLE);
        limits_store(l, address, MOST - 1 + (i == 3) * 4, 5000);
    }
    assert_int_equal(limits_spent(l, "2001:db8:8::1", 5000), SPENT_NOTHING);
    assert_int_equal(limits_spent(l, "192.0.2.1", 5000), SPENT_NOTHING);
    limits_close(l);
}

/* A line with 256 networks may ask as much as four, and have as much at a time. */
static void test_limits_of_lines(void **unused)
{
    struct puppet luck = {.luck = 1};
    char address[46];
    int taken = 0, opened = 0, held = 0, thought = 0;
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (unsigned i = 0; i < 256 * 100; i++) {
        snprintf(address, sizeof address, "2001:db8:7:%x::1", i % 256);
        taken += limits_take(l, address, LIMIT_REQUESTS, 5000);
        opened += limits_socket_open(l, address, 5000);
        held += limits_hold(l, address, HOLD_BODIES, 3, limits_most(10), 5000) > 0;
        thought += (int)limits_think(l, address, 10000, 5000);
    }
    assert_int_equal(taken, 4 * 60);
    assert_int_equal(opened, 4 * 300);
    assert_int_equal(held, 4 * 10 / 3);
    assert_int_equal(thought, 4 * 300000);
    limits_think_back(l, "2001:db8:7:1::1", 1000);
    assert_int_equal(limits_think(l, "2001:db8:7:fe::1", 5000, 5000), 1000);
    assert_true(limits_take(l, "2001:db8:8::1", LIMIT_REQUESTS, 5000));
    assert_true(limits_socket_open(l, "2001:db8:8::1", 5000));
    /* What is given back is given back to the line, too. */
    limits_release(l, "2001:db8:7:1::1", HOLD_BODIES, 3);
    assert_true(limits_hold(l, "2001:db8:7:ff::1", HOLD_BODIES, 3, limits_most(10), 5000));
    limits_close(l);
}

/* Two lines have more networks than the server remembers. Others come in all the same, and who
 * holds something is not forgotten. */
static void test_limits_of_many(void **unused)
{
    struct puppet luck = {.luck = 1};
    char address[46];
    int shut = 0;
    (void)unused;
    puppet_now = &luck;
    struct limits *l = limits_open();
    for (int i = 0; i < 300; i++)
        assert_true(limits_socket_open(l, "192.0.2.1", 1000));
    for (unsigned i = 0; i < 131072; i++) {
        snprintf(address, sizeof address, "2001:db8:%x:%x::1", i >> 16, i & 0xffff);
        limits_take(l, address, LIMIT_REQUESTS, 5000);
    }
    for (int i = 0; i < 200; i++) {
        snprintf(address, sizeof address, "198.51.100.%d", i);
        shut += !limits_hold(l, address, HOLD_CONNECTIONS, 1, limits_most(10), 5001);
    }
    assert_int_equal(shut, 0);
    assert_false(limits_socket_open(l, "192.0.2.1", 61000));
    assert_true(limits_bytes(l) < 100001 * 256 + 65536);
    limits_close(l);
}

/* ---- doors ---- */

static void test_doors_of_one_address(void **unused)
{
    struct puppet w = {0};
    int by[DOOR_SHUT + 1] = {0};
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    s->options.limits = 1;
    for (int i = 0; i < 1000; i++)
        by[door_enter(s, "192.0.2.1")]++;
    /* 1024 descriptors: a third of what is not kept, and a few that are told why. */
    assert_int_equal(by[DOOR_OPEN], (1024 - 128) / 3);
    assert_int_equal(by[DOOR_CROWDED], 32);
    assert_int_equal(by[DOOR_FULL], 0);
    assert_int_equal(s->figures.shut_out, 1000 - by[DOOR_OPEN]);
    assert_int_equal(door_enter(s, "192.0.2.2"), DOOR_OPEN);
    door_left(s, "192.0.2.1");
    assert_int_equal(door_enter(s, "192.0.2.1"), DOOR_CROWDED);
    puppet_close(&w);
}

/* 256 networks of one line are not more than one address when there is little room. */
static void test_doors_of_one_line(void **unused)
{
    struct puppet w = {0};
    char address[ADDRESS];
    int by[DOOR_SHUT + 1] = {0};
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    s->options.limits = 1;
    for (unsigned i = 0; i < 256 * 10; i++) {
        snprintf(address, sizeof address, "2001:db8:0:%x::1", i % 256);
        by[door_enter(s, address)]++;
    }
    assert_int_equal(by[DOOR_OPEN], (1024 - 128) / 3 + 32);
    assert_int_equal(by[DOOR_FULL], 0);
    assert_int_equal(door_enter(s, "2001:db8:1::1"), DOOR_OPEN);
    assert_int_equal(door_enter(s, "192.0.2.2"), DOOR_OPEN);
    door_left(s, "2001:db8:0:7::1");
    assert_int_equal(door_enter(s, "2001:db8:0:8::1"), DOOR_OPEN);
    puppet_close(&w);
}

/* Nobody may come and go without pause, though few are there at a time. */
static void test_doors_that_swing(void **unused)
{
    struct puppet w = {0};
    int shut = 0;
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    s->options.limits = 1;
    for (int i = 0; i < 1000; i++)
        if (door_enter(s, "192.0.2.1") == DOOR_SHUT)
            shut++;
        else
            door_left(s, "192.0.2.1");
    assert_int_equal(shut, 600);
    assert_int_equal(s->figures.shut_out, 600);
    s->now += 1000;
    for (int i = 0; i < 20; i++, door_left(s, "192.0.2.1"))
        assert_int_equal(door_enter(s, "192.0.2.1"), DOOR_OPEN);
    assert_int_equal(door_enter(s, "192.0.2.1"), DOOR_SHUT);
    assert_int_equal(door_enter(s, "192.0.2.2"), DOOR_OPEN);
    s->options.transport.behind_proxy = 1;
    for (int i = 0; i < 1000; i++, door_left(s, "192.0.2.1"))
        assert_int_equal(door_enter(s, "192.0.2.1"), DOOR_OPEN);
    puppet_close(&w);
}

/* Some descriptors are kept for those who ask how the server is, the last ones for this machine.
 * A proxy has all connections. */
static void test_doors_of_all(void **unused)
{
    struct puppet w = {0};
    int by[DOOR_SHUT + 1] = {0};
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    s->options.limits = s->options.transport.behind_proxy = 1;
    for (int i = 0; i < 1100; i++)
        by[door_enter(s, "192.0.2.1")]++;
    assert_int_equal(by[DOOR_OPEN], 1024 - 128);
    assert_int_equal(by[DOOR_FULL], 32);
    assert_int_equal(by[DOOR_CROWDED], 0);
    for (int i = 0; i < 32; i++)
        assert_int_equal(door_enter(s, "127.0.0.1"), DOOR_FULL);
    assert_int_equal(door_enter(s, "127.0.0.1"), DOOR_SHUT);
    puppet_close(&w);
}

static void test_bodies(void **unused)
{
    struct puppet w = {0};
    char address[ADDRESS];
    int taken = 0;
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    s->options.limits = 1;
    for (int i = 0; i < 4; i++)
        assert_null(door_body(s, "192.0.2.1", HTTP_BODY_LARGE));
    assert_ptr_equal(door_body(s, "192.0.2.1", 1), &refusal_too_many_bodies);
    door_body_gone(s, "192.0.2.1", HTTP_BODY_LARGE, 0);
    assert_null(door_body(s, "192.0.2.1", HTTP_BODY_LARGE));
    for (int i = 0; i < 40; i++)
        taken += !door_body(s, "192.0.2.2", 0);
    assert_int_equal(taken, 32);
    /* What is only announced keeps nobody out. */
    for (int i = 0; i < 100; i++) {
        snprintf(address, sizeof address, "198.51.100.%d", i);
        assert_null(door_body(s, address, HTTP_BODY_LARGE));
    }
    assert_null(door_body(s, "203.0.113.1", 1));
    assert_int_equal(s->doors.bytes, 0);
    assert_int_equal(s->figures.bodies_refused, 1 + 8);
    puppet_close(&w);
}

/* Large bodies leave half of the memory to others. */
static void test_bytes_of_bodies(void **unused)
{
    struct puppet w = {0};
    int large = 0, small = 0;
    (void)unused;
    puppet_open(&w, 1, 1);
    struct server *s = w.node[0].server;
    for (int i = 0; i < 40; i++)
        large += !door_body_grows(s, 0, HTTP_BODY_LARGE);
    assert_int_equal(large, 16);
    assert_ptr_equal(door_body_grows(s, HTTP_BODY, HTTP_BODY), &refusal_bodies_full);
    for (int i = 0; i < 1000; i++)
        small += !door_body_grows(s, 0, HTTP_BODY + 1);
    assert_int_equal(small, 511);
    assert_int_equal(s->figures.bodies_refused, 24 + 1 + 489);
    door_body_gone(s, "192.0.2.1", HTTP_BODY, HTTP_BODY + 1);
    assert_null(door_body_grows(s, HTTP_BODY_LARGE, 1) ? NULL : s);
    assert_null(door_body_grows(s, 0, HTTP_BODY + 1));
    puppet_close(&w);
}

/* ---- ids ---- */

static void test_ids(void **unused)
{
    struct puppet luck = {.luck = 1};
    struct host host = {.random = puppet_draw};
    char id[MATCH_ID + 1], other[MATCH_ID + 1];
    (void)unused;
    puppet_now = &luck;
    id_make(&host, "", id);
    id_make(&host, "", other);
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
    struct host host = {.random = puppet_draw};
    char token[33], other[33];
    uint8_t hash[MATCH_TOKEN], again[MATCH_TOKEN], no[MATCH_TOKEN];
    (void)unused;
    puppet_now = &luck;
    token_make(&host, "", "", token);
    token_make(&host, "", "", other);
    assert_int_equal(strspn(token, "0123456789abcdef"), 32);
    assert_string_not_equal(token, other);
    token_hash(token, hash);
    token_hash(token, again);
    token_hash(other, no);
    assert_memory_equal(hash, again, MATCH_TOKEN);
    assert_memory_not_equal(hash, no, MATCH_TOKEN);
    /* Even a text that is not a token has a hash, and it is not all zeros. */
    token_hash("", no);
    assert_false(match_seat_of(&(struct match){.players = 2}, no) >= 0);
}

/* ---- when tables need attention ---- */

/* Tables are looked at in the order of their times, however these change. */
static void test_wakes(void **unused)
{
    enum { TABLES = 300, TURNS = 20000 };
    struct server *s = calloc(1, sizeof *s);
    struct table *t = calloc(TABLES, sizeof *t);
    uint64_t luck = 7;
    int there[TABLES] = {0};
    (void)unused;
    assert_non_null(s);
    assert_non_null(t);
    for (int i = 0; i < TURNS; i++) {
        int k = (int)(puppet_random(&luck) % TABLES);
        t[k].server = s;
        int leaves = there[k] && puppet_random(&luck) % 3 == 0;
        if (!there[k])
            wake_add(&t[k]);
        else if (leaves)
            wake_remove(&t[k]);
        else
            wake_at(&t[k], (int64_t)(puppet_random(&luck) % 1000));
        there[k] = !leaves;
        assert_true(leaves || s->wakes.table[t[k].wake_place] == &t[k]);
        for (uint32_t at = 1; i % 100 == 0 && at < s->wakes.n; at++)
            assert_true(s->wakes.table[(at - 1) / 2]->wake <= s->wakes.table[at]->wake);
    }
    int64_t last = INT64_MIN;
    s->now = 2000;
    for (struct table *next; (next = wake_next(s)); wake_remove(next)) {
        assert_true(next->wake >= last);
        last = next->wake;
    }
    assert_int_equal(s->wakes.n, 0);
    wake_free(s);
    free(t);
    free(s);
}

/* Tables where something has changed are looked at before their time, once. */
static void test_wakes_soon(void **unused)
{
    struct server *s = calloc(1, sizeof *s);
    struct table t[3] = {{.server = s}, {.server = s}, {.server = s}};
    (void)unused;
    assert_non_null(s);
    for (int i = 0; i < 3; i++) {
        wake_add(&t[i]);
        wake_at(&t[i], 1000 + i);
    }
    assert_null(wake_next(s));
    for (int i = 0; i < 6; i++)
        wake_soon(&t[i % 3]);
    wake_remove(&t[1]);
    assert_ptr_equal(wake_next(s), &t[2]);
    wake_at(&t[2], 2000);
    assert_ptr_equal(wake_next(s), &t[0]);
    wake_at(&t[0], 3000);
    assert_null(wake_next(s));
    s->now = 2000;
    assert_ptr_equal(wake_next(s), &t[2]);
    wake_free(s);
    free(s);
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
        cmocka_unit_test(test_limits_of_bytes),
        cmocka_unit_test(test_limits_of_sites),
        cmocka_unit_test(test_limits_of_lines),
        cmocka_unit_test(test_limits_of_many),
        cmocka_unit_test(test_doors_of_one_address),
        cmocka_unit_test(test_doors_of_one_line),
        cmocka_unit_test(test_doors_that_swing),
        cmocka_unit_test(test_doors_of_all),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_bytes_of_bodies),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_wakes),
        cmocka_unit_test(test_wakes_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
