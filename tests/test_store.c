/* One suite for every store: memory, SQLite, PostgreSQL, and the queue on top of each. Handles `a` and `b` are two
 * nodes on one database; memory has only one. PostgreSQL is started by tests/store/postgres.sh: where it
 * is not installed, its part fails.
 *
 * Run from the top of the tree. A word as argument: only this back end. */
#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/batch.h"
#include "store/queue.h"

enum { BIG = 100 * 1024, PATIENCE_MS = 10000 };

struct subject {
    const char *kind;
    char where[512];
    struct store *a, *b; /* b: of memory NULL */
};

static char folder[] = "/tmp/charlatan-store-XXXXXX";
static char postgres[400]; /* its address */

/* ---- small tools ---- */

static void nap_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static struct store *open_or_fail(const char *where)
{
    char error[STORE_ERROR];
    struct store *s = store_open(where, error);
    if (!s)
        fail_msg("%s", error);
    return s;
}

static void close_handles(struct subject *u)
{
    if (u->a)
        u->a->close(u->a);
    if (u->b)
        u->b->close(u->b);
    u->a = u->b = NULL;
}

static struct store_card card_of(int phase, int64_t touched, int64_t due, const char *text)
{
    struct store_card c = {.phase = (uint8_t)phase, .open = 1, .game = "null"};
    c.created = 1;
    c.touched = touched;
    c.due = due;
    c.text = text;
    c.text_n = strlen(text);
    return c;
}

/* An append of one entry. */
static struct store_append append_of(const char *match, uint32_t expected, struct store_text *text)
{
    struct store_append a = {.expected = expected, .count = 1, .entry = text};
    snprintf(a.match, sizeof a.match, "%s", match);
    a.card = card_of(1, 100 + expected, INT64_MAX, "{}");
    a.outcome = (enum store_outcome)99;
    return a;
}

static struct store_text text_of(const char *text)
{
    return (struct store_text){text, strlen(text)};
}

/* Outcome, or -1. */
static int put(struct store *s, const char *match, uint32_t expected, const char *text)
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

static void log_take(void *arg, uint32_t n, const char *body, size_t len)
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

static struct log load(struct store *s, const char *match, uint32_t from)
{
    struct log l = {0};
    if (s->load(s, match, from, log_take, &l))
        fail_msg("%s", s->error);
    assert_int_equal(l.gaps, 0);
    assert_true(l.n == 0 || l.first == from);
    return l;
}

static void log_free(struct log *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        free(l->text[i]);
    free(l->text);
}

