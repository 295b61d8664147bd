/* A file layer (VFS) for SQLite that writes the write-ahead log in large pieces. */
#ifndef CHARLATAN_STORE_SQLITE_WAL_H
#define CHARLATAN_STORE_SQLITE_WAL_H

/* The name to open a database with. Only for connections that set synchronous=FULL and
 * cache_spill=OFF before they use the log. NULL: there is no layer to build on. */
const char *sqlite_wal_layer(void);

#endif
