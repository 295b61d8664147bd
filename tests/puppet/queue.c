/* The fake queue of a world: every function of store/queue.h, without a thread. Requests wait until
 * the world lets the store work, answers until the world delivers them. A store in memory has only
 * one handle, so the queue itself tells the other nodes about appends. */
#include "store/queue.h"

#include <stdlib.h>
#include <string.h>

#include "store/batch.h"
#include "tests/puppet/puppet.h"

enum kind { APPEND, LOAD, RESUME, KEEP, KEPT, LIST, DUE, PING, PROBE, RUN, CHANGES };
enum { BATCH = 64 };

struct job {
    struct job *next;
    enum kind kind;
    /* For LOAD only the match is used. */
    struct store_append append;
    struct store_text entry;
    uint32_t from;
    struct store_query query;
    char game[24];
    int64_t now;
    struct store_place after;
    queue_appended_fn *appended;
    queue_rows_fn *rows_done;
    queue_run_fn *run;
    queue_ran_fn *ran;
    int result;
    void *arg;
    /* 1: it follows an append that was not stored. */
    int settled;
    enum queue_outcome outcome;
    struct queue_rows rows;
};

struct list {
    struct job *first, **end;
};

struct queue {
    struct puppet_node *node;
    struct store *store;
    struct list jobs, done;
    /* Appends of others that were not reported yet. */
    struct job *changes;
    queue_rows_fn *changed;
    void *changed_arg;
    struct queue_figures figures;
    uint32_t waiting;
};

/* ---- lists ---- */

static void list_add(struct list *l, struct job *j)
{
    j->next = NULL;
    *l->end = j;
    l->end = &j->next;
}

static struct job *list_take(struct list *l)
{
    struct job *j = l->first;
    if (j && !(l->first = j->next))
        l->end = &l->first;
    return j;
}

static struct job *job_new(enum kind kind, void *arg)
{
    struct job *j = calloc(1, sizeof *j);
    MUST(j);
    j->kind = kind;
    j->arg = arg;
    return j;
}

static void job_free(struct job *j)
{
    if (!j)
        return;
    queue_rows_free(&j->rows);
    free((char *)(uintptr_t)j->entry.at);
    free((char *)(uintptr_t)j->append.card.text);
    free((char *)(uintptr_t)j->append.snapshot.at);
    free(j);
}

static char *copy_text(const char *text, size_t n)
{
    char *copy = malloc(n + 1);
    MUST(copy);
    memcpy(copy, text ? text : "", n);
    copy[n] = 0;
    return copy;
}

/* ---- asking ---- */

struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg)
{
    struct queue *q = calloc(1, sizeof *q);
    (void)wake;
    MUST(q);
    q->store = store;
    q->node = arg;
    q->jobs.end = &q->jobs.first;
    q->done.end = &q->done.first;
    return q;
}

/* When a node dies, the requests in its queue are not stored. */
void queue_close(struct queue *q)
{
    struct job *j;
    while ((j = list_take(&q->jobs)) || (j = list_take(&q->done)))
        job_free(j);
    job_free(q->changes);
    free(q);
}

static int is_bad(const struct job *j, const char *match)
{
    return j->kind == APPEND && !j->settled && j->outcome != QUEUE_STORED &&
           strcmp(j->append.match, match) == 0;
}

/* Fails an append that follows a failed one of which the node has not been told. */
static void settle_after_bad(struct queue *q, struct job *j)
{
    for (struct job *d = q->done.first; d && !j->settled; d = d->next)
        if (is_bad(d, j->append.match)) {
            j->settled = 1;
            j->outcome = d->outcome;
        }
}

void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done, void *arg)
{
    struct job *j = job_new(APPEND, arg);
    puppet_promise(a->count == 1, "the server stores one entry at a time");
    puppet_promise(store_text_fits(a->entry[0].at, a->entry[0].n), "an entry can be kept");
    puppet_promise(store_text_fits(a->card.text, a->card.text_n), "a card can be kept");
    puppet_promise(store_text_fits(a->snapshot.at, a->snapshot.n), "a snapshot can be kept");
    j->append = *a;
    j->entry = (struct store_text){copy_text(a->entry[0].at, a->entry[0].n), a->entry[0].n};
    j->append.entry = &j->entry;
    j->append.card.text = copy_text(a->card.text, a->card.text_n);
    j->append.snapshot.at = copy_text(a->snapshot.at, a->snapshot.n);
    j->appended = done;
    settle_after_bad(q, j);
    q->waiting++;
    list_add(&q->jobs, j);
}

