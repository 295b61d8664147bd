/* The store in one SQLite file. Several processes of one machine can share it, but only one server.
 *
 * It uses the write-ahead log with synchronous=FULL: a commit returns when the data is on the disk.
 * A batch is one transaction that takes the write lock at its beginning, so that no writer fails
 * half-way because of another.
 *
 * `seq` numbers all entries of all matches in the order in which they were stored. To find what
 * others have stored, a handle looks for entries with a higher `seq` than the last it has seen, and
 * ignores its own. data_version shows cheaply whether anything is new. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "engine/port.h"
#include "store/batch.h"
#include "store/open.h"
#include "store/sqlite_file.h"
#include "store/sqlite_rare.h"
#include "store/sqlite_schema.h"
#include "store/sqlite_wal.h"

/* BUSY_MS: how long a lock of another program is waited for. ROOM: with less disk than this a probe
 * fails. */
enum { BUSY_MS = 5000, SHOWN_PATH = 120, ROOM = 1 << 20 };

enum sqlite_statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    UPDATE_MATCH,
    INSERT_MATCH,
    INSERT_LOG,
    INSERT_SNAPSHOT,
    DROP_SNAPSHOTS,
    LOAD,
    SNAPSHOT,
    KEEP,
    KEPT,
    DUE,
    OTHERS,
    NEWEST,
    VERSION,
    PING,
    PROBE,
    /* The first of sixteen kinds of list queries. */
    LIST,
    STATEMENTS = LIST + 16
};

static const char *const sql[LIST] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [UPDATE_MATCH] =
        "UPDATE matches SET n = n + ?3, phase = ?4, open = ?5, game = ?6, created = ?7,"
        " touched = ?8, due = ?9, card = CASE ?10 WHEN '' THEN card ELSE ?10 END"
        " WHERE id = ?1 AND n = ?2",
    [INSERT_MATCH] = "INSERT INTO matches VALUES (?1, ?2 + ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                     " ON CONFLICT (id) DO NOTHING",
    [INSERT_LOG] = "INSERT INTO log (match, n, body) VALUES (?1, ?2, ?3)",
    [INSERT_SNAPSHOT] = "INSERT OR REPLACE INTO snapshots (match, n, body) VALUES (?1, ?2, ?3)",
    /* All but the last three. */
    [DROP_SNAPSHOTS] = "DELETE FROM snapshots WHERE match = ?1 AND n < (SELECT n FROM snapshots"
                       " WHERE match = ?1 ORDER BY n DESC LIMIT 1 OFFSET 2)",
    [SNAPSHOT] = "SELECT n, body FROM snapshots WHERE match = ?1 AND n <= ?2"
                 " ORDER BY n DESC LIMIT 1",
    [KEEP] = "INSERT OR REPLACE INTO beside (match, n, body) SELECT ?1, ?2, ?3"
             " WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?1)",
    [KEPT] = "SELECT n, body FROM beside WHERE match = ?1 AND n = ?2",
    [LOAD] = "SELECT n, body FROM log WHERE match = ?1 AND n >= ?2 ORDER BY n",
    [DUE] = "SELECT id, n, due FROM matches WHERE due <= ?1 AND due < 9223372036854775807"
            " AND (due, id) > (?3, ?4) ORDER BY due, id LIMIT ?2",
    [OTHERS] = "SELECT match, max(n) + 1 FROM log WHERE seq > ?1 AND seq <= ?2 AND match <> ''"
               " GROUP BY match",
    [NEWEST] = "SELECT ifnull(max(seq), 0) FROM log",
    [VERSION] = "PRAGMA data_version",
    /* It writes a page of the file, with what is there already. */
    [PROBE] = "PRAGMA application_id = 1667785074",
    [PING] = "SELECT count(*) FROM (SELECT 1 FROM matches LIMIT 1)",
};

