/* Reviews of games that are over (reviews.c). */
#ifndef CHARLATAN_SERVER_TABLES_REVIEWS_H
#define CHARLATAN_SERVER_TABLES_REVIEWS_H

#include <jansson.h>

struct http;
struct server;
struct table;

/* GET /api/tables/ID/review. A review that is being computed answers all who ask for it. */
void hall_review(struct server *s, struct http *h, struct table *t, const json_t *body);
/* Once the chores have come to rest, which answer those who wait. */
void reviews_free(struct server *s);

#endif
