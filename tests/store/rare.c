/* Tests of what operators do with stores: walking, removing, rewriting, notes, copies; and that
 * what is removed is no longer in the file. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/store/subject.h"

static void tell_walked(void *arg, const struct store_walked *w)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s", w->match, w->has ? "+" : "");
    tell_row(arg, text, w->entries);
    assert_true(w->created > 0 && w->touched > 0);
}

static void expect_walk(struct store *s, const char *after, int limit, const char *text,
                        const char *wanted)
{
    struct told t = {0};
    if (s->walk(s, after, limit, text, tell_walked, &t))
        fail_msg("%s", s->error);
    assert_string_equal(t.text, wanted);
}

static void put_with_summary(struct store *s, const char *match, uint32_t expected,
                             const char *text, const char *summary, const char *snapshot)
{
    struct store_text t = text_of(text);
    struct store_append a = append_of(match, expected, &t);
    a.summary = summary_of(2, 100, INT64_MAX, summary);
    a.snapshot = text_of(snapshot);
    assert_int_equal(s->append(s, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
}

static void walks_go_by_id(void **state)
{
    struct subject *u = *state;
    put(u->a, "b", 0, "\"name\":\"Eve\"");
    put(u->a, "a", 0, "x");
    put(u->a, "a", 1, "y \"name\":\"Eve\" z");
    put_with_summary(u->a, "d", 0, "x", "it's Eve", "");
    put(u->a, "c", 0, "Ever");
    expect_walk(u->a, "", 9, NULL, "a:2 b:1 c:1 d:1");
    expect_walk(u->a, "", 2, NULL, "a:2 b:1");
    expect_walk(u->a, "b", 2, NULL, "c:1 d:1");
    expect_walk(u->a, "d", 2, NULL, "");
    expect_walk(u->a, "", 9, "\"name\":\"Eve\"", "a+:2 b+:1 c:1 d:1");
    expect_walk(u->a, "", 9, "it's Eve", "a:2 b:1 c:1 d+:1");
}

/* Rows that a text is in. */
static void count_row(void *arg, uint32_t n, const char *body, size_t len)
{
    (void)n, (void)body, (void)len;
    (*(int *)arg)++;
}

static int computed(struct store *s, const char *match)
{
    int n = 0;
    assert_int_equal(s->snapshot(s, match, UINT32_MAX, count_row, &n), 0);
    assert_int_equal(s->kept(s, match, 7, count_row, &n), 0);
    return n;
}

static void keep_some(struct store *s, const char *match)
{
    struct store_text beside = text_of("a review of Eve");
    put_with_summary(s, match, 0, "Eve sits", "Eve", "");
    put_with_summary(s, match, 1, "move", "Eve", "Eve's snapshot");
    assert_int_equal(s->keep(s, match, 7, &beside), 0);
    assert_int_equal(computed(s, match), 2);
}

static void a_swept_match_is_gone(void **state)
{
    struct subject *u = *state;
    keep_some(u->a, "gone");
    put(u->a, "other", 0, "x");
    assert_int_equal(u->a->sweep(u->a, "gone"), 0);
    expect_log(u->a, "gone", "");
    expect_log(u->a, "other", "x");
    assert_int_equal(computed(u->a, "gone"), 0);
    expect_walk(u->a, "", 9, "Eve", "other:1");
    /* An append that was on its way is a conflict; the id can be used again. */
    assert_int_equal(put(u->a, "gone", 2, "late"), STORE_CONFLICT);
    assert_int_equal(u->a->sweep(u->a, "gone"), 0);
    assert_int_equal(u->a->sweep(u->a, "never"), 0);
    /* So is a text that was computed meanwhile. */
    struct store_text late = text_of("a review of Eve");
    assert_int_equal(u->a->keep(u->a, "gone", 7, &late), 0);
    assert_int_equal(computed(u->a, "gone"), 0);
    assert_int_equal(put(u->a, "gone", 0, "new"), STORE_STORED);
    expect_log(u->a, "gone", "new");
}

