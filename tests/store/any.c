/* Tests that every store must pass: appends, logs, odd texts, lists, timers. */
#include "tests/store/subject.h"

/* ---- append and load ---- */

static void entries_come_back(void **state)
{
    struct subject *u = *state;
    struct store_text t[3] = {text_of("one"), text_of("two"), text_of("three")};
    struct store_append a = append_of("table", 0, t);
    expect_log(u->a, "table", "");
    assert_int_equal(put(u->a, "other", 0, "x"), STORE_STORED);
    a.count = 2;
    assert_int_equal(u->a->append(u->a, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
    assert_int_equal(put(u->a, "table", 2, "three"), STORE_STORED);
    expect_log(u->a, "table", "one two three");
    expect_log(u->a, "other", "x");
    struct log l = load(u->a, "table", 2);
    assert_int_equal(l.n, 1);
    assert_string_equal(l.text[0], "three");
    log_free(&l);
    l = load(u->a, "table", 3);
    assert_int_equal(l.n, 0);
}

static void wrong_numbers_change_nothing(void **state)
{
    struct subject *u = *state;
    struct told list = {0};
    struct store_query all = {.phase = -1, .before = INT64_MAX, .limit = 9};
    assert_int_equal(put(u->a, "table", 1, "early"), STORE_CONFLICT);
    assert_int_equal(put(u->a, "table", 0, "one"), STORE_STORED);
    assert_int_equal(put(u->a, "table", 0, "again"), STORE_CONFLICT);
    assert_int_equal(put(u->a, "table", 2, "gap"), STORE_CONFLICT);
    assert_int_equal(put(u->a, "table", UINT32_MAX, "far"), STORE_CONFLICT);
    expect_log(u->a, "table", "one");
    assert_int_equal(u->a->list(u->a, &all, tell_summary, &list), 0);
    /* The summary of the first append. */
    assert_string_equal(list.text, "table:100");
}

static void a_conflict_leaves_others_alone(void **state)
{
    struct subject *u = *state;
    struct store_text t = text_of("new");
    assert_int_equal(put(u->a, "b", 0, "old"), STORE_STORED);
    assert_int_equal(put(u->a, "c", 0, "old"), STORE_STORED);
    struct store_append list[] = {append_of("d", 0, &t), append_of("b", 0, &t),
                                  append_of("c", 1, &t), append_of("a", 3, &t),
                                  append_of("e", 0, &t)};
    assert_int_equal(u->a->append(u->a, list, 5), 0);
    static const enum store_outcome wanted[] = {STORE_STORED, STORE_CONFLICT, STORE_STORED,
                                                STORE_CONFLICT, STORE_STORED};
    for (int i = 0; i < 5; i++)
        assert_int_equal(list[i].outcome, wanted[i]);
    expect_log(u->a, "a", "");
    expect_log(u->a, "b", "old");
    expect_log(u->a, "c", "old new");
    expect_log(u->a, "d", "new");
    expect_log(u->a, "e", "new");
    assert_int_equal(u->a->append(u->a, list, 0), 0);
}

/* Two appends of one match in one list: the second expects the number that the first one leaves. */
static void appends_follow_one_another(void **state)
{
    struct subject *u = *state;
    struct store_text one = text_of("1"), two = text_of("2"), other = text_of("x");
    struct store_append list[] = {append_of("chain", 0, &one), append_of("z", 0, &other),
                                  append_of("chain", 1, &two), append_of("chain", 1, &other),
                                  append_of("chain", 2, &other)};
    assert_int_equal(u->a->append(u->a, list, 5), 0);
    assert_int_equal(list[0].outcome, STORE_STORED);
    assert_int_equal(list[2].outcome, STORE_STORED);
    assert_int_equal(list[3].outcome, STORE_CONFLICT);
    assert_int_equal(list[4].outcome, STORE_CONFLICT);
    expect_log(u->a, "chain", "1 2");
    struct store_append late[] = {append_of("chain", 1, &other), append_of("chain", 2, &other)};
    assert_int_equal(u->a->append(u->a, late, 2), 0);
    assert_int_equal(late[0].outcome, STORE_CONFLICT);
    /* The number 2 is right, but the entry 1 before it is another one. */
    assert_int_equal(late[1].outcome, STORE_CONFLICT);
    expect_log(u->a, "chain", "1 2");
    expect_log(u->a, "z", "x");
}

static const char *const odd_texts[] = {
    "",
    " ",
    "'",
    "\"",
    "'; DROP TABLE log; --",
    "$1 %s ?1 :x {a,b} \\ \n\t\r \x01 \x7f",
    "Zaubererstraße – 魔法 🧪",
    "{\"name\":\"O'Hara \\\"the\\\" Quack\"}",
};

enum { ODD = sizeof odd_texts / sizeof odd_texts[0] };

/* ---- snapshots ---- */

static int put_with_snapshot(struct store *s, const char *match, uint32_t expected,
                             const char *snapshot)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, expected, &t);
    a.snapshot = text_of(snapshot);
    return s->append(s, &a, 1) ? -1 : (int)a.outcome;
}

