/* The store in PostgreSQL, for many nodes on many machines.
 *
 * A batch is one transaction in one pipeline, so it takes one round trip. Each match needs one
 * statement. It advances the match's number if that is the expected one, and only then adds entries
 * and a notification. Nodes wait for each other at the row of the match. All take rows in the same
 * order (batch.h), so they never deadlock. A lost connection is made again with the next call, to
 * the next host of the address if this one fails. An append whose COMMIT was not answered returns
 * -1, though it may have been stored; it is settled before the next call reads anything
 * (postgres_session.c). A connection at which anything was refused is not used again: the server
 * may have become read-only, or have forgotten what was prepared.
 *
 * Prepared statements, LISTEN and locks need a connection of their own, so a pooler that shares
 * connections between clients does not work. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "engine/port.h"
#include "store/batch.h"
#include "store/open.h"
#include "store/postgres_address.h"
#include "store/postgres_ear.h"
#include "store/postgres_link.h"
#include "store/postgres_rare.h"
#include "store/postgres_schema.h"

/* AGAIN_MS: a database that cannot be reached is tried again this much later at most. */
enum { OLDEST_SERVER = 130000, NODE = 16, AGAIN_MS = 2000 };

/* What a statement with several parts deletes does not yet see what it inserts: the last two
 * snapshots there were stay, and with the new one three. */
#define KEEP_ENTRIES                                                                               \
    "), kept AS (INSERT INTO charlatan.log (match, n, body)"                                       \
    " SELECT $1, $2 + b.place - 1, b.body FROM done,"                                              \
    " unnest($11::text[]) WITH ORDINALITY AS b (body, place)),"                                    \
    " gone AS (DELETE FROM charlatan.snapshots s USING done WHERE s.match = $1"                    \
    " AND $14::text <> '' AND s.n < (SELECT n FROM charlatan.snapshots WHERE match = $1"           \
    " ORDER BY n DESC LIMIT 1 OFFSET 1)),"                                                         \
    " shot AS (INSERT INTO charlatan.snapshots SELECT $1, $13::bigint, $14::text FROM done"        \
    " WHERE $14::text <> '' ON CONFLICT (match, n) DO UPDATE SET body = EXCLUDED.body)"            \
    " SELECT pg_notify('charlatan', $12::text || ' ' || done.n || ' ' || $1) FROM done"

enum { HOLD, UPDATE_MATCH, INSERT_MATCH, LOAD, SNAPSHOT, KEEP, KEPT, DUE, STATEMENTS };

static const struct {
    const char *name, *text;
} statements[STATEMENTS] = {
    [HOLD] = {"hold", "SELECT pg_advisory_xact_lock_shared($1)"},
    [UPDATE_MATCH] = {"move on",
                      "WITH done AS (UPDATE charlatan.matches SET n = n + $3, phase = $4,"
                      " open = $5, game = $6, created = $7, touched = $8, due = $9,"
                      " card = CASE $10::text WHEN '' THEN card ELSE $10::text END WHERE id = $1 "
                      "AND n = $2 RETURNING n" KEEP_ENTRIES},
    [INSERT_MATCH] = {"begin", "WITH done AS (INSERT INTO charlatan.matches VALUES ($1,"
                               " $2::bigint + $3::bigint, $4, $5, $6, $7, $8, $9, $10)"
                               " ON CONFLICT (id) DO NOTHING RETURNING n" KEEP_ENTRIES},
    [LOAD] = {"load", "SELECT n, body FROM charlatan.log WHERE match = $1 AND n >= $2 ORDER BY n"},
    [SNAPSHOT] = {"snapshot", "SELECT n, body FROM charlatan.snapshots WHERE match = $1 AND n <= $2"
                              " ORDER BY n DESC LIMIT 1"},
    [KEEP] = {"keep", "INSERT INTO charlatan.beside SELECT $1::text, $2::bigint, $3::text"
                      " WHERE EXISTS (SELECT 1 FROM charlatan.matches WHERE id = $1)"
                      " ON CONFLICT (match, n) DO UPDATE SET body = EXCLUDED.body"},
    [KEPT] = {"kept", "SELECT n, body FROM charlatan.beside WHERE match = $1 AND n = $2"},
    [DUE] = {"due", "SELECT id, n, due FROM charlatan.matches WHERE due <= $1"
                    " AND due < 9223372036854775807 AND (due, id) > ($3, $4)"
                    " ORDER BY due, id LIMIT $2"},
};

