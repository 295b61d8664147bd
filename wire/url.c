/* URLs; see url.h. They come from servers, guests and the command line, and become parts of
 * requests, files and lines on a terminal: what is not plainly a URL is refused. */
#include "wire/url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usual_port(const struct url *u)
{
    return u->tls ? 443 : 80;
}

/* Printable ASCII without what RFC 3986 leaves out. Other letters come percent-encoded, names in
 * Punycode, so a URL looks like what it is. */
static int is_plain(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~' || strchr("\"<>\\^`{|}", *text))
            return 0;
    return 1;
}

static int is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters of names and addresses, and of the zone of an address (fe80::1%eth0), in which capital
 * letters matter. Returns -1 for an empty or long host, for colons without brackets and for
 * brackets without colons. */
static int read_host(const char *from, size_t n, char to[URL_HOST])
{
    int six = n > 2 && from[0] == '[' && from[n - 1] == ']', zone = 0;
    from += six;
    n -= 2 * (size_t)six;
    if (n == 0 || n >= URL_HOST || six != (memchr(from, ':', n) != NULL))
        return -1;
    for (size_t i = 0; i < n; i++) {
        char c = from[i];
        if (!is_letter(c) && !strchr(six ? ":.%-_" : ".-_", c))
            return -1;
        zone |= c == '%';
        to[i] = (char)(c >= 'A' && c <= 'Z' && !zone ? c + 'a' - 'A' : c);
    }
    to[n] = 0;
    return 0;
}

/* ":8443", or nothing. */
static int read_port(const char *from, size_t n, struct url *to)
{
    to->port = usual_port(to);
    if (n == 0)
        return 0;
    if (from[0] != ':' || n > 6 || strspn(from + 1, "0123456789") != n - 1)
        return -1;
    to->port = (int)strtol(from + 1, NULL, 10);
    return to->port >= 1 && to->port <= 65535 ? 0 : -1;
}

/* *to is only whole when 0 is returned. A user ("https://play.example@evil.example") is refused
 * because '@' has no place in a host. The path is kept as it is: nothing is decoded or joined. */
int url_read(const char *text, struct url *to, const char **fragment)
{
    to->tls = strncmp(text, "https://", 8) == 0;
    if (strlen(text) >= URL_MOST || !is_plain(text) ||
        (!to->tls && strncmp(text, "http://", 7) != 0))
        return -1;
    const char *host = text + 7 + to->tls, *path = host + strcspn(host, "/?#");
    size_t all = (size_t)(path - host),
           n = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/?#");
    if (n > all || read_host(host, n, to->host) < 0 || read_port(host + n, all - n, to) < 0)
        return -1;
    size_t hash = strcspn(path, "#");
    snprintf(to->path, sizeof to->path, "%s%.*s", *path == '/' ? "" : "/", (int)hash, path);
    if (fragment)
        *fragment = path[hash] ? path + hash + 1 : NULL;
    return path[hash] && !fragment ? -1 : 0;
}

/* `host` is how many bytes of the host are written. */
static char *write_place(char to[URL_ORIGIN], const char *scheme, const struct url *u, size_t host)
{
    int six = strchr(u->host, ':') != NULL;
    int n = snprintf(to, URL_ORIGIN, "%s%s%.*s%s", scheme, six ? "[" : "", (int)host, u->host,
                     six ? "]" : "");
    if (u->port != usual_port(u))
        snprintf(to + n, (size_t)(URL_ORIGIN - n), ":%d", u->port);
    return to;
}

/* A zone means something on this machine only. */
char *url_host(const struct url *u, char to[URL_ORIGIN])
{
    return write_place(to, "", u, strcspn(u->host, "%"));
}

char *url_origin(const struct url *u, char to[URL_ORIGIN])
{
    return write_place(to, u->tls ? "https://" : "http://", u, strlen(u->host));
}
