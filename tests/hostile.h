/* A server on this machine that does to its clients whatever a test wants, on a thread of its own:
 * plain or with TLS, with certificates that are made here. */
#ifndef CHARLATAN_TESTS_HOSTILE_H
#define CHARLATAN_TESTS_HOSTILE_H

#include <arpa/inet.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cable/shake.h"
#include "cable/cable.h"
#include "wire/frame.h"

struct hostile {
    int listener, port;
    /* What it does once it has read a request; `head` is that. */
    void (*serve)(struct hostile *h, const char *head);
    SSL_CTX *tls;
    /* What `serve` may use. */
    const char *text;
    size_t n;
    /* Set by the thread: how many requests it has read; what the last one was; the client's. */
    int heads, fd;
    SSL *session;
    char last[2048], named[100], offered[100];
    /* The last frame that came: its kind and body. */
    int kind;
    size_t body_n;
    unsigned char body[2000], mask[4];
    pthread_t thread;
    int stop;
};

static inline void nap(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, (long)(ms % 1000) * 1000000}, NULL);
}

static inline int count(int *of)
{
    return __atomic_load_n(of, __ATOMIC_ACQUIRE);
}

static inline int hostile_read(struct hostile *h, void *to, size_t room)
{
    return h->session ? SSL_read(h->session, to, (int)room) : (int)recv(h->fd, to, room, 0);
}

/* -1: the client has gone. */
static inline int hostile_say(struct hostile *h, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n) {
        int sent =
            h->session ? SSL_write(h->session, at, (int)n) : (int)send(h->fd, at, n, MSG_NOSIGNAL);
        if (sent <= 0)
            return -1;
        at += sent;
        n -= (size_t)sent;
    }
    return 0;
}

static inline int read_all(struct hostile *h, void *to, size_t n)
{
    for (size_t had = 0; had < n;) {
        int got = hostile_read(h, (char *)to + had, n - had);
        if (got <= 0)
            return -1;
        had += (size_t)got;
    }
    return 0;
}

/* Reads a frame, which has to be masked. -1: the client has gone. */
static inline int hostile_hear(struct hostile *h)
{
    unsigned char head[FRAME_HEAD];
    struct frame f;
    int got = 0;
    for (size_t n = 0; got == 0; n++) {
        if (read_all(h, head + n, 1) < 0)
            return -1;
        got = frame_read(&f, head, n + 1, 1);
    }
    if (got < 0 || f.n > sizeof h->body || read_all(h, h->body, f.n) < 0)
        return -1;
    frame_mask(h->body, f.n, f.mask);
    memcpy(h->mask, f.mask, 4);
    h->body_n = f.n;
    __atomic_store_n(&h->kind, f.kind, __ATOMIC_RELEASE);
    return f.kind;
}

/* Shakes hands for a WebSocket; `more` are bytes behind the answer. */
static inline void hostile_shake(struct hostile *h, const char *head, const void *more, size_t n)
{
    char accept[SHAKE_ACCEPT + 1], all[3000];
    const char *key = strstr(head, "Sec-WebSocket-Key: ");
    if (!key)
        return;
    shake_accept(key + 19, accept);
    int length = snprintf(all, sizeof all,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                          "Sec-WebSocket-Protocol: charlatan\r\n\r\n",
                          accept);
    if (n)
        memcpy(all + length, more, n);
    hostile_say(h, all, (size_t)length + n);
}

/* ---- the thread ---- */

static inline int read_head(struct hostile *h)
{
    size_t n = 0;
    h->last[0] = 0;
    while (!strstr(h->last, "\r\n\r\n")) {
        int got = n + 1 < sizeof h->last ? hostile_read(h, h->last + n, sizeof h->last - 1 - n) : 0;
        if (got <= 0)
            return -1;
        n += (size_t)got;
        h->last[n] = 0;
    }
    return 0;
}

