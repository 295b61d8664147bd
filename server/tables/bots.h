/* When bots are asked, and for whom they think (bots.c). */
#ifndef CHARLATAN_SERVER_TABLES_BOTS_H
#define CHARLATAN_SERVER_TABLES_BOTS_H

#include <stdint.h>

struct bot_job;
struct server;
struct table;

enum {
    /* A node waits this long before it plays the bots of a table that another node moved last. */
    BOT_PATIENCE_MS = 3000,
    /* Bots wait this long for an answer to a plea; then a bot's move ends it. */
    PLEA_PATIENCE_MS = 30000
};

/* Somebody at this address has asked for the table. */
void table_looked(struct table *t, const char *address);
/* The address for which the bots of the table play; it is the table's, until its guests change. */
const char *table_payer(const struct table *t);
/* When bots have to be asked; INT64_MAX: nobody looks, or all that is asked is being answered. */
int64_t bots_due(const struct table *t);
/* Asks the bots that are due now. */
void bots_go_on(struct table *t);
/* Takes the answer to a job of host->think, each once; the job stays the caller's. */
void bots_answered(struct server *s, const struct bot_job *job);

#endif