/* What `changes` reports of a match: how many entries it has, 0 if it was removed or rewritten. */
struct change {
    char match[STORE_ID + 1];
    uint32_t n;
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    char *path;
    /* The inode and device of the file when it was opened, to notice if it is replaced. */
    ino_t file;
    dev_t disk;
    /* What holds the claim of a server; -1: there is none. */
    int claim;
    sqlite3_stmt *statement[STATEMENTS];
    /* All entries up to this seq are our own or have already been noted as changes. */
    int64_t seen;
    /* The same for matches that were removed or rewritten (sqlite_rare.h). */
    int64_t swept;
    /* data_version when changes were last looked for. */
    int64_t version;
    struct change *change;
    /* Changes that were found and not yet reported. */
    uint32_t changes, room;
};

/* ---- what is wrong, in a sentence ---- */

/* Writes a message about the file. Of a long path only the end is shown. Always -1. `what` goes on
 * after the file's name. */
static int complain(struct sqlite_store *s, const char *what)
{
    size_t n = strlen(s->path);
    snprintf(s->base.error, STORE_ERROR, "The file '%s%s' %s.", n > SHOWN_PATH ? "..." : "",
             n > SHOWN_PATH ? s->path + n - SHOWN_PATH : s->path, what);
    return -1;
}

/* Always -1. */
static int no_memory(struct sqlite_store *s)
{
    snprintf(s->base.error, STORE_ERROR, "There is no memory left; nothing was stored.");
    return -1;
}

/* Writes SQLite's last error. Always -1. What the system says is told where SQLite knows only that
 * something failed. */
static int fail(struct sqlite_store *s)
{
    char what[112];
    int number = sqlite3_system_errno(s->db);
    const char *message = sqlite3_errmsg(s->db), *system = number ? strerror(number) : message;
    const char *begin = "", *reason = message;
    switch (sqlite3_errcode(s->db) & 0xff) {
    case SQLITE_FULL: reason = "cannot grow: the disk is full"; break;
    case SQLITE_LOCKED:
    case SQLITE_BUSY: reason = "is kept locked by another program"; break;
    case SQLITE_READONLY: reason = "cannot be written: it is read-only"; break;
    case SQLITE_NOTADB: reason = "is not a database"; break;
    case SQLITE_NOMEM: return no_memory(s);
    case SQLITE_CORRUPT: begin = "is damaged: "; break;
    case SQLITE_CANTOPEN: begin = "cannot be opened: ", reason = system; break;
    case SQLITE_IOERR: begin = "cannot be read or written: ", reason = system; break;
    default: begin = "cannot be used: ";
    }
    snprintf(what, sizeof what, "%s%.80s", begin, reason);
    return complain(s, what);
}

/* ---- statements ---- */

/* The conditions of a list's statement, as bits. */
enum { BY_PHASE = 1, NOT_RUNNING = 2, BY_OPEN = 4, BY_GAME = 8 };

/* One text for each set of conditions, so that an index can be used: SQLite chooses it before it
 * knows the values. `n` has room for the longest. */
static void list_text(int how, char *text, size_t n)
{
    const char *time = how & BY_PHASE && !(how & NOT_RUNNING) ? "created" : "touched";
    snprintf(text, n, "SELECT id, %s, card FROM matches WHERE %s < ?1%s%s%s%s ORDER BY %s DESC",
             time, time, how & NOT_RUNNING ? " AND phase = ?2" : "",
             how & NOT_RUNNING ? " AND phase <> 1"
             : how & BY_PHASE  ? " AND phase = 1"
                               : "",
             how & BY_OPEN ? " AND open = 1" : "", how & BY_GAME ? " AND game = ?3" : "", time);
}

