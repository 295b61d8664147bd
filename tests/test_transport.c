/* Tests of HTTP on real sockets: how long the head and the body of a request may take, and what
 * happens then. In each test one of the times is short. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <uv.h>

#include "server/transport.h"

/* In ms: the time that is tested, the others, and how long a test waits. */
enum { SHORT = 250, LONG = 60000, PATIENCE = 10000 };
/* Long after the ping, so that a busy machine does both in their order. */
enum { SILENCE = 4 * SHORT };

/* A server that answers 200 to everything, or 408 to what came too late. */
struct stage {
    uv_loop_t loop;
    uv_timer_t watch;
    struct transport *transport;
    enum door door;
    int connections, bodies, answered;
    /* The client: what it has read so far, and whether it was closed, and when. */
    int fd, closed;
    char heard[2000];
    size_t heard_n;
    int64_t began, ended;
};

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- the server ---- */

static enum door enter(void *arg, const char *address)
{
    struct stage *s = arg;
    (void)address;
    s->connections++;
    return s->door;
}

static void left(void *arg, const char *address)
{
    (void)address;
    ((struct stage *)arg)->connections--;
}

static const struct refusal_row *body(void *arg, const char *address, size_t n)
{
    (void)address, (void)n;
    ((struct stage *)arg)->bodies++;
    return NULL;
}

static const struct refusal_row *body_grows(void *arg, size_t has, size_t more)
{
    (void)arg, (void)has, (void)more;
    return NULL;
}

static void body_gone(void *arg, const char *address, size_t n, size_t had)
{
    (void)address, (void)n, (void)had;
    ((struct stage *)arg)->bodies--;
}

static void request(void *arg, struct http *h)
{
    ((struct stage *)arg)->answered++;
    http_answer(h, h->too_slow ? 408 : 200, "text/plain", "hm", 2);
}

static int admit(void *arg, const char *address)
{
    (void)arg, (void)address;
    return 0;
}

static void opened(void *arg, struct peer *p)
{
    (void)p;
    ((struct stage *)arg)->answered++;
}

static void closed(void *arg, struct peer *p)
{
    (void)arg, (void)p;
}

static int open_stage(void **state)
{
    const struct transport_options o = {.bind = "127.0.0.1", .times = *state};
    struct stage *s = calloc(1, sizeof *s);
    const struct transport_app app = {.arg = s,
                                      .enter = enter,
                                      .left = left,
                                      .body = body,
                                      .body_grows = body_grows,
                                      .body_gone = body_gone,
                                      .request = request,
                                      .admit = admit,
                                      .opened = opened,
                                      .closed = closed};
    char why[240];
    assert_non_null(s);
    uv_loop_init(&s->loop);
    s->transport = transport_open(&s->loop, &o, &app, why);
    assert_non_null(s->transport);
    uv_timer_init(&s->loop, &s->watch);
    s->watch.data = s;
    *state = s;
    return 0;
}

static int close_stage(void **state)
{
    struct stage *s = *state;
    close(s->fd);
    uv_close((uv_handle_t *)&s->watch, NULL);
    transport_close(s->transport);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    transport_free(s->transport);
    assert_int_equal(uv_loop_close(&s->loop), 0);
    assert_int_equal(s->connections, 0);
    assert_int_equal(s->bodies, 0);
    free(s);
    return 0;
}

/* ---- the client ---- */

static void dial(struct stage *s, const char *text)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)transport_port(s->transport)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    s->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(s->fd, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(write(s->fd, text, strlen(text)), strlen(text));
    s->began = now_ms();
}

static void hear(struct stage *s)
{
    for (ssize_t n; !s->closed && s->heard_n < sizeof s->heard - 1;) {
        n = recv(s->fd, s->heard + s->heard_n, sizeof s->heard - 1 - s->heard_n, MSG_DONTWAIT);
        if (n > 0)
            s->heard_n += (size_t)n;
        s->closed = n == 0;
        if (n <= 0)
            break;
    }
    s->ended = now_ms();
}

/* Now and then: a byte more for a server that waits, and a look at its answer. */
static void dribble(uv_timer_t *timer)
{
    struct stage *s = timer->data;
    if (!s->closed && send(s->fd, "x", 1, MSG_NOSIGNAL) < 0)
        s->closed = 1;
    hear(s);
    if (s->closed || now_ms() > s->began + PATIENCE)
        uv_stop(&s->loop);
}

