/* The work of a queue: its requests are done with a store, on a thread of their own
 * (queue_thread.c), or step by step by whoever calls queue_work. */
#include <stdlib.h>

#include "engine/port.h"
#include "store/inside.h"
#include "store/store.h"

enum { BATCH = 512 };

/* ---- rows ---- */

/* NULL texts become "", so that callers need not look. */
static void take_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct request *r = arg;
    request_add_row(r, r->append.match, body ? body : "", len)->n = n;
}

static void take_snapshot(void *arg, uint32_t n, const char *body, size_t len)
{
    request_set_snapshot(arg, n, body ? body : "", len);
}

static void take_summary(void *arg, const char *match, int64_t touched, const char *text,
                         size_t len)
{
    request_add_row(arg, match, text ? text : "", len)->when = touched;
}

static void take_match(void *arg, const char *match, uint32_t entries)
{
    request_add_row(arg, match, NULL, 0)->n = entries;
}

/* `when` of the row is when it is due. */
static void take_due(void *arg, const char *match, uint32_t entries, int64_t due)
{
    struct queue_row *row = request_add_row(arg, match, NULL, 0);
    row->n = entries;
    row->when = due;
}

/* ---- reading ---- */

/* Of two snapshots made meanwhile, any will do: entries never change. */
static int resume(struct store *s, struct request *r)
{
    if (s->snapshot(s, r->append.match, r->from, take_snapshot, r))
        return -1;
    uint32_t of = r->rows.snapshot_of;
    return s->load(s, r->append.match, of ? of - 1 : 0, take_entry, r);
}

/* Runs one read and collects its rows in the request. -1: the store failed, and its sentence is in
 * `error`. Rows that came before a failure are thrown away with it. */
static int ask(struct store *s, struct request *r)
{
    switch (r->kind) {
    case REQUEST_RESUME: return resume(s, r);
    case REQUEST_LOAD: return s->load(s, r->append.match, r->from, take_entry, r);
    case REQUEST_KEEP: return s->keep(s, r->append.match, r->from, &r->append.snapshot);
    case REQUEST_KEPT: return s->kept(s, r->append.match, r->from, take_entry, r);
    case REQUEST_LIST: return s->list(s, &r->query, take_summary, r);
    case REQUEST_DUE: return s->due(s, r->now, &r->after, r->query.limit, take_due, r);
    case REQUEST_CHANGES: return s->changes(s, take_match, r);
    case REQUEST_PING: return s->ping(s);
    case REQUEST_PROBE: return s->probe(s);
    case REQUEST_RUN: return (r->result = r->run(s, r->arg)) < 0 ? -1 : 0;
    case REQUEST_APPEND: break;
    }
    MUST(0);
    return -1;
}

/* Notes the database's time, unless the answer took so long that it says little. */
static void note_time(struct queue *q)
{
    int64_t begin = (int64_t)(q->clock(q->arg) / 1000000), ms;
    if (q->store->time(q->store, &ms) < 0)
        return;
    int64_t end = (int64_t)(q->clock(q->arg) / 1000000);
    if (end - begin > 500)
        return;
    pthread_mutex_lock(&q->lock);
    q->time_ahead = ms - (begin + end) / 2;
    q->time_told = 1;
    pthread_mutex_unlock(&q->lock);
}

/* A read that was settled before reaches no store. What counts as time is the store's and not the
 * waiting. */
int work_read(struct queue *q)
{
    struct request *r = queue_take_read(q);
    if (!r)
        return 0;
    uint64_t begin = q->clock(q->arg);
    int failed = r->settled ? 0 : q->gave_up ? -1 : ask(q->store, r);
    if (r->kind == REQUEST_PING && !failed && q->store->time)
        note_time(q);
    r->rows.failed = failed != 0;
    r->outcome = failed ? QUEUE_FAILED : QUEUE_STORED;
    if (failed)
        queue_failed(q, q->store->error);
    pthread_mutex_lock(&q->lock);
    q->gave_up |= failed && q->closing;
    pthread_mutex_unlock(&q->lock);
    queue_done(q, &r, 1, q->clock(q->arg) - begin);
    return 1;
}

/* A failure is ignored, since changes are asked for again soon. */
int work_changes(struct queue *q)
{
    struct request *r = request_new(REQUEST_CHANGES, 0, NULL);
    ask(q->store, r);
    int some = r->rows.count > 0;
    if (some)
        queue_done(q, &r, 1, 0);
    else
        request_free(r);
    return some;
}

/* ---- appending ---- */

/* Stores the appends of a batch that have no outcome yet, in one transaction. A failure is that of
 * all appends of the batch, since they share the transaction. `n` is BATCH at most. */
static int run_batch(struct queue *q, struct request **batch, int n)
{
    struct store_append list[BATCH];
    int open = 0, at = 0, failed = 0;
    for (int i = 0; i < n; i++)
        if (!batch[i]->settled)
            list[open++] = batch[i]->append;
    if (open)
        failed = q->store->append(q->store, list, open);
    for (int i = 0; i < n; i++)
        if (!batch[i]->settled) {
            int conflict = list[at++].outcome == STORE_CONFLICT;
            batch[i]->outcome = failed ? QUEUE_FAILED : conflict ? QUEUE_CONFLICT : QUEUE_STORED;
        }
    return failed;
}

/* The batch is on the stack: `most` of a queue must not be more than BATCH. */
int work_appends(struct queue *q)
{
    struct request *batch[BATCH];
    int n = queue_take_appends(q, batch, q->most ? q->most : BATCH);
    if (n == 0)
        return 0;
    uint64_t begin = q->clock(q->arg);
    if (run_batch(q, batch, n))
        queue_failed(q, q->store->error);
    queue_done(q, batch, n, q->clock(q->arg) - begin);
    return n;
}

/* ---- without a thread ---- */

/* Batches of appends and reads take turns until nothing is left; queue_take_read keeps their
 * order. */
int queue_work(struct queue *q)
{
    int worked = 0, did;
    do {
        did = work_appends(q) > 0;
        did |= work_read(q);
        worked |= did;
    } while (did);
    return worked | (q->changed && work_changes(q));
}
