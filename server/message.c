/* Messages to sockets: one text that several of them wait to send. */
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "server/host.h"

/* Never NULL. Copies the text, so the caller's buffer is free again. */
struct peer_message *message_make(const char *text, size_t n)
{
    struct peer_message *m = malloc(sizeof *m + n);
    MUST(m);
    m->refs = 1;
    m->n = (uint32_t)n;
    memcpy(m->at, text, n);
    return m;
}

void message_drop(struct peer_message *m)
{
    if (--m->refs == 0)
        free(m);
}

void peer_send_text(struct peer *p, const char *text, size_t n)
{
    struct peer_message *m = message_make(text, n);
    peer_send(p, m);
    message_drop(m);
}
