/* The handshake that opens a WebSocket (RFC 6455, 4), for either end. */
#ifndef CHARLATAN_CABLE_SHAKE_H
#define CHARLATAN_CABLE_SHAKE_H

#include "cable/answer.h"
#include "wire/url.h"

enum { SHAKE_KEY = 24, SHAKE_ACCEPT = 28, SHAKE_REQUEST = 1024 };

/* What a server answers to the key. */
void shake_accept(const char key[SHAKE_KEY], char text[SHAKE_ACCEPT + 1]);
/* Writes a client's request. Returns its length, or 0 if it is too long. */
size_t shake_write(char text[SHAKE_REQUEST], const struct url *to, const char *path,
                   const char *key, const char *protocol);
/* Whether the answer opens a WebSocket for whoever has sent the key. */
int shake_agrees(const struct answer *a, const char *key, const char *protocol);

#endif
