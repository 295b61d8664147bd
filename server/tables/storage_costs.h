/* What is stored, and for whom (storage_costs.c). Without limits nothing is charged, and nobody
 * waits. */
#ifndef CHARLATAN_SERVER_TABLES_STORAGE_COSTS_H
#define CHARLATAN_SERVER_TABLES_STORAGE_COSTS_H

#include <stddef.h>
#include <stdint.h>

struct entry_reply;
struct server;
struct table;

/* Charges bytes in the store to an address; "": to nobody. */
void cost_store(struct server *s, const char *address, size_t bytes);
/* Charges entry n, and the table with its first one. `r` says who asked for it, if anybody. */
void cost_entry(struct table *t, const struct entry_reply *r, uint32_t n, size_t bytes);
/* Whether so much was stored for the address lately that the bots that play for it wait. */
int cost_bots_wait(const struct table *t);
/* Much later its people wait as well. */
int cost_people_wait(const struct server *s, const char *address);

#endif
