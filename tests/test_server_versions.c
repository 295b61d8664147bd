/* Tests a server that shares its store with nodes of newer versions: it follows what they add to
 * entries, and leaves alone what it cannot know. */
#include "engine/version.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "store/store.h"
#include "tests/puppet/world.h"

/* Another node appends an entry to a table that has n entries, and this one hears of it; the
 * witness, who reads no newer versions, only if it is `readable`. */
static void append_elsewhere(struct world *w, const char *table, uint32_t n, const char *body,
                             int readable)
{
    const struct store_text text = {body, strlen(body)};
    struct store_append a = {.expected = n, .count = 1, .entry = &text};
    a.summary = (struct store_summary){.phase = MATCH_RUNNING, .game = "null", .due = INT64_MAX};
    snprintf(a.match, sizeof a.match, "%s", table);
    assert_int_equal(w->puppet.store->append(w->puppet.store, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
    if (readable)
        w->puppet.hears.stored(w->puppet.hears.arg, table);
    puppet_store_changed(&w->puppet.node[0], table, n + 1);
    puppet_settle(&w->puppet);
}

static uint32_t entries_of(struct world *w, const char *table)
{
    return table_find(w->puppet.node[0].server, table)->match.entries;
}

static void test_members_of_a_newer_node(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO);
    join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    uint32_t n = entries_of(w, ann.table);
    append_elsewhere(w, ann.table, n,
                     "{\"at\":1,\"mood\":[\"glum\"],\"away\":1,\"why\":\"left\",\"bot\":\"random\","
                     "\"needs\":\"0.2.0\"}",
                     1);
    assert_true(entries_of(w, ann.table) > n);
    assert_non_null(heard(a, "\"away\":1"));
    /* What this version does not know, it does not tell. */
    assert_null(heard(a, "mood"));
    assert_int_equal(w->puppet.node[0].server->figures.aside, 0);
}

/* The table is closed here, people are told to keep their seats, and the log stays as it is. */
static void test_entries_that_need_a_newer_node(void **unused)
{
    static const char *const bodies[] = {
        "{\"at\":1,\"needs\":\"99.0.0\",\"back\":1}",
        "{\"at\":1,\"needs\":\"99.0.0\",\"whistle\":1}",
        "{\"at\":1,\"whistle\":1}",
    };
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct world *w = open_world(1);
        struct seat ann = found(w, NULL_TWO);
        join(w, 0, ann.table);
        struct puppet_socket *a = hello(w, 0, &ann, -1);
        puppet_settle(&w->puppet);
        append_elsewhere(w, ann.table, entries_of(w, ann.table), bodies[i], 0);
        assert_string_equal(last_of(a), "{\"bye\":\"restart\"}");
        struct puppet_request *r = get_table(w, 0, ann.table);
        struct puppet_socket *again = hello(w, 0, &ann, 3);
        puppet_settle(&w->puppet);
        said_no(r, 503, "broken-table");
        assert_non_null(strstr(r->text, "\"reason\":\"table-newer\""));
        assert_non_null(strstr(r->text, i < 2 ? "\"99.0.0\"" : "\"> " CHARLATAN_VERSION "\""));
        assert_string_equal(last_of(again), "{\"bye\":\"broken-table\"}");
        assert_int_equal(w->puppet.node[0].server->figures.aside, 1);
        puppet_close(&w->puppet);
        witness_close(&w->witness);
        free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(test_members_of_a_newer_node, one_node),
        cmocka_unit_test(test_entries_that_need_a_newer_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
