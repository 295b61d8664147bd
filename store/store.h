/* The contract of the stores, which keep the logs of matches. For each match a store keeps a list
 * of entries (texts), numbered from 0, and one card with what lists and timers need. Entries are
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
 * All functions block, and a store belongs to one thread (see queue.h). If the disk or the
 * database fails, they return -1 with a sentence in `error`. Then nothing is stored; or it is
 * not known, if the answer to an append was lost on the way, and load shows what happened. A
 * store that has lost its database tries to reach it again with the next call. */
#ifndef CHARLATAN_STORE_STORE_H
#define CHARLATAN_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

enum { STORE_ID = 16, STORE_ERROR = 240, STORE_SNAPSHOTS = 3 };

/* What lists and timers need to know about a match, after its last entry. */
struct store_card {
    /* A value of enum match_phase. */
    uint8_t phase;
    uint8_t open;
    char game[16];
    int64_t created, touched;
    /* When something happens without anybody's doing; INT64_MAX: never. */
    int64_t due;
    /* What lists show: TABLE of docs/api.md. "": unchanged. */
    const char *text;
    size_t text_n;
};

struct store_text {
    const char *at;
    size_t n;
};

enum store_outcome { STORE_STORED, STORE_CONFLICT };

struct store_append {
    char match[STORE_ID + 1];
    /* How many entries the match must have before. */
    uint32_t expected;
    /* How many entries are appended; at least 1. */
    uint32_t count;
    const struct store_text *entry;
    /* Replaces the card of the match. */
    struct store_card card;
    /* A snapshot of the match after these entries; n = 0: none. */
    struct store_text snapshot;
    /* Set by append. */
    enum store_outcome outcome;
};

struct store_query {
    /* A value of enum match_phase; -1: any. */
    int phase;
    /* 1: only open tables. */
    int open;
    /* NULL: any. */
    const char *game;
    /* Only matches touched before this time; INT64_MAX: all, from the newest on. Running matches
     * (phase 1) are touched with every move, so their list goes by the time of creation. */
    int64_t before;
    /* How many rows. Matches of the same time as the last row follow it, so that no page splits
     * them. */
    int limit;
};

/* A place in the list of matches that are due: after this match. */
struct store_place {
    /* INT64_MIN with the match "": from the beginning. */
    int64_t due;
    char match[STORE_ID + 1];
};

/* What `walk` tells of a match. */
struct store_walked {
    const char *match;
    uint32_t entries;
    uint8_t phase, open;
    int64_t created, touched;
    /* 1: an entry or the card has the text that was looked for. */
    int has;
    struct store_text card;
};

/* Other texts for some entries of a match and its card. */
struct store_rewrite {
    char match[STORE_ID + 1];
    /* How many entries the match must have. */
    uint32_t expected;
    uint32_t count;
    const uint32_t *number;
    const struct store_text *entry;
    /* n = 0: unchanged. */
    struct store_text card;
    /* Set by rewrite. */
    enum store_outcome outcome;
};

/* Called for each row. The texts are valid until it returns. */
typedef void store_walk_fn(void *arg, const struct store_walked *w);
typedef void store_note_fn(void *arg, const char *name, const char *text, size_t len);
typedef void store_entry_fn(void *arg, uint32_t n, const char *body, size_t len);
typedef void store_card_fn(void *arg, const char *match, int64_t when, const char *text,
                           size_t len);
typedef void store_match_fn(void *arg, const char *match, uint32_t entries);
typedef void store_due_fn(void *arg, const char *match, uint32_t entries, int64_t due);

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
    int (*list)(struct store *s, const struct store_query *q, store_card_fn *row, void *arg);
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
     * of them have a text in an entry or in the card; NULL: none is looked for. */
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

/* The most bytes of a note's name. */
enum { STORE_NOTE = 240 };

/* `where` is "memory", "postgres://…" or a file. Returns NULL with a sentence in `error` on
 * failure. A missing schema is created; one of a newer version is refused. */
struct store *store_open(const char *where, char error[STORE_ERROR]);
/* The same for a server. A file has one server: a second one is refused until the first has closed
 * it or died. PostgreSQL has any number. */
struct store *store_open_to_serve(const char *where, char error[STORE_ERROR]);
struct store *store_open_memory(void);
struct store *store_open_sqlite(const char *path, int serves, char error[STORE_ERROR]);
struct store *store_open_postgres(const char *where, char error[STORE_ERROR]);
/* Opens a file only to be read: nothing is created or changed, and databases of older versions stay
 * as they are. Only load, list, walk and close work. */
struct store *store_open_to_read(const char *path, char error[STORE_ERROR]);
/* Copies a database that may be in use to a new file, as it is at one moment; nobody waits. Call it
 * on any thread. 0, or -1 with a sentence. */
int store_backup(const char *from, const char *to, char error[STORE_ERROR]);

#endif
