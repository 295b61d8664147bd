/* Requests and sockets of a page: calls in and out of the module. A page reads at once, so nobody
 * is slow. */
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"
#include "server/people/guests.h"
#include "wasm/hall/inside.h"

/* `http` and `self` must be the first members, so that the server's pointers are also ours. */
struct page_call {
    struct http http;
    uint32_t id;
};

struct page_socket {
    struct alone_socket self;
    uint32_t number;
};

/* ---- out ---- */

/* The end of a request: its memory goes, whether the page still waits or not. */
static void answered(struct http *h, int status, const char *type, const char *body, size_t n)
{
    host_answer(((struct page_call *)h)->id, status, type, strlen(type), body, n);
    free(h->body);
    free(h);
}

static void sent(struct alone_socket *s, const struct peer_message *m)
{
    host_send(((struct page_socket *)s)->number, m->at, m->n);
}

/* Called once for each socket, by whichever side ended it; the number is free again. */
static void closed(struct alone_socket *s)
{
    host_closed(((struct page_socket *)s)->number);
    free(s);
}

/* Both clocks are the page's, rounded down to whole milliseconds. */
static void read_clock(struct host *host, int64_t *wall, int64_t *steady)
{
    (void)host;
    *wall = (int64_t)host_wall();
    *steady = (int64_t)host_steady();
}

static void draw(struct host *host, void *bytes, size_t n)
{
    (void)host;
    host_random(bytes, n);
}

/* In the order of struct alone_ways. */
const struct alone_ways page_ways = {answered, sent, closed, read_clock, draw};

/* ---- in ---- */

/* Ends a line of the text with NUL. Returns what follows. */
static char *end_line(char *text, const char *end)
{
    char *stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop)
        return text + (end - text);
    *stop = 0;
    return stop + 1;
}

/* The body may have newlines; only the first three end something. All requests come from one
 * address. */
void page_request(uint32_t id, char *text, size_t n)
{
    struct page_call *c = calloc(1, sizeof *c);
    char *end = text + n;
    MUST(c);
    *end = 0;
    c->id = id;
    strcpy(c->http.address, "127.0.0.1");
    char *path = end_line(text, end), *token = end_line(path, end), *body = end_line(token, end);
    alone_ask(&page, &c->http, text, path, token, body, (size_t)(end - body));
    hall_request(&page_server, &c->http);
}

/* NULL if it is not open. A page has a few sockets, so a list will do. */
static struct page_socket *socket_of(uint32_t number)
{
    struct alone_socket *s = page.sockets;
    while (s && ((struct page_socket *)s)->number != number)
        s = s->next;
    return (struct page_socket *)s;
}

/* What guest_admit refuses is closed at once, so the page need not tell it from a socket that the
 * server ended. */
void page_socket_open(uint32_t number)
{
    if (socket_of(number) || guest_admit(&page_server, "127.0.0.1") < 0) {
        host_closed(number);
        return;
    }
    struct page_socket *s = calloc(1, sizeof *s);
    MUST(s);
    s->number = number;
    strcpy(s->self.peer.address, "127.0.0.1");
    alone_open(&page, &s->self);
}

void page_socket_say(uint32_t number, const char *text, size_t n)
{
    struct page_socket *s = socket_of(number);
    if (s)
        alone_say(&s->self, text, n);
}

/* Closing a number that is not open does nothing: both sides may close at once. */
void page_socket_close(uint32_t number)
{
    struct page_socket *s = socket_of(number);
    if (s)
        alone_hang_up(&s->self);
}
