/* Parses the link of a table at a server. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/call.h"

static const char *const usage =
    "give the link of a table as the server shows it: http://HOST:PORT/#t/TABLE";

static const char *read_port(const char *at, struct address *to)
{
    char *end;
    long port = strtol(at, &end, 10);
    if (end == at || port < 1 || port > 65535)
        return NULL;
    to->port = (int)port;
    return end;
}

/* Letters of names and addresses, also those with a zone (fe80::1%eth0); no others are known to
 * resolvers, and a link may come from anybody. */
static size_t host_span(const char *at, int bracket)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || (at[n] && strchr(bracket ? ":.%-_" : ".-_", at[n])))
        n++;
    return n;
}

/* Reads the host, in brackets if it is an IPv6 address, and the port. `at` points behind the
 * scheme. */
static const char *read_host(const char *at, struct address *to)
{
    int bracket = *at == '[';
    at += bracket;
    size_t n = host_span(at, bracket);
    if (!n || n > ADDRESS_HOST || !strchr(bracket ? "]" : ":/#?", at[n]))
        return NULL;
    memcpy(to->host, at, n);
    at += n + (size_t)bracket;
    return *at == ':' ? read_port(at + 1, to) : at;
}

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

const char *address_read(const char *url, struct address *to)
{
    memset(to, 0, sizeof *to);
    to->tls = !strncmp(url, "https://", 8);
    if (!to->tls && strncmp(url, "http://", 7))
        return usage;
    to->port = to->tls ? 443 : 80;
    const char *at = read_host(url + 7 + to->tls, to);
    at = at ? strstr(at, "#") : NULL;
    at = at ? at + 1 + (at[1] == '/') : NULL;
    int private = at && !strncmp(at, "s/", 2);
    if (!at || (!private && strncmp(at, "t/", 2)) || span(at + 2, 0) != ADDRESS_ID)
        return usage;
    memcpy(to->id, at + 2, ADDRESS_ID);
    int read = read_token(at + 2 + ADDRESS_ID, private ? to->secret : to->token);
    if (read < 0 || (private && !to->secret[0]))
        return private ? "a private link must end with 32 hex digits; part of it is missing"
                       : "the part after the table must be a seat's token of 32 hex digits";
    return NULL;
}

char *address_host(const struct address *a, char buf[ADDRESS_HOST + 24])
{
    int six = strchr(a->host, ':') != NULL;
    snprintf(buf, ADDRESS_HOST + 24, six ? "[%s]:%d" : "%s:%d", a->host, a->port);
    return buf;
}

char *address_origin(const struct address *a, char buf[ADDRESS_HOST + 24])
{
    char host[ADDRESS_HOST + 24];
    snprintf(buf, ADDRESS_HOST + 24, "%s://%.210s", a->tls ? "https" : "http",
             address_host(a, host));
    return buf;
}
