/* Reads the heads of requests; see request_head.h. */
#include "server/http/request_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "wire/hex.h"

enum { FIELDS_MOST = 100, BAD = 400 };

/* ---- targets ---- */

/* A control character is refused even as %xx: it could end up in a log or a header. "" for what is
 * too long, never a part of it: a path cut short might be another one. */
int slice_decode(char *to, size_t room, struct slice s)
{
    size_t n = 0;
    to[0] = 0;
    for (size_t i = 0; i < s.n; i++) {
        int c = (unsigned char)s.at[i];
        if (c == '%') {
            if (i + 2 >= s.n || hex_digit(s.at[i + 1]) < 0 || hex_digit(s.at[i + 2]) < 0)
                return -1;
            c = hex_digit(s.at[i + 1]) << 4 | hex_digit(s.at[i + 2]);
            i += 2;
        }
        if (c < 0x20 || c == 0x7f)
            return -1;
        if (n + 1 < room)
            to[n] = (char)c;
        n++;
    }
    to[n < room ? n : 0] = 0;
    return 0;
}

/* ---- fields ---- */

/* A field that may be there once. Twice is refused even with the same value: programs differ in
 * which one they take, and whoever stands in front of us may have checked the other. */
static int take_once(struct slice *to, struct slice value)
{
    if (to->at)
        return BAD;
    *to = value;
    return 0;
}

static int take_host(struct request_head *h, struct slice value)
{
    return take_once(&h->host, value);
}

static int take_origin(struct request_head *h, struct slice value)
{
    return take_once(&h->origin, value);
}

static int take_type(struct request_head *h, struct slice value)
{
    return take_once(&h->type, value);
}

/* With several such headers the last one counts; at worst something is sent once more. */
static int take_known(struct request_head *h, struct slice value)
{
    h->known = value;
    return 0;
}

/* Other schemes are passed over, as if there were no token; two Bearer tokens are refused. */
static int take_token(struct request_head *h, struct slice value)
{
    static const char bearer[] = "Bearer ";
    size_t n = sizeof bearer - 1;
    if (value.n > n && strncmp(value.at, bearer, n) == 0)
        return take_once(&h->token, (struct slice){value.at + n, value.n - n});
    return 0;
}

/* An empty last member is nobody's address, and yet somebody's: what stands before it proves
 * nothing. */
static int take_forwarded(struct request_head *h, struct slice value)
{
    int nobody = value.n == 0 || value.at[value.n - 1] == ',';
    h->forwarded = (struct slice){value.at, 0};
    while (!nobody && slice_next(&value, &h->forwarded)) {
    }
    return 0;
}

/* Digits and nothing else, and only once: a proxy in front of us may read another number. */
static int take_length(struct request_head *h, struct slice value)
{
    if (h->sized || slice_number(value, &h->length) < 0)
        return BAD;
    h->sized = 1;
    return 0;
}

/* No coding is read, chunked neither: a body needs a length. is_consistent and the caller decide
 * what becomes of it. */
static int take_coding(struct request_head *h, struct slice value)
{
    (void)value;
    h->coded = 1;
    return 0;
}

/* Lists of several headers add up (RFC 9110, section 5.3), so flags are only ever set. */
static int take_connection(struct request_head *h, struct slice value)
{
    h->closes |= slice_has(value, "close") != 0;
    h->upgrades |= slice_has(value, "upgrade") != 0;
    return 0;
}

static int take_upgrade(struct request_head *h, struct slice value)
{
    h->websocket |= slice_has(value, "websocket") != 0;
    return 0;
}

/* gzip;q=0 means no. */
static int take_encodings(struct request_head *h, struct slice value)
{
    for (struct slice one; slice_next(&value, &one);) {
        char text[40], *more;
        slice_copy(text, sizeof text, one);
        size_t n = strcspn(text, " \t;");
        if (n != 4 || strncasecmp(text, "gzip", 4) != 0)
            continue;
        more = strstr(text + n, "q=");
        h->gzip = !more || strtod(more + 2, NULL) > 0;
    }
    return 0;
}

/* 417 for any expectation but the one there is (RFC 9110, section 10.1.1). */
static int take_expectation(struct request_head *h, struct slice value)
{
    h->expects = 1;
    return slice_is(value, "100-continue") ? 0 : 417;
}

static int take_key(struct request_head *h, struct slice value)
{
    return take_once(&h->key, value);
}

static int take_version(struct request_head *h, struct slice value)
{
    return take_once(&h->version, value);
}

static int take_protocols(struct request_head *h, struct slice value)
{
    h->charlatan |= slice_has(value, "charlatan") != 0;
    return 0;
}

/* Every other field is passed over. Names are compared without regard to capitals. */
static const struct {
    const char *name;
    int (*take)(struct request_head *h, struct slice value);
} fields[] = {
    {"host", take_host},
    {"origin", take_origin},
    {"authorization", take_token},
    {"content-length", take_length},
    {"content-type", take_type},
    {"transfer-encoding", take_coding},
    {"connection", take_connection},
    {"upgrade", take_upgrade},
    {"expect", take_expectation},
    {"accept-encoding", take_encodings},
    {"if-none-match", take_known},
    {"x-forwarded-for", take_forwarded},
    {"sec-websocket-key", take_key},
    {"sec-websocket-version", take_version},
    {"sec-websocket-protocol", take_protocols},
};

