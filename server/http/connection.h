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
    /* Always in one of the transport's lists, except after the end. */
    struct timeout waits;
    struct transport *transport;
    /* NULL: without TLS. */
    SSL *tls;
    /* One of these, or neither. */
    struct http *http;
    struct peer *peer;
    /* Links in the list of those to be looked after; soon_at is NULL if it is in none. */
    struct connection *soon_next, **soon_at;
    /* On the heap, NULL if there is nothing: what was read and not used, and what the socket has
     * not taken, which begins at rest_at. Both count in the transport's bytes. */
    char *kept, *rest;
    uint32_t kept_n, rest_n, rest_at;
    int fd;
    /* An enum connection_place; what it may do, an enum transport_door; the events that its poll
     * waits for. */
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
    /* Held on the heap for connections, requests and peers. */
    uint64_t bytes;
    /* What all request ids of this process begin with, and how many there were. */
    uint32_t requests_of, requests;
    SSL_CTX *tls;
    /* Those to be looked after before the loop sleeps, the latest first. */
    struct connection *soon;
    uv_prepare_t flush;
    /* Keeps the loop awake. */
    uv_idle_t again;
    /* Looks for those whose time is over. */
    uv_timer_t care;
    /* The listening socket; door_shut: it is not watched, because no descriptor was left. */
    uv_poll_t door;
    int door_fd, door_shut;
    struct timeouts waits[WAITS];
    /* How long they wait, in ms. */
    uint64_t limit[WAITS];
    /* For one connection at a time: what was read, and what is to be sent. */
    char in[HEAD_MOST + READ_MOST];
    unsigned char out[SEND_MOST];
};

/* Takes a socket that was accepted; the address was let in. */
void connection_open(struct transport *t, int fd, const char *address, enum transport_door door);
/* Ends it at once. Not inside a call of the app. */
void connection_close(struct connection *c);
/* Ends it once all is sent; what still comes is thrown away, because a socket closed with unread
 * bytes would take back what was sent. Not inside a call of the app. */
void connection_end(struct connection *c);
/* Has it looked after before the loop sleeps. */
void connection_soon(struct connection *c);
/* Moves it to this list; its time there begins now. */
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

/* ---- tls.c ---- */

/* NULL if the certificate cannot be used; `why` gets a sentence. */
SSL_CTX *tls_open(const struct transport_options *o, char why[240]);

#endif
