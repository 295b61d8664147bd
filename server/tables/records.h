/* Records of tables (records.c). */
#ifndef CHARLATAN_SERVER_TABLES_RECORDS_H
#define CHARLATAN_SERVER_TABLES_RECORDS_H

#include "server/tables/rebuild.h"
#include "wire/write.h"

struct http;
struct table;

/* Further records and practice games have to wait. */
enum { SLOW_MOST = 64 };

/* What gets the record of a table whose game is over; then `then` is called. It frees what it was
 * the first member of, after fold_free and writer_free. */
struct record_request {
    struct table_fold fold;
    struct writer text;
    /* 1: also of a game that runs: without its seed and its result. */
    int running;
};
/* Returns 0, or -1 with `why`: then nothing will happen. */
int record_make(struct record_request *r, struct server *s, const struct table *t, fold_fn *then,
                struct refusal *why);
/* Why there is no record, once `then` was called; NULL: there is one. */
const struct refusal_row *record_missing(const struct record_request *r);
/* Returns -1 with `why` if many slow chores are waiting. */
int slow_chores_wait(struct server *s, struct refusal *why);
/* Returns -1 with `why` if the record of a table may not be read yet. */
int record_due(const struct server *s, const struct table *t, struct refusal *why);
/* GET /api/tables/ID/record. */
void hall_record(struct server *s, struct http *h, struct table *t, const json_t *body);

#endif
