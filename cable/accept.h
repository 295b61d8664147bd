/* What a server answers to the key of a WebSocket's handshake (RFC 6455, 4.2.2). */
#ifndef CHARLATAN_CABLE_ACCEPT_H
#define CHARLATAN_CABLE_ACCEPT_H

enum { ACCEPT_KEY = 24, ACCEPT_TEXT = 28 };

void accept_write(const char key[ACCEPT_KEY], char text[ACCEPT_TEXT + 1]);

#endif
