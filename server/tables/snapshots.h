/* Snapshots for the store (snapshots.c). */
#ifndef CHARLATAN_SERVER_TABLES_SNAPSHOTS_H
#define CHARLATAN_SERVER_TABLES_SNAPSHOTS_H

#include "store/told.h"

struct entry;
struct table;

/* The store gets a snapshot after so many entries. The three that it keeps are enough for guests
 * that missed RESUME_MOST (people/guests.h). */
enum { SHOT_EVERY = 256 };

/* Makes a snapshot after this entry, if it is time; else an empty text. It is in the server's
 * buffer, until the next one is made. */
struct store_text shot_take(struct table *t, const struct entry *e);
/* Notes that the newest snapshot in the store is of so many entries. */
void shots_found(struct table *t, uint32_t newest);
/* Whether events after number n can be made without folding a long log. */
int shot_covers(const struct table *t, int64_t n);

#endif
