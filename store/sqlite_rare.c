/* Statements for operators; see sqlite_rare.h. */
#include "store/sqlite_rare.h"

#include <stdio.h>
#include <string.h>

/* How many removed matches are remembered for others: more than change in the second between two
 * looks. */
#define TOLD_MOST "10000"

/* NULL: the handle has the error. finish() must be called for it. */
static sqlite3_stmt *prepare(sqlite3 *db, const char *text)
{
    sqlite3_stmt *st = NULL;
    return sqlite3_prepare_v2(db, text, -1, &st, NULL) == SQLITE_OK ? st : NULL;
}

/* The text must live until the statement is finished. */
static void bind(sqlite3_stmt *st, int at, const char *text, size_t n)
{
    sqlite3_bind_text64(st, at, text ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
}

/* Takes the last step of a statement and forgets it. */
static int finish(sqlite3_stmt *st)
{
    return sqlite3_finalize(st) == SQLITE_OK ? 0 : -1;
}

/* Runs a statement with one text. */
static int run_with(sqlite3 *db, const char *statement, const char *text)
{
    sqlite3_stmt *st = prepare(db, statement);
    if (!st)
        return -1;
    bind(st, 1, text, strlen(text));
    sqlite3_step(st);
    return finish(st);
}

/* Without `text` nothing is looked for, so the logs are not read. With it each match's log is,
 * which may take long. */
int sqlite_rare_walk(sqlite3 *db, const char *after, int limit, const char *text,
                     store_walk_fn *row, void *arg)
{
    sqlite3_stmt *st = prepare(
        db, "SELECT id, n, phase, open, created, touched,"
            " ?3 <> '' AND (instr(card, ?3) > 0 OR EXISTS (SELECT 1 FROM log WHERE match = id"
            " AND instr(body, ?3) > 0)), card FROM matches WHERE id > ?1 ORDER BY id LIMIT ?2");
    if (!st)
        return -1;
    bind(st, 1, after, strlen(after));
    sqlite3_bind_int(st, 2, limit);
    bind(st, 3, text, text ? strlen(text) : 0);
    while (sqlite3_step(st) == SQLITE_ROW)
        row(arg, &(struct store_walked){(const char *)sqlite3_column_text(st, 0),
                                        (uint32_t)sqlite3_column_int64(st, 1),
                                        (uint8_t)sqlite3_column_int(st, 2),
                                        (uint8_t)sqlite3_column_int(st, 3),
                                        sqlite3_column_int64(st, 4),
                                        sqlite3_column_int64(st, 5),
                                        sqlite3_column_int(st, 6),
                                        {(const char *)sqlite3_column_text(st, 7),
                                         (size_t)sqlite3_column_bytes(st, 7)}});
    return finish(st);
}

/* Others look for entries with a higher `seq` than they have seen. If the newest entries go, the
 * next ones would get numbers that were used; so an entry of no match takes the place after
 * them. */
static int keep_place(sqlite3 *db, int64_t *newest)
{
    sqlite3_stmt *st = prepare(db, "INSERT INTO log (seq, match, n, body) VALUES (?1, '', 0, '')");
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, ++*newest);
    sqlite3_step(st);
    return finish(st);
}

/* Removes the place holder of an earlier sweep as well, so there is never more than one.
 * secure_delete, which the handle has set, overwrites the bytes. */
int sqlite_rare_sweep(sqlite3 *db, const char *match, int64_t *newest)
{
    static const char *const statements[] = {
        "DELETE FROM matches WHERE id = ?1", "DELETE FROM log WHERE match = ?1",
        "DELETE FROM snapshots WHERE match = ?1", "DELETE FROM beside WHERE match = ?1"};
    for (int i = 0; i < 4; i++)
        if (run_with(db, statements[i], match))
            return -1;
    return run_with(db, "DELETE FROM log WHERE match = ?1", "") || keep_place(db, newest) ? -1 : 0;
}

