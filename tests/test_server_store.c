/* Tests what the server does when its store fails, or has logs that this program cannot use. */
#include "server/outage.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "tests/puppet/world.h"

#include "store/store.h"

/* ---- logs that cannot be used ---- */

/* Stores a log that this program cannot read, due at some time. */
static void store_odd_log(struct world *w, const char *id, int64_t due)
{
    static const char odd[] = "{\"n\":0,\"is\":\"from the future\"}";
    const struct store_text text = {odd, sizeof odd - 1};
    struct store_append a = {.count = 1, .entry = &text};
    a.summary = (struct store_summary){.phase = MATCH_RUNNING, .game = "null", .due = due};
    snprintf(a.match, sizeof a.match, "%s", id);
    assert_int_equal(w->puppet.store->append(w->puppet.store, &a, 1), 0);
}

static const char odd_id[] = "oddoddoddoddoddo";

/* Whoever has a seat there must not be told that the table does not exist. */
static void test_a_log_that_cannot_be_used(void **state)
{
    struct world *w = *state;
    struct seat seat = {"", "00000000000000000000000000000000"};
    strcpy(seat.table, odd_id);
    store_odd_log(w, odd_id, INT64_MAX);
    struct puppet_request *r[] = {
        get_table(w, 0, odd_id), post_to(w, 0, odd_id, "join", NULL, "{}"),
        post(w, 0, "/api/practice", NULL, "{\"table\":\"oddoddoddoddoddo\",\"n\":0}")};
    struct puppet_socket *s = hello(w, 0, &seat, 3);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 3; i++)
        said_no(r[i], 503, "broken-table");
    assert_string_equal(last_of(s), "{\"bye\":\"broken-table\"}");
    /* It takes no memory as a table, and asking again does not read the log again. */
    assert_int_equal(w->puppet.node[0].server->figures.tables, 0);
    said_no(get_table(w, 0, odd_id), 503, "broken-table");
    assert_int_equal(w->puppet.node[0].server->figures.aside, 1);
    /* A table that does not exist is something else. */
    struct puppet_request *none = get_table(w, 0, "aaaaaaaaaaaaaaaa");
    puppet_settle(&w->puppet);
    said_no(none, 404, "not-found");
}

/* Another node that can use the log has gone on with it; this one tries again. */
static void test_a_log_that_others_can_use(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    store_odd_log(w, odd_id, INT64_MAX);
    get_table(w, 0, odd_id);
    puppet_settle(&w->puppet);
    assert_int_equal(s->figures.aside, 1);
    puppet_store_changed(&w->puppet.node[0], odd_id, 2);
    puppet_settle(&w->puppet);
    assert_int_equal(s->figures.aside, 0);
    struct puppet_request *r = get_table(w, 0, odd_id);
    puppet_settle(&w->puppet);
    said_no(r, 503, "broken-table");
}

/* The server has no room for another table: that does not mean that the table does not exist. */
static void test_a_full_memory(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    struct server *s = w->puppet.node[0].server;
    puppet_restart(&w->puppet, 0);
    s = w->puppet.node[0].server;
    s->figures.tables += TABLES_MOST;
    said_no(get_table(w, 0, ann.table), 503, "full");
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_string_equal(last_of(a), "{\"bye\":\"restart\"}");
    s->figures.tables -= TABLES_MOST;
}

/* More of them than the store names at once are due all the time; other tables' clocks run. */
static void test_many_logs_that_cannot_be_used(void **state)
{
    struct world *w = *state;
    char id[MATCH_ID + 1];
    for (int i = 0; i < 2 * DUE_PAGE; i++) {
        snprintf(id, sizeof id, "oddoddoddodd%c%c%c%c", 'a' + i / 676, 'a' + i / 26 % 26,
                 'a' + i % 26, 'a');
        store_odd_log(w, id, 1);
    }
    struct seat ann =
        found(w, "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"clock\":{\"move\":600}}");
    join(w, 0, ann.table);
    const struct match *m = &witness_table(&w->witness, ann.table)->match;
    puppet_pass(&w->puppet, TABLE_IDLE_MS + 1);
    for (int i = 0; i < 8 && !m->seat[0].away; i++) {
        puppet_pass(&w->puppet, i ? 5000 : 600000);
        puppet_settle(&w->puppet);
        puppet_pass(&w->puppet, TICK_MS);
        puppet_settle(&w->puppet);
    }
    assert_int_equal(m->seat[0].away, AWAY_CLOCK);
    assert_int_equal(w->puppet.node[0].server->figures.aside, 2 * DUE_PAGE);
}