static void a_rewrite_changes_texts(void **state)
{
    struct subject *u = *state;
    const uint32_t number[] = {0};
    const struct store_text entry[] = {text_of("Nobody sits")};
    struct store_rewrite r = {
        .match = "table", .expected = 3, .count = 1, .number = number, .entry = entry};
    r.summary = text_of("Nobody");
    keep_some(u->a, "table");
    assert_int_equal(u->a->rewrite(u->a, &r), 0);
    assert_int_equal(r.outcome, STORE_CONFLICT);
    expect_walk(u->a, "", 9, "Eve", "table+:2");
    assert_int_equal(computed(u->a, "table"), 2);
    r.expected = 2;
    assert_int_equal(u->a->rewrite(u->a, &r), 0);
    assert_int_equal(r.outcome, STORE_STORED);
    expect_log(u->a, "table", "Nobody sits move");
    expect_walk(u->a, "", 9, "Eve", "table:2");
    expect_walk(u->a, "", 9, "Nobody", "table+:2");
    assert_int_equal(computed(u->a, "table"), 0);
    assert_int_equal(put(u->a, "table", 2, "on"), STORE_STORED);
    snprintf(r.match, sizeof r.match, "never");
    assert_int_equal(u->a->rewrite(u->a, &r), 0);
    assert_int_equal(r.outcome, STORE_CONFLICT);
}

static void tell_note(void *arg, const char *name, const char *text, size_t n)
{
    assert_int_equal(strlen(text), n);
    tell_row(arg, name, atoi(text));
}

static void expect_notes(struct store *s, const char *prefix, const char *wanted)
{
    struct told t = {0};
    assert_int_equal(s->notes(s, prefix, tell_note, &t), 0);
    assert_string_equal(t.text, wanted);
}

static void notes_come_back(void **state)
{
    struct subject *u = *state;
    struct store_text one = text_of("1"), two = text_of("22"), none = text_of("");
    expect_notes(u->a, "", "");
    assert_int_equal(u->a->note(u->a, "ban b", &one), 0);
    assert_int_equal(u->a->note(u->a, "ban a", &one), 0);
    assert_int_equal(u->a->note(u->a, "key", &one), 0);
    assert_int_equal(u->a->note(u->a, "ban b", &two), 0);
    expect_notes(u->a, "ban ", "ban a:1 ban b:22");
    expect_notes(u->a, "", "ban a:1 ban b:22 key:1");
    assert_int_equal(u->a->note(u->a, "ban a", &none), 0);
    assert_int_equal(u->a->note(u->a, "nothing", &none), 0);
    expect_notes(u->a, "ban ", "ban b:22");
}

static void compacting_loses_nothing(void **state)
{
    struct subject *u = *state;
    for (uint32_t i = 0; i < 5; i++)
        put(u->a, "table", i, "x");
    keep_some(u->a, "gone");
    assert_int_equal(u->a->sweep(u->a, "gone"), 0);
    if (u->a->compact(u->a))
        fail_msg("%s", u->a->error);
    expect_log(u->a, "table", "x x x x x");
    assert_int_equal(put(u->a, "table", 5, "y"), STORE_STORED);
}

static const struct CMUnitTest rare_tests_list[] = {
    STORE_TEST(walks_go_by_id),           STORE_TEST(a_swept_match_is_gone),
    STORE_TEST(a_rewrite_changes_texts),  STORE_TEST(notes_come_back),
    STORE_TEST(compacting_loses_nothing),
};
const struct store_tests rare_tests = STORE_TESTS(rare_tests_list);

/* ---- two nodes ---- */

static void others_hear_of_it(void **state)
{
    struct subject *u = *state;
    struct told to_a = {0}, to_b = {0};
    const uint32_t number[] = {0};
    const struct store_text entry[] = {text_of("b")};
    struct store_rewrite r = {
        .match = "two", .expected = 1, .count = 1, .number = number, .entry = entry};
    put(u->a, "one", 0, "a");
    put(u->a, "two", 0, "a");
    await_change(u->b, "two", 1, &to_b);
    assert_int_equal(u->a->sweep(u->a, "one"), 0);
    await_change(u->b, "one", 0, &to_b);
    assert_int_equal(u->a->rewrite(u->a, &r), 0);
    await_change(u->b, "two", 0, &to_b);
    expect_log(u->b, "one", "");
    expect_log(u->b, "two", "b");
    /* Nobody hears of their own. */
    nap_ms(20);
    assert_int_equal(u->a->changes(u->a, tell_match, &to_a), 0);
    assert_int_equal(to_a.rows, 0);
}

/* The newest entries are removed; nothing that follows may be missed. */
static void nothing_is_missed_afterwards(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    put(u->a, "old", 0, "a");
    put(u->a, "new", 0, "a");
    put(u->a, "new", 1, "a");
    await_change(u->b, "new", 2, &t);
    assert_int_equal(u->a->sweep(u->a, "new"), 0);
    put(u->a, "old", 1, "a");
    await_change(u->b, "old", 2, &t);
    put(u->b, "old", 2, "b");
    await_change(u->a, "old", 3, &t);
    assert_int_equal(u->b->sweep(u->b, "old"), 0);
    put(u->b, "next", 0, "b");
    await_change(u->a, "next", 1, &t);
    await_change(u->a, "old", 0, &t);
}

