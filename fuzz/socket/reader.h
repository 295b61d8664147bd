/* Reads what a client has sent as RFC 9112 and RFC 6455 do: how many requests it was, and which of
 * them a server may carry out. Where a reader may be lenient, this one is; where it must refuse, it
 * does. So no server may see more requests than this. */
#ifndef CHARLATAN_FUZZ_SOCKET_READER_H
#define CHARLATAN_FUZZ_SOCKET_READER_H

#include "engine/port.h"

enum { REQUESTS_MOST = 64, ACCEPT = 28 };

struct request {
    /* All of it is there. */
    int whole;
    /* It may be carried out; if not, it has to be refused, and nothing after it may be read. */
    int sound;
    /* Every reader agrees about it and about all before it, so it must be answered. */
    int sure;
    /* The answer has no body. */
    int head_only;
    /* A handshake that may be answered with 101, and its Sec-WebSocket-Accept. */
    int handshake;
    char accept[ACCEPT + 1];
};

struct requests {
    struct request list[REQUESTS_MOST];
    int n;
    /* There may be more than the list has room for. */
    int full;
};

void requests_read(const uint8_t *at, size_t n, struct requests *to);

#endif
