/* What only operators ask of a PostgreSQL database. */
#ifndef CHARLATAN_STORE_POSTGRES_RARE_H
#define CHARLATAN_STORE_POSTGRES_RARE_H

#include <libpq-fe.h>

#include "store/told.h"

/* 0, or -1 with an error; then the connection may be lost. `node` is the one that tells others.
 * Each blocks until the database has answered. */
int postgres_rare_walk(PGconn *conn, const char *after, int limit, const char *text,
                       store_walk_fn *row, void *arg, char error[STORE_ERROR]);
int postgres_rare_sweep(PGconn *conn, const char *match, const char *node, char error[STORE_ERROR]);
int postgres_rare_rewrite(PGconn *conn, struct store_rewrite *r, const char *node,
                          char error[STORE_ERROR]);
int postgres_rare_compact(PGconn *conn, char error[STORE_ERROR]);
int postgres_rare_note(PGconn *conn, const char *name, const struct store_text *text,
                       char error[STORE_ERROR]);
int postgres_rare_notes(PGconn *conn, const char *prefix, store_note_fn *row, void *arg,
                        char error[STORE_ERROR]);

#endif
