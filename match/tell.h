/* What a seat or a spectator is told of a match, as JSON (docs/api.md, "WebSocket"). A pure
 * function of what the viewer may know: two matches that differ only in what it may not know give
 * the same bytes. */
#ifndef CHARLATAN_MATCH_TELL_H
#define CHARLATAN_MATCH_TELL_H

#include "match/match.h"

/* What each viewer saw after some entry, as JSON: the next change begins there. */
struct recall {
    /* That entry's number; 0: nothing is kept. */
    uint32_t n[MAX_SEATS + 1];
    struct writer text[MAX_SEATS + 1];
};

/* NULL is fine. */
void recall_free(struct recall *r);
uint64_t recall_bytes(const struct recall *r);

/* The state before an entry, kept by whoever takes it. Seats that see the same get the same
 * changes: those of the last viewer are kept beside it. */
struct before {
    /* Of this match, or NULL. */
    struct recall *recall;
    uint64_t state[MAX_STATE_BYTES / 8];
    /* Empty where there are none yet. */
    struct writer changes;
    /* The views they are made of. */
    struct view from, to;
    /* The same two as JSON. */
    struct writer from_text, to_text;
};

/* From zeros, or again. `recall` may be NULL. */
void before_take(struct before *b, const struct match *m, struct recall *recall);
void before_free(struct before *b);

/* The event of an entry that was just taken. */
void tell_entry(struct writer *w, const struct match *m, struct before *before,
                const struct entry *e, const struct done *done, int viewer);
void tell_snapshot(struct writer *w, const struct match *m, const char *id, int viewer);
/* The open question of a seat; writes nothing and returns 0 where there is none to be put. */
int tell_ask(struct writer *w, const struct match *m, int seat);
/* TABLE of docs/api.md, one object. */
void tell_table(struct writer *w, const struct match *m, const char *id);

#endif
