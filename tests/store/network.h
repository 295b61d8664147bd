/* A proxy between a store and its PostgreSQL (tests/server/proxy.py), for tests. */
#ifndef CHARLATAN_TESTS_STORE_NETWORK_H
#define CHARLATAN_TESTS_STORE_NETWORK_H

#include "tests/store/subject.h"

struct proxy {
    pid_t process;
    FILE *to, *from;
    int port;
};

/* Starts one in front of a target: a socket's path or HOST:PORT. */
void proxy_open(struct proxy *p, const char *target);
void proxy_close(struct proxy *p);

struct proxy_counts {
    int connections, fired;
};

/* Gives an order, a line of JSON. */
struct proxy_counts proxy_tell(struct proxy *p, const char *order);

/* The socket of the tests' PostgreSQL. */
void postgres_socket(char path[256]);

#endif