/* ---- a full disk ---- */

static void pass(struct world *w, int64_t ms)
{
    puppet_pass(&w->puppet, ms);
    puppet_settle(&w->puppet);
}

/* Reads succeed and writes do not: the server is not ready, until something could be written. */
static void test_a_full_disk(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    struct server *s = w->puppet.node[0].server;
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = INT32_MAX;
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"no\":1,\"code\":\"storage\""));
    for (int i = 0; i < 5; i++) {
        struct puppet_request *r = get_table(w, 0, ann.table);
        puppet_settle(&w->puppet);
        assert_int_equal(r->status, 200);
        assert_int_equal(get(w, 0, "/health")->status, 503);
        pass(w, PING_MS);
    }
    assert_int_equal(s->figures.outages, 1);
    w->puppet.node[0].fail = 0;
    pass(w, PING_MS);
    assert_int_equal(get(w, 0, "/health")->status, 200);
    assert_int_equal(s->figures.outages, 1);
    assert_true(answer(a, 2));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":2"));
}

/* A store that does not answer fails, before any call does; it is well again when it answers. A
 * process that stood still hears first what the store has to say. */
static void test_a_silent_store(void **state)
{
    struct world *w = *state;
    struct server *s = w->puppet.node[0].server;
    pass(w, PING_MS);
    puppet_pass(&w->puppet, 30000);
    puppet_pass(&w->puppet, TICK_MS);
    assert_true(s->store_well);
    puppet_settle(&w->puppet);
    for (int i = 0; i < 100; i++)
        puppet_pass(&w->puppet, TICK_MS);
    assert_false(s->store_well);
    assert_int_equal(s->figures.outages, 1);
    puppet_settle(&w->puppet);
    assert_true(s->store_well);
    assert_int_equal(get(w, 0, "/health")->status, 200);
}

/* It is noticed before anybody moves, and after a quiet time only. */
static void test_a_full_disk_while_nobody_plays(void **state)
{
    struct world *w = *state;
    pass(w, PING_MS);
    w->puppet.node[0].fail = INT32_MAX;
    pass(w, PING_MS);
    assert_int_equal(get(w, 0, "/health")->status, 200);
    pass(w, PROBE_MS);
    assert_int_equal(get(w, 0, "/health")->status, 503);
}

/* While nothing can be stored, bots do not think again and again for nothing. */
static void test_bots_while_the_disk_is_full(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct server *s = w->puppet.node[0].server;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = INT32_MAX;
    say(a, "{\"id\":1,\"leave\":true}");
    puppet_settle(&w->puppet);
    w->puppet.node[0].fail = 0;
    say(a, "{\"id\":2,\"leave\":true}");
    puppet_store_works(&w->puppet, 0);
    w->puppet.node[0].fail = INT32_MAX;
    puppet_settle(&w->puppet);
    uint64_t before = s->figures.bot_moves;
    for (int i = 0; i < 50; i++)
        pass(w, 1000);
    assert_int_equal(s->figures.bot_moves, before);
    w->puppet.node[0].fail = 0;
    for (int i = 0; i < 5; i++)
        pass(w, PING_MS);
    assert_true(s->figures.bot_moves > before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_a_log_that_cannot_be_used, one_node),
        IN_WORLD(test_a_log_that_others_can_use, one_node),
        IN_WORLD(test_a_full_memory, one_node),
        IN_WORLD(test_many_logs_that_cannot_be_used, one_node),
        IN_WORLD(test_a_full_disk, one_node),
        IN_WORLD(test_a_full_disk_while_nobody_plays, one_node),
        IN_WORLD(test_a_silent_store, one_node),
        IN_WORLD(test_bots_while_the_disk_is_full, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
