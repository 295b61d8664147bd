/* What a queue asks of a store, for those who do it: a thread (queue_thread.c), whoever calls
 * queue_work, or a page, whose store is not in C (wasm/hall/store.c). They take requests, note in
 * each what came of it, and give it back with queue_done. */
#ifndef CHARLATAN_STORE_REQUEST_H
#define CHARLATAN_STORE_REQUEST_H

#include "store/queue.h"

enum request_kind {
    REQUEST_APPEND,
    REQUEST_LOAD,
    REQUEST_RESUME,
    REQUEST_KEEP,
    REQUEST_KEPT,
    REQUEST_LIST,
    REQUEST_DUE,
    REQUEST_PING,
    REQUEST_PROBE,
    REQUEST_RUN,
    REQUEST_CHANGES
};

struct request {
    struct request *next;
    /* The next in its chain, while it is in `bad`. */
    struct request *next_bad;
    enum request_kind kind;
    /* Rises from request to request, whatever its kind. */
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
    /* It has an outcome without having reached the store, and must not reach it. */
    int settled;
    /* It is in `bad`. */
    int is_bad;
    /* What came of it. A read has rows, and they say whether it has failed. */
    enum queue_outcome outcome;
    struct queue_rows rows;
    /* How many rows there is memory for. */
    uint32_t room;
    /* The copied texts, each ended by NUL. */
    _Alignas(struct store_text) char text[];
};

/* The next read that need not wait for an append; NULL: none. */
struct request *queue_take_read(struct queue *q);
/* Takes appends that are to become one transaction, those that are settled included. Returns how
 * many. */
int queue_take_appends(struct queue *q, struct request **batch, int most);
/* One read, or all that were taken with one call, with what came of them; `took`: in ns. */
void queue_done(struct queue *q, struct request **batch, int n, uint64_t took);
/* Notes that the store has failed, and its sentence. */
void queue_failed(struct queue *q, const char *error);
/* A row of the answer, with a copy of the text; NULL: it has none. */
struct queue_row *request_add_row(struct request *r, const char *match, const char *text, size_t n);
void request_set_snapshot(struct request *r, uint32_t of, const char *text, size_t n);
/* Something that nobody has asked for: CHANGES. */
struct request *request_new(enum request_kind kind, size_t text, void *arg);
void request_free(struct request *r);

#endif
