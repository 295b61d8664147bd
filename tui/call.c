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

/* How many characters at the beginning may be in a token (hex digits) or in an id (base32 in lower
 * case: a to z, 2 to 7). Locale-free for the bytes that count: everything outside ASCII ends the
 * span. */
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

/* Reads what follows the id: nothing, /TOKEN, ?token=TOKEN or &token=TOKEN. Returns 0, also if
 * there is nothing, and -1 for anything else; `to` must be zeroed and then stays
 * zero-terminated. */
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
    /* An address that was refused is not left half filled with the one before it. */
    memset(to, 0, sizeof *to);
    if (url_read(text, &to->url, &at) < 0 || !at)
        return usage;
    /* Browsers write the fragment as #/t/ID or as #t/ID; both are links. */
    at += *at == '/';
    int private = !strncmp(at, "s/", 2);
    if ((!private && strncmp(at, "t/", 2)) || span(at + 2, 0) != ADDRESS_ID)
        return usage;
    memcpy(to->id, at + 2, ADDRESS_ID);
    int read = read_token(at + 2 + ADDRESS_ID, private ? to->secret : to->token);
    /* A private link without its secret opens nothing, so it is refused here rather than by the
     * server. */
    if (read < 0 || (private && !to->secret[0]))
        return private ? "a private link must end with 32 hex digits; part of it is missing"
                       : "the part after the table must be a seat's token of 32 hex digits";
    return NULL;
}

/* ---- requests ---- */

/* A reply is 16 MiB at most; the largest ones are records of long games. */
enum { REPLY_MOST = 1 << 24 };

/* A connection of its own for each request; nothing is kept open, because requests are rare. `to`
 * is filled in any case and owns its text; on a failure the text is the reason of the
 * connection. */
void call_server(const struct call_address *a, const char *method, const char *path,
                 const char *token, const char *body, struct call_reply *to)
{
    struct answer in = {.most = REPLY_MOST};
    const struct cable_to there = {.url = &a->url};
    struct cable c = {.fd = -1, .stop = -1};
    char fields[200] = "";
    int n = 0;
    if (token)
        /* A token has ADDRESS_TOKEN digits; the limit in the format only bounds `fields`. */
        n = snprintf(fields, sizeof fields, "Authorization: Bearer %.64s\r\n", token);
    if (body)
        snprintf(fields + n, sizeof fields - (size_t)n, "Content-Type: application/json\r\n");
    const struct ask request = {method, path, fields, body, body ? strlen(body) : 0, 0};
    if (ask_server(&c, &there, &request, &in, a->ms ? a->ms : CALL_MS) == 0) {
        *to = (struct call_reply){in.status, in.body, in.n};
        return;
    }
    /* An answer may have come in part before the connection failed. */
    free(in.body);
    *to = (struct call_reply){.text = strdup(c.why)};
    MUST(to->text);
    to->n = strlen(to->text);
}