struct postgres_store {
    struct store base;
    struct postgres_address address;
    /* NULL: the next call connects. */
    PGconn *conn;
    /* Of this connection, or of the last one. */
    struct postgres_session session;
    /* The database has warned. */
    int warned;
    /* When it may connect again. The error of the last time stays. */
    int64_t again;
    char node[NODE + 1];
    struct postgres_listener ear;
};

/* ---- one command after the other ---- */

static int no_memory(struct postgres_store *s)
{
    snprintf(s->base.error, STORE_ERROR, "There is no memory left; nothing was stored.");
    return -1;
}

/* The session stays: the next connection must settle what this one left (postgres_session.h). Only
 * its server is unknown from here on, so that the ear does not compare. */
static void let_go(struct postgres_store *s)
{
    PQfinish(s->conn);
    s->conn = NULL;
    s->session.server[0] = '\0';
}

static int is_fine(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

static int64_t deadline(const struct postgres_store *s)
{
    return link_now_ms() + s->session.answer_ms;
}

/* Waits for the result of the command just sent; NULL with an error. The connection is let go after
 * any failure, also after a refusal. */
static PGresult *await(struct postgres_store *s, int sent)
{
    if (!sent)
        link_explain(s->conn, "The database was lost", PQerrorMessage(s->conn), s->base.error);
    PGresult *r = sent ? link_last_result(s->conn, deadline(s), s->base.error) : NULL;
    if (r && is_fine(r))
        return r;
    if (r)
        link_refuse(s->conn, r, s->base.error);
    PQclear(r);
    let_go(s);
    return NULL;
}

/* Runs several commands in one text. 0, or -1 with an error. */
static int execute(struct postgres_store *s, const char *text)
{
    PGresult *r = await(s, PQsendQuery(s->conn, text));
    PQclear(r);
    return r ? 0 : -1;
}

/* The number that the query returns; -1: an error; -2: no row, or NULL. */
static int ask_number(struct postgres_store *s, const char *text)
{
    PGresult *r = await(s, PQsendQuery(s->conn, text));
    if (!r)
        return -1;
    int nothing = PQntuples(r) == 0 || PQgetisnull(r, 0, 0);
    int number = nothing ? -2 : atoi(PQgetvalue(r, 0, 0));
    PQclear(r);
    return number;
}

/* ---- connecting ---- */

/* Texts are kept as they come, so another encoding would refuse some of them or change them. */
static int suits_us(PGconn *conn, char error[STORE_ERROR])
{
    const char *encoding = PQparameterStatus(conn, "server_encoding");
    const char *why = NULL;
    if (PQserverVersion(conn) < OLDEST_SERVER)
        why = "The database is too old: PostgreSQL 13 or later is needed.";
    else if (!encoding || strcmp(encoding, "UTF8") != 0)
        why = "The database does not keep its texts in UTF-8: make one with ENCODING 'UTF8'.";
    if (why)
        snprintf(error, STORE_ERROR, "%s", why);
    return why == NULL;
}

/* Statements belong to the connection. What an older schema lacks would be noticed here, so it
 * comes after the schema. */
static int prepare(PGconn *conn, int ms, char error[STORE_ERROR])
{
    for (int i = 0; i < STATEMENTS; i++) {
        int sent = PQsendPrepare(conn, statements[i].name, statements[i].text, 0, NULL);
        PGresult *r = sent ? link_last_result(conn, link_now_ms() + ms, error) : NULL;
        int fine = is_fine(r);
        if (!sent)
            link_explain(conn, "The database was lost", PQerrorMessage(conn), error);
        else if (r && !fine)
            link_refuse(conn, r, error);
        PQclear(r);
        if (!fine)
            return -1;
    }
    return 0;
}

/* Connects to the host whose turn it is. The new connection is kept only if every step worked.
 * Settling comes last, after everything else has worked, because it ends the process of the one
 * before. */
static int reach_host(struct postgres_store *s)
{
    struct postgres_session fresh;
    char *error = s->base.error;
    PGconn *conn = link_open(&s->address, error);
    if (!conn)
        return -1;
    postgres_session_watch(conn, &s->warned);
    if (!suits_us(conn, error) || postgres_session_begin(conn, &fresh, error) ||
        postgres_schema_make(conn, error) || prepare(conn, fresh.answer_ms, error) ||
        postgres_session_settle(conn, &fresh, &s->session, &s->warned, error)) {
        PQfinish(conn);
        return -1;
    }
    s->session = fresh;
    s->conn = conn;
    const char *exact = PQhostaddr(conn);
    snprintf(s->ear.exact, sizeof s->ear.exact, "%s", exact ? exact : "");
    s->ear.may_go = 1;
    return 0;
}

/* Every host is tried once; the one that worked last comes first. Blocks for as long as all hosts
 * take together, each with its time limit. */
static int reach_any(struct postgres_store *s)
{
    int64_t begin = link_now_ms();
    for (int i = 0; i < s->address.hosts; i++) {
        if (reach_host(s) == 0)
            return 0;
        s->address.at = (s->address.at + 1) % s->address.hosts;
        s->ear.may_go = 0;
    }
    /* A database that does not answer costs time once, and not for everybody who waits. */
    int64_t end = link_now_ms(), took = end - begin;
    s->again = end + (took < AGAIN_MS ? took : AGAIN_MS);
    return -1;
}

/* Makes sure that there is a working connection. */
static int reach(struct postgres_store *s)
{
    if (s->conn && !link_stands(s->conn))
        let_go(s);
    if (s->conn)
        return 0;
    return link_now_ms() < s->again ? -1 : reach_any(s);
}

/* ---- append ---- */

/* BODIES is the only parameter in binary form. */
enum { PARAMETERS = 14, NUMBERS = 8, BODIES = 10, TEXT_OID = 25 };

/* The parameters of a group's statement, as libpq takes them. */
struct parameters {
    char number[NUMBERS][24];
    const char *value[PARAMETERS];
    int length[PARAMETERS], format[PARAMETERS];
    char *summary, *bodies, *snapshot;
};

/* Big-endian, as in all of the protocol. */
static char *write_word(char *at, uint32_t word)
{
    const unsigned char bytes[] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16),
                                   (unsigned char)(word >> 8), (unsigned char)word};
    memcpy(at, bytes, 4);
    return at + 4;
}

