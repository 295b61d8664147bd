/* When tables need attention (wakes.c). Every table in memory is in this order, from wake_add to
 * wake_remove. */
#ifndef CHARLATAN_SERVER_TABLES_WAKES_H
#define CHARLATAN_SERVER_TABLES_WAKES_H

#include <stdint.h>

struct server;
struct table;

/* A new table needs attention at once. */
void wake_add(struct table *t);
/* Plans when the table is looked at next. */
void wake_at(struct table *t, int64_t when);
/* Something has changed at the table: the next tick looks at it. */
void wake_soon(struct table *t);
/* Before the table is freed. */
void wake_remove(struct table *t);
/* A table that needs attention now: one where something has changed, else the one that has waited
 * longest; NULL: none. */
struct table *wake_next(const struct server *s);
/* Once no table is left. */
void wake_free(struct server *s);

#endif
