/* Bytes that grow. */
#ifndef CHARLATAN_FUZZ_SOCKET_BYTES_H
#define CHARLATAN_FUZZ_SOCKET_BYTES_H

#include <stdlib.h>

#include "engine/port.h"

struct bytes {
    uint8_t *at;
    size_t n, room;
};

static inline void bytes_add(struct bytes *b, const void *from, size_t n)
{
    if (n == 0)
        return;
    if (b->n + n > b->room) {
        b->room = 2 * (b->n + n);
        b->at = realloc(b->at, b->room);
        MUST(b->at);
    }
    memcpy(b->at + b->n, from, n);
    b->n += n;
}

static inline void bytes_text(struct bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

static inline void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){0};
}

#endif
