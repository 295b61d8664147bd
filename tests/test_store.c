/* Tests every store (memory, SQLite, PostgreSQL) and the queue on top of each. The tests are in
 * tests/store/; this file makes their databases. tests/store/postgres.sh starts PostgreSQL; if that
 * is not installed, its tests fail.
 *
 * Run from the top of the tree. An argument selects one back end, and a second one those of its
 * tests that a pattern names: test_store postgres '*phase' */
#include <libpq-fe.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/store/subject.h"

char folder[] = "/tmp/charlatan-store-XXXXXX";
char postgres[400];

/* ---- databases for the tests ---- */

void run_script(const char *verb, char *answer, size_t n)
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

int count_in_postgres(const char *text)
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

void fresh_database(struct subject *u)
{
    static int number;
    close_handles(u);
    if (strcmp(u->kind, "memory") == 0)
        snprintf(u->where, sizeof u->where, "memory");
    else if (strcmp(u->kind, "sqlite") == 0)
        snprintf(u->where, sizeof u->where, "%s/it's %d.db", folder, number++);
    else {
        snprintf(u->where, sizeof u->where, "%s", postgres);
        count_in_postgres("DROP SCHEMA IF EXISTS charlatan CASCADE");
    }
}

int set_up(void **state)
{
    struct subject *u = *state;
    fresh_database(u);
    u->a = open_or_fail(u->where);
    u->b = strcmp(u->kind, "memory") ? open_or_fail(u->where) : NULL;
    return 0;
}

int tear_down(void **state)
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

enum { SETS = 10, MOST_TESTS = 96 };

static const struct {
    const char *kind;
    const struct store_tests *sets[SETS];
} suites[] = {
    {"memory", {&any_store_tests, &queue_any_tests, &rare_tests}},
    {"sqlite",
     {&any_store_tests, &queue_any_tests, &shared_store_tests, &queue_shared_tests, &file_tests,
      &file_steps_tests, &rare_tests, &rare_shared_tests, &rare_file_tests}},
    {"postgres",
     {&any_store_tests, &queue_any_tests, &shared_store_tests, &queue_shared_tests, &postgres_tests,
      &postgres_steps_tests, &postgres_clock_tests, &rare_tests, &rare_shared_tests,
      &postgres_network_tests}},
    {"queue", {&queue_tests}},
};

/* cmocka's macro needs an array of constant size and one state; here the state depends on the
 * store. */
static int run_suite(const char *kind, const struct store_tests *const *sets)
{
    static struct subject subject;
    struct CMUnitTest mine[MOST_TESTS];
    size_t n = 0;
    subject = (struct subject){.kind = kind};
    for (int s = 0; s < SETS && sets[s]; s++)
        for (size_t i = 0; i < sets[s]->n; i++) {
            mine[n] = sets[s]->list[i];
            mine[n++].initial_state = &subject;
        }
    int is_postgres = strcmp(kind, "postgres") == 0;
    return _cmocka_run_group_tests(kind, mine, n, is_postgres ? start_postgres : NULL,
                                   is_postgres ? stop_postgres : NULL);
}

int main(int argc, char **argv)
{
    char command[64];
    int failed = 0;
    if (argc == 4)
        return play_role(argv[1], argv[2], atoi(argv[3]));
    if (argc == 3)
        cmocka_set_test_filter(argv[2]);
    /* The users nobody and postgres must be able to enter it. */
    if (!mkdtemp(folder) || chmod(folder, 0755))
        return 1;
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (argc < 2 || strcmp(argv[1], suites[i].kind) == 0)
            failed += run_suite(suites[i].kind, suites[i].sets);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) || failed;
}
