/* What a server needs of the world, as functions of its host: whoever runs it. There are two hosts:
 * serve.c, with a loop of libuv and threads, and alone.h, without either, for pages and tests. What
 * a host lacks is NULL, and said so below. The clock is read (clock_read) before
 * requests, messages and arrivals. */
#ifndef CHARLATAN_SERVER_HOST_H
#define CHARLATAN_SERVER_HOST_H

#include "server/chores.h"
#include "server/http/http.h"
#include "server/http/peer.h"
#include "server/http/transport.h"
#include "server/tables/bot_workers.h"
#include "store/queue.h"

struct host_figures {
    struct transport_figures transport;
    /* Held for peers and requests. */
    uint64_t transport_bytes;
    struct workers_figures workers;
};

struct host {
    /* ---- requests and peers (http.h, peer.h) ---- */

    /* `body` is copied. */
    void (*answer)(struct http *h, int status, const char *type, const char *body, size_t n);
    void (*answer_kept)(struct http *h, const struct http_kept *k);
    /* Takes a reference of its own. */
    void (*send)(struct peer *p, struct peer_message *m);
    /* While it is paused, nothing is read from the peer. A peer that sends too much is slowed down
     * and loses nothing. */
    void (*pause)(struct peer *p, int pause);
    /* Sends {"bye":reason} and closes. */
    void (*close)(struct peer *p, const char *reason);

    /* ---- the store ---- */

    /* Its functions are those of store/queue.h, whoever works through it. */
    struct queue *queue;

    /* ---- chores, and bots that have to think: see chores.h and tables/bot_workers.h ---- */

    void (*chore)(struct host *host, enum chore_lane lane, struct chore *chore);
    uint32_t (*chores_waiting)(struct host *host, enum chore_lane lane);
    /* Any thread may ask. */
    int (*stopping)(struct host *host);
    /* bots_answered is called with the answer. */
    void (*think)(struct host *host, const struct bot_job *job);

    /* ---- clock and randomness ---- */

    /* The machine's time since 1970, and that of a clock that is never set: in ms. */
    void (*clock)(struct host *host, int64_t *wall, int64_t *steady);
    /* Bytes that nobody can guess. Any thread may ask. */
    void (*random)(struct host *host, void *bytes, size_t n);

    /* ---- for operators, and at the end; NULL: a page has neither ---- */

    void (*figures)(struct host *host, struct host_figures *f);
    /* Ends bots, store and chores, each before those it uses. */
    void (*stop)(struct host *host);
};

static inline void http_answer(struct http *h, int status, const char *type, const char *body,
                               size_t n)
{
    h->host->answer(h, status, type, body, n);
}

static inline void http_answer_kept(struct http *h, const struct http_kept *k)
{
    h->host->answer_kept(h, k);
}

static inline void peer_send(struct peer *p, struct peer_message *m)
{
    p->host->send(p, m);
}

static inline void peer_pause(struct peer *p, int pause)
{
    p->host->pause(p, pause);
}

static inline void peer_close(struct peer *p, const char *reason)
{
    p->host->close(p, reason);
}

#endif
