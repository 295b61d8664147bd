/* Connections to other machines, with TLS or without, for threads that may wait. Everything has a
 * deadline and can be stopped from outside: what is at the other end is hostile. */
#ifndef CHARLATAN_CABLE_CABLE_H
#define CHARLATAN_CABLE_CABLE_H

#include <stddef.h>
#include <stdint.h>

#include "wire/url.h"

struct sockaddr;

enum { CABLE_FAILED = -1, CABLE_FORBIDDEN = -2, CABLE_LATER = -3, CABLE_WHY = 160 };

struct cable_to {
    /* A certificate must be for its host, by somebody whom this machine trusts. */
    const struct url *url;
    /* Whether a connection may go to this address; NULL: to any. A name with one address that it
     * may not go to is not used at all. */
    int (*may)(const void *with, const struct sockaddr *at);
    const void *with;
};

/* The members are the caller's to read. Only `deadline` and `stop` may be set, between calls. */
struct cable {
    /* -1: not open. */
    int fd;
    struct ssl_st *tls;
    /* When what waits gives up, by cable_now. */
    int64_t deadline;
    /* What waits also gives up when this can be read; -1: nothing stops it. */
    int stop;
    /* Why something failed: a clause about the other end, "its certificate has expired". */
    char why[CABLE_WHY];
};

/* Milliseconds of a clock that nobody sets. */
int64_t cable_now(void);
/* Looks the name up and connects, within ms, which also limits what follows. Returns 0,
 * CABLE_FAILED or CABLE_FORBIDDEN; then nothing is open. */
int cable_open(struct cable *c, const struct cable_to *to, int ms, int stop);
/* Sends all of it. Returns 0 or CABLE_FAILED. */
int cable_send(struct cable *c, const void *at, size_t n);
/* Returns how much was read; 0: the other end has nothing more to say; CABLE_FAILED. */
int cable_read(struct cable *c, void *to, size_t room);
/* The same without waiting: CABLE_LATER if nothing is there. */
int cable_take(struct cable *c, void *to, size_t room);
/* Whether cable_take has something although the socket has not. */
int cable_has(const struct cable *c);
/* It may be closed already. */
void cable_close(struct cable *c);

#endif