static char *write_body(char *at, const struct store_text *t)
{
    at = write_word(at, (uint32_t)t->n);
    memcpy(at, t->n ? t->at : "", t->n);
    return at + t->n;
}

/* Writes the entries as an array of texts in PostgreSQL's binary form: dimensions, flags, type,
 * length, first index, elements. To be freed; NULL: no memory. An array in binary form needs no
 * escapes, and its length is known at once. */
static char *write_bodies(const struct store_group *g, int *length)
{
    size_t bytes = 20;
    for (int i = 0; i < g->parts; i++)
        for (uint32_t e = 0; e < g->part[i]->count; e++)
            bytes += 4 + g->part[i]->entry[e].n;
    MUST(bytes <= INT32_MAX);
    char *bodies = malloc(bytes), *at = bodies;
    const uint32_t head[] = {1, 0, TEXT_OID, g->count, 1};
    if (!bodies)
        return NULL;
    for (int i = 0; i < 5; i++)
        at = write_word(at, head[i]);
    for (int i = 0; i < g->parts; i++)
        for (uint32_t e = 0; e < g->part[i]->count; e++)
            at = write_body(at, &g->part[i]->entry[e]);
    *length = (int)bytes;
    return bodies;
}

/* Sets what must be freed even when it returns -1 for want of memory. The numbers in `place` are
 * the parameters' less 1. */
