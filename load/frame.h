/* WebSocket as a client speaks it (RFC 6455), and no more of it than a server of ours sends: whole
 * messages, each in one frame, never masked. Anything else is an error of the server. */
#ifndef CHARLATAN_LOAD_FRAME_H
#define CHARLATAN_LOAD_FRAME_H

#include <stddef.h>
#include <stdint.h>

enum frame_kind { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_HEAD = 14, FRAME_MAX = 1 << 19 };

struct frame {
    int kind;
    const unsigned char *body;
    size_t n, whole; /* bytes of the body, and of the frame with its head */
};

/* The request that asks for a socket, and what its answer must hold. Returns its length. */
size_t frame_greet(char *to, size_t cap, const char *host);
/* Bytes of the answer to it; 0: not whole yet, -1: refused. */
int frame_greeted(const char *text, size_t n);

/* Writes a masked frame: FRAME_HEAD bytes more than the body at most. Returns its length. */
size_t frame_write(unsigned char *to, int kind, const void *body, size_t n, uint32_t mask);
/* 1: a frame stands at the beginning; 0: not yet; -1: no frame a server may send. */
int frame_read(struct frame *f, const unsigned char *bytes, size_t n);

#endif
