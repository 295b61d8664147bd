/* Folds logs on other threads; see rebuild.h. */
#include "server/tables/rebuild.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/refusals.h"
#include "server/host.h"
#include "server/log.h"
#include "server/outage.h"
#include "server/server.h"
#include "wire/refuse.h"

/* A longer log is a slow chore, or one whose founding has more bytes. */
enum { FOLD_QUICK = 1024, FOLD_QUICK_BYTES = 1 << 16 };

/* ---- on the chore's thread ---- */

/* One entry of the log. The caller's functions see the match before it and after it. -1: f->why
 * says what is wrong with it; the match is then as it was before the entry. */
static int take(struct table_fold *f, const struct queue_row *row, struct session_done *done)
{
    struct entry e;
    if (row->n != f->match.entries)
        return because(&f->why, ROW(entry_missing));
    if (entry_read(&e, &f->match, row->text, row->text_n, &f->why) < 0)
        return -1;
    if (f->before)
        f->before(f, &e);
    int taken = match_take(&f->match, &e, done, &f->why);
    log_hash_add(&f->log, row->text, row->text_n);
    if (taken == 0 && f->after)
        f->after(f, &e, done);
    entry_free(&e);
    return taken;
}

/* The row before the snapshot shows whether it belongs to this log. -1: the snapshot is not used,
 * and nothing of the match may be. */
static int begin(struct table_fold *f)
{
    const struct queue_rows *r = &f->rows;
    if (snapshot_read(&f->match, &f->log, r->snapshot, r->snapshot_n, &f->why) < 0)
        return -1;
    if (f->match.entries != r->snapshot_of || !r->count || r->row[0].n + 1 != r->snapshot_of)
        return because(&f->why, ROW(snapshot_log));
    f->resumed = r->snapshot_of;
    return snapshot_fits(&f->match, &f->log, r->row[0].text, r->row[0].text_n, &f->why);
}

/* An invalid log leaves the match with the entries before the first that does not fit; an invalid
 * snapshot leaves nothing that may be used. */
static void fold(struct table_fold *f)
{
    struct session_done *done = malloc(sizeof *done);
    MUST(done);
    match_init(&f->match);
    memset(&f->log, 0, sizeof f->log);
    f->resumed = 0;
    /* After a snapshot the first row was only there to compare. */
    f->invalid = f->rows.snapshot && begin(f) < 0;
    for (uint32_t i = f->resumed ? 1 : 0; !f->invalid && i < f->rows.count; i++)
        f->invalid = take(f, &f->rows.row[i], done) < 0;
    free(done);
}

/* Frees the beginning of a long log here, because that takes its time as well. */
static void trim(struct queue_rows *r)
{
    uint32_t gone = r->count > FOLD_QUICK ? r->count - FOLD_QUICK : 0;
    for (uint32_t i = 0; i < gone; i++)
        free((char *)r->row[i].text);
    if (gone)
        memmove(r->row, r->row + gone, FOLD_QUICK * sizeof r->row[0]);
    r->count -= gone;
}

static uint64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* With rows, or with a match that was copied (fold_copy). `finish` is not called for an invalid log
 * or for one without entries. */
static void run(struct chore *c)
{
    struct table_fold *f = (struct table_fold *)c;
    uint64_t began = clock_ns();
    if (!f->match.entries)
        fold(f);
    if (!f->invalid && f->finish && f->match.entries)
        f->finish(f);
    trim(&f->rows);
    f->took_ns = clock_ns() - began;
}

/* ---- on the loop's thread ---- */

static void rows_came(void *arg, const struct queue_rows *rows);

/* A snapshot that was refused, or one from which the log cannot be folded. Operators are told,
 * because it should not happen: the next one takes its place. */
static void distrust(struct table_fold *f)
{
    log_say(LOG_SAYS_WARNING, "snapshot-distrusted",
            LOG_FIELDS(LOG_T("table", f->id), LOG_N("entries", f->rows.snapshot_of),
                       LOG_T("reason", f->why.row->reason)),
            "the snapshot of table %s after %u entries is not used: %s (%s)", f->id,
            f->rows.snapshot_of, f->why.message, f->why.row->reason);
    f->server->figures.distrusted++;
    queue_rows_free(&f->rows);
    match_free(&f->match);
    f->invalid = 0;
    queue_resume(f->server->host->queue, f->id, 0, rows_came, f);
}

/* A refused snapshot is read around once: the second reading is of the whole log and has none.
 * `then` is called in any case, also when the server stops. */
static void folded(struct chore *c)
{
    struct table_fold *f = (struct table_fold *)c;
    f->rows.failed |= c->dropped;
    if (!c->dropped)
        spread_add(&f->server->times.fold, f->took_ns);
    if (!f->rows.failed && f->invalid && f->rows.snapshot)
        distrust(f);
    else
        f->then(f);
}

/* Many entries, or a practice game that begins late. */
static int is_long(const struct queue_rows *r)
{
    return r->count > FOLD_QUICK || (r->count && r->row[0].text_n > FOLD_QUICK_BYTES);
}

/* Takes the rows away from the queue, for the chore. Where the store has failed there is nothing to
 * fold. */
static void rows_came(void *arg, const struct queue_rows *rows)
{
    struct table_fold *f = arg;
    f->rows = queue_rows_keep(rows);
    store_did(f->server, STORE_READ, !f->rows.failed);
    if (f->rows.failed) {
        f->then(f);
        return;
    }
    f->chore = (struct chore){.run = run, .done = folded};
    f->server->host->chore(f->server->host, is_long(&f->rows) ? CHORE_SLOW : CHORE_QUICK,
                           &f->chore);
}

/* The fold must be zeros, but for the functions that the caller sets. */
void fold_log(struct table_fold *f, struct server *s, const char *id, uint32_t most, fold_fn *then)
{
    f->server = s;
    snprintf(f->id, sizeof f->id, "%s", id);
    f->then = then;
    match_init(&f->match);
    queue_resume(s->host->queue, f->id, most, rows_came, f);
}

/* The match is copied here, so the table may go on meanwhile. */
void fold_copy(struct table_fold *f, struct server *s, const struct match *m, fold_fn *then)
{
    f->server = s;
    f->then = then;
    match_init(&f->match);
    match_copy(&f->match, m);
    f->chore = (struct chore){.run = run, .done = folded};
    s->host->chore(s->host, CHORE_SLOW, &f->chore);
}

void fold_free(struct table_fold *f)
{
    queue_rows_free(&f->rows);
    match_free(&f->match);
}
