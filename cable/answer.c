/* Reads HTTP answers; see answer.h. */
#include "cable/answer.h"

#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "wire/hex.h"
#include "wire/slice.h"

/* AT_CHUNK is in a chunk, AT_GAP behind it, AT_REST in a body that ends with the connection. */
enum { AT_STATUS, AT_FIELDS, AT_BODY, AT_SIZE, AT_CHUNK, AT_GAP, AT_TRAILERS, AT_REST, AT_DONE };

/* ---- fields ---- */

/* A length that is given twice is refused even if both are the same (RFC 9112, 6.3): some other
 * reader takes the first and some the last. */
static int take_length(struct answer *a, struct slice value)
{
    if (a->sized || slice_number(value, &a->left) < 0)
        return -1;
    a->sized = 1;
    return 0;
}

/* Only chunked alone is understood; gzip and lists of codings are refused, because no request of
 * ours offers to take them. */
static int take_coding(struct answer *a, struct slice value)
{
    if (a->chunked || !slice_is(value, "chunked"))
        return -1;
    a->chunked = 1;
    return 0;
}

/* May come several times, and its members add up: one "close" is enough. An old server's
 * "keep-alive" is not honoured. */
static int take_connection(struct answer *a, struct slice value)
{
    if (slice_has(value, "close"))
        a->keeps = 0;
    a->upgrades |= slice_has(value, "upgrade") != 0;
    return 0;
}

static int take_upgrade(struct answer *a, struct slice value)
{
    a->websocket |= slice_is(value, "websocket") != 0;
    return 0;
}

/* Given twice it is refused: the handshake compares one value. A value without room becomes "" and
 * so agrees with no key. */
static int take_accept(struct answer *a, struct slice value)
{
    if (a->accept[0])
        return -1;
    slice_copy(a->accept, sizeof a->accept, value);
    return 0;
}

static int take_protocol(struct answer *a, struct slice value)
{
    if (a->protocol[0])
        return -1;
    slice_copy(a->protocol, sizeof a->protocol, value);
    return 0;
}

/* None was offered, so whatever is named here makes shake_agrees refuse (RFC 6455, 4.1). */
static int take_extensions(struct answer *a, struct slice value)
{
    (void)value;
    a->extended = 1;
    return 0;
}

static const struct {
    const char *name;
    int (*take)(struct answer *a, struct slice value);
} fields[] = {
    {"content-length", take_length},
    {"transfer-encoding", take_coding},
    {"connection", take_connection},
    {"upgrade", take_upgrade},
    {"sec-websocket-accept", take_accept},
    {"sec-websocket-protocol", take_protocol},
    {"sec-websocket-extensions", take_extensions},
};

/* Trailers (AT_TRAILERS) are checked for their form and count towards ANSWER_FIELDS, but are not
 * taken: a length or a coding after the body would change what has been read already. */
static int read_field(struct answer *a, struct slice line)
{
    struct slice name, value;
    if (++a->fields > ANSWER_FIELDS || slice_field(line, &name, &value) < 0)
        return -1;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && a->at == AT_FIELDS; i++)
        if (slice_is(name, fields[i].name))
            return fields[i].take(a, value);
    return 0;
}

/* ---- lines ---- */

/* The body ends with a zero from here on and is never NULL, also if it is empty. Always 0, as a
 * step of a reader. */
static int done(struct answer *a)
{
    a->at = AT_DONE;
    if (!a->body)
        a->body = malloc(1);
    MUST(a->body);
    a->body[a->n] = 0;
    return 0;
}

/* "HTTP/1.1 200 OK" */
static int read_status(struct answer *a, struct slice line)
{
    struct slice code = {line.at + 9, 3};
    uint64_t status;
    if (line.n < 12 || memcmp(line.at, "HTTP/1.", 7) != 0 || (line.at[7] | 1) != '1' ||
        line.at[8] != ' ' || (line.n > 12 && line.at[12] != ' ') ||
        slice_number(code, &status) < 0 || status < 100 || status > 599)
        return -1;
    a->status = (int)status;
    a->old = line.at[7] == '0';
    a->keeps = !a->old;
    a->at = AT_FIELDS;
    return 0;
}

/* What says that the answer comes later is not the answer. The limits of lines and fields go on
 * counting, so that a server cannot send such answers without end. `line` need not be cleared:
 * line_n says how much of it counts. */
static int skip_interim(struct answer *a)
{
    struct answer none = {.most = a->most, .lines = a->lines, .fields = a->fields};
    memcpy(a, &none, offsetof(struct answer, line));
    return 0;
}

/* Decides how the body is delimited (RFC 9112, 6.3). A length beside chunks, and chunks from an
 * HTTP/1.0 server, are refused: proxies have been made to disagree with them. A body without a
 * length ends with the connection, which then cannot be used again. 101, 204 and 304 have no body;
 * if they announce one all the same, what follows cannot be trusted to be the next answer. */
