/* Connections of a client: sockets, TLS with its bytes in our hands, and accidents. */
#include "fuzz/socket/line.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <openssl/err.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/promise.h"
#include "fuzz/socket/wrongs.h"

enum { SENT_MOST = 1 << 20, CHUNK = 1 << 16, ADDRESSES = 200, SHOWN = 1 << 14 };

uint64_t lines_dialled;
int lines_loud;
static SSL_CTX *modern, *older;
/* Of an earlier connection, to be resumed. */
static SSL_SESSION *session;

int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- what people see ---- */

static void show(const char *who, const uint8_t *at, size_t n)
{
    fprintf(stderr, "%s ", who);
    for (size_t i = 0; i < n && i < SHOWN; i++)
        if (at[i] == '\n')
            fprintf(stderr, "\\n%s", i + 1 < n ? "\n  " : "");
        else if (at[i] == '\r')
            fputs("\\r", stderr);
        else if (isprint(at[i]))
            fputc(at[i], stderr);
        else
            fprintf(stderr, "\\x%02x", at[i]);
    fprintf(stderr, "%s\n", n > SHOWN ? " ..." : "");
}

void line_promise(const struct line *l, int kept, const char *what)
{
    if (kept)
        return;
    wrongs_note(what);
    fprintf(stderr, "\nserver %d%s, ended %d\n", (int)l->house, l->tls ? ", TLS" : "", l->ended);
    show(">", l->sent.at, l->sent.n);
    show("<", l->heard.at, l->heard.n);
    promise(0, what);
}

void line_expect(struct line *l, int kept, const char *what)
{
    if (kept)
        return;
    if (!wrongs_counted)
        line_promise(l, 0, what);
    wrongs_count(what);
    l->deaf = 1;
}

/* ---- the socket ---- */

static void line_poll(struct line *l, short events, int ms)
{
    struct pollfd p = {.fd = l->fd, .events = events};
    int64_t until = now_ms() + ms;
    while (poll(&p, 1, ms) < 0 && errno == EINTR) {
        ms = (int)(until - now_ms());
        ms = ms > 0 ? ms : 0;
    }
}

void line_wait(struct line *l, int ms)
{
    if (l->fd >= 0 && !l->ended)
        line_poll(l, POLLIN, ms);
}

/* Notes what has left, if it can be read on the way. */
static void note_sent(struct line *l, const uint8_t *at, size_t n)
{
    if (l->sent.n + n > SENT_MOST)
        l->blind = 1;
    else
        bytes_add(&l->sent, at, n);
    if (lines_loud && !l->honest)
        show(">", at, n);
}

/* A server that does not read for long is left alone. */
static void send_all(struct line *l, const uint8_t *at, size_t n)
{
    for (int tries = 0; n && !l->stuck;) {
        ssize_t sent = send(l->fd, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            if (!l->tls)
                note_sent(l, at, (size_t)sent);
            at += sent;
            n -= (size_t)sent;
        } else if (errno == EAGAIN && tries++ < 4) {
            line_poll(l, POLLOUT, 25);
        } else if (errno != EINTR) {
            l->stuck = 1;
        }
    }
}

/* The accident at this byte. Returns how many bytes of the input it takes. */
static size_t spoil(struct line *l, const uint8_t *at)
{
    uint8_t bent[2] = {*at, *at};
    l->spoil_in = -1;
    if (l->tls)
        l->blind = 1;
    if (l->spoil_how == 'r')
        line_reset(l);
    else if (l->spoil_how == 'f')
        line_shut(l);
    else if (l->spoil_how == '2')
        send_all(l, bent, 2);
    else if (l->spoil_how == 'x') {
        bent[0] ^= 0x20;
        send_all(l, bent, 1);
    }
    return 1;
}

static void put(struct line *l, const uint8_t *at, size_t n)
{
    while (n && l->fd >= 0 && !l->shut) {
        size_t now = n;
        if (l->spoil_in == 0)
            now = spoil(l, at);
        else {
            if (l->spoil_in > 0 && (uint64_t)l->spoil_in < n)
                now = (size_t)l->spoil_in;
            send_all(l, at, now);
            l->spoil_in -= l->spoil_in > 0 ? (int64_t)now : 0;
        }
        at += now;
        n -= now;
    }
}

