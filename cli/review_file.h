/* Reviews that are kept in files beside their records: game.jsonl has game.jsonl.review.json. */
#ifndef CHARLATAN_CLI_REVIEW_FILE_H
#define CHARLATAN_CLI_REVIEW_FILE_H

#include "match/record_read.h"

struct review;
struct review_ask;

/* Does what review_make does. The review that is kept beside `path` is taken if it fits; one that
 * had to be made is kept there, unless the time limit has cut it. A folder that cannot be written
 * is no error. `path` is where the record was loaded from; NULL: nothing is taken or kept. Call
 * review_free in any case. */
int review_kept_or_made(struct review *r, const struct record *record, const char *path,
                        const struct review_ask *ask, struct record_wrong *wrong);
/* Whether this file is a review that was kept, by its name and its beginning. */
int review_is_kept(const char *path);

#endif
