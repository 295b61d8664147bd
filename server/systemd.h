/* Tells systemd how the server is, without its library: a datagram to $NOTIFY_SOCKET. */
#ifndef CHARLATAN_SERVER_SYSTEMD_H
#define CHARLATAN_SERVER_SYSTEMD_H

#include <stdint.h>

/* Sends lines like "READY=1". Does nothing if nobody listens. */
void notify_say(const char *lines);
/* Says that the configuration is being read again; "READY=1" follows. */
void notify_reloading(void);
/* How often the watchdog wants to hear from this process, in ms: half of its patience. 0: there is
 * none. */
uint64_t notify_watchdog_ms(void);

#endif
