/* The queue in front of a store. See queue.h. The worker thread takes requests from two lists,
 * appends and reads; the loop's thread takes answers from a third. One lock guards all of them. A
 * read waits for the appends queued before it, and for no others.
 *
 * An append that was queued before its loop heard of a conflict (or failure) of the same match
 * was made for a log that will never exist. It gets the same outcome and does not reach the
 * store. So a loop may queue several appends of a match without waiting, and none can end up
 * behind an entry that the loop never saw. */
#include "store/queue.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "engine/port.h"
#include "store/batch.h"
#include "store/rest.h"

enum { BATCH = 512, READS_BETWEEN = 8, ASK_MS = 50, LOOK_MS = 1000, BAD_CHAINS = 256 };

enum kind { APPEND, LOAD, RESUME, KEEP, KEPT, LIST, DUE, PING, PROBE, RUN, CHANGES };

struct request {
    struct request *next;
    /* The next in its chain, while it is in `bad`. */
    struct request *next_bad;
    enum kind kind;
    uint64_t serial;
    /* LOAD, RESUME and KEPT use only the match; KEEP the match and the snapshot, as its text. */
    struct store_append append;
    /* RESUME: the most entries of a snapshot; KEEP, KEPT: the number of the text. */
    uint32_t from;
    /* DUE uses only the limit. */
    struct store_query query;
    int64_t now;
    struct store_place after;
    queue_appended_fn *appended;
    queue_rows_fn *rows_done;
    /* RUN: what is called, and what it has returned. */
    queue_run_fn *run;
    queue_ran_fn *ran;
    int result;
    void *arg;
    /* It has an outcome without having reached the store. */
    int settled;
    /* It is in `bad`. */
    int is_bad;
    enum queue_outcome outcome;
    struct queue_rows rows;
    uint32_t room;
    /* The copied texts. */
    _Alignas(struct store_text) char text[];
};

struct list {
    struct request *first, **end;
};

struct queue {
    /* Only the worker uses the store. */
    struct store *store;
    void (*wake)(void *arg);
    void *wake_arg;
    pthread_t worker;
    /* An eventfd that is readable when there is work. */
    int bell;
    _Atomic uint32_t waiting;
    /* Only the loop uses them: see queue_gather; the worker is to be woken afterwards. */
    int gathering, unrung;
    /* When changes were last asked for. Only the worker uses it. */
    int64_t looked;
    /* When the next transaction may begin, in ns. Only the worker uses it. */
    uint64_t rests_until;
    /* A read failed while closing, so the other reads are not tried. Only the worker uses it. */
    int gave_up;

    /* Guards everything below. */
    pthread_mutex_t lock;
    struct list appends, reads, done;
    /* Requests with an outcome other than STORED that the loop has not heard of. */
    struct request *bad[BAD_CHAINS];
    uint64_t serial;
    int closing;
    queue_rows_fn *changed;
    void *changed_arg;
    struct queue_figures figures;
    /* The database's time, less ours; told: it is known. */
    int64_t time_ahead;
    int time_told;
    char error[STORE_ERROR];
};

/* ---- lists ---- */

static void list_open(struct list *l)
{
    l->first = NULL;
    l->end = &l->first;
}

static void list_add(struct list *l, struct request *r)
{
    r->next = NULL;
    *l->end = r;
    l->end = &r->next;
}

static struct request *list_take(struct list *l)
{
    struct request *r = l->first;
    if (r && !(l->first = r->next))
        l->end = &l->first;
    return r;
}

static void request_free(struct request *r)
{
    queue_rows_free(&r->rows);
    free(r);
}

/* ---- appends that must not follow a bad one ---- */

static struct request **bad_chain(struct queue *q, const char *match)
{
    uint32_t hash = 2166136261u;
    for (; *match; match++)
        hash = (hash ^ (unsigned char)*match) * 16777619u;
    return &q->bad[hash % BAD_CHAINS];
}

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

static void bad_add(struct queue *q, struct request *r)
{
    struct request **chain = bad_chain(q, r->append.match);
    r->next_bad = *chain;
    r->is_bad = 1;
    *chain = r;
}

static void bad_remove(struct queue *q, struct request *r)
{
    struct request **at = bad_chain(q, r->append.match);
    while (*at && *at != r)
        at = &(*at)->next_bad;
    if (*at)
        *at = r->next_bad;
}

/* ---- requests ---- */

