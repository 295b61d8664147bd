/* Tests of the schema's steps: databases of every released version (tests/old), those of newer
 * programs, several programs at once, and steps that fail. */
#include <glob.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/steps.h"
#include "tests/store/subject.h"

enum { NODES = 4, TEXT_ROOM = 1 << 18 };

static int is_sqlite(const struct subject *u)
{
    return strcmp(u->kind, "sqlite") == 0;
}

/* ---- databases, without the store ---- */

static char *read_text(const char *path)
{
    char *text = calloc(1, TEXT_ROOM);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s is missing", path);
    assert_true(fread(text, 1, TEXT_ROOM - 1, f) < TEXT_ROOM - 1);
    fclose(f);
    return text;
}

static int add_row(void *arg, int columns, char **values, char **names)
{
    (void)names;
    size_t n = strlen(arg);
    for (int i = 0; i < columns; i++)
        n += (size_t)snprintf((char *)arg + n, TEXT_ROOM - n, "%s|", values[i] ? values[i] : "");
    assert_true(n < TEXT_ROOM);
    return 0;
}

/* All rows that the statements give, as one text. */
static char *ask_file(const char *path, const char *text)
{
    char *rows = calloc(1, TEXT_ROOM), *error = NULL;
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, add_row, rows, &error) != SQLITE_OK)
        fail_msg("%s", error);
    sqlite3_close(db);
    return rows;
}

static char *ask_postgres(const char *text)
{
    char *rows = calloc(1, TEXT_ROOM);
    PGconn *conn = PQconnectdb(postgres);
    PQclear(PQexec(conn, "SET client_min_messages = error"));
    PGresult *r = PQexec(conn, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(conn));
    for (int i = 0; i < PQntuples(r); i++)
        for (int k = 0; k < PQnfields(r); k++) {
            char *value = PQgetvalue(r, i, k);
            add_row(rows, 1, &value, NULL);
        }
    PQclear(r);
    PQfinish(conn);
    return rows;
}

static char *ask(struct subject *u, const char *sqlite, const char *in_postgres)
{
    return is_sqlite(u) ? ask_file(u->where, sqlite) : ask_postgres(in_postgres);
}

static void tell(struct subject *u, const char *sqlite, const char *in_postgres)
{
    free(ask(u, sqlite, in_postgres));
}

static char *schema_of(struct subject *u)
{
    return ask(u, "SELECT name, sql FROM sqlite_schema ORDER BY name",
               "SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable"
               " || coalesce(column_default, '') || coalesce(collation_name, '') AS line"
               " FROM information_schema.columns WHERE table_schema = 'charlatan'"
               " UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'charlatan'"
               " UNION SELECT relname || coalesce(reloptions::text, '') FROM pg_class"
               " WHERE relnamespace = 'charlatan'::regnamespace ORDER BY line");
}

static char *version_of(struct subject *u)
{
    return ask(u, "PRAGMA user_version", "SELECT version FROM charlatan.about");
}

static char *logs_of(struct subject *u)
{
    return ask(u,
               "SELECT match, n, body FROM log ORDER BY match, n; SELECT * FROM matches"
               " ORDER BY id",
               "SELECT l::text AS line FROM charlatan.log l"
               " UNION SELECT m::text FROM charlatan.matches m ORDER BY line");
}

/* Compares, and frees both. */
static void expect_same(char *is, char *wanted)
{
    assert_string_equal(is, wanted);
    free(is);
    free(wanted);
}

static void make_old(struct subject *u, const char *version_folder)
{
    char path[256];
    fresh_database(u);
    snprintf(path, sizeof path, "%s/%s", version_folder,
             is_sqlite(u) ? "store.sql" : "postgres.sql");
    char *text = read_text(path);
    tell(u, text, text);
    free(text);
}

/* ---- the tests ---- */

/* After the steps an old database is like a new one, and nothing of its logs has changed. */
static void databases_of_every_release(void **state)
{
    struct subject *u = *state;
    glob_t old;
    assert_int_equal(glob("tests/old/[0-9]*", 0, NULL, &old), 0);
    for (size_t i = 0; i < old.gl_pathc; i++) {
        fresh_database(u);
        u->a = open_or_fail(u->where);
        char *schema = schema_of(u), *version = version_of(u);
        make_old(u, old.gl_pathv[i]);
        char *logs = logs_of(u);
        assert_true(strlen(logs) > 100);
        u->a = open_or_fail(u->where);
        expect_same(schema_of(u), schema);
        expect_same(version_of(u), version);
        expect_same(logs_of(u), logs);
        assert_int_equal(put(u->a, "new", 0, "x"), STORE_STORED);
    }
    globfree(&old);
}

