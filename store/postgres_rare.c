/* What operators do with a PostgreSQL database. The row of a match is locked first, as by an
 * append, so that both see all of what the other has done. */
#include "store/postgres_rare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_link.h"

/* Runs a statement with parameters; NULL with an error. A refusal frees the result and is an error
 * like a loss. */
static PGresult *ask(PGconn *conn, const char *text, int n, const char *const *values,
                     char error[STORE_ERROR])
{
    if (!PQsendQueryParams(conn, text, n, NULL, values, NULL, NULL, 0)) {
        link_explain(conn, "The database was lost", PQerrorMessage(conn), error);
        return NULL;
    }
    PGresult *r = link_last_result(conn, link_now_ms() + ANSWER_MS, error);
    ExecStatusType status = PQresultStatus(r);
    if (!r || status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return r;
    link_refuse(conn, r, error);
    PQclear(r);
    return NULL;
}

/* 0, or -1 with an error. Rows are dropped. */
static int run(PGconn *conn, const char *text, int n, const char *const *values,
               char error[STORE_ERROR])
{
    PGresult *r = ask(conn, text, n, values, error);
    PQclear(r);
    return r ? 0 : -1;
}

/* The text goes as a parameter, so it needs no escapes. */
int postgres_rare_walk(PGconn *conn, const char *after, int limit, const char *text,
                       store_walk_fn *row, void *arg, char error[STORE_ERROR])
{
    char most[16];
    const char *const values[] = {after, most, text ? text : ""};
    snprintf(most, sizeof most, "%d", limit);
    PGresult *r = ask(conn,
                      "SELECT id, n, phase, open::int, created, touched, ($3::text <> '' AND"
                      " (position($3::text in card) > 0 OR EXISTS (SELECT 1 FROM charlatan.log"
                      " WHERE match = id AND position($3::text in body) > 0)))::int, card"
                      " FROM charlatan.matches WHERE id > $1 ORDER BY id LIMIT $2::bigint",
                      3, values, error);
    if (!r)
        return -1;
    for (int i = 0; i < PQntuples(r); i++) {
        long long number[7] = {0};
        for (int k = 1; k < 7; k++)
            number[k] = strtoll(PQgetvalue(r, i, k), NULL, 10);
        row(arg, &(struct store_walked){PQgetvalue(r, i, 0),
                                        (uint32_t)number[1],
                                        (uint8_t)number[2],
                                        (uint8_t)number[3],
                                        number[4],
                                        number[5],
                                        (int)number[6],
                                        {PQgetvalue(r, i, 7), (size_t)PQgetlength(r, i, 7)}});
    }
    PQclear(r);
    return 0;
}

/* Nodes that do not listen just now ask for what was swept since (postgres_ear.c). */
static int tell(PGconn *conn, const char *match, const char *node, char error[STORE_ERROR])
{
    const char *const values[] = {match, node};
    return run(conn, "DELETE FROM charlatan.swept WHERE at < now() - interval '7 days'", 0, NULL,
               error) ||
                   run(conn, "INSERT INTO charlatan.swept (match) VALUES ($1)", 1, values, error) ||
                   run(conn, "SELECT pg_notify('charlatan', $2::text || ' 0 ' || $1::text)", 2,
                       values, error)
               ? -1
               : 0;
}

static int begin(PGconn *conn, char error[STORE_ERROR])
{
    return run(conn, "BEGIN ISOLATION LEVEL READ COMMITTED", 0, NULL, error);
}

/* Ends the transaction. Only the first error is kept. */
static int end(PGconn *conn, int failed, char error[STORE_ERROR])
{
    char other[STORE_ERROR];
    if (!failed)
        return run(conn, "COMMIT", 0, NULL, error);
    run(conn, "ROLLBACK", 0, NULL, other);
    return -1;
}

/* A match that is not there is no failure, and is told to others all the same. The row of the match
 * goes first, which locks out appends. */
int postgres_rare_sweep(PGconn *conn, const char *match, const char *node, char error[STORE_ERROR])
{
    static const char *const statements[] = {"DELETE FROM charlatan.matches WHERE id = $1",
                                             "DELETE FROM charlatan.log WHERE match = $1",
                                             "DELETE FROM charlatan.snapshots WHERE match = $1",
                                             "DELETE FROM charlatan.beside WHERE match = $1"};
    const char *const values[] = {match};
    if (begin(conn, error))
        return -1;
    int failed = 0;
    for (int i = 0; !failed && i < 4; i++)
        failed = run(conn, statements[i], 1, values, error);
    return end(conn, failed || tell(conn, match, node, error), error);
}

/* The row is locked by this until the transaction ends, so no append comes between the check and
 * the rewriting. */
static int rewrite_summary(PGconn *conn, struct store_rewrite *r, char error[STORE_ERROR])
{
    char expected[16], *summary = strndup(r->summary.n ? r->summary.at : "", r->summary.n);
    const char *const values[] = {r->match, expected, summary};
    snprintf(expected, sizeof expected, "%u", r->expected);
    PGresult *done = summary
                         ? ask(conn,
                               "UPDATE charlatan.matches SET card = CASE $3::text WHEN '' THEN card"
                               " ELSE $3::text END WHERE id = $1 AND n = $2::bigint RETURNING n",
                               3, values, error)
                         : NULL;
    free(summary);
    if (!done)
        return -1;
    r->outcome = PQntuples(done) ? STORE_STORED : STORE_CONFLICT;
    PQclear(done);
    return 0;
}

/* One statement an entry: rare, and entries are few. Not 0: failed, with an error unless memory was
 * lacking. */
static int rewrite_entries(PGconn *conn, const struct store_rewrite *r, char error[STORE_ERROR])
{
    int failed = 0;
    for (uint32_t i = 0; !failed && i < r->count; i++) {
        char number[16], *body = strndup(r->entry[i].at, r->entry[i].n);
        const char *const values[] = {r->match, number, body};
        snprintf(number, sizeof number, "%u", r->number[i]);
        failed = !body || run(conn,
                              "UPDATE charlatan.log SET body = $3::text WHERE match = $1"
                              " AND n = $2::bigint",
                              3, values, error);
        free(body);
    }
    return failed;
}

/* A conflict commits nothing, since nothing was changed; r->outcome tells. */
int postgres_rare_rewrite(PGconn *conn, struct store_rewrite *r, const char *node,
                          char error[STORE_ERROR])
{
    const char *const values[] = {r->match};
    if (begin(conn, error))
        return -1;
    int failed = rewrite_summary(conn, r, error);
    if (!failed && r->outcome == STORE_STORED)
        failed = rewrite_entries(conn, r, error) ||
                 run(conn, "DELETE FROM charlatan.snapshots WHERE match = $1", 1, values, error) ||
                 run(conn, "DELETE FROM charlatan.beside WHERE match = $1", 1, values, error) ||
                 tell(conn, r->match, node, error);
    return end(conn, failed, error);
}

/* VACUUM FULL writes the tables anew. It cannot be part of a transaction, nor of a list. The time
 * limit is set back afterwards even if it failed; the connection is used again. */
int postgres_rare_compact(PGconn *conn, char error[STORE_ERROR])
{
    static const char *const texts[] = {
        "SET statement_timeout = '10min'", "VACUUM (FULL) charlatan.log",
        "VACUUM (FULL) charlatan.matches", "VACUUM (FULL) charlatan.snapshots",
        "VACUUM (FULL) charlatan.beside"};
    int failed = 0;
    for (int i = 0; !failed && i < 5; i++) {
        PGresult *r = link_ask(conn, texts[i], STEPS_MS, error);
        failed = !r;
        PQclear(r);
    }
    char other[STORE_ERROR];
    PQclear(link_ask(conn, "SET statement_timeout = '10s'", ANSWER_MS, failed ? other : error));
    return failed ? -1 : 0;
}

/* One statement, so one transaction. */
int postgres_rare_note(PGconn *conn, const char *name, const struct store_text *text,
                       char error[STORE_ERROR])
{
    char *body = strndup(text->n ? text->at : "", text->n);
    const char *const values[] = {name, body};
    int failed = !body ? -1
                 : text->n
                     ? run(conn,
                           "INSERT INTO charlatan.notes VALUES ($1, $2)"
                           " ON CONFLICT (name) DO UPDATE SET body = EXCLUDED.body",
                           2, values, error)
                     : run(conn, "DELETE FROM charlatan.notes WHERE name = $1", 1, values, error);
    free(body);
    return failed;
}

/* starts_with knows no wild cards, so a prefix may have any characters. */
int postgres_rare_notes(PGconn *conn, const char *prefix, store_note_fn *row, void *arg,
                        char error[STORE_ERROR])
{
    const char *const values[] = {prefix};
    PGresult *r = ask(conn,
                      "SELECT name, body FROM charlatan.notes WHERE starts_with(name, $1::text)"
                      " ORDER BY name",
                      1, values, error);
    if (!r)
        return -1;
    for (int i = 0; i < PQntuples(r); i++)
        row(arg, PQgetvalue(r, i, 0), PQgetvalue(r, i, 1), (size_t)PQgetlength(r, i, 1));
    PQclear(r);
    return 0;
}
