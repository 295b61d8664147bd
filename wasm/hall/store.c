/* The page's store (web/src/local/store.ts). One request is on its way at a time; appends that wait
 * become one transaction. Requests and answers are JSON:
 *
 *   {"append":[{"match","expected","entries":[TEXT],"card":{…},"snapshot"}…]}  {"outcomes":[…]}
 *   {"load"|"resume":MATCH,"from"|"most":N}                                   {"rows":[…]}
 *   {"list":{…}}, {"due":{"now","after":{"due","match"},"limit"}}             {"rows":[…]}
 *   {"ping":true}, {"probe":true}                                              {}
 *
 * {"failed":TEXT} answers any of them. */
#include <stdlib.h>
#include <string.h>

#include "store/request.h"
#include "wasm/hall/inside.h"

/* The most appends in one transaction. What comes later waits for the next one. */
enum { BATCH = 64 };

/* What the store is doing now. `n` 0: nothing; then the page may be asked again. Appends may be up
 * to BATCH, other requests go alone. */
static struct {
    struct request *batch[BATCH];
    int n;
    /* Kept between requests, so that its memory grows only once. host_store must take the text
     * before it returns. */
    struct writer out;
} flight;

/* ---- asking ---- */

/* Texts of the server end with NUL and have none inside. */
static void write_text(struct writer *w, const struct store_text *text)
{
    MUST(text->n == 0 || strlen(text->at) == text->n);
    write_string(w, text->n ? text->at : "");
}

/* `never` is the number that stands for no time; JSON gets null, because it would not fit into a
 * double. */
static void write_time(struct writer *w, const char *key, int64_t ms, int64_t never)
{
    write_key_of(w, key, strlen(key));
    if (ms == never)
        write_null(w);
    else
        write_long_number(w, ms);
}

/* The times and the phase are members of their own so that the page can look for them; "text" is
 * the whole summary. */
static void write_summary(struct writer *w, const struct store_summary *c)
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

/* `expected` is how many entries the match must have; otherwise the store answers "conflict" and
 * stores nothing of it. */
static void write_append(struct writer *w, const struct store_append *a)
{
    write_begin(w, '{');
    write_member_string(w, "match", a->match);
    write_member_number(w, "expected", a->expected);
    write_key(w, "entries");
    write_begin(w, '[');
    for (uint32_t i = 0; i < a->count; i++)
        write_text(w, &a->entry[i]);
    write_end(w, ']');
    write_key(w, "card");
    write_summary(w, &a->summary);
    if (a->snapshot.n) {
        write_key(w, "snapshot");
        write_text(w, &a->snapshot);
    }
    write_end(w, '}');
}

/* Settled appends are skipped. 1: something is left to store. read_outcomes goes through the same
 * requests in the same order. */
static int write_appends(struct writer *w)
{
    int some = 0;
    write_key(w, "append");
    write_begin(w, '[');
    for (int i = 0; i < flight.n; i++)
        if (!flight.batch[i]->settled) {
            write_append(w, &flight.batch[i]->append);
            some = 1;
        }
    write_end(w, ']');
    return some;
}

/* "phase" and "game" narrow the list; null is any game. INT64_MAX as `before` is from the newest
 * on. */
static void write_list(struct writer *w, const struct store_query *query)
{
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
}

/* "after" is where the last page of rows ended; rows are ordered by time, then match. */
static void write_due(struct writer *w, const struct request *r)
{
    write_begin(w, '{');
    write_time(w, "now", r->now, INT64_MIN);
    write_key(w, "after");
    write_begin(w, '{');
    write_time(w, "due", r->after.due, INT64_MIN);
    write_member_string(w, "match", r->after.match);
    write_end(w, '}');
    write_member_number(w, "limit", r->query.limit);
    write_end(w, '}');
}

/* One request that reads. The page has no other kinds; one would be a hole in `verb`. */
static void write_read(struct writer *w, const struct request *r)
{
    static const char *const verb[] = {
        [REQUEST_LOAD] = "load", [REQUEST_RESUME] = "resume", [REQUEST_LIST] = "list",
        [REQUEST_DUE] = "due",   [REQUEST_PING] = "ping",     [REQUEST_PROBE] = "probe"};
    write_key_of(w, verb[r->kind], strlen(verb[r->kind]));
    switch (r->kind) {
    case REQUEST_LIST: write_list(w, &r->query); return;
    case REQUEST_DUE: write_due(w, r); return;
    case REQUEST_LOAD:
    case REQUEST_RESUME:
        write_string(w, r->append.match);
        write_member_number(w, r->kind == REQUEST_LOAD ? "from" : "most", r->from);
        return;
    default: write_bool(w, 1);
    }
}

