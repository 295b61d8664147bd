/* The ledger in an SQLite file; see ledger.h. */
#include "server/witness/ledger.h"

#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* FORGET_MOST: so many matches are forgotten in one go, as it happens between two requests. */
enum { BUSY_MS = 5000, SCHEMA = 1, FORGET_MOST = 500 };

enum ledger_query {
    BEGIN,
    COMMIT,
    ROLLBACK,
    FIND,
    FIND_ASKER,
    ADD,
    UPDATE,
    QUESTION,
    ADD_QUESTION,
    COUNT,
    COUNT_OPEN,
    FORGET_QUESTIONS,
    FORGET,
    QUERIES
};

#define COLUMNS                                                                                    \
    "id, commitment, secret, salt, server, asker, asked, transcript, opened, touched, ended"
/* ?1: the present time. */
#define OLD "SELECT id FROM matches WHERE forget <= ?1 ORDER BY forget LIMIT ?2"

static const char *const sql[QUERIES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [FIND] = "SELECT " COLUMNS " FROM matches WHERE commitment = ?1",
    [FIND_ASKER] = "SELECT " COLUMNS " FROM matches WHERE asker = ?1",
    [ADD] = "INSERT INTO matches (commitment, secret, salt, server, asker, asked, transcript,"
            " opened, touched, ended, forget, address)"
            " VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?7, 0, ?8, ?9)",
    [UPDATE] = "UPDATE matches SET asked = ?2, transcript = ?3, touched = ?4, ended = ?5,"
               " forget = ?6 WHERE id = ?1",
    [QUESTION] = "SELECT question FROM questions WHERE match = ?1 AND n = ?2",
    [ADD_QUESTION] = "INSERT INTO questions VALUES (?1, ?2, ?3)",
    [COUNT] = "SELECT count(*) FROM matches",
    [COUNT_OPEN] = "SELECT count(*) FROM matches WHERE address = ?1 AND ended = 0",
    [FORGET_QUESTIONS] = "DELETE FROM questions WHERE match IN (" OLD ")",
    [FORGET] = "DELETE FROM matches WHERE id IN (" OLD ")",
};

static const char *const schema =
    "CREATE TABLE IF NOT EXISTS own (key BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS matches (id INTEGER PRIMARY KEY, commitment BLOB NOT NULL UNIQUE,"
    " secret BLOB NOT NULL, salt BLOB NOT NULL, server BLOB NOT NULL, asker BLOB NOT NULL UNIQUE,"
    " asked INTEGER NOT NULL, transcript BLOB NOT NULL, opened INTEGER NOT NULL,"
    " touched INTEGER NOT NULL, ended INTEGER NOT NULL, forget INTEGER NOT NULL,"
    " address TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS questions (match INTEGER NOT NULL, n INTEGER NOT NULL,"
    " question BLOB NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS old ON matches (forget);"
    "CREATE INDEX IF NOT EXISTS open ON matches (address) WHERE ended = 0;";

/* One connection, used by one thread. Statements are prepared once and reset by whoever used
 * them. */
struct ledger {
    sqlite3 *db;
    sqlite3_stmt *query[QUERIES];
    uint8_t secret[WITNESS_SECRET];
};

/* ---- opening ---- */

