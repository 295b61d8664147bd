/* Matches from their logs: rows are read from the store, and folded by a chore. Where there is a
 * snapshot, only the entries after it are read and folded. A snapshot that does not fit the log is
 * not used; then the whole log is read. */
#ifndef CHARLATAN_SERVER_TABLES_REBUILD_H
#define CHARLATAN_SERVER_TABLES_REBUILD_H

#include "match/entry.h"
#include "match/match.h"
#include "match/snapshot.h"
#include "server/chores.h"
#include "store/queue.h"

struct server;
struct table_fold;
typedef void fold_fn(struct table_fold *f);

/* The first member of whatever needs a match. All zeros at first; those who need them set the
 * functions. */
struct table_fold {
    struct chore chore;
    struct server *server;
    char id[MATCH_ID + 1];
    /* On the chore's thread, if not NULL: before and after each entry is taken, and at the end if
     * all went well. */
    void (*before)(struct table_fold *f, const struct entry *e);
    void (*after)(struct table_fold *f, const struct entry *e, const struct session_done *done);
    fold_fn *finish;
    /* On the loop's thread, in the end. It frees what it was the first member of, after
     * fold_free. */
    fold_fn *then;
    /* The rows; in the end, the last of them. If they are `failed`, nothing below is set: the store
     * did not answer, or the server stops. */
    struct queue_rows rows;
    /* The match and the hash of its log. */
    struct match match;
    struct log_hash log;
    /* How many entries the snapshot was of that was used; 0: none was. */
    uint32_t resumed;
    /* 1: the log is invalid from entry match.entries on, and why. Or the snapshot, and then the log
     * will be read. */
    int invalid;
    struct refusal why;
    /* How long its chore took. */
    uint64_t took_ns;
};

/* Folds the log from the newest snapshot of at most so many entries; 0: the whole log. */
void fold_log(struct table_fold *f, struct server *s, const char *id, uint32_t most, fold_fn *then);
/* Only calls `finish`, with a copy of this match. */
void fold_copy(struct table_fold *f, struct server *s, const struct match *m, fold_fn *then);
/* Frees rows and match, not the fold itself. What `then` has moved out of the fold must have been
 * replaced there, as by match_init. */
void fold_free(struct table_fold *f);

#endif
