/* The schema of an SQLite file: whether it is ours, and the steps that it lacks. */
#ifndef CHARLATAN_STORE_SQLITE_SCHEMA_H
#define CHARLATAN_STORE_SQLITE_SCHEMA_H

#include <sqlite3.h>

#include "store/told.h"

/* The results of both functions. After SCHEMA_REFUSED, `why` is the end of a sentence that begins
 * with the file; after SCHEMA_FAILED, SQLite has an error. */
enum schema_result { SCHEMA_FINE, SCHEMA_REFUSED, SCHEMA_FAILED };

/* Whether the file is empty or ours. Changes nothing. */
enum schema_result sqlite_schema_look(sqlite3 *db, char why[STORE_ERROR]);

/* Takes all steps that the file lacks, or none. Of two programs, one waits for the other. */
enum schema_result sqlite_schema_make(sqlite3 *db, char why[STORE_ERROR]);

#endif