static int end_head(struct answer *a)
{
    if (a->chunked && (a->sized || a->old))
        return -1;
    if (a->status < 200 && a->status != 101)
        return skip_interim(a);
    if (a->status == 101 || a->status == 204 || a->status == 304) {
        a->keeps &= !a->chunked && !a->left;
        return done(a);
    }
    if (a->left > a->most)
        return -1;
    a->at = a->chunked ? AT_SIZE : a->sized ? AT_BODY : AT_REST;
    a->keeps &= a->at != AT_REST;
    return a->at == AT_BODY && a->left == 0 ? done(a) : 0;
}

/* The size of a chunk; behind it may be extensions, which say nothing to us. */
static int read_size(struct answer *a, struct slice line)
{
    size_t n = 0;
    a->left = 0;
    for (; n < line.n && hex_digit(line.at[n]) >= 0; n++) {
        a->left = a->left << 4 | (uint64_t)hex_digit(line.at[n]);
        if (a->left > a->most - a->n)
            return -1;
    }
    if (n == 0 || n > 16 || (n < line.n && !strchr(" \t;", line.at[n])))
        return -1;
    a->at = a->left ? AT_CHUNK : AT_TRAILERS;
    return 0;
}

/* The line is without its end. An empty line ends the head, a chunk's gap or the trailers, and is a
 * fault in the place of a status or a size. */
static int take_line(struct answer *a, struct slice line)
{
    switch (a->at) {
    case AT_STATUS: return read_status(a, line);
    case AT_FIELDS: return line.n ? read_field(a, line) : end_head(a);
    case AT_SIZE: return read_size(a, line);
    case AT_GAP: a->at = AT_SIZE; return line.n ? -1 : 0;
    default: return line.n ? read_field(a, line) : done(a);
    }
}

/* Takes bytes up to the end of a line, which may have begun in an earlier piece. Returns how many,
 * or -1. A line must end with CR LF, and CR and NUL stand nowhere else in it: a bare LF is an end
 * to some readers only. Lines between chunks do not count, since a long body may have any number of
 * them. */
static int read_line(struct answer *a, const char *at, size_t n)
{
    const char *end = memchr(at, '\n', n);
    size_t had = a->line_n;
    n = end ? (size_t)(end - at) + 1 : n;
    a->lines += a->at == AT_SIZE || a->at == AT_GAP ? 0 : n;
    if (n > ANSWER_LINE - had || a->lines > ANSWER_LINES)
        return -1;
    memcpy(a->line + had, at, n);
    a->line_n += n;
    if (!end)
        return (int)n;
    struct slice line = {a->line, a->line_n - 1};
    a->line_n = 0;
    if (line.n == 0 || line.at[--line.n] != '\r' || memchr(line.at, '\r', line.n) ||
        memchr(line.at, 0, line.n))
        return -1;
    return take_line(a, line) < 0 ? -1 : (int)n;
}

/* ---- bodies ---- */

/* Keeps a byte of room for the zero that done() adds. The room doubles, so a body in many pieces is
 * copied a few times only. The caller has checked the bound `most`. */
static void keep(struct answer *a, const char *at, size_t n)
{
    if (a->n + n + 1 > a->room) {
        a->room = 2 * (a->n + n) + 1024;
        a->body = realloc(a->body, a->room);
        MUST(a->body);
    }
    memcpy(a->body + a->n, at, n);
    a->n += n;
}

/* Takes at most what is left of the body or chunk and returns how much that was; -1 if a body
 * without a length gets longer than allowed. Bodies and chunks with a length were checked in their
 * heads. */
static int read_body(struct answer *a, const char *at, size_t n)
{
    if (a->at == AT_REST ? n > a->most - a->n : 0)
        return -1;
    if (a->at != AT_REST && n > a->left)
        n = (size_t)a->left;
    keep(a, at, n);
    a->left -= a->at == AT_REST ? 0 : n;
    if (a->at == AT_CHUNK && !a->left)
        a->at = AT_GAP;
    if (a->at == AT_BODY && !a->left)
        done(a);
    return (int)n;
}

/* Stops behind the answer: bytes from *used on are the server's next words, frames after a 101.
 * After -1 the answer must not be added to again. */
int answer_add(struct answer *a, const char *at, size_t n, size_t *used)
{
    *used = 0;
    while (*used < n && a->at != AT_DONE) {
        int body = a->at == AT_BODY || a->at == AT_CHUNK || a->at == AT_REST;
        int did = (body ? read_body : read_line)(a, at + *used, n - *used);
        if (did < 0)
            return -1;
        *used += (size_t)did;
    }
    return a->at == AT_DONE;
}

/* Only a body that is delimited by the end of the connection may end so; anything else was cut
 * off. */
int answer_close(struct answer *a)
{
    if (a->at != AT_REST)
        return -1;
    done(a);
    return 1;
}
