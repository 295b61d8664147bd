/* The page's transport: every function of server/transport.h, with calls in and out of the module
 * instead of sockets. A page reads at once, so nobody is slow. */
#include <stdlib.h>
#include <string.h>

#include "wasm/hall/inside.h"

/* `http` and `peer` must be the first members, so that the server's pointers are also ours. */
struct page_call {
    struct http http;
    uint32_t id;
};

struct page_socket {
    struct peer peer;
    struct page_socket *next;
    uint32_t number;
    /* 1: nothing is read from it; what it says waits. */
    int paused;
    struct said {
        struct said *next;
        size_t n;
        char text[];
    } * said, **said_end;
};

struct transport {
    struct page_socket *sockets;
    struct transport_figures figures;
};

struct transport *page_transport_open(void)
{
    struct transport *t = calloc(1, sizeof *t);
    MUST(t);
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
    h->too_large = n > body_limit(h);
    if (h->too_large)
        return;
    h->body = malloc(n + 1);
    MUST(h->body);
    memcpy(h->body, body, n);
    h->body[n] = 0;
    h->body_n = n;
}

/* Takes the text up to the next newline, as a copy. Returns what follows. */
static const char *take_line(const char *text, const char *end, char **line)
{
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    size_t n = (size_t)((stop ? stop : end) - text);
    *line = malloc(n + 1);
    MUST(*line);
    memcpy(*line, text, n);
    (*line)[n] = 0;
    return stop ? stop + 1 : end;
}

void page_request(uint32_t id, const char *text, size_t n)
{
    struct page_call *c = calloc(1, sizeof *c);
    struct http *h = &c->http;
    const char *end = text + n;
    char *method, *path, *token;
    MUST(c);
    c->id = id;
    text = take_line(text, end, &method);
    text = take_line(text, end, &path);
    text = take_line(text, end, &token);
    h->method = strcmp(method, "GET") == 0    ? HTTP_GET
                : strcmp(method, "POST") == 0 ? HTTP_POST
                                              : HTTP_OTHER;
    read_target(h, path);
    strcpy(h->address, "127.0.0.1");
    if (strlen(token) < sizeof h->token)
        strcpy(h->token, token);
    take_body(h, text, (size_t)(end - text));
    h->transport = page_server.transport;
    h->transport->figures.requests++;
    free(method);
    free(path);
    free(token);
    hall_request(&page_server, h);
}

void http_answer(struct http *h, int status, const char *type, const char *body, size_t n)
{
    struct page_call *c = (struct page_call *)h;
    host_answer(c->id, status, type, strlen(type), body, n);
    free(h->body);
    free(c);
}

void http_answer_kept(struct http *h, const struct http_kept *k)
{
    http_answer(h, 200, k->type, (const char *)k->at, k->n);
}

void http_extra(struct http *h, const char *header)
{
    h->extra = header;
}

/* ---- messages ---- */

void peer_send(struct peer *p, struct message *m)
{
    if (p->closing)
        return;
    p->transport->figures.messages_out++;
    p->transport->figures.bytes_out += m->n;
    host_send(((struct page_socket *)p)->number, m->at, m->n);
}

void peer_close(struct peer *p, const char *reason)
{
    char text[80];
    if (p->closing)
        return;
    peer_send_text(p, text, (size_t)snprintf(text, sizeof text, "{\"bye\":\"%s\"}", reason));
    p->closing = 1;
}

static void hear(struct page_socket *s, const char *text, size_t n)
{
    s->peer.transport->figures.messages_in++;
    s->peer.transport->figures.bytes_in += n;
    if (n > PEER_MESSAGE)
        peer_close(&s->peer, "bad-message");
    else
        guest_message(&page_server, &s->peer, text, n);
}

static void forget_said(struct page_socket *s, int heard)
{
    while (s->said && (!heard || (!s->paused && !s->peer.closing))) {
        struct said *first = s->said;
        if (!(s->said = first->next))
            s->said_end = &s->said;
        if (heard)
            hear(s, first->text, first->n);
        free(first);
    }
}

void peer_pause(struct peer *p, int pause)
{
    struct page_socket *s = (struct page_socket *)p;
    s->paused = pause;
    if (!pause)
        forget_said(s, 1);
}

/* ---- sockets ---- */

static struct page_socket *socket_of(uint32_t number)
{
    struct page_socket *s = page_server.transport->sockets;
    while (s && s->number != number)
        s = s->next;
    return s;
}

int page_sockets(void)
{
    return page_server.transport->sockets != NULL;
}

void page_socket_open(uint32_t number)
{
    struct transport *t = page_server.transport;
    if (socket_of(number) || guest_admit(&page_server, "127.0.0.1") < 0) {
        host_closed(number);
        return;
    }
    struct page_socket *s = calloc(1, sizeof *s);
    MUST(s);
    s->number = number;
    s->said_end = &s->said;
    s->next = t->sockets;
    t->sockets = s;
    s->peer.transport = t;
    t->figures.peers++;
    strcpy(s->peer.address, "127.0.0.1");
    guest_opened(&page_server, &s->peer);
}

void page_socket_say(uint32_t number, const char *text, size_t n)
{
    struct page_socket *s = socket_of(number);
    if (!s || s->peer.closing)
        return;
    if (!s->paused) {
        hear(s, text, n);
        return;
    }
    struct said *said = malloc(sizeof *said + n);
    MUST(said);
    said->next = NULL;
    said->n = n;
    memcpy(said->text, text, n);
    *s->said_end = said;
    s->said_end = &said->next;
}

static void hang_up(struct page_socket *s)
{
    struct page_socket **at = &s->peer.transport->sockets;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    s->peer.transport->figures.peers--;
    guest_closed(&page_server, &s->peer);
    forget_said(s, 0);
    host_closed(s->number);
    free(s);
}

void page_socket_close(uint32_t number)
{
    struct page_socket *s = socket_of(number);
    if (s)
        hang_up(s);
}

void page_transport_flush(void)
{
    for (struct page_socket *s = page_server.transport->sockets, *next; s; s = next) {
        next = s->next;
        if (s->peer.closing)
            hang_up(s);
    }
}

/* ---- what is asked for by metrics and close.c ---- */

uint64_t transport_bytes(const struct transport *t)
{
    (void)t;
    return 0;
}

const struct transport_figures *transport_figures(const struct transport *t)
{
    return &t->figures;
}