/* ---- TLS ---- */

static void put_sealed(struct line *l)
{
    uint8_t part[4096];
    int n;
    while (l->tls && (n = BIO_read(l->out, part, sizeof part)) > 0)
        put(l, part, (size_t)n);
}

static int keep_session(SSL *tls, SSL_SESSION *new)
{
    (void)tls;
    SSL_SESSION_free(session);
    session = new;
    return 1;
}

static SSL_CTX *make_context(int most)
{
    SSL_CTX *c = SSL_CTX_new(TLS_client_method());
    promise(c != NULL, "OpenSSL works");
    SSL_CTX_set_max_proto_version(c, most);
    SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(c, keep_session);
    return c;
}

void lines_open(void)
{
    modern = make_context(TLS1_3_VERSION);
    older = make_context(TLS1_2_VERSION);
}

void lines_close(void)
{
    SSL_SESSION_free(session);
    session = NULL;
    SSL_CTX_free(modern);
    SSL_CTX_free(older);
}

/* What the client offers to speak: letters h (HTTP/1.1) and 2 (HTTP/2). */
static void offer(SSL *tls, const char *how)
{
    uint8_t list[16];
    unsigned n = 0;
    for (; *how; how++)
        if (*how == 'h' && n + 9 <= sizeof list) {
            memcpy(list + n, "\x08http/1.1", 9);
            n += 9;
        } else if (*how == '2' && n + 3 <= sizeof list) {
            memcpy(list + n, "\x02h2", 3);
            n += 3;
        }
    if (n)
        SSL_set_alpn_protos(tls, list, n);
}

static void take(struct line *l);

/* 'o': an older TLS; 's': an earlier session is resumed; 'n': with a name. */
static void seal(struct line *l, const char *how)
{
    int64_t until = now_ms() + PATIENCE_MS;
    l->tls = SSL_new(strchr(how, 'o') ? older : modern);
    l->in = BIO_new(BIO_s_mem());
    l->out = BIO_new(BIO_s_mem());
    promise(l->tls && l->in && l->out, "OpenSSL works");
    SSL_set_bio(l->tls, l->in, l->out);
    SSL_set_connect_state(l->tls);
    offer(l->tls, how);
    if (strchr(how, 'n'))
        SSL_set_tlsext_host_name(l->tls, "localhost");
    if (strchr(how, 's') && session)
        SSL_set_session(l->tls, session);
    SSL_do_handshake(l->tls);
    put_sealed(l);
    while (l->tls && !SSL_is_init_finished(l->tls) && !l->ended && !l->deaf && !l->shut) {
        line_wait(l, l->blind ? 20 : PATIENCE_MS);
        uint64_t before = BIO_number_written(l->in);
        take(l);
        if (l->blind && l->tls && BIO_number_written(l->in) == before)
            return;
        line_promise(l, now_ms() < until, "a handshake of TLS comes to its end");
    }
}

/* What came from the network goes to OpenSSL, and what that makes of it to us. */
static void unseal(struct line *l, const uint8_t *at, size_t n)
{
    uint8_t part[4096];
    int got = 0;
    ERR_clear_error();
    BIO_write(l->in, at, (int)n);
    if (!SSL_is_init_finished(l->tls) && SSL_do_handshake(l->tls) <= 0)
        got = -1;
    while (got >= 0 && (got = SSL_read(l->tls, part, sizeof part)) > 0) {
        bytes_add(&l->heard, part, (size_t)got);
        if (lines_loud && !l->honest)
            show("<", part, (size_t)got);
    }
    int why = SSL_get_error(l->tls, got);
    if (why == SSL_ERROR_ZERO_RETURN)
        l->ended = 1;
    else if (why != SSL_ERROR_WANT_READ)
        l->deaf = 1;
    put_sealed(l);
}

static void write_sealed(struct line *l, const uint8_t *at, size_t n)
{
    if (l->deaf || !SSL_is_init_finished(l->tls) || SSL_write(l->tls, at, (int)n) <= 0)
        return;
    note_sent(l, at, n);
    put_sealed(l);
}

