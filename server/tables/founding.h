/* New tables: by a request (founding.c), and from a move of a record (practice.c). */
#ifndef CHARLATAN_SERVER_TABLES_FOUNDING_H
#define CHARLATAN_SERVER_TABLES_FOUNDING_H

#include <jansson.h>

struct entry_reply;
struct host;
struct http;
struct match_founding;
struct programs;
struct refusal;
struct server;
struct table;

/* Founds a table; NULL with `why` if it cannot. The reply is sent when the table is stored. `key`:
 * that of the request, or "". */
struct table *hall_found(struct server *s, struct match_founding *f, const char *key,
                         const struct entry_reply *r, struct refusal *why);
/* What the body of a request says of a new table; `r` gets the founder's seat and token. */
int founding_read(const struct programs *p, struct match_founding *f, const json_t *body,
                  const char *key, struct entry_reply *r, struct refusal *why);
/* A new table for a founding, with nothing in it yet; NULL with `why` if the key was used. */
struct table *hall_new_table(struct server *s, const char *key, const struct entry_reply *r,
                             struct refusal *why);
/* Founds a table once the witness has opened a match for it. Returns 0, or -1 with `why`. */
int found_with_witness(struct server *s, const struct match_founding *f, const char *key,
                       const struct entry_reply *r, struct refusal *why);
/* The token of whoever founds a table. */
void hall_founders_token(struct host *host, const char *key, char token[33]);
/* Whether a request with this key has founded its table already. Then it gets the same answer
 * again. `missing` is what table_with says of the table. */
int hall_is_founded(struct server *s, struct http *h, const char *key, const struct table *t,
                    const struct refusal *missing);
/* POST /api/tables. It takes a reference to the body if it has to wait. */
void hall_found_by_body(struct server *s, struct http *h, json_t *body);

/* ---- practice.c ---- */

/* POST /api/practice. It takes a reference to the body until its chore is done. */
void hall_practice(struct server *s, struct http *h, json_t *body);

#endif