/* A statement, which is prepared once and kept. NULL with an error. */
static sqlite3_stmt *statement(struct sqlite_store *s, int which)
{
    char text[512];
    if (s->statement[which])
        return s->statement[which];
    if (which >= LIST)
        list_text(which - LIST, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", sql[which]);
    if (sqlite3_prepare_v3(s->db, text, -1, SQLITE_PREPARE_PERSISTENT, &s->statement[which],
                           NULL) != SQLITE_OK)
        fail(s);
    return s->statement[which];
}

/* Called after the last step. 0; or -1 if the step failed. */
static int finish(struct sqlite_store *s, sqlite3_stmt *st, int step)
{
    int status = step == SQLITE_DONE || step == SQLITE_ROW ? 0 : fail(s);
    sqlite3_reset(st);
    return status;
}

static int run(struct sqlite_store *s, int which)
{
    sqlite3_stmt *st = statement(s, which);
    return st ? finish(s, st, sqlite3_step(st)) : -1;
}

/* *number is 0 if there is no row. */
static int ask_number(struct sqlite_store *s, int which, int64_t *number)
{
    sqlite3_stmt *st = statement(s, which);
    *number = 0;
    if (!st)
        return -1;
    int step = sqlite3_step(st);
    if (step == SQLITE_ROW)
        *number = sqlite3_column_int64(st, 0);
    return finish(s, st, step);
}

static void bind_text(sqlite3_stmt *st, int at, const char *text, size_t n)
{
    sqlite3_bind_text64(st, at, text ? text : "", n, SQLITE_STATIC, SQLITE_UTF8);
}

/* ---- what others have stored ---- */

/* A match may be noted twice; whoever hears of it loads it once more. */
static int note_change(struct sqlite_store *s, const char *match, uint32_t n)
{
    if (s->changes == s->room) {
        uint32_t room = s->room ? s->room * 2 : 64;
        struct change *more = realloc(s->change, room * sizeof more[0]);
        if (!more)
            return no_memory(s);
        s->change = more;
        s->room = room;
    }
    struct change *c = &s->change[s->changes++];
    snprintf(c->match, sizeof c->match, "%s", match);
    c->n = n;
    return 0;
}

/* Entries of others between `seen` and `newest`, a match at most once. Our own are never among
 * them: `seen` has moved past them with our commit. */
static int note_up_to(struct sqlite_store *s, int64_t newest)
{
    sqlite3_stmt *st = statement(s, OTHERS);
    int step = SQLITE_DONE, failed = 0;
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, s->seen);
    sqlite3_bind_int64(st, 2, newest);
    while (!failed && (step = sqlite3_step(st)) == SQLITE_ROW)
        failed = note_change(s, (const char *)sqlite3_column_text(st, 0),
                             (uint32_t)sqlite3_column_int64(st, 1));
    return finish(s, st, step) || failed ? -1 : 0;
}

/* If noting fails, `seen` stays, so that the same entries are found again. Outside a transaction
 * another one may commit in between, which is why `newest` bounds the question. */
static int note_others(struct sqlite_store *s)
{
    int64_t newest;
    uint32_t before = s->changes;
    if (ask_number(s, NEWEST, &newest))
        return -1;
    if (newest <= s->seen)
        return 0;
    if (note_up_to(s, newest)) {
        s->changes = before;
        return -1;
    }
    s->seen = newest;
    return 0;
}

static int note_gone(void *arg, const char *match)
{
    return note_change(arg, match, 0);
}

/* The same for what was removed or rewritten. */
static int note_swept(struct sqlite_store *s)
{
    uint32_t before = s->changes;
    if (sqlite_rare_told(s->db, &s->swept, note_gone, s) == 0)
        return 0;
    s->changes = before;
    return fail(s);
}

/* ---- append ---- */

/* The places are the same in UPDATE_MATCH and INSERT_MATCH. Texts are not copied: they must live
 * until the step. */
static void bind_match(sqlite3_stmt *st, const struct store_group *g)
{
    const struct store_summary *c = &g->summary;
    bind_text(st, 1, g->match, strlen(g->match));
    sqlite3_bind_int64(st, 2, g->expected);
    sqlite3_bind_int64(st, 3, g->count);
    sqlite3_bind_int(st, 4, c->phase);
    sqlite3_bind_int(st, 5, c->open != 0);
    bind_text(st, 6, c->game, strnlen(c->game, sizeof c->game));
    sqlite3_bind_int64(st, 7, c->created);
    sqlite3_bind_int64(st, 8, c->touched);
    sqlite3_bind_int64(st, 9, c->due);
    bind_text(st, 10, c->text, c->text_n);
}

/* For statements with a match, a number and a text. */
static int store_text_as(struct sqlite_store *s, int which, const char *match, uint32_t n,
                         const struct store_text *t)
{
    sqlite3_stmt *st = statement(s, which);
    if (!st)
        return -1;
    bind_text(st, 1, match, strlen(match));
    sqlite3_bind_int64(st, 2, n);
    bind_text(st, 3, t->at, t->n);
    return finish(s, st, sqlite3_step(st));
}

