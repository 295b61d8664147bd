/* The address of a PostgreSQL database, and the hosts that it names. No error message ever contains
 * a password. */
#ifndef CHARLATAN_STORE_POSTGRES_ADDRESS_H
#define CHARLATAN_STORE_POSTGRES_ADDRESS_H

#include <libpq-fe.h>

/* An address may name several hosts. One is tried at a time. */
struct postgres_address {
    PQconninfoOption *options;
    int hosts;
    /* The host to try next, or in use. */
    int at;
};

/* Returns NULL; or why it cannot be used, without a part of the address. */
const char *postgres_address_read(struct postgres_address *a, const char *where);
/* Also after an address that cannot be used. */
void postgres_address_free(struct postgres_address *a);
/* Begins to connect to the host `at`, or connects if it `waits`. `exact`: the IP address to use for
 * its name; "" asks the resolver, which may take long. NULL: no memory. */
PGconn *postgres_connect(const struct postgres_address *a, const char *exact, int waits);

#endif