static void ring(struct queue *q)
{
    uint64_t one = 1;
    ssize_t written = write(q->bell, &one, sizeof one);
    /* The write fails only if the counter is full, and then it is readable anyway. */
    (void)written;
}

static struct request *request_new(enum kind kind, size_t text, void *arg)
{
    struct request *r = calloc(1, sizeof *r + text);
    MUST(r != NULL);
    r->kind = kind;
    r->arg = arg;
    return r;
}

/* A text that a back end cannot keep would fail the whole transaction, so it fails alone,
 * before. */
static int append_fits(const struct store_append *a)
{
    int fits = store_text_fits(a->match, strnlen(a->match, sizeof a->match)) &&
               store_text_fits(a->card.text, a->card.text_n) &&
               store_text_fits(a->snapshot.at, a->snapshot.n) &&
               store_text_fits(a->card.game, strnlen(a->card.game, sizeof a->card.game));
    for (uint32_t i = 0; fits && i < a->count; i++)
        fits = store_text_fits(a->entry[i].at, a->entry[i].n);
    return fits;
}

/* Gives an append its outcome if it cannot be stored anyway. Called under the lock. */
static void examine(struct queue *q, struct request *r)
{
    settle_after_bad(q, r);
    if (r->settled || append_fits(&r->append))
        return;
    r->settled = 1;
    r->outcome = QUEUE_FAILED;
    bad_add(q, r);
    q->figures.failures++;
    snprintf(q->error, sizeof q->error, "An entry is not UTF-8 text.");
}

/* The worker sleeps only if both lists are empty, so it is woken only then. */
static void submit(struct queue *q, struct request *r)
{
    pthread_mutex_lock(&q->lock);
    /* Queued by one of the last callbacks: the worker has ended. */
    if (q->closing) {
        r->rows.failed = 1;
        r->outcome = QUEUE_FAILED;
        r->result = -1;
        list_add(&q->done, r);
        pthread_mutex_unlock(&q->lock);
        return;
    }
    int was_idle = !q->appends.first && !q->reads.first;
    r->serial = q->serial++;
    if (r->kind == APPEND)
        examine(q, r);
    list_add(r->kind == APPEND ? &q->appends : &q->reads, r);
    pthread_mutex_unlock(&q->lock);
    if (was_idle && q->gathering)
        q->unrung = 1;
    else if (was_idle)
        ring(q);
}

void queue_gather(struct queue *q, int yes)
{
    q->gathering = yes;
    if (yes || !q->unrung)
        return;
    q->unrung = 0;
    ring(q);
}

static const char *keep(char **at, const char *text, size_t n)
{
    char *copy = *at;
    memcpy(copy, text ? text : "", n);
    *at += n;
    return copy;
}

void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done, void *arg)
{
    size_t texts = a->card.text_n + a->snapshot.n, heads = a->count * sizeof a->entry[0];
    MUST(a->count > 0);
    for (uint32_t i = 0; i < a->count; i++)
        texts += a->entry[i].n;
    struct request *r = request_new(APPEND, heads + texts, arg);
    struct store_text *entry = (struct store_text *)(void *)r->text;
    char *at = r->text + heads;
    r->append = *a;
    r->append.entry = entry;
    for (uint32_t i = 0; i < a->count; i++)
        entry[i] = (struct store_text){keep(&at, a->entry[i].at, a->entry[i].n), a->entry[i].n};
    r->append.card.text = keep(&at, a->card.text, a->card.text_n);
    r->append.snapshot.at = keep(&at, a->snapshot.at, a->snapshot.n);
    r->appended = done;
    atomic_fetch_add(&q->waiting, 1);
    submit(q, r);
}

static void read_match(struct queue *q, enum kind kind, const char *match, uint32_t from,
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
    read_match(q, LOAD, match, from, done, arg);
}

void queue_resume(struct queue *q, const char *match, uint32_t most, queue_rows_fn *done, void *arg)
{
    read_match(q, RESUME, match, most, done, arg);
}

void queue_kept(struct queue *q, const char *match, uint32_t number, queue_rows_fn *done, void *arg)
{
    read_match(q, KEPT, match, number, done, arg);
}

void queue_keep(struct queue *q, const char *match, uint32_t number, const struct store_text *text,
                queue_appended_fn *done, void *arg)
{
    struct request *r = request_new(KEEP, text->n, arg);
    char *at = r->text;
    memcpy(r->append.match, match, strnlen(match, STORE_ID));
    r->append.snapshot = (struct store_text){keep(&at, text->at, text->n), text->n};
    r->from = number;
    r->appended = done;
    submit(q, r);
}

