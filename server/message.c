/* Messages to sockets: one text that several of them wait to send. */
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "server/transport.h"

struct message *message_make(const char *text, size_t n)
{
    struct message *m = malloc(sizeof *m + n);
    MUST(m);
    m->refs = 1;
    m->n = (uint32_t)n;
    memcpy(m->at, text, n);
    return m;
}

void message_drop(struct message *m)
{
    if (--m->refs == 0)
        free(m);
}

size_t message_head(unsigned char to[FRAME_HEAD], uint32_t n)
{
    /* A final frame with text. */
    to[0] = 0x81;
    if (n < 126) {
        to[1] = (unsigned char)n;
        return 2;
    }
    if (n < 65536) {
        to[1] = 126;
        to[2] = (unsigned char)(n >> 8);
        to[3] = (unsigned char)n;
        return 4;
    }
    to[1] = 127;
    for (int i = 0; i < 8; i++)
        to[2 + i] = (unsigned char)((uint64_t)n >> (56 - 8 * i));
    return 10;
}

void peer_send_text(struct peer *p, const char *text, size_t n)
{
    struct message *m = message_make(text, n);
    peer_send(p, m);
    message_drop(m);
}
