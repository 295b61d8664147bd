/* Sends one HTTP request and waits for its answer. */
#include "tui/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cable/ask.h"
#include "engine/port.h"

enum { REPLY_MOST = 1 << 24 };

void address_to(const struct address *a, char port[6], struct cable_to *to)
{
    snprintf(port, 6, "%d", a->port);
    *to = (struct cable_to){.host = a->host, .port = port, .tls = a->tls};
}

static int ask(struct cable *c, const struct cable_to *to, const struct ask *request,
               const struct address *a, struct answer *in)
{
    if (cable_open(c, to, a->ms ? a->ms : CALL_MS, -1) < 0)
        return -1;
    int done = ask_send(c, to, request) < 0 ? -1 : ask_hear(c, in);
    cable_close(c);
    return done;
}

void call_server(const struct address *a, const char *method, const char *path, const char *token,
                 const char *body, struct reply *to)
{
    struct answer in = {.most = REPLY_MOST};
    struct cable_to there;
    struct cable c;
    char port[6], fields[200];
    int n = snprintf(fields, sizeof fields, "Connection: close\r\n");
    if (token)
        n += snprintf(fields + n, sizeof fields - (size_t)n, "Authorization: Bearer %.64s\r\n",
                      token);
    if (body)
        snprintf(fields + n, sizeof fields - (size_t)n, "Content-Type: application/json\r\n");
    const struct ask request = {method, path, fields, body, body ? strlen(body) : 0};
    address_to(a, port, &there);
    *to = (struct reply){0};
    if (ask(&c, &there, &request, a, &in) == 0) {
        *to = (struct reply){in.status, in.body, in.n};
        return;
    }
    free(in.body);
    to->text = strdup(c.why);
    MUST(to->text);
    to->n = strlen(to->text);
}
