/* Whether the store works (outage.c). */
#ifndef CHARLATAN_SERVER_OUTAGE_H
#define CHARLATAN_SERVER_OUTAGE_H

struct server;

enum {
    /* The store is pinged this often. If nothing was written for a while, something is. */
    PING_MS = 2000,
    PROBE_MS = 30000
};

enum store_deed { STORE_READ, STORE_WRITE };

/* Notes whether the store could read or write, after each of its answers. Operators are told when
 * an outage begins and ends. */
void store_did(struct server *s, enum store_deed deed, int well);
/* Asks the store now and then whether it can read and write. Call it with every tick. */
void store_ask(struct server *s);

#endif
