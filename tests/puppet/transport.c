/* Requests and sockets of a world: texts, and what is heard of them. */
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"
#include "server/people/guests.h"
#include "tests/puppet/puppet.h"

/* ---- requests ---- */

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
    strcpy(h->address, "192.0.2.1");
    alone_ask(&w->node[node].host, h, method, path, token ? token : "", body, n);
    h->too_slow = w->slow && h->method == HTTP_POST;
    if (w->hears.asked)
        w->hears.asked(w->hears.arg, r);
    hall_request(w->node[node].server, h);
    puppet_transport_flush(w);
    return r;
}

static void answered(struct http *h, int status, const char *type, const char *body, size_t n)
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

/* Has the same limit for unread bytes as the real transport: nobody reads before the turn is
 * over. */
static void sent(struct alone_socket *to, const struct peer_message *m)
{
    struct puppet_socket *s = (struct puppet_socket *)to;
    puppet_promise(s->open, "nothing is sent to a socket that is closed");
    if (s->unread + m->n > PEER_UNREAD) {
        to->alone->figures.transport.slow++;
        to->peer.closing = s->cut = 1;
        return;
    }
    s->unread += m->n;
    hear(s, m->at, m->n);
}

static void closed(struct alone_socket *of)
{
    struct puppet_socket *s = (struct puppet_socket *)of;
    s->open = 0;
    if (s->world->hears.closed)
        s->world->hears.closed(s->world->hears.arg, s);
}

static void read_clock(struct host *host, int64_t *wall, int64_t *steady)
{
    const struct puppet_node *n = (const struct puppet_node *)host;
    *steady = n->world->now;
    *wall = *steady + n->ahead;
}

const struct alone_ways puppet_ways = {answered, sent, closed, read_clock, puppet_draw};

/* ---- sockets ---- */

struct puppet_socket *puppet_dial(struct puppet *w, int node, const char *address)
{
    puppet_enter(w);
    if (guest_admit(w->node[node].server, address) < 0)
        return NULL;
    struct puppet_socket *s = calloc(1, sizeof *s);
    MUST(s);
    s->world = w;
    s->node = node;
    s->number = w->sockets_n++;
    s->open = 1;
    s->next = w->sockets;
    w->sockets = s;
    snprintf(s->self.peer.address, sizeof s->self.peer.address, "%s", address);
    if (w->hears.opened)
        w->hears.opened(w->hears.arg, s);
    alone_open(&w->node[node].host, &s->self);
    puppet_transport_flush(w);
    return s;
}

void puppet_say(struct puppet_socket *s, const char *text, size_t n)
{
    struct puppet *w = s->world;
    if (!s->open || s->self.peer.closing)
        return;
    puppet_enter(w);
    if (n <= PEER_MESSAGE && w->hears.said)
        w->hears.said(w->hears.arg, s, text, n);
    alone_say(&s->self, text, n);
    puppet_transport_flush(w);
}

void puppet_hang_up(struct puppet_socket *s)
{
    if (!s->open)
        return;
    puppet_enter(s->world);
    alone_hang_up(&s->self);
}

void puppet_transport_flush(struct puppet *w)
{
    for (struct puppet_socket *s = w->sockets; s; s = s->next)
        s->unread = 0;
    for (int i = 0; i < w->nodes; i++)
        if (w->node[i].server)
            alone_flush(&w->node[i].host);
}
