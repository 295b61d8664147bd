/* WebSocket frames (RFC 6455), for either end: heads are written, and read strictly. */
#ifndef CHARLATAN_WIRE_FRAME_H
#define CHARLATAN_WIRE_FRAME_H

#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_CONTINUE = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
};
enum { FRAME_HEAD = 14, FRAME_CONTROL_MOST = 125 };

/* The head of a frame. `n` is the length of the body, which need not have come; `mask` is set only
 * if the frame is masked. */
struct frame {
    int kind, final;
    uint64_t n;
    unsigned char mask[4];
};

/* Writes the head of a final frame of n bytes; `mask` is NULL for a server's. Returns its
 * length. */
size_t frame_head(unsigned char to[FRAME_HEAD], int kind, uint64_t n, const unsigned char *mask);
/* Reads a head. Returns its length; 0 if bytes are missing; -1 if the RFC forbids it. `masked`:
 * whether the other end has to mask, as clients do. */
int frame_read(struct frame *f, const unsigned char *at, size_t n, int masked);
/* Masks, or takes the mask off. */
void frame_mask(unsigned char *at, size_t n, const unsigned char mask[4]);
/* Whether n bytes are UTF-8, without surrogates and overlong forms. */
int text_is_utf8(const char *text, size_t n);
/* Whether a close frame may have this body. */
int frame_close_is_sound(const unsigned char *body, size_t n);

#endif
