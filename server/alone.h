/* A host without threads and sockets, for pages and tests. Whoever runs it calls in: with requests,
 * with sockets and what they say, and to have done what the server has left to be done. Nothing
 * happens by itself, so the same calls always lead to the same. */
#ifndef CHARLATAN_SERVER_ALONE_H
#define CHARLATAN_SERVER_ALONE_H

#include "server/host.h"

struct alone;
struct server;

/* A socket; its memory is the caller's. Both may be the first member of something larger. */
struct alone_socket {
    struct peer peer;
    struct alone *alone;
    /* Among the sockets that are open. */
    struct alone_socket *next;
    /* 1: nothing is read from it; what it says waits. */
    int paused;
    struct said *said, **said_end;
};

/* What goes out. */
struct alone_ways {
    void (*answered)(struct http *h, int status, const char *type, const char *body, size_t n);
    void (*sent)(struct alone_socket *s, const struct peer_message *m);
    /* The server has let go of it. */
    void (*closed)(struct alone_socket *s);
    /* See struct host. */
    void (*clock)(struct host *host, int64_t *wall, int64_t *steady);
    void (*random)(struct host *host, void *bytes, size_t n);
};

/* `host` must be the first member. */
struct alone {
    struct host host;
    struct server *server;
    const struct alone_ways *ways;
    /* Newest first. */
    struct alone_socket *sockets;
    /* What is to be done, oldest first; alone_begin makes the lists. */
    struct chore *chores, **chores_end;
    struct bot_job_list jobs;
    struct host_figures figures;
    int stopping;
};

/* Makes it the host of the server, which is there already. */
void alone_begin(struct alone *a, struct server *s, struct queue *queue,
                 const struct alone_ways *ways);

/* Fills in a request for hall_request, of zeros but for its address; `path` may have arguments.
 * `body` is copied, and the caller frees h->body. */
void alone_ask(struct alone *a, struct http *h, const char *method, const char *path,
               const char *token, const char *body, size_t n);

/* A socket that was admitted (guest_admit) and has its address. */
void alone_open(struct alone *a, struct alone_socket *s);
/* The text is copied if the socket is paused. The socket's messages are heard in their order; none
 * is heard after it was closed. */
void alone_say(struct alone_socket *s, const char *text, size_t n);
/* `closed` is called with it; then its memory may go. */
void alone_hang_up(struct alone_socket *s);
/* Hangs up the sockets that the server has closed. */
void alone_flush(struct alone *a);

/* Does all chores. Returns 1 if there was one. */
int alone_do_chores(struct alone *a);
/* A bot that has to think, as a copy; NULL: none. It goes back with its answer, and is freed. */
struct bot_job *alone_take_job(struct alone *a);
void alone_answered(struct alone *a, struct bot_job *job);

/* For hosts that end or are asked how they are: members of struct host. */
void alone_stop(struct host *host);
void alone_figures(struct host *host, struct host_figures *f);

#endif