/* In the transaction of the entries, so a snapshot never has entries that are not there. */
static int store_snapshot(struct sqlite_store *s, const struct store_group *g)
{
    if (!g->snapshot.n)
        return 0;
    if (store_text_as(s, INSERT_SNAPSHOT, g->match, g->snapshot_of, &g->snapshot))
        return -1;
    sqlite3_stmt *st = statement(s, DROP_SNAPSHOTS);
    if (!st)
        return -1;
    bind_text(st, 1, g->match, strlen(g->match));
    return finish(s, st, sqlite3_step(st));
}

/* The row of the match decides: if it does not have the expected number, nothing is changed, and
 * the group is a conflict. 0 also for a conflict, which concerns this match alone; -1 ends the
 * batch. */
static int store_group(struct sqlite_store *s, const struct store_group *g)
{
    sqlite3_stmt *st = statement(s, g->expected ? UPDATE_MATCH : INSERT_MATCH);
    uint32_t n = g->expected;
    if (!st)
        return -1;
    bind_match(st, g);
    if (finish(s, st, sqlite3_step(st)))
        return -1;
    if (sqlite3_changes(s->db) == 0) {
        group_settle(g, STORE_CONFLICT);
        return 0;
    }
    group_settle(g, STORE_STORED);
    for (int i = 0; i < g->parts; i++)
        for (uint32_t e = 0; e < g->part[i]->count; e++)
            if (store_text_as(s, INSERT_LOG, g->match, n++, &g->part[i]->entry[e]))
                return -1;
    return store_snapshot(s, g);
}

/* Checks that the file is still in its place. A file that was moved away would still take
 * entries, and nobody would find them. */
static int look_after(struct sqlite_store *s)
{
    struct stat now;
    if (stat(s->path, &now) == 0 && now.st_ino == s->file && now.st_dev == s->disk)
        return 0;
    return complain(s, "has been moved or deleted");
}

/* Stores a batch. Entries of others are noted first, so that `seen` can then move past our own
 * entries. -1: nothing is stored, once roll_back has been called. *newest is read within the
 * transaction, so it is the number of our last entry. */
static int store_batch(struct sqlite_store *s, const struct batch *b, int64_t *newest)
{
    if (look_after(s) || run(s, BEGIN) || note_others(s))
        return -1;
    for (int i = 0; i < b->groups; i++)
        if (store_group(s, &b->group[i]))
            return -1;
    return ask_number(s, NEWEST, newest) || run(s, COMMIT) ? -1 : 0;
}

/* Does nothing outside a transaction, so it may be called after any failure. */
static void roll_back(struct sqlite_store *s)
{
    char error[STORE_ERROR];
    /* Only the first error is kept. */
    memcpy(error, s->base.error, sizeof error);
    if (!sqlite3_get_autocommit(s->db))
        run(s, ROLLBACK);
    memcpy(s->base.error, error, sizeof error);
}

/* `seen` moves only after the commit. Outcomes of a batch that failed mean nothing. */
static int sqlite_append(struct store *base, struct store_append *list, int n)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    struct batch b;
    int64_t newest = 0;
    if (batch_open(&b, list, n))
        return no_memory(s);
    int failed = b.groups ? store_batch(s, &b, &newest) : 0;
    if (failed)
        roll_back(s);
    else if (b.groups)
        s->seen = newest;
    batch_close(&b);
    return failed;
}

/* ---- asking ---- */

/* Rows of a match with a number and a text. */
static int texts_of(struct sqlite_store *s, int which, const char *match, uint32_t number,
                    store_entry_fn *row, void *arg)
{
    sqlite3_stmt *st = statement(s, which);
    int step;
    if (!st)
        return -1;
    bind_text(st, 1, match, strlen(match));
    sqlite3_bind_int64(st, 2, number);
    while ((step = sqlite3_step(st)) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(st, 1);
        row(arg, (uint32_t)sqlite3_column_int64(st, 0), body, (size_t)sqlite3_column_bytes(st, 1));
    }
    return finish(s, st, step);
}

