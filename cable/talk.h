/* A WebSocket to a server. */
#ifndef CHARLATAN_CABLE_TALK_H
#define CHARLATAN_CABLE_TALK_H

#include "cable/cable.h"
#include "cable/hear.h"

/* What is sent has this time. */
enum { TALK_SEND_MS = 10000 };

struct talk {
    struct cable cable;
    struct hear in;
};

/* Connects and shakes hands, within ms; texts have at most `most` bytes. Returns 0 or CABLE_FAILED;
 * the reason is in `cable`. */
int talk_open(struct talk *t, const struct cable_to *to, const char *path, const char *protocol,
              size_t most, int ms, int stop);
/* Reads what is there. Returns 1 if something was, 0 if nothing, -1 if the connection is broken. */
int talk_read(struct talk *t);
/* The next text of what was read: 1; 0: there is none; -1: the server closes, or sends what it may
 * not. Pings are answered. */
int talk_next(struct talk *t, struct slice *text);
/* Returns 0 or CABLE_FAILED. */
int talk_send(struct talk *t, const char *text, size_t n);
int talk_ping(struct talk *t);
/* Says goodbye, if it is open, and closes. */
void talk_close(struct talk *t);

#endif
