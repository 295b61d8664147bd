/* WebSocket frames of a client (RFC 6455), as far as our server needs them: it sends each
 * message in one frame, never masked. Anything else is an error of the server. */
#ifndef CHARLATAN_LOAD_FRAME_H
#define CHARLATAN_LOAD_FRAME_H

#include <stddef.h>
#include <stdint.h>

enum frame_kind { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_HEAD = 14, FRAME_MAX = 1 << 19 };

struct frame {
    int kind;
    const unsigned char *body;
    /* Bytes of the body, and of the frame with its head. */
    size_t n, whole;
};

/* Writes the HTTP request that opens a WebSocket. Returns its length. */
size_t frame_greet(char *to, size_t cap, const char *host);
/* The length of the answer to that request; 0: not complete yet, -1: refused. */
int frame_greeted(const char *text, size_t n);

/* Writes a masked frame, at most FRAME_HEAD bytes longer than the body. Returns its length. */
size_t frame_write(unsigned char *to, int kind, const void *body, size_t n, uint32_t mask);
/* 1: the bytes begin with a frame; 0: it is not complete yet; -1: a server may not send this. */
int frame_read(struct frame *f, const unsigned char *bytes, size_t n);

#endif
