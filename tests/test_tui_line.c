/* Tests of the terminal's requests and sockets at servers that do not behave: heads without an end,
 * answers drop by drop, wrong handshakes, frames that no server may send, wrong certificates. Each
 * attack has to reach the client, and none may hold it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/eventfd.h>

#include "cable/talk.h"
#include "tests/hostile.h"
#include "tui/line.h"

/* What a slow and busy machine may take for something that takes no time. */
enum { PATIENCE_MS = 30000 };
/* How long a test waits for something that is not to come. */
enum { SHORT_MS = 1000 };

#define OK "HTTP/1.1 200 OK\r\n"

static struct authority trusted, stranger;

static struct call_address address_of(const struct hostile *h, const char *host)
{
    struct call_address a = {.url = {.port = h->port, .tls = h->tls != NULL}};
    snprintf(a.url.host, sizeof a.url.host, "%s", host);
    return a;
}

/* ---- requests ---- */

static void say_text(struct hostile *h, const char *head)
{
    (void)head;
    hostile_say(h, h->text, h->n);
}

/* Sends the text for ever, until the client goes. */
static void say_for_ever(struct hostile *h, const char *head)
{
    (void)head;
    hostile_say(h, OK, strlen(OK));
    while (hostile_say(h, h->text, h->n) == 0)
        ;
}

static void drip(struct hostile *h, const char *head)
{
    (void)head;
    hostile_say(h, OK "X: ", strlen(OK) + 3);
    while (hostile_say(h, "x", 1) == 0)
        nap(10);
}

/* Says nothing until the client goes. */
static void be_silent(struct hostile *h, const char *head)
{
    char byte;
    (void)head;
    while (hostile_read(h, &byte, 1) > 0)
        ;
}

/* A request at a server that does this. Its status is returned, and `why` is the text of the answer
 * or the reason why there is none. */
static int asked(struct hostile *h, const char *host, int ms, char why[200])
{
    struct call_reply r;
    hostile_start(h);
    struct call_address a = address_of(h, host);
    a.ms = ms;
    int64_t begin = cable_now();
    call_server(&a, "GET", "/api/games", "00112233445566778899aabbccddeeff", NULL, &r);
    assert_true(cable_now() - begin < ms + PATIENCE_MS);
    assert_int_equal(strlen(r.text), r.n);
    snprintf(why, 200, "%s", r.text);
    free(r.text);
    hostile_stop(h);
    return r.status;
}

static void test_an_answer(void **state)
{
    static const char text[] =
        OK "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    struct hostile h = {.serve = say_text, .text = text, .n = sizeof text - 1};
    char why[200], host[40];
    (void)state;
    assert_int_equal(asked(&h, "127.0.0.1", 0, why), 200);
    assert_string_equal(why, "hello");
    assert_int_equal(h.heads, 1);
    snprintf(host, sizeof host, "\r\nHost: 127.0.0.1:%d\r\n", h.port);
    assert_non_null(strstr(h.last, host));
    assert_ptr_equal(strstr(h.last, "GET /api/games HTTP/1.1\r\n"), h.last);
    assert_non_null(
        strstr(h.last, "\r\nAuthorization: Bearer 00112233445566778899aabbccddeeff\r\n"));
    assert_null(strstr(h.last, "Content-"));
}

