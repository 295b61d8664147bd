/* Opens, reads and writes connections; see cable.h. */
#include "cable/cable.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cable/inside.h"
#include "cable/lookup.h"

int64_t cable_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int cable_fail(struct cable *c, const char *why)
{
    snprintf(c->why, sizeof c->why, "%s", why);
    return CABLE_FAILED;
}

/* `error` is an errno. The clauses go on after the name of the other end in messages, so they begin
 * with a small letter and have no full stop. */
static int broke(struct cable *c, int error)
{
    switch (error) {
    case ECONNREFUSED: return cable_fail(c, "nothing listens there");
    case ENETUNREACH:
    case EHOSTUNREACH: return cable_fail(c, "the network does not lead there");
    case ETIMEDOUT: return cable_fail(c, "it does not answer in time");
    case ECONNRESET:
    case EPIPE: return cable_fail(c, "it broke the connection off");
    default: return cable_fail(c, strerror(error));
    }
}

/* Waits until `until` at most. Returns 0 or CABLE_FAILED with the reason. A stop counts before
 * readiness: what is at the other end could otherwise stay ready for ever. It also returns 0 on
 * errors of the socket, which the next read or write then tells. */
static int wait_until(struct cable *c, int fd, short events, int64_t until)
{
    for (;;) {
        struct pollfd fds[2] = {{fd, events, 0}, {c->stop, POLLIN, 0}};
        int64_t left = until - cable_now();
        int n = left > 0 ? poll(fds, 2, (int)left) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0 && !fds[1].revents)
            return 0;
        return cable_fail(c, n > 0 ? "it was given up" : "it does not answer in time");
    }
}

static int wait_for(struct cable *c, short events)
{
    return wait_until(c, c->fd, events, c->deadline);
}

/* ---- connecting ---- */

/* Returns 0 with c->fd connected, or CABLE_FAILED with c->fd -1 and the reason. If a wait was
 * stopped, the reason is ETIMEDOUT all the same; connect_any then fails quickly with the others,
 * because the stop stays readable. */
static int connect_one(struct cable *c, const struct addrinfo *at, int64_t until)
{
    int error = 0, on = 1;
    socklen_t n = sizeof error;
    c->fd = socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
    if (c->fd < 0)
        return broke(c, errno);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(c->fd, at->ai_addr, at->ai_addrlen) == 0)
        return 0;
    error = errno;
    if (error == EINPROGRESS && (wait_until(c, c->fd, POLLOUT, until) < 0 ||
                                 getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &n) < 0))
        error = ETIMEDOUT;
    if (!error)
        return 0;
    close(c->fd);
    c->fd = -1;
    return broke(c, error);
}

/* All addresses are checked, and then exactly these are connected to: a second lookup could give
 * others (DNS rebinding). One bad address spoils the name, because else the server of the name
 * could choose which of them is taken. */
static int may_all(const struct cable_to *to, const struct addrinfo *list)
{
    for (const struct addrinfo *at = list; at && to->may; at = at->ai_next)
        if (!to->may(to->with, at->ai_addr))
            return 0;
    return 1;
}

/* One address that does not answer must not take all the time. Each gets an equal share of what is
 * left, so the last may use all of it. */
static int connect_any(struct cable *c, const struct addrinfo *list)
{
    int done = cable_fail(c, "its name has no address"), left = 0;
    for (const struct addrinfo *at = list; at; at = at->ai_next)
        left++;
    for (const struct addrinfo *at = list; at && done < 0; at = at->ai_next, left--) {
        int64_t now = cable_now();
        done = connect_one(c, at, now + (c->deadline - now) / left);
    }
    return done;
}

/* A name that hangs in the resolver costs no more than the deadline: the lookup is left to its
 * thread and ends by itself. `list` belongs to the lookup, so it is left only after the
 * connecting. */
static int connect_to(struct cable *c, const struct cable_to *to)
{
    struct lookup *l = lookup_begin(to->url->host, to->url->port);
    const struct addrinfo *list;
    int done = cable_fail(c, "its name cannot be looked up");
    if (!l)
        return done;
    if (wait_until(c, lookup_fd(l), POLLIN, c->deadline) == 0) {
        int error = lookup_answer(l, &list);
        if (error)
            done = cable_fail(c, error == EAI_NONAME ? "its name is not known"
                                                     : "its name cannot be looked up");
        else
            done = may_all(to, list) ? connect_any(c, list) : CABLE_FORBIDDEN;
    }
    lookup_leave(l);
    return done;
}