static int sqlite_load(struct store *base, const char *match, uint32_t from, store_entry_fn *row,
                       void *arg)
{
    return texts_of((struct sqlite_store *)base, LOAD, match, from, row, arg);
}

static int sqlite_snapshot(struct store *base, const char *match, uint32_t most,
                           store_entry_fn *row, void *arg)
{
    return texts_of((struct sqlite_store *)base, SNAPSHOT, match, most, row, arg);
}

/* Outside a batch, in a transaction of its own. A match that is not there any more is no
 * failure. */
static int sqlite_keep(struct store *base, const char *match, uint32_t number,
                       const struct store_text *text)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    return look_after(s) || store_text_as(s, KEEP, match, number, text) ? -1 : 0;
}

static int sqlite_kept(struct store *base, const char *match, uint32_t number, store_entry_fn *row,
                       void *arg)
{
    return texts_of((struct sqlite_store *)base, KEPT, match, number, row, arg);
}

/* NULL with an error. */
static sqlite3_stmt *bind_query(struct sqlite_store *s, const struct store_query *q)
{
    int how = (q->phase >= 0 ? BY_PHASE : 0) | (q->phase >= 0 && q->phase != 1 ? NOT_RUNNING : 0) |
              (q->open ? BY_OPEN : 0) | (q->game ? BY_GAME : 0);
    sqlite3_stmt *st = statement(s, LIST + how);
    if (!st)
        return NULL;
    sqlite3_bind_int64(st, 1, q->before);
    if (how & NOT_RUNNING)
        sqlite3_bind_int(st, 2, q->phase);
    if (how & BY_GAME)
        bind_text(st, 3, q->game, strlen(q->game));
    return st;
}

/* Reads on after `limit` rows as long as they have the time of the last one. */
static int sqlite_list(struct store *base, const struct store_query *q, store_summary_fn *row,
                       void *arg)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    sqlite3_stmt *st = bind_query(s, q);
    int step = SQLITE_DONE;
    int64_t last = 0;
    if (!st)
        return -1;
    for (int i = 0; q->limit > 0 && (step = sqlite3_step(st)) == SQLITE_ROW; i++) {
        int64_t when = sqlite3_column_int64(st, 1);
        if (i >= q->limit && when != last)
            break;
        const char *text = (const char *)sqlite3_column_text(st, 2);
        row(arg, (const char *)sqlite3_column_text(st, 0), when, text,
            (size_t)sqlite3_column_bytes(st, 2));
        last = when;
    }
    return finish(s, st, step);
}

/* The place is compared as a pair, because several matches may be due at the same time. */
static int sqlite_due(struct store *base, int64_t now, const struct store_place *after, int limit,
                      store_due_fn *row, void *arg)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    sqlite3_stmt *st = statement(s, DUE);
    int step;
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, now);
    sqlite3_bind_int(st, 2, limit > 0 ? limit : 0);
    sqlite3_bind_int64(st, 3, after->due);
    bind_text(st, 4, after->match, strlen(after->match));
    while ((step = sqlite3_step(st)) == SQLITE_ROW)
        row(arg, (const char *)sqlite3_column_text(st, 0), (uint32_t)sqlite3_column_int64(st, 1),
            sqlite3_column_int64(st, 2));
    return finish(s, st, step);
}

/* data_version changes only with commits of other connections, so most calls ask for one number. A
 * failure leaves the version as it was, and the next call looks again. */
static int sqlite_changes(struct store *base, store_match_fn *row, void *arg)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    int64_t version;
    if (ask_number(s, VERSION, &version))
        return -1;
    if (version != s->version && (note_others(s) || note_swept(s)))
        return -1;
    s->version = version;
    for (uint32_t i = 0; i < s->changes; i++)
        row(arg, s->change[i].match, s->change[i].n);
    s->changes = 0;
    return 0;
}

static int sqlite_changes_fd(struct store *base)
{
    (void)base;
    return -1;
}

/* Takes the write lock, so that it is noticed if somebody else keeps it. Nothing is written. Fails
 * after BUSY_MS if the lock is not given up. */