/* The log of a match is exactly these texts, separated by spaces. */
static void expect_log(struct store *s, const char *match, const char *texts)
{
    char all[512] = "";
    struct log l = load(s, match, 0);
    for (uint32_t i = 0; i < l.n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", l.text[i]);
    assert_string_equal(all, texts);
    log_free(&l);
}

/* Rows of lists, due and changes as "id:number id:number". */
struct told {
    char text[4096];
    int rows;
};

static void tell_row(struct told *t, const char *match, int64_t number)
{
    size_t n = strlen(t->text);
    snprintf(t->text + n, sizeof t->text - n, "%s%s:%lld", n ? " " : "", match, (long long)number);
    t->rows++;
}

static void tell_card(void *arg, const char *match, int64_t touched, const char *text, size_t n)
{
    assert_int_equal(strlen(text), n);
    tell_row(arg, match, touched);
}

static void tell_match(void *arg, const char *match, uint32_t n)
{
    tell_row(arg, match, n);
}

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
    assert_int_equal(u->a->list(u->a, &all, tell_card, &list), 0);
    assert_string_equal(list.text, "table:100"); /* the card of the first */
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

/* Appends of one match in one list: the second is made for what the first leaves. */
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
    assert_int_equal(late[1].outcome, STORE_CONFLICT); /* 2 is the number, but after another 1 */
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

/* Calls `changes` until the match was reported with so many entries; deaf: it may be unable to for a while. */
static void await_change_of(struct store *s, const char *match, uint32_t n, struct told *t,
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

static void await_change(struct store *s, const char *match, uint32_t n, struct told *t)
{
    await_change_of(s, match, n, t, 0);
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

/* ---- lists and timers ---- */

static void put_card(struct store *s, const char *match, int phase, int open, const char *game,
                     int64_t touched)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, 0, &t);
    a.card = card_of(phase, touched, INT64_MAX, match);
    a.card.open = (uint8_t)open;
    snprintf(a.card.game, sizeof a.card.game, "%s", game);
    assert_int_equal(s->append(s, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
}

static void expect_list(struct store *s, struct store_query q, const char *wanted)
{
    struct told t = {0};
    if (s->list(s, &q, tell_card, &t))
        fail_msg("%s", s->error);
    assert_string_equal(t.text, wanted);
}

static void lists_are_filtered(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    const int64_t newest = INT64_MAX;
    put_card(s, "w1", 0, 1, "arcane", 10);
    put_card(s, "w2", 0, 1, "quacks", 20);
    put_card(s, "w3", 0, 0, "arcane", 30);
    put_card(s, "r1", 1, 1, "arcane", 40);
    put_card(s, "o1", 2, 1, "arcane", 50);
    put_card(s, "o2", 2, 0, "quacks", 60);
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

/* A match that begins to run leaves the list of those that wait; its card is the newest one. */
static void lists_follow_the_card(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_text t = text_of("start");
    put_card(s, "t", 0, 1, "arcane", 10);
    struct store_append a = append_of("t", 1, &t);
    assert_int_equal(s->append(s, &a, 1), 0);
    expect_list(s, (struct store_query){0, 1, NULL, INT64_MAX, 10}, "");
    expect_list(s, (struct store_query){1, 1, "null", INT64_MAX, 10}, "t:101");
    a = append_of("t", 2, &t);
    a.card.phase = 2;
    assert_int_equal(s->append(s, &a, 1), 0);
    expect_list(s, (struct store_query){2, 1, NULL, INT64_MAX, 10}, "t:102");
    expect_list(s, (struct store_query){1, 1, NULL, INT64_MAX, 10}, "");
}

static void keep_card(void *arg, const char *match, int64_t touched, const char *text, size_t n)
{
    (void)match;
    snprintf(arg, 64, "%lld %.*s", (long long)touched, (int)n, text);
}

static void expect_card(struct store *s, const char *wanted)
{
    struct store_query q = {-1, 0, NULL, INT64_MAX, 1};
    char card[64] = "";
    assert_int_equal(s->list(s, &q, keep_card, card), 0);
    assert_string_equal(card, wanted);
}

/* A card without a text leaves the text as it was, also inside a list of appends. */
static void cards_keep_their_text(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_text t = text_of("x");
    static const char *const texts[] = {"", "one", "", "two", ""};
    struct store_append a[5];
    for (uint32_t i = 0; i < 5; i++) {
        a[i] = append_of("t", i, &t);
        a[i].card = card_of(1, 100 + i, INT64_MAX, texts[i]);
    }
    assert_int_equal(s->append(s, &a[0], 1), 0);
    expect_card(s, "100 ");
    assert_int_equal(s->append(s, &a[1], 1), 0);
    expect_card(s, "101 one");
    assert_int_equal(s->append(s, &a[2], 1), 0);
    expect_card(s, "102 one");
    assert_int_equal(s->append(s, &a[3], 2), 0);
    expect_card(s, "104 two");
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

/* Several are touched in the same millisecond; going on from the last one's time misses none of them. */
static void pages_miss_nothing(void **state)
{
    struct store *s = ((struct subject *)*state)->a;
    struct store_query q = {0, 1, NULL, INT64_MAX, 7};
    struct paging p = {0};
    for (int i = 0; i < 40; i++) {
        char match[STORE_ID + 1];
        snprintf(match, sizeof match, "m%d", i);
        put_card(s, match, 0, 1, "null", 1000 + i / 5);
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

static void put_due(struct store *s, const char *match, uint32_t expected, int64_t due)
{
    struct store_text t = text_of("x");
    struct store_append a = append_of(match, expected, &t);
    a.card.due = due;
    assert_int_equal(s->append(s, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
}

static void expect_due(struct store *s, int64_t now, int limit, const char *wanted)
{
    struct told t = {0};
    assert_int_equal(s->due(s, now, limit, tell_match, &t), 0);
    assert_string_equal(t.text, wanted);
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
    assert_string_equal(u->a->kind, u->kind);
}

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
    assert_int_equal(to_a.rows, 2); /* each once */
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

/* What a racer believes and what it was told. */
struct racer {
    struct store *store;
    int number, failed;
    uint32_t n[FIELD]; /* entries it believes a match has */
    uint32_t heard[FIELD];
    int stored[LAPS][FIELD];    /* number of the entry, or -1: conflict */
    uint32_t last_of_it[FIELD]; /* entries there were after its last one */
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

/* All matches in one batch, each racer's in another order. */
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

/* Every entry is one that was acknowledged, at its number; and every acknowledged one is there. */
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

/* This program again, as one of the roles below: a fork alone would share what SQLite remembers of locks. */
static pid_t spawn(const char *role, const char *where, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "test_store", role, where, text, (char *)NULL);
        _exit(127);
    }
    assert_true(child > 0);
    return child;
}

static void expect_success(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Role: appends for ever, a batch of three at a time, and says so after each. */
static int append_for_ever(struct store *s, int to)
{
    char body[32];
    for (uint32_t n = 0;; n++) {
        snprintf(body, sizeof body, "entry %u", n);
        struct store_text t = text_of(body);
        struct store_append list[] = {append_of("k0", n, &t), append_of("k1", n, &t),
                                      append_of("k2", n, &t)};
        if (s->append(s, list, 3) || list[0].outcome || list[1].outcome || list[2].outcome)
            return 1;
        if (write(to, &n, sizeof n) != sizeof n)
            return 1;
    }
}

/* Role: makes the database where it is not there, and a match. */
static int append_once(struct store *s, int number)
{
    char match[STORE_ID + 1];
    snprintf(match, sizeof match, "p%d", number);
    return put(s, match, 0, "x") != STORE_STORED;
}

/* Role: nobody, in both senses. The database can be read, and no more. */
static int be_nobody(const char *where)
{
    char error[STORE_ERROR] = "";
    if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
        return 2;
    struct store *s = store_open(where, error);
    if (!strstr(error, "read-only"))
        fprintf(stderr, "%s\n", error);
    return s || !strstr(error, "read-only");
}

static int play_role(const char *role, const char *where, int number)
{
    char error[STORE_ERROR];
    if (strcmp(role, "nobody") == 0)
        return be_nobody(where);
    struct store *s = store_open(where, error);
    if (!s) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    int once = strcmp(role, "once") == 0;
    int status = once ? append_once(s, number) : append_for_ever(s, number);
    if (status && once)
        fprintf(stderr, "%s\n", s->error);
    s->close(s);
    return status;
}

static void run_script(const char *verb, char *answer, size_t n);

/* The last number that was acknowledged before the end came: of the child, or of its database. */
static uint32_t end_in_the_middle(const char *where, uint32_t after, int signal_number)
{
    int end[2];
    uint32_t n, last = 0;
    assert_int_equal(pipe(end), 0);
    pid_t child = spawn("for ever", where, end[1]);
    close(end[1]);
    while (read(end[0], &n, sizeof n) == sizeof n) {
        last = n;
        if (n == after && signal_number)
            kill(child, signal_number);
        else if (n == after)
            run_script("crash", NULL, 0);
    }
    close(end[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(signal_number ? WIFSIGNALED(status) : WIFEXITED(status));
    return last;
}

static int count_in_postgres(const char *text);

/* A server goes on for a moment with what the dead have sent. Here four connections are of the living. */
static void await_ghosts(const struct subject *u)
{
    for (int ms = 0; strcmp(u->kind, "postgres") == 0; ms += 5, nap_ms(5)) {
        assert_true(ms < PATIENCE_MS);
        if (count_in_postgres("SELECT count(*) FROM pg_stat_activity"
                              " WHERE application_name = 'charlatan'") <= 4)
            return;
    }
}

static void check_killed(struct store *s, const char *match, uint32_t last)
{
    char wanted[32];
    struct log l = load(s, match, 0);
    assert_true(l.n == last + 1 || l.n == last + 2); /* one may have been on its way */
    for (uint32_t i = 0; i < l.n; i++) {
        snprintf(wanted, sizeof wanted, "entry %u", i);
        assert_string_equal(l.text[i], wanted);
    }
    assert_int_equal(put(s, match, l.n, "on"), STORE_STORED);
    log_free(&l);
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
    struct subject *u = *state;
    uint32_t last = end_in_the_middle(u->where, 40, SIGKILL);
    struct told t = {0};
    await_ghosts(u);
    await_change(u->b, "k1", last + 1, &t); /* whoever lives on has heard of it */
    check_killed(u->a, "k0", last);
    check_killed(u->a, "k1", last);
    struct store *late = open_or_fail(u->where);
    check_killed(late, "k2", last);
    late->close(late);
}

static void fresh_database(struct subject *u);

/* Several processes find no database and all make it. */
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

/* ---- SQLite: what can be wrong with a file ---- */

static void expect_refusal(const char *where, const char *part)
{
    char error[STORE_ERROR];
    struct store *s = store_open(where, error);
    if (s)
        fail_msg("%s was opened", where);
    if (!strstr(error, part))
        fail_msg("'%s' is not in '%s'", part, error);
}

static const char *file_in_folder(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void execute_in(const char *path, const char *text)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Files made before running matches could be listed get their index when they are opened. */
static void older_files_learn_to_list(void **state)
{
    struct subject *u = *state;
    put_card(u->a, "r1", 1, 1, "arcane", 40);
    close_handles(u);
    execute_in(u->where, "DROP INDEX matches_running");
    u->a = open_or_fail(u->where);
    expect_list(u->a, (struct store_query){1, 1, NULL, INT64_MAX, 10}, "r1:40");
    close_handles(u);
    execute_in(u->where, "DROP INDEX matches_running"); /* it is there again */
}

static void files_that_are_not_ours(void **state)
{
    struct subject *u = *state;
    expect_refusal(file_in_folder("none/such/file.db"), "no such folder");
    expect_refusal(folder, "is a folder");
    expect_refusal("", "No database is named");
    expect_refusal("mysql://me:secret@host/db", "no such kind");
    write_file(file_in_folder("text.db"),
               "This is a letter, and long enough to be taken for one.\n");
    expect_refusal(file_in_folder("text.db"), "is not a database");
    execute_in(file_in_folder("other.db"), "CREATE TABLE t (x)");
    expect_refusal(file_in_folder("other.db"), "another program");
    close_handles(u);
    execute_in(u->where, "PRAGMA user_version = 2");
    expect_refusal(u->where, "newer charlatan");
    expect_refusal(":memory:", "write-ahead");
}

/* As somebody who may read it, and no more: root may do anything. */
static void files_that_cannot_be_written(void **state)
{
    struct subject *u = *state;
    put(u->a, "t", 0, "x");
    close_handles(u);
    assert_int_equal(chmod(u->where, 0444), 0);
    expect_success(spawn("nobody", u->where, 0));
}

/* A disk that is full, made of a limit for files: an append fails, nothing of it is there, and when there is
 * room again all goes on. */
static void full_disks_lose_nothing(void **state)
{
    struct subject *u = *state;
    struct rlimit old, small;
    char *big = calloc(1, BIG + 1);
    uint32_t n = 0;
    memset(big, 'x', BIG);
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){.rlim_cur = 1024 * 1024, .rlim_max = old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    while (n < 100 && put(u->a, "t", n, big) == STORE_STORED)
        n++;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_true(n > 2 && n < 100);
    if (!strstr(u->a->error, "cannot be read or written"))
        fail_msg("%s", u->a->error);
    struct log l = load(u->b, "t", 0);
    assert_int_equal(l.n, n);
    log_free(&l);
    assert_int_equal(put(u->a, "t", n, "on"), STORE_STORED);
    assert_int_equal(put(u->b, "t", n + 1, "and on"), STORE_STORED);
    free(big);
}

static void files_that_go_away(void **state)
{
    struct subject *u = *state;
    char elsewhere[600];
    snprintf(elsewhere, sizeof elsewhere, "%s.away", u->where);
    put(u->a, "t", 0, "x");
    assert_int_equal(rename(u->where, elsewhere), 0);
    assert_int_equal(put(u->a, "t", 1, "y"), -1);
    assert_non_null(strstr(u->a->error, "no longer where it was"));
    assert_int_equal(u->a->ping(u->a), -1);
    assert_int_equal(rename(elsewhere, u->where), 0);
    assert_int_equal(u->a->ping(u->a), 0);
    assert_int_equal(put(u->a, "t", 1, "y"), STORE_STORED);
}

static void a_locked_file_is_waited_for(void **state)
{
    struct subject *u = *state;
    sqlite3 *db;
    assert_int_equal(sqlite3_open(u->where, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct told t = {0};
    assert_int_equal(u->a->changes(u->a, tell_match, &t), 0); /* reading goes on */
    expect_log(u->a, "t", "");
    pid_t child = spawn("once", u->where, 0);
    nap_ms(150);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    expect_success(child);
    expect_log(u->a, "p0", "x");
}

/* ---- PostgreSQL: a database that goes away ---- */

static void run_script(const char *verb, char *answer, size_t n)
{
    char command[256], line[400] = "";
    snprintf(command, sizeof command, "tests/store/postgres.sh %s %s/pg %d", verb, folder,
             getpid());
    FILE *f = popen(command, "r");
    if (!f || !fgets(line, sizeof line, f))
        line[0] = '\0';
    if (!f || pclose(f) != 0)
        fail_msg("%s failed", command);
    line[strcspn(line, "\n")] = '\0';
    if (answer)
        snprintf(answer, n, "%s", line);
}

/* As somebody else, past the store: the number it answers with, where it does. */
static int count_in_postgres(const char *text)
{
    PGconn *conn = PQconnectdb(postgres);
    PQclear(PQexec(conn, "SET client_min_messages = error"));
    PGresult *r = PQexec(conn, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(conn));
    int count = PQntuples(r) > 0 ? atoi(PQgetvalue(r, 0, 0)) : 0;
    PQclear(r);
    PQfinish(conn);
    return count;
}

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
    struct subject *u = *state;
    char where[3000];
    expect_refusal_without_password("postgres://me:geheim@/x?host=/none/such", "cannot be reached");
    expect_refusal_without_password("postgres://me:geheim%zz@host/x", "cannot be read");
    expect_refusal_without_password("postgres://me:geheim@host/x?geheim", "cannot be read");
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
    tell_postgres("UPDATE charlatan.about SET version = 2");
    expect_refusal(u->where, "newer charlatan");
}

static void cut_connections_are_made_again(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    put(u->a, "cut", 0, "1");
    await_change(u->b, "cut", 1, &t);
    cut_all_connections();
    assert_int_equal(put(u->a, "cut", 1, "2"), STORE_STORED); /* while b is deaf */
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

/* Somebody else holds the match; what becomes of it decides. */
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

/* Two nodes with the same matches, named in opposite orders, both held up at the one in the middle. */
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

/* ---- the queue ---- */

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

/* One of several appends: where its outcome goes. */
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
    queue_load(h.q, "q7", APPENDS / MATCHES - 2, heard_rows, &h); /* sees all before it */
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
    queue_due(h.q, 8, 5, heard_rows, &h);
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
    assert_int_equal(h.outcomes, 700); /* everybody was called back */
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

/* ---- the queue over a store that does as it is told ---- */

struct puppet {
    struct store base;
    pthread_mutex_t gate; /* held: appends wait */
    int fail;             /* that many appends */
    enum store_outcome outcome;
    _Atomic int calls, pings;
    int ping_ms; /* how long it takes to find out that it is ill */
    int sizes[16];
};

static int puppet_append(struct store *s, struct store_append *list, int n)
{
    struct puppet *p = (struct puppet *)s;
    int call = atomic_fetch_add(&p->calls, 1);
    pthread_mutex_lock(&p->gate);
    p->sizes[call % 16] = n;
    int failed = p->fail > 0 ? p->fail-- : 0;
    for (int i = 0; i < n; i++)
        list[i].outcome = strcmp(list[i].match, "bad") == 0 ? p->outcome : STORE_STORED;
    pthread_mutex_unlock(&p->gate);
    snprintf(s->error, STORE_ERROR, "The puppet was told to fail.");
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

/* What was queued behind an append that fails, before the loop heard of it, fails as well. */
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
    queue_put(&t[2], "bad", 2, "x"); /* nothing was delivered yet */
    queue_put(&t[3], "good", 0, "x");
    await_outcomes(&h, 4);
    queue_put(&t[4], "bad", 1, "x"); /* now the loop knows */
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

/* A database that is not there takes seconds to say so, each time. */
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
}

/* ---- databases for the tests ---- */

/* An empty one; nobody has it open. */
static void fresh_database(struct subject *u)
{
    static int number;
    close_handles(u);
    if (strcmp(u->kind, "memory") == 0)
        snprintf(u->where, sizeof u->where, "memory");
    else if (strcmp(u->kind, "sqlite") == 0)
        snprintf(u->where, sizeof u->where, "%s/it's %d.db", folder, number++);
    else {
        snprintf(u->where, sizeof u->where, "%s", postgres);
        tell_postgres("DROP SCHEMA IF EXISTS charlatan CASCADE");
    }
}

static int set_up(void **state)
{
    struct subject *u = *state;
    fresh_database(u);
    u->a = open_or_fail(u->where);
    u->b = strcmp(u->kind, "memory") ? open_or_fail(u->where) : NULL;
    return 0;
}

static int tear_down(void **state)
{
    close_handles(*state);
    return 0;
}

static int start_postgres(void **state)
{
    (void)state;
    run_script("start", postgres, sizeof postgres);
    return 0;
}

static int stop_postgres(void **state)
{
    (void)state;
    run_script("stop", NULL, 0);
    return 0;
}

/* ---- all of it ---- */

#define TEST(f)                                                                                    \
    {                                                                                              \
#f, f, set_up, tear_down, NULL                                                             \
    }
#define ANY_STORE                                                                                  \
    TEST(entries_come_back), TEST(wrong_numbers_change_nothing),                                   \
        TEST(a_conflict_leaves_others_alone), TEST(appends_follow_one_another),                    \
        TEST(odd_texts_survive), TEST(odd_names_survive), TEST(lists_are_filtered),                \
        TEST(lists_follow_the_card), TEST(cards_keep_their_text), TEST(pages_miss_nothing),        \
        TEST(the_longest_due_come_first), TEST(nobody_reports_its_own), TEST(queues_keep_order),   \
        TEST(queues_answer_everything), TEST(queues_end_with_all_stored)
#define SHARED_STORE                                                                               \
    TEST(others_appends_are_reported), TEST(who_opens_late_hears_what_follows),                    \
        TEST(two_nodes_race), TEST(logs_outlive_handles),                                          \
        TEST(what_was_acknowledged_survives_a_kill), TEST(nodes_may_start_together),               \
        TEST(queues_hear_of_others)

static const struct CMUnitTest memory_tests[] = {ANY_STORE};
static const struct CMUnitTest sqlite_tests[] = {
    ANY_STORE,
    SHARED_STORE,
    TEST(older_files_learn_to_list),
    TEST(files_that_are_not_ours),
    TEST(files_that_cannot_be_written),
    TEST(full_disks_lose_nothing),
    TEST(files_that_go_away),
    TEST(a_locked_file_is_waited_for),
};
static const struct CMUnitTest postgres_tests[] = {
    ANY_STORE,
    SHARED_STORE,
    TEST(addresses_that_lead_nowhere),
    TEST(cut_connections_are_made_again),
    TEST(a_database_may_crash),
    TEST(what_was_acknowledged_survives_a_crash),
    TEST(rows_that_are_held),
    TEST(nodes_never_wait_in_a_circle),
    TEST(texts_that_are_refused),
};
static const struct CMUnitTest queue_tests[] = {
    cmocka_unit_test(waiting_appends_share_a_transaction),
    cmocka_unit_test(nothing_follows_a_conflict),
    cmocka_unit_test(nothing_follows_a_failure),
    cmocka_unit_test(failures_are_told),
    cmocka_unit_test(closing_does_not_wait_for_the_dead),
    cmocka_unit_test(texts_that_fit),
};

/* cmocka's own macro wants an array's size; here the state differs from run to run. */
static int run_suite(const char *kind, const struct CMUnitTest *tests, size_t n)
{
    static struct subject subject;
    struct CMUnitTest mine[64];
    subject = (struct subject){.kind = kind};
    for (size_t i = 0; i < n; i++) {
        mine[i] = tests[i];
        mine[i].initial_state = &subject;
    }
    int is_postgres = strcmp(kind, "postgres") == 0;
    return _cmocka_run_group_tests(kind, mine, n, is_postgres ? start_postgres : NULL,
                                   is_postgres ? stop_postgres : NULL);
}

#define RUN(kind, tests)                                                                           \
    (only && strcmp(only, kind) ? 0 : run_suite(kind, tests, sizeof(tests) / sizeof(tests)[0]))

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : NULL;
    char command[64];
    if (argc == 4)
        return play_role(argv[1], argv[2], atoi(argv[3]));
    if (!mkdtemp(folder) || chmod(folder, 0755)) /* others must reach it: nobody, postgres */
        return 1;
    int failed = RUN("memory", memory_tests);
    failed += RUN("sqlite", sqlite_tests);
    failed += RUN("postgres", postgres_tests);
    failed += RUN("queue", queue_tests);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) || failed;
}
