/* Where messages may go: URLs, the names that an operator allows, and addresses that nothing is
 * sent to. */
#ifndef CHARLATAN_SERVER_REACH_H
#define CHARLATAN_SERVER_REACH_H

struct sockaddr;

enum { REACH_URL = 700, REACH_HOST = 254 };

struct reach_url {
    int tls;
    /* In small letters, without the brackets of an IPv6 address. */
    char host[REACH_HOST], port[6], path[REACH_URL];
};

/* 0, or -1 if it is no http or https URL, or has a user, a fragment, or characters that have no
 * place in one. */
int reach_read(const char *url, struct reach_url *to);
/* Whether its host is one of these, a list that ends with NULL. "*.example.org" stands for all
 * names below example.org. The port must be the usual one, or the one that the list names, as
 * "ntfy.example.org:8443"; or `any_port`. */
int reach_allowed(const char *const *hosts, const struct reach_url *u, int any_port);
/* Whether the address is somewhere on the internet: not this machine, a private network, a link, a
 * group, or reserved. */
int address_is_public(const struct sockaddr *at);
int address_is_own(const struct sockaddr *at);

#endif
