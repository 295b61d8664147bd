/* Opens stores: in memory, in a file, in PostgreSQL. Whoever opens one closes it (store.h). */
#ifndef CHARLATAN_STORE_OPEN_H
#define CHARLATAN_STORE_OPEN_H

#include "store/store.h"

/* `where` is "memory", "postgres://…" or a file. Returns NULL with a sentence in `error` on
 * failure. A missing schema is created; one of a newer version is refused. */
struct store *store_open(const char *where, char error[STORE_ERROR]);
/* The same for a server. A file has one server: a second one is refused until the first has closed
 * it or died. PostgreSQL has any number. */
struct store *store_open_to_serve(const char *where, char error[STORE_ERROR]);
/* A store that lasts as long as the process. NULL: no memory. */
struct store *store_open_memory(void);
/* A file; `serves`: as its one server. */
struct store *store_open_sqlite(const char *path, int serves, char error[STORE_ERROR]);
/* A database, by its address. */
struct store *store_open_postgres(const char *where, char error[STORE_ERROR]);
/* Opens a file only to be read: nothing is created or changed, and databases of older versions stay
 * as they are. Only load, list, walk and close work. */
struct store *store_open_to_read(const char *path, char error[STORE_ERROR]);
/* Copies a database that may be in use to a new file, as it is at one moment; nobody waits. Call it
 * on any thread. 0, or -1 with a sentence. */
int store_backup(const char *from, const char *to, char error[STORE_ERROR]);

#endif
