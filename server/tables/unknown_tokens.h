/* The log is read once before a token is refused (unknown_tokens.c). */
#ifndef CHARLATAN_SERVER_TABLES_UNKNOWN_TOKENS_H
#define CHARLATAN_SERVER_TABLES_UNKNOWN_TOKENS_H

#include "server/tables/tables.h"

/* Returns 0 if a token that opens no seat can be refused at once: only this node writes, or the
 * match knows the token. 1: `then` is called when the log was read, or when what waits for a token
 * like this was found there. -1: the address has had too many looks, so nothing is known of the
 * token. Clients come again, and must not be told that it is wrong: they would delete it. */
int look_first(struct table *t, const char *address, const uint8_t token[MATCH_TOKEN],
               with_table_fn *then, void *arg);
/* The log is being read from where the match ends. */
void looks_begin(struct table *t);
/* It was read; `missing`: or not, and why. */
void looks_end(struct table *t, const struct refusal *missing);
/* Those who wait for it wait for the whole table instead, which is being loaded. */
void looks_join(struct table *t);

#endif
