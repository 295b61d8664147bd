/* A store on its own thread, for a loop that must not block; or without one, for tests and pages.
 * Requests are queued, and all waiting appends become one transaction. Under load it rests between
 * transactions, so that more appends share one. queue_deliver hands over the answers in
 * the loop's thread, in the order of the requests of each kind. `wake` is called from the store's
 * thread whenever there is something to deliver. */
#ifndef CHARLATAN_STORE_QUEUE_H
#define CHARLATAN_STORE_QUEUE_H

#include "store/spread.h"
#include "store/told.h"

struct store;

struct queue;

/* FAILED: the disk or the database failed. */
enum queue_outcome { QUEUE_STORED, QUEUE_CONFLICT, QUEUE_FAILED };

struct queue_rows {
    int failed;
    /* resume: the snapshot, and how many entries it is of; 0: there is none. Then the first row is
     * the last entry before it. */
    uint32_t snapshot_of;
    const char *snapshot;
    size_t snapshot_n;
    uint32_t count;
    struct queue_row {
        /* load: the number of the entry. due, changes: how many entries the match has. */
        uint32_t n;
        char match[STORE_ID + 1];
        /* list: when it was touched. due: when it is due. */
        int64_t when;
        const char *text;
        size_t text_n;
    } * row;
};

typedef void queue_appended_fn(void *arg, enum queue_outcome outcome);
typedef void queue_rows_fn(void *arg, const struct queue_rows *rows);

/* The store belongs to the queue's thread until queue_close, which does not close the store. */
struct queue *queue_open(struct store *store, void (*wake)(void *arg), void *arg);
/* The same without a thread: what is queued is done by queue_work, or by whoever takes it
 * (request.h); then `store` may be NULL. `clock`: one that is never set, in ns. */
struct queue *queue_open_alone(struct store *store, uint64_t (*clock)(void *arg), void *arg);
/* Does everything that is queued, and asks what others have appended. Returns 1 if there was
 * something. */
int queue_work(struct queue *q);
/* First does everything that is queued. After one failed read the other reads fail without a
 * try, because an unreachable database takes seconds to fail. Then calls the callbacks that were
 * not delivered; what they queue fails. `wake` may be called until this returns. */
void queue_close(struct queue *q);

/* Texts are copied. Appends of one match may be queued without waiting for one another. If one
 * is not stored, those queued after it have the same outcome, until its outcome was delivered. A
 * read sees every append queued before it. */
void queue_append(struct queue *q, const struct store_append *a, queue_appended_fn *done,
                  void *arg);
void queue_load(struct queue *q, const char *match, uint32_t from, queue_rows_fn *done, void *arg);
/* Loads the newest snapshot of at most so many entries, and the entries from the last one before it
 * on; all entries if there is none. */
void queue_resume(struct queue *q, const char *match, uint32_t most, queue_rows_fn *done,
                  void *arg);
/* A text beside the log of a match, of this number (store.h): writes it; reads it, as one row. */
void queue_keep(struct queue *q, const char *match, uint32_t number, const struct store_text *text,
                queue_appended_fn *done, void *arg);
void queue_kept(struct queue *q, const char *match, uint32_t number, queue_rows_fn *done,
                void *arg);
/* Takes the rows away from an answer, so that they stay after its callback. */
struct queue_rows queue_rows_keep(const struct queue_rows *rows);
void queue_rows_free(struct queue_rows *rows);
void queue_list(struct queue *q, const struct store_query *query, queue_rows_fn *done, void *arg);
void queue_due(struct queue *q, int64_t now, const struct store_place *after, int limit,
               queue_rows_fn *done, void *arg);
void queue_ping(struct queue *q, queue_appended_fn *done, void *arg);
void queue_probe(struct queue *q, queue_appended_fn *done, void *arg);
/* For what is rare: `run` is called with the store, on its thread, like a read; then `done` in the
 * loop's thread, with what `run` has returned. -1: the store has failed, or the server stops. */
typedef int queue_run_fn(struct store *s, void *arg);
typedef void queue_ran_fn(void *arg, int result);
void queue_run(struct queue *q, queue_run_fn *run, queue_ran_fn *done, void *arg);
/* The time of the database now, once after each ping. Returns 0 if it is not known. */
int queue_time(struct queue *q, int64_t *ms);
/* Sets the function that is called with matches that others have appended to. */
void queue_on_changes(struct queue *q, queue_rows_fn *changed, void *arg);

/* While `yes`, the store is not woken for what is queued, so that all of a turn of the loop becomes
 * one transaction. Call it in the loop's thread. */
void queue_gather(struct queue *q, int yes);
/* Call it in the loop's thread. Returns 1 if something was delivered. */
int queue_deliver(struct queue *q);
/* How many appends are neither stored nor refused yet. */
uint32_t queue_waiting(const struct queue *q);

struct queue_figures {
    uint64_t appends, entries, transactions, failures, conflicts;
    /* Time spent in the store. */
    uint64_t busy_ns;
    /* How long transactions with entries took, and everything else that the store was asked. */
    struct spread append_time, read_time;
};
void queue_figures(struct queue *q, struct queue_figures *f);
/* The sentence of the last failure; "" if there was none. */
void queue_error(struct queue *q, char error[STORE_ERROR]);

/* How long the store's thread rests after a transaction of so many appends that took so long, so
 * that more appends share the next one. With fewer it does not rest; and it never rests longer. */
enum { REST_APPENDS = 8, REST_MOST_NS = 2000000 };
uint64_t rest_after(int appends, uint64_t took_ns);

#endif