static void read_match(struct queue *q, enum kind kind, const char *match, uint32_t from,
                       queue_rows_fn *done, void *arg)
{
    struct job *j = job_new(kind, arg);
    puppet_promise(strlen(match) <= STORE_ID, "the id of a match is short");
    strcpy(j->append.match, match);
    j->from = from;
    j->rows_done = done;
    list_add(&q->jobs, j);
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
    struct job *j = job_new(KEEP, arg);
    puppet_promise(store_text_fits(text->at, text->n), "a text can be kept");
    strcpy(j->append.match, match);
    j->append.snapshot = (struct store_text){copy_text(text->at, text->n), text->n};
    j->from = number;
    j->appended = done;
    list_add(&q->jobs, j);
}

void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg)
{
    struct job *j = job_new(LIST, arg);
    j->query = *query;
    if (query->game) {
        snprintf(j->game, sizeof j->game, "%s", query->game);
        j->query.game = j->game;
    }
    j->rows_done = done;
    list_add(&q->jobs, j);
}

void queue_due(struct queue *q, int64_t now, const struct store_place *after, int limit,
               queue_rows_fn *done, void *arg)
{
    struct job *j = job_new(DUE, arg);
    j->now = now;
    j->after = *after;
    j->query.limit = limit;
    j->rows_done = done;
    list_add(&q->jobs, j);
}

void queue_ping(struct queue *q, queue_appended_fn *done, void *arg)
{
    struct job *j = job_new(PING, arg);
    j->appended = done;
    list_add(&q->jobs, j);
}

void queue_probe(struct queue *q, queue_appended_fn *done, void *arg)
{
    struct job *j = job_new(PROBE, arg);
    j->appended = done;
    list_add(&q->jobs, j);
}

void queue_run(struct queue *q, queue_run_fn *run, queue_ran_fn *done, void *arg)
{
    struct job *j = job_new(RUN, arg);
    j->run = run;
    j->ran = done;
    j->result = -1;
    list_add(&q->jobs, j);
}

int queue_time(struct queue *q, int64_t *ms)
{
    *ms = q->node->world->now;
    return q->node->world->shared;
}

void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg)
{
    q->changed = changed;
    q->changed_arg = arg;
}

/* ---- the store at work ---- */

static struct queue_row *add_row(struct job *j, const char *match)
{
    j->rows.row = realloc(j->rows.row, (j->rows.count + 1) * sizeof j->rows.row[0]);
    MUST(j->rows.row);
    struct queue_row *row = &j->rows.row[j->rows.count++];
    *row = (struct queue_row){0};
    strcpy(row->match, match);
    return row;
}

static void take_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct job *j = arg;
    struct queue_row *row = add_row(j, j->append.match);
    row->n = n;
    row->text = copy_text(body, len);
    row->text_n = len;
}

static void take_snapshot(void *arg, uint32_t n, const char *body, size_t len)
{
    struct job *j = arg;
    j->rows.snapshot_of = n;
    j->rows.snapshot = copy_text(body, len);
    j->rows.snapshot_n = len;
}

static int resume(struct store *s, struct job *j)
{
    if (s->snapshot(s, j->append.match, j->from, take_snapshot, j) < 0)
        return -1;
    uint32_t of = j->rows.snapshot_of;
    return s->load(s, j->append.match, of ? of - 1 : 0, take_entry, j);
}

static void take_card(void *arg, const char *match, int64_t touched, const char *text, size_t len)
{
    struct queue_row *row = add_row(arg, match);
    row->when = touched;
    row->text = copy_text(text, len);
    row->text_n = len;
}

static void take_due(void *arg, const char *match, uint32_t entries, int64_t due)
{
    struct queue_row *row = add_row(arg, match);
    row->n = entries;
    row->when = due;
}

static int read_for(struct queue *q, struct job *j)
{
    struct store *s = q->store;
    if (j->kind == PROBE)
        return q->node->fail > 0 || q->node->fail_reads > 0 ? -1 : s->probe(s);
    if (q->node->fail_reads > 0) {
        q->node->fail_reads--;
        return -1;
    }
    switch (j->kind) {
    case LOAD: q->node->looks++; return s->load(s, j->append.match, j->from, take_entry, j);
    case RESUME: return resume(s, j);
    case KEEP: return s->keep(s, j->append.match, j->from, &j->append.snapshot);
    case KEPT: return s->kept(s, j->append.match, j->from, take_entry, j);
    case LIST: return s->list(s, &j->query, take_card, j);
    case DUE: return s->due(s, j->now, &j->after, j->query.limit, take_due, j);
    case RUN: return (j->result = j->run(s, j->arg)) < 0 ? -1 : 0;
    default: return s->ping(s);
    }
}