static void expect_snapshot(struct store *s, const char *match, uint32_t most, const char *text,
                            uint32_t of)
{
    struct log l = {0};
    assert_int_equal(s->snapshot(s, match, most, log_take, &l), 0);
    assert_int_equal(l.n, text ? 1 : 0);
    if (text) {
        assert_string_equal(l.text[0], text);
        assert_int_equal(l.first, of);
    }
    log_free(&l);
}

static void the_last_snapshots_stay(void **state)
{
    struct subject *u = *state;
    expect_snapshot(u->a, "table", UINT32_MAX, NULL, 0);
    assert_int_equal(put(u->a, "table", 0, "x"), STORE_STORED);
    assert_int_equal(put_with_snapshot(u->a, "table", 1, "first"), STORE_STORED);
    expect_snapshot(u->a, "table", UINT32_MAX, "first", 2);
    expect_snapshot(u->a, "table", 1, NULL, 0);
    assert_int_equal(put(u->a, "table", 2, "x"), STORE_STORED);
    assert_int_equal(put_with_snapshot(u->a, "table", 3, "second"), STORE_STORED);
    assert_int_equal(put_with_snapshot(u->a, "table", 4, "third"), STORE_STORED);
    expect_snapshot(u->a, "table", UINT32_MAX, "third", 5);
    expect_snapshot(u->a, "table", 4, "second", 4);
    expect_snapshot(u->a, "table", 3, "first", 2);
    assert_int_equal(put_with_snapshot(u->a, "table", 5, "fourth"), STORE_STORED);
    expect_snapshot(u->a, "table", UINT32_MAX, "fourth", 6);
    expect_snapshot(u->a, "table", 4, "second", 4);
    expect_snapshot(u->a, "table", 3, NULL, 0);
    expect_snapshot(u->a, "other", UINT32_MAX, NULL, 0);
    if (u->b)
        expect_snapshot(u->b, "table", 4, "second", 4);
}

/* ---- beside the log ---- */

static void expect_kept(struct store *s, const char *match, uint32_t number, const char *text)
{
    struct log l = {0};
    assert_int_equal(s->kept(s, match, number, log_take, &l), 0);
    assert_int_equal(l.n, text ? 1 : 0);
    if (text)
        assert_string_equal(l.text[0], text);
    log_free(&l);
}

/* A text is found by its match and its number, and the last one stays. It is no entry. */
static void texts_are_kept_beside_the_log(void **state)
{
    struct subject *u = *state;
    struct store_text entry = text_of("x"), one = text_of("one"), two = text_of("two");
    struct store_append a = append_of("table", 0, &entry);
    expect_kept(u->a, "table", 1, NULL);
    assert_int_equal(u->a->append(u->a, &a, 1), 0);
    assert_int_equal(u->a->keep(u->a, "table", 1, &one), 0);
    assert_int_equal(u->a->keep(u->a, "table", 2, &two), 0);
    expect_kept(u->a, "table", 1, "one");
    expect_kept(u->a, "table", 2, "two");
    assert_int_equal(u->a->keep(u->a, "table", 1, &two), 0);
    expect_kept(u->a, "table", 1, "two");
    expect_kept(u->a, "table", 3, NULL);
    expect_kept(u->a, "other", 1, NULL);
    for (int i = 0; i < ODD; i++) {
        struct store_text odd = text_of(odd_texts[i]);
        assert_int_equal(u->a->keep(u->a, "table", 4, &odd), 0);
        expect_kept(u->a, "table", 4, odd_texts[i]);
    }
    if (u->b)
        expect_kept(u->b, "table", 1, "two");
    expect_log(u->a, "table", "x");
}

/* A snapshot of a log that does not come about is not stored. Of several in one transaction the
 * last one is. */
