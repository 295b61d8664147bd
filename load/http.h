/* HTTP requests of a crowd, some at a time; the others wait in order. Answers come on the net of
 * the links. */
#ifndef CHARLATAN_LOAD_HTTP_H
#define CHARLATAN_LOAD_HTTP_H

#include "load/link.h"

struct load_http {
    struct epoll_source source;
    struct load_net *net;
    struct queries *queries;
    /* An eventfd: an answer has come. */
    int wake;
    /* status 0: no answer came, and `body` says why, in a clause about the server. It ends with a
     * zero byte. */
    void (*answered)(void *with, uint64_t tag, int status, const char *body, size_t n);
    void *with;
};

int http_open(struct load_http *h, struct load_net *n);
/* Drops requests under way. */
void http_close(struct load_http *h);
/* token and body may be NULL. `tag` comes back with the answer. */
void http_ask(struct load_http *h, uint64_t tag, const char *method, const char *path,
              const char *token, const char *body);

#endif
