/* A store under test, and helpers for it: appends, logs, lists, changes. The handles `a` and `b`
 * are two nodes on one database; a store in memory has only `a`.
 *
 * All tests of stores are one program (test_store.c); the files here define sets of them. */
#ifndef CHARLATAN_TESTS_STORE_SUBJECT_H
#define CHARLATAN_TESTS_STORE_SUBJECT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <cmocka.h>

#include "store/open.h"

struct store;

enum { BIG = 100 * 1024, PATIENCE_MS = 10000 };

struct subject {
    const char *kind;
    char where[512];
    /* B is NULL for memory. */
    struct store *a, *b;
};

/* The folder of the tests' files, and the address of their PostgreSQL. */
extern char folder[], postgres[];

/* A set of tests. Each begins with an empty database, opened by both handles. */
struct store_tests {
    const struct CMUnitTest *list;
    size_t n;
};

#define STORE_TEST(f)                                                                              \
    {                                                                                              \
#f, f, set_up, tear_down, NULL                                                             \
    }
#define STORE_TESTS(list)                                                                          \
    {                                                                                              \
        list, sizeof(list) / sizeof(list)[0]                                                       \
    }

/* For every store; for those that two nodes share; for files; for PostgreSQL; for the steps of
 * their schemas; for the server's time; for networks that fail; for the queue, over each of these
 * and alone; for what operators do. */
extern const struct store_tests any_store_tests, shared_store_tests, file_tests, postgres_tests,
    file_steps_tests, postgres_steps_tests, postgres_clock_tests, postgres_network_tests,
    queue_any_tests, queue_shared_tests, queue_tests, rare_tests, rare_shared_tests,
    rare_file_tests;

int set_up(void **state);
int tear_down(void **state);

/* Makes an empty database that nobody has open. */
void fresh_database(struct subject *u);

/* Runs tests/store/postgres.sh; `answer` is the first line it prints. */
void run_script(const char *verb, char *answer, size_t n);

/* Runs a statement directly, not through the store. Returns the number it gives, if any. */
int count_in_postgres(const char *text);

/* Starts this program again in a role. A mere fork would share SQLite's memory of locks. */
pid_t spawn(const char *role, const char *where, int number);
int play_role(const char *role, const char *where, int number);
void expect_success(pid_t child);

/* Lets a child append to k0, k1 and k2, then kills it with a signal or, if there is none, crashes
 * its database. Returns the last number that was acknowledged. */
uint32_t end_in_the_middle(const char *where, uint32_t after, int signal_number);
void check_killed(struct store *s, const char *match, uint32_t last);

static inline void nap_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static inline struct store *open_or_fail(const char *where)
{
    char error[STORE_ERROR];
    struct store *s = store_open(where, error);
    if (!s)
        fail_msg("%s", error);
    return s;
}

static inline void expect_refusal(const char *where, const char *part)
{
    char error[STORE_ERROR];
    struct store *s = store_open(where, error);
    if (s)
        fail_msg("%s was opened", where);
    if (!strstr(error, part))
        fail_msg("'%s' is not in '%s'", part, error);
}

static inline void close_handles(struct subject *u)
{
    if (u->a)
        u->a->close(u->a);
    if (u->b)
        u->b->close(u->b);
    u->a = u->b = NULL;
}

static inline struct store_summary summary_of(int phase, int64_t touched, int64_t due,
                                              const char *text)
{
    struct store_summary c = {.phase = (uint8_t)phase, .open = 1, .game = "null"};
    c.created = 1;
    c.touched = touched;
    c.due = due;
    c.text = text;
    c.text_n = strlen(text);
    return c;
}

/* Makes an append of one entry. */
static inline struct store_append append_of(const char *match, uint32_t expected,
                                            struct store_text *text)
{
    struct store_append a = {.expected = expected, .count = 1, .entry = text};
    snprintf(a.match, sizeof a.match, "%s", match);
    a.summary = summary_of(1, 100 + expected, INT64_MAX, "{}");
    a.outcome = (enum store_outcome)99;
    return a;
}

