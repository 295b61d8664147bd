/* Peers: handshakes, frames and messages of WebSockets; see peer.h.
 *
 * Messages are framed here and sent with one system call for each peer, just before the loop
 * sleeps. A message that comes whole is handed over where it was read; only pieces are copied. */
#include "server/http/peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cable/shake.h"
#include "engine/port.h"
#include "server/http/connection.h"
#include "server/http/request_head.h"
#include "server/http/requests.h"
#include "wire/frame.h"

/* So many messages can wait for a peer in memory that is kept. */
enum { OUT_KEPT = 4, PROTOCOL_ERROR = 1002, NOT_UTF8 = 1007, NORMAL = 1000 };

/* ---- handshakes ---- */

/* 16 bytes in base64. RFC 6455, section 4.1: the value is not looked at beyond its form, as only
 * the client compares it. */
static int key_is_sound(struct slice key)
{
    static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = 0;
    while (n < key.n && memchr(base64, key.at[n], sizeof base64 - 1))
        n++;
    return n == 22 && key.n == SHAKE_KEY && key.at[22] == '=' && key.at[23] == '=';
}

/* The status line to refuse the handshake with, with a header or two; NULL: it is accepted.
 * The app is asked last (`admit`), so nothing is counted for a handshake that fails anyway. A page
 * of another origin is refused, because browsers do not ask before they open a WebSocket. */
static const char *why_not(struct connection *c, const struct request_head *h,
                           struct http_origin *from)
{
    struct transport *t = c->transport;
    http_origin_read(c, h, from);
    if (!slice_is(h->version, "13"))
        return "426 Upgrade Required\r\nsec-websocket-version: 13";
    if (!key_is_sound(h->key) || !h->charlatan || h->length || h->coded)
        return "400 Bad Request";
    if (from->wrong_host || from->wrong)
        return "403 Forbidden";
    if (c->door != DOOR_OPEN)
        return "503 Service Unavailable";
    return t->app.admit(t->app.arg, from->address) < 0 ? "429 Too Many Requests\r\nretry-after: 6"
                                                       : NULL;
}

/* From here on `closed` is due. The address is the client's, not a proxy's. */
static void open_peer(struct connection *c, const char *address)
{
    struct transport *t = c->transport;
    struct peer *p = calloc(1, sizeof *p);
    MUST(p);
    p->host = t->app.host;
    p->connection = c;
    p->transport = t;
    c->peer = p;
    c->at = AT_PEER;
    strcpy(p->address, address);
    connection_name(t, p->request);
    connection_wait(c, WAIT_HEARD);
    t->figures.peers++;
    t->bytes += sizeof *p;
    t->app.opened(t->app.arg, p);
}

/* The answer goes out before the peer exists, so that nothing the app sends in `opened` can come
 * before it. Our only protocol is named even though the client offered more. */
int peer_shake(struct connection *c, const struct request_head *h)
{
    struct http_origin from;
    char text[200], key[SHAKE_ACCEPT + 1];
    const char *no = why_not(c, h, &from);
    int n;
    if (no) {
        n = snprintf(text, sizeof text,
                     "HTTP/1.1 %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n", no);
    } else {
        shake_accept(h->key.at, key);
        n = snprintf(
            text, sizeof text,
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            "sec-websocket-accept: %s\r\nsec-websocket-protocol: charlatan\r\n\r\n",
            key);
    }
    /* After a refusal the connection ends: a client that wanted a WebSocket has nothing else to
     * say. */
    if (connection_send(c, text, (size_t)n) < 0 || no)
        return -1;
    open_peer(c, from.address);
    return 0;
}

/* ---- what is sent ---- */

/* As counted in the transport's bytes. A shared message counts once for every peer that waits for
 * it, so the figure is rather too high. */
static uint64_t message_bytes(const struct peer_message *m)
{
    return sizeof *m + m->n;
}

/* A reader who always lags a little never empties the list: what was sent makes room, too. */
static void out_make_room(struct peer *p)
{
    if (p->out_n < p->out_room)
        return;
    if (p->out_at >= p->out_n / 2 && p->out_at) {
        p->out_n -= p->out_at;
        memmove(p->out, p->out + p->out_at, p->out_n * sizeof p->out[0]);
        p->out_at = 0;
        return;
    }
    p->out_room = p->out_room ? 2 * p->out_room : OUT_KEPT;
    p->out = realloc(p->out, p->out_room * sizeof p->out[0]);
    MUST(p->out);
}

/* Drops what waits, sent or not. The first OUT_KEPT places stay for the next messages; a longer
 * list is freed. */
