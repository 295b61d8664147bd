/* The transport: one libwebsockets context with two protocols, `http` for requests and `charlatan`
 * for peers.
 *
 * Messages to peers are framed here and sent with one system call for each peer, just before the
 * loop sleeps. Asking libwebsockets for a writable callback would cost four calls of epoll_ctl for
 * each message; this is done only if a peer's buffer is full. We may write our own frames because
 * we offer no extension and no HTTP/2.
 *
 * A struct http lives from the head of a request until it was answered and libwebsockets has
 * released it; either may come first. A struct peer lives in the memory that libwebsockets keeps
 * for its connection. */
#include "server/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <uv.h>

#include "engine/port.h"
#include "server/heads.h"
#include "server/hearing.h"

enum {
    CHUNK = 1 << 14,
    HEAD = 2048,
    /* The most bytes of a request's headers. */
    HEADS_MOST = 4096,
    SEND_MOST = 1 << 17,
    /* Peers are looked after this often. */
    CARE_MS = 100,
    /* So many messages can wait for a peer in memory that is kept. */
    OUT_KEPT = 4
};

static const struct transport_times usual_times = {45000, 5000, 30000, 60000, 120000, 60000, 90000};

struct transport {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct transport_app app;
    struct transport_options options;
    struct transport_times times;
    struct transport_figures figures;
    uint64_t bytes;
    /* What all request ids of this process begin with, and how many there were. */
    uint32_t requests_of, requests;
    /* The TLS context of OpenSSL, or NULL. */
    void *tls;
    struct peer *dirty;
    uv_prepare_t flush;
    struct hearing hearing;
    uv_timer_t care;
    /* A connection that libwebsockets has not taken yet, or NULL. */
    struct caller *entering;
    /* The frames of one peer, for one system call. */
    unsigned char send[LWS_PRE + SEND_MOST];
};

/* A connection. */
struct caller {
    enum door door;
    char address[ADDRESS];
};

struct http_user {
    struct http *h;
};

static struct transport *transport_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* ---- heads ---- */

/* Reads the client's address. The last one in X-Forwarded-For is the one that our own proxy wrote;
 * before it stands whatever the client has sent, so there is room for all that a head can have. */
static void read_address(struct transport *t, struct lws *wsi, char address[ADDRESS])
{
    char list[HEADS_MOST + 1];
    lws_get_peer_simple(wsi, address, ADDRESS);
    if (!t->options.behind_proxy)
        return;
    head_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR);
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " ");
    if (*last)
        snprintf(address, ADDRESS, "%s", last);
}

/* The origin as the options name it, or NULL. */
static const char *origin_named(const struct transport *t, struct lws *wsi)
{
    char origin[256];
    head_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
    for (const char *const *o = t->options.origins; o && *o; o++)
        if (strcmp(*o, origin) == 0)
            return *o;
    return NULL;
}

/* Returns 1 if the request comes from a page of another origin. Programs send no Origin. */
static int origin_is_foreign(struct transport *t, struct lws *wsi, int *there)
{
    char origin[256], host[256];
    head_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
    head_copy(wsi, host, sizeof host, WSI_TOKEN_HOST);
    *there = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0;
    if (!*there || origin_named(t, wsi))
        return 0;
    const char *name = strstr(origin, "://");
    return !name || strcmp(name + 3, host) != 0;
}

static int host_is_foreign(struct transport *t, struct lws *wsi)
{
    char host[256];
    head_copy(wsi, host, sizeof host, WSI_TOKEN_HOST);
    return !host_is_allowed(&t->options, host);
}

/* ---- connections ---- */

static void set_deadline(struct lws *wsi, int ms)
{
    lws_set_timer_usecs(wsi, (lws_usec_t)ms * LWS_US_PER_MS);
}

static void caller_leave(struct transport *t, struct caller *c)
{
    if (!c)
        return;
    t->app.left(t->app.arg, c->address);
    t->bytes -= sizeof *c;
    free(c);
}

/* Called with a new connection. Nonzero closes it. */
static int caller_comes(struct transport *t, int fd)
{
    struct caller *c = calloc(1, sizeof *c);
    MUST(c);
    caller_leave(t, t->entering);
    t->entering = NULL;
    lws_get_peer_simple_fd(fd, c->address, sizeof c->address);
    c->door = t->app.enter(t->app.arg, c->address);
    if (c->door == DOOR_SHUT) {
        free(c);
        return 1;
    }
    t->bytes += sizeof *c;
    t->entering = c;
    return 0;
}

