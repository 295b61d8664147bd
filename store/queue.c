/* The queue in front of a store. See queue.h. Who works takes requests from two lists, appends and
 * reads; the loop's thread takes answers from a third. One lock guards all of them. A read waits
 * for the appends queued before it, and for no others.
 *
 * An append that was queued before its loop heard of a conflict (or failure) of the same match
 * was made for a log that will never exist. It gets the same outcome and does not reach the
 * store. So a loop may queue several appends of a match without waiting, and none can end up
 * behind an entry that the loop never saw. */
#include "store/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "store/inside.h"

/* ---- lists ---- */

static void list_open(struct request_list *l)
{
    l->first = NULL;
    l->end = &l->first;
}

static void list_add(struct request_list *l, struct request *r)
{
    r->next = NULL;
    *l->end = r;
    l->end = &r->next;
}

static struct request *list_take(struct request_list *l)
{
    struct request *r = l->first;
    if (r && !(l->first = r->next))
        l->end = &l->first;
    return r;
}

void request_free(struct request *r)
{
    queue_rows_free(&r->rows);
    free(r);
}

/* ---- appends that must not follow a bad one ---- */

/* FNV-1a. Chains are short: `bad` holds only what the loop has not heard of yet. */
static struct request **bad_chain(struct queue *q, const char *match)
{
    uint32_t hash = 2166136261u;
    for (; *match; match++)
        hash = (hash ^ (unsigned char)*match) * 16777619u;
    return &q->bad[hash % BAD_CHAINS];
}

/* Called under the lock, twice for an append that waits while another fails: when it is queued and
 * when the failure is known. */
static void settle_after_bad(struct queue *q, struct request *r)
{
    struct request *b = r->settled ? NULL : *bad_chain(q, r->append.match);
    while (b && strcmp(b->append.match, r->append.match) != 0)
        b = b->next_bad;
    if (!b)
        return;
    r->settled = 1;
    r->outcome = b->outcome;
}

/* It stays until its outcome is delivered: from then on the loop knows better than to append after
 * it. */
static void bad_add(struct queue *q, struct request *r)
{
    struct request **chain = bad_chain(q, r->append.match);
    r->next_bad = *chain;
    r->is_bad = 1;
    *chain = r;
}

/* Called when its outcome is delivered. An append that is not there is no fault. */
static void bad_remove(struct queue *q, struct request *r)
{
    struct request **at = bad_chain(q, r->append.match);
    while (*at && *at != r)
        at = &(*at)->next_bad;
    if (*at)
        *at = r->next_bad;
}

/* ---- requests ---- */

static char *copy_text(const char *text, size_t n)
{
    char *copy = malloc(n + 1);
    MUST(copy != NULL);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

/* `text` bytes for copied texts follow it. All zeros otherwise; never NULL. */
struct request *request_new(enum request_kind kind, size_t text, void *arg)
{
    struct request *r = calloc(1, sizeof *r + text);
    MUST(r != NULL);
    r->kind = kind;
    r->arg = arg;
    return r;
}

/* Fills in a failure for requests of every kind; each callback looks at its own member. */
static void fail(struct request *r)
{
    r->rows.failed = 1;
    r->outcome = QUEUE_FAILED;
    r->result = -1;
}

/* Gives an append its outcome if it cannot be stored anyway. Called under the lock. */
static void examine(struct queue *q, struct request *r)
{
    settle_after_bad(q, r);
    if (r->settled || !q->fits || q->fits(&r->append))
        return;
    r->settled = 1;
    r->outcome = QUEUE_FAILED;
    bad_add(q, r);
    q->figures.failures++;
    snprintf(q->error, sizeof q->error, "An entry is not UTF-8 text.");
}

/* A queue without a thread has nobody to ring for. */
static void wake_worker(struct queue *q)
{
    if (q->ring)
        q->ring(q);
}

/* Who works sleeps only if both lists are empty, and is woken only then. The request belongs to the
 * queue from here on, and is freed after its callback. Called in the loop's thread alone, so
 * `gathering` needs no lock. */
static void submit(struct queue *q, struct request *r)
{
    pthread_mutex_lock(&q->lock);
    /* Queued by one of the last callbacks: nobody works any more. */
    if (q->closing) {
        fail(r);
        list_add(&q->done, r);
        pthread_mutex_unlock(&q->lock);
        return;
    }
    int was_idle = !q->appends.first && !q->reads.first;
    r->serial = q->serial++;
    if (r->kind == REQUEST_APPEND)
        examine(q, r);
    list_add(r->kind == REQUEST_APPEND ? &q->appends : &q->reads, r);
    pthread_mutex_unlock(&q->lock);
    if (was_idle && q->gathering)
        q->unrung = 1;
    else if (was_idle)
        wake_worker(q);
}

/* `unrung` notes that a ring is owed; it is given once, whatever was queued. */
void queue_gather(struct queue *q, int yes)
{
    q->gathering = yes;
    if (yes || !q->unrung)
        return;
    q->unrung = 0;
    wake_worker(q);
}

/* Copies n bytes to *at and moves it behind the zero that calloc has left there. */
static const char *keep(char **at, const char *text, size_t n)
{
    char *copy = *at;
    memcpy(copy, text ? text : "", n);
    *at += n + 1;
    return copy;
}

/* One allocation has the request, the heads of its entries and all texts. The texts come last,
 * since heads need alignment. */
void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done, void *arg)
{
    size_t texts = a->summary.text_n + a->snapshot.n + 2, heads = a->count * sizeof a->entry[0];
    MUST(a->count > 0);
    for (uint32_t i = 0; i < a->count; i++)
        texts += a->entry[i].n + 1;
    struct request *r = request_new(REQUEST_APPEND, heads + texts, arg);
    struct store_text *entry = (struct store_text *)(void *)r->text;
    char *at = r->text + heads;
    r->append = *a;
    r->append.entry = entry;
    for (uint32_t i = 0; i < a->count; i++)
        entry[i] = (struct store_text){keep(&at, a->entry[i].at, a->entry[i].n), a->entry[i].n};
    r->append.summary.text = keep(&at, a->summary.text, a->summary.text_n);
    r->append.snapshot.at = keep(&at, a->snapshot.at, a->snapshot.n);
    r->appended = done;
    atomic_fetch_add(&q->waiting, 1);
    submit(q, r);
}

