/* The fake transport of a world: every function of server/transport.h, with texts instead of
 * sockets. */
#include <stdlib.h>
#include <string.h>

#include "tests/puppet/puppet.h"

struct transport {
    struct puppet_node *node;
    struct transport_figures figures;
};

struct transport *puppet_transport_open(struct puppet_node *n)
{
    struct transport *t = calloc(1, sizeof *t);
    MUST(t);
    t->node = n;
    return t;
}

/* ---- requests ---- */

static void read_target(struct http *h, const char *path)
{
    size_t n = strcspn(path, "?");
    snprintf(h->path, sizeof h->path, "%.*s", n < HTTP_PATH ? (int)n : 1,
             n < HTTP_PATH ? path : "/");
    if (path[n] && strlen(path + n + 1) < sizeof h->args)
        strcpy(h->args, path + n + 1);
}

static size_t body_limit(const struct http *h)
{
    return strcmp(h->path, "/api/practice") == 0 ? HTTP_BODY_LARGE : HTTP_BODY;
}

static void take_body(struct http *h, const char *body, size_t n)
{
    if (h->method != HTTP_POST || n == 0)
        return;
    if (n > body_limit(h)) {
        h->too_large = 1;
        return;
    }
    h->body = malloc(n + 1);
    MUST(h->body);
    memcpy(h->body, body, n);
    h->body[n] = 0;
    h->body_n = n;
}

struct puppet_request *puppet_ask(struct puppet *w, int node, const char *method, const char *path,
                                  const char *token, const char *body, size_t n)
{
    struct puppet_request *r = calloc(1, sizeof *r);
    struct http *h = &r->http;
    MUST(r);
    puppet_enter(w);
    r->world = w;
    r->node = node;
    r->next = w->requests;
    w->requests = r;
    h->method = strcmp(method, "GET") == 0    ? HTTP_GET
                : strcmp(method, "POST") == 0 ? HTTP_POST
                                              : HTTP_OTHER;
    read_target(h, path);
    strcpy(h->address, "192.0.2.1");
    if (token && strlen(token) < sizeof h->token)
        strcpy(h->token, token);
    take_body(h, body, n);
    h->too_slow = w->slow && h->method == HTTP_POST;
    h->transport = w->node[node].server->transport;
    h->transport->figures.requests++;
    if (w->hears.asked)
        w->hears.asked(w->hears.arg, r);
    hall_request(w->node[node].server, h);
    puppet_transport_flush(w);
    return r;
}

void http_answer(struct http *h, int status, const char *type, const char *body, size_t n)
{
    struct puppet_request *r = (struct puppet_request *)h;
    puppet_promise(++r->answers == 1, "a request is answered once");
    r->status = status;
    r->type = type;
    r->extra = h->extra;
    r->text = malloc(n + 1);
    MUST(r->text);
    memcpy(r->text, body, n);
    r->text[n] = 0;
    r->n = n;
    if (r->world->hears.answered)
        r->world->hears.answered(r->world->hears.arg, r);
}

void http_answer_kept(struct http *h, const struct http_kept *k)
{
    puppet_promise(!k->gzip, "what is packed is for those who take it");
    http_answer(h, 200, k->type, (const char *)k->at, k->n);
}

void http_extra(struct http *h, const char *header)
{
    h->extra = header;
}

/* ---- messages ---- */

static void keep(struct puppet_socket *s, const char *text, size_t n)
{
    if (s->heard_n == s->heard_room) {
        s->heard_room = s->heard_room ? 2 * s->heard_room : 8;
        s->heard = realloc(s->heard, s->heard_room * sizeof s->heard[0]);
        MUST(s->heard);
    }
    char *copy = malloc(n + 1);
    MUST(copy);
    memcpy(copy, text, n);
    copy[n] = 0;
    s->heard[s->heard_n++] = (struct puppet_text){copy, n};
}