static void a_conflict_has_no_snapshot(void **state)
{
    struct subject *u = *state;
    struct store_text t = text_of("x");
    assert_int_equal(put_with_snapshot(u->a, "table", 0, "first"), STORE_STORED);
    assert_int_equal(put_with_snapshot(u->a, "table", 0, "wrong"), STORE_CONFLICT);
    assert_int_equal(put_with_snapshot(u->a, "new", 3, "wrong"), STORE_CONFLICT);
    expect_snapshot(u->a, "table", UINT32_MAX, "first", 1);
    expect_snapshot(u->a, "new", UINT32_MAX, NULL, 0);
    struct store_append list[] = {append_of("table", 1, &t), append_of("table", 2, &t),
                                  append_of("table", 3, &t), append_of("table", 9, &t)};
    list[0].snapshot = text_of("at two");
    list[1].snapshot = text_of("at three");
    list[3].snapshot = text_of("wrong");
    assert_int_equal(u->a->append(u->a, list, 4), 0);
    expect_snapshot(u->a, "table", UINT32_MAX, "at three", 3);
    expect_snapshot(u->a, "table", 2, "first", 1);
    expect_log(u->a, "table", "x x x x");
}

static void odd_texts_survive(void **state)
{
    struct subject *u = *state;
    char *big = malloc(BIG + 1);
    memset(big, 'q', BIG);
    memcpy(big + BIG / 2, "ü'\"", 4);
    big[BIG] = '\0';
    for (uint32_t i = 0; i < ODD; i++)
        assert_int_equal(put(u->a, "odd", i, odd_texts[i]), STORE_STORED);
    assert_int_equal(put(u->a, "odd", ODD, big), STORE_STORED);
    struct log l = load(u->a, "odd", 0);
    assert_int_equal(l.n, ODD + 1);
    for (uint32_t i = 0; i < ODD; i++)
        assert_string_equal(l.text[i], odd_texts[i]);
    assert_string_equal(l.text[ODD], big);
    log_free(&l);
    free(big);
}

static void odd_names_survive(void **state)
{
    struct subject *u = *state;
    static const char *const names[] = {"'",         "a'b\"c", "Straße 7",        "🧪 魔",
                                        "a b,c:d\\", "%s$1",   "0123456789abcdef"};
    enum { NAMES = sizeof names / sizeof names[0] };
    for (int i = 0; i < NAMES; i++) {
        struct told changes = {0};
        assert_int_equal(put(u->a, names[i], 0, names[i]), STORE_STORED);
        assert_int_equal(put(u->a, names[i], 1, "x"), STORE_STORED);
        if (u->b)
            await_change(u->b, names[i], 2, &changes);
    }
    for (int i = 0; i < NAMES; i++) {
        struct log l = load(u->a, names[i], 0);
        assert_int_equal(l.n, 2);
        assert_string_equal(l.text[0], names[i]);
        log_free(&l);
    }
}

static void lists_are_filtered(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    const int64_t newest = INT64_MAX;
    put_summary(s, "w1", 0, 1, "arcane", 10);
    put_summary(s, "w2", 0, 1, "quacks", 20);
    put_summary(s, "w3", 0, 0, "arcane", 30);
    put_summary(s, "r1", 1, 1, "arcane", 40);
    put_summary(s, "o1", 2, 1, "arcane", 50);
    put_summary(s, "o2", 2, 0, "quacks", 60);
    expect_list(s, (struct store_query){-1, 0, NULL, newest, 10},
                "o2:60 o1:50 r1:40 w3:30 w2:20 w1:10");
    expect_list(s, (struct store_query){0, 1, NULL, newest, 10}, "w2:20 w1:10");
    expect_list(s, (struct store_query){0, 0, NULL, newest, 10}, "w3:30 w2:20 w1:10");
    expect_list(s, (struct store_query){0, 1, "arcane", newest, 10}, "w1:10");
    expect_list(s, (struct store_query){2, 1, "arcane", newest, 10}, "o1:50");
    expect_list(s, (struct store_query){2, 1, NULL, 50, 10}, "");
    expect_list(s, (struct store_query){1, 1, NULL, newest, 10}, "r1:40");
    expect_list(s, (struct store_query){1, 0, "arcane", newest, 10}, "r1:40");
    expect_list(s, (struct store_query){-1, 1, "quacks", newest, 10}, "w2:20");
    expect_list(s, (struct store_query){-1, 0, "it's \xff not", newest, 10}, "");
    expect_list(s, (struct store_query){-1, 0, NULL, 40, 2}, "w3:30 w2:20");
    expect_list(s, (struct store_query){-1, 0, NULL, newest, 0}, "");
    expect_list(s, (struct store_query){-1, 0, NULL, newest, -1}, "");
    expect_list(s, (struct store_query){7, 1, NULL, newest, 10}, "");
}

