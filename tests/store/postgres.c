/* Tests of PostgreSQL: a database that goes away, and locked rows. */
#include <libpq-fe.h>
#include <pthread.h>

#include "tests/store/subject.h"

static void tell_postgres(const char *text)
{
    count_in_postgres(text);
}

static void cut_all_connections(void)
{
    tell_postgres("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                  " WHERE application_name = 'charlatan'");
    nap_ms(200);
}

static void expect_refusal_without_password(const char *where, const char *part)
{
    char error[STORE_ERROR];
    assert_null(store_open(where, error));
    if (!strstr(error, part) || strstr(error, "geheim"))
        fail_msg("'%s' should say '%s' and no password", error, part);
}

static void addresses_that_lead_nowhere(void **state)
{
    (void)state;
    char where[3000];
    expect_refusal_without_password("postgres://me:geheim@/x?host=/none/such", "cannot be reached");
    expect_refusal_without_password("postgres://me:geheim%zz@host/x", "address is invalid");
    expect_refusal_without_password("postgres://me:geheim@host/x?geheim", "address is invalid");
    snprintf(where, sizeof where, "postgres://me:geheim@/nowhere?host=%s/pg&user=charlatan",
             folder);
    expect_refusal_without_password(where, "\"nowhere\" does not exist");
    snprintf(where, sizeof where, "postgres://charlatan:geheim@/geheim?host=%s/pg", folder);
    expect_refusal_without_password(where, "\"******\" does not exist");
    memset(where + 11, 'x', 2100);
    where[2111] = '\0';
    expect_refusal(where, "too long");
    tell_postgres("CREATE DATABASE bytes TEMPLATE template0 ENCODING SQL_ASCII LC_COLLATE 'C'"
                  " LC_CTYPE 'C'");
    snprintf(where, sizeof where, "postgres://charlatan@/bytes?host=%s/pg", folder);
    expect_refusal(where, "UTF-8");
}

static void cut_connections_are_made_again(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    put(u->a, "cut", 0, "1");
    await_change(u->b, "cut", 1, &t);
    cut_all_connections();
    /* Meanwhile b hears nothing. */
    assert_int_equal(put(u->a, "cut", 1, "2"), STORE_STORED);
    t = (struct told){0};
    await_change_of(u->b, "cut", 2, &t, 1);
    assert_int_equal(put(u->b, "cut", 2, "3"), STORE_STORED);
    expect_log(u->a, "cut", "1 2 3");
    t = (struct told){0};
    await_change_of(u->a, "cut", 3, &t, 1);
}

static void a_database_may_crash(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    put(u->a, "crash", 0, "1");
    run_script("crash", NULL, 0);
    assert_int_equal(put(u->a, "crash", 1, "2"), -1);
    assert_non_null(strstr(u->a->error, "cannot be reached"));
    assert_int_equal(u->a->ping(u->a), -1);
    assert_int_equal(u->b->changes(u->b, tell_match, &t), -1);
    assert_int_equal(u->b->changes_fd(u->b), -1);
    run_script("start", NULL, 0);
    assert_int_equal(u->a->ping(u->a), 0);
    assert_int_equal(put(u->a, "crash", 1, "2"), STORE_STORED);
    await_change_of(u->b, "crash", 2, &t, 1);
    expect_log(u->b, "crash", "1 2");
}

static void what_was_acknowledged_survives_a_crash(void **state)
{
    struct subject *u = *state;
    uint32_t last = end_in_the_middle(u->where, 40, 0);
    run_script("start", NULL, 0);
    check_killed(u->a, "k0", last);
    check_killed(u->b, "k1", last);
    check_killed(u->b, "k2", last);
}

struct waiting_put {
    struct store *s;
    int result;
};

static void *put_in_thread(void *arg)
{
    struct waiting_put *w = arg;
    w->result = put(w->s, "held", 1, "mine");
    return NULL;
}

/* Appends while somebody else holds a lock on the match; what they do with it decides the
 * outcome. */
static int put_while_held(struct subject *u, const char *meanwhile, const char *then)
{
    struct waiting_put w = {u->a, -9};
    PGconn *conn = PQconnectdb(postgres);
    pthread_t thread;
    PQclear(PQexec(conn, "BEGIN; UPDATE charlatan.matches SET n = n + 1 WHERE id = 'held'"));
    pthread_create(&thread, NULL, put_in_thread, &w);
    nap_ms(100);
    if (meanwhile)
        tell_postgres(meanwhile);
    PQclear(PQexec(conn, then));
    pthread_join(thread, NULL);
    PQfinish(conn);
    return w.result;
}

static void rows_that_are_held(void **state)
{
    struct subject *u = *state;
    put(u->a, "held", 0, "first");
    int cut = put_while_held(u,
                             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                             " WHERE wait_event_type = 'Lock'",
                             "ROLLBACK");
    assert_int_equal(cut, -1);
    assert_non_null(strstr(u->a->error, "database"));
    assert_int_equal(put_while_held(u, NULL, "COMMIT"), STORE_CONFLICT);
    expect_log(u->a, "held", "first");
    tell_postgres("UPDATE charlatan.matches SET n = 1 WHERE id = 'held'");
    assert_int_equal(put_while_held(u, NULL, "ROLLBACK"), STORE_STORED);
    expect_log(u->a, "held", "first mine");
}

struct waiting_batch {
    struct store *s;
    const char *match[3];
    int result, stored;
};

static void *append_in_thread(void *arg)
{
    struct waiting_batch *w = arg;
    struct store_text t = text_of("x");
    struct store_append list[3];
    for (int i = 0; i < 3; i++)
        list[i] = append_of(w->match[i], 1, &t);
    w->result = w->s->append(w->s, list, 3);
    for (int i = 0; i < 3; i++)
        w->stored += list[i].outcome == STORE_STORED;
    return NULL;
}

/* Two nodes append to the same matches, given in opposite orders, while the middle one is locked.
 * They must not deadlock. */
static void nodes_never_wait_in_a_circle(void **state)
{
    struct subject *u = *state;
    struct waiting_batch w[2] = {{u->a, {"x", "m", "y"}, -9, 0}, {u->b, {"y", "m", "x"}, -9, 0}};
    pthread_t thread[2];
    for (int i = 0; i < 3; i++)
        put(u->a, w[0].match[i], 0, "x");
    PGconn *conn = PQconnectdb(postgres);
    PQclear(PQexec(conn, "BEGIN; SELECT * FROM charlatan.matches WHERE id = 'm' FOR UPDATE"));
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, append_in_thread, &w[i]);
    for (int ms = 0; count_in_postgres("SELECT count(*) FROM pg_stat_activity"
                                       " WHERE wait_event_type = 'Lock'") < 2;
         ms += 5, nap_ms(5))
        assert_true(ms < PATIENCE_MS);
    PQclear(PQexec(conn, "ROLLBACK"));
    PQfinish(conn);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert_true(w[0].result == 0 && w[1].result == 0);
    assert_int_equal(w[0].stored + w[1].stored, 3);
}

static void texts_that_are_refused(void **state)
{
    struct subject *u = *state;
    struct store_text bad = text_of("\xff"), good = text_of("x");
    struct store_append list[] = {append_of("a", 0, &good), append_of("b", 0, &bad)};
    assert_int_equal(u->a->append(u->a, list, 2), -1);
    assert_non_null(strstr(u->a->error, "refuses: invalid byte sequence"));
    expect_log(u->a, "a", "");
    expect_log(u->a, "\xff", "");
    assert_int_equal(put(u->a, "a", 0, "x"), STORE_STORED);
}

static const struct CMUnitTest postgres_tests_list[] = {
    STORE_TEST(addresses_that_lead_nowhere), STORE_TEST(cut_connections_are_made_again),
    STORE_TEST(a_database_may_crash),        STORE_TEST(what_was_acknowledged_survives_a_crash),
    STORE_TEST(rows_that_are_held),          STORE_TEST(nodes_never_wait_in_a_circle),
    STORE_TEST(texts_that_are_refused),
};
const struct store_tests postgres_tests = STORE_TESTS(postgres_tests_list);