/* A match with a name too long is answered with no rows, as one that does not exist. */
static void read_match(struct queue *q, enum request_kind kind, const char *match, uint32_t from,
                       queue_rows_fn *done, void *arg)
{
    struct request *r = request_new(kind, 0, arg);
    size_t n = strnlen(match, STORE_ID);
    memcpy(r->append.match, match, n);
    /* No match has so long a name. */
    r->settled = match[n] != '\0';
    r->from = from;
    r->rows_done = done;
    submit(q, r);
}

void queue_load(struct queue *q, const char *match, uint32_t from, queue_rows_fn *done, void *arg)
{
    read_match(q, REQUEST_LOAD, match, from, done, arg);
}

void queue_resume(struct queue *q, const char *match, uint32_t most, queue_rows_fn *done, void *arg)
{
    read_match(q, REQUEST_RESUME, match, most, done, arg);
}

void queue_kept(struct queue *q, const char *match, uint32_t number, queue_rows_fn *done, void *arg)
{
    read_match(q, REQUEST_KEPT, match, number, done, arg);
}

/* Is a read by its place in line: it waits for the appends before it, and never shares their
 * transaction. */
void queue_keep(struct queue *q, const char *match, uint32_t number, const struct store_text *text,
                queue_appended_fn *done, void *arg)
{
    struct request *r = request_new(REQUEST_KEEP, text->n + 1, arg);
    char *at = r->text;
    memcpy(r->append.match, match, strnlen(match, STORE_ID));
    r->append.snapshot = (struct store_text){keep(&at, text->at, text->n), text->n};
    r->from = number;
    r->appended = done;
    submit(q, r);
}

/* `game` is copied, too; `query` need not live on. */
void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg)
{
    size_t n = query->game ? strlen(query->game) : 0;
    struct request *r = request_new(REQUEST_LIST, n + 1, arg);
    char *at = r->text;
    r->query = *query;
    r->query.game = query->game ? keep(&at, query->game, n) : NULL;
    r->rows_done = done;
    submit(q, r);
}

/* `after` is copied. `limit` is in the query of the request. */
void queue_due(struct queue *q, int64_t now, const struct store_place *after, int limit,
               queue_rows_fn *done, void *arg)
{
    struct request *r = request_new(REQUEST_DUE, 0, arg);
    r->now = now;
    r->after = *after;
    r->query.limit = limit;
    r->rows_done = done;
    submit(q, r);
}

/* For requests without texts and rows. */
static void queue_ask(struct queue *q, enum request_kind kind, queue_appended_fn *done, void *arg)
{
    struct request *r = request_new(kind, 0, arg);
    r->appended = done;
    submit(q, r);
}

void queue_ping(struct queue *q, queue_appended_fn *done, void *arg)
{
    queue_ask(q, REQUEST_PING, done, arg);
}

