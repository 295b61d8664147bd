/* The page's queue: every function of store/queue.h that the server uses, over a store of the page
 * (web/src/local/store.ts). One request is on its way at a time; appends that wait become one
 * transaction. Requests and answers are JSON:
 *
 *   {"append":[{"match","expected","entries":[TEXT],"card":{…},"snapshot"}…]}  {"outcomes":[…]}
 *   {"load"|"resume":MATCH,"from"|"most":N}                                   {"rows":[…]}
 *   {"list":{…}}, {"due":{"now","after":{"due","match"},"limit"}}             {"rows":[…]}
 *   {"ping":true}, {"probe":true}                                              {}
 *
 * {"failed":TEXT} answers any of them. */
#include "store/queue.h"

#include <stdlib.h>
#include <string.h>

#include "wasm/hall/inside.h"

enum kind { APPEND, LOAD, RESUME, LIST, DUE, PING, PROBE };

/* The most appends in one transaction. */
enum { BATCH = 64 };

struct job {
    struct job *next;
    enum kind kind;
    char match[STORE_ID + 1];
    /* The request as JSON; of an append, its element of the list. */
    struct writer text;
    queue_appended_fn *appended;
    queue_rows_fn *rows_done;
    void *arg;
    /* 1: it follows an append that was not stored, and has its outcome. */
    int settled;
    enum queue_outcome outcome;
};

struct queue {
    struct job *jobs, **jobs_end;
    /* What the store is doing now. */
    struct job *flight;
    queue_rows_fn *changed;
    void *changed_arg;
    struct queue_figures figures;
    uint32_t waiting;
    char error[STORE_ERROR];
    struct writer out;
};

struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg)
{
    struct queue *q = calloc(1, sizeof *q);
    (void)store, (void)wake, (void)arg;
    MUST(q);
    q->jobs_end = &q->jobs;
    return q;
}

static struct job *job_add(struct queue *q, enum kind kind, const char *match, void *arg)
{
    struct job *j = calloc(1, sizeof *j);
    MUST(j);
    j->kind = kind;
    j->arg = arg;
    snprintf(j->match, sizeof j->match, "%s", match);
    *q->jobs_end = j;
    q->jobs_end = &j->next;
    return j;
}

static void job_free(struct job *j)
{
    writer_free(&j->text);
    free(j);
}

/* ---- asking ---- */

/* Texts of the server end with NUL and have none inside. */
static void write_text(struct writer *w, const struct store_text *text)
{
    MUST(text->n == 0 || strlen(text->at) == text->n);
    write_string(w, text->n ? text->at : "");
}

static void write_time(struct writer *w, const char *key, int64_t ms, int64_t never)
{
    write_key_of(w, key, strlen(key));
    if (ms == never)
        write_null(w);
    else
        write_long_number(w, ms);
}

static void write_card(struct writer *w, const struct store_card *c)
{
    write_begin(w, '{');
    write_member_number(w, "phase", c->phase);
    write_member_bool(w, "open", c->open);
    write_member_string(w, "game", c->game);
    write_time(w, "created", c->created, INT64_MIN);
    write_time(w, "touched", c->touched, INT64_MIN);
    write_time(w, "due", c->due, INT64_MAX);
    write_key(w, "text");
    write_text(w, &(struct store_text){c->text, c->text_n});
    write_end(w, '}');
}

void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done, void *arg)
{
    struct job *j = job_add(q, APPEND, a->match, arg);
    struct writer *w = &j->text;
    j->appended = done;
    q->waiting++;
    write_begin(w, '{');
    write_member_string(w, "match", a->match);
    write_member_number(w, "expected", a->expected);
    write_key(w, "entries");
    write_begin(w, '[');
    for (uint32_t i = 0; i < a->count; i++)
        write_text(w, &a->entry[i]);
    write_end(w, ']');
    write_key(w, "card");
    write_card(w, &a->card);
    if (a->snapshot.n) {
        write_key(w, "snapshot");
        write_text(w, &a->snapshot);
    }
    write_end(w, '}');
}

static void read_match(struct queue *q, enum kind kind, const char *match, const char *key,
                       uint32_t number, queue_rows_fn *done, void *arg)
{
    static const char *const verb[] = {[LOAD] = "load", [RESUME] = "resume"};
    struct job *j = job_add(q, kind, match, arg);
    j->rows_done = done;
    write_begin(&j->text, '{');
    write_key_of(&j->text, verb[kind], strlen(verb[kind]));
    write_string(&j->text, match);
    write_key_of(&j->text, key, strlen(key));
    write_long_number(&j->text, number);
    write_end(&j->text, '}');
}

