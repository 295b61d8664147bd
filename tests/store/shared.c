/* Tests of stores that several nodes share: appends of others, races, nodes that are killed or
 * start together. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/store/subject.h"

/* ---- two nodes ---- */

static void others_appends_are_reported(void **state)
{
    struct subject *u = *state;
    struct told to_a = {0}, to_b = {0};
    put(u->a, "one", 0, "a");
    put(u->b, "one", 1, "b");
    put(u->b, "two", 0, "b");
    put(u->a, "three", 0, "a");
    put(u->b, "one", 0, "conflict");
    await_change(u->a, "one", 2, &to_a);
    await_change(u->a, "two", 1, &to_a);
    await_change(u->b, "one", 1, &to_b);
    await_change(u->b, "three", 1, &to_b);
    assert_int_equal(to_a.rows, 2);
    assert_int_equal(to_b.rows, 2);
    nap_ms(20);
    assert_int_equal(u->a->changes(u->a, tell_match, &to_a), 0);
    /* Each change was reported once. */
    assert_int_equal(to_a.rows, 2);
    assert_int_equal(put(u->a, "one", 2, "a"), STORE_STORED);
    expect_log(u->b, "one", "a b a");
}

static void who_opens_late_hears_what_follows(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    put(u->a, "before", 0, "x");
    struct store *late = open_or_fail(u->where);
    put(u->a, "after", 0, "x");
    await_change(late, "after", 1, &t);
    assert_int_equal(t.rows, 1);
    expect_log(late, "before", "x");
    late->close(late);
}

enum { RACERS = 2, FIELD = 6, LAPS = 60, MOST = RACERS * LAPS };

/* What a racer expects and what it was told. */
struct racer {
    struct store *store;
    int number, failed;
    /* The number of entries it expects each match to have. */
    uint32_t n[FIELD];
    uint32_t heard[FIELD];
    /* The number of the stored entry, or -1 for a conflict. */
    int stored[LAPS][FIELD];
    /* The number of entries after its last append. */
    uint32_t last_of_it[FIELD];
    int conflicts;
};

static void race_hear(void *arg, const char *match, uint32_t n)
{
    struct racer *r = arg;
    int i = match[1] - '0';
    r->heard[i] = n > r->heard[i] ? n : r->heard[i];
}

static void race_count(void *arg, uint32_t n, const char *body, size_t len)
{
    (void)body, (void)len;
    *(uint32_t *)arg = n + 1;
}

/* Appends to all matches in one batch, in an order of the racer's own. */
static void race_lap(struct racer *r, int lap)
{
    struct store_append list[FIELD];
    struct store_text text[FIELD];
    char body[FIELD][32], match[STORE_ID + 1];
    for (int i = 0; i < FIELD; i++) {
        int at = r->number ? FIELD - 1 - i : i;
        snprintf(body[i], sizeof body[i], "%d %d", r->number, lap);
        snprintf(match, sizeof match, "m%d", at);
        text[i] = text_of(body[i]);
        list[i] = append_of(match, r->n[at], &text[i]);
    }
    r->failed |= r->store->append(r->store, list, FIELD);
    for (int i = 0; i < FIELD; i++) {
        int at = list[i].match[1] - '0';
        int won = list[i].outcome == STORE_STORED;
        r->stored[lap][at] = won ? (int)list[i].expected : -1;
        r->conflicts += !won;
        if (won)
            r->last_of_it[at] = r->n[at] = list[i].expected + 1;
        else
            r->failed |= r->store->load(r->store, list[i].match, r->n[at], race_count, &r->n[at]);
    }
}

static void *race(void *arg)
{
    struct racer *r = arg;
    for (int lap = 0; lap < LAPS; lap++) {
        race_lap(r, lap);
        r->failed |= r->store->changes(r->store, race_hear, r);
    }
    return NULL;
}

/* Every stored entry was acknowledged with its number, and every acknowledged entry is stored. */
static void check_race(struct store *s, const struct racer *r, int match)
{
    char name[STORE_ID + 1], wanted[32];
    int acknowledged = 0;
    snprintf(name, sizeof name, "m%d", match);
    struct log l = load(s, name, 0);
    for (int i = 0; i < RACERS; i++)
        for (int lap = 0; lap < LAPS; lap++) {
            int n = r[i].stored[lap][match];
            if (n < 0)
                continue;
            acknowledged++;
            assert_true((uint32_t)n < l.n);
            snprintf(wanted, sizeof wanted, "%d %d", i, lap);
            assert_string_equal(l.text[n], wanted);
        }
    assert_int_equal(acknowledged, l.n);
    log_free(&l);
}

