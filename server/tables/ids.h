/* Ids of tables and tokens of seats: what cannot be guessed (ids.c). */
#ifndef CHARLATAN_SERVER_TABLES_IDS_H
#define CHARLATAN_SERVER_TABLES_IDS_H

#include "match/match.h"

struct host;

/* `key` is the client's, or "": then they are random. The same key always gives the same. */
void id_make(struct host *host, const char *key, char id[MATCH_ID + 1]);
/* For the seat of this table: the same key gives other tokens elsewhere. */
void token_make(struct host *host, const char *key, const char *id, char token[33]);
/* Whether a text can be an id. Ask before it becomes part of anything. */
int id_is(const char *id);
/* A log has only these hashes, so whoever reads one gets no seat by it. */
void token_hash(const char *token, uint8_t hash[MATCH_TOKEN]);

#endif
