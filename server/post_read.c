/* Reads URLs and HTTP answers for post.h. */
#include "server/post.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- URLs ---- */

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

/* ---- answers ---- */

static const char *line_end(const char *at, const char *stop)
{
    const char *end = memchr(at, '\r', (size_t)(stop - at));
    return end ? end : stop;
}

/* The value of a header in one line, or NULL. */
static const char *value_of(const char *line, size_t n, const char *name)
{
    size_t length = strlen(name);
    if (n <= length || line[length] != ':' || strncasecmp(line, name, length) != 0)
        return NULL;
    line += length + 1;
    while (*line == ' ' || *line == '\t')
        line++;
    return line;
}

static int read_length(const char *value, size_t *length)
{
    size_t n = 0, digits = 0;
    for (; isdigit((unsigned char)value[digits]); digits++) {
        n = n * 10 + (size_t)(value[digits] - '0');
        if (n > POST_BODY)
            return -1;
    }
    *length = n;
    return digits && (value[digits] == '\r' || value[digits] == ' ') ? 0 : -1;
}

/* Reads the headers between the first line and the empty one. */
static int read_headers(const char *at, const char *stop, struct post_reply *r)
{
    int lengths = 0;
    while (at < stop) {
        const char *end = line_end(at, stop), *value;
        size_t n = (size_t)(end - at);
        if ((value = value_of(at, n, "content-length"))) {
            if (lengths++ || read_length(value, &r->body) < 0)
                return -1;
        } else if (value_of(at, n, "transfer-encoding")) {
            return -1;
        } else if ((value = value_of(at, n, "connection"))) {
            r->keep &= strncasecmp(value, "close", 5) != 0;
        }
        at = end + 2;
    }
    return lengths == 1 ? 0 : -1;
}

static const char *find_head(const char *text, size_t n)
{
    return memmem(text, n < POST_HEAD ? n : POST_HEAD, "\r\n\r\n", 4);
}

int post_read_reply(const char *text, size_t n, struct post_reply *r)
{
    const char *stop = find_head(text, n);
    *r = (struct post_reply){.keep = 1};
    if (!stop)
        return n < POST_HEAD ? 0 : -1;
    size_t head = (size_t)(stop - text);
    if (head < 12 || strncmp(text, "HTTP/1.", 7) != 0 || text[8] != ' ')
        return -1;
    for (int i = 9; i < 12; i++) {
        if (!isdigit((unsigned char)text[i]))
            return -1;
        r->status = 10 * r->status + text[i] - '0';
    }
    r->keep = text[7] == '1';
    r->head = head + 4;
    const char *first = line_end(text, stop);
    if (read_headers(first == stop ? stop : first + 2, stop, r) < 0)
        return -1;
    return n >= r->head + r->body;
}
