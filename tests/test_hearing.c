/* Tests how the server looks after silent peers, without sockets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/hearing.h"

enum { PEERS = 250, PING = 60000, SILENCE = 90000 };

static struct peer peers[PEERS];
static int pings[PEERS], ends[PEERS];

static void ping(struct peer *p)
{
    pings[p - peers]++;
}

static void give_up(struct peer *p)
{
    ends[p - peers]++;
}

static struct hearing fresh(int n)
{
    struct hearing h = {NULL, NULL, PING, SILENCE, ping, give_up};
    memset(peers, 0, sizeof peers);
    memset(pings, 0, sizeof pings);
    memset(ends, 0, sizeof ends);
    for (int i = 0; i < n; i++)
        hearing_note(&h, &peers[i], 1);
    return h;
}

static int sum(const int *counts)
{
    int all = 0;
    for (int i = 0; i < PEERS; i++)
        all += counts[i];
    return all;
}

/* One answers the ping, one sends messages, one is silent. */
static void test_silent_peers_are_given_up(void **state)
{
    struct hearing h = fresh(3);
    (void)state;
    hearing_care(&h, PING);
    assert_int_equal(sum(pings), 0);
    hearing_note(&h, &peers[1], 30000);
    hearing_care(&h, PING + 1);
    hearing_care(&h, PING + 2);
    assert_true(pings[0] == 1 && pings[1] == 0 && pings[2] == 1);
    hearing_note(&h, &peers[0], PING + 3);
    hearing_care(&h, SILENCE);
    assert_int_equal(sum(ends), 0);
    hearing_care(&h, SILENCE + 1);
    assert_true(ends[0] == 0 && ends[1] == 0 && ends[2] == 1);
    assert_int_equal(pings[1], 1);
    hearing_care(&h, PING + 3 + PING);
    assert_int_equal(pings[0], 2);
    assert_true(ends[1] == 1 && sum(ends) == 2);
}

static void test_pings_are_spread(void **state)
{
    struct hearing h = fresh(PEERS);
    (void)state;
    hearing_care(&h, PING + 1);
    int first = sum(pings);
    assert_true(first > 0 && first < PEERS);
    for (int i = 0; i < PEERS; i++)
        hearing_care(&h, PING + 2);
    for (int i = 0; i < PEERS; i++)
        assert_int_equal(pings[i], 1);
}

static void test_peers_leave(void **state)
{
    struct hearing h = fresh(4);
    (void)state;
    hearing_forget(&h, &peers[1]);
    hearing_forget(&h, &peers[1]);
    hearing_forget(&h, &peers[0]);
    hearing_forget(&h, &peers[3]);
    assert_true(h.first == &peers[2] && h.last == &peers[2]);
    hearing_forget(&h, &peers[2]);
    assert_true(!h.first && !h.last);
    hearing_care(&h, 10 * SILENCE);
    assert_int_equal(sum(pings) + sum(ends), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_silent_peers_are_given_up),
        cmocka_unit_test(test_pings_are_spread),
        cmocka_unit_test(test_peers_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
