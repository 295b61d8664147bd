/* Where logs live. A store keeps, for each match, a list of entries (texts) numbered from 0, and one card
 * with what lists and timers need. Entries are only ever appended.
 *
 * An append names how many entries it expects to find: where there are more, somebody else was faster, and it
 * is a conflict: nothing of it is stored. What append has returned is durable. Many appends share one
 * transaction; a conflict of one does not touch other matches. Appends of the same match in one list follow one
 * another: after a conflict of one, the later ones are conflicts as well.
 *
 * All functions block, and a store belongs to one thread (queue.h has it); what is wrong with the
 * world is -1 with a sentence in `error`, nothing stored, or not known to be: where the answer to an append was
 * lost on the way, load says what became of it. A store that lost its database tries to reach it again with the
 * next call. */
#ifndef CHARLATAN_STORE_STORE_H
#define CHARLATAN_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

enum { STORE_ID = 16, STORE_ERROR = 240 };

/* What lists and timers need to know of a match, as of its last entry. */
struct store_card {
    /* Enum match_phase. */
    uint8_t phase;
    uint8_t open;
    char game[16];
    int64_t created, touched;
    /* When something happens by itself; INT64_MAX: never. */
    int64_t due;
    /* TABLE of docs/api.md: what lists show; "": as it was. */
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
    /* Entries there are before. */
    uint32_t expected;
    /* At least 1. */
    uint32_t count;
    const struct store_text *entry;
    /* Replaces the old one. */
    struct store_card card;
    /* Set by append. */
    enum store_outcome outcome;
};

struct store_query {
    /* Enum match_phase, or -1: any. */
    int phase;
    /* 1: open ones only. */
    int open;
    /* Or NULL. */
    const char *game;
    /* Touched before this; INT64_MAX: from the newest on. */
    int64_t before;
    /* Rows; those touched in the same moment as the last one follow it: no page splits them. */
    int limit;
};

/* Called for each row; the texts live until it returns. */
typedef void store_entry_fn(void *arg, uint32_t n, const char *body, size_t len);
typedef void store_card_fn(void *arg, const char *match, int64_t touched, const char *text,
                           size_t len);
typedef void store_match_fn(void *arg, const char *match, uint32_t entries);

struct store {
    /* "memory", "sqlite", "postgres". */
    const char *kind;
    char error[STORE_ERROR];
    int (*append)(struct store *s, struct store_append *list, int n);
    /* Entries from number `from` on, in order; 0 rows for a match that does not exist. */
    int (*load)(struct store *s, const char *match, uint32_t from, store_entry_fn *row, void *arg);
    int (*list)(struct store *s, const struct store_query *q, store_card_fn *row, void *arg);
    /* Matches that are due at `now`, longest due first. */
    int (*due)(struct store *s, int64_t now, int limit, store_match_fn *row, void *arg);
    /* Matches that others have appended to since the last call. Does not block. After a lost connection it says
     * too much rather than too little: matches nobody has appended to, and one's own. */
    int (*changes)(struct store *s, store_match_fn *row, void *arg);
    /* A descriptor that becomes readable when `changes` may have something (ask every second all the same), or
     * -1: ask now and then. Not the same one for ever. */
    int (*changes_fd)(struct store *s);
    int (*ping)(struct store *s);
    void (*close)(struct store *s);
};

/* `where`: "memory", "postgres://…" or a file. NULL with a sentence in `error`. The schema is made when it is
 * not there; one of a newer version is refused. */
struct store *store_open(const char *where, char error[STORE_ERROR]);
struct store *store_open_memory(void);
struct store *store_open_sqlite(const char *path, char error[STORE_ERROR]);
struct store *store_open_postgres(const char *where, char error[STORE_ERROR]);

#endif