static void out_clear(struct peer *p)
{
    for (uint32_t i = p->out_at; i < p->out_n; i++) {
        p->transport->bytes -= message_bytes(p->out[i]);
        message_drop(p->out[i]);
    }
    p->out_n = p->out_at = p->unread = 0;
    if (p->out_room == OUT_KEPT)
        return;
    free(p->out);
    p->out = NULL;
    p->out_room = 0;
}

/* Takes a reference of its own and only lists the peer: everything that is sent in one turn of the
 * loop goes out together. Nothing for a peer that is closing. One that is too slow is cut off
 * instead, without a goodbye, which it would not read either. */
void transport_send(struct peer *p, struct peer_message *m)
{
    if (p->closing)
        return;
    if (p->unread + m->n > PEER_UNREAD || m->n + FRAME_HEAD > SEND_MOST) {
        p->transport->figures.slow++;
        strcpy(p->bye, "slow");
        p->closing = 1;
        p->connection->cut = 1;
        connection_soon(p->connection);
        return;
    }
    out_make_room(p);
    m->refs++;
    p->out[p->out_n++] = m;
    p->unread += m->n;
    p->transport->bytes += message_bytes(m);
    connection_soon(p->connection);
}

/* May be called again: the first reason stands. What was sent before is still delivered, and so is
 * the goodbye; the connection ends when all of it is gone. */
void transport_hang_up(struct peer *p, const char *reason)
{
    char text[80];
    if (p->closing)
        return;
    peer_send_text(p, text, (size_t)snprintf(text, sizeof text, "{\"bye\":\"%s\"}", reason));
    p->closing = NORMAL;
    snprintf(p->bye, sizeof p->bye, "%s", reason);
    /* A client that does not read it is disconnected. */
    connection_wait(p->connection, WAIT_END);
    connection_soon(p->connection);
}

/* What it says meanwhile is not heard, not even pongs: it cannot have been silent for too long. */
void transport_pause(struct peer *p, int pause)
{
    p->connection->paused = pause != 0;
    if (!p->closing)
        connection_wait(p->connection, WAIT_HEARD);
    connection_soon(p->connection);
}

/* Frames as many messages as fit, but at least one. Returns how many bytes were written; 0 if
 * nothing waits. A message that is framed here counts as sent, although the socket may not take it:
 * then connection_send keeps the bytes. */
static size_t fill(struct peer *p, unsigned char *to)
{
    struct transport *t = p->transport;
    size_t n = 0;
    while (p->out_at < p->out_n) {
        struct peer_message *m = p->out[p->out_at];
        if (n + m->n + FRAME_HEAD > SEND_MOST)
            break;
        n += frame_head(to + n, FRAME_TEXT, m->n, NULL);
        memcpy(to + n, m->at, m->n);
        n += m->n;
        p->out_at++;
        p->unread -= m->n;
        t->figures.messages_out++;
        t->bytes -= message_bytes(m);
        message_drop(m);
    }
    t->figures.bytes_out += n;
    return n;
}

/* At most FRAME_CONTROL_MOST bytes. -1: the connection is broken. Nothing else may be waiting in
 * the socket (connection_send). */
static int send_control(struct connection *c, int kind, const void *body, size_t n)
{
    unsigned char frame[FRAME_HEAD + FRAME_CONTROL_MOST];
    size_t head = frame_head(frame, kind, n, NULL);
    if (n)
        memcpy(frame + head, body, n);
    return connection_send(c, frame, head + n);
}

/* There must be a ping to answer. */
static int send_pong(struct connection *c)
{
    struct peer_message *m = c->peer->pong;
    int sent = send_control(c, FRAME_PONG, m->at, m->n);
    c->peer->pong = NULL;
    message_drop(m);
    return sent;
}