/* Nothing of the caller's is sent before the certificate has been checked: SSL_connect fails if it
 * does not match. OpenSSL's queue of errors belongs to the thread and is emptied before each call,
 * because SSL_get_error would take an old error for a new one. */
static int shake_hands(struct cable *c, const char *host)
{
    short wants;
    int n, done = tls_begin(c, host);
    while (done == 0) {
        ERR_clear_error();
        if ((n = SSL_connect(c->tls)) == 1)
            break;
        done = tls_said(c, n, &wants) == CABLE_LATER ? wait_for(c, wants) : tls_refuses(c);
    }
    return done;
}

/* Overwrites *c, so a connection must have been closed before. c->why is "" afterwards if it
 * worked, whatever addresses failed on the way. */
int cable_open(struct cable *c, const struct cable_to *to, int ms, int stop)
{
    *c = (struct cable){.fd = -1, .deadline = cable_now() + ms, .stop = stop};
    int done = connect_to(c, to);
    if (done == 0 && to->url->tls)
        done = shake_hands(c, to->url->host);
    if (done < 0)
        cable_close(c);
    else
        c->why[0] = 0;
    return done;
}

void cable_close(struct cable *c)
{
    SSL_free(c->tls);
    c->tls = NULL;
    if (c->fd >= 0)
        close(c->fd);
    c->fd = -1;
}

/* ---- bytes ---- */

/* For errno of a send or recv that failed: CABLE_LATER with the events to wait for, or
 * CABLE_FAILED. */
static int socket_said(struct cable *c, short events, short *wants)
{
    *wants = events;
    return errno == EAGAIN || errno == EINTR ? CABLE_LATER : broke(c, errno);
}

/* Sends a part without waiting. Returns how much, or what tls_said or socket_said returns. TLS may
 * have to read before it can send, so the events are not always POLLOUT. */
static int send_some(struct cable *c, const void *at, size_t n, short *wants)
{
    if (c->tls) {
        ERR_clear_error();
        int sent = SSL_write(c->tls, at, n < INT_MAX ? (int)n : INT_MAX);
        return sent > 0 ? sent : tls_said(c, sent, wants);
    }
    ssize_t sent = send(c->fd, at, n < INT_MAX ? n : INT_MAX, MSG_NOSIGNAL);
    return sent >= 0 ? (int)sent : socket_said(c, POLLOUT, wants);
}

/* A wait ends at c->deadline or by the stop; then a part may have been sent, and the connection can
 * only be closed. */
int cable_send(struct cable *c, const void *bytes, size_t n)
{
    const char *at = bytes;
    short wants;
    while (n > 0) {
        int sent = send_some(c, at, n, &wants);
        /* Whoever has said goodbye may also have gone: nothing more will ever be sent. */
        if (sent == 0)
            return cable_fail(c, "it has closed the connection");
        if (sent == CABLE_FAILED || (sent == CABLE_LATER && wait_for(c, wants) < 0))
            return CABLE_FAILED;
        at += sent > 0 ? sent : 0;
        n -= sent > 0 ? (size_t)sent : 0;
    }
    return 0;
}

/* Like cable_take, and tells what to wait for. */
static int read_some(struct cable *c, void *to, size_t room, short *wants)
{
    if (c->tls) {
        ERR_clear_error();
        int n = SSL_read(c->tls, to, (int)room);
        return n > 0 ? n : tls_said(c, n, wants);
    }
    ssize_t n = recv(c->fd, to, room, 0);
    return n >= 0 ? (int)n : socket_said(c, POLLIN, wants);
}

/* Never waits, so it looks neither at the deadline nor at the stop. */
int cable_take(struct cable *c, void *to, size_t room)
{
    short wants;
    return read_some(c, to, room, &wants);
}

/* The time is over even for an end that keeps sending. */
int cable_read(struct cable *c, void *to, size_t room)
{
    short wants;
    int n;
    while ((n = read_some(c, to, room, &wants)) == CABLE_LATER)
        if (wait_for(c, wants) < 0)
            return CABLE_FAILED;
    return n <= 0 || cable_now() < c->deadline ? n : cable_fail(c, "it does not answer in time");
}

/* OpenSSL reads whole records: the rest of one lies in its buffer, where poll on the socket does
 * not see it. */
int cable_has(const struct cable *c)
{
    return c->tls && SSL_pending(c->tls) > 0;
}