static void put_running(struct store *s, const char *match, uint32_t n, int64_t created,
                        int64_t now)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, n, &t);
    a.summary = summary_of(1, now, INT64_MAX, match);
    a.summary.created = created;
    assert_int_equal(s->append(s, &a, 1), 0);
}

/* A move does not change the place of a running match in its list, nor the pages. */
static void running_matches_keep_their_place(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    put_running(s, "old", 0, 10, 50);
    put_running(s, "new", 0, 20, 40);
    put_running(s, "new2", 0, 20, 60);
    put_running(s, "last", 0, 30, 30);
    expect_list(s, (struct store_query){1, 1, NULL, INT64_MAX, 1}, "last:30");
    put_running(s, "old", 1, 10, 90);
    expect_list(s, (struct store_query){1, 1, "null", 20, 5}, "old:10");
    /* Both of the same time are on one page, in any order. */
    struct told t = {0};
    struct store_query ties = {1, 1, NULL, 30, 1};
    assert_int_equal(s->list(s, &ties, tell_summary, &t), 0);
    assert_int_equal(t.rows, 2);
}

/* A match that starts leaves the list of waiting matches; its summary is the newest one. */
static void lists_follow_the_summary(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_text t = text_of("start");
    put_summary(s, "t", 0, 1, "arcane", 10);
    struct store_append a = append_of("t", 1, &t);
    assert_int_equal(s->append(s, &a, 1), 0);
    expect_list(s, (struct store_query){0, 1, NULL, INT64_MAX, 10}, "");
    expect_list(s, (struct store_query){1, 1, "null", INT64_MAX, 10}, "t:1");
    a = append_of("t", 2, &t);
    a.summary.phase = 2;
    assert_int_equal(s->append(s, &a, 1), 0);
    expect_list(s, (struct store_query){2, 1, NULL, INT64_MAX, 10}, "t:102");
    expect_list(s, (struct store_query){1, 1, NULL, INT64_MAX, 10}, "");
}

static void keep_summary(void *arg, const char *match, int64_t touched, const char *text, size_t n)
{
    (void)match;
    snprintf(arg, 64, "%lld %.*s", (long long)touched, (int)n, text);
}

static void expect_summary(struct store *s, const char *wanted)
{
    struct store_query q = {-1, 0, NULL, INT64_MAX, 1};
    char summary[64] = "";
    assert_int_equal(s->list(s, &q, keep_summary, summary), 0);
    assert_string_equal(summary, wanted);
}

/* A summary without a text leaves the text as it was, also inside a list of appends. */
static void summaries_keep_their_text(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_text t = text_of("x");
    static const char *const texts[] = {"", "one", "", "two", ""};
    struct store_append a[5];
    for (uint32_t i = 0; i < 5; i++) {
        a[i] = append_of("t", i, &t);
        a[i].summary = summary_of(1, 100 + i, INT64_MAX, texts[i]);
    }
    assert_int_equal(s->append(s, &a[0], 1), 0);
    expect_summary(s, "100 ");
    assert_int_equal(s->append(s, &a[1], 1), 0);
    expect_summary(s, "101 one");
    assert_int_equal(s->append(s, &a[2], 1), 0);
    expect_summary(s, "102 one");
    assert_int_equal(s->append(s, &a[3], 2), 0);
    expect_summary(s, "104 two");
}

struct paging {
    int rows, seen[40];
    int64_t last;
};

static void page_row(void *arg, const char *match, int64_t touched, const char *text, size_t n)
{
    struct paging *p = arg;
    (void)text, (void)n;
    p->rows++;
    p->seen[atoi(match + 1)]++;
    p->last = touched;
}

/* Several matches are touched in the same millisecond; the next page, from the last one's time on,
 * misses none of them. */