static int set_parameters(struct parameters *p, const struct store_group *g, const char *node)
{
    const struct store_summary *c = &g->summary;
    const long long numbers[NUMBERS] = {g->expected, g->count,   c->phase, c->open != 0,
                                        c->created,  c->touched, c->due,   g->snapshot_of};
    static const int place[NUMBERS] = {1, 2, 3, 4, 6, 7, 8, 12};
    *p = (struct parameters){.value = {[0] = g->match, [5] = c->game, [11] = node}};
    for (int i = 0; i < NUMBERS; i++) {
        snprintf(p->number[i], sizeof p->number[i], "%lld", numbers[i]);
        p->value[place[i]] = p->number[i];
    }
    p->value[9] = p->summary = strndup(c->text_n ? c->text : "", c->text_n);
    p->value[BODIES] = p->bodies = write_bodies(g, &p->length[BODIES]);
    p->format[BODIES] = 1;
    p->value[13] = p->snapshot = strndup(g->snapshot.n ? g->snapshot.at : "", g->snapshot.n);
    return p->summary && p->bodies && p->snapshot ? 0 : -1;
}

/* 1: sent; 0: the connection is lost; -1: no memory. */
static int send_group(struct postgres_store *s, const struct store_group *g)
{
    struct parameters p;
    const char *name = statements[g->expected ? UPDATE_MATCH : INSERT_MATCH].name;
    int sent = set_parameters(&p, g, s->node);
    if (sent == 0)
        sent = PQsendQueryPrepared(s->conn, name, PARAMETERS, p.value, p.length, p.format, 0);
    free(p.summary);
    free(p.bodies);
    free(p.snapshot);
    return sent;
}

static int send_plain(struct postgres_store *s, const char *text)
{
    return PQsendQueryParams(s->conn, text, 0, NULL, NULL, NULL, NULL, 0);
}

/* Shared, so appends of one connection never wait for it; only the next connection takes it alone
 * (postgres_session.c). */
static int send_hold(struct postgres_store *s)
{
    char lock[24];
    const char *const values[] = {lock};
    snprintf(lock, sizeof lock, "%lld", (long long)s->session.lock);
    return PQsendQueryPrepared(s->conn, statements[HOLD].name, 1, values, NULL, NULL, 0);
}

/* Nothing waits here but link_flush. After -1 the connection is of no use, since a part of the
 * pipeline may be on its way. */
static int send_batch(struct postgres_store *s, const struct batch *b, int64_t end)
{
    int sent = PQenterPipelineMode(s->conn) &&
               send_plain(s, "BEGIN ISOLATION LEVEL READ COMMITTED") && send_hold(s);
    for (int i = 0; i < b->groups && sent == 1; i++)
        sent = send_group(s, &b->group[i]);
    if (sent < 0)
        return no_memory(s);
    if (!sent || !send_plain(s, "COMMIT") || !PQpipelineSync(s->conn)) {
        link_explain(s->conn, "The database was lost", PQerrorMessage(s->conn), s->base.error);
        return -1;
    }
    return link_flush(s->conn, end, s->base.error);
}

/* Reads the answer to one command of a pipeline. 0: fine; 1: refused, with an error if it is the
 * first; -1: the connection is lost. */
static int take_answer(struct postgres_store *s, int64_t end, int refused, int *rows,
                       int *committed)
{
    PGresult *r, *none;
    if (link_result(s->conn, end, &r, s->base.error))
        return -1;
    if (!is_fine(r)) {
        if (!refused)
            link_refuse(s->conn, r, s->base.error);
        refused = 1;
    }
    *rows = PQntuples(r);
    *committed = strcmp(PQcmdStatus(r), "COMMIT") == 0;
    PQclear(r);
    int lost = link_result(s->conn, end, &none, s->base.error);
    PQclear(lost ? NULL : none);
    return lost ? -1 : refused;
}

/* Reads the answers to BEGIN, the lock, the groups, COMMIT and the end of the pipeline. After a
 * refusal the database skips everything up to the end of the pipeline, but answers each command; so
 * the answers are counted and not looked for. 0 only if COMMIT was answered as such: a COMMIT of a
 * failed transaction says ROLLBACK. */