static inline struct store_text text_of(const char *text)
{
    return (struct store_text){text, strlen(text)};
}

/* Returns the outcome, or -1. */
static inline int put(struct store *s, const char *match, uint32_t expected, const char *text)
{
    struct store_text t = text_of(text);
    struct store_append a = append_of(match, expected, &t);
    return s->append(s, &a, 1) ? -1 : (int)a.outcome;
}

struct log {
    uint32_t first, n;
    int gaps;
    char **text;
};

static inline void log_take(void *arg, uint32_t n, const char *body, size_t len)
{
    struct log *l = arg;
    if (l->n == 0)
        l->first = n;
    l->gaps += n != l->first + l->n;
    l->text = realloc(l->text, (l->n + 1) * sizeof l->text[0]);
    l->text[l->n] = malloc(len + 1);
    memcpy(l->text[l->n], body, len);
    l->text[l->n++][len] = '\0';
}

static inline struct log load(struct store *s, const char *match, uint32_t from)
{
    struct log l = {0};
    if (s->load(s, match, from, log_take, &l))
        fail_msg("%s", s->error);
    assert_int_equal(l.gaps, 0);
    assert_true(l.n == 0 || l.first == from);
    return l;
}

static inline void log_free(struct log *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        free(l->text[i]);
    free(l->text);
}

/* Checks that the log of a match is exactly these texts, separated by spaces. */
static inline void expect_log(struct store *s, const char *match, const char *texts)
{
    char all[512] = "";
    struct log l = load(s, match, 0);
    for (uint32_t i = 0; i < l.n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", l.text[i]);
    assert_string_equal(all, texts);
    log_free(&l);
}

/* Collects rows of lists, due and changes as "id:number id:number". */
struct told {
    char text[4096];
    int rows;
};

static inline void tell_row(struct told *t, const char *match, int64_t number)
{
    size_t n = strlen(t->text);
    snprintf(t->text + n, sizeof t->text - n, "%s%s:%lld", n ? " " : "", match, (long long)number);
    t->rows++;
}

static inline void tell_summary(void *arg, const char *match, int64_t touched, const char *text,
                                size_t n)
{
    assert_int_equal(strlen(text), n);
    tell_row(arg, match, touched);
}

static inline void tell_match(void *arg, const char *match, uint32_t n)
{
    tell_row(arg, match, n);
}

/* Calls `changes` until the match is reported with n entries. `deaf`: 1 if calls may fail for a
 * while. */
static inline void await_change_of(struct store *s, const char *match, uint32_t n, struct told *t,
                                   int deaf)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s:%u", match, n);
    for (int ms = 0; ms < PATIENCE_MS; ms += 2, nap_ms(2)) {
        if (s->changes(s, tell_match, t) && !deaf)
            fail_msg("%s", s->error);
        if (strstr(t->text, wanted))
            return;
    }
    fail_msg("%s was not reported, only %s (%s)", wanted, t->text, s->error);
}

static inline void await_change(struct store *s, const char *match, uint32_t n, struct told *t)
{
    await_change_of(s, match, n, t, 0);
}

static inline void put_summary(struct store *s, const char *match, int phase, int open,
                               const char *game, int64_t touched)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, 0, &t);
    a.summary = summary_of(phase, touched, INT64_MAX, match);
    a.summary.created = touched;
    a.summary.open = (uint8_t)open;
    snprintf(a.summary.game, sizeof a.summary.game, "%s", game);
    assert_int_equal(s->append(s, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
}

static inline void expect_list(struct store *s, struct store_query q, const char *wanted)
{
    struct told t = {0};
    if (s->list(s, &q, tell_summary, &t))
        fail_msg("%s", s->error);
    assert_string_equal(t.text, wanted);
}

static inline void put_due(struct store *s, const char *match, uint32_t expected, int64_t due)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, expected, &t);
    a.summary.due = due;
    assert_int_equal(s->append(s, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
}

#endif