void queue_load(struct queue *q, const char *match, uint32_t from, queue_rows_fn *done, void *arg)
{
    read_match(q, LOAD, match, "from", from, done, arg);
}

void queue_resume(struct queue *q, const char *match, uint32_t most, queue_rows_fn *done, void *arg)
{
    read_match(q, RESUME, match, "most", most, done, arg);
}

void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg)
{
    struct job *j = job_add(q, LIST, "", arg);
    struct writer *w = &j->text;
    j->rows_done = done;
    write_begin(w, '{');
    write_key(w, "list");
    write_begin(w, '{');
    write_member_number(w, "phase", query->phase);
    write_member_bool(w, "open", query->open);
    write_key(w, "game");
    if (query->game)
        write_string(w, query->game);
    else
        write_null(w);
    write_time(w, "before", query->before, INT64_MAX);
    write_member_number(w, "limit", query->limit);
    write_end(w, '}');
    write_end(w, '}');
}

void queue_due(struct queue *q, int64_t now, const struct store_place *after, int limit,
               queue_rows_fn *done, void *arg)
{
    struct job *j = job_add(q, DUE, "", arg);
    struct writer *w = &j->text;
    j->rows_done = done;
    write_begin(w, '{');
    write_key(w, "due");
    write_begin(w, '{');
    write_time(w, "now", now, INT64_MIN);
    write_key(w, "after");
    write_begin(w, '{');
    write_time(w, "due", after->due, INT64_MIN);
    write_member_string(w, "match", after->match);
    write_end(w, '}');
    write_member_number(w, "limit", limit);
    write_end(w, '}');
    write_end(w, '}');
}

static void ask_whether(struct queue *q, enum kind kind, const char *verb, queue_appended_fn *done,
                        void *arg)
{
    struct job *j = job_add(q, kind, "", arg);
    j->appended = done;
    write_begin(&j->text, '{');
    write_key_of(&j->text, verb, strlen(verb));
    write_bool(&j->text, 1);
    write_end(&j->text, '}');
}

void queue_ping(struct queue *q, queue_appended_fn *done, void *arg)
{
    ask_whether(q, PING, "ping", done, arg);
}

void queue_probe(struct queue *q, queue_appended_fn *done, void *arg)
{
    ask_whether(q, PROBE, "probe", done, arg);
}

/* The clock is this machine's. */
int queue_time(struct queue *q, int64_t *ms)
{
    (void)q, (void)ms;
    return 0;
}

void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg)
{
    q->changed = changed;
    q->changed_arg = arg;
}

/* ---- one request at a time ---- */

static struct job *job_take(struct queue *q)
{
    struct job *j = q->jobs;
    if (j && !(q->jobs = j->next))
        q->jobs_end = &q->jobs;
    if (j)
        j->next = NULL;
    return j;
}

/* Appends that follow one another are one transaction. */
static void take_batch(struct queue *q)
{
    struct job **end = &q->flight;
    struct writer *w = &q->out;
    write_begin(w, '{');
    write_key(w, "append");
    write_begin(w, '[');
    for (int n = 0; n < BATCH && q->jobs && q->jobs->kind == APPEND && !q->jobs->settled; n++) {
        struct job *j = job_take(q);
        write_raw(w, j->text.at, j->text.n);
        *end = j;
        end = &j->next;
    }
    write_end(w, ']');
    write_end(w, '}');
}

static void finish_settled(struct queue *q)
{
    while (q->jobs && q->jobs->settled) {
        struct job *j = job_take(q);
        q->waiting--;
        j->appended(j->arg, j->outcome);
        job_free(j);
    }
}

void page_queue_pump(struct queue *q)
{
    if (q->flight || !q->jobs)
        return;
    writer_reset(&q->out);
    if (q->jobs->kind == APPEND) {
        take_batch(q);
        q->figures.transactions++;
    } else {
        q->flight = job_take(q);
        write_raw(&q->out, q->flight->text.at, q->flight->text.n);
    }
    host_store(q->out.at, q->out.n);
}

/* ---- answers ---- */

/* What is queued for the same match has the same outcome, until this one is delivered. */
static void settle_later(struct queue *q, const struct job *bad)
{
    for (struct job *j = q->jobs; j; j = j->next)
        if (j->kind == APPEND && !j->settled && strcmp(j->match, bad->match) == 0) {
            j->settled = 1;
            j->outcome = bad->outcome;
        }
}