void queue_probe(struct queue *q, queue_appended_fn *done, void *arg)
{
    queue_ask(q, REQUEST_PROBE, done, arg);
}

/* `arg` goes to both functions; it must live until `done` was called. `run` blocks the store's
 * thread for as long as it takes. */
void queue_run(struct queue *q, queue_run_fn *run, queue_ran_fn *done, void *arg)
{
    struct request *r = request_new(REQUEST_RUN, 0, arg);
    r->run = run;
    r->ran = done;
    r->result = -1;
    submit(q, r);
}

/* Rings, because who works begins to ask for changes only now. `changed` may be called as long as
 * the queue is open. */
void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg)
{
    pthread_mutex_lock(&q->lock);
    q->changed = changed;
    q->changed_arg = arg;
    pthread_mutex_unlock(&q->lock);
    wake_worker(q);
}

/* The time is known after a ping: see work.c. Each ping is good for one answer, so that an old
 * offset is not used for ever if pings fail. */
int queue_time(struct queue *q, int64_t *ms)
{
    pthread_mutex_lock(&q->lock);
    int told = q->time_told;
    if (told)
        *ms = (int64_t)(q->clock(q->arg) / 1000000) + q->time_ahead;
    q->time_told = 0;
    pthread_mutex_unlock(&q->lock);
    return told;
}

/* ---- for those who work ---- */

/* Serial numbers tell what was queued first. The request is the taker's until queue_done. */
struct request *queue_take_read(struct queue *q)
{
    struct request *r = NULL;
    pthread_mutex_lock(&q->lock);
    if (q->reads.first && (!q->appends.first || q->reads.first->serial < q->appends.first->serial))
        r = list_take(&q->reads);
    pthread_mutex_unlock(&q->lock);
    return r;
}

/* In the order they were queued, so appends of a match follow one another. `most` is the room in
 * `batch`. */
int queue_take_appends(struct queue *q, struct request **batch, int most)
{
    int n = 0;
    pthread_mutex_lock(&q->lock);
    while (n < most && q->appends.first)
        batch[n++] = list_take(&q->appends);
    pthread_mutex_unlock(&q->lock);
    return n;
}

/* The row may move with the next one. An id that is too long is cut. */
struct queue_row *request_add_row(struct request *r, const char *match, const char *text, size_t n)
{
    if (r->rows.count == r->room) {
        r->room = r->room ? r->room * 2 : 16;
        r->rows.row = realloc(r->rows.row, r->room * sizeof r->rows.row[0]);
        MUST(r->rows.row != NULL);
    }
    struct queue_row *row = &r->rows.row[r->rows.count++];
    *row = (struct queue_row){0};
    memcpy(row->match, match, strnlen(match, STORE_ID));
    if (text)
        row->text = copy_text(text, row->text_n = n);
    return row;
}

/* The text is copied. Called once for a request. */
void request_set_snapshot(struct request *r, uint32_t of, const char *text, size_t n)
{
    r->rows.snapshot_of = of;
    r->rows.snapshot = copy_text(text, r->rows.snapshot_n = n);
}

/* Counts one failure, whatever it concerned. The sentence stays until the next one. */
void queue_failed(struct queue *q, const char *error)
{
    pthread_mutex_lock(&q->lock);
    q->figures.failures++;
    snprintf(q->error, sizeof q->error, "%s", error);
    pthread_mutex_unlock(&q->lock);
}

/* Under the lock. Returns 1 if the append was part of a transaction. */
static int count_append(struct queue *q, const struct request *r)
{
    q->figures.conflicts += r->outcome == QUEUE_CONFLICT;
    q->figures.appends += r->outcome == QUEUE_STORED;
    q->figures.entries += r->outcome == QUEUE_STORED ? r->append.count : 0;
    return !r->settled && r->outcome != QUEUE_FAILED;
}

/* Appends that were queued after a bad one get its outcome before the loop can queue more.
 * Called under the lock. */
static void take_back_appends(struct queue *q, struct request **batch, int n)
{
    int stored = 0, bad = 0;
    for (int i = 0; i < n; i++) {
        stored |= count_append(q, batch[i]);
        if (batch[i]->outcome != QUEUE_STORED && !batch[i]->settled) {
            bad_add(q, batch[i]);
            bad = 1;
        }
    }
    for (struct request *r = bad ? q->appends.first : NULL; r; r = r->next)
        settle_after_bad(q, r);
    q->figures.transactions += (uint64_t)stored;
    /* A thread that sees this value can take the answers. */
    atomic_fetch_sub(&q->waiting, (uint32_t)n);
}

