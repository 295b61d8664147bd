/* The contract of the stores, which keep the logs of matches. For each match a store keeps a list
 * of entries (texts), numbered from 0, and one summary with what lists and timers need. Entries are
 * only appended. Only operators change that: they remove a match as a whole, or rewrite texts of
 * its entries, so that a name is gone. A store also keeps the last three snapshots that came with
 * entries, so that a long log need not be read from its beginning, and texts that were computed
 * from a log.
 *
 * An append says how many entries it expects to find. If there are more, somebody else was faster:
 * that is a conflict, and nothing of the append is stored. Once append has returned, its entries
 * are durable. Many appends share one transaction; a conflict in one match does not affect other
 * matches. Appends of the same match in one list follow one another: after a conflict, the later
 * ones are conflicts as well.
 *
 * All functions block, and a store belongs to one thread (see queue.h). If the disk or the database
 * fails, they return -1 with a sentence in `error`. Then nothing is stored; or it is not known, if
 * the answer to an append was lost on the way, and load shows what happened. A store that has lost
 * its database tries to reach it again with the next call. */
#ifndef CHARLATAN_STORE_STORE_H
#define CHARLATAN_STORE_STORE_H

#include "store/told.h"

struct store {
    /* "memory", "sqlite", "postgres". */
    const char *kind;
    /* Whether others may append to it as well. */
    int shared;
    char error[STORE_ERROR];
    int (*append)(struct store *s, struct store_append *list, int n);
    /* Entries from number `from` on, in order. A match that does not exist has 0 rows. */
    int (*load)(struct store *s, const char *match, uint32_t from, store_entry_fn *row, void *arg);
    /* The newest snapshot of at most so many entries, with their number; 0 rows: there is none. */
    int (*snapshot)(struct store *s, const char *match, uint32_t most, store_entry_fn *row,
                    void *arg);
    /* Keeps a text beside the log of a match, which was computed from it in the way of this number,
     * in place of the one that was there; nothing is kept of a match that is not there (any more).
     * `kept` finds it again; 0 rows: there is none. */
    int (*keep)(struct store *s, const char *match, uint32_t number, const struct store_text *text);
    int (*kept)(struct store *s, const char *match, uint32_t number, store_entry_fn *row,
                void *arg);
    int (*list)(struct store *s, const struct store_query *q, store_summary_fn *row, void *arg);
    /* Matches that are due at `now` and come after this place, longest due first, then by id. */
    int (*due)(struct store *s, int64_t now, const struct store_place *after, int limit,
               store_due_fn *row, void *arg);
    /* Matches that others have appended to since the last call; those that others have removed or
     * rewritten have 0 entries here. Does not block. After a lost connection it may also name
     * matches that nobody else has appended to. */
    int (*changes)(struct store *s, store_match_fn *row, void *arg);
    /* A descriptor that becomes readable when `changes` may have something; call `changes` every
     * second all the same. -1: there is none; call `changes` now and then. The descriptor may
     * change. */
    int (*changes_fd)(struct store *s);
    /* Whether it can be read, and nobody keeps others from writing. Writes nothing. */
    int (*ping)(struct store *s);
    /* The database's clock, in milliseconds since 1970. NULL: it is this machine's. */
    int (*time)(struct store *s, int64_t *ms);
    /* Writes something durably that changes nothing: fails if the disk is full. */
    int (*probe)(struct store *s);
    /* For operators (the files named rare): matches after this id, in the order of ids, and which
     * of them have a text in an entry or in the summary; NULL: none is looked for. */
    int (*walk)(struct store *s, const char *after, int limit, const char *text, store_walk_fn *row,
                void *arg);
    /* Removes a match and all that is kept of it, so that its bytes are overwritten. */
    int (*sweep)(struct store *s, const char *match);
    /* Replaces texts, and removes snapshots and the texts beside the log. Nothing of it happens if
     * the match has another number of entries: a conflict. */
    int (*rewrite)(struct store *s, struct store_rewrite *r);
    /* Overwrites what older programs left of removed texts, and gives room back to the disk. Nobody
     * can write meanwhile. */
    int (*compact)(struct store *s);
    /* Texts by name that belong to no match. An empty text removes a note. `notes` finds those
     * whose names begin with `prefix`, in order. */
    int (*note)(struct store *s, const char *name, const struct store_text *text);
    int (*notes)(struct store *s, const char *prefix, store_note_fn *row, void *arg);
    void (*close)(struct store *s);
};

#endif