void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg)
{
    size_t n = query->game ? strlen(query->game) + 1 : 0;
    struct request *r = request_new(LIST, n, arg);
    char *at = r->text;
    r->query = *query;
    r->query.game = query->game ? keep(&at, query->game, n) : NULL;
    r->rows_done = done;
    submit(q, r);
}

void queue_due(struct queue *q, int64_t now, const struct store_place *after, int limit,
               queue_rows_fn *done, void *arg)
{
    struct request *r = request_new(DUE, 0, arg);
    r->now = now;
    r->after = *after;
    r->query.limit = limit;
    r->rows_done = done;
    submit(q, r);
}

static void queue_ask(struct queue *q, enum kind kind, queue_appended_fn *done, void *arg)
{
    struct request *r = request_new(kind, 0, arg);
    r->appended = done;
    submit(q, r);
}

void queue_ping(struct queue *q, queue_appended_fn *done, void *arg)
{
    queue_ask(q, PING, done, arg);
}

void queue_probe(struct queue *q, queue_appended_fn *done, void *arg)
{
    queue_ask(q, PROBE, done, arg);
}

void queue_run(struct queue *q, queue_run_fn *run, queue_ran_fn *done, void *arg)
{
    struct request *r = request_new(RUN, 0, arg);
    r->run = run;
    r->ran = done;
    r->result = -1;
    submit(q, r);
}

void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg)
{
    pthread_mutex_lock(&q->lock);
    q->changed = changed;
    q->changed_arg = arg;
    pthread_mutex_unlock(&q->lock);
    ring(q);
}

/* ---- the worker: rows ---- */

static struct queue_row *add_row(struct request *r, const char *match)
{
    if (r->rows.count == r->room) {
        r->room = r->room ? r->room * 2 : 16;
        r->rows.row = realloc(r->rows.row, r->room * sizeof r->rows.row[0]);
        MUST(r->rows.row != NULL);
    }
    struct queue_row *row = &r->rows.row[r->rows.count++];
    *row = (struct queue_row){0};
    memcpy(row->match, match, strnlen(match, STORE_ID));
    return row;
}

static void set_text(struct queue_row *row, const char *text, size_t n)
{
    char *copy = malloc(n + 1);
    MUST(copy != NULL);
    memcpy(copy, text ? text : "", n);
    copy[n] = '\0';
    row->text = copy;
    row->text_n = n;
}

static void take_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct request *r = arg;
    struct queue_row *row = add_row(r, r->append.match);
    row->n = n;
    set_text(row, body, len);
}

static void take_snapshot(void *arg, uint32_t n, const char *body, size_t len)
{
    struct request *r = arg;
    struct queue_row row;
    set_text(&row, body, len);
    r->rows.snapshot_of = n;
    r->rows.snapshot = row.text;
    r->rows.snapshot_n = row.text_n;
}

static void take_card(void *arg, const char *match, int64_t touched, const char *text, size_t len)
{
    struct queue_row *row = add_row(arg, match);
    row->when = touched;
    set_text(row, text, len);
}

static void take_match(void *arg, const char *match, uint32_t entries)
{
    add_row(arg, match)->n = entries;
}

static void take_due(void *arg, const char *match, uint32_t entries, int64_t due)
{
    struct queue_row *row = add_row(arg, match);
    row->n = entries;
    row->when = due;
}

/* ---- the worker: at work ---- */

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int64_t now_ms(void)
{
    return (int64_t)(now_ns() / 1000000);
}

/* Of two snapshots made meanwhile, any will do: entries never change. */
static int resume(struct store *s, struct request *r)
{
    if (s->snapshot(s, r->append.match, r->from, take_snapshot, r))
        return -1;
    uint32_t of = r->rows.snapshot_of;
    return s->load(s, r->append.match, of ? of - 1 : 0, take_entry, r);
}

static int ask(struct store *s, struct request *r)
{
    switch (r->kind) {
    case RESUME: return resume(s, r);
    case LOAD: return s->load(s, r->append.match, r->from, take_entry, r);
    case KEEP: return s->keep(s, r->append.match, r->from, &r->append.snapshot);
    case KEPT: return s->kept(s, r->append.match, r->from, take_entry, r);
    case LIST: return s->list(s, &r->query, take_card, r);
    case DUE: return s->due(s, r->now, &r->after, r->query.limit, take_due, r);
    case CHANGES: return s->changes(s, take_match, r);
    case PING: return s->ping(s);
    case PROBE: return s->probe(s);
    case RUN: return (r->result = r->run(s, r->arg)) < 0 ? -1 : 0;
    case APPEND: break;
    }
    MUST(0);
    return -1;
}

