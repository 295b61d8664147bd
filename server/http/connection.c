/* Reads from the sockets of connections and writes to them; see connection.h. */
#include "server/http/connection.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/port.h"
#include "server/http/peers.h"
#include "server/http/requests.h"

/* What reading and writing return besides a number of bytes. LATER: the socket or TLS has to wait,
 * and nothing is lost. BROKEN: the other end has closed or an error occurred; the connection is of
 * no use any more. */
enum { LATER = -1, BROKEN = -2 };

/* Random digits of this process, then a counter. They tell the lines of two processes apart, and
 * are no secret. The counter starts again after 2^32 requests. */
void connection_name(struct transport *t, char name[REQUEST_ID + 1])
{
    snprintf(name, REQUEST_ID + 1, "%08x%08x", t->requests_of, ++t->requests);
}

/* A connection is in one list at a time, so this also leaves the list it was in, and its time
 * begins anew even if it is the same list. */
void connection_wait(struct connection *c, enum wait_kind which)
{
    waits_join(&c->transport->waits[which], &c->waits, uv_now(c->transport->loop));
}

/* Without a call of the clock: which list it is in also says what the connection waits for. */
static int waits_in(const struct connection *c, enum wait_kind which)
{
    return c->waits.list == &c->transport->waits[which];
}

/* Cheap and harmless to repeat: a connection that is listed stays where it is, one that is gone is
 * never listed. This is the only way in which code inside a call of the app may cause something to
 * happen to a connection. */
void connection_soon(struct connection *c)
{
    struct transport *t = c->transport;
    if (c->soon_at || c->at == AT_GONE)
        return;
    c->soon_next = t->soon;
    c->soon_at = &t->soon;
    if (c->soon_next)
        c->soon_next->soon_at = &c->soon_next;
    t->soon = c;
}

/* May be called for one that is not listed. connections_flush points the head of the list at a
 * variable of its own, so the link back is all that may be used here. */
static void not_soon(struct connection *c)
{
    if (!c->soon_at)
        return;
    *c->soon_at = c->soon_next;
    if (c->soon_next)
        c->soon_next->soon_at = c->soon_at;
    c->soon_at = NULL;
}

/* ---- bytes ---- */

/* What a call of OpenSSL means that did not return bytes. A clean close by the other end is BROKEN,
 * too: nobody speaks with half of a connection. Notes whether TLS itself has to write, so that the
 * poll waits for that. */
static int tls_said(struct connection *c, int did)
{
    int why = SSL_get_error(c->tls, did);
    c->tls_writes = why == SSL_ERROR_WANT_WRITE;
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? LATER : BROKEN;
}

/* The same for a bare socket. 0 bytes read means that the other end has closed. */
static int socket_said(ssize_t did)
{
    if (did >= 0)
        return did > 0 ? (int)did : BROKEN;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? LATER : BROKEN;
}

/* Returns how many bytes came, at least one; or LATER or BROKEN. The queue of OpenSSL's errors is
 * emptied first, because SSL_get_error also reports what an earlier call of another connection has
 * left there. */
static int read_some(struct connection *c, char *to, size_t room)
{
    if (!c->tls)
        return socket_said(recv(c->fd, to, room, 0));
    ERR_clear_error();
    int did = SSL_read(c->tls, to, (int)room);
    return did > 0 ? did : tls_said(c, did);
}

/* Returns how many bytes were taken, at least one; or LATER or BROKEN. MSG_NOSIGNAL for sockets;
 * OpenSSL writes without it, which is why SIGPIPE is ignored (transport_open). */
static int write_some(struct connection *c, const char *at, size_t n)
{
    if (!c->tls)
        return socket_said(send(c->fd, at, n, MSG_NOSIGNAL));
    ERR_clear_error();
    int did = SSL_write(c->tls, at, (int)n);
    return did > 0 ? did : tls_said(c, did);
}

/* Only what the socket has not taken is copied, so an answer that goes out at once costs no memory.
 * It counts in the transport's bytes until forget_rest. */
