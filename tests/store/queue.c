/* Tests of the queue in front of a store: over every store, and over a fake one. */
#include <pthread.h>
#include <stdatomic.h>

#include "store/batch.h"
#include "store/queue.h"
#include "tests/store/subject.h"

struct heard {
    struct queue *q;
    _Atomic int woken;
    int outcome[4096], outcomes;
    int rows_called, rows_failed, rows;
    char rows_text[4096];
    char changes[4096];
};

static void heard_wake(void *arg)
{
    atomic_fetch_add(&((struct heard *)arg)->woken, 1);
}

/* Receives the outcome of one of several appends. */
struct ticket {
    struct heard *h;
    int number, outcome, order;
};

static void ticket_done(void *arg, enum queue_outcome outcome)
{
    struct ticket *t = arg;
    t->outcome = (int)outcome;
    t->order = t->h->outcomes++;
}

static void heard_rows(void *arg, const struct queue_rows *rows)
{
    struct heard *h = arg;
    h->rows_called++;
    h->rows_failed += rows->failed;
    h->rows = (int)rows->count;
    h->rows_text[0] = '\0';
    for (uint32_t i = 0; i < rows->count; i++) {
        size_t n = strlen(h->rows_text);
        snprintf(h->rows_text + n, sizeof h->rows_text - n, "%s%u:%s", n ? " " : "", rows->row[i].n,
                 rows->row[i].text ? rows->row[i].text : rows->row[i].match);
    }
}

static void heard_changes(void *arg, const struct queue_rows *rows)
{
    struct heard *h = arg;
    for (uint32_t i = 0; i < rows->count; i++) {
        size_t n = strlen(h->changes);
        snprintf(h->changes + n, sizeof h->changes - n, " %s:%u", rows->row[i].match,
                 rows->row[i].n);
    }
}

static void heard_open(struct heard *h, struct store *s)
{
    memset(h, 0, sizeof *h);
    h->q = queue_open(s, heard_wake, h);
}

static void await_outcomes(struct heard *h, int n)
{
    for (int ms = 0; h->outcomes < n; ms++, nap_ms(1)) {
        queue_deliver(h->q);
        assert_true(ms < PATIENCE_MS);
    }
}

static void await_rows(struct heard *h)
{
    int before = h->rows_called;
    for (int ms = 0; h->rows_called == before; ms++, nap_ms(1)) {
        queue_deliver(h->q);
        assert_true(ms < PATIENCE_MS);
    }
}

static void queue_put(struct ticket *t, const char *match, uint32_t expected, const char *text)
{
    struct store_text entry = text_of(text);
    struct store_append a = append_of(match, expected, &entry);
    t->outcome = t->order = -1;
    queue_append(t->h->q, &a, ticket_done, t);
}

static void queues_keep_order(void **state)
{
    enum { APPENDS = 1500, MATCHES = 10 };
    struct subject *u = *state;
    struct heard h;
    struct ticket *t = calloc(APPENDS, sizeof t[0]);
    struct queue_figures f;
    heard_open(&h, u->a);
    for (int i = 0; i < APPENDS; i++) {
        char match[STORE_ID + 1], text[16];
        snprintf(match, sizeof match, "q%d", i % MATCHES);
        snprintf(text, sizeof text, "e%d", i / MATCHES);
        t[i].h = &h;
        queue_put(&t[i], match, (uint32_t)(i / MATCHES), text);
    }
    /* It sees all appends before it. */
    queue_load(h.q, "q7", APPENDS / MATCHES - 2, heard_rows, &h);
    await_rows(&h);
    assert_string_equal(h.rows_text, "148:e148 149:e149");
    await_outcomes(&h, APPENDS);
    for (int i = 0; i < APPENDS; i++)
        assert_true(t[i].outcome == QUEUE_STORED && t[i].order == i);
    queue_figures(h.q, &f);
    assert_true(f.appends == APPENDS && f.entries == APPENDS && f.conflicts == 0);
    assert_true(f.transactions >= 3 && f.transactions < APPENDS / 3 && f.busy_ns > 0);
    assert_int_equal(queue_waiting(h.q), 0);
    assert_true(h.woken > 0);
    queue_close(h.q);
    free(t);
}

