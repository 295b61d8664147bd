/* Sends one HTTP request and waits for its answer. */
#include "tui/call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cable/ask.h"
#include "engine/port.h"

enum { REPLY_MOST = 1 << 24 };

void call_server(const struct call_address *a, const char *method, const char *path,
                 const char *token, const char *body, struct call_reply *to)
{
    struct answer in = {.most = REPLY_MOST};
    const struct cable_to there = {.url = &a->url};
    struct cable c = {.fd = -1, .stop = -1};
    char fields[200] = "";
    int n = 0;
    if (token)
        n = snprintf(fields, sizeof fields, "Authorization: Bearer %.64s\r\n", token);
    if (body)
        snprintf(fields + n, sizeof fields - (size_t)n, "Content-Type: application/json\r\n");
    const struct ask request = {method, path, fields, body, body ? strlen(body) : 0, 0};
    if (ask_server(&c, &there, &request, &in, a->ms ? a->ms : CALL_MS) == 0) {
        *to = (struct call_reply){in.status, in.body, in.n};
        return;
    }
    free(in.body);
    *to = (struct call_reply){.text = strdup(c.why)};
    MUST(to->text);
    to->n = strlen(to->text);
}