/* Under the lock. */
static void note_failure(struct queue *q)
{
    q->figures.failures++;
    memcpy(q->error, q->store->error, sizeof q->error);
}

static void hand_over(struct queue *q, struct request *r, int failed, uint64_t took)
{
    r->rows.failed = failed != 0;
    r->outcome = failed ? QUEUE_FAILED : QUEUE_STORED;
    pthread_mutex_lock(&q->lock);
    q->figures.busy_ns += took;
    if (took)
        spread_add(&q->figures.read_time, took);
    if (failed)
        note_failure(q);
    q->gave_up |= failed && q->closing;
    list_add(&q->done, r);
    pthread_mutex_unlock(&q->lock);
    q->wake(q->wake_arg);
}

/* Notes the database's time, unless the answer took so long that it says little. */
static void note_time(struct queue *q)
{
    int64_t begin = now_ms(), ms;
    if (q->store->time(q->store, &ms) < 0 || now_ms() - begin > 500)
        return;
    pthread_mutex_lock(&q->lock);
    q->time_ahead = ms - (begin + now_ms()) / 2;
    q->time_told = 1;
    pthread_mutex_unlock(&q->lock);
}

int queue_time(struct queue *q, int64_t *ms)
{
    pthread_mutex_lock(&q->lock);
    int told = q->time_told;
    *ms = now_ms() + q->time_ahead;
    q->time_told = 0;
    pthread_mutex_unlock(&q->lock);
    return told;
}

static void answer_read(struct queue *q, struct request *r)
{
    uint64_t begin = now_ns();
    int failed = r->settled ? 0 : q->gave_up ? -1 : ask(q->store, r);
    if (r->kind == PING && !failed && q->store->time)
        note_time(q);
    hand_over(q, r, failed, now_ns() - begin);
}

/* The next read that need not wait for an append; NULL: none. */
static struct request *take_read(struct queue *q)
{
    struct request *r = NULL;
    pthread_mutex_lock(&q->lock);
    if (q->reads.first && (!q->appends.first || q->reads.first->serial < q->appends.first->serial))
        r = list_take(&q->reads);
    pthread_mutex_unlock(&q->lock);
    return r;
}

/* Takes up to BATCH appends, those with an outcome included. */
static int take_appends(struct queue *q, struct request **batch)
{
    int n = 0;
    pthread_mutex_lock(&q->lock);
    while (n < BATCH && q->appends.first)
        batch[n++] = list_take(&q->appends);
    pthread_mutex_unlock(&q->lock);
    return n;
}

/* Stores the appends of a batch that have no outcome yet, in one transaction. */
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

/* Under the lock. */
static void count_append(struct queue *q, const struct request *r)
{
    q->figures.conflicts += r->outcome == QUEUE_CONFLICT;
    q->figures.appends += r->outcome == QUEUE_STORED;
    q->figures.entries += r->outcome == QUEUE_STORED ? r->append.count : 0;
}

/* Appends that were queued after a bad one get its outcome before the loop can queue more.
 * Called under the lock. */
static void hand_over_batch(struct queue *q, struct request **batch, int n)
{
    int bad = 0;
    for (int i = 0; i < n; i++) {
        count_append(q, batch[i]);
        if (batch[i]->outcome != QUEUE_STORED && !batch[i]->settled) {
            bad_add(q, batch[i]);
            bad = 1;
        }
        list_add(&q->done, batch[i]);
    }
    for (struct request *r = bad ? q->appends.first : NULL; r; r = r->next)
        settle_after_bad(q, r);
}

/* Rests (rest.h), unless nothing waits to be stored or the queue is to be closed. */
static void rest(struct queue *q)
{
    uint64_t now = now_ns();
    pthread_mutex_lock(&q->lock);
    int hurries = q->closing || !q->appends.first;
    pthread_mutex_unlock(&q->lock);
    if (hurries || now >= q->rests_until)
        return;
    struct timespec left = {.tv_nsec = (long)(q->rests_until - now)};
    nanosleep(&left, NULL);
}