static void pages_miss_nothing(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_query q = {0, 1, NULL, INT64_MAX, 7};
    struct paging p = {0};
    for (int i = 0; i < 40; i++) {
        char match[STORE_ID + 1];
        snprintf(match, sizeof match, "m%d", i);
        put_summary(s, match, 0, 1, "null", 1000 + i / 5);
    }
    for (int before = -1; p.rows > before;) {
        before = p.rows;
        assert_int_equal(s->list(s, &q, page_row, &p), 0);
        q.before = p.last;
    }
    assert_int_equal(p.rows, 40);
    for (int i = 0; i < 40; i++)
        assert_int_equal(p.seen[i], 1);
}

struct due_told {
    struct told told;
    /* The last row. */
    struct store_place last;
};

static void tell_due(void *arg, const char *match, uint32_t n, int64_t due)
{
    struct due_told *t = arg;
    tell_match(&t->told, match, n);
    t->last.due = due;
    snprintf(t->last.match, sizeof t->last.match, "%s", match);
}

static void expect_due_after(struct store *s, int64_t now, struct store_place *after, int limit,
                             const char *wanted)
{
    struct due_told t = {.last = *after};
    assert_int_equal(s->due(s, now, after, limit, tell_due, &t), 0);
    assert_string_equal(t.told.text, wanted);
    *after = t.last;
}

static void expect_due(struct store *s, int64_t now, int limit, const char *wanted)
{
    struct store_place beginning = {.due = INT64_MIN};
    expect_due_after(s, now, &beginning, limit, wanted);
}

static void the_longest_due_come_first(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    put_due(s, "late", 0, 50);
    put_due(s, "soon", 0, 70);
    put_due(s, "never", 0, INT64_MAX);
    put_due(s, "first", 0, -5);
    expect_due(s, 49, 10, "first:1");
    expect_due(s, 50, 10, "first:1 late:1");
    expect_due(s, INT64_MAX, 10, "first:1 late:1 soon:1");
    expect_due(s, 1000, 2, "first:1 late:1");
    expect_due(s, 1000, 0, "");
    put_due(s, "first", 1, 60);
    put_due(s, "late", 1, INT64_MAX);
    expect_due(s, 1000, 10, "first:2 soon:1");
}

/* Matches that are due and stay so do not hide those behind them; none of the same time is left
 * out or named twice. */
static void the_due_come_in_pages(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_place at = {.due = INT64_MIN};
    static const char *const same[] = {"c", "a", "e", "d", "b"};
    for (int i = 0; i < 5; i++)
        put_due(s, same[i], 0, 50);
    put_due(s, "z", 0, -7);
    put_due(s, "A", 0, 51);
    expect_due_after(s, 100, &at, 3, "z:1 a:1 b:1");
    expect_due_after(s, 100, &at, 3, "c:1 d:1 e:1");
    expect_due_after(s, 100, &at, 3, "A:1");
    expect_due_after(s, 100, &at, 3, "");
    at = (struct store_place){.due = 50, .match = "d"};
    expect_due_after(s, 50, &at, 3, "e:1");
}

static void nobody_reports_its_own(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(put(u->a, "mine", i, "x"), STORE_STORED);
    nap_ms(20);
    assert_int_equal(u->a->changes(u->a, tell_match, &t), 0);
    assert_int_equal(t.rows, 0);
    assert_int_equal(u->a->ping(u->a), 0);
    assert_int_equal(u->a->probe(u->a), 0);
    assert_string_equal(u->a->kind, u->kind);
}

static const struct CMUnitTest any_store_tests_list[] = {
    STORE_TEST(entries_come_back),
    STORE_TEST(wrong_numbers_change_nothing),
    STORE_TEST(a_conflict_leaves_others_alone),
    STORE_TEST(appends_follow_one_another),
    STORE_TEST(the_last_snapshots_stay),
    STORE_TEST(texts_are_kept_beside_the_log),
    STORE_TEST(a_conflict_has_no_snapshot),
    STORE_TEST(odd_texts_survive),
    STORE_TEST(odd_names_survive),
    STORE_TEST(lists_are_filtered),
    STORE_TEST(running_matches_keep_their_place),
    STORE_TEST(lists_follow_the_summary),
    STORE_TEST(summaries_keep_their_text),
    STORE_TEST(pages_miss_nothing),
    STORE_TEST(the_longest_due_come_first),
    STORE_TEST(the_due_come_in_pages),
    STORE_TEST(nobody_reports_its_own),
};
const struct store_tests any_store_tests = STORE_TESTS(any_store_tests_list);
