/* A connection of the transport: its socket, with TLS or without, what was read and is not used
 * yet, and what the socket has not taken. It belongs to transport.c, requests.c and peers.c.
 *
 * A connection is in one place at a time (`at`), and in one list of those who wait, so none can
 * stay for ever. Whatever may happen inside somebody else's call, as an answer, a message or the
 * end, is only noted: connection_soon lists the connection, and it is looked after before the loop
 * sleeps: once in a turn of the loop, so that nobody can hold it up by asking on and on. */
#ifndef CHARLATAN_SERVER_HTTP_CONNECTION_H
#define CHARLATAN_SERVER_HTTP_CONNECTION_H

#include <openssl/ssl.h>
#include <uv.h>

#include "server/http/transport.h"
#include "server/http/timeouts.h"

enum {
    /* The most bytes of a head: browsers send all cookies that other programs of this machine
     * set. */
    HEAD_MOST = 1 << 14,
    /* What is read at once: a whole record of TLS, so that OpenSSL keeps nothing back. */
    READ_MOST = 1 << 14,
    /* The most that is sent in one piece. */
    SEND_MOST = 1 << 17
};

enum wait_kind {
    WAIT_HEAD,
    /* A head of a connection that may only ask how the server is. */
    WAIT_HEAD_LATE,
    WAIT_BODY,
    WAIT_ANSWER,
    WAIT_SENT,
    /* The other end has to close, or to read that we did. */
    WAIT_END,
    /* Peers: since something came from them, or could come; and since they got a ping. */
    WAIT_HEARD,
    WAIT_PINGED,
    WAITS
};

/* SHAKES: hands for TLS. ASKED: its request is being answered, and nothing is read. ENDS: what was
 * sent is the last, and what comes is thrown away. GONE: its memory stays until the loop lets
 * go. */
enum connection_place { AT_SHAKES, AT_HEAD, AT_BODY, AT_ASKED, AT_PEER, AT_ENDS, AT_GONE };

struct connection {
    /* The first member. */
    uv_poll_t poll;
    struct timeout waits;
    struct transport *transport;
    SSL *tls;
    /* One of these, or neither. */
    struct http *http;
    struct peer *peer;
    struct connection *soon_next, **soon_at;
    char *kept, *rest;
    uint32_t kept_n, rest_n, rest_at;
    int fd;
    uint8_t at, door, watched;
    /* TLS has to write before it can read; the peer is not read; it is cut off; its writing side
     * is closed. */
    uint8_t tls_writes, paused, cut, shut;
    /* Messages of its handshake, and of those that change the keys later. */
    uint8_t handshake_n;
    char address[ADDRESS];
};

struct transport {
    uv_loop_t *loop;
    struct transport_app app;
    struct transport_options options;
    struct transport_figures figures;
    uint64_t bytes;
    /* What all request ids of this process begin with, and how many there were. */
    uint32_t requests_of, requests;
    SSL_CTX *tls;
    struct connection *soon;
    uv_prepare_t flush;
    /* Keeps the loop awake. */
    uv_idle_t again;
    uv_timer_t care;
    uv_poll_t door;
    int door_fd, door_shut;
    struct timeouts waits[WAITS];
    /* How long they wait, in ms. */
    uint64_t limit[WAITS];
    /* For one connection at a time: what was read, and what is to be sent. */
    char in[HEAD_MOST + READ_MOST];
    unsigned char out[SEND_MOST];
};

/* ---- connection.c ---- */

/* Takes a socket that was accepted; the address was let in. */
void connection_open(struct transport *t, int fd, const char *address, enum transport_door door);
/* Ends it at once. Not inside a call of the app. */
void connection_close(struct connection *c);
/* Ends it once all is sent; what still comes is thrown away, because a socket closed with unread
 * bytes would take back what was sent. Not inside a call of the app. */
void connection_end(struct connection *c);
/* Has it looked after before the loop sleeps. */
void connection_soon(struct connection *c);
void connection_wait(struct connection *c, enum wait_kind which);
/* Sends what the socket takes and keeps the rest. -1: the connection is broken. */
int connection_send(struct connection *c, const void *at, size_t n);
/* Looks after those who are listed, once. Returns whether some were listed meanwhile: then the loop
 * may not sleep. */
int connections_flush(struct transport *t);
/* Its time is over, in this list. */
void connection_late(struct connection *c, enum wait_kind which);
/* A request id, unlike those of other processes; nobody else can choose it. */
void connection_name(struct transport *t, char name[REQUEST_ID + 1]);

/* ---- requests.c ---- */

struct request_head;

/* Who asks, and from which page. */
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
/* Sends more of the answer, if there is one. -1: the connection is broken. */
int http_flush(struct connection *c);
/* The body did not come in time. */
void http_too_late(struct connection *c);
/* The connection is gone; a request that is not answered yet stays until it is. */
void http_let_go(struct connection *c);
/* What a host does with requests (host.h). */
void transport_answer(struct http *h, int status, const char *type, const char *body, size_t n);
void transport_answer_kept(struct http *h, const struct http_kept *k);

/* ---- peers.c ---- */

/* Answers a handshake. -1: the connection ends. */
int peer_shake(struct connection *c, const struct request_head *h);
/* Reads one frame, and takes off its mask in place. Returns its length; 0 if it is not whole; -1 if
 * the connection ends. */
int peer_read(struct connection *c, char *at, size_t n);
/* Sends what waits. -1: the connection is broken. */
int peer_flush(struct connection *c);
/* 0, or -1 if the connection is broken. */
int peer_ping(struct connection *c);
void peer_let_go(struct connection *c);
/* What a host does with peers (host.h). */
void transport_send(struct peer *p, struct peer_message *m);
void transport_pause(struct peer *p, int pause);
void transport_hang_up(struct peer *p, const char *reason);

/* ---- answer_head.c ---- */

const char *http_phrase(int status);
/* Writes the head of an answer. Returns its length. */
size_t http_write_head(struct http *h, int ends, char *to, size_t room);

/* ---- tls.c ---- */

/* NULL if the certificate cannot be used; `why` gets a sentence. */
SSL_CTX *tls_open(const struct transport_options *o, char why[240]);

#endif
