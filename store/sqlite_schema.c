/* Makes the schema of an SQLite file, step by step (steps.def), in one transaction that holds the
 * write lock from its beginning. */
#include "store/sqlite_schema.h"

#include <stdio.h>

#include "engine/version.h"
#include "store/steps.h"

enum { OURS = 0x63686172 /* "char" */ };

/* What there is about a file's schema. */
struct schema_found {
    int64_t owner, version, tables;
    /* How many steps were taken; more than STEPS if a newer program was here. */
    int64_t done;
    /* Which version of charlatan took the last step that breaks. */
    char program[24];
};

static int execute(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

/* Asks for one row with a number and, if `text` is not NULL, a text. No row is 0 and "". */
static int ask(sqlite3 *db, const char *query, int64_t *number, char *text, size_t room)
{
    sqlite3_stmt *st;
    *number = 0;
    if (sqlite3_prepare_v2(db, query, -1, &st, NULL) != SQLITE_OK)
        return -1;
    int step = sqlite3_step(st);
    if (step == SQLITE_ROW) {
        *number = sqlite3_column_int64(st, 0);
        if (text && sqlite3_column_text(st, 1))
            snprintf(text, room, "%s", (const char *)sqlite3_column_text(st, 1));
    }
    sqlite3_finalize(st);
    return step == SQLITE_ROW || step == SQLITE_DONE ? 0 : -1;
}

/* Files of 0.1.0 have no table of steps. `done` may be more than STEPS: a newer program was here,
 * whose steps only add. */
static int find_steps(sqlite3 *db, struct schema_found *f)
{
    char query[96];
    int64_t is_there, n;
    if (ask(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'steps'", &is_there, NULL, 0))
        return -1;
    f->done = 1;
    if (!is_there)
        return 0;
    snprintf(query, sizeof query, "SELECT n, program FROM steps WHERE n = %lld",
             (long long)f->version);
    return ask(db, query, &n, f->program, sizeof f->program) ||
                   ask(db, "SELECT max(n) FROM steps", &f->done, NULL, 0)
               ? -1
               : 0;
}

/* Call it in a transaction, so that all answers fit together. */
static enum schema_result find(sqlite3 *db, struct schema_found *f, char why[STORE_ERROR])
{
    *f = (struct schema_found){0};
    if (ask(db, "PRAGMA application_id", &f->owner, NULL, 0) ||
        ask(db, "PRAGMA user_version", &f->version, NULL, 0) ||
        ask(db, "SELECT count(*) FROM sqlite_schema", &f->tables, NULL, 0))
        return SCHEMA_FAILED;
    if (f->owner == 0 && f->tables == 0)
        return SCHEMA_FINE;
    if (f->owner != OURS) {
        snprintf(why, STORE_ERROR, "belongs to another program");
        return SCHEMA_REFUSED;
    }
    if (find_steps(db, f))
        return SCHEMA_FAILED;
    return steps_refuse(f->version, f->program, why) ? SCHEMA_REFUSED : SCHEMA_FINE;
}

/* The date is the database's. */
static int note_step(sqlite3 *db, int n, const char *program)
{
    char text[160];
    snprintf(text, sizeof text, "INSERT INTO steps (n, name, program) VALUES (%d, '%s', '%s')", n,
             steps[n - 1].name, program);
    return execute(db, text);
}

/* Notes the first step for files that were made before there was a list, with the version that made
 * them. */
static int make_list(sqlite3 *db, int is_old)
{
    if (execute(db, "CREATE TABLE IF NOT EXISTS steps (n INTEGER PRIMARY KEY, name TEXT NOT NULL,"
                    " program TEXT NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) STRICT"))
        return -1;
    int64_t listed;
    if (!is_old)
        return 0;
    if (ask(db, "SELECT count(*) FROM steps", &listed, NULL, 0))
        return -1;
    return listed ? 0 : note_step(db, 1, "0.1.0");
}

/* In a transaction: after -1 nothing may be kept of it. A database of a newer program that only
 * adds is left alone. */
static int take_steps(sqlite3 *db, int done)
{
    char text[96];
    if (done >= STEPS)
        return 0;
    if (make_list(db, done > 0))
        return -1;
    for (int n = done + 1; n <= STEPS; n++)
        if (execute(db, steps[n - 1].sqlite) || note_step(db, n, CHARLATAN_VERSION))
            return -1;
    snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %d", OURS,
             steps_version(STEPS));
    return execute(db, text);
}

/* The transaction is still open unless SCHEMA_FINE is returned; the caller rolls back. */
enum schema_result sqlite_schema_look(sqlite3 *db, char why[STORE_ERROR])
{
    struct schema_found f;
    if (execute(db, "BEGIN"))
        return SCHEMA_FAILED;
    enum schema_result r = find(db, &f, why);
    return r == SCHEMA_FINE && execute(db, "COMMIT") ? SCHEMA_FAILED : r;
}

/* Waits for another writer as long as the handle's timeout says. Like sqlite_schema_look it leaves
 * the transaction open unless all is fine. */
enum schema_result sqlite_schema_make(sqlite3 *db, char why[STORE_ERROR])
{
    struct schema_found f;
    if (execute(db, "BEGIN IMMEDIATE"))
        return SCHEMA_FAILED;
    /* Another process may have been faster. */
    enum schema_result r = find(db, &f, why);
    if (r == SCHEMA_FINE && (take_steps(db, (int)f.done) || execute(db, "COMMIT")))
        r = SCHEMA_FAILED;
    return r;
}
