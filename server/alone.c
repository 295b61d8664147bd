/* A host without threads and sockets (alone.h): lists of what is to be done. */
#include "server/alone.h"

#include <stdlib.h>
#include <string.h>

#include "match/hurried.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/bots.h"

/* What a paused socket has said, oldest first; on the heap. */
struct said {
    struct said *next;
    size_t n;
    char text[];
};

/* ---- requests ---- */

/* A path that is too long becomes "/", and arguments that are too long are left out. The callers
 * are our own code, so nothing of this has to be refused. */
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

/* The same bounds as a server's, so that a page refuses what a server refuses. */
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

void alone_ask(struct alone *a, struct http *h, const char *method, const char *path,
               const char *token, const char *body, size_t n)
{
    h->method = strcmp(method, "GET") == 0    ? HTTP_GET
                : strcmp(method, "POST") == 0 ? HTTP_POST
                                              : HTTP_OTHER;
    read_target(h, path);
    if (strlen(token) < sizeof h->token)
        strcpy(h->token, token);
    take_body(h, body, n);
    h->host = &a->host;
    a->figures.transport.requests++;
}

static void answer(struct http *h, int status, const char *type, const char *body, size_t n)
{
    const struct alone *a = (const struct alone *)h->host;
    a->ways->answered(h, status, type, body, n);
}

/* What is packed is for those who take it. */
static void answer_kept(struct http *h, const struct http_kept *k)
{
    MUST(!k->gzip);
    answer(h, 200, k->type, (const char *)k->at, k->n);
}

/* ---- messages ---- */

/* The owner gets the message at once, within whatever call the server is in. */
static void say_to(struct peer *p, struct peer_message *m)
{
    struct alone_socket *s = (struct alone_socket *)p;
    if (p->closing)
        return;
    s->alone->figures.transport.messages_out++;
    s->alone->figures.transport.bytes_out += m->n;
    s->alone->ways->sent(s, m);
}

/* May be called again: the first reason stands. The socket stays until its owner hangs up, or
 * alone_flush does. */
static void say_bye(struct peer *p, const char *reason)
{
    char text[80];
    if (p->closing)
        return;
    peer_send_text(p, text, (size_t)snprintf(text, sizeof text, "{\"bye\":\"%s\"}", reason));
    p->closing = 1;
}

/* The same limit as the transport's, with the same goodbye. */
static void hear(struct alone_socket *s, const char *text, size_t n)
{
    s->alone->figures.transport.messages_in++;
    s->alone->figures.transport.bytes_in += n;
    if (n > PEER_MESSAGE)
        say_bye(&s->peer, "bad-message");
    else
        guest_message(s->alone->server, &s->peer, text, n);
}

/* heard: hands on what it has said, until it is paused again or closed; otherwise throws all of it
 * away. */
static void forget_said(struct alone_socket *s, int heard)
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

static void set_paused(struct peer *p, int paused)
{
    struct alone_socket *s = (struct alone_socket *)p;
    s->paused = paused;
    if (!paused)
        forget_said(s, 1);
}

/* ---- sockets ---- */

/* Its memory must stay until `closed` is called for it. */
void alone_open(struct alone *a, struct alone_socket *s)
{
    s->alone = a;
    s->said_end = &s->said;
    s->next = a->sockets;
    a->sockets = s;
    s->peer.host = &a->host;
    a->figures.transport.peers++;
    guest_opened(a->server, &s->peer);
}

/* Nothing is heard of a socket that the server has closed. */
void alone_say(struct alone_socket *s, const char *text, size_t n)
{
    if (s->peer.closing)
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

/* Once for each socket that was opened, whoever has closed it. What it had said and nobody heard is
 * lost. */
void alone_hang_up(struct alone_socket *s)
{
    struct alone_socket **at = &s->alone->sockets;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    s->alone->figures.transport.peers--;
    guest_closed(s->alone->server, &s->peer);
    forget_said(s, 0);
    s->alone->ways->closed(s);
}

/* Call it after each turn; in between, sockets that were closed still stand in the list. */
void alone_flush(struct alone *a)
{
    for (struct alone_socket *s = a->sockets, *next; s; s = next) {
        next = s->next;
        if (s->peer.closing)
            alone_hang_up(s);
    }
}

/* ---- chores ---- */

/* One list for all lanes: without threads none can hold up another, and tests get one order. */
static void add_chore(struct host *host, enum chore_lane lane, struct chore *chore)
{
    struct alone *a = (struct alone *)host;
    (void)lane;
    chore->next = NULL;
    *a->chores_end = chore;
    a->chores_end = &chore->next;
}

static uint32_t count_chores(struct host *host, enum chore_lane lane)
{
    uint32_t n = 0;
    (void)lane;
    for (const struct chore *c = ((struct alone *)host)->chores; c; c = c->next)
        n++;
    return n;
}

static int is_stopping(struct host *host)
{
    return ((struct alone *)host)->stopping;
}

/* Also does what these chores add. While the host stops, chores are only dropped. */
int alone_do_chores(struct alone *a)
{
    int done = 0;
    for (struct chore *c; (c = a->chores); done = 1) {
        if (!(a->chores = c->next))
            a->chores_end = &a->chores;
        c->dropped = a->stopping;
        if (!a->stopping)
            c->run(c);
        c->done(c);
    }
    return done;
}

/* ---- bots ---- */

/* Keeps a copy until somebody takes it (alone_take_job). */
static void think(struct host *host, const struct bot_job *job)
{
    struct alone *a = (struct alone *)host;
    struct bot_job *own = malloc(sizeof *own);
    MUST(own);
    *own = *job;
    a->figures.workers.waiting++;
    job_list_add(&a->jobs, own);
}

struct bot_job *alone_take_job(struct alone *a)
{
    return job_list_take(&a->jobs);
}

/* `job` came from alone_take_job, with move.answer filled in; it is freed here. */
void alone_answered(struct alone *a, struct bot_job *job)
{
    a->figures.workers.waiting--;
    a->figures.workers.answered++;
    a->figures.workers.hurried += job->hurried != HURRIED_NO;
    bots_answered(a->server, job);
    free(job);
}

/* ---- the whole ---- */

void alone_begin(struct alone *a, struct server *s, struct queue *queue,
                 const struct alone_ways *ways)
{
    *a = (struct alone){
        .host =
            {
                .answer = answer,
                .answer_kept = answer_kept,
                .send = say_to,
                .pause = set_paused,
                .close = say_bye,
                .queue = queue,
                .chore = add_chore,
                .chores_waiting = count_chores,
                .stopping = is_stopping,
                .think = think,
                .clock = ways->clock,
                .random = ways->random,
            },
        .server = s,
        .ways = ways,
    };
    a->chores_end = &a->chores;
    job_list_init(&a->jobs);
    s->host = &a->host;
}

void alone_figures(struct host *host, struct host_figures *f)
{
    *f = ((struct alone *)host)->figures;
}

/* Jobs first, whose answers nobody wants; then the queue, whose callbacks may add chores; then
 * those, as dropped. */
void alone_stop(struct host *host)
{
    struct alone *a = (struct alone *)host;
    a->stopping = 1;
    job_list_free(&a->jobs);
    queue_close(host->queue);
    alone_do_chores(a);
}
