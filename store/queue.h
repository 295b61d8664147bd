/* A store on a thread of its own, for a loop that must not block. Requests are queued; all appends that wait
 * become one transaction; answers are handed over by queue_deliver in the loop's thread, in the order of the requests
 * of each kind. `wake` is called from the store's thread whenever there is something to deliver. */
#ifndef CHARLATAN_STORE_QUEUE_H
#define CHARLATAN_STORE_QUEUE_H

#include "store/store.h"

struct queue;

enum queue_outcome { QUEUE_STORED, QUEUE_CONFLICT, QUEUE_FAILED }; /* FAILED: the world is wrong */

struct queue_rows {
    int failed;
    uint32_t count;
    struct queue_row {
        /* load: number of the entry; due, changes: entries. */
        uint32_t n;
        char match[STORE_ID + 1];
        /* List. */
        int64_t touched;
        const char *text;
        size_t text_n;
    } * row;
};

typedef void queue_appended_fn(void *arg, enum queue_outcome outcome);
typedef void queue_rows_fn(void *arg, const struct queue_rows *rows);

/* The store belongs to the queue's thread until queue_close, which does not close it. */
struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg);
/* Everything queued so far is done first (after a read that fails the other reads fail untried: a database that is
 * away takes seconds to say so); callbacks that were not delivered are called here, and what they queue fails. Until it returns
 * `wake` may be called. */
void queue_close(struct queue *q);

/* Texts are copied. Appends of one match may be queued without waiting for one another: when one is not
 * stored, those queued behind it before this was delivered have the same outcome. A read sees every append
 * queued before it. */
void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done,
                  void *arg);
void queue_load(struct queue *q, const char *match, uint32_t from, queue_rows_fn *done, void *arg);
void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg);
void queue_due(struct queue *q, int64_t now, int limit, queue_rows_fn *done, void *arg);
void queue_ping(struct queue *q, queue_appended_fn *done, void *arg);
/* Called with matches others have appended to, for as long as the queue is open. */
void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg);

/* In the loop's thread. 1 where something was delivered. */
int queue_deliver(struct queue *q);
/* Appends not yet stored, or refused. */
uint32_t queue_waiting(const struct queue *q);

struct queue_figures {
    uint64_t appends, entries, transactions, failures, conflicts;
    /* Spent in the store. */
    uint64_t busy_ns;
};
void queue_figures(struct queue *q, struct queue_figures *f);
/* The sentence of the last failure, "" while there was none. */
void queue_error(struct queue *q, char error[STORE_ERROR]);

#endif