/* Writes the request that is under way. Returns 0 if the page need not be asked at all. */
static int write_flight(struct writer *w)
{
    int asks = 1;
    writer_reset(w);
    write_begin(w, '{');
    if (flight.batch[0]->kind == REQUEST_APPEND)
        asks = write_appends(w);
    else
        write_read(w, flight.batch[0]);
    write_end(w, '}');
    return asks;
}

/* Nothing is under way any more when the answers are delivered, because they may ask for more. */
static void finish(struct queue *q)
{
    int n = flight.n;
    flight.n = 0;
    queue_done(q, flight.batch, n, 0);
    queue_deliver(q);
}

/* Appends go before reads, so that what is read has them. */
int page_store_pump(struct queue *q)
{
    if (flight.n)
        return 0;
    flight.n = queue_take_appends(q, flight.batch, BATCH);
    if (!flight.n && (flight.batch[0] = queue_take_read(q)))
        flight.n = 1;
    if (!flight.n)
        return 0;
    if (write_flight(&flight.out)) {
        host_store(flight.out.at, flight.out.n);
        return 0;
    }
    finish(q);
    return 1;
}

/* ---- answers ---- */

/* Anything but "stored" and "conflict" is a failure; so is an outcome that is missing. What was
 * settled before keeps its outcome. */
static void read_outcomes(const json_t *root, int failed)
{
    const json_t *list = json_object_get(root, "outcomes");
    size_t at = 0;
    for (int i = 0; i < flight.n; i++) {
        struct request *r = flight.batch[i];
        if (r->settled)
            continue;
        const char *what = json_string_value(json_array_get(list, at++));
        r->outcome = !failed && what && strcmp(what, "stored") == 0     ? QUEUE_STORED
                     : !failed && what && strcmp(what, "conflict") == 0 ? QUEUE_CONFLICT
                                                                        : QUEUE_FAILED;
    }
}

/* A row without a match is one of the match that was asked about. */
static void read_row(const json_t *value, struct request *r)
{
    const char *match = json_string_value(json_object_get(value, "match"));
    const char *text = json_string_value(json_object_get(value, "text"));
    text = text ? text : "";
    struct queue_row *row = request_add_row(r, match ? match : r->append.match, text, strlen(text));
    row->n = (uint32_t)json_integer_value(json_object_get(value, "n"));
    row->when = json_integer_value(json_object_get(value, "when"));
}

/* An answer without rows is a failure: an empty match has an empty list. */
static void read_rows(struct request *r, const json_t *root)
{
    const json_t *list = json_object_get(root, "rows");
    const char *snapshot = json_string_value(json_object_get(root, "snapshot"));
    r->rows.failed |= !json_is_array(list);
    for (size_t i = 0; i < json_array_size(list); i++)
        read_row(json_array_get(list, i), r);
    if (snapshot)
        request_set_snapshot(r, (uint32_t)json_integer_value(json_object_get(root, "snapshotOf")),
                             snapshot, strlen(snapshot));
}

/* Failed requests get no rows, even if the answer had some. */
static void read_answer(const json_t *root, int failed)
{
    struct request *r = flight.batch[0];
    if (r->kind == REQUEST_APPEND) {
        read_outcomes(root, failed);
        return;
    }
    r->outcome = failed ? QUEUE_FAILED : QUEUE_STORED;
    r->rows.failed = failed;
    if (r->rows_done && !failed)
        read_rows(r, root);
}

/* Ignored if nothing is under way, such as an answer that comes twice. */
void page_store_answered(struct queue *q, const char *text, size_t n)
{
    if (!flight.n)
        return;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    const char *why = json_string_value(json_object_get(root, "failed"));
    int failed = !json_is_object(root) || why;
    if (failed)
        queue_failed(q, why ? why : "the store has said nothing useful");
    read_answer(root, failed);
    json_decref(root);
    finish(q);
}

/* Delivered like an answer, to the function of queue_on_changes (hall.c). */
void page_store_changed(struct queue *q, const char *match, uint32_t entries)
{
    struct request *r = request_new(REQUEST_CHANGES, 0, NULL);
    request_add_row(r, match, NULL, 0)->n = entries;
    queue_done(q, &r, 1, 0);
    queue_deliver(q);
}
