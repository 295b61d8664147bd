/* A strict reader for the heads of requests (RFC 9112): whatever two programs could read in two
 * ways is refused. It knows bytes, no sockets. */
#ifndef CHARLATAN_SERVER_HTTP_REQUEST_HEAD_H
#define CHARLATAN_SERVER_HTTP_REQUEST_HEAD_H

#include "server/http/http.h"
#include "wire/slice.h"

struct request_head {
    enum http_method method;
    /* HEAD is a GET with `head_only`. */
    int head_only;
    /* HTTP/1.0 */
    int old;
    /* As sent, with %xx. at is NULL where a field was not sent. */
    struct slice path, args;
    struct slice host, origin, known, type;
    /* What stands after `Authorization: Bearer`. */
    struct slice token;
    /* The last address in X-Forwarded-For: before it stands whatever the client has sent. */
    struct slice forwarded;
    /* Of WebSockets: Sec-WebSocket-Key and Sec-WebSocket-Version. */
    struct slice key, version;
    uint64_t length;
    /* Flags. sized: the length is given. coded: the body has no length, but a coding. */
    uint8_t sized, coded, closes, upgrades, websocket, charlatan, gzip, expects;
};

/* Reads a head of n bytes, with the empty line at its end. Returns 0, or the status to refuse it
 * with. The slices are parts of it. */
int head_read(struct request_head *h, const char *at, size_t n);
/* The length of the head that begins here, with its empty line; 0: it does not end yet; -1: it can
 * be no head, whatever comes. */
int head_length(const char *at, size_t n);
/* Copies a part of a target without its %xx, or "" if it is too long. Returns -1 if these are not
 * right. */
int slice_decode(char *to, size_t room, struct slice s);

#endif