/* The last frame; then the connection ends. */
static int send_close(struct connection *c, int code)
{
    unsigned char body[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    if (send_control(c, FRAME_CLOSE, body, 2) < 0)
        return -1;
    connection_end(c);
    return 0;
}

/* May be called at any time the socket takes bytes. The close frame goes out only when everything
 * before it has left the list. */
int peer_flush(struct connection *c)
{
    struct peer *p = c->peer;
    if (p->pong && send_pong(c) < 0)
        return -1;
    while (p->out_at < p->out_n && !c->rest) {
        size_t n = fill(p, c->transport->out);
        if (connection_send(c, c->transport->out, n) < 0)
            return -1;
    }
    if (p->out_at < p->out_n)
        return 0;
    out_clear(p);
    return p->closing && !c->rest ? send_close(c, p->closing) : 0;
}

/* A peer that has something else to read gets no ping. */
int peer_ping(struct connection *c)
{
    if (c->rest || c->peer->closing)
        return 0;
    return send_control(c, FRAME_PING, "alive", 5);
}

/* ---- what comes ---- */

/* Adds a piece to the message under way. is_too_much has bounded both bytes and pieces. */
static void part_keep(struct peer *p, const char *at, size_t n)
{
    p->pieces++;
    if (n == 0)
        return;
    p->part = realloc(p->part, p->part_n + n);
    MUST(p->part);
    memcpy(p->part + p->part_n, at, n);
    p->part_n += (uint32_t)n;
    p->transport->bytes += n;
}

static void part_forget(struct peer *p)
{
    p->transport->bytes -= p->part_n;
    free(p->part);
    p->part = NULL;
    p->part_n = p->pieces = 0;
}

/* Closes with this code, after what was sent before. */
static void fail(struct peer *p, int code)
{
    if (p->closing)
        return;
    p->closing = code;
    connection_wait(p->connection, WAIT_END);
    connection_soon(p->connection);
}

/* The app may do anything meanwhile, even close the peer; but the connection stays until this call
 * is over (connection.h). Text must be UTF-8 (RFC 6455, section 8.1). */
static void take_message(struct peer *p, const char *text, size_t n)
{
    struct transport *t = p->transport;
    if (!text_is_utf8(text, n)) {
        fail(p, NOT_UTF8);
        return;
    }
    t->figures.messages_in++;
    t->app.message(t->app.arg, p, text, n);
}

/* A text, or a part of one. The first piece is a text frame, all others are continuations; anything
 * else breaks RFC 6455, section 5.4. An empty first piece counts as one, hence `pieces` and not the
 * bytes. */
static void take_text(struct peer *p, const struct frame *f, const char *at)
{
    if ((f->kind == FRAME_CONTINUE) != (p->pieces > 0)) {
        fail(p, PROTOCOL_ERROR);
        return;
    }
    if (f->final && !p->pieces) {
        take_message(p, at, f->n);
        return;
    }
    part_keep(p, at, f->n);
    if (!f->final)
        return;
    take_message(p, p->part ? p->part : "", p->part_n);
    part_forget(p);
}

/* Only the newest ping is answered. */
static void take_ping(struct peer *p, const char *at, size_t n)
{
    if (p->pong)
        message_drop(p->pong);
    p->pong = message_make(at, n);
    connection_soon(p->connection);
}

/* Control frames may come between the pieces of a message. A client's close frame is answered with
 * one of ours, and what waits for it is sent first. */
static void take_frame(struct peer *p, const struct frame *f, const char *at)
{
    const struct transport_app *app = &p->transport->app;
    switch (f->kind) {
    case FRAME_PING:
        take_ping(p, at, f->n);
        app->control(app->arg, p);
        break;
    case FRAME_PONG: app->control(app->arg, p); break;
    case FRAME_CLOSE:
        fail(p, frame_close_is_sound((const unsigned char *)at, f->n) ? NORMAL : PROTOCOL_ERROR);
        break;
    default: take_text(p, f, at);
    }
}

/* Binary frames count as too much, because the protocol has none. */
static int is_too_much(const struct peer *p, const struct frame *f)
{
    return p->part_n + f->n > PEER_MESSAGE || p->pieces >= PEER_PIECES || f->kind == FRAME_BINARY;
}

/* What follows an error is not read: the length of a frame that breaks the rules means nothing.
 * Every whole frame shows that the peer is alive, and its time begins again. */
int peer_read(struct connection *c, char *at, size_t n)
{
    struct peer *p = c->peer;
    struct frame f;
    int head = frame_read(&f, (unsigned char *)at, n, 1);
    if (head == 0)
        return 0;
    if (head > 0 && f.kind < FRAME_CLOSE && is_too_much(p, &f)) {
        transport_hang_up(p, "bad-message");
        return (int)n;
    }
    if (head < 0) {
        fail(p, PROTOCOL_ERROR);
        return (int)n;
    }
    if (n < (size_t)head + f.n)
        return 0;
    /* Only now: an unfinished frame is read again from its beginning, mask and all. */
    frame_mask((unsigned char *)at + head, f.n, f.mask);
    c->transport->figures.bytes_in += f.n;
    connection_wait(c, WAIT_HEARD);
    take_frame(p, &f, at + head);
    return head + (int)f.n;
}

/* The app hears of it while the peer still exists, and must not keep it. Called once for each
 * peer. */
void peer_let_go(struct connection *c)
{
    struct peer *p = c->peer;
    struct transport *t = c->transport;
    c->peer = NULL;
    t->app.closed(t->app.arg, p);
    out_clear(p);
    free(p->out);
    part_forget(p);
    if (p->pong)
        message_drop(p->pong);
    t->bytes -= sizeof *p;
    t->figures.peers--;
    free(p);
}