static int sqlite_ping(struct store *base)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    if (look_after(s) || run(s, BEGIN))
        return -1;
    int failed = run(s, PING);
    return run(s, ROLLBACK) || failed ? -1 : 0;
}

/* A page that fits does not mean that the next entries do. */
static int look_for_room(struct sqlite_store *s)
{
    struct statvfs disk;
    if (statvfs(s->path, &disk) || (uint64_t)disk.f_bavail * disk.f_frsize >= ROOM)
        return 0;
    return complain(s, "has less than 1 MiB of disk left");
}

static int sqlite_probe(struct store *base)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    return look_after(s) || look_for_room(s) || run(s, PROBE) ? -1 : 0;
}

/* ---- for operators ---- */

/* Reads what is committed at the moment it begins; a server may go on writing. */
static int sqlite_walk(struct store *base, const char *after, int limit, const char *text,
                       store_walk_fn *row, void *arg)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    return sqlite_rare_walk(s->db, after, limit, text, row, arg) ? fail(s) : 0;
}

/* Begins a transaction, in which others' changes are noted first. */
static int begin_rare(struct sqlite_store *s, int64_t *newest)
{
    return look_after(s) || run(s, BEGIN) || note_others(s) || note_swept(s) ||
                   ask_number(s, NEWEST, newest)
               ? -1
               : 0;
}

/* Tells others of the match, and commits; what was told here is not news to ourselves. */
static int end_rare(struct sqlite_store *s, const char *match, int64_t newest)
{
    int64_t swept;
    if (sqlite_rare_tell(s->db, match))
        return fail(s);
    swept = sqlite3_last_insert_rowid(s->db);
    if (run(s, COMMIT))
        return -1;
    s->seen = newest;
    s->swept = swept;
    return 0;
}

/* Others hear of it through the table `swept`, and the log keeps its numbers (keep_place). */
static int sqlite_sweep(struct store *base, const char *match)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    int64_t newest;
    int failed = begin_rare(s, &newest);
    if (!failed && sqlite_rare_sweep(s->db, match, &newest))
        failed = fail(s);
    if (failed || end_rare(s, match, newest)) {
        roll_back(s);
        return -1;
    }
    return 0;
}

/* A conflict is rolled back, and 0: the outcome tells. After a commit there is nothing left to roll
 * back. */
static int sqlite_rewrite(struct store *base, struct store_rewrite *r)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    int64_t newest;
    int failed = begin_rare(s, &newest);
    if (!failed && sqlite_rare_rewrite(s->db, r))
        failed = fail(s);
    if (failed || (r->outcome == STORE_STORED && end_rare(s, r->match, newest))) {
        roll_back(s);
        return -1;
    }
    roll_back(s);
    return 0;
}

/* A connection of its own: this one keeps whole transactions in memory (cache_spill), and the whole
 * file is one. VACUUM needs as much disk again while it runs. The checkpoint afterwards empties the
 * log, in which the old bytes would stay. */
static int sqlite_compact(struct store *base)
{
    struct sqlite_store *s = (struct sqlite_store *)base, other = {.path = s->path};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int failed = look_after(s);
    if (!failed && sqlite3_open_v2(s->path, &other.db, flags, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(other.db, BUSY_MS);
        failed = sqlite3_exec(other.db,
                              "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; VACUUM;"
                              "PRAGMA wal_checkpoint(TRUNCATE)",
                              NULL, NULL, NULL) != SQLITE_OK;
    } else {
        failed = 1;
    }
    if (failed && other.db)
        fail(&other);
    if (failed && other.base.error[0])
        memcpy(s->base.error, other.base.error, STORE_ERROR);
    sqlite3_close(other.db);
    return failed ? -1 : 0;
}

/* Durable when it returns, as entries are. */
static int sqlite_note(struct store *base, const char *name, const struct store_text *text)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    return look_after(s) ? -1 : sqlite_rare_note(s->db, name, text) ? fail(s) : 0;
}

static int sqlite_notes(struct store *base, const char *prefix, store_note_fn *row, void *arg)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    return sqlite_rare_notes(s->db, prefix, row, arg) ? fail(s) : 0;
}

