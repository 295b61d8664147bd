/* The threads of courier.h. Each takes a parcel, opens a connection, sends one request, reads the
 * status, and closes. */
#include "server/courier.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    THREADS = 4,
    EXCHANGE_MS = 10000,
    /* What is read of an answer: its head begins with the status. */
    ANSWER = 4096,
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
    SSL_CTX *tls;
    pthread_t thread[THREADS];
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct parcel *due, **due_end, *done, **done_end;
    int stop;
};

/* One exchange. */
struct line {
    int fd;
    SSL *tls;
    int64_t deadline;
    const struct courier *courier;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- one exchange ---- */

/* Waits in short steps, so that the thread can be stopped. */
static int wait_for(const struct line *l, short events)
{
    while (!__atomic_load_n(&l->courier->stop, __ATOMIC_RELAXED)) {
        struct pollfd fd = {l->fd, events, 0};
        int64_t left = l->deadline - now_ms();
        if (left <= 0)
            return 0;
        int n = poll(&fd, 1, left < 200 ? (int)left : 200);
        if (n != 0)
            return n > 0;
    }
    return 0;
}

static int dial_one(struct line *l, const struct addrinfo *at)
{
    int error = 0, on = 1;
    socklen_t n = sizeof error;
    l->fd = socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
    if (l->fd < 0)
        return 0;
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(l->fd, at->ai_addr, at->ai_addrlen) == 0)
        return 1;
    if (errno == EINPROGRESS && wait_for(l, POLLOUT) &&
        getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &n) == 0 && error == 0)
        return 1;
    close(l->fd);
    l->fd = -1;
    return 0;
}

/* A name with one address that is not public is not used at all. */
static int all_may(const struct courier *c, const struct addrinfo *list)
{
    for (const struct addrinfo *at = list; at; at = at->ai_next)
        if (!address_is_public(at->ai_addr) && !(c->o.local && address_is_own(at->ai_addr)))
            return 0;
    return list != NULL;
}

/* 1: connected, to an address that was checked. 0: not. -1: it may not go there. */
static int dial(struct line *l, const struct reach_url *u)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    int done = 0;
    if (getaddrinfo(u->host, u->port, &hints, &list) != 0)
        return 0;
    if (!all_may(l->courier, list))
        done = -1;
    for (const struct addrinfo *at = list; at && done == 0; at = at->ai_next)
        done = dial_one(l, at);
    freeaddrinfo(list);
    return done;
}

/* Whether the TLS function that returned this can go on. */
static int tls_goes_on(const struct line *l, int returned)
{
    int error = SSL_get_error(l->tls, returned);
    if (error == SSL_ERROR_WANT_READ)
        return wait_for(l, POLLIN);
    return error == SSL_ERROR_WANT_WRITE && wait_for(l, POLLOUT);
}

static int shake_hands(struct line *l, const struct reach_url *u)
{
    int n;
    l->tls = SSL_new(l->courier->tls);
    if (!l->tls || SSL_set_fd(l->tls, l->fd) != 1 || SSL_set1_host(l->tls, u->host) != 1 ||
        SSL_set_tlsext_host_name(l->tls, u->host) != 1)
        return -1;
    while ((n = SSL_connect(l->tls)) != 1)
        if (!tls_goes_on(l, n))
            return -1;
    return 0;
}

static int send_some(struct line *l, const char *text, size_t n)
{
    if (l->tls) {
        int sent = SSL_write(l->tls, text, (int)n);
        return sent > 0 ? sent : tls_goes_on(l, sent) ? 0 : -1;
    }
    ssize_t sent = send(l->fd, text, n, MSG_NOSIGNAL);
    if (sent > 0)
        return (int)sent;
    return (errno == EAGAIN || errno == EINTR) && wait_for(l, POLLOUT) ? 0 : -1;
}

