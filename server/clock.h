/* The server's time (clock.c): that of the host's clocks or, where servers share a database, that
 * of the database. */
#ifndef CHARLATAN_SERVER_CLOCK_H
#define CHARLATAN_SERVER_CLOCK_H

#include <stdint.h>

struct server;

/* Looks at the host's clock. Call it before anything is done. */
void clock_read(struct server *s);
/* The same, if it shows this. */
void clock_look(struct server *s, int64_t wall, int64_t steady);
/* From now on the database's time counts, which is this at the time of the last look. */
void clock_share(struct server *s, int64_t database);

#endif