static void queues_answer_everything(void **state)
{
    struct subject *u = *state;
    struct heard h;
    struct store_query query = {.phase = 1, .before = INT64_MAX, .limit = 5, .game = "null"};
    heard_open(&h, u->a);
    struct ticket t[2] = {{.h = &h}, {.h = &h}};
    put_due(u->b ? u->b : u->a, "due", 0, 7);
    queue_due(h.q, 8, &(struct store_place){.due = INT64_MIN}, 5, heard_rows, &h);
    await_rows(&h);
    assert_string_equal(h.rows_text, "1:due");
    queue_list(h.q, &query, heard_rows, &h);
    await_rows(&h);
    assert_string_equal(h.rows_text, "0:{}");
    queue_load(h.q, "a name that is much too long", 0, heard_rows, &h);
    await_rows(&h);
    assert_true(h.rows == 0 && h.rows_failed == 0);
    queue_ping(h.q, ticket_done, &t[0]);
    queue_put(&t[1], "due", 0, "conflict");
    await_outcomes(&h, 2);
    assert_int_equal(t[0].outcome, QUEUE_STORED);
    assert_int_equal(t[1].outcome, QUEUE_CONFLICT);
    queue_close(h.q);
}

static void queues_end_with_all_stored(void **state)
{
    struct subject *u = *state;
    struct heard h;
    heard_open(&h, u->a);
    struct ticket t = {.h = &h};
    for (uint32_t i = 0; i < 700; i++)
        queue_put(&t, "end", i, "x");
    queue_close(h.q);
    /* Everybody was called back. */
    assert_int_equal(h.outcomes, 700);
    struct log l = load(u->a, "end", 0);
    assert_int_equal(l.n, 700);
    log_free(&l);
}

static void queues_hear_of_others(void **state)
{
    struct subject *u = *state;
    struct heard h;
    heard_open(&h, u->a);
    struct ticket t = {.h = &h};
    queue_on_changes(h.q, heard_changes, &h);
    queue_put(&t, "own", 0, "x");
    await_outcomes(&h, 1);
    put(u->b, "theirs", 0, "x");
    for (int ms = 0; !strstr(h.changes, "theirs:1"); ms++, nap_ms(1)) {
        queue_deliver(h.q);
        assert_true(ms < PATIENCE_MS);
    }
    assert_string_equal(h.changes, " theirs:1");
    queue_close(h.q);
}

/* ---- the queue over a fake store ---- */

struct puppet {
    struct store base;
    /* While it is locked, appends wait. */
    pthread_mutex_t gate;
    /* How many appends will fail. */
    int fail;
    enum store_outcome outcome;
    _Atomic int calls, pings;
    /* How long a ping takes to fail. */
    int ping_ms;
    int sizes[16];
    /* When these calls began and ended, in ns. */
    int64_t begun[16], ended[16];
};

static int64_t time_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int puppet_append(struct store *s, struct store_append *list, int n)
{
    struct puppet *p = (struct puppet *)s;
    int call = atomic_fetch_add(&p->calls, 1) % 16;
    p->begun[call] = time_ns();
    pthread_mutex_lock(&p->gate);
    p->sizes[call] = n;
    int failed = p->fail > 0 ? p->fail-- : 0;
    for (int i = 0; i < n; i++)
        list[i].outcome = strcmp(list[i].match, "bad") == 0 ? p->outcome : STORE_STORED;
    pthread_mutex_unlock(&p->gate);
    snprintf(s->error, STORE_ERROR, "The puppet was told to fail.");
    p->ended[call] = time_ns();
    return failed ? -1 : 0;
}