static void test_a_body_is_sent(void **state)
{
    static const char text[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}";
    struct hostile h = {.serve = say_text, .text = text, .n = sizeof text - 1};
    struct call_reply r;
    (void)state;
    hostile_start(&h);
    struct call_address a = address_of(&h, "127.0.0.1");
    call_server(&a, "POST", "/api/tables", NULL, "{\"game\":1}", &r);
    hostile_stop(&h);
    assert_int_equal(r.status, 404);
    assert_string_equal(r.text, "{}");
    assert_non_null(strstr(h.last, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(h.last, "\r\nContent-Length: 10\r\n"));
    free(r.text);
}

static void test_heads_without_an_end(void **state)
{
    struct hostile fields = {.serve = say_for_ever, .text = "X: y\r\n", .n = 6};
    struct hostile line = {.serve = say_for_ever, .text = "xxxxxxxx", .n = 8};
    char why[200];
    (void)state;
    assert_int_equal(asked(&fields, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_string_equal(why, "it sends something else than an answer of HTTP");
    assert_int_equal(asked(&line, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_string_equal(why, "it sends something else than an answer of HTTP");
    assert_true(fields.heads == 1 && line.heads == 1);
}

static void test_a_body_without_an_end(void **state)
{
    static char text[1 << 16] = "\r\n";
    struct hostile h = {.serve = say_for_ever, .text = text, .n = sizeof text};
    char why[200];
    (void)state;
    memset(text + 2, 'x', sizeof text - 2);
    assert_int_equal(asked(&h, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_string_equal(why, "it sends something else than an answer of HTTP");
}

static void test_drop_by_drop(void **state)
{
    struct hostile slow = {.serve = drip}, silent = {.serve = be_silent};
    char why[200];
    (void)state;
    assert_int_equal(asked(&slow, "127.0.0.1", SHORT_MS, why), 0);
    assert_string_equal(why, "it does not answer in time");
    assert_int_equal(asked(&silent, "127.0.0.1", SHORT_MS, why), 0);
    assert_string_equal(why, "it does not answer in time");
    assert_true(slow.heads == 1 && silent.heads == 1);
}

static void test_no_answer(void **state)
{
    static const char text[] = OK "Content-Length: 5\r\n\r\nhell";
    struct hostile none = {.serve = say_text}, half = {.serve = say_text, .text = text, .n = 40};
    struct call_address nobody = {.url = {.host = "127.0.0.1"}, .ms = PATIENCE_MS},
                        nameless = {.url = {.port = 80}};
    struct call_reply r;
    char why[200];
    (void)state;
    assert_int_equal(asked(&none, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_string_equal(why, "it closed the connection without an answer");
    assert_int_equal(asked(&half, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_string_equal(why, "it closed the connection without an answer");
    close(hostile_listen(&nobody.url.port));
    call_server(&nobody, "GET", "/", NULL, NULL, &r);
    assert_true(r.status == 0);
    assert_string_equal(r.text, "nothing listens there");
    free(r.text);
    /* No name server is asked for a name that is none. */
    memset(nameless.url.host, 'a', 70);
    call_server(&nameless, "GET", "/", NULL, NULL, &r);
    assert_true(r.status == 0 && strncmp(r.text, "its name ", 9) == 0);
    free(r.text);
}

/* ---- certificates ---- */

static void test_certificates(void **state)
{
    static const char text[] = OK "Content-Length: 5\r\n\r\nhello";
    static const struct {
        const char *subject, *host;
        const struct authority *by;
        long seconds;
        const char *says;
    } rows[] = {
        {"DNS:localhost", "localhost", &trusted, 86400, "hello"},
        {"IP:127.0.0.1", "127.0.0.1", &trusted, 86400, "hello"},
        {"DNS:localhost", "127.0.0.1", &trusted, 86400, "its certificate is for another name"},
        {"DNS:play.example", "localhost", &trusted, 86400, "its certificate is for another name"},
        {"DNS:localhost", "localhost", &trusted, -3600, "its certificate has expired"},
        {"DNS:localhost", "localhost", &stranger, 86400, "its certificate is not trusted here ("},
        {"DNS:localhost", "localhost", NULL, 86400, "its certificate is not trusted here ("},
    };
    char why[200];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hostile h = {.serve = say_text, .text = text, .n = sizeof text - 1};
        int fine = strcmp(rows[i].says, "hello") == 0;
        hostile_certify(&h, rows[i].subject, rows[i].by, rows[i].seconds);
        assert_int_equal(asked(&h, rows[i].host, PATIENCE_MS, why), fine ? 200 : 0);
        if (strncmp(why, rows[i].says, strlen(rows[i].says)) != 0)
            fail_msg("%zu: %s", i, why);
        /* Nothing is said to who is not trusted: the token would be known. */
        assert_int_equal(h.heads, fine);
        assert_string_equal(h.offered, "\010http/1.1");
        assert_string_equal(h.named, strcmp(rows[i].host, "localhost") ? "" : "localhost");
    }
}

/* Who answers without TLS, who does not shake hands, and who cuts an answer short. */
static void test_no_tls(void **state)
{
    static const char text[] = OK "\r\nhello";
    struct hostile cut = {.serve = say_text, .text = text, .n = sizeof text - 1};
    char why[200];
    int port, fd = hostile_listen(&port);
    struct call_address a = {.url = {.host = "127.0.0.1", .port = port, .tls = 1}, .ms = SHORT_MS};
    struct call_reply r;
    (void)state;
    call_server(&a, "GET", "/", NULL, NULL, &r);
    assert_string_equal(r.text, "it does not answer in time");
    free(r.text);
    int client = accept(fd, NULL, NULL);
    assert_true(client >= 0);
    close(client);
    close(fd);
    hostile_certify(&cut, "IP:127.0.0.1", &trusted, 86400);
    assert_int_equal(asked(&cut, "127.0.0.1", PATIENCE_MS, why), 0);
    assert_int_equal(cut.heads, 1);
    assert_string_equal(why, "it broke the connection off");
}

static void *answer_plainly(void *arg)
{
    int fd = accept(*(int *)arg, NULL, NULL);
    char text[2000];
    assert_true(recv(fd, text, sizeof text, 0) > 0);
    assert_true(send(fd, OK "\r\n", strlen(OK) + 2, MSG_NOSIGNAL) > 0);
    while (recv(fd, text, sizeof text, 0) > 0)
        ;
    close(fd);
    return NULL;
}

static void test_plain_for_tls(void **state)
{
    int port, fd = hostile_listen(&port);
    struct call_address a = {.url = {.host = "127.0.0.1", .port = port, .tls = 1},
                             .ms = PATIENCE_MS};
    struct call_reply r;
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, answer_plainly, &fd), 0);
    call_server(&a, "GET", "/", NULL, NULL, &r);
    pthread_join(thread, NULL);
    close(fd);
    assert_true(r.status == 0);
    assert_string_equal(r.text, "it does not agree on TLS");
    free(r.text);
}

/* ---- sockets ---- */

struct ear {
    struct line *line;
    int wake;
};

static struct ear ear_open(const struct hostile *h, int ms)
{
    struct call_address a = address_of(h, "127.0.0.1");
    struct ear e = {.wake = eventfd(0, EFD_NONBLOCK)};
    a.ms = ms;
    assert_true(e.wake >= 0);
    e.line = line_open(&a, e.wake);
    return e;
}

static void ear_close(struct ear *e)
{
    int64_t begin = cable_now();
    line_close(e->line);
    assert_true(cable_now() - begin < PATIENCE_MS);
    close(e->wake);
}

/* The next message; it has to be of this kind, and a text has to be this one. */
static void comes(struct ear *e, int kind, const char *text)
{
    struct line_message *m;
    uint64_t times;
    while (!(m = line_take(e->line))) {
        struct pollfd fd = {e->wake, POLLIN, 0};
        assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
        assert_int_equal(read(e->wake, &times, sizeof times), sizeof times);
    }
    if (m->kind != kind || (text && strcmp(m->text, text) != 0))
        fail_msg("%d: %s came, expected %d: %s", m->kind, m->text, kind, text ? text : "");
    free(m);
}

static void await(int *of, int n)
{
    for (int64_t begin = cable_now(); count(of) < n;) {
        assert_true(cable_now() - begin < PATIENCE_MS);
        nap(5);
    }
}

/* Echoes texts, each in three fragments around a ping; "bye" closes. */
static void echo(struct hostile *h, const char *head)
{
    hostile_shake(h, head,
                  "\x81\x05"
                  "first",
                  7);
    while (hostile_hear(h) == FRAME_TEXT && h->body_n > 1 && memcmp(h->body, "bye", 3) != 0) {
        unsigned char out[3000] = {0x01, 1,    h->body[0], 0x89, 1,
                                   'p',  0x00, 0,          0x80, (unsigned char)(h->body_n - 1)};
        memcpy(out + 10, h->body + 1, h->body_n - 1);
        hostile_say(h, out, 9 + h->body_n);
        if (hostile_hear(h) != FRAME_PONG || h->body_n != 1 || h->body[0] != 'p')
            return;
    }
}

static void test_texts(void **state)
{
    struct hostile h = {.serve = echo};
    unsigned char mask[4];
    (void)state;
    hostile_certify(&h, "IP:127.0.0.1", &trusted, 86400);
    hostile_start(&h);
    struct ear e = ear_open(&h, PATIENCE_MS);
    comes(&e, LINE_UP, NULL);
    comes(&e, LINE_TEXT, "first");
    line_send(e.line, "hello", 5);
    comes(&e, LINE_TEXT, "hello");
    memcpy(mask, h.mask, 4);
    line_send(e.line, "once more", 9);
    comes(&e, LINE_TEXT, "once more");
    assert_memory_not_equal(mask, h.mask, 4);
    line_send(e.line, "bye", 3);
    comes(&e, LINE_DOWN, NULL);
    comes(&e, LINE_UP, NULL);
    assert_int_equal(count(&h.heads), 2);
    ear_close(&e);
    hostile_stop(&h);
}

static void test_a_new_connection(void **state)
{
    struct hostile h = {.serve = echo};
    char first[2048];
    (void)state;
    hostile_start(&h);
    struct ear e = ear_open(&h, PATIENCE_MS);
    comes(&e, LINE_UP, NULL);
    comes(&e, LINE_TEXT, "first");
    memcpy(first, h.last, sizeof first);
    line_again(e.line);
    comes(&e, LINE_DOWN, "");
    comes(&e, LINE_UP, NULL);
    comes(&e, LINE_TEXT, "first");
    assert_int_equal(count(&h.heads), 2);
    /* Another key. */
    assert_string_not_equal(first, h.last);
    line_rest(e.line);
    line_send(e.line, "bye", 3);
    comes(&e, LINE_DOWN, NULL);
    nap(SHORT_MS);
    assert_int_equal(count(&h.heads), 2);
    assert_null(line_take(e.line));
    ear_close(&e);
    hostile_stop(&h);
}

static int said;

static void talk_for_ever(struct hostile *h, const char *head)
{
    unsigned char text[4 + 1000] = {0x81, 126, 1000 >> 8, 1000 & 255};
    memset(text + 4, 'x', 1000);
    hostile_shake(h, head, NULL, 0);
    while (hostile_say(h, text, sizeof text) == 0)
        __atomic_add_fetch(&said, 1, __ATOMIC_ACQ_REL);
}

/* What nobody takes is not kept without end; it goes on when somebody does. */
static void test_a_server_that_talks_for_ever(void **state)
{
    enum { KEPT = 1 << 24, UNDER_WAY = 1 << 24 };
    struct hostile h = {.serve = talk_for_ever};
    (void)state;
    hostile_start(&h);
    struct ear e = ear_open(&h, PATIENCE_MS);
    comes(&e, LINE_UP, NULL);
    await(&said, KEPT / 2000);
    for (int before = -1; before != count(&said); nap(500)) {
        before = count(&said);
        assert_true(before < (KEPT + UNDER_WAY) / 1000);
    }
    int before = count(&said);
    for (int i = 0; i < KEPT / 2000; i++)
        comes(&e, LINE_TEXT, NULL);
    await(&said, before + 1000);
    ear_close(&e);
    hostile_stop(&h);
}

static void test_closing_says_goodbye(void **state)
{
    struct hostile h = {.serve = echo};
    (void)state;
    hostile_start(&h);
    struct ear e = ear_open(&h, PATIENCE_MS);
    comes(&e, LINE_UP, NULL);
    ear_close(&e);
    hostile_stop(&h);
    assert_int_equal(h.kind, FRAME_CLOSE);
    assert_memory_equal(h.body, "\x03\xe8", 2);
}

/* ---- sockets of servers that do not behave ---- */

/* Without a word, with a reset. What is sent then must not end the program by SIGPIPE. */
static void reset(struct hostile *h, const char *head)
{
    hostile_shake(h, head, NULL, 0);
    hostile_hear(h);
    setsockopt(h->fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
}

static void test_resets(void **state)
{
    (void)state;
    for (int tls = 0; tls < 2; tls++) {
        struct hostile h = {.serve = reset};
        if (tls)
            hostile_certify(&h, "IP:127.0.0.1", &trusted, 86400);
        hostile_start(&h);
        const struct url url = {.host = "127.0.0.1", .port = h.port, .tls = tls};
        const struct cable_to to = {.url = &url};
        struct talk t;
        assert_int_equal(talk_open(&t, &to, "/ws", "charlatan", 100, PATIENCE_MS, -1), 0);
        assert_int_equal(talk_send(&t, "x", 1), 0);
        hostile_stop(&h);
        for (int i = 0; i < 3; i++)
            assert_int_equal(talk_send(&t, "x", 1), CABLE_FAILED);
        assert_string_equal(t.cable.why, "it broke the connection off");
        talk_close(&t);
    }
}

/* Closes TLS as it should be, then the connection. */
static void say_goodbye(struct hostile *h, const char *head)
{
    (void)head;
    SSL_shutdown(h->session);
}

/* Sending ends although no byte is ever taken. */
static void test_sending_after_a_goodbye(void **state)
{
    static const char head[] = "GET / HTTP/1.1\r\n\r\n";
    struct hostile h = {.serve = say_goodbye};
    (void)state;
    hostile_certify(&h, "IP:127.0.0.1", &trusted, 86400);
    hostile_start(&h);
    const struct url url = {.host = "127.0.0.1", .port = h.port, .tls = 1};
    const struct cable_to to = {.url = &url};
    struct cable c;
    char byte;
    assert_int_equal(cable_open(&c, &to, PATIENCE_MS, -1), 0);
    assert_int_equal(cable_send(&c, head, strlen(head)), 0);
    assert_int_equal(cable_read(&c, &byte, 1), 0);
    hostile_stop(&h);
    for (int i = 0; i < 3; i++)
        cable_send(&c, "x", 1);
    assert_int_equal(cable_send(&c, "x", 1), CABLE_FAILED);
    assert_string_equal(c.why, "it has closed the connection");
    cable_close(&c);
}

static void say_frames(struct hostile *h, const char *head)
{
    hostile_shake(h, head, h->text, h->n);
    while (hostile_hear(h) >= 0)
        ;
}

static void test_forbidden_frames(void **state)
{
    static const struct {
        const char *bytes;
        size_t n;
        int code;
    } rows[] = {
        {"\x81\x82mask{}", 8, 1002},                            /* masked */
        {"\xc1\x02{}", 4, 1002},                                /* compressed */
        {"\x81\x7f\x00\x00\x00\x00\x00\x40\x00\x01", 10, 1009}, /* longer than 4 MiB */
        {"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", 10, 1009},
        {"\x82\x02{}", 4, 1003},
        {"\x81\x02\xc3\x28", 4, 1007},
        {"\x80\x02{}", 4, 1002},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hostile h = {.serve = say_frames, .text = rows[i].bytes, .n = rows[i].n};
        hostile_start(&h);
        struct ear e = ear_open(&h, PATIENCE_MS);
        line_rest(e.line);
        comes(&e, LINE_UP, NULL);
        comes(&e, LINE_DOWN, "it sends what no server may send");
        ear_close(&e);
        hostile_stop(&h);
        assert_int_equal(h.heads, 1);
        assert_int_equal(h.kind, FRAME_CLOSE);
        assert_int_equal(h.body[0] << 8 | h.body[1], rows[i].code);
    }
}

static void shake_wrongly(struct hostile *h, const char *head)
{
    char accept[SHAKE_ACCEPT + 1], all[1000];
    shake_accept(strstr(head, "Sec-WebSocket-Key: ") + 19, accept);
    int n = snprintf(all, sizeof all, h->text, accept);
    hostile_say(h, all, (size_t)n);
    be_silent(h, head);
}

/* It is tried again and again, and the table never hears that there is a connection. */
static void test_wrong_handshakes(void **state)
{
#define SWITCH "HTTP/1.1 101 Switching Protocols\r\n"
#define ACCEPT "Sec-WebSocket-Accept: %s\r\n"
#define BOTH "Upgrade: websocket\r\nConnection: Upgrade\r\n"
#define NAMED "Sec-WebSocket-Protocol: charlatan\r\n"
    static const struct {
        const char *text, *why;
    } rows[] = {
        {SWITCH BOTH NAMED "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n", NULL},
        {SWITCH BOTH NAMED "X: %s\r\n\r\n", NULL},
        {SWITCH BOTH ACCEPT "\r\n", NULL},
        {SWITCH BOTH ACCEPT "Sec-WebSocket-Protocol: chat\r\n\r\n", NULL},
        {SWITCH "Connection: Upgrade\r\n" ACCEPT NAMED "\r\n", NULL},
        {SWITCH "Upgrade: websocket\r\n" ACCEPT NAMED "\r\n", NULL},
        {SWITCH BOTH ACCEPT NAMED "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n", NULL},
        {SWITCH BOTH ACCEPT NAMED "no colon\r\n\r\n", NULL},
        {OK BOTH ACCEPT NAMED "Content-Length: 0\r\n\r\n",
         "it refuses a WebSocket with status 200"},
        {"HTTP/1.1 503 x\r\nX: %s\r\nContent-Length: 0\r\n\r\n",
         "it refuses a WebSocket with status 503"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hostile h = {.serve = shake_wrongly, .text = rows[i].text};
        const char *why = rows[i].why ? rows[i].why : "it does not shake hands for a WebSocket";
        hostile_start(&h);
        struct ear e = ear_open(&h, PATIENCE_MS);
        comes(&e, LINE_DOWN, why);
        comes(&e, LINE_DOWN, why);
        ear_close(&e);
        hostile_stop(&h);
        assert_true(h.heads >= 2);
    }
}

static void test_handshakes_drop_by_drop(void **state)
{
    struct hostile h = {.serve = drip};
    (void)state;
    hostile_start(&h);
    struct ear e = ear_open(&h, SHORT_MS);
    comes(&e, LINE_DOWN, "it does not answer in time");
    comes(&e, LINE_DOWN, "it does not answer in time");
    ear_close(&e);
    hostile_stop(&h);
    assert_true(h.heads >= 2);
}

/* A table can be left while its server does not answer: without this the line would wait. */
static void test_leaving_a_silent_server(void **state)
{
    struct hostile h = {.serve = be_silent};
    (void)state;
    hostile_start(&h);
    struct ear e = ear_open(&h, 100 * PATIENCE_MS);
    await(&h.heads, 1);
    ear_close(&e);
    hostile_stop(&h);
}

/* The authorities are known before the first connection with TLS. */
static int begin(void **state)
{
    static char path[] = "/tmp/charlatan-authority-XXXXXX";
    int fd = mkstemp(path);
    FILE *to = fd >= 0 ? fdopen(fd, "w") : NULL;
    *state = path;
    trusted = authority_new();
    stranger = authority_new();
    if (!to || !PEM_write_X509(to, trusted.certificate))
        return -1;
    setenv("SSL_CERT_DIR", "/nowhere", 1);
    return fclose(to) || setenv("SSL_CERT_FILE", path, 1);
}

static int finish(void **state)
{
    X509_free(trusted.certificate);
    EVP_PKEY_free(trusted.key);
    X509_free(stranger.certificate);
    EVP_PKEY_free(stranger.key);
    return unlink(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_answer),
        cmocka_unit_test(test_a_body_is_sent),
        cmocka_unit_test(test_heads_without_an_end),
        cmocka_unit_test(test_a_body_without_an_end),
        cmocka_unit_test(test_drop_by_drop),
        cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_certificates),
        cmocka_unit_test(test_no_tls),
        cmocka_unit_test(test_plain_for_tls),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_a_new_connection),
        cmocka_unit_test(test_a_server_that_talks_for_ever),
        cmocka_unit_test(test_closing_says_goodbye),
        cmocka_unit_test(test_resets),
        cmocka_unit_test(test_sending_after_a_goodbye),
        cmocka_unit_test(test_forbidden_frames),
        cmocka_unit_test(test_wrong_handshakes),
        cmocka_unit_test(test_handshakes_drop_by_drop),
        cmocka_unit_test(test_leaving_a_silent_server),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