static int take_answers(struct postgres_store *s, const struct batch *b, int64_t end)
{
    int refused = 0, rows, committed = 0;
    PGresult *sync;
    for (int i = -2; i <= b->groups; i++) {
        refused = take_answer(s, end, refused, &rows, &committed);
        if (refused < 0)
            return -1;
        if (i >= 0 && i < b->groups)
            group_settle(&b->group[i], rows ? STORE_STORED : STORE_CONFLICT);
    }
    if (link_result(s->conn, end, &sync, s->base.error))
        return -1;
    PQclear(sync);
    if (!refused && (!committed || !PQexitPipelineMode(s->conn)))
        snprintf(s->base.error, STORE_ERROR, "The database did not commit.");
    if (committed && s->warned)
        snprintf(s->base.error, STORE_ERROR, "The database did not wait for its standby.");
    return committed && !s->warned ? 0 : -1;
}

/* `warned` is reset before, so that only this commit's warning counts. */
static int store_batch(struct postgres_store *s, const struct batch *b)
{
    if (reach(s))
        return -1;
    int64_t end = deadline(s);
    s->warned = 0;
    if (send_batch(s, b, end) == 0 && take_answers(s, b, end) == 0)
        return 0;
    /* A new connection has neither half a pipeline nor an open transaction. */
    let_go(s);
    return -1;
}

/* An empty list asks the database nothing. After -1 it may have been stored all the same, if COMMIT
 * was sent. */
static int postgres_append(struct store *base, struct store_append *list, int n)
{
    struct postgres_store *s = (struct postgres_store *)base;
    struct batch b;
    if (batch_open(&b, list, n))
        return no_memory(s);
    int failed = b.groups ? store_batch(s, &b) : 0;
    batch_close(&b);
    return failed;
}

/* ---- asking ---- */

static PGresult *ask_prepared(struct postgres_store *s, int which, const char *const *values, int n)
{
    return await(s, PQsendQueryPrepared(s->conn, statements[which].name, n, values, NULL, NULL, 0));
}

static uint32_t number_at(const PGresult *r, int row, int column)
{
    return (uint32_t)strtoul(PQgetvalue(r, row, column), NULL, 10);
}

/* PostgreSQL refuses a parameter that is not valid text; no match has such a name. */
static int texts_of(struct postgres_store *s, int which, const char *match, uint32_t number,
                    store_entry_fn *row, void *arg)
{
    char text[16];
    const char *const values[] = {match, text};
    snprintf(text, sizeof text, "%u", number);
    if (!store_text_fits(match, strlen(match)))
        return 0;
    PGresult *r = reach(s) ? NULL : ask_prepared(s, which, values, 2);
    if (!r)
        return -1;
    for (int i = 0; i < PQntuples(r); i++)
        row(arg, number_at(r, i, 0), PQgetvalue(r, i, 1), (size_t)PQgetlength(r, i, 1));
    PQclear(r);
    return 0;
}

static int postgres_load(struct store *base, const char *match, uint32_t from, store_entry_fn *row,
                         void *arg)
{
    return texts_of((struct postgres_store *)base, LOAD, match, from, row, arg);
}

static int postgres_snapshot(struct store *base, const char *match, uint32_t most,
                             store_entry_fn *row, void *arg)
{
    return texts_of((struct postgres_store *)base, SNAPSHOT, match, most, row, arg);
}

/* A statement of its own, which may be lost: the text is computed again then. */
static int postgres_keep(struct store *base, const char *match, uint32_t number,
                         const struct store_text *text)
{
    struct postgres_store *s = (struct postgres_store *)base;
    char n[16], *body = strndup(text->at, text->n);
    const char *const values[] = {match, n, body};
    snprintf(n, sizeof n, "%u", number);
    if (!body)
        return no_memory(s);
    PGresult *r = reach(s) ? NULL : ask_prepared(s, KEEP, values, 3);
    free(body);
    PQclear(r);
    return r ? 0 : -1;
}

static int postgres_kept(struct store *base, const char *match, uint32_t number,
                         store_entry_fn *row, void *arg)
{
    return texts_of((struct postgres_store *)base, KEPT, match, number, row, arg);
}

/* Each kind of query has its own text, because a partial index is used only if the query states
 * its condition. */