static void keep_rest(struct connection *c, const char *at, size_t n)
{
    c->rest = malloc(n);
    MUST(c->rest);
    memcpy(c->rest, at, n);
    c->rest_n = (uint32_t)n;
    c->rest_at = 0;
    c->transport->bytes += n;
}

static void forget_rest(struct connection *c)
{
    c->transport->bytes -= c->rest_n;
    free(c->rest);
    c->rest = NULL;
    c->rest_n = c->rest_at = 0;
}

/* Nothing may be waiting: a second piece would overtake the first. The caller looks at c->rest and
 * comes back once it is gone. -1 leaves the connection as it is; whoever called ends it. */
int connection_send(struct connection *c, const void *bytes, size_t n)
{
    const char *at = bytes;
    MUST(!c->rest);
    while (n) {
        int did = write_some(c, at, n);
        if (did == BROKEN)
            return -1;
        if (did == LATER) {
            keep_rest(c, at, n);
            return 0;
        }
        at += did;
        n -= (size_t)did;
    }
    return 0;
}

/* Sends the rest. 1: nothing is left of it; 0: the socket takes no more; -1: it is broken. */
static int send_rest(struct connection *c)
{
    while (c->rest_at < c->rest_n) {
        int did = write_some(c, c->rest + c->rest_at, c->rest_n - c->rest_at);
        if (did < 0)
            return did == LATER ? 0 : -1;
        c->rest_at += (uint32_t)did;
    }
    if (c->rest)
        forget_rest(c);
    return 1;
}

/* ---- what is read is used ---- */

/* Keeps what was read and cannot be used yet: an unfinished head or frame, or requests behind one
 * that is being answered. Bytes for a connection that ends are dropped. */
static void keep(struct connection *c, const char *at, size_t n)
{
    MUST(!c->kept);
    if (n == 0 || c->at >= AT_ENDS)
        return;
    c->kept = malloc(n);
    MUST(c->kept);
    memcpy(c->kept, at, n);
    c->kept_n = (uint32_t)n;
    c->transport->bytes += n;
}

static void forget_kept(struct connection *c)
{
    c->transport->bytes -= c->kept_n;
    free(c->kept);
    c->kept = NULL;
    c->kept_n = 0;
}

/* The next request waits until the last answer has left. */
static int may_use(const struct connection *c)
{
    return (c->at == AT_HEAD && !c->rest) || c->at == AT_BODY ||
           (c->at == AT_PEER && !c->paused && !c->peer->closing);
}

/* Returns how many bytes were used; 0 if more are missing. -1: the connection ends. What is used is
 * at most n. */
static int use_some(struct connection *c, char *at, size_t n)
{
    if (c->at == AT_BODY)
        return (int)http_read_body(c, at, n);
    return c->at == AT_PEER ? peer_read(c, at, n) : http_read_head(c, at, n);
}

/* Uses as much as may be used now, and keeps the rest. After a request or a message the place of
 * the connection may be another one, so may_use is asked each time. */
static void use(struct connection *c, char *at, size_t n)
{
    size_t used = 0;
    while (used < n && !c->cut && may_use(c)) {
        int did = use_some(c, at + used, n - used);
        if (did < 0) {
            connection_end(c);
            return;
        }
        if (did == 0)
            break;
        used += (size_t)did;
    }
    keep(c, at + used, n - used);
}

/* Uses what was kept while nothing could be used. Takes the bytes away from the connection first,
 * because `use` keeps what is left of them again. */
static void use_kept(struct connection *c)
{
    char *was = c->kept;
    size_t n = c->kept_n;
    if (!was || c->cut || !may_use(c))
        return;
    c->transport->bytes -= n;
    c->kept = NULL;
    c->kept_n = 0;
    use(c, was, n);
    free(was);
}

/* ---- the end ---- */

/* The server hears that the peer has gone; a request that is still being answered goes on without a
 * connection (http_let_go). Safe to call twice. */
