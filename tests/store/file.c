/* Tests of SQLite with faulty files and full disks. */
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/store/subject.h"

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

static int note_sorting(void *arg, int columns, char **values, char **names)
{
    (void)names;
    for (int i = 0; i < columns; i++)
        *(int *)arg |= values[i] && strstr(values[i], "TEMP B-TREE") != NULL;
    return 0;
}

/* A page of the running matches is read from an index. Nothing is sorted. */
static void running_matches_are_not_sorted(void **state)
{
    struct subject *u = *state;
    int sorts = 0;
    sqlite3 *db;
    assert_int_equal(sqlite3_open(u->where, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "EXPLAIN QUERY PLAN SELECT id, created, card FROM matches WHERE"
                                  " created < 5 AND phase = 1 AND open = 1 ORDER BY created DESC",
                                  note_sorting, &sorts, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(sorts, 0);
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
    expect_refusal(":memory:", "write-ahead");
}

/* Runs as a user who may only read the file, because root may do anything. */
static void files_that_cannot_be_written(void **state)
{
    struct subject *u = *state;
    put(u->a, "t", 0, "x");
    close_handles(u);
    assert_int_equal(chmod(u->where, 0444), 0);
    expect_success(spawn("nobody", u->where, 0));
}

/* A limit on file size simulates a full disk: an append fails and leaves nothing behind, and
 * appends work again when there is room. */
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

/* A transaction that is larger than SQLite's cache is there as a whole, for another handle too. */
static void large_transactions_are_whole(void **state)
{
    enum { ENTRIES = 200 };
    struct subject *u = *state;
    struct store_text text[ENTRIES];
    char *big = calloc(1, BIG + 1);
    memset(big, 'x', BIG);
    for (int i = 0; i < ENTRIES; i++)
        text[i] = (struct store_text){big, (size_t)(BIG - i)};
    struct store_append a = append_of("t", 0, text);
    a.count = ENTRIES;
    assert_int_equal(u->a->append(u->a, &a, 1), 0);
    struct log l = load(u->b, "t", 0);
    assert_int_equal(l.n, ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        assert_memory_equal(l.text[i], big, (size_t)(BIG - i));
    log_free(&l);
    assert_int_equal(put(u->b, "t", ENTRIES, "on"), STORE_STORED);
    assert_int_equal(put(u->a, "t", ENTRIES + 1, "and on"), STORE_STORED);
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
    assert_non_null(strstr(u->a->error, "has been moved or deleted"));
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
    /* Reading still works. */
    assert_int_equal(u->a->changes(u->a, tell_match, &t), 0);
    expect_log(u->a, "t", "");
    pid_t child = spawn("once", u->where, 0);
    nap_ms(150);
    assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
    expect_success(child);
    expect_log(u->a, "p0", "x");
}

static const struct CMUnitTest file_tests_list[] = {
    STORE_TEST(running_matches_are_not_sorted), STORE_TEST(files_that_are_not_ours),
    STORE_TEST(files_that_cannot_be_written),   STORE_TEST(full_disks_lose_nothing),
    STORE_TEST(large_transactions_are_whole),   STORE_TEST(files_that_go_away),
    STORE_TEST(a_locked_file_is_waited_for),
};
const struct store_tests file_tests = STORE_TESTS(file_tests_list);
