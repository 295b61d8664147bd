/* The server as a program runs it: with sockets, threads and a store (serve.c). */
#ifndef CHARLATAN_SERVER_SERVE_H
#define CHARLATAN_SERVER_SERVE_H

#include "server/options.h"

/* Runs until SIGTERM or SIGINT and returns the exit status. `ready` is called once, with the port.
 * Everything that `o` points at must stay until it returns. Not twice in a process: log and signals
 * are the process's. */
int serve(const struct server_options *o, void (*ready)(void *arg, int port), void *arg);

#endif