/* The first node takes each step once; the others wait. */
static void nodes_that_start_together(void **state)
{
    struct subject *u = *state;
    pid_t child[NODES];
    char wanted[32];
    make_old(u, "tests/old/0.1.0");
    for (int i = 0; i < NODES; i++)
        child[i] = spawn("once", u->where, i);
    for (int i = 0; i < NODES; i++)
        expect_success(child[i]);
    char *taken = ask(u, "SELECT count(*) FROM steps", "SELECT count(*) FROM charlatan.steps");
    snprintf(wanted, sizeof wanted, "%d|", STEPS);
    assert_string_equal(taken, wanted);
    free(taken);
}

static void note_later_step(struct subject *u)
{
    char text[160];
    snprintf(text, sizeof text, "INSERT INTO %ssteps (n, name, program) VALUES (%d, 'x', '9.8.7')",
             is_sqlite(u) ? "" : "charlatan.", STEPS + 1);
    tell(u, text, text);
}

static void set_version(struct subject *u, int version)
{
    char text[80];
    snprintf(text, sizeof text,
             is_sqlite(u) ? "PRAGMA user_version = %d" : "UPDATE charlatan.about SET version = %d",
             version);
    tell(u, text, text);
}

/* What a newer program has only added does no harm; what breaks is refused, and the sentence says
 * which version is needed. */
static void databases_of_newer_programs(void **state)
{
    struct subject *u = *state;
    put(u->a, "t", 0, "x");
    note_later_step(u);
    close_handles(u);
    char *schema = schema_of(u);
    u->a = open_or_fail(u->where);
    expect_log(u->a, "t", "x");
    assert_int_equal(put(u->a, "t", 1, "y"), STORE_STORED);
    close_handles(u);
    expect_same(schema_of(u), schema);
    set_version(u, STEPS + 1);
    expect_refusal(u->where, "newer charlatan: use 9.8.7 or later");
    set_version(u, STEPS + 2);
    expect_refusal(u->where, "newer charlatan: use that version");
    set_version(u, 0);
    expect_refusal(u->where, "unknown version");
}

/* A step that fails leaves the database as it was. */
static void steps_that_fail(void **state)
{
    struct subject *u = *state;
    make_old(u, "tests/old/0.1.0");
    tell(u, "CREATE TABLE matches_begun (x)", "ALTER TABLE charlatan.matches RENAME created TO x");
    char *schema = schema_of(u);
    expect_refusal(u->where, is_sqlite(u) ? "cannot be used: there is already a table"
                                          : "refuses: column \"created\" does not exist");
    expect_same(schema_of(u), schema);
    tell(u, "DROP TABLE matches_begun", "ALTER TABLE charlatan.matches RENAME x TO created");
    u->a = open_or_fail(u->where);
    assert_int_equal(put(u->a, "new", 0, "x"), STORE_STORED);
}

/* A node whose user may not change the schema waits for one that may. */
static void users_who_may_not_take_steps(void **state)
{
    struct subject *u = *state;
    char where[500];
    make_old(u, "tests/old/0.1.0");
    tell(u, NULL,
         "DROP ROLE IF EXISTS clerk; CREATE ROLE clerk LOGIN;"
         "GRANT USAGE ON SCHEMA charlatan TO clerk;"
         "GRANT ALL ON ALL TABLES IN SCHEMA charlatan TO clerk");
    snprintf(where, sizeof where, "postgres://clerk@/postgres?host=%s/pg", folder);
    expect_refusal(where, "permission denied");
    u->a = open_or_fail(u->where);
    tell(u, NULL, "GRANT ALL ON ALL TABLES IN SCHEMA charlatan TO clerk");
    u->b = open_or_fail(where);
    assert_int_equal(put(u->b, "t", 0, "x"), STORE_STORED);
    close_handles(u);
    tell(u, NULL, "DROP OWNED BY clerk; DROP ROLE clerk");
}

#define FOR_BOTH                                                                                   \
    STORE_TEST(databases_of_every_release), STORE_TEST(nodes_that_start_together),                 \
        STORE_TEST(databases_of_newer_programs), STORE_TEST(steps_that_fail)

static const struct CMUnitTest file_steps_list[] = {FOR_BOTH};
const struct store_tests file_steps_tests = STORE_TESTS(file_steps_list);

static const struct CMUnitTest postgres_steps_list[] = {
    FOR_BOTH,
    STORE_TEST(users_who_may_not_take_steps),
};
const struct store_tests postgres_steps_tests = STORE_TESTS(postgres_steps_list);