static void let_go(struct connection *c)
{
    if (c->http)
        http_let_go(c);
    if (c->peer)
        peer_let_go(c);
    c->http = NULL;
    c->peer = NULL;
}

/* libuv's handle is the first member, so the memory may go only here, a turn of the loop later. */
static void freed(uv_handle_t *handle)
{
    struct connection *c = (struct connection *)handle;
    c->transport->bytes -= sizeof *c;
    free(c);
}

/* May be called again: a connection that is gone is left alone. Everything but its memory is given
 * back at once, and the server hears of it (`left`). What was not sent is lost. */
void connection_close(struct connection *c)
{
    struct transport *t = c->transport;
    if (c->at == AT_GONE)
        return;
    not_soon(c);
    let_go(c);
    c->at = AT_GONE;
    waits_leave(&c->waits);
    forget_kept(c);
    forget_rest(c);
    SSL_free(c->tls);
    uv_poll_stop(&c->poll);
    close(c->fd);
    t->app.left(t->app.arg, c->address);
    uv_close((uv_handle_t *)&c->poll, freed);
}

/* Tells the other end that nothing more comes. Once. With TLS a close_notify goes first, so that
 * the other end can tell the end from a cut. From here on only what the other end still sends is
 * read, and thrown away, until it closes or WAIT_END is over. */
static void shut(struct connection *c)
{
    if (c->shut)
        return;
    c->shut = 1;
    connection_wait(c, WAIT_END);
    ERR_clear_error();
    if (c->tls)
        SSL_shutdown(c->tls);
    shutdown(c->fd, SHUT_WR);
}

/* May be called again. A connection whose answer is still being sent keeps the time it has for
 * that; any other has END_MS from now on. */
void connection_end(struct connection *c)
{
    if (c->at >= AT_ENDS)
        return;
    let_go(c);
    forget_kept(c);
    c->at = AT_ENDS;
    if (!c->rest || !waits_in(c, WAIT_SENT))
        connection_wait(c, WAIT_END);
    connection_soon(c);
}

/* ---- events ---- */

/* Bytes are wanted only where they can be used: a client that sends while its answer is due fills
 * the socket's buffer and is slowed down by TCP, and no memory is used up for it. */
static int wanted(const struct connection *c)
{
    int reads = c->at == AT_SHAKES || c->at == AT_ENDS || may_use(c);
    return (reads ? UV_READABLE : 0) | (c->rest || c->tls_writes ? UV_WRITABLE : 0);
}

static void happened(uv_poll_t *poll, int status, int events);

/* No events: the poll is stopped, since libuv would treat an empty set as an error. */
static void watch(struct connection *c, int events)
{
    c->watched = (uint8_t)events;
    if (events)
        uv_poll_start(&c->poll, events, happened);
    else
        uv_poll_stop(&c->poll);
}

/* Each change costs system calls, so what is watched in vain stays so until it happens. */
static void watch_more(struct connection *c)
{
    int want = c->at == AT_GONE ? 0 : wanted(c);
    if (want & ~c->watched)
        watch(c, want | c->watched);
}

/* May have to be called several times. Before the handshake is over nothing of the protocol can be
 * read, and a failure ends the connection without an answer, as there is no way to send one. */
static void shake_hands(struct connection *c)
{
    ERR_clear_error();
    int did = SSL_accept(c->tls);
    if (did == 1)
        c->at = AT_HEAD;
    else if (tls_said(c, did) == BROKEN)
        connection_close(c);
}

/* Sends what waits, then uses what was kept, which may lead to more that waits. -1: the connection
 * is broken, and the caller closes it. Afterwards it may be in another place, or be listed
 * again. */
static int look_after(struct connection *c)
{
    int sent = send_rest(c);
    if (sent < 0)
        return -1;
    if (sent && c->at == AT_ASKED && http_flush(c) < 0)
        return -1;
    if (sent && c->at == AT_PEER && peer_flush(c) < 0)
        return -1;
    if (!c->rest && c->at == AT_HEAD && waits_in(c, WAIT_SENT))
        connection_wait(c, WAIT_HEAD);
    if (!c->rest && c->at == AT_ENDS)
        shut(c);
    use_kept(c);
    return 0;
}

