/* Requests: reads their heads and bodies, hands them over, and sends the answers; see http.h.
 * A struct http lives from the head of a request until it was answered and its connection has let
 * go of it; either may come first.
 *
 * The way of a request: its head is read (AT_HEAD), then its body if it has one (AT_BODY), then it
 * is handed over (AT_ASKED) and nothing more is read from the connection; the answer is noted, sent
 * piece by piece before the loop sleeps, and after its last byte the connection reads the next head
 * or ends. */
#include "server/http/requests.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "server/http/connection.h"
#include "server/http/peers.h"
#include "server/http/request_head.h"

/* Every head fits with room to spare: what varies in it is short, and the origin was cut when it
 * was read. */
enum { HEAD_ROOM = 2048 };

/* ---- who asks ---- */

/* A proxy's client is the last one in X-Forwarded-For, which the proxy wrote. If that is no
 * address, nobody knows who it is: a stranger, not the proxy, which is on this machine. */
static void read_address(const struct connection *c, const struct request_head *head,
                         char address[ADDRESS])
{
    struct in6_addr any;
    strcpy(address, c->address);
    if (!c->transport->options.behind_proxy || !head->forwarded.at)
        return;
    slice_copy(address, ADDRESS, head->forwarded);
    if (inet_pton(AF_INET, address, &any) != 1 && inet_pton(AF_INET6, address, &any) != 1)
        strcpy(address, "0.0.0.0");
}

/* The origin as the options name it, or NULL. */
static const char *origin_named(const struct transport *t, const char *origin)
{
    for (const char *const *o = t->options.origins; o && *o; o++)
        if (strcmp(*o, origin) == 0)
            return *o;
    return NULL;
}

/* A page of another origin asks if neither the options nor `Host` name it. Programs send no
 * Origin. */
void http_origin_read(const struct connection *c, const struct request_head *h,
                      struct http_origin *from)
{
    const struct transport *t = c->transport;
    char origin[256], host[256];
    slice_copy(origin, sizeof origin, h->origin);
    slice_copy(host, sizeof host, h->host);
    read_address(c, h, from->address);
    const char *name = strstr(origin, "://");
    from->there = h->origin.at != NULL;
    from->named = origin_named(t, origin);
    from->wrong = from->there && !from->named && (!name || strcmp(name + 3, host) != 0);
    from->wrong_host = h->host.n >= sizeof host || !host_is_allowed(&t->options, host);
}

/* ---- requests ---- */

/* As many whole arguments as there is room for. */
static void read_args(const struct request_head *head, char args[HTTP_ARGS])
{
    size_t n = head->args.n;
    while (n >= HTTP_ARGS) {
        const char *more = memrchr(head->args.at, '&', n);
        n = more ? (size_t)(more - head->args.at) : 0;
    }
    slice_copy(args, HTTP_ARGS, (struct slice){head->args.at, n});
}

/* Never NULL. What the request says is copied, because the bytes it was read from go away. The
 * body, if any, is not begun. */
static struct http *http_new(struct connection *c, const struct request_head *head)
{
    struct transport *t = c->transport;
    struct http *h = calloc(1, sizeof *h);
    struct http_origin from;
    MUST(h);
    h->host = t->app.host;
    h->transport = t;
    h->connection = c;
    h->door = c->door;
    h->began = uv_now(t->loop);
    connection_name(t, h->request);
    h->method = head->method;
    h->head_only = head->head_only;
    read_args(head, h->args);
    slice_copy(h->token, sizeof h->token, head->token);
    slice_copy(h->known, sizeof h->known, head->known);
    slice_copy(h->content, sizeof h->content, head->type);
    h->gzip = head->gzip;
    http_origin_read(c, head, &from);
    strcpy(h->address, from.address);
    h->has_origin = from.there;
    h->wrong_origin = from.wrong;
    h->named_origin = from.named;
    h->by_origin = t->options.origins && t->options.origins[0];
    h->wrong_host = from.wrong_host;
    h->by_tls = t->tls != NULL;
    /* Bodies without a length are not read. What has no body here but gives a length is not read
     * as the next request. */
    h->too_large = head->coded;
    h->ends = head->closes || head->old || (head->length && head->method != HTTP_POST);
    t->bytes += sizeof *h;
    return h;
}

/* Gives back what the request has counted with the app. Both sides must have let go of it: the
 * answer is given, and the connection has none of it. */