static void look(uv_timer_t *timer)
{
    struct stage *s = timer->data;
    hear(s);
    if (s->heard_n || s->closed || now_ms() > s->began + PATIENCE)
        uv_stop(&s->loop);
}

/* Runs until the server has closed the connection, which gets a byte now and then. Returns after
 * how long. */
static int64_t dribble_until_closed(struct stage *s)
{
    uv_timer_start(&s->watch, dribble, 20, 20);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_true(s->closed);
    return s->ended - s->began;
}

/* ---- tests ---- */

#define UNENDING "GET /health HTTP/1.1\r\nHost: a\r\nX: "

static void test_a_head_that_does_not_end(void **state)
{
    struct stage *s = *state;
    dial(s, UNENDING);
    assert_in_range(dribble_until_closed(s), SHORT - 50, PATIENCE);
    assert_int_equal(s->answered, 0);
}

/* When the server is full, newcomers have less time. */
static void test_a_head_that_comes_late(void **state)
{
    struct stage *s = *state;
    s->door = DOOR_FULL;
    dial(s, UNENDING);
    assert_in_range(dribble_until_closed(s), SHORT - 50, PATIENCE);
    assert_int_equal(s->answered, 0);
}

static void test_a_body_that_does_not_end(void **state)
{
    struct stage *s = *state;
    dial(s, "POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx");
    assert_in_range(dribble_until_closed(s), SHORT - 50, PATIENCE);
    assert_int_equal(s->answered, 1);
    assert_ptr_equal(strstr(s->heard, "HTTP/1.1 408 "), s->heard);
}

/* A connection that has been answered may wait for its next request, for as long as for a head. */
static void test_the_next_head(void **state)
{
    struct stage *s = *state;
    dial(s, "GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
    uv_timer_start(&s->watch, look, 10, 10);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_ptr_equal(strstr(s->heard, "HTTP/1.1 200 "), s->heard);
    assert_int_equal(write(s->fd, UNENDING, strlen(UNENDING)), strlen(UNENDING));
    s->began = now_ms();
    assert_in_range(dribble_until_closed(s), SHORT / 2, PATIENCE);
    assert_int_equal(s->answered, 1);
}

#define HANDSHAKE                                                                                  \
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"         \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"                 \
    "Sec-WebSocket-Protocol: charlatan\r\n\r\n"

static void watch_until_closed(uv_timer_t *timer)
{
    struct stage *s = timer->data;
    hear(s);
    if (s->closed || now_ms() > s->began + PATIENCE)
        uv_stop(&s->loop);
}

/* It gets a ping, and is given up if no pong comes. */
static void test_a_silent_peer(void **state)
{
    struct stage *s = *state;
    dial(s, HANDSHAKE);
    uv_timer_start(&s->watch, watch_until_closed, 10, 10);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_int_equal(s->answered, 1);
    assert_true(s->closed);
    assert_in_range(s->ended - s->began, SILENCE - 50, PATIENCE);
    assert_non_null(strstr(s->heard, "\x89\005alive"));
}

#define ON_STAGE(test, times)                                                                      \
    cmocka_unit_test_prestate_setup_teardown(test, open_stage, close_stage, times)

int main(void)
{
    static struct transport_times
        head = {.head = SHORT, .head_late = LONG, .body = LONG, .answer = LONG, .sent = LONG},
        late = {.head = LONG, .head_late = SHORT, .body = LONG, .answer = LONG, .sent = LONG},
        silent = {.head = LONG,
                  .head_late = LONG,
                  .body = LONG,
                  .ping = SHORT / 10,
                  .silence = SILENCE},
        slow = {.head = LONG, .head_late = LONG, .body = SHORT, .answer = LONG, .sent = LONG};
    const struct CMUnitTest tests[] = {
        ON_STAGE(test_a_head_that_does_not_end, &head),
        ON_STAGE(test_a_head_that_comes_late, &late),
        ON_STAGE(test_a_body_that_does_not_end, &slow),
        ON_STAGE(test_the_next_head, &head),
        ON_STAGE(test_a_silent_peer, &silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
