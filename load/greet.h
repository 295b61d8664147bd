/* The handshake that opens a WebSocket, on the client's side. */
#ifndef CHARLATAN_LOAD_GREET_H
#define CHARLATAN_LOAD_GREET_H

#include <stddef.h>

/* Writes the request. Returns its length; 0 if there is no room. */
size_t greet_write(char *to, size_t cap, const char *host);
/* The length of the answer; 0: not complete yet, -1: refused. */
int greet_read(const char *text, size_t n);

#endif
