/* Connects sockets, does the handshake, sends and receives frames. See link.h. */
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>

#include "cable/shake.h"
#include "engine/port.h"
#include "load/link.h"
#include "wire/frame.h"

/* All links have the same key, so that it need not be kept. */
static const char key[] = "dGhlIHNhbXBsZSBub25jZQ==", protocol[] = "charlatan";

/* A frame that is not whole is at most MESSAGE_MOST long, so that behind it the shared buffer still
 * has room to receive more. EVENTS bounds one turn of the loop. With LATE_MAX bytes unsent, the
 * server has stopped reading. */
enum { MESSAGE_MOST = 1 << 19, ROOM = MESSAGE_MOST + (1 << 18), EVENTS = 256, LATE_MAX = 1 << 16 };

int64_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* splitmix64 The seed is always 1, so two measurements choose alike as long as the server answers
 * in the same order. */
uint64_t net_luck(struct load_net *n)
{
    uint64_t z = n->luck += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* ---- closing ---- */

/* The one way to LINK_CLOSED. The callback comes last, when the link may be opened again. Does
 * nothing to a closed link. The reason has to last, as a literal or strerror's: echo_run.c keeps
 * the pointer. */
static void drop(struct link *l, const char *why)
{
    struct load_net *n = l->net;
    if (l->state == LINK_CLOSED)
        return;
    *(l->state == LINK_OPEN ? &n->open : &n->opening) -= 1;
    close(l->fd);
    free(l->rest);
    free(l->late);
    l->rest = l->late = NULL;
    l->rest_n = l->late_n = 0;
    l->fd = -1;
    l->state = LINK_CLOSED;
    l->writing = 0;
    n->calls->closed(n->with, (int)(l - n->link), why);
}

/* ---- sending ---- */

/* EPOLLOUT is only asked for while something is late: a socket nearly always has room, and epoll
 * would never wait. */
static void want_room(struct link *l, int writing)
{
    struct epoll_event e = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = l};
    if (l->writing == writing)
        return;
    l->writing = (uint8_t)writing;
    MUST(epoll_ctl(l->net->epoll, EPOLL_CTL_MOD, l->fd, &e) == 0);
}

/* May drop the link; callers must look at its state before they use it further. */
static void keep_late(struct link *l, const unsigned char *bytes, size_t n)
{
    unsigned char *more = l->late_n + n <= LATE_MAX ? realloc(l->late, l->late_n + n) : NULL;
    if (!more) {
        drop(l, "the server does not read what it is sent");
        return;
    }
    memcpy(more + l->late_n, bytes, n);
    l->late = more;
    l->late_n += (uint32_t)n;
    want_room(l, 1);
}

/* Sends at once what the socket takes. Nothing overtakes bytes that are late. ENOTCONN cannot be
 * told from a connection that is slow; epoll reports if it fails. */
static void send_bytes(struct link *l, const unsigned char *bytes, size_t n)
{
    ssize_t sent = l->late_n ? 0 : send(l->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != ENOTCONN) {
        drop(l, strerror(errno));
        return;
    }
    if (sent < 0)
        sent = 0;
    if ((size_t)sent < n)
        keep_late(l, bytes + sent, n - (size_t)sent);
}

/* Called when the socket has room. The whole rest is one call of send; epoll calls again for what
 * does not fit. */
static void send_late(struct link *l)
{
    ssize_t sent = send(l->fd, l->late, l->late_n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN)
        return;
    if (sent < 0) {
        drop(l, strerror(errno));
        return;
    }
    l->late_n -= (uint32_t)sent;
    memmove(l->late, l->late + sent, l->late_n);
    if (l->late_n)
        return;
    free(l->late);
    l->late = NULL;
    want_room(l, 0);
}

/* As a client, which must mask (RFC 6455, 5.3). Answers are short, an echo is bounded, the body of
 * a pong has at most 125 bytes. */
static void send_frame(struct link *l, int kind, const void *body, size_t n)
{
    unsigned char out[FRAME_HEAD + LINK_SEND_MOST], mask[4];
    uint32_t luck = (uint32_t)net_luck(l->net);
    MUST(n <= sizeof out - FRAME_HEAD);
    memcpy(mask, &luck, 4);
    size_t head = frame_head(out, kind, n, mask);
    memcpy(out + head, body, n);
    frame_mask(out + head, n, mask);
    send_bytes(l, out, head + n);
    l->net->count.bytes_out += head + n;
}

/* Drops the text silently if the link is not open: the closed() that its owner got says so
 * already. */
