/* Writes the headers of answers: what may be kept, what pages may do and whose, a request's id. */
#include <stdio.h>
#include <string.h>

#include "server/heads.h"

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **p,
                      unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), p, end);
}

/* Adds what the answer depends on besides its address: those that may be kept have two forms,
 * compressed and not. */
static int add_vary(struct http *h, unsigned char **p, unsigned char *end)
{
    if (h->tag)
        return add_header(
            h->wsi, "vary:", h->by_origin ? "accept-encoding, origin" : "accept-encoding", p, end);
    return h->by_origin ? add_header(h->wsi, "vary:", "origin", p, end) : 0;
}

/* Lets a page of a named origin read the answer, and send requests with a token or a body. Tokens
 * are no cookies: only a page that has one can send it. */
static int add_sharing(struct http *h, unsigned char **p, unsigned char *end)
{
    if (!h->named_origin)
        return 0;
    if (add_header(h->wsi, "access-control-allow-origin:", h->named_origin, p, end))
        return 1;
    return h->method == HTTP_OPTIONS &&
           (add_header(h->wsi, "access-control-allow-methods:", "GET, POST", p, end) ||
            add_header(h->wsi, "access-control-allow-headers:", "authorization, content-type", p,
                       end) ||
            add_header(h->wsi, "access-control-max-age:", "86400", p, end));
}

/* Adds the headers of an answer that may be kept; both of its forms have the same tag. */
static int add_keeping(struct http *h, unsigned char **p, unsigned char *end)
{
    const char *how = h->for_ever ? "public, max-age=31536000, immutable" : "no-cache";
    if (!h->tag)
        return add_header(h->wsi, "cache-control:", "no-store", p, end);
    return add_header(h->wsi, "cache-control:", how, p, end) ||
           add_header(h->wsi, "etag:", h->tag, p, end) ||
           (h->packed && add_header(h->wsi, "content-encoding:", "gzip", p, end));
}

static int add_extra(struct http *h, unsigned char **p, unsigned char *end)
{
    char name[40];
    const char *colon = h->extra ? strchr(h->extra, ':') : NULL;
    if (!colon)
        return 0;
    snprintf(name, sizeof name, "%.*s:", (int)(colon - h->extra), h->extra);
    return add_header(h->wsi, name, colon + 2, p, end);
}

/* Adds headers for safety: our pages load nothing from elsewhere, run no foreign script and are
 * shown in no frame. */
static int add_safety(struct http *h, unsigned char **p, unsigned char *end)
{
    return add_header(h->wsi, "x-content-type-options:", "nosniff", p, end) ||
           add_header(h->wsi, "referrer-policy:", "no-referrer", p, end) ||
           add_header(h->wsi, "content-security-policy:",
                      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                      "worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
                      "img-src 'self' data: blob:; object-src 'none'; frame-ancestors 'none'; "
                      "base-uri 'none'; form-action 'self'",
                      p, end);
}

/* Operators find the request by this id in the log. */
static int add_request(struct http *h, unsigned char **p, unsigned char *end)
{
    return h->request[0] ? add_header(h->wsi, "x-request-id:", h->request, p, end) : 0;
}

int http_add_headers(struct http *h, unsigned char **p, unsigned char *end)
{
    return add_keeping(h, p, end) || add_vary(h, p, end) || add_sharing(h, p, end) ||
           add_safety(h, p, end) || add_request(h, p, end) || add_extra(h, p, end);
}