static void hear(struct puppet_socket *s, const char *text, size_t n)
{
    struct puppet *w = s->world;
    struct writer out = {0};
    if (w->tamper) {
        write_raw(&out, text, n);
        w->tamper(s, &out);
        text = out.at;
        n = out.n;
    }
    if (w->keeps)
        keep(s, text, n);
    if (w->hears.sent)
        w->hears.sent(w->hears.arg, s, text, n);
    writer_free(&out);
}

/* Has the same limit for unread bytes as the real one: nobody reads before the turn is over. */
void peer_send(struct peer *p, struct message *m)
{
    struct puppet_socket *s = (struct puppet_socket *)p;
    puppet_promise(s->open, "nothing is sent to a socket that is closed");
    if (p->closing)
        return;
    if (s->unread + m->n > PEER_UNREAD) {
        p->transport->figures.slow++;
        p->closing = s->cut = 1;
        return;
    }
    s->unread += m->n;
    p->transport->figures.messages_out++;
    hear(s, m->at, m->n);
}

void peer_close(struct peer *p, const char *reason)
{
    char text[80];
    if (p->closing)
        return;
    peer_send_text(p, text, (size_t)snprintf(text, sizeof text, "{\"bye\":\"%s\"}", reason));
    p->closing = 1;
}

void peer_pause(struct peer *p, int pause)
{
    ((struct puppet_socket *)p)->paused = pause;
}

/* ---- sockets ---- */

struct puppet_socket *puppet_dial(struct puppet *w, int node, const char *address)
{
    struct server *server = w->node[node].server;
    puppet_enter(w);
    if (guest_admit(server, address) < 0)
        return NULL;
    struct puppet_socket *s = calloc(1, sizeof *s);
    MUST(s);
    s->world = w;
    s->node = node;
    s->number = w->sockets_n++;
    s->open = 1;
    s->next = w->sockets;
    w->sockets = s;
    s->peer.transport = server->transport;
    server->transport->figures.peers++;
    snprintf(s->peer.address, sizeof s->peer.address, "%s", address);
    if (w->hears.opened)
        w->hears.opened(w->hears.arg, s);
    guest_opened(server, &s->peer);
    puppet_transport_flush(w);
    return s;
}

void puppet_say(struct puppet_socket *s, const char *text, size_t n)
{
    struct puppet *w = s->world;
    if (!s->open || s->peer.closing)
        return;
    puppet_enter(w);
    if (n > PEER_MESSAGE) {
        peer_close(&s->peer, "bad-message");
    } else {
        if (w->hears.said)
            w->hears.said(w->hears.arg, s, text, n);
        guest_message(w->node[s->node].server, &s->peer, text, n);
    }
    puppet_transport_flush(w);
}

void puppet_hang_up(struct puppet_socket *s)
{
    struct puppet *w = s->world;
    if (!s->open)
        return;
    puppet_enter(w);
    guest_closed(w->node[s->node].server, &s->peer);
    s->open = 0;
    s->peer.transport->figures.peers--;
    if (w->hears.closed)
        w->hears.closed(w->hears.arg, s);
}

void puppet_transport_flush(struct puppet *w)
{
    for (struct puppet_socket *s = w->sockets; s; s = s->next) {
        s->unread = 0;
        if (s->open && s->peer.closing)
            puppet_hang_up(s);
    }
}

/* ---- what is not needed here ---- */

uint64_t transport_bytes(const struct transport *t)
{
    (void)t;
    return 0;
}

const struct transport_figures *transport_figures(const struct transport *t)
{
    return &t->figures;
}

struct transport *transport_open(struct uv_loop_s *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240])
{
    (void)loop, (void)o, (void)app;
    strcpy(why, "there are no sockets here");
    return NULL;
}

int transport_port(const struct transport *t)
{
    (void)t;
    return 0;
}

int transport_port_free(const char *bind, int port)
{
    (void)bind, (void)port;
    return 0;
}

void transport_close(struct transport *t)
{
    (void)t;
}

void transport_free(struct transport *t)
{
    free(t);
}
