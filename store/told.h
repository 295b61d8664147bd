/* What stores are told and what they tell: summaries, texts, appends, questions, rows (store.h). */
#ifndef CHARLATAN_STORE_TOLD_H
#define CHARLATAN_STORE_TOLD_H

#include <stddef.h>
#include <stdint.h>

/* The most bytes of an id and of a sentence about an error; how many snapshots are kept. */
enum { STORE_ID = 16, STORE_ERROR = 240, STORE_SNAPSHOTS = 3 };

/* What lists and timers need to know about a match, after its last entry. */
struct store_summary {
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

/* Borrowed, and not ended by a zero unless something says so. */
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
    /* Replaces the summary of the match. */
    struct store_summary summary;
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
    /* 1: an entry or the summary has the text that was looked for. */
    int has;
    struct store_text summary;
};

/* Other texts for some entries of a match and its summary. */
struct store_rewrite {
    char match[STORE_ID + 1];
    /* How many entries the match must have. */
    uint32_t expected;
    uint32_t count;
    const uint32_t *number;
    const struct store_text *entry;
    /* n = 0: unchanged. */
    struct store_text summary;
    /* Set by rewrite. */
    enum store_outcome outcome;
};

/* The most bytes of a note's name. */
enum { STORE_NOTE = 240 };

/* Called for each row. The texts are valid until it returns. */
typedef void store_walk_fn(void *arg, const struct store_walked *w);
typedef void store_note_fn(void *arg, const char *name, const char *text, size_t len);
typedef void store_entry_fn(void *arg, uint32_t n, const char *body, size_t len);
typedef void store_summary_fn(void *arg, const char *match, int64_t when, const char *text,
                              size_t len);
typedef void store_match_fn(void *arg, const char *match, uint32_t entries);
typedef void store_due_fn(void *arg, const char *match, uint32_t entries, int64_t due);

#endif
