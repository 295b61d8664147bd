/* What operators do with an SQLite file: rare, so that its statements are not kept. Each function
 * returns 0, or -1 with an error that the database's handle has. */
#ifndef CHARLATAN_STORE_SQLITE_RARE_H
#define CHARLATAN_STORE_SQLITE_RARE_H

#include <sqlite3.h>

#include "store/told.h"

/* `text` NULL: none is looked for. */
int sqlite_rare_walk(sqlite3 *db, const char *after, int limit, const char *text,
                     store_walk_fn *row, void *arg);
/* The next three belong into a transaction. `newest` is the highest `seq` of the log before; it
 * gets the highest one afterwards, which is never lower. */
int sqlite_rare_sweep(sqlite3 *db, const char *match, int64_t *newest);
int sqlite_rare_rewrite(sqlite3 *db, struct store_rewrite *r);
/* Notes that a match was removed or rewritten, for others. */
int sqlite_rare_tell(sqlite3 *db, const char *match);
/* Matches noted so after number *seen, which becomes the last number. */
int sqlite_rare_told(sqlite3 *db, int64_t *seen, int (*row)(void *arg, const char *match),
                     void *arg);
/* An empty text removes the note. */
int sqlite_rare_note(sqlite3 *db, const char *name, const struct store_text *text);
int sqlite_rare_notes(sqlite3 *db, const char *prefix, store_note_fn *row, void *arg);

#endif
