/* What the files of the queue share: its lists, and who works through them. */
#ifndef CHARLATAN_STORE_INSIDE_H
#define CHARLATAN_STORE_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/request.h"

struct store;

enum { BAD_CHAINS = 256 };

/* First in, first out; `end` points to the pointer that the next request goes to. */
struct request_list {
    struct request *first, **end;
};

struct queue {
    /* Only who works uses the store. NULL: it is elsewhere. */
    struct store *store;
    /* Called when there is something to deliver, and when there is work; each may be NULL. */
    void (*wake)(void *arg);
    void (*ring)(struct queue *q);
    /* Waits until what is queued is done, and ends who works; NULL: nobody does of their own. */
    void (*stop)(struct queue *q);
    /* A clock that is never set, in ns. */
    uint64_t (*clock)(void *arg);
    /* For wake and clock. */
    void *arg;
    /* Whether the store can keep what is appended; NULL: it keeps everything. */
    int (*fits)(const struct store_append *a);
    /* The most appends of one transaction; 0: as usual. */
    int most;
    _Atomic uint32_t waiting;
    /* Only the loop uses them: see queue_gather; who works is to be woken afterwards. */
    int gathering, unrung;
    /* A read failed while closing, so the other reads are not tried. Only who works uses it. */
    int gave_up;

    /* Guards everything below. */
    pthread_mutex_t lock;
    struct request_list appends, reads, done;
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

void queue_init(struct queue *q, struct store *store, uint64_t (*clock)(void *arg), void *arg);

/* ---- work.c: requests are done with a store ---- */

/* Stores the appends that are queued, in one transaction. Returns how many. */
int work_appends(struct queue *q);
/* Returns 1 if there was something to read. */
int work_read(struct queue *q);
/* Returns 1 if others have appended something. */
int work_changes(struct queue *q);

#endif