/* Moves go on while tables are removed. */
static void sweeping_does_not_stop_others(void **state)
{
    struct subject *u = *state;
    struct told t = {0};
    for (uint32_t i = 0; i < 30; i++) {
        char match[STORE_ID + 1];
        snprintf(match, sizeof match, "m%u", i);
        put(u->a, match, 0, "x");
        assert_int_equal(put(u->b, "table", i, "x"), STORE_STORED);
        assert_int_equal(u->a->sweep(u->a, match), 0);
    }
    await_change(u->a, "table", 30, &t);
    expect_walk(u->a, "", 99, NULL, "table:30");
}

static const struct CMUnitTest rare_shared_tests_list[] = {
    STORE_TEST(others_hear_of_it),
    STORE_TEST(nothing_is_missed_afterwards),
    STORE_TEST(sweeping_does_not_stop_others),
};
const struct store_tests rare_shared_tests = STORE_TESTS(rare_shared_tests_list);

/* ---- files ---- */

/* How often a text is in a file; 0 if there is no such file. */
static int times_in_file(const char *path, const char *ending, const char *text)
{
    char name[600];
    struct stat st;
    int times = 0;
    snprintf(name, sizeof name, "%s%s", path, ending);
    FILE *f = stat(name, &st) == 0 ? fopen(name, "rb") : NULL;
    if (!f)
        return 0;
    char *all = malloc((size_t)st.st_size + 1);
    assert_non_null(all);
    size_t n = fread(all, 1, (size_t)st.st_size, f);
    for (char *at = all; (at = memmem(at, n - (size_t)(at - all), text, strlen(text))); at++)
        times++;
    free(all);
    fclose(f);
    return times;
}

static int times_anywhere(const struct subject *u, const char *text)
{
    return times_in_file(u->where, "", text) + times_in_file(u->where, "-wal", text);
}

/* A database of before, that did not overwrite what it removed, is part of it. */
static void removed_bytes_are_gone(void **state)
{
    struct subject *u = *state;
    char long_text[20000];
    memset(long_text, 'x', sizeof long_text);
    memcpy(long_text + 9000, "Eve", 3);
    long_text[sizeof long_text - 1] = 0;
    for (int i = 0; i < 20; i++) {
        char match[STORE_ID + 1];
        snprintf(match, sizeof match, "m%d", i);
        put_with_summary(u->a, match, 0, i % 2 ? long_text : "Eve", "Eve",
                         i % 3 ? long_text : "Eve");
    }
    assert_true(times_anywhere(u, "Eve") > 20);
    for (int i = 0; i < 20; i++) {
        char match[STORE_ID + 1];
        snprintf(match, sizeof match, "m%d", i);
        assert_int_equal(u->a->sweep(u->a, match), 0);
    }
    u->b->close(u->b);
    u->b = NULL;
    if (u->a->compact(u->a))
        fail_msg("%s", u->a->error);
    assert_int_equal(times_anywhere(u, "Eve"), 0);
}

static void a_copy_is_whole(void **state)
{
    struct subject *u = *state;
    char to[600], error[STORE_ERROR];
    snprintf(to, sizeof to, "%s.copy", u->where);
    for (uint32_t i = 0; i < 50; i++)
        put(u->a, "table", i, "x");
    if (store_backup(u->where, to, error))
        fail_msg("%s", error);
    put(u->a, "table", 50, "y");
    struct store *copy = store_open_to_read(to, error);
    if (!copy)
        fail_msg("%s", error);
    expect_walk(copy, "", 9, NULL, "table:50");
    copy->close(copy);
    snprintf(to, sizeof to, "%s.copy-wal", u->where);
    assert_int_equal(access(to, F_OK), -1);
    /* The database itself can be read, too, while it is in use. */
    struct store *itself = store_open_to_read(u->where, error);
    if (!itself)
        fail_msg("%s", error);
    expect_walk(itself, "", 9, NULL, "table:51");
    itself->close(itself);
    assert_int_equal(store_backup(u->where, "/nowhere/copy.db", error), -1);
    assert_non_null(strstr(error, "/nowhere/copy.db"));
    assert_null(store_open_to_read("/nowhere/copy.db", error));
}

static const struct CMUnitTest rare_file_tests_list[] = {
    STORE_TEST(removed_bytes_are_gone),
    STORE_TEST(a_copy_is_whole),
};
const struct store_tests rare_file_tests = STORE_TESTS(rare_file_tests_list);