/* Whoever sent many requests in one piece has one of them read, and is listed again. Works on the
 * list as it was: whoever is listed while it runs is looked after in the next turn. */
int connections_flush(struct transport *t)
{
    struct connection *listed = t->soon;
    t->soon = NULL;
    if (listed)
        listed->soon_at = &listed;
    while (listed) {
        struct connection *c = listed;
        not_soon(c);
        if (c->cut || look_after(c) < 0)
            connection_close(c);
        else
            watch_more(c);
    }
    return t->soon != NULL;
}

/* What is kept is the beginning of what comes now. Kept bytes and new ones are put together in the
 * transport's buffer, so that a head or a frame always lies in one piece; t->in is large enough for
 * the most of both. */
static void read_more(struct connection *c)
{
    struct transport *t = c->transport;
    size_t had = c->kept_n;
    /* It was paused until now. What was kept is used first. */
    if (had > HEAD_MOST)
        return;
    if (had)
        memcpy(t->in, c->kept, had);
    int did = read_some(c, t->in + had, READ_MOST);
    if (did == LATER && !c->cut)
        return;
    if (did == BROKEN || c->cut) {
        connection_close(c);
        return;
    }
    if (c->at == AT_ENDS)
        return;
    forget_kept(c);
    use(c, t->in, had + (size_t)did);
}

/* What libuv calls. What was watched in vain (see watch_more) is dropped here, at its first
 * event. */
static void happened(uv_poll_t *poll, int status, int events)
{
    struct connection *c = (struct connection *)poll;
    if (status < 0) {
        connection_close(c);
        return;
    }
    int want = wanted(c), reads = events & want & UV_READABLE;
    if (events & ~want)
        watch(c, want);
    if (events & want & UV_WRITABLE) {
        /* TLS wanted to write, perhaps in order to read. */
        reads |= c->tls_writes && !c->rest && may_use(c);
        c->tls_writes = 0;
        connection_soon(c);
    }
    if (c->at == AT_SHAKES)
        shake_hands(c);
    else if (reads)
        read_more(c);
    if (c->at != AT_GONE)
        watch_more(c);
}

/* Each list has its own end: a body that is late still gets an answer, a silent peer first a ping.
 * Everybody else has had the time there is, and is cut off. */
void connection_late(struct connection *c, enum wait_kind which)
{
    if (which == WAIT_BODY) {
        http_too_late(c);
    } else if (which == WAIT_HEARD) {
        connection_wait(c, c->paused ? WAIT_HEARD : WAIT_PINGED);
        if (peer_ping(c) < 0)
            connection_close(c);
        else
            connection_soon(c); /* perhaps the socket has not taken it */
    } else {
        connection_close(c);
    }
}

/* Takes the descriptor over. `door` is what the app has said, and is not SHUT: from here on `left`
 * is called once for this connection. */
void connection_open(struct transport *t, int fd, const char *address, enum transport_door door)
{
    struct connection *c = calloc(1, sizeof *c);
    MUST(c);
    c->transport = t;
    c->fd = fd;
    c->door = (uint8_t)door;
    c->at = t->tls ? AT_SHAKES : AT_HEAD;
    snprintf(c->address, sizeof c->address, "%s", address);
    t->bytes += sizeof *c;
    /* Fails only for a descriptor that cannot be polled; ours is a socket. */
    MUST(uv_poll_init(t->loop, &c->poll, fd) == 0);
    if (t->tls) {
        c->tls = SSL_new(t->tls);
        MUST(c->tls && SSL_set_fd(c->tls, fd) == 1);
        SSL_set_msg_callback_arg(c->tls, c);
    }
    /* Whoever may only ask how the server is gets less time, as these places are few. */
    connection_wait(c, door == DOOR_OPEN ? WAIT_HEAD : WAIT_HEAD_LATE);
    watch(c, UV_READABLE);
}
