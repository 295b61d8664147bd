/* Writes what a seat or a spectator is told about a match, as JSON (docs/api.md, "WebSocket"). The
 * text depends only on what the viewer may know: two matches that differ only in secrets of others
 * give the same bytes. */
#ifndef CHARLATAN_MATCH_TELL_H
#define CHARLATAN_MATCH_TELL_H

#include "match/match.h"

/* The last view sent to each viewer, as JSON. The next changes are computed from it. */
struct recall {
    /* The number of the entry after which it was sent; 0: nothing is kept. */
    uint32_t n[MAX_SEATS + 1];
    struct writer text[MAX_SEATS + 1];
};

/* `r` may be NULL. */
void recall_free(struct recall *r);
uint64_t recall_bytes(const struct recall *r);

/* The state before an entry, saved by the caller of match_take. Viewers with equal views get equal
 * changes, so the last viewer's changes are kept here to be used again. */
struct before {
    /* The recall of this match, or NULL. */
    struct recall *recall;
    uint64_t state[MAX_STATE_BYTES / 8];
    /* The last viewer's changes; empty: none yet. */
    struct writer changes;
    /* The two views these changes were computed from. */
    struct view from, to;
    /* The same two as JSON. */
    struct writer from_text, to_text;
};

/* `b` must be all zeros or have been taken before. `recall` may be NULL. */
void before_take(struct before *b, const struct match *m, struct recall *recall);
void before_free(struct before *b);

/* Writes the event of an entry that was just applied. */
void tell_entry(struct writer *w, const struct match *m, struct before *before,
                const struct entry *e, const struct done *done, int viewer);
void tell_snapshot(struct writer *w, const struct match *m, const char *id, int viewer);
/* Writes the open question of a seat. Writes nothing and returns 0 if there is none. */
int tell_ask(struct writer *w, const struct match *m, int seat);
/* Writes the list of a seat's keys and links (KEYS of docs/api.md), as they are after so many
 * entries. `own` is the key of the device that asks. */
void tell_keys_of(struct writer *w, const struct match *m, const struct match_key *own,
                  uint32_t entries);
/* Writes one object, TABLE of docs/api.md. */
void tell_table(struct writer *w, const struct match *m, const char *id);

#endif