static inline void meet(struct hostile *h)
{
    if (h->tls) {
        h->session = SSL_new(h->tls);
        SSL_set_fd(h->session, h->fd);
        if (SSL_accept(h->session) != 1)
            return;
    }
    if (read_head(h) < 0)
        return;
    __atomic_add_fetch(&h->heads, 1, __ATOMIC_ACQ_REL);
    h->serve(h, h->last);
}

static inline void *hostile_work(void *arg)
{
    struct hostile *h = arg;
    while (!count(&h->stop) && (h->fd = accept(h->listener, NULL, NULL)) >= 0) {
        h->session = NULL;
        meet(h);
        SSL_free(h->session);
        close(h->fd);
    }
    return NULL;
}

static inline int hostile_listen(int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
                listen(fd, 10) == 0 && getsockname(fd, (struct sockaddr *)&at, &n) == 0);
    *port = ntohs(at.sin_port);
    return fd;
}

static inline void hostile_start(struct hostile *h)
{
    h->listener = hostile_listen(&h->port);
    assert_int_equal(pthread_create(&h->thread, NULL, hostile_work, h), 0);
}

/* The client must have closed its connection. */
static inline void hostile_stop(struct hostile *h)
{
    __atomic_store_n(&h->stop, 1, __ATOMIC_RELEASE);
    shutdown(h->listener, SHUT_RDWR);
    pthread_join(h->thread, NULL);
    close(h->listener);
    SSL_CTX_free(h->tls);
}

/* ---- certificates ---- */

struct authority {
    X509 *certificate;
    EVP_PKEY *key;
};

static inline void add_extension(X509 *to, X509 *issuer, int kind, const char *value)
{
    X509V3_CTX with;
    X509V3_set_ctx(&with, issuer, to, NULL, NULL, 0);
    X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, &with, kind, value);
    assert_non_null(e);
    assert_int_equal(X509_add_ext(to, e, -1), 1);
    X509_EXTENSION_free(e);
}

/* A certificate for a subject such as "DNS:localhost", signed by an authority; by itself if that is
 * NULL. It ends in so many seconds. */
static inline X509 *certify(EVP_PKEY *key, const char *subject, const struct authority *by,
                            long seconds)
{
    X509 *x = X509_new();
    assert_non_null(x);
    X509_set_version(x, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x), subject ? 2 : 1);
    X509_gmtime_adj(X509_getm_notBefore(x), -2 * 86400);
    X509_gmtime_adj(X509_getm_notAfter(x), seconds);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                               (const unsigned char *)(subject ? "one" : "authority"), -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(by ? by->certificate : x));
    X509_set_pubkey(x, key);
    if (subject)
        add_extension(x, by ? by->certificate : x, NID_subject_alt_name, subject);
    else
        add_extension(x, x, NID_basic_constraints, "critical,CA:TRUE");
    assert_true(X509_sign(x, by ? by->key : key, EVP_sha256()) > 0);
    return x;
}

static inline struct authority authority_new(void)
{
    struct authority a = {.key = EVP_EC_gen("P-256")};
    assert_non_null(a.key);
    a.certificate = certify(a.key, NULL, NULL, 86400);
    return a;
}

static inline int note_offer(SSL *session, const unsigned char **chosen, unsigned char *n,
                             const unsigned char *offered, unsigned offered_n, void *arg)
{
    struct hostile *h = arg;
    const char *named = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name);
    (void)chosen, (void)n;
    snprintf(h->named, sizeof h->named, "%s", named ? named : "");
    snprintf(h->offered, sizeof h->offered, "%.*s", (int)offered_n, (const char *)offered);
    return SSL_TLSEXT_ERR_NOACK;
}

static inline void hostile_certify(struct hostile *h, const char *subject,
                                   const struct authority *by, long seconds)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *x = certify(key, subject, by, seconds);
    h->tls = SSL_CTX_new(TLS_server_method());
    assert_true(SSL_CTX_use_certificate(h->tls, x) == 1 &&
                SSL_CTX_use_PrivateKey(h->tls, key) == 1);
    SSL_CTX_set_alpn_select_cb(h->tls, note_offer, h);
    X509_free(x);
    EVP_PKEY_free(key);
}

#endif
