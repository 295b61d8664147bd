/* Taking moves back (undo.c).
 *
 * Each request makes the entry `e` for match_take and returns 0, or -1 with `why`; it changes
 * nothing. */
#ifndef CHARLATAN_MATCH_UNDO_H
#define CHARLATAN_MATCH_UNDO_H

#include <stdint.h>

struct entry;
struct match;
struct refusal;

/* Makes ENTRY_UNDO if nobody else has to agree, else ENTRY_PLEA. Refuses if somebody who has to
 * agree cannot. */
int match_may_undo(const struct match *m, int seat, int64_t now, struct entry *e,
                   struct refusal *why);
/* Answers the open plea, for a seat that was asked; a no ends it. */
int match_may_grant(const struct match *m, int seat, int yes, int64_t now, struct entry *e,
                    struct refusal *why);

/* Returns 1 if the seat may undo its last move without asking the others. */
int match_undo_free(const struct match *m, int seat);
/* Returns 1 if the seat's last move cannot be taken back because luck was involved since, or
 * the seat has seen something hidden, and nobody is there to agree. */
int match_undo_crosses_luck(const struct match *m, int seat);

#endif
