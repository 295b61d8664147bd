/* HTTP requests over a few kept connections on the same net as the links: each connection has one request
 * under way, the others wait in order. Enough for our own server: answers with Content-Length. */
#ifndef CHARLATAN_LOAD_HTTP_H
#define CHARLATAN_LOAD_HTTP_H

#include "load/link.h"

enum { HTTP_LINES = 32 };

struct http;

struct http_line {
    struct source source;
    struct http *http;
    int fd;
    int sent;             /* a request is under way: its bytes have gone out */
    struct http_job *job; /* or NULL */
    char *in;
    size_t in_n, in_cap;
};

struct http {
    struct net *net;
    struct http_line line[HTTP_LINES];
    struct http_job *first, **last; /* those that wait */
    int waiting, under_way, dead;   /* dead: the server cannot be reached any more */
    /* status 0: the server cannot be reached. `body` ends with a zero byte. */
    void (*answered)(void *with, uint64_t tag, int status, const char *body, size_t n);
    void *with;
};

void http_open(struct http *h, struct net *n);
void http_close(struct http *h); /* what is under way is forgotten */
/* token, body: NULL where there is none. `tag` comes back with the answer. */
void http_ask(struct http *h, uint64_t tag, const char *method, const char *path, const char *token,
              const char *body);

#endif