static int send_all(struct line *l, const char *text, size_t n)
{
    while (n > 0) {
        int sent = send_some(l, text, n);
        if (sent < 0)
            return -1;
        text += sent;
        n -= (size_t)sent;
    }
    return 0;
}

static int read_some(struct line *l, char *to, size_t room)
{
    for (;;) {
        if (l->tls) {
            int n = SSL_read(l->tls, to, (int)room);
            if (n > 0)
                return n;
            if (!tls_goes_on(l, n))
                return 0;
            continue;
        }
        if (!wait_for(l, POLLIN))
            return 0;
        ssize_t n = recv(l->fd, to, room, 0);
        if (n >= 0 || (errno != EAGAIN && errno != EINTR))
            return n > 0 ? (int)n : 0;
    }
}

/* "HTTP/1.1 201 Created": the status, or 0. */
static int read_status(struct line *l)
{
    char text[ANSWER + 1];
    size_t n = 0;
    while (n < ANSWER) {
        int got = read_some(l, text + n, ANSWER - n);
        if (got <= 0)
            break;
        n += (size_t)got;
        text[n] = 0;
        if (n >= 12 && memchr(text, '\n', n))
            break;
    }
    text[n] = 0;
    if (n < 12 || strncmp(text, "HTTP/1.", 7) != 0 || text[8] != ' ')
        return 0;
    int status = atoi(text + 9);
    return status >= 100 && status < 600 ? status : 0;
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

static int send_request(struct line *l, const struct parcel *p, const struct reach_url *u)
{
    char more[PUSH_PROOF + 400], head[REACH_URL + REACH_HOST + sizeof more + 200];
    uint8_t body[PUSH_TEXT + PUSH_MORE];
    int n = pack(l->courier, p, u, more, sizeof more, body);
    int usual = strcmp(u->port, u->tls ? "443" : "80") == 0, six = strchr(u->host, ':') != NULL;
    if (n < 0)
        return -1;
    int length = snprintf(head, sizeof head,
                          "POST %s HTTP/1.1\r\nHost: %s%s%s%s%s\r\nConnection: close\r\n"
                          "User-Agent: charlatan\r\n%sContent-Length: %d\r\n\r\n",
                          u->path, six ? "[" : "", u->host, six ? "]" : "", usual ? "" : ":",
                          usual ? "" : u->port, more, n);
    if (length < 0 || length >= (int)sizeof head)
        return -1;
    return send_all(l, head, (size_t)length) < 0 ? -1 : send_all(l, (char *)body, (size_t)n);
}

static void hang_up(struct line *l)
{
    if (l->tls)
        SSL_free(l->tls);
    if (l->fd >= 0)
        close(l->fd);
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
    struct line l = {.fd = -1, .deadline = now_ms() + EXCHANGE_MS, .courier = c};
    int status = 0;
    if (!may_go(c, p, &u))
        return -1;
    int dialled = dial(&l, &u);
    if (dialled < 0)
        return -1;
    if (dialled > 0 && (!u.tls || shake_hands(&l, &u) == 0) && send_request(&l, p, &u) == 0)
        status = read_status(&l);
    hang_up(&l);
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
    __atomic_store_n(&c->stop, 1, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < THREADS; i++)
        pthread_join(c->thread[i], NULL);
    free_list(c->due);
    free_list(c->done);
    SSL_CTX_free(c->tls);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->work);
    free(c);
}

/* Certificates are checked against those that this machine trusts. */
static SSL_CTX *tls_open(void)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_client_method());
    MUST(tls);
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_verify(tls, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_verify_paths(tls);
    return tls;
}

struct messenger *courier_open(const struct courier_options *o, void (*wake)(void *arg), void *arg)
{
    struct courier *c = calloc(1, sizeof *c);
    MUST(c);
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
    c->tls = tls_open();
    c->due_end = &c->due;
    c->done_end = &c->done;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    for (int i = 0; i < THREADS; i++)
        MUST(pthread_create(&c->thread[i], NULL, deliver, c) == 0);
    return &c->messenger;
}
