/* Tests of HTTP on real sockets: how long shaking hands, a head, a body and an answer may take, and
 * what happens then. In each test one of the times is short. */
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

#include "server/http/connection.h"
#include "server/http/peers.h"
#include "server/http/transport.h"
#include "server/host.h"
#include "tests/hostile.h"

/* In ms: the time that is tested, the others, and how long a test waits. */
enum { SHORT = 250, LONG = 60000, PATIENCE = 10000 };
/* Long after the ping, so that a busy machine does both in their order. */
enum { SILENCE = 4 * SHORT };

/* A server that answers 200 to everything, or 408 to what came too late. */
struct stage {
    uv_loop_t loop;
    uv_timer_t watch;
    struct host host;
    struct transport *transport;
    enum transport_door door;
    int connections, bodies, answered;
    /* Requests wait for ever; and the one that does. Or the answer is this long, or of this
     * status. */
    int waits, status;
    struct http *asked;
    struct peer *peer;
    size_t answer_n;
    /* PEM files, or "". */
    char certificate[60], key[60];
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

static enum transport_door enter(void *arg, const char *address)
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
    struct stage *s = arg;
    static const char large[1 << 23];
    s->answered++;
    if (s->waits)
        s->asked = h;
    else if (s->answer_n)
        http_answer(h, 200, "text/plain", large, s->answer_n);
    else
        http_answer(h, h->too_slow ? 408 : s->status ? s->status : 200, "text/plain", "hm", 2);
}

static int admit(void *arg, const char *address)
{
    (void)arg, (void)address;
    return 0;
}

static void opened(void *arg, struct peer *p)
{
    struct stage *s = arg;
    s->answered++;
    s->peer = p;
}

static void control(void *arg, struct peer *p)
{
    (void)arg, (void)p;
}

static void closed(void *arg, struct peer *p)
{
    (void)arg, (void)p;
}

static void write_pem(char path[60], X509 *x, EVP_PKEY *k)
{
    strcpy(path, "/tmp/charlatan-pem-XXXXXX");
    FILE *to = fdopen(mkstemp(path), "w");
    assert_non_null(to);
    assert_int_equal(
        x ? PEM_write_X509(to, x) : PEM_write_PrivateKey(to, k, NULL, NULL, 0, NULL, NULL), 1);
    fclose(to);
}

static void make_certificate(struct stage *s)
{
    struct authority a = authority_new();
    write_pem(s->certificate, a.certificate, NULL);
    write_pem(s->key, NULL, a.key);
    X509_free(a.certificate);
    EVP_PKEY_free(a.key);
}

static int open_with(void **state, int tls)
{
    struct stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (tls)
        make_certificate(s);
    const struct transport_options o = {.bind = "127.0.0.1",
                                        .times = *state,
                                        .certificate = tls ? s->certificate : NULL,
                                        .key = tls ? s->key : NULL};
    const struct transport_app app = {.arg = s,
                                      .host = &s->host,
                                      .enter = enter,
                                      .left = left,
                                      .body = body,
                                      .body_grows = body_grows,
                                      .body_gone = body_gone,
                                      .request = request,
                                      .admit = admit,
                                      .opened = opened,
                                      .control = control,
                                      .closed = closed};
    char why[240];
    uv_loop_init(&s->loop);
    s->transport = transport_open(&s->loop, &o, &app, why);
    assert_non_null(s->transport);
    uv_timer_init(&s->loop, &s->watch);
    s->watch.data = s;
    *state = s;
    return 0;
}

static int open_stage(void **state)
{
    return open_with(state, 0);
}

static int open_tls_stage(void **state)
{
    return open_with(state, 1);
}