static int puppet_ping(struct store *s)
{
    atomic_fetch_add(&((struct puppet *)s)->pings, 1);
    nap_ms(((struct puppet *)s)->ping_ms);
    snprintf(s->error, STORE_ERROR, "The puppet is ill.");
    return -1;
}

static void puppet_open(struct puppet *p, struct heard *h)
{
    memset(p, 0, sizeof *p);
    p->base.append = puppet_append;
    p->base.ping = puppet_ping;
    pthread_mutex_init(&p->gate, NULL);
    heard_open(h, &p->base);
}

static void await_calls(struct puppet *p, int n)
{
    for (int ms = 0; atomic_load(&p->calls) < n; ms++, nap_ms(1))
        assert_true(ms < PATIENCE_MS);
}

static void waiting_appends_share_a_transaction(void **state)
{
    (void)state;
    struct puppet p;
    struct heard h;
    puppet_open(&p, &h);
    struct ticket t = {.h = &h};
    pthread_mutex_lock(&p.gate);
    queue_put(&t, "m", 0, "x");
    await_calls(&p, 1);
    for (uint32_t i = 1; i <= 600; i++)
        queue_put(&t, "m", i, "x");
    assert_int_equal(queue_waiting(h.q), 601);
    pthread_mutex_unlock(&p.gate);
    await_outcomes(&h, 601);
    assert_int_equal(atomic_load(&p.calls), 3);
    assert_true(p.sizes[0] == 1 && p.sizes[1] == 512 && p.sizes[2] == 88);
    queue_close(h.q);
}

/* While the store is busy, what comes after a transaction waits a little to share the next one. */
static void stores_rest_while_many_append(void **state)
{
    (void)state;
    struct puppet p;
    struct heard h;
    puppet_open(&p, &h);
    struct ticket t = {.h = &h};
    pthread_mutex_lock(&p.gate);
    queue_gather(h.q, 1);
    for (uint32_t i = 0; i < REST_APPENDS; i++)
        queue_put(&t, "m", i, "x");
    queue_gather(h.q, 0);
    await_calls(&p, 1);
    queue_put(&t, "m", REST_APPENDS, "x");
    nap_ms(3);
    pthread_mutex_unlock(&p.gate);
    await_outcomes(&h, REST_APPENDS + 1);
    assert_true(p.begun[1] - p.ended[0] >= REST_MOST_NS);
    queue_close(h.q);
}

static void lone_appends_never_wait(void **state)
{
    (void)state;
    assert_int_equal(rest_after(1, 1000000), 0);
    assert_int_equal(rest_after(REST_APPENDS - 1, 1000000), 0);
    assert_int_equal(rest_after(REST_APPENDS, 1000000), 1000000);
    assert_int_equal(rest_after(500, 70000000), REST_MOST_NS);
}

/* Appends that were queued after a failing one, before the loop was told of the failure, fail as
 * well. */
static void appends_behind_a_bad_one(enum queue_outcome outcome)
{
    struct puppet p;
    struct heard h;
    puppet_open(&p, &h);
    struct ticket t[5] = {{.h = &h}, {.h = &h}, {.h = &h}, {.h = &h}, {.h = &h}};
    pthread_mutex_lock(&p.gate);
    p.outcome = STORE_CONFLICT;
    p.fail = outcome == QUEUE_FAILED;
    queue_put(&t[0], "bad", 0, "x");
    await_calls(&p, 1);
    queue_put(&t[1], "bad", 1, "x");
    pthread_mutex_unlock(&p.gate);
    for (int ms = 0; queue_waiting(h.q); ms++, nap_ms(1))
        assert_true(ms < PATIENCE_MS);
    pthread_mutex_lock(&p.gate);
    p.outcome = STORE_STORED;
    pthread_mutex_unlock(&p.gate);
    /* The failure has not been delivered yet. */
    queue_put(&t[2], "bad", 2, "x");
    queue_put(&t[3], "good", 0, "x");
    await_outcomes(&h, 4);
    /* Now the loop knows of the failure. */
    queue_put(&t[4], "bad", 1, "x");
    await_outcomes(&h, 5);
    for (int i = 0; i < 3; i++)
        assert_int_equal(t[i].outcome, outcome);
    assert_int_equal(t[3].outcome, QUEUE_STORED);
    assert_int_equal(t[4].outcome, QUEUE_STORED);
    queue_close(h.q);
}

