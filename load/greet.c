/* Asks for a WebSocket and reads the answer. The key is always the same, so the
 * expected answer is a constant. */
#include <stdio.h>
#include <string.h>

#include "load/greet.h"

size_t greet_write(char *to, size_t cap, const char *host)
{
    int n = snprintf(to, cap,
                     "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: charlatan\r\n\r\n",
                     host);
    return n > 0 && (size_t)n < cap ? (size_t)n : 0;
}

int greet_read(const char *text, size_t n)
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
