/* HTTP and WebSockets, thin over libwebsockets on a libuv loop. Knows bytes, addresses and limits of sizes; nothing
 * of tables. All of it belongs to the loop's thread.
 *
 * A request is handed over whole (`request`) and is answered once, now or later, by http_answer, even when the client
 * has gone. A peer is an open WebSocket: it gets messages that may be shared among peers. */
#ifndef CHARLATAN_SERVER_TRANSPORT_H
#define CHARLATAN_SERVER_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct lws;
struct transport;

enum {
    HTTP_PATH = 160,
    HTTP_ARGS = 200,
    HTTP_KNOWN = 128,
    HTTP_BODY = 1 << 16,
    /* With a record in it. */
    HTTP_BODY_LARGE = 1 << 21,
    PEER_MESSAGE = 4096,
    /* Of one message: a byte each is allowed, empty ones without end are not. */
    PEER_PIECES = 4096,
    PEER_UNREAD = 1 << 18,
    ADDRESS = 46
};

enum http_method { HTTP_GET, HTTP_POST, HTTP_OTHER };

struct http {
    /* what came */
    enum http_method method;
    /* args: "game=arcane&limit=5". */
    char path[HTTP_PATH], args[HTTP_ARGS];
    char address[ADDRESS], token[80];
    /* A page of another origin asks. */
    int has_origin, wrong_origin;
    /* Is taken. */
    int gzip;
    /* Tags of what the client has kept. */
    char known[HTTP_KNOWN];
    char *body;
    size_t body_n;
    /* the transport's own */
    struct transport *transport;
    /* NULL: the client has gone. */
    struct lws *wsi;
    size_t body_room, expected;
    int too_large, body_ended, handed_over, answered;
    int status;
    /* extra: a header "name: value", or NULL. */
    const char *type, *extra;
    /* Of something that may be kept, or NULL. */
    const char *tag;
    int packed, for_ever;
    char *out;
    size_t out_n, out_at;
    int head_sent, borrowed;
};

/* A message on its way; freed when the last peer has sent it. */
struct message {
    uint32_t refs, n;
    char at[];
};

struct peer {
    struct lws *wsi;
    struct transport *transport;
    /* The server's. */
    void *user;
    struct message **out;
    uint32_t out_n, out_at, out_room, unread;
    /* Of a message that comes in pieces. */
    char *part;
    uint32_t part_n, pieces;
    int closing;
    struct peer *dirty_next,
        **dirty_at; /* among those with something to send; dirty_at NULL: not there */
    char address[ADDRESS];
};

struct transport_app {
    void *arg;
    void (*request)(void *arg, struct http *h);
    /* May this address open a socket? 0 or -1. */
    int (*admit)(void *arg, const char *address);
    void (*opened)(void *arg, struct peer *p);
    void (*message)(void *arg, struct peer *p, const char *text, size_t n);
    void (*closed)(void *arg, struct peer *p);
};

struct transport_options {
    const char *bind;
    /* 0: any free one. */
    int port;
    /* PEM files, or NULL. */
    const char *certificate, *key;
    /* Allowed beside the server's own; ends with NULL. */
    const char *const *origins;
    /* Addresses come from X-Forwarded-For. */
    int behind_proxy;
};

/* NULL where the port is taken or the files are not readable; `why` gets a sentence. */
struct transport *transport_open(uv_loop_t *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240]);
int transport_port(const struct transport *t);
/* Could one listen there just now? */
int transport_port_free(const char *bind, int port);
/* Three steps. libwebsockets closes its handles in the loop: begin, run the loop until it is empty, end. Requests that
 * are not answered yet still need it: freed when the last of them was. */
void transport_close_begin(struct transport *t);
void transport_close_end(struct transport *t);
/* NULL is fine. */
void transport_free(struct transport *t);

/* ---- requests ---- */

/* `body` is copied. */
void http_answer(struct http *h, int status, const char *type, const char *body, size_t n);
/* What browsers may keep. It lives until the server ends. */
struct http_kept {
    /* tag: W/"…", another one with each change. */
    const char *type, *tag;
    const unsigned char *at;
    size_t n;
    /* So packed; h->gzip is set. */
    int gzip;
    /* Else they ask each time whether theirs is still good. */
    int for_ever;
};
void http_answer_kept(struct http *h, const struct http_kept *k);
void http_extra(struct http *h,
                /* "retry-after: 6", before the answer; a constant. */
                const char *header);
/* The value of an argument, or NULL. */
const char *http_arg(const struct http *h, const char *name, char *buf, size_t room);

/* ---- peers ---- */

/* With one reference, the maker's. */
struct message *message_make(const char *text, size_t n);
void message_drop(struct message *m);
/* Takes a reference of its own. */
void peer_send(struct peer *p, struct message *m);
void peer_send_text(struct peer *p, const char *text, size_t n);
/* Nothing is read from it until it may go on: whoever sends too much is slowed down, and loses nothing. */
void peer_pause(struct peer *p, int pause);
/* {"bye":reason} last. */
void peer_close(struct peer *p, const char *reason);

/* Held for peers and requests. */
uint64_t transport_bytes(const struct transport *t);

struct transport_figures {
    uint64_t requests, messages_in, messages_out, bytes_in, bytes_out, slow;
    uint32_t peers;
};
const struct transport_figures *transport_figures(const struct transport *t);

#endif
