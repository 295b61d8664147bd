/* Writes requests and reads answers; see ask.h. */
#include "cable/ask.h"

#include <stdio.h>
#include <string.h>

#include "cable/inside.h"

enum { HEAD_MOST = 4096 };

/* "play.example:8443": the port is left out if it is the usual one. */
static int write_host(char *to, size_t room, const struct cable_to *host)
{
    int six = strchr(host->host, ':') != NULL,
        usual = strcmp(host->port, host->tls ? "443" : "80") == 0;
    return snprintf(to, room, "%s%s%s%s%s", six ? "[" : "", host->host, six ? "]" : "",
                    usual ? "" : ":", usual ? "" : host->port);
}

int ask_send(struct cable *c, const struct cable_to *to, const struct ask *a)
{
    char head[HEAD_MOST], host[300], length[48] = "";
    int n = write_host(host, sizeof host, to);
    if (a->body)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", a->n);
    if (n < (int)sizeof host)
        n = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s\r\n", a->method,
                     a->path, host, a->fields, length);
    if (n >= (int)sizeof head)
        return cable_fail(c, "its address is too long");
    return cable_send(c, head, (size_t)n) < 0 ? CABLE_FAILED : cable_send(c, a->body, a->n);
}

int ask_hear(struct cable *c, struct answer *a)
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
