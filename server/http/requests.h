/* Requests of a connection: what connections, peers and the transport need of requests.c and
 * answer_head.c. */
#ifndef CHARLATAN_SERVER_HTTP_REQUESTS_H
#define CHARLATAN_SERVER_HTTP_REQUESTS_H

#include "server/http/http.h"

struct request_head;

/* Who asks, and from which page. `named` is one of the options' strings, NULL if the origin is none
 * of them. wrong: a page from elsewhere asks; wrong_host: `Host` is no name of this server. */
struct http_origin {
    char address[ADDRESS];
    const char *named;
    int there, wrong, wrong_host;
};
void http_origin_read(const struct connection *c, const struct request_head *h,
                      struct http_origin *from);

/* Reads a head. Returns its length; 0 if it is not whole; -1 if the connection ends. */
int http_read_head(struct connection *c, const char *at, size_t n);
/* Takes the bytes of a body that belong to it, and returns how many these are. */
size_t http_read_body(struct connection *c, const char *at, size_t n);
/* Sends more of the answer, if there is one. -1: the connection is broken. Call it when the socket
 * has taken everything before. */
int http_flush(struct connection *c);
/* The body did not come in time. */
void http_too_late(struct connection *c);
/* The connection is gone; a request that is not answered yet stays until it is. */
void http_let_go(struct connection *c);
/* What a host does with requests (host.h). */
void transport_answer(struct http *h, int status, const char *type, const char *body, size_t n);
void transport_answer_kept(struct http *h, const struct http_kept *k);

/* ---- answer_head.c ---- */

const char *http_phrase(int status);
/* Writes the head of an answer. Returns its length. */
size_t http_write_head(struct http *h, int ends, char *to, size_t room);

#endif