static void nothing_follows_a_conflict(void **state)
{
    (void)state;
    appends_behind_a_bad_one(QUEUE_CONFLICT);
}

static void nothing_follows_a_failure(void **state)
{
    (void)state;
    appends_behind_a_bad_one(QUEUE_FAILED);
}

static void failures_are_told(void **state)
{
    (void)state;
    struct puppet p;
    struct heard h;
    struct queue_figures f;
    char error[STORE_ERROR];
    puppet_open(&p, &h);
    struct ticket t[3] = {{.h = &h}, {.h = &h}, {.h = &h}};
    queue_error(h.q, error);
    assert_string_equal(error, "");
    queue_put(&t[0], "m", 0, "\xc3\x28");
    queue_put(&t[1], "n", 0, "fine");
    await_outcomes(&h, 2);
    assert_int_equal(t[0].outcome, QUEUE_FAILED);
    assert_int_equal(t[1].outcome, QUEUE_STORED);
    queue_error(h.q, error);
    assert_string_equal(error, "An entry is not UTF-8 text.");
    queue_ping(h.q, ticket_done, &t[2]);
    await_outcomes(&h, 3);
    assert_int_equal(t[2].outcome, QUEUE_FAILED);
    queue_error(h.q, error);
    assert_string_equal(error, "The puppet is ill.");
    queue_figures(h.q, &f);
    assert_int_equal(f.failures, 2);
    queue_close(h.q);
}

/* Each request to an absent database takes seconds to fail; closing must not wait for them. */
static void closing_does_not_wait_for_the_dead(void **state)
{
    (void)state;
    struct puppet p;
    struct heard h;
    puppet_open(&p, &h);
    struct ticket t = {.h = &h};
    p.ping_ms = 20;
    for (int i = 0; i < 200; i++)
        queue_ping(h.q, ticket_done, &t);
    queue_close(h.q);
    assert_int_equal(h.outcomes, 200);
    assert_int_equal(t.outcome, QUEUE_FAILED);
    assert_true(atomic_load(&p.pings) < 100);
}

static void texts_that_fit(void **state)
{
    (void)state;
    static const char *const fit[] = {"",
                                      "a",
                                      "\x7f",
                                      "\xc2\x80",
                                      "ß",
                                      "\xed\x9f\xbf",
                                      "魔",
                                      "\xf0\x90\x80\x80",
                                      "\xf4\x8f\xbf\xbf"};
    static const char *const unfit[] = {"\x80",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xed\xa0\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff",
                                        "a\xc3",
                                        "\xe2\x82"};
    for (size_t i = 0; i < sizeof fit / sizeof fit[0]; i++)
        assert_true(store_text_fits(fit[i], strlen(fit[i])));
    for (size_t i = 0; i < sizeof unfit / sizeof unfit[0]; i++)
        assert_false(store_text_fits(unfit[i], strlen(unfit[i])));
    assert_false(store_text_fits("a\0b", 3));
    /* Every place of a text that is looked at in steps. */
    for (size_t i = 0; i < 30; i++) {
        char text[31] = "abcdefghijklmnopqrstuvwxyz~!\x01\x7f";
        assert_true(store_text_fits(text, 30));
        text[i] = '\0';
        assert_false(store_text_fits(text, 30));
        text[i] = '\x80';
        assert_false(store_text_fits(text, 30));
        assert_true(store_text_fits(text, i));
    }
}

/* The rows stay with whoever keeps them. */
static void keep_rows(void *arg, const struct queue_rows *rows)
{
    *(struct queue_rows *)arg = queue_rows_keep(rows);
}

