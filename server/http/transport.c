/* The transport as a whole: its port, who comes in, and whose time is over. connection.c reads and
 * writes, requests.c and peers.c know the protocols. */
#include "server/http/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "engine/port.h"
#include "server/http/connection.h"
#include "server/http/peers.h"
#include "server/http/requests.h"
#include "server/host.h"

enum {
    /* Those whose time is over are looked for this often, in ms. */
    CARE_MS = 100,
    /* At most so many at once: 20,000 pings together would hold up everybody else. */
    CARE_MOST = 100,
    /* Connections taken in one turn of the loop, so that a flood of them does not keep those who
     * are here waiting. */
    ACCEPT_MOST = 64,
    /* How many may wait in the kernel; after a restart everybody connects at once. */
    BACKLOG = 4096,
    /* How long the other end may take to close. */
    END_MS = 5000
};

static const struct transport_times usual_times = {45000, 5000, 30000, 60000, 120000, 60000, 90000};

/* ---- the port ---- */

/* A descriptor that does not block, or -1 with errno of what has failed, which close() must not
 * overwrite. SO_REUSEADDR, so that a restart need not wait for old connections. "::" also takes
 * IPv4. */
static int open_port(const struct addrinfo *at)
{
    int on = 1, off = 0, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Returns a socket that listens; or -1 with errno. */
static int listen_on(const char *address, int port)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                             .ai_family = address ? AF_UNSPEC : AF_INET,
                             .ai_socktype = SOCK_STREAM},
                    *at;
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(address, service, &hints, &at)) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int fd = open_port(at);
    freeaddrinfo(at);
    return fd;
}

/* By opening it for a moment. Somebody else may take it right after. */
int transport_port_free(const char *bind_to, int port)
{
    int fd = listen_on(bind_to, port);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Asks the socket, because with port 0 the system has chosen one. */
int transport_port(const struct transport *t)
{
    struct sockaddr_storage at;
    socklen_t n = sizeof at;
    MUST(getsockname(t->door_fd, (struct sockaddr *)&at, &n) == 0);
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* ---- who comes in ---- */

/* IPv4 that came over an IPv6 socket is written as IPv4, so that one address has one text, and one
 * limit. */
static void write_address(const struct sockaddr_storage *at, char address[ADDRESS])
{
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)at;
    if (at->ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)at)->sin_addr, address, ADDRESS);
    else if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
        inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, address, ADDRESS);
    else
        inet_ntop(AF_INET6, &six->sin6_addr, address, ADDRESS);
}

/* Takes the descriptor. The app is asked before anything is allocated. */
static void came(struct transport *t, int fd, const struct sockaddr_storage *from)
{
    char address[ADDRESS];
    int on = 1;
    write_address(from, address);
    enum transport_door door = t->app.enter(t->app.arg, address);
    if (door == DOOR_SHUT) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    connection_open(t, fd, address, door);
}

/* Without descriptors nobody can come in for a while. Other errors of accept() than these mean that
 * descriptors or memory have run out; asking again at once would keep the loop busy. `care` opens
 * the door again. */
static void at_door(uv_poll_t *door, int status, int events)
{
    struct transport *t = door->data;
    (void)status, (void)events;
    for (int i = 0; i < ACCEPT_MOST; i++) {
        struct sockaddr_storage from;
        socklen_t n = sizeof from;
        int fd = accept4(t->door_fd, (struct sockaddr *)&from, &n, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0)
            came(t, fd, &from);
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            return;
        else if (errno != ECONNABORTED && errno != EINTR) {
            uv_poll_stop(&t->door);
            t->door_shut = 1;
            return;
        }
    }
}

/* Also after a shut door; harmless if it is open. */
static void open_door(struct transport *t)
{
    t->door_shut = 0;
    uv_poll_start(&t->door, UV_READABLE, at_door);
}

/* ---- time ---- */

/* connection_late moves or ends the first one each time, so the loop ends. Only pings are limited
 * at a time: they alone cost a system call for somebody who has done nothing. */
static void care_for(struct transport *t, enum wait_kind which)
{
    uint64_t now = uv_now(t->loop);
    int most = which == WAIT_HEARD ? CARE_MOST : INT32_MAX;
    for (struct timeout *w;
         most && (w = t->waits[which].first) && w->since + t->limit[which] <= now; most--)
        connection_late((struct connection *)((char *)w - offsetof(struct connection, waits)),
                        which);
}

/* Ten times a second, so limits are kept to about 100 ms. */
static void care(uv_timer_t *timer)
{
    struct transport *t = timer->data;
    for (int i = 0; i < WAITS; i++)
        care_for(t, (enum wait_kind)i);
    if (t->door_shut)
        open_door(t);
}