static PGresult *ask_list(struct postgres_store *s, const struct store_query *q)
{
    char text[512], before[24], limit[16];
    const char *const values[] = {before, limit, q->game ? q->game : ""};
    const char *time = q->phase == 1 ? "created" : "touched";
    char phase[48] = "";
    if (q->phase >= 0)
        snprintf(phase, sizeof phase, " AND phase = %d%s", q->phase,
                 q->phase == 1 ? "" : " AND phase <> 1");
    snprintf(before, sizeof before, "%lld", (long long)q->before);
    snprintf(limit, sizeof limit, "%d", q->limit);
    snprintf(text, sizeof text,
             "SELECT id, %s, card FROM charlatan.matches WHERE %s < $1::bigint%s%s"
             " AND %s ORDER BY %s DESC FETCH FIRST ($2::bigint) ROWS WITH TIES",
             time, time, phase, q->open ? " AND open" : "",
             q->game ? "game = $3::text" : "$3::text = ''", time);
    return await(s, PQsendQueryParams(s->conn, text, 3, NULL, values, NULL, NULL, 0));
}

/* WITH TIES gives the rows of the last one's time as well (PostgreSQL 13). */
static int postgres_list(struct store *base, const struct store_query *q, store_summary_fn *row,
                         void *arg)
{
    struct postgres_store *s = (struct postgres_store *)base;
    if (q->limit <= 0 || (q->game && !store_text_fits(q->game, strlen(q->game))))
        return 0;
    PGresult *r = reach(s) ? NULL : ask_list(s, q);
    if (!r)
        return -1;
    for (int i = 0; i < PQntuples(r); i++)
        row(arg, PQgetvalue(r, i, 0), strtoll(PQgetvalue(r, i, 1), NULL, 10), PQgetvalue(r, i, 2),
            (size_t)PQgetlength(r, i, 2));
    PQclear(r);
    return 0;
}

/* The ids are compared by the database; in schema and question the order is that of bytes. */
static int postgres_due(struct store *base, int64_t now, const struct store_place *after, int limit,
                        store_due_fn *row, void *arg)
{
    struct postgres_store *s = (struct postgres_store *)base;
    char until[24], most[16], from[24];
    const char *const values[] = {until, most, from, after->match};
    snprintf(until, sizeof until, "%lld", (long long)now);
    snprintf(from, sizeof from, "%lld", (long long)after->due);
    snprintf(most, sizeof most, "%d", limit > 0 ? limit : 0);
    PGresult *r = reach(s) ? NULL : ask_prepared(s, DUE, values, 4);
    if (!r)
        return -1;
    for (int i = 0; i < PQntuples(r); i++)
        row(arg, PQgetvalue(r, i, 0), number_at(r, i, 1), strtoll(PQgetvalue(r, i, 2), NULL, 10));
    PQclear(r);
    return 0;
}

/* Notices that the store's own connection was lost, but leaves it to the next call to make it
 * again. */
static int postgres_changes(struct store *base, store_match_fn *row, void *arg)
{
    struct postgres_store *s = (struct postgres_store *)base;
    if (s->conn && !link_stands(s->conn))
        let_go(s);
    if (ear_turn(&s->ear, row, arg) == 0)
        return 0;
    memcpy(base->error, s->ear.error, STORE_ERROR);
    return -1;
}

static int postgres_changes_fd(struct store *base)
{
    return ear_fd(&((struct postgres_store *)base)->ear);
}

/* Takes the lock that an append needs, so that it is noticed if somebody else keeps it. */
static int postgres_ping(struct store *base)
{
    static const char text[] = "LOCK TABLE charlatan.log IN ROW EXCLUSIVE MODE; SELECT 1";
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) || ask_number(s, text) != 1 ? -1 : 0;
}

/* The answer is in transit for a moment; who asks has to allow for that (work.c). */
static int postgres_time(struct store *base, int64_t *ms)
{
    struct postgres_store *s = (struct postgres_store *)base;
    if (reach(s))
        return -1;
    PGresult *r = await(
        s, PQsendQuery(s->conn, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
    if (!r)
        return -1;
    *ms = PQntuples(r) ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : 0;
    PQclear(r);
    return *ms > 0 ? 0 : -1;
}

static int postgres_probe(struct store *base)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) || execute(s, "UPDATE charlatan.about SET version = version") ? -1 : 0;
}

