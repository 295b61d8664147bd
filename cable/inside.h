/* What cable.c and tls.c share. */
#ifndef CHARLATAN_CABLE_INSIDE_H
#define CHARLATAN_CABLE_INSIDE_H

#include "cable/cable.h"

/* Keeps the reason. Returns CABLE_FAILED. */
int cable_fail(struct cable *c, const char *why);
/* Prepares the socket for TLS with this host. Returns 0 or CABLE_FAILED. */
int tls_begin(struct cable *c, const char *host);
/* After a function of OpenSSL that returned `n`, which is not more than 0. CABLE_LATER: it `wants`
 * to be called again when poll has these events. 0: the other end has closed. CABLE_FAILED. */
int tls_said(struct cable *c, int n, short *wants);
/* Keeps the reason why they have not shaken hands. Returns CABLE_FAILED. */
int tls_refuses(struct cable *c);

#endif