/* An idle handle does nothing but keep the loop from sleeping while connections are listed. */
static void stay_awake(uv_idle_t *handle)
{
    (void)handle;
}

/* Runs just before the loop would sleep: everything that this turn has caused is sent here. */
static void flush(uv_prepare_t *handle)
{
    struct transport *t = handle->data;
    if (connections_flush(t))
        uv_idle_start(&t->again, stay_awake);
    else
        uv_idle_stop(&t->again);
}

/* ---- the whole ---- */

/* `silence` is counted from the last sign of life, and a ping has gone out meanwhile, so a peer has
 * the difference to answer it. */
static void set_limits(struct transport *t, const struct transport_times *times)
{
    t->limit[WAIT_HEAD] = (uint64_t)times->head;
    t->limit[WAIT_HEAD_LATE] = (uint64_t)times->head_late;
    t->limit[WAIT_BODY] = (uint64_t)times->body;
    t->limit[WAIT_ANSWER] = (uint64_t)times->answer;
    t->limit[WAIT_SENT] = (uint64_t)times->sent;
    t->limit[WAIT_END] = END_MS;
    t->limit[WAIT_HEARD] = (uint64_t)times->ping;
    t->limit[WAIT_PINGED] = (uint64_t)(times->silence - times->ping);
}

/* Aborts if the loop cannot watch the port: without that there is no server. */
static void start(struct transport *t)
{
    t->door.data = t->flush.data = t->care.data = t;
    MUST(uv_poll_init(t->loop, &t->door, t->door_fd) == 0);
    uv_prepare_init(t->loop, &t->flush);
    uv_idle_init(t->loop, &t->again);
    uv_timer_init(t->loop, &t->care);
    uv_prepare_start(&t->flush, flush);
    uv_timer_start(&t->care, care, CARE_MS, CARE_MS);
    open_door(t);
}

/* Fills in the host's functions for requests and peers, so nothing may be answered before it
 * returns. On failure nothing is left open, and the host is as it was. */
struct transport *transport_open(uv_loop_t *loop, const struct transport_options *o,
                                 const struct transport_app *app, char why[240])
{
    SSL_CTX *tls = o->certificate ? tls_open(o, why) : NULL;
    if (o->certificate && !tls)
        return NULL;
    int fd = listen_on(o->bind, o->port);
    if (fd < 0) {
        snprintf(why, 240, "cannot listen on %.80s, port %d: %.100s.", o->bind, o->port,
                 strerror(errno));
        SSL_CTX_free(tls);
        return NULL;
    }
    struct transport *t = calloc(1, sizeof *t);
    MUST(t);
    signal(SIGPIPE, SIG_IGN);
    t->loop = loop;
    t->options = *o;
    t->app = *app;
    t->tls = tls;
    t->door_fd = fd;
    set_limits(t, o->times ? o->times : &usual_times);
    MUST(getrandom(&t->requests_of, sizeof t->requests_of, 0) == sizeof t->requests_of);
    app->host->answer = transport_answer;
    app->host->answer_kept = transport_answer_kept;
    app->host->send = transport_send;
    app->host->pause = transport_pause;
    app->host->close = transport_hang_up;
    start(t);
    return t;
}

/* Connections that are open keep what they have agreed on; new ones get the new certificate. */
int transport_renew(struct transport *t, char why[240])
{
    if (!t->tls) {
        snprintf(why, 240, "it was started without a certificate");
        return 0;
    }
    SSL_CTX *fresh = tls_open(&t->options, why);
    if (!fresh)
        return -1;
    SSL_CTX_free(t->tls); /* those who have it keep it */
    t->tls = fresh;
    return 1;
}

/* Flushes first, so that goodbyes and answers that are ready still leave. Requests that are not
 * answered lose their connections, and each must still be answered before transport_free. */
void transport_close(struct transport *t)
{
    connections_flush(t);
    uv_poll_stop(&t->door);
    close(t->door_fd);
    uv_close((uv_handle_t *)&t->door, NULL);
    uv_close((uv_handle_t *)&t->flush, NULL);
    uv_close((uv_handle_t *)&t->again, NULL);
    uv_close((uv_handle_t *)&t->care, NULL);
    for (int i = 0; i < WAITS; i++)
        for (struct timeout *w; (w = t->waits[i].first);)
            connection_close((struct connection *)((char *)w - offsetof(struct connection, waits)));
}

/* Not before the loop has run the callbacks of what was closed. */
void transport_free(struct transport *t)
{
    if (!t)
        return;
    SSL_CTX_free(t->tls);
    free(t);
}

uint64_t transport_bytes(const struct transport *t)
{
    return t->bytes;
}

const struct transport_figures *transport_figures(const struct transport *t)
{
    return &t->figures;
}
