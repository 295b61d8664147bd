/* Writes what a seat or a spectator is told about a match, as JSON (docs/api.md, "WebSocket"). The
 * text depends only on what the viewer may know: two matches that differ only in secrets of others
 * give the same bytes. */
#ifndef CHARLATAN_MATCH_TELL_H
#define CHARLATAN_MATCH_TELL_H

#include "engine/view.h"
#include "match/match.h"
#include "wire/write.h"

struct entry;
struct match_key;

/* Two views as JSON, or those parts of them that differ. */
struct tell_texts {
    struct writer from, to;
};

/* The state before an entry, saved by the caller of match_take. Viewers with equal views get equal
 * changes, and so do those whose views are equal in the parts that differ. So the last viewer's
 * changes are kept here to be used again. */
struct tell_before {
    uint64_t state[MAX_STATE_BYTES / 8];
    /* The table, then and now; and how it has changed, the same for all viewers; empty: not known
     * yet. */
    char id[MATCH_ID + 1];
    struct tell_texts table;
    struct writer table_changes;
    /* The last viewer's changes; empty: none yet. */
    struct writer changes;
    /* The two views these changes belong to. */
    struct view from, to;
    /* What the changes were computed from. */
    struct tell_texts text;
    /* Memory for the next ones. */
    struct tell_texts spare;
};

/* To be called before match_take. `b` must be all zeros or have been taken before; `id` is the
 * table's. */
void before_take(struct tell_before *b, const struct match *m, const char *id);
/* Frees the texts that it keeps from viewer to viewer. */
void before_free(struct tell_before *b);

/* Writes the event of an entry that was just applied. */
void tell_entry(struct writer *w, const struct match *m, struct tell_before *before,
                const struct entry *e, const struct session_done *done, int viewer);
/* Writes everything that the viewer may know now, for those who come in or have missed a part. */
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
