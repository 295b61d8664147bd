/* Reviews of many records in one table: what each player loses by each kind of decision, and what
 * luck gave. */
#ifndef CHARLATAN_CLI_REVIEW_MANY_H
#define CHARLATAN_CLI_REVIEW_MANY_H

#include "engine/refusal.h"

struct review_ask;

/* Reviews a record, or all records in a folder and the folders in it, and prints a table with
 * commas (docs/review.md). Other files are named on standard error. `name` is the only player whose
 * decisions count, or NULL. If it `keeps`, reviews are kept beside the records and used again.
 * Returns the exit status: 0 if there was a record. */
int review_many(const char *path, const char *name, int keeps, const struct review_ask *ask);

#endif