/* 0, or the status to refuse the request with. A line that begins with a space, which once
 * continued the one before, is no field and is refused (RFC 9112, section 5.2). */
static int read_field(struct request_head *h, struct slice line)
{
    struct slice name, value;
    if (slice_field(line, &name, &value) < 0)
        return BAD;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (slice_is(name, fields[i].name))
            return fields[i].take(h, value);
    return 0;
}

/* ---- the first line ---- */

/* Methods are compared exactly, with their capitals. An unknown one becomes OTHER, and is refused
 * by whoever knows the path. */
static void read_method(struct request_head *h, struct slice name)
{
    static const struct {
        const char *name;
        enum http_method method;
    } methods[] = {
        {"GET", HTTP_GET}, {"HEAD", HTTP_GET}, {"POST", HTTP_POST}, {"OPTIONS", HTTP_OPTIONS}};
    h->method = HTTP_OTHER;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (name.n == strlen(methods[i].name) && memcmp(name.at, methods[i].name, name.n) == 0)
            h->method = methods[i].method;
    h->head_only = h->method == HTTP_GET && name.at[0] == 'H';
}

/* Only paths and `*`: the absolute form, "GET http://…", is for proxies. No spaces, controls or
 * fragments, in which programs disagree. */
static int read_target(struct request_head *h, struct slice target)
{
    if (target.n == 0 || (target.at[0] != '/' && !(target.n == 1 && target.at[0] == '*')))
        return BAD;
    for (size_t i = 0; i < target.n; i++)
        if ((unsigned char)target.at[i] <= 0x20 || target.at[i] == 0x7f || target.at[i] == '#')
            return BAD;
    const char *mark = memchr(target.at, '?', target.n);
    h->path = (struct slice){target.at, mark ? (size_t)(mark - target.at) : target.n};
    if (mark)
        h->args = (struct slice){mark + 1, target.n - h->path.n - 1};
    return 0;
}

/* 505 for another major version, which may look quite different; 400 for what is no version. */
static int read_version(struct request_head *h, struct slice version)
{
    if (version.n != 8 || memcmp(version.at, "HTTP/", 5) != 0 || version.at[6] != '.')
        return BAD;
    if (version.at[5] != '1' || (version.at[7] != '0' && version.at[7] != '1'))
        return 505;
    h->old = version.at[7] == '0';
    return 0;
}

/* Exactly one space between the parts. More would be allowed by RFC 9112, section 3, to the
 * lenient; they are read in two ways. */
static int read_first_line(struct request_head *h, struct slice line)
{
    size_t n = slice_token(line);
    if (n == 0 || n == line.n || line.at[n] != ' ')
        return BAD;
    read_method(h, (struct slice){line.at, n});
    const char *rest = line.at + n + 1, *space = memchr(rest, ' ', line.n - n - 1);
    if (!space)
        return BAD;
    struct slice version = {space + 1, (size_t)(line.at + line.n - space - 1)};
    int refused = read_target(h, (struct slice){rest, (size_t)(space - rest)});
    return refused ? refused : read_version(h, version);
}

/* ---- the whole ---- */

/* What the lines say of one another: a body has a length or a coding, never both (RFC 9112, section
 * 6.3); HTTP/1.1 needs a Host; HTTP/1.0 has no codings. */
static int is_consistent(const struct request_head *h)
{
    return !(h->sized && h->coded) && (h->host.n || h->old) && !(h->old && h->coded);
}

/* n must be what head_length has returned, so there is an end. The head is not changed and must
 * stay as long as the slices. */
int head_read(struct request_head *h, const char *at, size_t n)
{
    memset(h, 0, sizeof *h);
    int refused = 0, lines = 0;
    for (const char *end; !refused; at = end + 2, lines++) {
        end = memmem(at, n, "\r\n", 2);
        if (!end)
            return BAD;
        struct slice line = {at, (size_t)(end - at)};
        n -= line.n + 2;
        if (line.n == 0)
            return lines && is_consistent(h) ? 0 : BAD;
        if (lines > FIELDS_MOST)
            return 431;
        refused = lines ? read_field(h, line) : read_first_line(h, line);
    }
    return refused;
}

/* A line that ends without a carriage return, and a zero, are in no head. */
static int is_hopeless(const char *at, size_t n)
{
    const char *line = memchr(at, '\n', n);
    return (line && (line == at || line[-1] != '\r')) || memchr(at, 0, n);
}

/* May be asked again as bytes come. What can never become a head is found at once, so nobody holds
 * a connection open with it. */
int head_length(const char *at, size_t n)
{
    const char *end = memmem(at, n, "\r\n\r\n", 4);
    size_t have = end ? (size_t)(end - at) + 4 : n;
    if (is_hopeless(at, have))
        return -1;
    return end ? (int)have : 0;
}