/* ---- for operators ---- */

/* After a failure the connection is made anew: it may be lost, or within a transaction. */
static int rare_did(struct postgres_store *s, int failed)
{
    if (failed && s->conn)
        let_go(s);
    return failed ? -1 : 0;
}

/* Reads in one statement, so it is one moment of the database. */
static int postgres_walk(struct store *base, const char *after, int limit, const char *text,
                         store_walk_fn *row, void *arg)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1
                    : rare_did(s, postgres_rare_walk(s->conn, after, limit, text, row, arg,
                                                     base->error));
}

static int postgres_sweep(struct store *base, const char *match)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1 : rare_did(s, postgres_rare_sweep(s->conn, match, s->node, base->error));
}

static int postgres_rewrite(struct store *base, struct store_rewrite *r)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1 : rare_did(s, postgres_rare_rewrite(s->conn, r, s->node, base->error));
}

static int postgres_compact(struct store *base)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1 : rare_did(s, postgres_rare_compact(s->conn, base->error));
}

/* Durable when it returns, as entries are. */
static int postgres_note(struct store *base, const char *name, const struct store_text *text)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1 : rare_did(s, postgres_rare_note(s->conn, name, text, base->error));
}

static int postgres_notes(struct store *base, const char *prefix, store_note_fn *row, void *arg)
{
    struct postgres_store *s = (struct postgres_store *)base;
    return reach(s) ? -1 : rare_did(s, postgres_rare_notes(s->conn, prefix, row, arg, base->error));
}

/* ---- opening and closing ---- */

/* Waits for nothing: a transaction that is under way is ended or given up by the database. */
static void postgres_close(struct store *base)
{
    struct postgres_store *s = (struct postgres_store *)base;
    ear_close(&s->ear);
    PQfinish(s->conn);
    postgres_address_free(&s->address);
    free(s);
}

/* New at each start. 64 random bits: that two nodes have the same is out of the question. */
static void name_node(char node[NODE + 1])
{
    uint64_t number;
    MUST(getrandom(&number, sizeof number, 0) == sizeof number);
    snprintf(node, NODE + 1, "%016llx", (unsigned long long)number);
}

/* Both connections must work at the start, so that a wrong setting is noticed then. */
static int open_both(struct postgres_store *s)
{
    if (reach(s))
        return -1;
    if (ear_open(&s->ear) == 0)
        return 0;
    memcpy(s->base.error, s->ear.error, STORE_ERROR);
    return -1;
}

/* NULL with a sentence, which has no part of the address. The ear points into the store, which does
 * not move. */
struct store *store_open_postgres(const char *where, char error[STORE_ERROR])
{
    struct postgres_store *s = calloc(1, sizeof *s);
    const char *why = s ? postgres_address_read(&s->address, where) : "There is no memory left.";
    if (why) {
        snprintf(error, STORE_ERROR, "%s", why);
        if (s)
            postgres_address_free(&s->address);
        free(s);
        return NULL;
    }
    name_node(s->node);
    s->ear =
        (struct postgres_listener){.node = s->node, .address = &s->address, .store = &s->session};
    s->base = (struct store){
        .kind = "postgres",
        .shared = 1,
        .append = postgres_append,
        .load = postgres_load,
        .snapshot = postgres_snapshot,
        .keep = postgres_keep,
        .kept = postgres_kept,
        .list = postgres_list,
        .due = postgres_due,
        .changes = postgres_changes,
        .changes_fd = postgres_changes_fd,
        .ping = postgres_ping,
        .time = postgres_time,
        .probe = postgres_probe,
        .walk = postgres_walk,
        .sweep = postgres_sweep,
        .rewrite = postgres_rewrite,
        .compact = postgres_compact,
        .note = postgres_note,
        .notes = postgres_notes,
        .close = postgres_close,
    };
    if (open_both(s)) {
        memcpy(error, s->base.error, STORE_ERROR);
        postgres_close(&s->base);
        return NULL;
    }
    return &s->base;
}
