/* HTTP/1.1 and WebSockets, with TLS or without, on a libuv loop. It knows bytes, addresses and
 * sizes, and nothing about tables. All of it belongs to the loop's thread. http.h has
 * requests, peer.h WebSockets. */
#ifndef CHARLATAN_SERVER_HTTP_TRANSPORT_H
#define CHARLATAN_SERVER_HTTP_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#include "server/http/address.h"

struct host;
struct http;
struct peer;
struct refusal_row;
struct transport;
struct uv_loop_s;

/* What the transport calls, always on the loop's thread. Inside these calls nothing may be closed
 * or freed: answers, messages and hang-ups are only noted (connection.h). */
struct transport_app {
    void *arg;
    /* Gets the functions for requests and peers; it outlives the transport. */
    struct host *host;
    /* A connection came from this address, which may be a proxy's; `left` unless it was SHUT. */
    enum transport_door (*enter)(void *arg, const char *address);
    void (*left)(void *arg, const char *address);
    /* A body of at most n bytes is announced: NULL, or why it is not read. `body_grows`: it needs
     * `more` memory than it has, or why it gets none. `body_gone`: all it had is free again. */
    const struct refusal_row *(*body)(void *arg, const char *address, size_t n);
    const struct refusal_row *(*body_grows)(void *arg, size_t has, size_t more);
    void (*body_gone)(void *arg, const char *address, size_t n, size_t had);
    /* A whole request, which is answered exactly once, now or later. */
    void (*request)(void *arg, struct http *h);
    /* The request has its answer; may be NULL. */
    void (*answered)(void *arg, const struct http *h);
    /* Whether this address may open a socket: 0, or -1 if not. */
    int (*admit)(void *arg, const char *address);
    /* A peer lives from `opened` to `closed`; `message` has a text that is valid only during the
     * call. */
    void (*opened)(void *arg, struct peer *p);
    void (*message)(void *arg, struct peer *p, const char *text, size_t n);
    /* A ping or a pong came. */
    void (*control)(void *arg, struct peer *p);
    void (*closed)(void *arg, struct peer *p);
};

/* How long things may take, in ms, however slowly and steadily bytes come: a head, also after
 * a pause between two requests; the head of a connection that may only ask how the server is; a
 * body; an answer, until it is ready and until it is sent. A silent peer gets a ping and, if it
 * stays silent, is given up. */
struct transport_times {
    int head, head_late, body, answer, sent, ping, silence;
};

struct transport_options {
    const char *bind;
    /* 0: any free port. */
    int port;
    /* PEM files, or NULL. */
    const char *certificate, *key;
    /* Origins that are allowed besides the server's own; ends with NULL. */
    const char *const *origins;
    /* Names of this server, for `Host`, besides those of this machine; "*.example.org" is all with
     * one label more. Ends with NULL. */
    const char *const *hosts;
    /* Client addresses come from X-Forwarded-For. */
    int behind_proxy;
    /* NULL: the usual times. */
    const struct transport_times *times;
};

/* Returns NULL if the port is taken or the files cannot be read; `why` gets a sentence. Ignores
 * SIGPIPE from then on. */
struct transport *transport_open(struct uv_loop_s *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240]);
/* The port it listens at. */
int transport_port(const struct transport *t);
/* Reads the certificate and its key again, for new connections. Returns 1; 0 if there is none; -1
 * if they cannot be used, with a sentence in `why`: then the old ones stay. */
int transport_renew(struct transport *t, char why[240]);
/* Whether the port is free at this moment. */
int transport_port_free(const char *bind, int port);
/* Closes everything; the loop has to run once more. Free it once the last open request was
 * answered. */
void transport_close(struct transport *t);
/* NULL is allowed. */
void transport_free(struct transport *t);

/* Bytes held for peers and requests. */
uint64_t transport_bytes(const struct transport *t);

/* Since the start, except `peers`: how many are open now. slow: peers that were cut off because
 * they did not read. */
struct transport_figures {
    uint64_t requests, heads_refused, messages_in, messages_out, bytes_in, bytes_out, slow;
    uint32_t peers;
};
const struct transport_figures *transport_figures(const struct transport *t);

#endif
