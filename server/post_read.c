/* Reads URLs for post.h. */
#include "server/post.h"

#include <stdlib.h>
#include <string.h>

static int copy(char *to, size_t room, const char *from, size_t n)
{
    if (n == 0 || n >= room)
        return -1;
    memcpy(to, from, n);
    to[n] = 0;
    return 0;
}

static int plain(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~' || strchr("\"<>\\^`{|}@#?", *text))
            return 0;
    return 1;
}

static int read_port(const char *text, size_t n, char port[6])
{
    if (n == 0)
        return copy(port, 6, "80", 2);
    if (text[0] != ':' || n > 6 || strspn(text + 1, "0123456789") < n - 1)
        return -1;
    long number = strtol(text + 1, NULL, 10);
    return number < 1 || number > 65535 ? -1 : copy(port, 6, text + 1, n - 1);
}

/* An IPv6 address has brackets. */
int post_read_url(const char *url, struct post_address *to)
{
    if (strncmp(url, "http://", 7) != 0 || !plain(url))
        return -1;
    const char *host = url + 7, *slash = host + strcspn(host, "/");
    int bracket = host[0] == '[';
    const char *end =
        bracket ? memchr(host, ']', (size_t)(slash - host)) : host + strcspn(host, ":/");
    if (!end)
        return -1;
    if (copy(to->host, sizeof to->host, host + bracket, (size_t)(end - host - bracket)) < 0)
        return -1;
    end += bracket;
    if (read_port(end, (size_t)(slash - end), to->port) < 0)
        return -1;
    size_t path = strlen(slash);
    /* One slash at the end is left out. */
    path -= path && slash[path - 1] == '/';
    to->path[0] = 0;
    return path ? copy(to->path, sizeof to->path, slash, path) : 0;
}
