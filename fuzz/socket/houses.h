/* The servers under attack, as they are: `serve` without and with TLS, with short times, with
 * limits behind a proxy, and a witness, each on a thread. Honest guests ask them and play there all
 * the time. */
#ifndef CHARLATAN_FUZZ_SOCKET_HOUSES_H
#define CHARLATAN_FUZZ_SOCKET_HOUSES_H

#include "fuzz/socket/line.h"

/* Starts all, and founds a running and a waiting table at the servers: $I0 and $I1. */
void houses_open(void);
/* SIGTERM: they must end, and leave nothing. */
void houses_close(void);
int house_port(enum house h);
/* Forgets what the last input has founded. */
void houses_forget(void);
/* Everything that came before was read: asks for something, and hears the answer. */
void house_catch_up(enum house h);
/* The servers work, and have let go of all connections but those of their honest guests. */
void houses_check(void);
/* SIGHUP: certificates are read again. */
void houses_renew(void);

#endif
