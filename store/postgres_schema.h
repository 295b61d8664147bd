/* The schema of a PostgreSQL database. */
#ifndef CHARLATAN_STORE_POSTGRES_SCHEMA_H
#define CHARLATAN_STORE_POSTGRES_SCHEMA_H

#include <libpq-fe.h>

#include "store/told.h"

/* Takes all steps that the database lacks (steps.def), or none. 0, or -1 with an error; then the
 * connection is of no use any more. */
int postgres_schema_make(PGconn *conn, char error[STORE_ERROR]);

#endif
