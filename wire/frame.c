/* Writes and reads the heads of WebSocket frames. */
#include "wire/frame.h"

#include <string.h>

#include "engine/utf8.h"

static unsigned char *put_number(unsigned char *to, uint64_t n, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        *to++ = (unsigned char)(n >> shift);
    return to;
}

/* RFC 6455, 5.2. The length is always in the shortest form, which the RFC demands and read_length
 * checks in others. */
size_t frame_head(unsigned char to[FRAME_HEAD], int kind, uint64_t n, const unsigned char *mask)
{
    unsigned char *at = to + 2;
    int more = n < 126 ? 0 : n < 65536 ? 2 : 8;
    to[0] = (unsigned char)(0x80 | kind);
    to[1] = (unsigned char)((mask ? 0x80 : 0) | (more == 0 ? (int)n : more == 2 ? 126 : 127));
    at = put_number(at, n, more);
    if (mask) {
        memcpy(at, mask, 4);
        at += 4;
    }
    return (size_t)(at - to);
}

/* The length has to be given in the shortest form, and fits into 63 bits. */
static int read_length(struct frame *f, const unsigned char *at, int bytes)
{
    f->n = bytes ? 0 : at[1] & 127;
    for (int i = 0; i < bytes; i++)
        f->n = f->n << 8 | at[2 + i];
    return bytes == 0 || (bytes == 2 && f->n > 125) ||
           (bytes == 8 && f->n > 65535 && f->n >> 63 == 0);
}

static int kind_is_known(int kind)
{
    return kind <= FRAME_BINARY || (kind >= FRAME_CLOSE && kind <= FRAME_PONG);
}

/* What is wrong with the first two bytes is refused before the rest has come. Reserved bits need an
 * extension, of which none is ever agreed; control frames are short and never in fragments (5.5).
 * *f is only whole when a length is returned. */
int frame_read(struct frame *f, const unsigned char *at, size_t n, int masked)
{
    if (n < 2)
        return 0;
    int bytes = (at[1] & 127) == 126 ? 2 : (at[1] & 127) == 127 ? 8 : 0;
    f->kind = at[0] & 15;
    f->final = at[0] >> 7;
    if (at[0] & 0x70 || at[1] >> 7 != !!masked || !kind_is_known(f->kind) ||
        (f->kind >= FRAME_CLOSE && (!f->final || bytes)))
        return -1;
    size_t head = 2 + (size_t)bytes + (masked ? 4 : 0);
    if (n < head)
        return 0;
    if (!read_length(f, at, bytes))
        return -1;
    if (masked)
        memcpy(f->mask, at + 2 + bytes, 4);
    return (int)head;
}

/* Eight bytes at a time: bodies are long and every byte of a client's goes through here. The mask
 * begins anew with each frame, so the body must be given as a whole. */
void frame_mask(unsigned char *at, size_t n, const unsigned char mask[4])
{
    uint64_t eight, by;
    size_t i = 0;
    memcpy(&by, mask, 4);
    memcpy((unsigned char *)&by + 4, mask, 4);
    for (; i + 8 <= n; i += 8) {
        memcpy(&eight, at + i, 8);
        eight ^= by;
        memcpy(at + i, &eight, 8);
    }
    for (; i < n; i++)
        at[i] ^= mask[i & 3];
}

int text_is_utf8(const char *text, size_t n)
{
    uint32_t c;
    for (size_t len; n; text += len, n -= len)
        if (!(len = utf8_read(text, n, &c)))
            return 0;
    return 1;
}

/* No body, or a code and a reason in UTF-8 (RFC 6455, 5.5.1). 1004 to 1006 are never sent (7.4.1),
 * 1012 to 1014 were registered later, and 3000 to 4999 are for libraries and programs. */
int frame_close_is_sound(const unsigned char *body, size_t n)
{
    if (n < 2)
        return n == 0;
    int code = body[0] << 8 | body[1];
    return ((code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
            (code >= 3000 && code <= 4999)) &&
           text_is_utf8((const char *)body + 2, n - 2);
}
