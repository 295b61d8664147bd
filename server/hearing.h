/* Looks after silent peers: they get a ping and, if they stay silent, are given up.
 *
 * libwebsockets can do that too. But it keeps one sorted list of timers, and a new timer passes
 * those of all other peers: thousands of clients that come back after a restart took most of the
 * loop's time. Here the peers are listed in the order in which they were last heard. */
#ifndef CHARLATAN_SERVER_HEARING_H
#define CHARLATAN_SERVER_HEARING_H

#include "server/transport.h"

struct hearing {
    /* The first was silent the longest. */
    struct peer *first, *last;
    /* After so many ms of silence a peer gets a ping, or is given up. */
    uint64_t ping_after, give_up_after;
    void (*ping)(struct peer *p);
    void (*give_up)(struct peer *p);
};

/* Something came from this peer, or it is new. */
void hearing_note(struct hearing *h, struct peer *p, uint64_t now);
void hearing_forget(struct hearing *h, struct peer *p);
/* Pings peers, once for each silence, but not all at the same time; gives up others. */
void hearing_care(struct hearing *h, uint64_t now);

#endif