void net_link_send(struct load_net *n, int link, const char *text, size_t bytes)
{
    if (n->link[link].state != LINK_OPEN)
        return;
    n->count.messages_out++;
    send_frame(&n->link[link], FRAME_TEXT, text, bytes);
}

/* ---- receiving ---- */

/* The callback reads `body` in the shared buffer, which is valid until the next link receives. */
static void take_frame(struct link *l, const struct frame *f, const unsigned char *body)
{
    struct load_net *n = l->net;
    if (f->kind == FRAME_TEXT) {
        n->count.messages_in++;
        n->calls->message(n->with, (int)(l - n->link), (const char *)body, f->n);
    } else if (f->kind == FRAME_PING) {
        send_frame(l, FRAME_PONG, body, f->n);
    } else if (f->kind != FRAME_PONG) {
        drop(l, f->kind == FRAME_CLOSE ? "the server closed the socket" : "an unknown frame");
    }
}

/* The beginning of a frame or a greeting; nothing if n is 0, so that an idle link holds no buffer.
 * `bytes` may not lie in `rest`, which is freed first. */
static void keep_rest(struct link *l, const unsigned char *bytes, size_t n)
{
    free(l->rest);
    l->rest = NULL;
    l->rest_n = (uint32_t)n;
    if (!n)
        return;
    l->rest = malloc(n);
    MUST(l->rest);
    memcpy(l->rest, bytes, n);
}

/* Reads the head of a frame that our server may send: each message whole, and not too long. */
static int read_frame(struct frame *f, const unsigned char *bytes, size_t n)
{
    int head = frame_read(f, bytes, n, 0);
    return head > 0 && (!f->final || f->n > MESSAGE_MOST) ? -1 : head;
}

/* A message may close the link, and even open it again; then the rest of the buffer is void. State
 * and fd tell: a socket opened in the callback may get the old number, but is still connecting. */
static void take_frames(struct link *l, const unsigned char *bytes, size_t n)
{
    struct frame f;
    int fd = l->fd, head;
    while ((head = read_frame(&f, bytes, n)) > 0 && n >= (size_t)head + f.n) {
        take_frame(l, &f, bytes + head);
        if (l->state != LINK_OPEN || l->fd != fd)
            return;
        bytes += (size_t)head + f.n;
        n -= (size_t)head + f.n;
    }
    if (head < 0)
        drop(l, "no frame a server may send");
    else
        keep_rest(l, bytes, n);
}

/* The answer is parsed from its beginning each time, since it nearly always comes in one piece.
 * Frames may follow it in the same packet. */
static void take_greeting(struct link *l, const unsigned char *bytes, size_t n)
{
    struct load_net *net = l->net;
    struct answer a = {.most = 0};
    size_t head;
    int state = answer_add(&a, (const char *)bytes, n, &head), fd = l->fd;
    free(a.body);
    if (state < 0 || (state > 0 && !shake_agrees(&a, key, protocol)))
        drop(l, "the server does not speak WebSocket at /ws");
    else if (state == 0)
        keep_rest(l, bytes, n);
    if (l->state == LINK_CLOSED || state == 0)
        return;
    l->state = LINK_OPEN;
    net->opening--;
    net->open++;
    net->calls->opened(net->with, (int)(l - net->link));
    /* opened() may have closed the link. */
    if (l->state == LINK_OPEN && l->fd == fd)
        take_frames(l, bytes + head, n - head);
}

/* One recv for each event: epoll is level-triggered and comes back, and no link can keep the others
 * waiting. What was incomplete is put in front of what has come. */
static void receive(struct link *l)
{
    unsigned char *room = l->net->room;
    size_t had = l->rest_n;
    if (had)
        memcpy(room, l->rest, had);
    ssize_t got = recv(l->fd, room + had, ROOM - had, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        drop(l, got ? strerror(errno) : "the server hung up");
        return;
    }
    l->net->count.bytes_in += (uint64_t)got;
    (l->state == LINK_OPEN ? take_frames : take_greeting)(l, room, had + (size_t)got);
}

/* ---- opening ---- */

/* The connection stands or has failed: only SO_ERROR tells which (connect(2), EINPROGRESS). */
static void greet(struct link *l)
{
    char text[SHAKE_REQUEST];
    /* strerror(0) would say "Success", so errno stands in if getsockopt itself fails. */
    int error = 0;
    socklen_t n = sizeof error;
    if (getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &n) || error) {
        drop(l, strerror(error ? error : errno));
        return;
    }
    l->state = LINK_GREETING;
    want_room(l, 0);
    send_bytes(l, (unsigned char *)text, shake_write(text, &l->net->url, "/ws", key, protocol));
}

