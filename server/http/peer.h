/* A peer is an open WebSocket. Messages may be shared among peers. */
#ifndef CHARLATAN_SERVER_HTTP_PEER_H
#define CHARLATAN_SERVER_HTTP_PEER_H

#include <stddef.h>
#include <stdint.h>

#include "server/http/address.h"

struct connection;
struct host;
struct transport;

enum {
    /* The most bytes of a message that a peer sends; a longer one ends its connection. */
    PEER_MESSAGE = 4096,
    /* The most pieces of one message: enough for pieces of one byte, but not for endless empty
     * ones. */
    PEER_PIECES = 4096,
    /* A peer for which more bytes than this wait is cut off: it does not read, and would only cost
     * memory. It can come again and resume. */
    PEER_UNREAD = 1 << 18
};

/* A message to peers. It is freed when the last peer has sent it. */
struct peer_message {
    /* How many hold it, and its length. Only the loop's thread counts. */
    uint32_t refs, n;
    char at[];
};

struct peer {
    /* Who sends to it. */
    struct host *host;
    struct connection *connection;
    struct transport *transport;
    /* For the server's use. */
    void *user;
    /* A list of references to messages that are not framed yet, from out_at to out_n; `unread` is
     * the sum of their bytes, which PEER_UNREAD bounds. */
    struct peer_message **out;
    uint32_t out_n, out_at, out_room, unread;
    /* The beginning of a message that comes in pieces. On the heap while a message is incomplete,
     * else NULL. `pieces` is 0 between messages. */
    char *part;
    uint32_t part_n, pieces;
    /* The newest ping, to be answered. */
    struct peer_message *pong;
    /* The code to close with, or 0. */
    int closing;
    char address[ADDRESS];
    /* Its id, and why the server has closed it, or "". */
    char request[REQUEST_ID + 1], bye[24];
};

/* The new message has one reference, for the caller. */
struct peer_message *message_make(const char *text, size_t n);
/* Gives one reference back; with the last one the message is freed. */
void message_drop(struct peer_message *m);
/* Copies the text into a message of its own and sends it. */
void peer_send_text(struct peer *p, const char *text, size_t n);

#endif
