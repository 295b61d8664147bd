/* A bare echo of WebSocket messages, which the server is compared with: one thread, an epoll, no
 * timers. It reads what has come, and sends it back with one system call. Of our server it has only
 * the reader of frames. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "args/args.h"
#include "cable/shake.h"
#include "engine/port.h"
#include "load/run.h"
#include "wire/frame.h"

/* Half of the room is the longest message, so that a whole one still fits behind what was left of
 * the last. */
enum { ECHO_ROOM = 1 << 17, ECHO_EVENTS = 256 };

/* One connection; its address is the data of its epoll events. Freed by hang_up. */
struct echo {
    int fd;
    /* It has shaken hands. */
    int open;
    /* What is not whole yet. */
    unsigned char *rest;
    size_t rest_n;
};

/* What was read, after what was left of the last time; and what goes back. One of each is enough,
 * because one thread handles one connection at a time. */
static unsigned char in[ECHO_ROOM], out[ECHO_ROOM];

/* ---- one connection ---- */

/* Closing takes the fd out of the epoll. The caller must not use `e` again. */
static void hang_up(struct echo *e)
{
    close(e->fd);
    free(e->rest);
    free(e);
}

/* Nobody asks for more than a socket takes: each message waits for its echo. */
static int give_back(const struct echo *e, size_t n)
{
    return n == 0 || send(e->fd, out, n, MSG_NOSIGNAL) == (ssize_t)n ? 0 : -1;
}

/* Returns how many bytes the handshake has; 0: it is not whole; -1: it is none. Only the key is
 * looked at: the client is our own, and this server is not one for other people's. */
static int shake_hands(struct echo *e, size_t n)
{
    static const char name[] = "\r\nSec-WebSocket-Key: ";
    const unsigned char *end = memmem(in, n, "\r\n\r\n", 4);
    const char *key = memmem(in, n, name, sizeof name - 1);
    char accept[SHAKE_ACCEPT + 1];
    if (!end)
        return n < ECHO_ROOM / 2 ? 0 : -1;
    if (!key || (const char *)end - (key += sizeof name - 1) < SHAKE_KEY)
        return -1;
    shake_accept(key, accept);
    e->open = 1;
    int length = snprintf((char *)out, sizeof out,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                          "Sec-WebSocket-Protocol: charlatan\r\n\r\n",
                          accept);
    return give_back(e, (size_t)length) < 0 ? -1 : (int)(end - in) + 4;
}

/* Takes a frame off `at` and puts its echo to `to`, which gets longer. Returns as above. -1 as well
 * for anything but a whole text: pings and fragments do not occur, and a close is answered by
 * hanging up. */
static int echo_frame(unsigned char *at, size_t n, size_t *to)
{
    struct frame f;
    int head = frame_read(&f, at, n, 1);
    if (head <= 0 || f.n > ECHO_ROOM / 2)
        return head <= 0 ? head : -1;
    if (n < (size_t)head + f.n)
        return 0;
    if (f.kind != FRAME_TEXT || !f.final)
        return -1;
    frame_mask(at + head, f.n, f.mask);
    *to += frame_head(out + *to, FRAME_TEXT, f.n, NULL);
    memcpy(out + *to, at + head, f.n);
    *to += f.n;
    return head + (int)f.n;
}

/* Handles n bytes of `in`. All echoes go back in one send. -1: hang up; echoes that were complete
 * before the error are not sent. */
static int use(struct echo *e, size_t n)
{
    size_t used = 0, to = 0;
    int did = 1;
    while (used < n && did > 0) {
        did = e->open ? echo_frame(in + used, n - used, &to) : shake_hands(e, n);
        used += did > 0 ? (size_t)did : 0;
    }
    if (did < 0 || give_back(e, to) < 0)
        return -1;
    free(e->rest);
    e->rest_n = n - used;
    e->rest = e->rest_n ? malloc(e->rest_n) : NULL;
    MUST(e->rest || !e->rest_n);
    if (e->rest)
        memcpy(e->rest, in + used, e->rest_n);
    return 0;
}

/* An echo is never longer than its message, so `out` has room for all. -1: the connection is to be
 * closed. */
static int hear(struct echo *e)
{
    size_t had = e->rest_n;
    if (had)
        memcpy(in, e->rest, had);
    ssize_t n = recv(e->fd, in + had, sizeof in - had, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return n <= 0 ? -1 : use(e, had + (size_t)n);
}

/* ---- all of them ---- */

/* Accepts all that wait. A failure other than EAGAIN ends the round as well; the listener's event
 * comes again. */
static void take(int listener, int epoll)
{
    int fd, one = 1;
    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct echo *e = calloc(1, sizeof *e);
        MUST(e);
        e->fd = fd;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        MUST(epoll_ctl(epoll, EPOLL_CTL_ADD, fd,
                       &(struct epoll_event){.events = EPOLLIN, .data.ptr = e}) == 0);
    }
}

/* On the loopback only: it talks to anybody. -1 with errno. */
static int listen_on(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    close(fd);
    return -1;
}

/* The listener's events have no connection. Never returns. */
static void run(int listener, int epoll)
{
    struct epoll_event event[ECHO_EVENTS];
    for (;;) {
        int n = epoll_wait(epoll, event, ECHO_EVENTS, -1);
        MUST(n >= 0 || errno == EINTR);
        for (int i = 0; i < n; i++) {
            struct echo *e = event[i].data.ptr;
            if (!e)
                take(listener, epoll);
            else if (hear(e) < 0)
                hang_up(e);
        }
    }
}

/* SIGTERM ends it. */
int load_serve_echo(int port)
{
    int listener = listen_on(port), epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event calls = {.events = EPOLLIN};
    if (listener < 0 || epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &calls) < 0) {
        fprintf(stderr, "charlatan load: no echo on port %d.\n", port);
        return STATUS_FAILED;
    }
    run(listener, epoll);
    return STATUS_FINE;
}