/* ---- opening and closing ---- */

/* Also for a store that was opened only in part. The claim goes last (sqlite_file.h). */
static void sqlite_close_store(struct store *base)
{
    struct sqlite_store *s = (struct sqlite_store *)base;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->db);
    if (s->claim >= 0)
        close(s->claim);
    free(s->change);
    free(s->path);
    free(s);
}

static int execute(struct sqlite_store *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : fail(s);
}

/* Ends a transaction that the schema's steps have left, and says why. */
static int take_schema(struct sqlite_store *s, enum schema_result r, const char *why)
{
    if (r == SCHEMA_FINE)
        return 0;
    if (r == SCHEMA_REFUSED)
        complain(s, why);
    else
        fail(s);
    roll_back(s);
    return -1;
}

/* Of two processes that switch to the write-ahead log at the same time, one gets "busy" at once,
 * whatever the timeout is. Tries for BUSY_MS. The mode is the file's and stays, so this is a
 * question only after the first time. */
static int use_wal(struct sqlite_store *s)
{
    static const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    int status = SQLITE_BUSY, is_wal = 0;
    for (int i = 0; i < BUSY_MS / 10 && (status & 0xff) == SQLITE_BUSY; i++) {
        sqlite3_stmt *st = NULL;
        if (i)
            nanosleep(&nap, NULL);
        status = sqlite3_prepare_v2(s->db, "PRAGMA journal_mode = WAL", -1, &st, NULL);
        if (status == SQLITE_OK)
            status = sqlite3_step(st);
        is_wal = status == SQLITE_ROW &&
                 sqlite3_stricmp((const char *)sqlite3_column_text(st, 0), "wal") == 0;
        if (status != SQLITE_ROW)
            fail(s);
        sqlite3_finalize(st);
    }
    if (status == SQLITE_ROW && !is_wal)
        complain(s, "is on a file system without support for a write-ahead log");
    return is_wal ? 0 : -1;
}

/* With 2,000 running tables, the default cache of 2 MiB is read again and again, and the default
 * of 1,000 pages of log fills many times a second. Together that took a quarter of the server's
 * CPU time. Moves wait while the log is copied into the file, so that happens after 64 MiB only. */
static const char pragmas[] = "PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384;"
                              "PRAGMA wal_autocheckpoint = 16000; PRAGMA secure_delete = ON";

/* What sqlite_wal.h asks for. */
static const char log_pragmas[] = "PRAGMA synchronous = FULL; PRAGMA cache_spill = OFF";

/* In this order: look whether it is ours before anything is written, then the log, then the schema.
 * DEFENSIVE and an untrusted schema keep a file that somebody has prepared from doing harm. `seen`
 * begins at the end: what was there before is no change. */
static int set_up(struct sqlite_store *s)
{
    struct stat file;
    char why[STORE_ERROR] = "";
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (take_schema(s, sqlite_schema_look(s->db, why), why))
        return -1;
    if (sqlite3_db_readonly(s->db, "main"))
        return complain(s, "cannot be written: it is read-only");
    if (execute(s, log_pragmas) || use_wal(s) || execute(s, pragmas))
        return -1;
    if (take_schema(s, sqlite_schema_make(s->db, why), why) ||
        ask_number(s, VERSION, &s->version) || ask_number(s, NEWEST, &s->seen))
        return -1;
    if (sqlite_rare_told(s->db, &s->swept, NULL, NULL))
        return fail(s);
    if (stat(s->path, &file))
        return complain(s, "was removed just now");
    s->file = file.st_ino;
    s->disk = file.st_dev;
    return 0;
}

/* SQLite does not say why a file cannot be opened; this finds the usual reasons. */
static int explain_opening(struct sqlite_store *s)
{
    struct stat st;
    char *slash = strrchr(s->path, '/');
    int is_folder = stat(s->path, &st) == 0 && S_ISDIR(st.st_mode), is_nowhere = 0;
    if ((sqlite3_errcode(s->db) & 0xff) != SQLITE_CANTOPEN)
        return fail(s);
    if (slash && slash != s->path) {
        *slash = '\0';
        is_nowhere = stat(s->path, &st) || !S_ISDIR(st.st_mode);
        *slash = '/';
    }
    return is_folder    ? complain(s, "is a folder: name a file in it")
           : is_nowhere ? complain(s, "cannot be created: there is no such folder")
                        : fail(s);
}