static void http_free(struct http *h)
{
    struct transport *t = h->transport;
    t->bytes -= sizeof *h + h->body_room + (h->borrowed ? 0 : h->out_n);
    if (h->counted)
        t->app.body_gone(t->app.arg, h->address, h->announced, h->body_room);
    free(h->body);
    if (!h->borrowed)
        free(h->out);
    free(h);
}

/* Once for each request; from here on the app owes an answer. It may come at once: then `request`
 * returns with the connection listed (connection_soon), and nothing is sent in here. */
static void hand_over(struct http *h)
{
    struct transport *t = h->transport;
    h->handed_over = 1;
    t->figures.requests++;
    h->connection->at = AT_ASKED;
    connection_wait(h->connection, WAIT_ANSWER);
    t->app.request(t->app.arg, h);
}

/* Called when the answer was sent or the connection goes. A request that the app has is left to it,
 * without a connection; `ready` frees it then. */
void http_let_go(struct connection *c)
{
    struct http *h = c->http;
    c->http = NULL;
    h->connection = NULL;
    if (h->answered || !h->handed_over)
        http_free(h);
}

/* Says no to what was not even read. Without a body, because it may have been a HEAD. */
static int refuse(struct connection *c, int status)
{
    char text[160];
    int n = snprintf(text, sizeof text,
                     "HTTP/1.1 %d %s\r\nserver: charlatan\r\nconnection: close\r\n"
                     "content-length: 0\r\n\r\n",
                     status, http_phrase(status));
    c->transport->figures.heads_refused++;
    connection_send(c, text, (size_t)n);
    return -1;
}

/* ---- bodies ---- */

/* By path, because the size is decided before anything knows the routes. */
static size_t body_limit(const struct http *h)
{
    return strcmp(h->path, "/api/practice") == 0 ? HTTP_BODY_LARGE : HTTP_BODY;
}

/* Asks whether the body may come. 1: a body is coming. 0: there is none, or it is refused or too
 * large, and the request is handed over as it is. What was let in is counted until http_free. */
static int body_begins(struct http *h, const struct request_head *head)
{
    struct transport *t = h->transport;
    size_t most = body_limit(h);
    h->announced = head->length < most ? (size_t)head->length : most;
    h->refused = t->app.body(t->app.arg, h->address, h->announced);
    h->counted = !h->refused;
    h->too_large = head->length > most;
    if (h->refused || h->too_large)
        return 0;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (head->expects && !head->old && connection_send(h->connection, go_on, sizeof go_on - 1) < 0)
        /* A connection that is broken is found out and closed when it is looked after. */
        connection_soon(h->connection);
    return head->length > 0;
}

/* Memory is asked for as the bytes come: who only announces many keeps nobody out. Twice what is
 * needed, never more than was announced, with room for a zero. -1: there is no memory for it now,
 * and h->refused says why. */
static int body_make_room(struct http *h, size_t need)
{
    struct transport *t = h->transport;
    size_t room = 2 * need < h->announced + 1 ? 2 * need : h->announced + 1;
    if (need <= h->body_room)
        return 0;
    h->refused = t->app.body_grows(t->app.arg, h->body_room, room - h->body_room);
    if (h->refused)
        return -1;
    h->body = realloc(h->body, room);
    MUST(h->body);
    t->bytes += room - h->body_room;
    h->body_room = room;
    return 0;
}

static void body_add(struct http *h, const char *at, size_t n)
{
    memcpy(h->body + h->body_n, at, n);
    h->body_n += n;
    h->body[h->body_n] = 0;
}

/* Never more than is missing: what follows is the next request. The request is handed over with the
 * last byte, or when it is refused; then the rest of the body ends the connection (is_last). */
size_t http_read_body(struct connection *c, const char *at, size_t n)
{
    struct http *h = c->http;
    size_t missing = h->announced - h->body_n;
    n = n < missing ? n : missing;
    if (body_make_room(h, h->body_n + n + 1) == 0)
        body_add(h, at, n);
    if (h->refused || h->body_n == h->announced)
        hand_over(h);
    return n;
}

/* The answer says so (too_slow); nothing more is read. */
void http_too_late(struct connection *c)
{
    c->http->too_slow = 1;
    hand_over(c->http);
}

/* ---- heads ---- */

/* -1: the connection ends, because the path cannot be decoded. A body is read only of a POST with a
 * length, on a connection that may send one. */
static int read_request(struct connection *c, const struct request_head *head)
{
    struct http *h = http_new(c, head);
    c->http = h;
    if (slice_decode(h->path, sizeof h->path, head->path) < 0)
        return refuse(c, 400);
    if (h->method == HTTP_POST && head->sized && h->door == DOOR_OPEN && body_begins(h, head)) {
        c->at = AT_BODY;
        connection_wait(c, WAIT_BODY);
    } else {
        hand_over(h);
    }
    return 0;
}

