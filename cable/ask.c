/* Writes requests and reads answers; see ask.h. */
#include "cable/ask.h"

#include <stdio.h>

#include "cable/inside.h"

size_t ask_write(char *text, size_t room, const struct url *to, const struct ask *a)
{
    char host[URL_ORIGIN], length[48] = "";
    if (a->body)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", a->n);
    int n = snprintf(text, room, "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s%s\r\n", a->method, a->path,
                     url_host(to, host), a->keep ? "" : "Connection: close\r\n",
                     a->fields ? a->fields : "", length);
    return n < (int)room ? (size_t)n : 0;
}

/* The head goes before the body without waiting for "100 Continue". A deadline that passes between
 * them leaves the request half sent, so the caller closes. */
static int say(struct cable *c, const struct url *to, const struct ask *a)
{
    char head[4096];
    size_t n = ask_write(head, sizeof head, to, a);
    if (!n)
        return cable_fail(c, "its address is too long");
    return cable_send(c, head, n) < 0 ? CABLE_FAILED : cable_send(c, a->body, a->n);
}

/* Reads one answer. Bytes behind it would be taken for the answer to the next request, so the
 * connection is not kept then. */
static int hear(struct cable *c, struct answer *a)
{
    char room[1 << 14];
    size_t used = 0;
    int state = 0, n = 0;
    while (state == 0) {
        n = cable_read(c, room, sizeof room);
        if (n < 0)
            return CABLE_FAILED;
        state = n ? answer_add(a, room, (size_t)n, &used) : answer_close(a);
    }
    a->keeps &= n == 0 || used == (size_t)n;
    return state > 0 ? 0
                     : cable_fail(c, n ? "it sends something else than an answer of HTTP"
                                       : "it closed the connection without an answer");
}

/* One attempt. The connection is left open only if both ends want that and all went well, so a
 * connection that is open is always between two answers. The clock of `until` runs on from one
 * attempt to the next. */
static int exchange(struct cable *c, const struct cable_to *to, const struct ask *a,
                    struct answer *in, int64_t until)
{
    int done = c->fd < 0 ? cable_open(c, to, (int)(until - cable_now()), c->stop) : 0;
    c->deadline = until;
    if (done == 0 && (say(c, to->url, a) < 0 || hear(c, in) < 0))
        done = CABLE_FAILED;
    if (done < 0 || !in->keeps || !a->keep)
        cable_close(c);
    return done;
}

/* A kept connection may have been closed by the server while it was idle, which shows only when it
 * is used. Then, and only then, is the request sent again: not once has a byte of an answer
 * come. */
int ask_server(struct cable *c, const struct cable_to *to, const struct ask *a, struct answer *in,
               int ms)
{
    int64_t until = cable_now() + ms;
    int old = c->fd >= 0, done = exchange(c, to, a, in, until);
    return done < 0 && old && in->lines == 0 ? exchange(c, to, a, in, until) : done;
}