/* Decides by the number of entries whether there is a conflict, as an append does. */
static int rewrite_summary(sqlite3 *db, struct store_rewrite *r)
{
    sqlite3_stmt *st = prepare(db, "UPDATE matches SET card = CASE ?3 WHEN '' THEN card ELSE ?3 END"
                                   " WHERE id = ?1 AND n = ?2");
    if (!st)
        return -1;
    bind(st, 1, r->match, strlen(r->match));
    sqlite3_bind_int64(st, 2, r->expected);
    bind(st, 3, r->summary.at, r->summary.n);
    sqlite3_step(st);
    if (finish(st))
        return -1;
    r->outcome = sqlite3_changes(db) ? STORE_STORED : STORE_CONFLICT;
    return 0;
}

/* An entry that is not there is passed over: the number of entries was compared before. */
static int rewrite_entry(sqlite3 *db, const struct store_rewrite *r, uint32_t i)
{
    sqlite3_stmt *st = prepare(db, "UPDATE log SET body = ?3 WHERE match = ?1 AND n = ?2");
    if (!st)
        return -1;
    bind(st, 1, r->match, strlen(r->match));
    sqlite3_bind_int64(st, 2, r->number[i]);
    bind(st, 3, r->entry[i].at, r->entry[i].n);
    sqlite3_step(st);
    return finish(st);
}

/* Computed texts go, since they may hold the old name. */
int sqlite_rare_rewrite(sqlite3 *db, struct store_rewrite *r)
{
    if (rewrite_summary(db, r))
        return -1;
    if (r->outcome == STORE_CONFLICT)
        return 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (rewrite_entry(db, r, i))
            return -1;
    return run_with(db, "DELETE FROM snapshots WHERE match = ?1", r->match) ||
                   run_with(db, "DELETE FROM beside WHERE match = ?1", r->match)
               ? -1
               : 0;
}

/* The newest row always stays, so numbers only rise and one that was seen is never used again. */
int sqlite_rare_tell(sqlite3 *db, const char *match)
{
    return run_with(db, "INSERT INTO swept (match) VALUES (?1)", match) ||
                   run_with(db,
                            "DELETE FROM swept WHERE match <> ?1"
                            " AND n < (SELECT max(n) FROM swept) - " TOLD_MOST,
                            "")
               ? -1
               : 0;
}

/* `row` NULL: only *seen is brought up to date. After a failure *seen stays, and the same matches
 * come again. */
int sqlite_rare_told(sqlite3 *db, int64_t *seen, int (*row)(void *arg, const char *match),
                     void *arg)
{
    sqlite3_stmt *st = prepare(db, "SELECT n, match FROM swept WHERE n > ?1 ORDER BY n");
    int failed = 0;
    int64_t last = *seen;
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, *seen);
    while (!failed && sqlite3_step(st) == SQLITE_ROW) {
        last = sqlite3_column_int64(st, 0);
        failed = row && row(arg, (const char *)sqlite3_column_text(st, 1));
    }
    if (finish(st) || failed)
        return -1;
    *seen = last;
    return 0;
}

/* Needs no transaction of its own: it is one statement. */
int sqlite_rare_note(sqlite3 *db, const char *name, const struct store_text *text)
{
    if (!text->n)
        return run_with(db, "DELETE FROM notes WHERE name = ?1", name);
    sqlite3_stmt *st = prepare(db, "INSERT OR REPLACE INTO notes (name, body) VALUES (?1, ?2)");
    if (!st)
        return -1;
    bind(st, 1, name, strlen(name));
    bind(st, 2, text->at, text->n);
    sqlite3_step(st);
    return finish(st);
}

/* Names are compared as bytes from their beginning; LIKE would take % and _ for wild cards. */
int sqlite_rare_notes(sqlite3 *db, const char *prefix, store_note_fn *row, void *arg)
{
    sqlite3_stmt *st = prepare(db, "SELECT name, body FROM notes WHERE substr(name, 1, length(?1))"
                                   " = ?1 ORDER BY name");
    if (!st)
        return -1;
    bind(st, 1, prefix, strlen(prefix));
    while (sqlite3_step(st) == SQLITE_ROW)
        row(arg, (const char *)sqlite3_column_text(st, 0), (const char *)sqlite3_column_text(st, 1),
            (size_t)sqlite3_column_bytes(st, 1));
    return finish(st);
}
