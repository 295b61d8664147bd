/* The threads of courier.h. Each takes a parcel, opens a connection, sends one request, reads the
 * status, and closes. */
#include "server/notify/courier.h"

#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cable/ask.h"
#include "cable/queries.h"

enum {
    THREADS = 4,
    EXCHANGE_MS = 10000,
    /* How long a push service keeps a message for a browser that is off. */
    KEEPS_S = 4 * 86400,
    PROOF_S = 12 * 3600
};

struct courier {
    /* Must be the first member. */
    struct call_messenger messenger;
    struct courier_options o;
    void (*wake)(void *arg);
    void *arg;
    struct queries *queries;
};

/* `parcel` is never NULL; it belongs to the thread while it is under way. */
struct delivery {
    /* Must be the first member. */
    struct cable_query query;
    struct call_parcel *parcel;
};

/* ---- what is sent ---- */

/* The text as it is sent, and the headers that go with it. Returns its length, or -1. */
static int pack_push(const struct courier *c, const struct call_parcel *p, const struct url *u,
                     char *head, size_t room, uint8_t *body)
{
    struct push_pair own;
    uint8_t salt[PUSH_SALT];
    char proof[PUSH_PROOF], origin[URL_ORIGIN];
    url_origin(u, origin);
    if (push_pair_make(&own) < 0 || RAND_bytes(salt, sizeof salt) != 1 ||
        push_proof(&c->o.keys, origin, (int64_t)time(NULL) + PROOF_S, c->o.contact, proof) < 0)
        return -1;
    snprintf(head, room,
             "Authorization: %s\r\nContent-Encoding: aes128gcm\r\n"
             "Content-Type: application/octet-stream\r\nTTL: %d\r\nUrgency: normal\r\n",
             proof, KEEPS_S);
    return push_seal(p->point, p->auth, &own, salt, (const uint8_t *)p->text, strlen(p->text),
                     body);
}

/* -1 only for browsers, if something of OpenSSL fails. `body` has room for PUSH_TEXT + PUSH_MORE
 * bytes. */
static int pack(const struct courier *c, const struct call_parcel *p, const struct url *u,
                char *head, size_t room, uint8_t *body)
{
    if (p->shape == CALL_PUSH)
        return pack_push(c, p, u, head, room, body);
    if (p->shape == CALL_NTFY)
        snprintf(head, room,
                 "Content-Type: text/plain; charset=utf-8\r\nTitle: %s\r\nClick: %s\r\n", p->title,
                 p->link);
    else
        snprintf(head, room, "Content-Type: application/json\r\n");
    size_t n = strlen(p->text);
    memcpy(body, p->text, n);
    return (int)n;
}

/* ---- one exchange ---- */

/* A name with one address that is not public is not used at all. */
static int may(const void *with, const struct sockaddr *at)
{
    const struct courier *c = with;
    return address_is_public(at) || (c->o.local && address_is_own(at));
}

/* What has been checked when somebody asked for it is checked again: the operator may have changed
 * the lists since. */
static int may_go(const struct courier *c, const struct call_parcel *p, struct url *u)
{
    const char *const *hosts = p->shape == CALL_PUSH ? c->o.push_hosts : c->o.hook_hosts;
    return url_read(p->url, u, NULL) == 0 && (u->tls || c->o.local) &&
           reach_allowed(hosts, u, c->o.local);
}

/* Nothing is read of an answer but its status. The status; 0: no answer, and it may be tried again;
 * -1: it may not go there, whenever it is tried. */
static int exchange(const struct courier *c, const struct call_parcel *p, struct cable *line)
{
    struct url u;
    struct answer in = {.most = 0};
    char fields[PUSH_PROOF + 500] = "User-Agent: charlatan\r\n";
    uint8_t body[PUSH_TEXT + PUSH_MORE];
    size_t begin = strlen(fields);
    if (!may_go(c, p, &u))
        return -1;
    int n = pack(c, p, &u, fields + begin, sizeof fields - begin, body);
    const struct cable_to to = {.url = &u, .may = may, .with = c};
    const struct ask request = {"POST", u.path, fields, body, (size_t)n, 0};
    int done = n < 0 ? CABLE_FAILED : ask_server(line, &to, &request, &in, EXCHANGE_MS);
    free(in.body);
    return done == CABLE_FORBIDDEN ? -1 : in.status;
}

/* ---- the threads ---- */

/* On one of the threads. Only the parcel's status is written. */
static void deliver(void *with, struct cable_query *q, struct cable *line)
{
    struct call_parcel *p = ((struct delivery *)q)->parcel;
    p->status = exchange(with, p, line);
}

static void wake(void *with)
{
    const struct courier *c = with;
    c->wake(c->arg);
}

/* For what is left when the messenger closes. */
static void drop(struct cable_query *q)
{
    free(((struct delivery *)q)->parcel);
    free(q);
}

/* ---- the messenger ---- */

/* Takes the parcel over, until courier_take. */
static void courier_send(struct call_messenger *m, struct call_parcel *p)
{
    struct delivery *d = malloc(sizeof *d);
    MUST(d);
    d->parcel = p;
    queries_add(((struct courier *)m)->queries, &d->query);
}

static struct call_parcel *courier_take(struct call_messenger *m)
{
    struct cable_query *q = queries_take(((struct courier *)m)->queries);
    struct call_parcel *p = q ? ((struct delivery *)q)->parcel : NULL;
    free(q);
    return p;
}

static void courier_close(struct call_messenger *m)
{
    queries_close(((struct courier *)m)->queries);
    free(m);
}

/* `o` is copied; the lists of hosts must outlive it. contact "": nothing goes to browsers, and the
 * key is "". */
struct call_messenger *courier_open(const struct courier_options *o, void (*wakes)(void *arg),
                                    void *arg)
{
    static const struct queries_calls calls = {deliver, wake, drop};
    struct courier *c = calloc(1, sizeof *c);
    MUST(c);
    c->o = *o;
    c->wake = wakes;
    c->arg = arg;
    c->messenger = (struct call_messenger){.send = courier_send,
                                           .take = courier_take,
                                           .close = courier_close,
                                           .push_hosts = o->push_hosts,
                                           .hook_hosts = o->hook_hosts,
                                           .local = o->local};
    if (o->contact[0])
        push_base64(o->keys.point, PUSH_POINT, c->messenger.key);
    c->queries = queries_open(THREADS, &calls, c);
    return &c->messenger;
}