static void caller_came(struct transport *t, struct lws *wsi)
{
    struct caller *c = t->entering;
    t->entering = NULL;
    lws_set_opaque_user_data(wsi, c);
    set_deadline(wsi, c && c->door != DOOR_OPEN ? t->times.head_late : t->times.head);
}

static void caller_left(struct transport *t, struct lws *wsi)
{
    caller_leave(t, lws_get_opaque_user_data(wsi));
    lws_set_opaque_user_data(wsi, NULL);
}

static enum door door_of(struct lws *wsi)
{
    const struct caller *c = lws_get_opaque_user_data(wsi);
    return c ? c->door : DOOR_OPEN;
}

/* ---- requests ---- */

/* Ids are unlike those of other processes, and nobody else can choose them. */
static void request_name(struct transport *t, char name[REQUEST_ID + 1])
{
    snprintf(name, REQUEST_ID + 1, "%08x%08x", t->requests_of, ++t->requests);
}

static struct http *http_new(struct transport *t, struct lws *wsi, const char *path)
{
    struct http *h = calloc(1, sizeof *h);
    MUST(h);
    h->transport = t;
    h->wsi = wsi;
    h->door = door_of(wsi);
    h->began = uv_now(t->care.loop);
    request_name(t, h->request);
    h->method = head_method(wsi, &h->head_only);
    /* Nothing has so long a path; "" is answered with 404. */
    snprintf(h->path, sizeof h->path, "%s", strlen(path) < HTTP_PATH ? path : "");
    head_args(wsi, h->args);
    head_token(wsi, h->token, sizeof h->token);
    read_address(t, wsi, h->address);
    head_copy(wsi, h->known, sizeof h->known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    h->gzip = head_takes_gzip(wsi);
    h->wrong_origin = origin_is_foreign(t, wsi, &h->has_origin);
    h->named_origin = origin_named(t, wsi);
    h->by_origin = t->options.origins && t->options.origins[0];
    h->wrong_host = host_is_foreign(t, wsi);
    t->bytes += sizeof *h;
    return h;
}

static void http_free(struct http *h)
{
    struct transport *t = h->transport;
    t->bytes -= sizeof *h + h->body_room + (h->borrowed ? 0 : h->out_n);
    if (h->counted)
        t->app.body_gone(t->app.arg, h->address, h->announced);
    free(h->body);
    if (!h->borrowed)
        free(h->out);
    free(h);
}

static void http_hand_over(struct http *h)
{
    h->handed_over = 1;
    h->transport->figures.requests++;
    lws_set_timeout(h->wsi, PENDING_TIMEOUT_HTTP_CONTENT, h->transport->times.answer / 1000);
    set_deadline(h->wsi, h->transport->times.sent);
    h->transport->app.request(h->transport->app.arg, h);
}

/* libwebsockets releases the request. If it is not answered yet, it stays until its answer
 * comes. */
static void http_let_go(struct http_user *u)
{
    struct http *h = u->h;
    u->h = NULL;
    if (!h)
        return;
    h->wsi = NULL;
    if (h->answered || !h->handed_over)
        http_free(h);
}

static void http_ready(struct http *h, int status, const char *type)
{
    MUST(!h->answered);
    h->answered = 1;
    h->status = status;
    h->type = type;
    if (h->transport->app.answered)
        h->transport->app.answered(h->transport->app.arg, h);
    if (h->wsi)
        lws_callback_on_writable(h->wsi);
    else
        http_free(h);
}

void http_answer(struct http *h, int status, const char *type, const char *body, size_t n)
{
    h->out = malloc(n + 1);
    MUST(h->out);
    memcpy(h->out, body, n);
    h->out_n = n;
    h->transport->bytes += n;
    http_ready(h, status, type);
}

void http_answer_kept(struct http *h, const struct http_kept *k)
{
    int known = strstr(h->known, k->tag) != NULL;
    h->borrowed = 1;
    /* The cast is safe, because the bytes are only read. */
    h->out = (char *)(uintptr_t)k->at;
    h->out_n = known ? 0 : k->n;
    h->tag = k->tag;
    h->packed = k->gzip && !known;
    h->for_ever = k->for_ever;
    http_ready(h, known ? HTTP_STATUS_NOT_MODIFIED : 200, k->type);
}

void http_extra(struct http *h, const char *header)
{
    h->extra = header;
}

static int http_write_head(struct http *h)
{
    unsigned char buf[LWS_PRE + HEAD], *start = buf + LWS_PRE, *p = start,
                                       *end = buf + sizeof buf - 1;
    h->head_sent = 1;
    /* Has no body and gives no length. */
    int failed = h->status == HTTP_STATUS_NOT_MODIFIED
                     ? lws_add_http_header_status(h->wsi, (unsigned)h->status, &p, end)
                     : lws_add_http_common_headers(h->wsi, (unsigned)h->status, h->type,
                                                   (lws_filepos_t)h->out_n, &p, end);
    if (failed || http_add_headers(h, &p, end))
        return -1;
    return lws_finalize_write_http_header(h->wsi, start, &p, end);
}

/* Writes one chunk of the body. -1: close the connection. */
static int http_write_body(struct http *h)
{
    unsigned char buf[LWS_PRE + CHUNK];
    size_t n = h->out_n - h->out_at;
    n = n > CHUNK ? CHUNK : n;
    int last = h->out_at + n == h->out_n;
    memcpy(buf + LWS_PRE, h->out + h->out_at, n);
    if (lws_write(h->wsi, buf + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    h->out_at += n;
    if (!last)
        lws_callback_on_writable(h->wsi);
    return last;
}

/* Head and body need a callback each, because libwebsockets allows one write per callback. */
static int http_writable(struct http_user *u)
{
    struct http *h = u->h;
    if (!h || !h->answered)
        return 0;
    struct lws *wsi = h->wsi;
    if (!h->head_sent) {
        if (http_write_head(h))
            return -1;
        if (!h->head_only) {
            lws_callback_on_writable(wsi);
            return 0;
        }
    }
    int wrote = h->head_only ? 1 : http_write_body(h);
    if (wrote <= 0)
        return wrote;
    /* What the client still sends is not read. */
    int broken = h->too_large || h->too_slow || h->refused || h->door != DOOR_OPEN;
    http_let_go(u);
    set_deadline(wsi, transport_of(wsi)->times.head);
    return lws_http_transaction_completed(wsi) || broken ? -1 : 0;
}

/* ---- bodies ---- */

static size_t body_limit(const struct http *h)
{
    return strcmp(h->path, "/api/practice") == 0 ? HTTP_BODY_LARGE : HTTP_BODY;
}

/* The length of the body, as far as it would be kept. */
static size_t announced_length(const struct http *h)
{
    char text[32];
    head_copy(h->wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    unsigned long long n = strtoull(text, NULL, 10);
    return n < body_limit(h) ? (size_t)n : body_limit(h);
}

/* Asks whether the body may come. 0; or -1 if not. */
static int body_begins(struct http *h)
{
    struct transport *t = h->transport;
    h->announced = announced_length(h);
    h->refused = t->app.body(t->app.arg, h->address, h->announced);
    h->counted = !h->refused;
    set_deadline(h->wsi, t->times.body);
    return h->counted ? 0 : -1;
}

/* The time of a request is over. -1: close the connection. */
static int http_too_late(struct http_user *u)
{
    if (!u || !u->h || u->h->handed_over)
        return -1;
    u->h->too_slow = 1;
    http_hand_over(u->h);
    return 0;
}

/* Whether the request gives the length of its body. Then libwebsockets reports the body's end,
 * even if the length is 0. */
static int says_length(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0;
}

static void body_add(struct http *h, const char *at, size_t n)
{
    if (h->handed_over || n == 0)
        return;
    if (h->body_n + n > body_limit(h)) {
        h->too_large = 1;
        http_hand_over(h);
        return;
    }
    if (h->body_n + n + 1 > h->body_room) {
        size_t need = h->body_n + n + 1, room = 2 * need;
        room = room < h->announced + 1 ? room : h->announced + 1;
        room = room > need ? room : need;
        h->body = realloc(h->body, room);
        MUST(h->body);
        h->transport->bytes += room - h->body_room;
        h->body_room = room;
    }
    memcpy(h->body + h->body_n, at, n);
    h->body_n += n;
    h->body[h->body_n] = 0;
}

static int http_begins(struct lws *wsi, struct http_user *u, const char *path)
{
    struct transport *t = transport_of(wsi);
    http_let_go(u);
    u->h = http_new(t, wsi, path);
    /* Bodies without a length are not read. */
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        u->h->too_large = 1;
    if (u->h->method != HTTP_POST || !says_length(wsi) || u->h->too_large ||
        u->h->door != DOOR_OPEN || body_begins(u->h) < 0)
        http_hand_over(u->h);
    return 0;
}

/* If bytes follow a request that is not answered yet, libwebsockets reports the end of the body
 * again and again. Such a client is disconnected. */
static int http_body_ends(struct http_user *u)
{
    if (!u->h || u->h->body_ended)
        return -1;
    u->h->body_ended = 1;
    if (!u->h->handed_over)
        http_hand_over(u->h);
    return 0;
}

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t n)
{
    struct http_user *u = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return caller_comes(transport_of(wsi), (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: caller_came(transport_of(wsi), wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: caller_left(transport_of(wsi), wsi); return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        transport_of(wsi)->tls = user;
        return 0;
    case LWS_CALLBACK_TIMER: return http_too_late(u);
    case LWS_CALLBACK_HTTP: return http_begins(wsi, u, in);
    case LWS_CALLBACK_HTTP_BODY:
        if (u->h)
            body_add(u->h, in, n);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_body_ends(u);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_writable(u);
    /* Sockets must name `charlatan`. */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return 1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (u)
            http_let_go(u);
        return 0;
    default: return 0;
    }
}

/* ---- messages ---- */

static uint64_t message_bytes(const struct message *m)
{
    return sizeof *m + m->n;
}

static void dirty_add(struct peer *p)
{
    struct transport *t = p->transport;
    if (p->dirty_at)
        return;
    p->dirty_next = t->dirty;
    p->dirty_at = &t->dirty;
    if (p->dirty_next)
        p->dirty_next->dirty_at = &p->dirty_next;
    t->dirty = p;
}

static void dirty_remove(struct peer *p)
{
    if (!p->dirty_at)
        return;
    *p->dirty_at = p->dirty_next;
    if (p->dirty_next)
        p->dirty_next->dirty_at = p->dirty_at;
    p->dirty_at = NULL;
}

static void out_make_room(struct peer *p)
{
    if (p->out_n < p->out_room)
        return;
    p->out_room = p->out_room ? 2 * p->out_room : OUT_KEPT;
    p->out = realloc(p->out, p->out_room * sizeof p->out[0]);
    MUST(p->out);
}

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

/* Closes the connection at once. What was to be sent is dropped. */
static void peer_cut(struct peer *p)
{
    p->closing = 1;
    dirty_remove(p);
    out_clear(p);
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    /* libwebsockets looks at its timers only after it was woken. */
    lws_cancel_service(p->transport->context);
}

void peer_send(struct peer *p, struct message *m)
{
    if (p->closing)
        return;
    if (p->unread + m->n > PEER_UNREAD || m->n + FRAME_HEAD > SEND_MOST) {
        p->transport->figures.slow++;
        strcpy(p->bye, "slow");
        peer_cut(p);
        return;
    }
    out_make_room(p);
    m->refs++;
    p->out[p->out_n++] = m;
    p->unread += m->n;
    p->transport->bytes += message_bytes(m);
    dirty_add(p);
}

void peer_close(struct peer *p, const char *reason)
{
    char text[80];
    if (p->closing)
        return;
    peer_send_text(p, text, (size_t)snprintf(text, sizeof text, "{\"bye\":\"%s\"}", reason));
    p->closing = 1;
    snprintf(p->bye, sizeof p->bye, "%s", reason);
    /* A client that does not read it is disconnected. */
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_USER_OK, 5);
    lws_callback_on_writable(p->wsi);
}

void peer_pause(struct peer *p, int pause)
{
    lws_rx_flow_control(p->wsi, !pause);
}

/* Frames as many messages as fit, but at least one. */
static size_t fill_send(struct peer *p)
{
    struct transport *t = p->transport;
    size_t n = 0;
    while (p->out_at < p->out_n) {
        struct message *m = p->out[p->out_at];
        MUST(m->n + FRAME_HEAD <= SEND_MOST);
        if (n + m->n + FRAME_HEAD > SEND_MOST)
            break;
        n += message_head(t->send + LWS_PRE + n, m->n);
        memcpy(t->send + LWS_PRE + n, m->at, m->n);
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

/* Sends what it can. -1: the connection is broken. */
static int peer_flush(struct peer *p)
{
    dirty_remove(p);
    while (p->out_at < p->out_n && !lws_partial_buffered(p->wsi)) {
        size_t n = fill_send(p);
        if (lws_write(p->wsi, p->transport->send + LWS_PRE, n, LWS_WRITE_HTTP) < (int)n)
            return -1;
    }
    if (p->out_at == p->out_n)
        out_clear(p);
    if (p->out_n || p->closing)
        lws_callback_on_writable(p->wsi);
    return 0;
}

static void flush_all(uv_prepare_t *handle)
{
    struct transport *t = handle->data;
    while (t->dirty) {
        struct peer *p = t->dirty;
        if (peer_flush(p) < 0)
            peer_cut(p);
    }
}

static int peer_writable(struct peer *p)
{
    if (peer_flush(p) < 0)
        return -1;
    if (p->closing && !p->out_n && !lws_partial_buffered(p->wsi)) {
        lws_close_reason(p->wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
        return -1;
    }
    return 0;
}

/* ---- peers ---- */

static void peer_open(struct lws *wsi, struct peer *p)
{
    struct transport *t = transport_of(wsi);
    memset(p, 0, sizeof *p);
    p->wsi = wsi;
    p->transport = t;
    read_address(t, wsi, p->address);
    request_name(t, p->request);
    /* The deadline of its request; pings have their own time. */
    lws_set_timer_usecs(wsi, LWS_SET_TIMER_USEC_CANCEL);
    hearing_note(&t->hearing, p, uv_now(t->care.loop));
    t->figures.peers++;
    t->bytes += sizeof *p;
    t->app.opened(t->app.arg, p);
}

static void peer_closed(struct peer *p)
{
    struct transport *t = p->transport;
    if (!t)
        return;
    t->app.closed(t->app.arg, p);
    hearing_forget(&t->hearing, p);
    dirty_remove(p);
    out_clear(p);
    free(p->out);
    free(p->part);
    t->bytes -= sizeof *p + p->part_n;
    t->figures.peers--;
    memset(p, 0, sizeof *p);
}

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

static void peer_received(struct lws *wsi, struct peer *p, const char *at, size_t n)
{
    struct transport *t = p->transport;
    int whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    t->figures.bytes_in += n;
    if (p->closing)
        return;
    hearing_note(&t->hearing, p, uv_now(t->care.loop));
    if (p->part_n + n > PEER_MESSAGE ||
        p->part_n + lws_remaining_packet_payload(wsi) > PEER_MESSAGE || p->pieces > PEER_PIECES ||
        lws_frame_is_binary(wsi)) {
        peer_close(p, "bad-message");
        return;
    }
    if (!whole || p->part_n)
        part_keep(p, at, n);
    if (!whole)
        return;
    t->figures.messages_in++;
    t->app.message(t->app.arg, p, p->part_n ? p->part : at, p->part_n ? p->part_n : n);
    if (p->pieces)
        part_forget(p);
}

/* ---- silent peers ---- */

static void peer_ponged(struct peer *p)
{
    hearing_note(&p->transport->hearing, p, uv_now(p->transport->care.loop));
}

/* The payload comes back in the pong. A peer whose buffer is full gets no ping: it has something
 * else to read. */
static void peer_ping(struct peer *p)
{
    static const unsigned char ping[] = {0x89, 5, 'a', 'l', 'i', 'v', 'e'};
    unsigned char *to = p->transport->send + LWS_PRE;
    if (p->closing || lws_partial_buffered(p->wsi))
        return;
    memcpy(to, ping, sizeof ping);
    if (lws_write(p->wsi, to, sizeof ping, LWS_WRITE_HTTP) < (int)sizeof ping)
        peer_cut(p);
}

static void care(uv_timer_t *handle)
{
    struct transport *t = handle->data;
    hearing_care(&t->hearing, uv_now(handle->loop));
}

/* Called before the handshake is answered. Nonzero refuses it. */
static int peer_filter(struct lws *wsi)
{
    struct transport *t = transport_of(wsi);
    char path[64], address[ADDRESS];
    int there;
    head_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    read_address(t, wsi, address);
    return strcmp(path, "/ws") != 0 || door_of(wsi) != DOOR_OPEN || host_is_foreign(t, wsi) ||
           origin_is_foreign(t, wsi, &there) || t->app.admit(t->app.arg, address) < 0;
}

static int peer_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t n)
{
    struct peer *p = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return peer_filter(wsi);
    case LWS_CALLBACK_ESTABLISHED: peer_open(wsi, p); return 0;
    case LWS_CALLBACK_RECEIVE: peer_received(wsi, p, in, n); return 0;
    case LWS_CALLBACK_RECEIVE_PONG: peer_ponged(p); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return peer_writable(p);
    case LWS_CALLBACK_CLOSED: peer_closed(p); return 0;
    default: return 0;
    }
}

/* ---- the whole ---- */

static const struct lws_protocols protocols[] = {
    /* The buffer of each peer; longer messages come in pieces. */
    {.name = "http", .callback = http_callback, .per_session_data_size = sizeof(struct http_user)},
    {.name = "charlatan",
     .callback = peer_callback,
     .per_session_data_size = sizeof(struct peer),
     .rx_buffer_size = 512,
     .tx_packet_size = SEND_MOST},
    {.name = NULL},
};

/* We look after silent peers ourselves (hearing.h). */
static const lws_retry_bo_t patience = {0};

static void context_fill(struct lws_context_creation_info *info, struct transport *t, void **loops)
{
    const struct transport_options *o = &t->options;
    info->port = o->port;
    info->iface = o->bind;
    info->protocols = protocols;
    info->user = t;
    info->foreign_loops = loops;
    info->retry_and_idle_policy = &patience;
    info->server_string = "charlatan";
    info->timeout_secs = 15;
    info->keepalive_timeout = 30;
    info->max_http_header_data = HEADS_MOST;
    info->gid = info->uid = -1;
    info->vhost_name = "charlatan";
    info->alpn = "http/1.1";
    info->options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                    LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                    LWS_SERVER_OPTION_DISABLE_IPV6 * !(o->bind && strchr(o->bind, ':'));
    if (o->certificate) {
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info->ssl_cert_filepath = o->certificate;
        info->ssl_private_key_filepath = o->key;
    }
}

struct transport *transport_open(uv_loop_t *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240])
{
    struct lws_context_creation_info info;
    void *loops[1] = {loop};
    if (o->certificate && !tls_is_sound(o, why))
        return NULL;
    struct transport *t = calloc(1, sizeof *t);
    MUST(t);
    t->options = *o;
    t->times = o->times ? *o->times : usual_times;
    t->app = *app;
    MUST(getrandom(&t->requests_of, sizeof t->requests_of, 0) == sizeof t->requests_of);
    lws_set_log_level(0, NULL);
    memset(&info, 0, sizeof info);
    context_fill(&info, t, loops);
    t->context = lws_create_context(&info);
    t->vhost = t->context ? lws_get_vhost_by_name(t->context, "charlatan") : NULL;
    if (!t->vhost) {
        snprintf(why, 240, "cannot listen on %.80s, port %d: %.100s.", o->bind, o->port,
                 strerror(bind_error(o->bind, o->port)));
        free(t);
        return NULL;
    }
    t->flush.data = t;
    uv_prepare_init(loop, &t->flush);
    uv_prepare_start(&t->flush, flush_all);
    t->hearing = (struct hearing){
        NULL, NULL, (uint64_t)t->times.ping, (uint64_t)t->times.silence, peer_ping, peer_cut};
    t->care.data = t;
    uv_timer_init(loop, &t->care);
    uv_timer_start(&t->care, care, CARE_MS, CARE_MS);
    return t;
}

int transport_port(const struct transport *t)
{
    return lws_get_vhost_listen_port(t->vhost);
}

int transport_renew(struct transport *t, char why[240])
{
    if (t->tls)
        return tls_renew(t->tls, &t->options, why);
    snprintf(why, 240, "it was started without a certificate");
    return 0;
}

int transport_port_free(const char *bind_to, int port)
{
    return bind_error(bind_to, port) == 0;
}

void transport_close_begin(struct transport *t)
{
    flush_all(&t->flush);
    uv_close((uv_handle_t *)&t->flush, NULL);
    uv_close((uv_handle_t *)&t->care, NULL);
    lws_context_destroy(t->context);
}

void transport_close_end(struct transport *t)
{
    lws_context_destroy(t->context);
}

void transport_free(struct transport *t)
{
    free(t);
}

uint64_t transport_bytes(const struct transport *t)
{
    return t->bytes;
}

const struct transport_figures *transport_figures(const struct transport *t)
{
    return &t->figures;
}
