/* The threads of courier.h. Each takes a parcel, opens a connection, sends one request, reads the
 * status, and closes. */
#include "server/courier.h"

#include <fcntl.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cable/ask.h"

enum {
    THREADS = 4,
    EXCHANGE_MS = 10000,
    /* How long a push service keeps a message for a browser that is off. */
    KEEPS_S = 4 * 86400,
    PROOF_S = 12 * 3600
};

struct courier {
    /* Must be the first member. */
    struct messenger messenger;
    struct courier_options o;
    void (*wake)(void *arg);
    void *arg;
    pthread_t thread[THREADS];
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct parcel *due, **due_end, *done, **done_end;
    int stop;
    /* Its writing end is closed when the threads are to stop. */
    int stop_pipe[2];
};

/* ---- one exchange ---- */

/* A name with one address that is not public is not used at all. */
static int may(const void *with, const struct sockaddr *at)
{
    const struct courier *c = with;
    return address_is_public(at) || (c->o.local && address_is_own(at));
}

/* "HTTP/1.1 201 Created": the status, or 0. What follows it does not matter. */
static int read_status(struct cable *d)
{
    struct answer a = {0};
    char text[4096];
    size_t used;
    int n, state = 0;
    while (!a.status && state == 0 && (n = cable_read(d, text, sizeof text)) > 0)
        state = answer_add(&a, text, (size_t)n, &used);
    free(a.body);
    return a.status;
}

/* ---- what is sent ---- */

/* The text as it is sent, and the headers that go with it. Returns its length, or -1. */
static int pack_push(const struct courier *c, const struct parcel *p, const struct reach_url *u,
                     char *head, size_t room, uint8_t *body)
{
    struct push_pair own;
    uint8_t salt[PUSH_SALT];
    char proof[PUSH_PROOF], origin[REACH_HOST + 20];
    int usual = strcmp(u->port, u->tls ? "443" : "80") == 0;
    snprintf(origin, sizeof origin, "%s://%s%s%s", u->tls ? "https" : "http", u->host,
             usual ? "" : ":", usual ? "" : u->port);
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

static int pack(const struct courier *c, const struct parcel *p, const struct reach_url *u,
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

static int send_request(struct cable *d, const struct cable_to *to, const struct courier *c,
                        const struct parcel *p, const struct reach_url *u)
{
    char fields[PUSH_PROOF + 500] = "Connection: close\r\nUser-Agent: charlatan\r\n";
    uint8_t body[PUSH_TEXT + PUSH_MORE];
    size_t begin = strlen(fields);
    int n = pack(c, p, u, fields + begin, sizeof fields - begin, body);
    return n < 0 ? -1 : ask_send(d, to, &(struct ask){"POST", u->path, fields, body, (size_t)n});
}

/* What has been checked when somebody asked for it is checked again: the operator may have changed
 * the lists since. */
static int may_go(const struct courier *c, const struct parcel *p, struct reach_url *u)
{
    const char *const *hosts = p->shape == CALL_PUSH ? c->o.push_hosts : c->o.hook_hosts;
    return reach_read(p->url, u) == 0 && (u->tls || c->o.local) &&
           reach_allowed(hosts, u, c->o.local);
}

static int exchange(const struct courier *c, const struct parcel *p)
{
    struct reach_url u;
    struct cable d;
    if (!may_go(c, p, &u))
        return -1;
    const struct cable_to to = {
        .host = u.host, .port = u.port, .tls = u.tls, .may = may, .with = c};
    int opened = cable_open(&d, &to, EXCHANGE_MS, c->stop_pipe[0]);
    if (opened < 0)
        return opened == CABLE_FORBIDDEN ? -1 : 0;
    int status = send_request(&d, &to, c, p, &u) == 0 ? read_status(&d) : 0;
    cable_close(&d);
    return status;
}

/* ---- the threads ---- */

static struct parcel *next_todo(struct courier *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->due && !c->stop)
        pthread_cond_wait(&c->work, &c->lock);
    struct parcel *p = c->stop ? NULL : c->due;
    if (p) {
        c->due = p->next;
        if (!c->due)
            c->due_end = &c->due;
    }
    pthread_mutex_unlock(&c->lock);
    return p;
}

static void *deliver(void *arg)
{
    struct courier *c = arg;
    for (struct parcel *p; (p = next_todo(c));) {
        p->status = exchange(c, p);
        p->next = NULL;
        pthread_mutex_lock(&c->lock);
        *c->done_end = p;
        c->done_end = &p->next;
        pthread_mutex_unlock(&c->lock);
        c->wake(c->arg);
    }
    return NULL;
}

/* ---- the messenger ---- */

static void courier_send(struct messenger *m, struct parcel *p)
{
    struct courier *c = (struct courier *)m;
    p->next = NULL;
    pthread_mutex_lock(&c->lock);
    *c->due_end = p;
    c->due_end = &p->next;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
}

static struct parcel *courier_take(struct messenger *m)
{
    struct courier *c = (struct courier *)m;
    pthread_mutex_lock(&c->lock);
    struct parcel *p = c->done;
    if (p) {
        c->done = p->next;
        if (!c->done)
            c->done_end = &c->done;
    }
    pthread_mutex_unlock(&c->lock);
    return p;
}

static void free_list(struct parcel *p)
{
    while (p) {
        struct parcel *next = p->next;
        free(p);
        p = next;
    }
}

static void courier_close(struct messenger *m)
{
    struct courier *c = (struct courier *)m;
    pthread_mutex_lock(&c->lock);
    c->stop = 1;
    close(c->stop_pipe[1]);
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < THREADS; i++)
        pthread_join(c->thread[i], NULL);
    free_list(c->due);
    free_list(c->done);
    close(c->stop_pipe[0]);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->work);
    free(c);
}

struct messenger *courier_open(const struct courier_options *o, void (*wake)(void *arg), void *arg)
{
    struct courier *c = calloc(1, sizeof *c);
    MUST(c && pipe2(c->stop_pipe, O_CLOEXEC) == 0);
    c->o = *o;
    c->wake = wake;
    c->arg = arg;
    c->messenger = (struct messenger){.send = courier_send,
                                      .take = courier_take,
                                      .close = courier_close,
                                      .push_hosts = o->push_hosts,
                                      .hook_hosts = o->hook_hosts,
                                      .local = o->local};
    if (o->contact[0])
        push_base64(o->keys.point, PUSH_POINT, c->messenger.key);
    c->due_end = &c->due;
    c->done_end = &c->done;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    for (int i = 0; i < THREADS; i++)
        MUST(pthread_create(&c->thread[i], NULL, deliver, c) == 0);
    return &c->messenger;
}