/* Only handshakes for /ws lead to another protocol. Any other upgrade is declined by an answer in
 * HTTP/1.1: some clients offer HTTP/2 with every first request. */
static int is_handshake(const struct request_head *h)
{
    return h->websocket && h->upgrades && !h->old && h->method == HTTP_GET && h->path.n == 3 &&
           memcmp(h->path.at, "/ws", 3) == 0;
}

/* Whatever asks for a WebSocket at its place becomes a peer; all else is a request. */
static int answer_head(struct connection *c, const struct request_head *h)
{
    if (is_handshake(h))
        return peer_shake(c, h);
    return read_request(c, h);
}

/* An empty line before a request is passed over. */
int http_read_head(struct connection *c, const char *at, size_t n)
{
    struct request_head h;
    int empty = n >= 2 && at[0] == '\r' && at[1] == '\n' ? 2 : 0;
    int length = head_length(at + empty, n - (size_t)empty);
    if (length < 0)
        return refuse(c, 400);
    if (length > HEAD_MOST || (length == 0 && n >= HEAD_MOST))
        return refuse(c, 431);
    if (length == 0)
        return 0;
    int status = head_read(&h, at + empty, (size_t)length);
    if (status)
        return refuse(c, status);
    return answer_head(c, &h) < 0 ? -1 : empty + length;
}

/* ---- answers ---- */

/* A second answer is a bug and aborts. The log hears of it here, even if the client has gone. */
static void ready(struct http *h, int status, const char *type)
{
    MUST(!h->answered);
    h->answered = 1;
    h->status = status;
    h->type = type;
    if (h->transport->app.answered)
        h->transport->app.answered(h->transport->app.arg, h);
    if (h->connection)
        connection_soon(h->connection);
    else
        http_free(h);
}

/* The body is copied; it may be empty. The type must be a constant. */
void transport_answer(struct http *h, int status, const char *type, const char *body, size_t n)
{
    h->out = malloc(n + 1);
    MUST(h->out);
    memcpy(h->out, body, n);
    h->out_n = n;
    h->transport->bytes += n;
    ready(h, status, type);
}

/* 304 without a body if the client has named our tag; with weak tags a text search is enough,
 * because no tag is part of another. For an answer to somebody who takes gzip, h->gzip was asked by
 * the caller. */
void transport_answer_kept(struct http *h, const struct http_kept *k)
{
    int known = strstr(h->known, k->tag) != NULL;
    h->borrowed = 1;
    /* The cast is safe, because the bytes are only read. */
    h->out = (char *)(uintptr_t)k->at;
    h->out_n = known ? 0 : k->n;
    h->tag = k->tag;
    h->packed = k->gzip && !known;
    h->for_ever = k->for_ever;
    ready(h, known ? 304 : 200, k->type);
}

/* What the client still sends is not read. Whoever asks too fast has to come again, and may not do
 * that too fast either. */
static int is_last(const struct http *h)
{
    return h->ends || h->too_large || h->too_slow || h->refused || h->door != DOOR_OPEN ||
           h->status == 429;
}

/* Sends the next piece; the head is in the first. */
static int send_piece(struct http *h)
{
    unsigned char *to = h->transport->out;
    size_t n = 0, body = h->head_only ? 0 : h->out_n - h->out_at;
    if (!h->head_sent)
        n = http_write_head(h, is_last(h), (char *)to, HEAD_ROOM);
    body = body < SEND_MOST - n ? body : SEND_MOST - n;
    memcpy(to + n, h->out + h->out_at, body);
    h->head_sent = 1;
    h->out_at += body;
    return connection_send(h->connection, to, n + body);
}

/* The answer is on its way. */
static void answered(struct connection *c)
{
    int last = is_last(c->http);
    http_let_go(c);
    if (last) {
        connection_end(c);
        return;
    }
    c->at = AT_HEAD;
}

/* The socket must be empty. Called again each time it has become so, until the whole answer is on
 * its way; then the connection waits for the next request, or ends. The time for sending begins
 * once. */
int http_flush(struct connection *c)
{
    struct http *h = c->http;
    if (!h->answered)
        return 0;
    if (!h->head_sent)
        connection_wait(c, WAIT_SENT);
    do {
        if (send_piece(h) < 0)
            return -1;
    } while (!c->rest && !h->head_only && h->out_at < h->out_n);
    if (h->head_only || h->out_at == h->out_n)
        answered(c);
    return 0;
}
