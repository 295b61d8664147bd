/* Where messages may go: the names that an operator allows, and addresses that nothing is
 * sent to. */
#ifndef CHARLATAN_SERVER_NOTIFY_DESTINATIONS_H
#define CHARLATAN_SERVER_NOTIFY_DESTINATIONS_H

#include "wire/url.h"

struct sockaddr;

/* Whether its host is one of these, a list that ends with NULL. "*.example.org" stands for all
 * names below example.org. The port must be the usual one, or the one that the list names, as
 * "ntfy.example.org:8443"; or `any_port`. */
int reach_allowed(const char *const *hosts, const struct url *u, int any_port);
/* Whether the address is somewhere on the internet: not this machine, a private network, a link, a
 * group, or reserved. */
int address_is_public(const struct sockaddr *at);
/* Whether it is this machine, where only tests send anything. */
int address_is_own(const struct sockaddr *at);

#endif
