/* The people at a table: who is here, where they come from, and which games are theirs. */
#ifndef CHARLATAN_SERVER_PEOPLE_PEOPLE_H
#define CHARLATAN_SERVER_PEOPLE_PEOPLE_H

#include <jansson.h>

#include "server/http/http.h"

struct guest;
struct server;
struct table;

/* ---- presence.c: who is here, and reactions ---- */

/* A socket of this seat was opened, or closed. */
void people_came(struct table *t, int seat);
void people_went(struct table *t, int seat);
/* Somebody has acted at another node: nobody knows where those are who are not here. */
void people_elsewhere(struct table *t);
/* When a person who went counts as away; INT64_MAX: nobody does. */
int64_t people_due(const struct table *t);
/* Tells the guests that want it, if something has changed. */
void people_tell(struct table *t);
/* Shows a guest's reaction to all who want it, or refuses. It is not stored. */
void people_react(struct guest *g, const json_t *root, long long id);

/* ---- my_games.c ---- */

/* POST /api/mine. The answer comes when the last table is there; the body may go before. */
void hall_mine(struct server *s, struct http *h, json_t *body);

/* ---- table_host.c: what the host of a table may know ---- */

/* Where somebody comes from, as a number that many addresses share, so that it tells nobody the
 * address; 0: not known. */
uint32_t host_from(const char *address);
/* The network of an address, of which one person has many addresses. */
void network_of(const char *address, char network[ADDRESS]);

#endif