void puppet_queue_changed(struct queue *q, const char *match, uint32_t entries)
{
    if (!q->changes)
        q->changes = job_new(CHANGES, NULL);
    add_row(q->changes, match)->n = entries;
}

static void tell_others(struct queue *q, const struct store_append *a)
{
    struct puppet *w = q->node->world;
    if (w->hears.stored)
        w->hears.stored(w->hears.arg, a->match);
    for (int i = 0; i < w->nodes; i++) {
        struct queue *other = w->node[i].server ? w->node[i].server->queue : NULL;
        if (!other || other == q || w->node[i].deaf)
            continue;
        puppet_queue_changed(other, a->match, a->expected + a->count);
    }
}

static void append_done(struct queue *q, struct job *j, int lost)
{
    q->waiting--;
    q->figures.conflicts += j->outcome == QUEUE_CONFLICT;
    q->figures.entries += j->outcome == QUEUE_STORED;
    if (j->outcome == QUEUE_STORED)
        tell_others(q, &j->append);
    if (lost)
        j->outcome = QUEUE_FAILED;
    list_add(&q->done, j);
    for (struct job *later = j->outcome == QUEUE_STORED ? NULL : q->jobs.first; later;
         later = later->next)
        if (later->kind == APPEND)
            settle_after_bad(q, later);
}

/* All appends up to the next read are one transaction. */
static void store_batch(struct queue *q)
{
    struct job *batch[BATCH];
    struct store_append list[BATCH];
    int n = 0, open = 0, at = 0, failed = 0, lost = 0;
    int most = q->node->alone ? 1 : BATCH;
    while (n < most && q->jobs.first && q->jobs.first->kind == APPEND)
        batch[n++] = list_take(&q->jobs);
    for (int i = 0; i < n; i++)
        if (!batch[i]->settled)
            list[open++] = batch[i]->append;
    if (open && q->node->fail > 0 && q->node->fail--)
        failed = -1;
    else if (open)
        failed = q->store->append(q->store, list, open);
    if (open && !failed && q->node->lose > 0)
        lost = q->node->lose--;
    q->figures.transactions += open > 0;
    q->figures.failures += failed != 0;
    for (int i = 0; i < n; i++) {
        if (!batch[i]->settled) {
            int conflict = list[at++].outcome == STORE_CONFLICT;
            batch[i]->outcome = failed ? QUEUE_FAILED : conflict ? QUEUE_CONFLICT : QUEUE_STORED;
        }
        append_done(q, batch[i], lost && !batch[i]->settled);
    }
}

int puppet_queue_work(struct queue *q)
{
    int worked = q->jobs.first || q->changes;
    while (q->jobs.first) {
        if (q->jobs.first->kind == APPEND) {
            store_batch(q);
            continue;
        }
        struct job *j = list_take(&q->jobs);
        j->rows.failed = read_for(q, j) != 0;
        j->outcome = j->rows.failed ? QUEUE_FAILED : QUEUE_STORED;
        list_add(&q->done, j);
    }
    if (q->changes)
        list_add(&q->done, q->changes);
    q->changes = NULL;
    return worked;
}

/* ---- telling ---- */

static void deliver(struct queue *q, struct job *j)
{
    if (j->kind == CHANGES)
        q->changed(q->changed_arg, &j->rows);
    else if (j->ran)
        j->ran(j->arg, j->result);
    else if (j->appended)
        j->appended(j->arg, j->outcome);
    else
        j->rows_done(j->arg, &j->rows);
    job_free(j);
}

int queue_deliver(struct queue *q)
{
    struct job *j = q->done.first, *next;
    int delivered = j != NULL;
    q->done.first = NULL;
    q->done.end = &q->done.first;
    for (; j; j = next) {
        next = j->next;
        deliver(q, j);
    }
    return delivered;
}

uint32_t queue_waiting(const struct queue *q)
{
    return q->waiting;
}

void queue_figures(struct queue *q, struct queue_figures *f)
{
    *f = q->figures;
}

void queue_error(struct queue *q, char error[STORE_ERROR])
{
    (void)q;
    error[0] = 0;
}