/* Gives the requests back: they are the queue's again and may be delivered at once, so the caller
 * must not look at them any more. All of them are of one kind. */
void queue_done(struct queue *q, struct request **batch, int n, uint64_t took)
{
    int appends = batch[0]->kind == REQUEST_APPEND;
    pthread_mutex_lock(&q->lock);
    q->figures.busy_ns += took;
    if (took)
        spread_add(appends ? &q->figures.append_time : &q->figures.read_time, took);
    for (int i = 0; i < n; i++)
        list_add(&q->done, batch[i]);
    if (appends)
        take_back_appends(q, batch, n);
    pthread_mutex_unlock(&q->lock);
    if (q->wake)
        q->wake(q->arg);
}

/* ---- the loop's thread ---- */

/* *q must be all zeros. `wake`, `ring`, `stop` and `fits` are set by the caller afterwards, before
 * anything is queued. */
void queue_init(struct queue *q, struct store *store, uint64_t (*clock)(void *arg), void *arg)
{
    q->store = store;
    q->clock = clock;
    q->arg = arg;
    list_open(&q->appends);
    list_open(&q->reads);
    list_open(&q->done);
    MUST(pthread_mutex_init(&q->lock, NULL) == 0);
}

/* Calls the callback. From here on the loop has heard of the outcome. Without the lock: callbacks
 * queue more. A callback that is NULL is left out. */
static void deliver(struct queue *q, struct request *r)
{
    pthread_mutex_lock(&q->lock);
    queue_rows_fn *changed = q->changed;
    void *changed_arg = q->changed_arg;
    if (r->is_bad)
        bad_remove(q, r);
    pthread_mutex_unlock(&q->lock);
    if (r->kind == REQUEST_CHANGES)
        changed(changed_arg, &r->rows);
    else if (r->ran)
        r->ran(r->arg, r->result);
    else if (r->appended)
        r->appended(r->arg, r->outcome);
    else if (r->rows_done)
        r->rows_done(r->arg, &r->rows);
    request_free(r);
}

/* What nobody has done fails. Called after who works has stopped, so it needs no lock. */
static void give_up(struct queue *q)
{
    struct request *r;
    while ((r = list_take(&q->appends)) || (r = list_take(&q->reads))) {
        fail(r);
        list_add(&q->done, r);
    }
}

/* Nobody is woken or rung for: the owner calls queue_work and queue_deliver. */
struct queue *queue_open_alone(struct store *store, uint64_t (*clock)(void *arg), void *arg)
{
    struct queue *q = calloc(1, sizeof *q);
    MUST(q != NULL);
    queue_init(q, store, clock, arg);
    return q;
}

/* What the last callbacks queue goes straight to `done` as failed and is delivered in the same
 * loop. */
void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closing = 1;
    pthread_mutex_unlock(&q->lock);
    if (q->stop)
        q->stop(q);
    give_up(q);
    for (struct request *r; (r = list_take(&q->done));)
        deliver(q, r);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

/* Takes the whole list first: what callbacks cause is delivered next time, so the loop cannot
 * starve. */
int queue_deliver(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    struct request *r = q->done.first, *next;
    list_open(&q->done);
    pthread_mutex_unlock(&q->lock);
    int delivered = r != NULL;
    for (; r; r = next) {
        next = r->next;
        deliver(q, r);
    }
    return delivered;
}

uint32_t queue_waiting(const struct queue *q)
{
    return atomic_load(&((struct queue *)q)->waiting);
}

/* A copy, taken at one moment. */
void queue_figures(struct queue *q, struct queue_figures *f)
{
    pthread_mutex_lock(&q->lock);
    *f = q->figures;
    pthread_mutex_unlock(&q->lock);
}

void queue_error(struct queue *q, char error[STORE_ERROR])
{
    pthread_mutex_lock(&q->lock);
    memcpy(error, q->error, STORE_ERROR);
    pthread_mutex_unlock(&q->lock);
}

/* ---- rows, which may be kept for another thread ---- */

/* The caller frees them with queue_rows_free, on any thread. */
struct queue_rows queue_rows_keep(const struct queue_rows *rows)
{
    struct queue_rows own = *rows;
    /* The queue made them, and will free what is left: nothing. */
    *(struct queue_rows *)(uintptr_t)rows = (struct queue_rows){.failed = own.failed};
    return own;
}

/* `failed` stays readable. */
void queue_rows_free(struct queue_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++)
        free((char *)rows->row[i].text);
    free(rows->row);
    free((char *)rows->snapshot);
    *rows = (struct queue_rows){.failed = rows->failed};
}