static void read_outcomes(struct queue *q, struct job *first, const json_t *root, int failed)
{
    const json_t *list = json_object_get(root, "outcomes");
    size_t i = 0;
    for (struct job *j = first; j; j = j->next, i++) {
        const char *what = json_string_value(json_array_get(list, i));
        j->outcome = !failed && what && strcmp(what, "stored") == 0     ? QUEUE_STORED
                     : !failed && what && strcmp(what, "conflict") == 0 ? QUEUE_CONFLICT
                                                                        : QUEUE_FAILED;
        q->figures.entries += j->outcome == QUEUE_STORED;
        q->figures.conflicts += j->outcome == QUEUE_CONFLICT;
        q->figures.failures += j->outcome == QUEUE_FAILED;
    }
}

static void read_row(const json_t *value, const struct job *j, struct queue_row *row)
{
    const char *match = json_string_value(json_object_get(value, "match"));
    const char *text = json_string_value(json_object_get(value, "text"));
    snprintf(row->match, sizeof row->match, "%s", match ? match : j->match);
    row->n = (uint32_t)json_integer_value(json_object_get(value, "n"));
    row->when = json_integer_value(json_object_get(value, "when"));
    row->text = text ? text : "";
    row->text_n = strlen(row->text);
}

/* The rows point into the JSON. */
static struct queue_rows read_rows(const struct job *j, const json_t *root, int failed)
{
    const json_t *list = json_object_get(root, "rows");
    const char *snapshot = json_string_value(json_object_get(root, "snapshot"));
    struct queue_rows rows = {.failed = failed || !json_is_array(list)};
    if (rows.failed)
        return rows;
    rows.count = (uint32_t)json_array_size(list);
    rows.row = calloc(rows.count + 1, sizeof rows.row[0]);
    MUST(rows.row);
    for (uint32_t i = 0; i < rows.count; i++)
        read_row(json_array_get(list, i), j, &rows.row[i]);
    if (!snapshot)
        return rows;
    rows.snapshot = snapshot;
    rows.snapshot_n = strlen(snapshot);
    rows.snapshot_of = (uint32_t)json_integer_value(json_object_get(root, "snapshotOf"));
    return rows;
}

/* Copies for those who keep them (queue_rows_keep): a fold takes the rows along. */
static char *copy_text(const char *text, size_t n)
{
    char *copy = malloc(n + 1);
    MUST(copy);
    memcpy(copy, text, n);
    copy[n] = 0;
    return copy;
}

static void own_texts(struct queue_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++)
        rows->row[i].text = copy_text(rows->row[i].text, rows->row[i].text_n);
    if (rows->snapshot)
        rows->snapshot = copy_text(rows->snapshot, rows->snapshot_n);
}

static void deliver_rows(struct job *j, const json_t *root, int failed)
{
    struct queue_rows rows = read_rows(j, root, failed);
    own_texts(&rows);
    j->rows_done(j->arg, &rows);
    queue_rows_free(&rows);
}

static void deliver(struct queue *q, struct job *first, const json_t *root, int failed)
{
    for (struct job *j = first; j; j = j->next)
        if (j->kind == APPEND && j->outcome != QUEUE_STORED)
            settle_later(q, j);
    for (struct job *j = first, *next; j; j = next) {
        next = j->next;
        if (j->rows_done) {
            deliver_rows(j, root, failed);
        } else {
            q->waiting -= j->kind == APPEND;
            j->appended(j->arg, j->outcome);
        }
        job_free(j);
    }
    finish_settled(q);
}

void page_queue_answered(struct queue *q, const char *text, size_t n)
{
    struct job *first = q->flight;
    if (!first)
        return;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const char *why = json_string_value(json_object_get(root, "failed"));
    int failed = !json_is_object(root) || why;
    q->flight = NULL;
    if (failed)
        snprintf(q->error, sizeof q->error, "%s", why ? why : "the store has said nothing useful");
    if (first->kind == APPEND)
        read_outcomes(q, first, root, failed);
    else
        first->outcome = failed ? QUEUE_FAILED : QUEUE_STORED;
    deliver(q, first, root, failed);
    json_decref(root);
}

void page_queue_changed(struct queue *q, const char *match, uint32_t entries)
{
    struct queue_row row = {.n = entries};
    struct queue_rows rows = {.count = 1, .row = &row};
    snprintf(row.match, sizeof row.match, "%s", match);
    q->changed(q->changed_arg, &rows);
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
    memcpy(error, q->error, STORE_ERROR);
}
