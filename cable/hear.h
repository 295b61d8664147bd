/* A strict reader of what a server sends on a WebSocket, which comes in pieces: frames become whole
 * texts. It knows bytes, no sockets. */
#ifndef CHARLATAN_CABLE_HEAR_H
#define CHARLATAN_CABLE_HEAR_H

#include "wire/slice.h"

enum cable_heard {
    /* More has to come first. */
    HEARD_NOTHING,
    HEARD_TEXT,
    HEARD_PING,
    /* The server closes. */
    HEARD_CLOSE,
    /* What no server may send; `code` is what to close with. */
    HEARD_WRONG
};

struct hear {
    /* The most bytes of a text. The caller sets it; everything else is 0 in the beginning. */
    size_t most;
    int code;
    /* Bytes `at` to `n` are not read yet. */
    char *in;
    size_t at, n, room;
    /* The fragments of a text so far. `begun`: there is one, even if it is empty. */
    char *part;
    size_t part_n;
    int begun;
};

/* Copies the bytes. They are bounded by what the caller reads at a time and by `most`, as long as
 * hear_next is called until it returns HEARD_NOTHING. */
void hear_add(struct hear *h, const void *bytes, size_t n);
/* `what` is the text, or the body of a ping, until the next call. After HEARD_CLOSE and HEARD_WRONG
 * nothing can be read. */
enum cable_heard hear_next(struct hear *h, struct slice *what);
void hear_free(struct hear *h);

#endif
