/* A strict reader of HTTP answers (RFC 9112), which come in pieces: whatever two programs could
 * read in two ways is refused, and everything has a bound. It knows bytes, no sockets. */
#ifndef CHARLATAN_CABLE_ANSWER_H
#define CHARLATAN_CABLE_ANSWER_H

#include <stddef.h>
#include <stdint.h>

/* The longest line; all lines together but those between chunks; how many fields. */
enum { ANSWER_LINE = 8192, ANSWER_LINES = 1 << 16, ANSWER_FIELDS = 100 };

struct answer {
    /* The most bytes of a body. The caller sets it; everything else is 0 in the beginning. */
    size_t most;
    int status;
    /* To be freed. Once the answer is whole, it ends with a zero. */
    char *body;
    size_t n;
    /* The connection may be used again. */
    uint8_t keeps;
    /* What it says of a WebSocket. extended: it wants extensions. */
    uint8_t upgrades, websocket, extended;
    char accept[32], protocol[32];
    /* Bytes of lines so far; 0: nothing has come. */
    size_t lines;
    /* The rest belongs to the reader. */
    uint8_t at, old, sized, chunked;
    int fields;
    uint64_t left;
    size_t room, line_n;
    char line[ANSWER_LINE];
};

/* Reads some more. Returns 1 if the answer is whole, 0 if more is missing, -1 if it is no answer
 * that can be used. `used` is how many of these bytes belong to it. */
int answer_add(struct answer *a, const char *at, size_t n, size_t *used);
/* Nothing more comes: 1 if the answer is whole with that, else -1. */
int answer_close(struct answer *a);

#endif