static void store_appends(struct queue *q)
{
    struct request *batch[BATCH];
    rest(q);
    int n = take_appends(q, batch);
    if (n == 0)
        return;
    uint64_t begin = now_ns();
    int failed = run_batch(q, batch, n);
    uint64_t end = now_ns();
    q->rests_until = end + rest_after(n, end - begin);
    pthread_mutex_lock(&q->lock);
    q->figures.busy_ns += end - begin;
    spread_add(&q->figures.append_time, end - begin);
    q->figures.transactions += !failed;
    if (failed)
        note_failure(q);
    hand_over_batch(q, batch, n);
    /* A thread that sees this value can take the answers. */
    atomic_fetch_sub(&q->waiting, (uint32_t)n);
    pthread_mutex_unlock(&q->lock);
    q->wake(q->wake_arg);
}

/* ---- the worker: waiting ---- */

/* What has to be known before waiting, read under one lock. */
struct outlook {
    int busy, closing, watching;
};

static struct outlook look_out(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    struct outlook o = {q->appends.first || q->reads.first, q->closing, q->changed != NULL};
    pthread_mutex_unlock(&q->lock);
    return o;
}

static void look_at_changes(struct queue *q)
{
    struct request *r = request_new(CHANGES, 0, NULL);
    /* A failure is ignored, since changes are asked for again soon. */
    int failed = ask(q->store, r);
    q->looked = now_ms();
    if (r->rows.count)
        hand_over(q, r, 0, 0);
    else
        request_free(r);
    (void)failed;
}

/* Waits until there is work, or until changes are to be asked for. Even if a descriptor
 * announces changes, they are asked for now and then, because a connection may need to be
 * renewed. */
static void nap(struct queue *q, const struct outlook *o)
{
    int fd = o->watching ? q->store->changes_fd(q->store) : -1;
    struct pollfd polled[2] = {{.fd = q->bell, .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    int64_t next = q->looked + (fd < 0 ? ASK_MS : LOOK_MS) - now_ms();
    int timeout = o->busy || o->closing ? 0 : !o->watching ? -1 : next > 0 ? (int)next : 0;
    uint64_t rung;
    poll(polled, 2, timeout);
    if (polled[0].revents) {
        ssize_t bytes = read(q->bell, &rung, sizeof rung);
        (void)bytes;
    }
    int64_t since = now_ms() - q->looked;
    if (o->watching && (polled[1].revents || since >= (fd < 0 ? ASK_MS : LOOK_MS)))
        look_at_changes(q);
}

static void *work(void *arg)
{
    struct queue *q = arg;
    for (;;) {
        struct outlook o = look_out(q);
        struct request *r;
        if (o.closing && !o.busy)
            return NULL;
        nap(q, &o);
        store_appends(q);
        for (int i = 0; i < READS_BETWEEN && (r = take_read(q)); i++)
            answer_read(q, r);
    }
}

/* ---- the loop's thread ---- */

struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg)
{
    struct queue *q = calloc(1, sizeof *q);
    MUST(q != NULL);
    q->store = store;
    q->wake = wake;
    q->wake_arg = arg;
    list_open(&q->appends);
    list_open(&q->reads);
    list_open(&q->done);
    q->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    MUST(q->bell >= 0);
    MUST(pthread_mutex_init(&q->lock, NULL) == 0);
    /* Signals are handled in the loop's thread. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    MUST(pthread_create(&q->worker, NULL, work, q) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return q;
}

/* Calls the callback. From here on the loop has heard of the outcome. */
static void deliver(struct queue *q, struct request *r)
{
    pthread_mutex_lock(&q->lock);
    queue_rows_fn *changed = q->changed;
    void *changed_arg = q->changed_arg;
    if (r->is_bad)
        bad_remove(q, r);
    pthread_mutex_unlock(&q->lock);
    if (r->kind == CHANGES)
        changed(changed_arg, &r->rows);
    else if (r->ran)
        r->ran(r->arg, r->result);
    else if (r->appended)
        r->appended(r->arg, r->outcome);
    else if (r->rows_done)
        r->rows_done(r->arg, &r->rows);
    request_free(r);
}

void queue_close(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closing = 1;
    pthread_mutex_unlock(&q->lock);
    ring(q);
    pthread_join(q->worker, NULL);
    for (struct request *r; (r = list_take(&q->done));)
        deliver(q, r);
    pthread_mutex_destroy(&q->lock);
    close(q->bell);
    free(q);
}

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
