/* Runs a witness: HTTP in, the ledger, answers out. */
#ifndef CHARLATAN_SERVER_WITNESS_RUN_H
#define CHARLATAN_SERVER_WITNESS_RUN_H

#include "server/http/transport.h"
#include "server/witness/ledger.h"

struct witness_options {
    struct transport_options transport;
    const char *db;
    /* limits: addresses are limited. quiet: nothing is said of the end. */
    int limits, quiet;
};

/* Runs until SIGTERM or SIGINT and returns the exit status. `ready` is called once, with the port
 * and the witness's public key. */
int witness_run(const struct witness_options *o,
                void (*ready)(void *arg, int port, const uint8_t key[WITNESS_KEY]), void *arg);

#endif
