/* Reads and writes WebSocket frames and the handshake. The handshake key is always the same, so the
 * expected answer is a constant. */
#include <stdio.h>
#include <string.h>

#include "load/frame.h"

size_t frame_greet(char *to, size_t cap, const char *host)
{
    int n = snprintf(to, cap,
                     "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: charlatan\r\n\r\n",
                     host);
    return n > 0 && (size_t)n < cap ? (size_t)n : 0;
}

int frame_greeted(const char *text, size_t n)
{
    const char *end = memmem(text, n, "\r\n\r\n", 4);
    if (!end)
        return n > 4096 ? -1 : 0;
    size_t head = (size_t)(end - text) + 4;
    static const char accept[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
    if (head < 12 || memcmp(text + 8, " 101", 4) || !memmem(text, head, accept, sizeof accept - 1))
        return -1;
    return (int)head;
}

size_t frame_write(unsigned char *to, int kind, const void *body, size_t n, uint32_t mask)
{
    unsigned char *at = to, key[4];
    const unsigned char *from = body;
    *at++ = (unsigned char)(0x80 | kind);
    if (n < 126) {
        *at++ = (unsigned char)(0x80 | n);
    } else if (n < 65536) {
        *at++ = 0x80 | 126;
        *at++ = (unsigned char)(n >> 8);
        *at++ = (unsigned char)n;
    } else {
        *at++ = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8)
            *at++ = (unsigned char)((uint64_t)n >> shift);
    }
    memcpy(key, &mask, 4);
    memcpy(at, key, 4);
    at += 4;
    for (size_t i = 0; i < n; i++)
        *at++ = from[i] ^ key[i & 3];
    return (size_t)(at - to);
}

/* Reads the length of a frame. Returns the length of its head, or 0 if bytes are missing. */
static size_t read_head(const unsigned char *b, size_t have, uint64_t *n)
{
    size_t more = (b[1] & 127) == 126 ? 2 : (b[1] & 127) == 127 ? 8 : 0;
    if (have < 2 + more)
        return 0;
    *n = more ? 0 : b[1] & 127;
    for (size_t i = 0; i < more; i++)
        *n = *n << 8 | b[2 + i];
    return 2 + more;
}

int frame_read(struct frame *f, const unsigned char *bytes, size_t n)
{
    uint64_t body = 0;
    if (n < 2)
        return 0;
    if (!(bytes[0] & 0x80) || (bytes[0] & 0x70) || (bytes[1] & 0x80))
        return -1;
    f->kind = bytes[0] & 15;
    size_t head = read_head(bytes, n, &body);
    if (head == 0)
        return 0;
    if (body > FRAME_MAX)
        return -1;
    f->body = bytes + head;
    f->n = (size_t)body;
    f->whole = head + f->n;
    return n >= f->whole;
}
