/* Links to seats, and the keys of further devices (keys.c). */
#ifndef CHARLATAN_SERVER_PEOPLE_KEYS_H
#define CHARLATAN_SERVER_PEOPLE_KEYS_H

#include "match/match.h"
#include "wire/write.h"

struct entry_reply;
struct http;
struct server;
struct table;

/* The seat that the request's token opens; or -1 with `why`. */
int hall_seat_of(const struct http *h, const struct table *t, struct refusal *why);
/* Whether a token that opens no seat did so once, and was revoked. */
int key_is_revoked(const struct match *m, const uint8_t token[MATCH_TOKEN]);

/* Requests at a table. Each answers, or submits an entry whose reply does. */
void key_get_keys(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_link(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_open(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_revoke(struct server *s, struct http *h, struct table *t, const json_t *body);
/* What the bodies of open and revoke say. 0; or -1 with `why`. */
int key_read_link(const json_t *body, uint8_t hash[MATCH_TOKEN], struct refusal *why);
int key_read_revoke(const json_t *body, uint32_t *which, int *others, struct refusal *why);
/* Answers with the list of keys that was written when the entry was taken. */
void key_answer(struct http *h, const struct writer *keys, const struct entry_reply *r);

#endif
