/* Parses the link of a table at a server, sends it one HTTP request and waits for the answer. */
#include "tui/call.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cable/ask.h"
#include "engine/port.h"

/* ---- addresses ---- */

static const char *const usage =
    "give the link of a table as the server shows it: http://HOST:PORT/#t/TABLE";

static size_t span(const char *at, int hex)
{
    size_t n = 0;
    while (hex ? isxdigit((unsigned char)at[n])
               : islower((unsigned char)at[n]) || (at[n] >= '2' && at[n] <= '7'))
        n++;
    return n;
}

int address_is_id(const char *text)
{
    return text && span(text, 0) == ADDRESS_ID && !text[ADDRESS_ID];
}

int address_is_token(const char *text)
{
    return text && span(text, 1) == ADDRESS_TOKEN && !text[ADDRESS_TOKEN];
}

static int read_token(const char *at, char to[ADDRESS_TOKEN + 1])
{
    if (!strncmp(at, "?token=", 7) || !strncmp(at, "&token=", 7))
        at += 7;
    else if (*at == '/')
        at++;
    if (!*at)
        return 0;
    if (!address_is_token(at))
        return -1;
    memcpy(to, at, ADDRESS_TOKEN);
    return 0;
}

const char *address_read(const char *text, struct call_address *to)
{
    const char *at;
    memset(to, 0, sizeof *to);
    if (url_read(text, &to->url, &at) < 0 || !at)
        return usage;
    at += *at == '/';
    int private = !strncmp(at, "s/", 2);
    if ((!private && strncmp(at, "t/", 2)) || span(at + 2, 0) != ADDRESS_ID)
        return usage;
    memcpy(to->id, at + 2, ADDRESS_ID);
    int read = read_token(at + 2 + ADDRESS_ID, private ? to->secret : to->token);
    if (read < 0 || (private && !to->secret[0]))
        return private ? "a private link must end with 32 hex digits; part of it is missing"
                       : "the part after the table must be a seat's token of 32 hex digits";
    return NULL;
}

/* ---- requests ---- */

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