static int close_stage(void **state)
{
    struct stage *s = *state;
    close(s->fd);
    unlink(s->certificate);
    unlink(s->key);
    if (s->asked)
        http_answer(s->asked, 200, "text/plain", "hm", 2);
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

/* Until the server has let the connection go, whatever its client does. Returns after how long. */
static void watch_until_left(uv_timer_t *timer)
{
    struct stage *s = timer->data;
    s->ended = now_ms();
    if (!s->connections || s->ended > s->began + PATIENCE)
        uv_stop(&s->loop);
}

static int64_t wait_until_left(struct stage *s)
{
    while (!s->connections && now_ms() < s->began + PATIENCE)
        uv_run(&s->loop, UV_RUN_ONCE);
    uv_timer_start(&s->watch, watch_until_left, 10, 10);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_int_equal(s->connections, 0);
    return s->ended - s->began;
}

#define ASKS "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

/* The server has nothing to say. It may find something later, and then nobody is there. */
static void test_an_answer_that_is_not_ready(void **state)
{
    struct stage *s = *state;
    s->waits = 1;
    dial(s, ASKS);
    assert_in_range(wait_until_left(s), SHORT - 50, PATIENCE / 2);
    assert_non_null(s->asked);
}

static void test_an_answer_that_is_not_read(void **state)
{
    struct stage *s = *state;
    s->answer_n = 1 << 23;
    dial(s, ASKS);
    assert_in_range(wait_until_left(s), SHORT - 50, PATIENCE / 2);
    assert_int_equal(s->answered, 1);
    hear(s);
    assert_ptr_equal(strstr(s->heard, "HTTP/1.1 200 "), s->heard);
}

/* Opens a connection that has this many requests in one piece. */
static int dial_many(struct stage *s, int requests)
{
    static char text[1 << 16];
    size_t n = 0;
    for (int i = 0; i < requests; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "GET / HTTP/1.1\r\nHost:a\r\n\r\n");
    dial(s, text);
    return s->fd;
}

/* In each turn of the loop only one of them is answered, whoever else asks; and the loop does not
 * sleep before all are. */
static void test_many_requests_in_one_piece(void **state)
{
    enum { CLIENTS = 3, REQUESTS = 600 };
    struct stage *s = *state;
    int fd[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        fd[i] = dial_many(s, REQUESTS);
    while (s->answered < CLIENTS * REQUESTS && now_ms() < s->began + PATIENCE) {
        int before = s->answered;
        uv_run(&s->loop, UV_RUN_ONCE);
        /* What was read in this turn, and what was kept of the turn before. */
        assert_in_range(s->answered - before, 0, 2 * CLIENTS);
    }
    assert_int_equal(s->answered, CLIENTS * REQUESTS);
    for (int i = 1; i < CLIENTS; i++)
        close(fd[i - 1]);
}

/* Who is told to wait has to come again: nothing more of what it sent is read. */
static void test_too_many_requests(void **state)
{
    struct stage *s = *state;
    s->status = 429;
    dial_many(s, 600);
    uv_timer_start(&s->watch, watch_until_closed, 10, 10);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_true(s->closed);
    assert_int_equal(s->answered, 1);
    assert_non_null(strstr(s->heard, "\r\nconnection: close\r\n"));
}

/* It was refused, and does not close its end. */
static void test_an_end_that_does_not_come(void **state)
{
    enum { END = 5000 };
    struct stage *s = *state;
    dial(s, "What?\r\n\r\n");
    assert_in_range(wait_until_left(s), END - 50, PATIENCE - 1);
    hear(s);
    assert_ptr_equal(strstr(s->heard, "HTTP/1.1 400 "), s->heard);
    assert_true(s->closed);
    assert_int_equal(s->answered, 0);
}

/* ---- TLS ---- */

static void test_silent_hands(void **state)
{
    struct stage *s = *state;
    dial(s, "");
    assert_in_range(wait_until_left(s), SHORT - 50, PATIENCE / 2);
}

/* The first record of a handshake, and only a part of it. */
static void test_hands_that_stop(void **state)
{
    struct stage *s = *state;
    dial(s, "\x16\x03\x01\x02");
    assert_in_range(dribble_until_closed(s), SHORT - 50, PATIENCE / 2);
    assert_int_equal(s->answered, 0);
}

/* With TLS, everything else is the same. */
static void *ask_by_tls(void *arg)
{
    struct stage *s = arg;
    SSL_CTX *c = SSL_CTX_new(TLS_client_method());
    SSL *tls = SSL_new(c);
    SSL_set_fd(tls, s->fd);
    int n = SSL_connect(tls) == 1 && SSL_write(tls, UNENDING, sizeof UNENDING - 1) > 0
                ? SSL_read(tls, s->heard, 10)
                : 1;
    __atomic_store_n(&s->closed, n <= 0 ? 1 : -1, __ATOMIC_RELEASE);
    SSL_free(tls);
    SSL_CTX_free(c);
    return NULL;
}

static void test_a_head_by_tls(void **state)
{
    struct stage *s = *state;
    pthread_t client;
    dial(s, "");
    assert_int_equal(pthread_create(&client, NULL, ask_by_tls, s), 0);
    assert_in_range(wait_until_left(s), SHORT - 50, PATIENCE / 2);
    pthread_join(client, NULL);
    assert_int_equal(s->closed, 1);
    assert_int_equal(s->answered, 0);
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

/* Who is not read cannot be heard, and is given up only when it is silent afterwards, too. */
static void test_a_paused_peer(void **state)
{
    struct stage *s = *state;
    dial(s, HANDSHAKE);
    while (!s->peer)
        uv_run(&s->loop, UV_RUN_ONCE);
    transport_pause(s->peer, 1);
    uv_timer_start(&s->watch, watch_until_closed, 10, 10);
    while (now_ms() < s->began + 2 * SILENCE) {
        uv_run(&s->loop, UV_RUN_ONCE);
        assert_false(s->closed);
    }
    assert_non_null(strstr(s->heard, "\x89\005alive"));
    transport_pause(s->peer, 0);
    s->began = now_ms();
    uv_run(&s->loop, UV_RUN_DEFAULT);
    assert_true(s->closed);
    assert_in_range(s->ended - s->began, SILENCE - 50, PATIENCE);
}

/* A reader who is always behind, and never too far: what waits for it does not grow. */
static void test_a_peer_who_lags(void **state)
{
    enum { LAG = 200000, MESSAGES = 20000 };
    const int small = 1 << 15;
    static const char text[1000] = "";
    static char heard[1 << 16];
    struct stage *s = *state;
    dial(s, HANDSHAKE);
    while (!s->peer)
        uv_run(&s->loop, UV_RUN_ONCE);
    setsockopt(s->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    setsockopt(s->peer->connection->fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    for (int sent = 0; sent < MESSAGES;) {
        for (; s->peer->unread < LAG; sent++)
            peer_send_text(s->peer, text, sizeof text);
        uv_run(&s->loop, UV_RUN_NOWAIT);
        if (s->peer->unread < LAG)
            continue;
        recv(s->fd, heard, sizeof heard, MSG_DONTWAIT);
        assert_true(s->peer->out_n > 0 && s->peer->out_room < 4 * LAG / sizeof text);
    }
}

#define ON_STAGE(test, times)                                                                      \
    cmocka_unit_test_prestate_setup_teardown(test, open_stage, close_stage, times)
#define WITH_TLS(test, times)                                                                      \
    cmocka_unit_test_prestate_setup_teardown(test, open_tls_stage, close_stage, times)

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
        usual = {.head = LONG,
                 .head_late = LONG,
                 .answer = LONG,
                 .sent = LONG,
                 .ping = LONG,
                 .silence = 2 * LONG},
        unready = {.head = LONG, .head_late = LONG, .body = LONG, .answer = SHORT, .sent = LONG},
        unread = {.head = LONG, .head_late = LONG, .body = LONG, .answer = LONG, .sent = SHORT},
        slow = {.head = LONG, .head_late = LONG, .body = SHORT, .answer = LONG, .sent = LONG};
    const struct CMUnitTest tests[] = {
        ON_STAGE(test_a_head_that_does_not_end, &head),
        ON_STAGE(test_a_head_that_comes_late, &late),
        ON_STAGE(test_a_body_that_does_not_end, &slow),
        ON_STAGE(test_the_next_head, &head),
        ON_STAGE(test_a_silent_peer, &silent),
        ON_STAGE(test_a_paused_peer, &silent),
        ON_STAGE(test_an_answer_that_is_not_ready, &unready),
        ON_STAGE(test_an_answer_that_is_not_read, &unread),
        ON_STAGE(test_many_requests_in_one_piece, &usual),
        ON_STAGE(test_too_many_requests, &usual),
        ON_STAGE(test_an_end_that_does_not_come, &slow),
        ON_STAGE(test_a_peer_who_lags, &usual),
        WITH_TLS(test_silent_hands, &head),
        WITH_TLS(test_hands_that_stop, &head),
        WITH_TLS(test_a_head_by_tls, &head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
