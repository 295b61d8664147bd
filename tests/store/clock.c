/* Tests of the server's time (server/clock.c) with the real clock of PostgreSQL. */
#include "server/clock.h"
#include "server/host.h"
#include "server/outage.h"
#include "server/server.h"
#include "tests/store/subject.h"

static const int64_t HOUR = 3600000;

static int64_t clock_ms(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The server looks at its clocks; that of its machine is wrong by `off`. */
static void look(struct server *s, int64_t off)
{
    clock_look(s, clock_ms(CLOCK_REALTIME) + off, clock_ms(CLOCK_MONOTONIC));
}

static void no_wake(void *arg)
{
    (void)arg;
}

/* Asks the store how it is, and waits for its answer. */
static void ask(struct server *s, int64_t off)
{
    static const struct timespec nap = {.tv_nsec = 1000000};
    s->pinged = s->now - PING_MS;
    store_ask(s);
    for (int i = 0; s->asking && i < PATIENCE_MS; i++) {
        nanosleep(&nap, NULL);
        look(s, off);
        queue_deliver(s->host->queue);
    }
    assert_int_equal(s->asking, 0);
    look(s, off);
}

/* The database runs on this machine, so its clock is the right one of this machine. */
static void expect_right(int64_t ms)
{
    int64_t right = clock_ms(CLOCK_REALTIME);
    assert_in_range(ms, right - 5000, right + 5000);
}

static void the_database_has_a_clock(void **state)
{
    struct subject *u = *state;
    int64_t one, two;
    assert_non_null(u->a->time);
    assert_int_equal(u->a->time(u->a, &one), 0);
    assert_int_equal(u->b->time(u->b, &two), 0);
    expect_right(one);
    assert_in_range(two, one, one + 5000);
}

/* A server on a machine whose clock is an hour behind, or ahead, takes the database's time at its
 * first ping. It never runs backwards, so the one that is ahead only slows down. */
static void servers_take_the_time_of_the_database(void **state)
{
    struct subject *u = *state;
    for (int ahead = 0; ahead < 2; ahead++) {
        struct server *s = calloc(1, sizeof *s);
        int64_t off = ahead ? HOUR : -HOUR;
        assert_non_null(s);
        look(s, off);
        server_begin(s);
        struct host host = {.queue = queue_open(u->a, no_wake, NULL)};
        s->host = &host;
        ask(s, off);
        assert_int_equal(s->time.shared, 1);
        expect_right(s->steady + s->time.offset);
        if (ahead)
            assert_in_range(s->now, clock_ms(CLOCK_REALTIME) + HOUR - 5000,
                            clock_ms(CLOCK_REALTIME) + HOUR);
        else
            expect_right(s->now);
        /* Who was behind gives people a minute. */
        assert_true(ahead || s->figures.gaps > 0);
        queue_close(host.queue);
        free(s);
    }
}

static const struct CMUnitTest postgres_clock_list[] = {
    STORE_TEST(the_database_has_a_clock),
    STORE_TEST(servers_take_the_time_of_the_database),
};
const struct store_tests postgres_clock_tests = STORE_TESTS(postgres_clock_list);