/* On failure s->db may be there all the same, and is closed with the store. */
static int open_file(struct sqlite_store *s, const char *path)
{
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (!(s->path = strdup(path)))
        return no_memory(s);
    return sqlite3_open_v2(path, &s->db, flags, sqlite_wal_layer()) == SQLITE_OK
               ? 0
               : explain_opening(s);
}

/* Before anything is written: another server may be older, and must not find a schema that it does
 * not know. */
static int claim(struct sqlite_store *s)
{
    char what[112];
    s->claim = sqlite_claim(s->path);
    if (s->claim >= 0)
        return 0;
    if (errno == EWOULDBLOCK)
        return complain(s, "is used by another server. Give this one its own file (--db FILE)"
                           ", or use PostgreSQL for both");
    snprintf(what, sizeof what, "cannot be locked: %.80s", strerror(errno));
    return complain(s, what);
}

/* NULL with a sentence; then nothing is open and no claim is held. */
struct store *store_open_sqlite(const char *path, int serves, char error[STORE_ERROR])
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(error, STORE_ERROR, "There is no memory left.");
        return NULL;
    }
    s->base = (struct store){
        .kind = "sqlite",
        .shared = !serves,
        .append = sqlite_append,
        .load = sqlite_load,
        .snapshot = sqlite_snapshot,
        .keep = sqlite_keep,
        .kept = sqlite_kept,
        .list = sqlite_list,
        .due = sqlite_due,
        .changes = sqlite_changes,
        .changes_fd = sqlite_changes_fd,
        .ping = sqlite_ping,
        .probe = sqlite_probe,
        .walk = sqlite_walk,
        .sweep = sqlite_sweep,
        .rewrite = sqlite_rewrite,
        .compact = sqlite_compact,
        .note = sqlite_note,
        .notes = sqlite_notes,
        .close = sqlite_close_store,
    };
    s->claim = -1;
    if (open_file(s, path) || (serves && claim(s)) || set_up(s)) {
        memcpy(error, s->base.error, STORE_ERROR);
        sqlite_close_store(&s->base);
        return NULL;
    }
    return &s->base;
}

/* A backup has no log beside it, and is read as it is; else the file is in use, or was. `immutable`
 * promises SQLite that nobody writes meanwhile, so it takes no locks and makes no files: it works
 * in a folder that may only be read. */
static int open_to_read(struct sqlite_store *s, const char *path)
{
    char *uri = sqlite3_mprintf("%s-wal", path);
    int has_log = uri && access(uri, F_OK) == 0;
    sqlite3_free(uri);
    if (!(s->path = strdup(path)))
        return no_memory(s);
    uri = has_log ? sqlite3_mprintf("file:%s?mode=ro", path)
                  : sqlite3_mprintf("file:%s?mode=ro&immutable=1", path);
    int status = sqlite3_open_v2(
        uri, &s->db,
        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    sqlite3_free(uri);
    char why[STORE_ERROR] = "";
    return status != SQLITE_OK ? explain_opening(s)
                               : take_schema(s, sqlite_schema_look(s->db, why), why);
}

/* `?`, `#` and `%` mean something in the URI by which the file is opened. */
struct store *store_open_to_read(const char *path, char error[STORE_ERROR])
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    MUST(s);
    s->claim = -1;
    s->base = (struct store){.kind = "sqlite",
                             .load = sqlite_load,
                             .list = sqlite_list,
                             .walk = sqlite_walk,
                             .close = sqlite_close_store};
    if (strpbrk(path, "?#%"))
        snprintf(s->base.error, STORE_ERROR, "Name a file without ?, # and %%.");
    if (s->base.error[0] || open_to_read(s, path)) {
        memcpy(error, s->base.error, STORE_ERROR);
        sqlite_close_store(&s->base);
        return NULL;
    }
    return &s->base;
}
