/* Writes the heads of answers: what may be kept, what pages may do and whose, a request's id. */
#include <stdarg.h>
#include <stdio.h>

#include "engine/port.h"
#include "server/http/requests.h"

/* The head as it grows. `room` is chosen so that every head fits: all values are ours or were cut
 * to a fixed length when the request was read. */
struct head_lines {
    char *at;
    size_t n, room;
};

/* Aborts if the line does not fit: a head cut short would let the rest of it be read as the body,
 * or as another answer. */
__attribute__((format(printf, 2, 3))) static void add(struct head_lines *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(l->at + l->n, l->room - l->n, format, list);
    va_end(list);
    MUST(n >= 0 && (size_t)n < l->room - l->n);
    l->n += (size_t)n;
}

/* Never NULL. Clients ignore the phrase (RFC 9112, section 4); it is for people who read traffic.
 * Add a row when an answer gets a new status. */
const char *http_phrase(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return status < 500 ? "Refused" : "Failed";
    }
}

/* No content-type and no content-length where there is no body to describe: 204 and 304 have none
 * (RFC 9110, sections 15.3.5 and 15.4.5). An answer to HEAD gets both, as for the GET. */
static void add_body(struct head_lines *l, const struct http *h)
{
    if (h->status == 204 || h->status == 304)
        return;
    add(l, "content-type: %s\r\ncontent-length: %zu\r\n", h->type, h->out_n);
}

/* What the answer depends on besides its address: those that may be kept have two forms, compressed
 * and not. */
static void add_vary(struct head_lines *l, const struct http *h)
{
    if (h->tag)
        add(l, "vary: accept-encoding%s\r\n", h->by_origin ? ", origin" : "");
    else if (h->by_origin)
        add(l, "vary: origin\r\n");
}

/* Lets a page of a named origin read the answer, and send requests with a token or a body. Tokens
 * are no cookies: only a page that has one can send it. No other page may even load it. */
static void add_sharing(struct head_lines *l, const struct http *h)
{
    add(l, "cross-origin-resource-policy: %s-origin\r\n",
        h->named_origin || h->for_all ? "cross" : "same");
    if (!h->named_origin)
        return;
    add(l, "access-control-allow-origin: %s\r\n", h->named_origin);
    if (h->method == HTTP_OPTIONS)
        add(l, "access-control-allow-methods: GET, POST\r\n"
               "access-control-allow-headers: authorization, content-type\r\n"
               "access-control-max-age: 86400\r\n");
}

/* Both forms of an answer that may be kept have the same tag. */
static void add_keeping(struct head_lines *l, const struct http *h)
{
    if (!h->tag) {
        add(l, "cache-control: no-store\r\n");
        return;
    }
    add(l, "cache-control: %s\r\netag: %s\r\n",
        h->for_ever ? "public, max-age=31536000, immutable" : "no-cache", h->tag);
    if (h->packed)
        add(l, "content-encoding: gzip\r\n");
}

/* Our pages load nothing from elsewhere, run no foreign script, are shown in no frame and share no
 * process with pages that opened them. Over TLS, browsers do not come back without it. */
static void add_safety(struct head_lines *l, const struct http *h)
{
    add(l, "x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n"
           "cross-origin-opener-policy: same-origin\r\n"
           "content-security-policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
           "worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
           "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; "
           "base-uri 'none'; form-action 'self'\r\n");
    if (h->by_tls)
        add(l, "strict-transport-security: max-age=31536000\r\n");
}

/* The status, the type and whatever else the server has chosen must be set. Called once for each
 * answer, before its first byte; `ends` tells the client that the connection closes afterwards.
 * `room` must be enough for the longest head, HEAD_ROOM in requests.c. */
size_t http_write_head(struct http *h, int ends, char *to, size_t room)
{
    struct head_lines l = {to, 0, room};
    add(&l, "HTTP/1.1 %d %s\r\nserver: charlatan\r\n", h->status, http_phrase(h->status));
    add_body(&l, h);
    add_keeping(&l, h);
    add_vary(&l, h);
    add_sharing(&l, h);
    add_safety(&l, h);
    /* Operators find the request by this id in the log. */
    add(&l, "x-request-id: %s\r\n", h->request);
    if (h->extra)
        add(&l, "%s\r\n", h->extra);
    add(&l, "%s\r\n", ends ? "connection: close\r\n" : "");
    return l.n;
}
