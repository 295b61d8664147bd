/* HTTP requests of a crowd, some at a time; the others wait in order. Answers come on the net of
 * the links. */
#ifndef CHARLATAN_LOAD_HTTP_H
#define CHARLATAN_LOAD_HTTP_H

#include "load/link.h"

struct http {
    struct source source;
    struct net *net;
    struct queries *queries;
    /* An eventfd: an answer has come. */
    int wake;
    /* status 0: no answer came, and `body` says why, in a clause about the server. It ends with a
     * zero byte. */
    void (*answered)(void *with, uint64_t tag, int status, const char *body, size_t n);
    void *with;
};

int http_open(struct http *h, struct net *n);
/* Drops requests under way. */
void http_close(struct http *h);
/* token and body may be NULL. `tag` comes back with the answer. */
void http_ask(struct http *h, uint64_t tag, const char *method, const char *path, const char *token,
              const char *body);

#endif