/* An error or a hang-up is found by recv, which has the reason. Each part may close the link, so
 * the state is read again. */
static void link_ready(struct epoll_source *s, uint32_t events)
{
    struct link *l = (struct link *)s;
    if (l->state == LINK_CONNECTING) {
        if (events & (EPOLLOUT | EPOLLERR | EPOLLHUP))
            greet(l);
        return;
    }
    if (l->state != LINK_CLOSED && (events & (EPOLLIN | EPOLLERR | EPOLLHUP)))
        receive(l);
    if (l->state != LINK_CLOSED && (events & EPOLLOUT) && l->late_n)
        send_late(l);
}

/* The source must be the first member of what it belongs to, and outlive the net or close its fd
 * first. -1 with errno. */
int net_watch(struct load_net *n, struct epoll_source *s, int fd, uint32_t events)
{
    struct epoll_event e = {.events = events, .data.ptr = s};
    return epoll_ctl(n->epoll, EPOLL_CTL_ADD, fd, &e);
}

/* Returns at once; opened() or closed() follows from net_wait. -1 with errno, and no callback: the
 * link stays closed. */
int net_link_open(struct load_net *n, int link)
{
    struct link *l = &n->link[link];
    int one = 1;
    MUST(l->state == LINK_CLOSED);
    l->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (l->fd < 0)
        return -1;
    setsockopt(l->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if ((connect(l->fd, (struct sockaddr *)&n->to, sizeof n->to) && errno != EINPROGRESS) ||
        net_watch(n, &l->source, l->fd, EPOLLIN | EPOLLOUT)) {
        close(l->fd);
        l->fd = -1;
        return -1;
    }
    l->state = LINK_CONNECTING;
    l->writing = 1;
    n->opening++;
    return 0;
}

/* Sends a close frame (1000) without waiting for the server's, and calls closed() with NULL. Does
 * nothing to a closed link. */
void net_link_close(struct load_net *n, int link)
{
    static const unsigned char normal[2] = {1000 >> 8, 1000 & 255};
    struct link *l = &n->link[link];
    if (l->state == LINK_OPEN)
        send_frame(l, FRAME_CLOSE, normal, sizeof normal);
    drop(l, NULL);
}

/* ---- the net ---- */

/* -1 with errno, or if the host is no IPv4 address; net_close must be called then, too. The owner
 * sets `calls` and `with` before it opens a link. */
int net_open(struct load_net *n, const struct url *to, int links)
{
    memset(n, 0, sizeof *n);
    n->epoll = epoll_create1(EPOLL_CLOEXEC);
    n->to = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)to->port)};
    n->url = *to;
    n->link = calloc((size_t)links + 1, sizeof n->link[0]);
    n->room = malloc(ROOM);
    n->links = links;
    n->luck = 1;
    if (n->epoll < 0 || !n->link || !n->room || inet_pton(AF_INET, to->host, &n->to.sin_addr) != 1)
        return -1;
    for (int i = 0; i < links; i++)
        n->link[i] = (struct link){.source = {link_ready}, .net = n, .fd = -1};
    return 0;
}

/* Calls closed() for each link that is not closed. Other sources belong to their owners. */
void net_close(struct load_net *n)
{
    for (int i = 0; n->link && i < n->links; i++)
        net_link_close(n, i);
    if (n->epoll >= 0)
        close(n->epoll);
    free(n->link);
    free(n->room);
    memset(n, 0, sizeof *n);
    n->epoll = -1;
}

/* At least one poll, even if `until` has passed. A signal is no failure: it returns early. A source
 * that closes another one's fd in the same turn must expect that one's call, since its event is in
 * the array; links look at their state. */
int net_wait(struct load_net *n, int64_t until)
{
    struct epoll_event event[EVENTS];
    int64_t span = until - clock_ns();
    struct timespec wait = {.tv_sec = span > 0 ? span / 1000000000 : 0,
                            .tv_nsec = span > 0 ? span % 1000000000 : 0};
    int got = epoll_pwait2(n->epoll, event, EVENTS, &wait, NULL);
    if (got < 0 && errno != EINTR)
        return -1;
    for (int i = 0; i < got; i++) {
        struct epoll_source *s = event[i].data.ptr;
        s->ready(s, event[i].events);
    }
    return 0;
}