static struct queue_rows resume(struct heard *h, uint32_t most)
{
    struct queue_rows rows = {.failed = -1};
    queue_resume(h->q, "table", most, keep_rows, &rows);
    for (int ms = 0; rows.failed < 0; ms++, nap_ms(1)) {
        queue_deliver(h->q);
        assert_true(ms < PATIENCE_MS);
    }
    assert_int_equal(rows.failed, 0);
    return rows;
}

static void queues_resume(void **state)
{
    struct subject *u = *state;
    struct heard h;
    heard_open(&h, u->a);
    struct ticket t[3] = {{.h = &h}, {.h = &h}, {.h = &h}};
    struct queue_rows rows = resume(&h, UINT32_MAX);
    assert_true(rows.count == 0 && !rows.snapshot);
    queue_put(&t[0], "table", 0, "zero");
    struct store_text entry = text_of("one");
    struct store_append a = append_of("table", 1, &entry);
    a.snapshot = text_of("after two");
    queue_append(h.q, &a, ticket_done, &t[1]);
    queue_put(&t[2], "table", 2, "two");
    rows = resume(&h, UINT32_MAX);
    assert_int_equal(rows.snapshot_of, 2);
    assert_string_equal(rows.snapshot, "after two");
    assert_true(rows.count == 2 && rows.row[0].n == 1 && rows.row[1].n == 2);
    assert_string_equal(rows.row[0].text, "one");
    queue_rows_free(&rows);
    rows = resume(&h, 1);
    assert_true(rows.count == 3 && rows.row[0].n == 0 && !rows.snapshot);
    queue_rows_free(&rows);
    await_outcomes(&h, 3);
    /* A snapshot that is not text is refused with its entry. */
    a.expected = 3;
    a.snapshot = text_of("\xff");
    queue_append(h.q, &a, ticket_done, &t[0]);
    await_outcomes(&h, 4);
    assert_int_equal(t[0].outcome, QUEUE_FAILED);
    queue_close(h.q);
}

static uint64_t no_clock(void *arg)
{
    (void)arg;
    return 0;
}

/* There is nobody to wake, and nothing is lost. */
static void gathering_without_a_thread(void **state)
{
    (void)state;
    struct puppet p;
    struct heard h;
    puppet_open(&p, &h);
    queue_close(h.q);
    h.q = queue_open_alone(&p.base, no_clock, NULL);
    struct ticket t = {.h = &h};
    queue_gather(h.q, 1);
    queue_put(&t, "m", 0, "x");
    queue_gather(h.q, 0);
    assert_int_equal(queue_work(h.q), 1);
    assert_int_equal(queue_deliver(h.q), 1);
    assert_int_equal(t.outcome, QUEUE_STORED);
    queue_close(h.q);
}

static const struct CMUnitTest queue_any_tests_list[] = {
    STORE_TEST(queues_keep_order),
    STORE_TEST(queues_resume),
    STORE_TEST(queues_answer_everything),
    STORE_TEST(queues_end_with_all_stored),
};
const struct store_tests queue_any_tests = STORE_TESTS(queue_any_tests_list);

static const struct CMUnitTest queue_shared_tests_list[] = {
    STORE_TEST(queues_hear_of_others),
};
const struct store_tests queue_shared_tests = STORE_TESTS(queue_shared_tests_list);

static const struct CMUnitTest queue_tests_list[] = {
    cmocka_unit_test(waiting_appends_share_a_transaction),
    cmocka_unit_test(stores_rest_while_many_append),
    cmocka_unit_test(lone_appends_never_wait),
    cmocka_unit_test(gathering_without_a_thread),
    cmocka_unit_test(nothing_follows_a_conflict),
    cmocka_unit_test(nothing_follows_a_failure),
    cmocka_unit_test(failures_are_told),
    cmocka_unit_test(closing_does_not_wait_for_the_dead),
    cmocka_unit_test(texts_that_fit),
};
const struct store_tests queue_tests = STORE_TESTS(queue_tests_list);