static void check_hearing(struct racer *r, const struct racer *other)
{
    for (int ms = 0, deaf = 1; deaf; ms += 2, nap_ms(2)) {
        assert_true(ms < PATIENCE_MS);
        assert_int_equal(r->store->changes(r->store, race_hear, r), 0);
        deaf = 0;
        for (int i = 0; i < FIELD; i++)
            deaf |= r->heard[i] < other->last_of_it[i];
    }
}

static void two_nodes_race(void **state)
{
    struct subject *u = *state;
    struct racer *r = calloc(RACERS, sizeof r[0]);
    pthread_t thread[RACERS];
    for (int i = 0; i < RACERS; i++) {
        r[i].store = i ? u->b : u->a;
        r[i].number = i;
        pthread_create(&thread[i], NULL, race, &r[i]);
    }
    for (int i = 0; i < RACERS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < RACERS; i++)
        if (r[i].failed)
            fail_msg("%s", r[i].store->error);
    assert_true(r[0].conflicts + r[1].conflicts > 0);
    for (int match = 0; match < FIELD; match++)
        check_race(u->a, r, match);
    check_hearing(&r[0], &r[1]);
    check_hearing(&r[1], &r[0]);
    free(r);
}

static void logs_outlive_handles(void **state)
{
    struct subject *u = *state;
    put(u->a, "kept", 0, "one");
    close_handles(u);
    u->a = open_or_fail(u->where);
    assert_int_equal(put(u->a, "kept", 0, "two"), STORE_CONFLICT);
    assert_int_equal(put(u->a, "kept", 1, "two"), STORE_STORED);
    expect_log(u->a, "kept", "one two");
    expect_list(u->a, (struct store_query){-1, 1, NULL, INT64_MAX, 5}, "kept:101");
}

/* ---- processes ---- */

/* Waits until the server has dropped the connections of killed processes. Four connections belong
 * to living ones. */
static void await_ghosts(const struct subject *u)
{
    for (int ms = 0; strcmp(u->kind, "postgres") == 0; ms += 5, nap_ms(5)) {
        assert_true(ms < PATIENCE_MS);
        if (count_in_postgres("SELECT count(*) FROM pg_stat_activity"
                              " WHERE application_name = 'charlatan'") <= 4)
            return;
    }
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
    struct subject *u = *state;
    uint32_t last = end_in_the_middle(u->where, 40, SIGKILL);
    struct told t = {0};
    await_ghosts(u);
    /* The surviving node has heard of it. */
    await_change(u->b, "k1", last + 1, &t);
    check_killed(u->a, "k0", last);
    check_killed(u->a, "k1", last);
    struct store *late = open_or_fail(u->where);
    check_killed(late, "k2", last);
    late->close(late);
}

/* Several processes find no database, and all create it. */
static void nodes_may_start_together(void **state)
{
    enum { NODES = 5, ROUNDS = 3 };
    struct subject *u = *state;
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child[NODES];
        fresh_database(u);
        for (int i = 0; i < NODES; i++)
            child[i] = spawn("once", u->where, i);
        for (int i = 0; i < NODES; i++)
            expect_success(child[i]);
    }
    u->a = open_or_fail(u->where);
    u->b = open_or_fail(u->where);
    for (int i = 0; i < NODES; i++)
        expect_log(u->a, (char[]){'p', (char)('0' + i), 0}, "x");
}

static const struct CMUnitTest shared_store_tests_list[] = {
    STORE_TEST(others_appends_are_reported),
    STORE_TEST(who_opens_late_hears_what_follows),
    STORE_TEST(two_nodes_race),
    STORE_TEST(logs_outlive_handles),
    STORE_TEST(what_was_acknowledged_survives_a_kill),
    STORE_TEST(nodes_may_start_together),
};
const struct store_tests shared_store_tests = STORE_TESTS(shared_store_tests_list);