/* Only for texts of our own, without values. */
static int run(struct ledger *l, const char *text)
{
    return sqlite3_exec(l->db, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

/* A number the file has, or -1. */
static int64_t number_of(struct ledger *l, const char *text)
{
    sqlite3_stmt *s = NULL;
    int64_t n = -1;
    if (sqlite3_prepare_v2(l->db, text, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return n;
}

/* The witness's own key: the one of the file, or a new one. */
static int read_key(struct ledger *l)
{
    sqlite3_stmt *s = NULL;
    int step = SQLITE_ERROR;
    if (sqlite3_prepare_v2(l->db, "SELECT key FROM own", -1, &s, NULL) == SQLITE_OK)
        step = sqlite3_step(s);
    int there = step == SQLITE_ROW && sqlite3_column_bytes(s, 0) == WITNESS_SECRET;
    if (there)
        memcpy(l->secret, sqlite3_column_blob(s, 0), WITNESS_SECRET);
    sqlite3_finalize(s);
    if (there || step != SQLITE_DONE)
        return there ? 0 : -1;
    randombytes_buf(l->secret, sizeof l->secret);
    s = NULL;
    if (sqlite3_prepare_v2(l->db, "INSERT INTO own VALUES (?1)", -1, &s, NULL) == SQLITE_OK) {
        sqlite3_bind_blob(s, 1, l->secret, WITNESS_SECRET, SQLITE_TRANSIENT);
        step = sqlite3_step(s);
    }
    sqlite3_finalize(s);
    return step == SQLITE_DONE ? 0 : -1;
}

/* A file of a newer version is left as it is. */
static int make_schema(struct ledger *l)
{
    char version[64];
    int64_t found = number_of(l, "PRAGMA user_version");
    if (found < 0 || found > SCHEMA || run(l, schema) < 0)
        return -1;
    snprintf(version, sizeof version, "PRAGMA user_version = %d", SCHEMA);
    return run(l, version);
}

static int prepare(struct ledger *l)
{
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(l->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &l->query[i], NULL) !=
            SQLITE_OK)
            return -1;
    return 0;
}

/* All in one exclusive transaction: two processes that open a new file at once cannot both give it
 * a key. synchronous = FULL, because an answer that was given must never be forgotten by a
 * crash. */
struct ledger *ledger_open(const char *path, char error[LEDGER_ERROR])
{
    struct ledger *l = calloc(1, sizeof *l);
    MUST(l);
    int opened = sqlite3_open(path, &l->db) == SQLITE_OK;
    sqlite3_busy_timeout(l->db, BUSY_MS);
    /* One witness has one file: two would answer for the same matches without knowing each
     * other's last question. */
    if (opened && run(l, "PRAGMA locking_mode = EXCLUSIVE") == 0 &&
        run(l, "PRAGMA journal_mode = WAL") == 0 && run(l, "PRAGMA synchronous = FULL") == 0 &&
        run(l, "BEGIN EXCLUSIVE") == 0 && make_schema(l) == 0 && read_key(l) == 0 &&
        run(l, "COMMIT") == 0 && prepare(l) == 0)
        return l;
    /* In this order: the next query replaces the message. */
    snprintf(error, LEDGER_ERROR, "%.120s: %.100s", path, sqlite3_errmsg(l->db));
    if (number_of(l, "PRAGMA user_version") > SCHEMA)
        snprintf(error, LEDGER_ERROR, "%.120s: a newer version has written this file", path);
    ledger_close(l);
    return NULL;
}

/* Takes a ledger that is only half open as well. No statement may be under way. */
void ledger_close(struct ledger *l)
{
    for (int i = 0; i < QUERIES; i++)
        sqlite3_finalize(l->query[i]);
    sqlite3_close(l->db);
    sodium_memzero(l, sizeof *l);
    free(l);
}

const uint8_t *ledger_secret(const struct ledger *l)
{
    return l->secret;
}

/* ---- statements ---- */

/* Bindings of the last time are still there; every use binds all of its own. */
static sqlite3_stmt *use(struct ledger *l, enum ledger_query which)
{
    sqlite3_reset(l->query[which]);
    return l->query[which];
}

/* Runs a statement that gives no rows. */
static int finish(sqlite3_stmt *s)
{
    int done = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    return done ? 0 : -1;
}

/* The bytes must stay until the statement has run. */
static void bind(sqlite3_stmt *s, int at, const uint8_t *bytes, int n)
{
    sqlite3_bind_blob(s, at, bytes, n, SQLITE_STATIC);
}

/* IMMEDIATE: takes the right to write at once, so no statement after it can fail for want of it. */
int ledger_begin(struct ledger *l)
{
    return finish(use(l, BEGIN));
}

int ledger_commit(struct ledger *l)
{
    return finish(use(l, COMMIT));
}

/* Its result does not matter: without a commit nothing is stored. */
void ledger_rollback(struct ledger *l)
{
    finish(use(l, ROLLBACK));
}

/* ---- matches ---- */

/* Bytes of the wrong length are left as zeros; a signature or a comparison fails then. */
static void column(sqlite3_stmt *s, int at, uint8_t *bytes, int n)
{
    if (sqlite3_column_bytes(s, at) == n)
        memcpy(bytes, sqlite3_column_blob(s, at), (size_t)n);
}

/* Fills in *m only if it returns 1. The ledger's own id is for `update` and questions. */
static int find(sqlite3_stmt *s, struct ledger_match *m)
{
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        memset(m, 0, sizeof *m);
        m->id = sqlite3_column_int64(s, 0);
        column(s, 1, m->commitment, WITNESS_HASH);
        column(s, 2, m->secret, WITNESS_SECRET);
        column(s, 3, m->salt, COMMIT_SALT);
        column(s, 4, m->server, WITNESS_HASH);
        column(s, 5, m->asker, WITNESS_KEY);
        m->asked = (uint32_t)sqlite3_column_int64(s, 6);
        column(s, 7, m->transcript, WITNESS_HASH);
        m->opened = sqlite3_column_int64(s, 8);
        m->touched = sqlite3_column_int64(s, 9);
        m->ended = sqlite3_column_int64(s, 10);
    }
    sqlite3_reset(s);
    return step == SQLITE_ROW ? 1 : step == SQLITE_DONE ? 0 : -1;
}

int ledger_find(struct ledger *l, const uint8_t commitment[WITNESS_HASH], struct ledger_match *m)
{
    sqlite3_stmt *s = use(l, FIND);
    bind(s, 1, commitment, WITNESS_HASH);
    return find(s, m);
}

int ledger_find_asker(struct ledger *l, const uint8_t asker[WITNESS_KEY], struct ledger_match *m)
{
    sqlite3_stmt *s = use(l, FIND_ASKER);
    bind(s, 1, asker, WITNESS_KEY);
    return find(s, m);
}

/* When the match is forgotten if nothing more happens. */
static int64_t forget_at(const struct ledger_match *m)
{
    if (m->ended)
        return m->ended + LEDGER_ENDED_MS;
    return m->touched + (m->asked ? LEDGER_SILENT_MS : LEDGER_UNASKED_MS);
}

/* m->id is not used; `asked` and `ended` are 0 in the row, as the match is new. */
int ledger_add(struct ledger *l, const struct ledger_match *m, const char *address)
{
    sqlite3_stmt *s = use(l, ADD);
    bind(s, 1, m->commitment, WITNESS_HASH);
    bind(s, 2, m->secret, WITNESS_SECRET);
    bind(s, 3, m->salt, COMMIT_SALT);
    bind(s, 4, m->server, WITNESS_HASH);
    bind(s, 5, m->asker, WITNESS_KEY);
    bind(s, 6, m->transcript, WITNESS_HASH);
    sqlite3_bind_int64(s, 7, m->opened);
    sqlite3_bind_int64(s, 8, forget_at(m));
    sqlite3_bind_text(s, 9, address, -1, SQLITE_STATIC);
    return finish(s);
}

/* By m->id, which ledger_find has filled in. When it is forgotten follows from the times. */
int ledger_update(struct ledger *l, const struct ledger_match *m)
{
    sqlite3_stmt *s = use(l, UPDATE);
    sqlite3_bind_int64(s, 1, m->id);
    sqlite3_bind_int64(s, 2, m->asked);
    bind(s, 3, m->transcript, WITNESS_HASH);
    sqlite3_bind_int64(s, 4, m->touched);
    sqlite3_bind_int64(s, 5, m->ended);
    sqlite3_bind_int64(s, 6, forget_at(m));
    return finish(s);
}

/* ---- questions ---- */

/* -1 also if it is not there, since a question below `asked` was written down. */
int ledger_question(struct ledger *l, const struct ledger_match *m, uint32_t n,
                    uint8_t question[WITNESS_HASH])
{
    sqlite3_stmt *s = use(l, QUESTION);
    sqlite3_bind_int64(s, 1, m->id);
    sqlite3_bind_int64(s, 2, n);
    int there = sqlite3_step(s) == SQLITE_ROW;
    if (there)
        column(s, 0, question, WITNESS_HASH);
    sqlite3_reset(s);
    return there ? 0 : -1;
}

int ledger_add_question(struct ledger *l, const struct ledger_match *m, uint32_t n,
                        const uint8_t question[WITNESS_HASH])
{
    sqlite3_stmt *s = use(l, ADD_QUESTION);
    sqlite3_bind_int64(s, 1, m->id);
    sqlite3_bind_int64(s, 2, n);
    bind(s, 3, question, WITNESS_HASH);
    return finish(s);
}

/* ---- counting and forgetting ---- */

static int64_t count(sqlite3_stmt *s)
{
    int64_t n = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_reset(s);
    return n;
}

int64_t ledger_count(struct ledger *l)
{
    return count(use(l, COUNT));
}

int64_t ledger_count_open(struct ledger *l, const char *address)
{
    sqlite3_stmt *s = use(l, COUNT_OPEN);
    sqlite3_bind_text(s, 1, address, -1, SQLITE_STATIC);
    return count(s);
}

/* Both statements pick the same matches, as nothing is written between them. */
static int forget(sqlite3_stmt *s, int64_t now)
{
    sqlite3_bind_int64(s, 1, now);
    sqlite3_bind_int64(s, 2, FORGET_MOST);
    return finish(s);
}

/* Questions first: a match without questions would be found again the next time, questions without
 * a match never. */
int ledger_forget(struct ledger *l, int64_t now)
{
    if (forget(use(l, FORGET_QUESTIONS), now) < 0)
        return -1;
    return forget(use(l, FORGET), now);
}
