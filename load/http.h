/* HTTP requests over a few connections that are kept open, on the same net as the links. Each
 * connection has one request under way; the others wait in order. Answers must carry
 * Content-Length, as those of our server do. */
#ifndef CHARLATAN_LOAD_HTTP_H
#define CHARLATAN_LOAD_HTTP_H

#include "load/link.h"

enum { HTTP_LINES = 32 };

struct http;

struct http_line {
    struct source source;
    struct http *http;
    int fd;
    /* The bytes of the request have gone out. */
    int sent;
    /* The request under way, or NULL. */
    struct http_job *job;
    char *in;
    size_t in_n, in_cap;
};

struct http {
    struct net *net;
    struct http_line line[HTTP_LINES];
    /* Requests that wait for a free connection. */
    struct http_job *first, **last;
    int waiting, under_way;
    /* Set once a request has failed for good: no further one is tried. */
    int dead;
    /* The errno of the last connection that failed; 0 if the server closed the connection. */
    int error;
    /* status 0: no answer came; `error` says why. `body` ends with a zero byte. */
    void (*answered)(void *with, uint64_t tag, int status, const char *body, size_t n);
    void *with;
};

void http_open(struct http *h, struct net *n);
/* Drops requests under way. */
void http_close(struct http *h);
/* token and body may be NULL. `tag` comes back with the answer. */
void http_ask(struct http *h, uint64_t tag, const char *method, const char *path, const char *token,
              const char *body);

#endif