void line_trick(struct line *l, const char *what)
{
    if (!l->tls || !SSL_is_init_finished(l->tls))
        return;
    if (strcmp(what, "keys") == 0)
        SSL_key_update(l->tls, SSL_KEY_UPDATE_REQUESTED);
    else if (strcmp(what, "again") == 0)
        SSL_renegotiate(l->tls);
    else
        SSL_shutdown(l->tls);
    SSL_do_handshake(l->tls);
    put_sealed(l);
    ERR_clear_error();
}

/* ---- hearing ---- */

static void take(struct line *l)
{
    static uint8_t part[CHUNK];
    while (l->fd >= 0 && !l->ended) {
        ssize_t n = recv(l->fd, part, sizeof part, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)
            l->ended = n < 0 ? 2 : 1;
        else if (l->tls)
            unseal(l, part, (size_t)n);
        else if (!l->deaf) {
            bytes_add(&l->heard, part, (size_t)n);
            if (lines_loud && !l->honest)
                show("<", part, (size_t)n);
        }
    }
}

void line_listen(struct line *l)
{
    if (l->fd < 0)
        return;
    take(l);
    ear_hear(l);
}

int line_owed(const struct line *l)
{
    struct requests all;
    int owed = 0;
    if (l->fd < 0 || l->ended || l->blind || l->deaf || l->stuck || l->ear.in_socket ||
        l->house == HASTY)
        return 0;
    requests_read(l->sent.at, l->sent.n, &all);
    for (int i = 0; i < all.n; i++)
        owed += all.list[i].sure;
    return owed - l->ear.answers;
}

/* ---- beginning and ending ---- */

/* Many addresses, because each has only so many ports. */
static int from_somewhere(int fd)
{
    static uint32_t next;
    int on = 1;
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(0x7f000001 + next++ % ADDRESSES)};
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    return bind(fd, (struct sockaddr *)&from, sizeof from);
}

static int dial(int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || from_somewhere(fd) < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) {
        perror("connect");
        promise(0, "a server takes connections");
    }
    setsockopt(fd, IPPROTO_TCP, 1 /* TCP_NODELAY */, &on, sizeof on);
    lines_dialled++;
    return fd;
}

/* `how`: letters for TLS, "t" at least; 'g': garbage where TLS is spoken, or the other way
 * round. */
int line_dial(struct line *l, enum house house, int port, const char *how)
{
    int garbage = strchr(how, 'g') != NULL;
    int tls = house == SECRET || house == HASTY ? !garbage : garbage;
    struct line old = *l;
    *l = (struct line){.house = house, .spoil_in = old.spoil_in, .spoil_how = old.spoil_how};
    l->pending = old.pending;
    l->fd = dial(port);
    l->blind = l->deaf = garbage;
    if (lines_loud && !l->honest)
        fprintf(stderr, "-- to %d %s\n", (int)house, how);
    if (tls)
        seal(l, how);
    return 0;
}

/* A piece waits until the one before it was taken off the wire. */
void line_flush(struct line *l)
{
    size_t n = l->pending.n, at = 0;
    while (at < n && l->fd >= 0 && !l->stuck && !l->ended) {
        size_t now = l->piece && l->piece < n - at ? l->piece : n - at;
        if (l->tls)
            write_sealed(l, l->pending.at + at, now);
        else
            put(l, l->pending.at + at, now);
        at += now;
        if (at < n)
            sched_yield();
    }
    l->pending.n = 0;
}

void line_shut(struct line *l)
{
    if (l->fd >= 0)
        shutdown(l->fd, SHUT_WR);
    l->shut = 1;
}

void line_reset(struct line *l)
{
    struct linger now = {1, 0};
    if (l->fd >= 0)
        setsockopt(l->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    line_close(l);
}

void line_close(struct line *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    SSL_free(l->tls);
    l->tls = NULL;
    bytes_free(&l->sent);
    bytes_free(&l->heard);
    l->pending.n = 0;
    l->spoil_in = -1;
    ear_forget(&l->ear);
}

void line_free(struct line *l)
{
    line_close(l);
    bytes_free(&l->pending);
}
