/* Tests of requests over connections that are kept, of the threads that make them for a loop, and
 * of the handshake of WebSockets. The other tests of requests are in test_tui_line.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <semaphore.h>

#include "cable/ask.h"
#include "cable/queries.h"
#include "tests/hostile.h"

enum { PATIENCE_MS = 30000, QUERIES = 20 };

#define FINE "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

static int nowhere(const void *with, const struct sockaddr *at)
{
    (void)with, (void)at;
    return 0;
}

/* Asks once. Returns what ask_server does; `status` is what is known of it. */
static int asked(struct cable *c, const struct hostile *h, int keep, size_t most, int *status)
{
    const struct url url = {.host = "127.0.0.1", .port = h->port};
    const struct cable_to to = {.url = &url};
    const struct ask a = {.method = "GET", .path = "/x", .keep = keep};
    struct answer in = {.most = most};
    int done = ask_server(c, &to, &a, &in, PATIENCE_MS);
    *status = in.status;
    free(in.body);
    return done;
}

/* Says the text to so many requests over a connection. */
static void say_to(struct hostile *h, int requests)
{
    char head[2000];
    for (int i = 0; i < requests; i++)
        if ((i && hostile_read(h, head, sizeof head) <= 0) ||
            hostile_say(h, FINE, strlen(FINE)) < 0)
            return;
}

static void say_once(struct hostile *h, const char *head)
{
    (void)head;
    say_to(h, 1);
}

static void say_thrice(struct hostile *h, const char *head)
{
    (void)head;
    say_to(h, 3);
}

static void break_off(struct hostile *h, const char *head)
{
    char more[2000];
    say_once(h, head);
    if (hostile_read(h, more, sizeof more) > 0)
        hostile_say(h, FINE, 20);
}

static void test_a_connection_is_kept(void **state)
{
    struct hostile h = {.serve = say_thrice};
    struct cable c = {.fd = -1, .stop = -1};
    int status;
    (void)state;
    hostile_start(&h);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(asked(&c, &h, 1, 100, &status), 0);
        assert_int_equal(status, 200);
        assert_true(c.fd >= 0);
    }
    cable_close(&c);
    hostile_stop(&h);
    assert_int_equal(h.heads, 1);
    assert_null(strstr(h.last, "Connection:"));
}

/* The server would keep it, but the next request goes somewhere else. */
static void test_a_connection_is_not_kept(void **state)
{
    struct hostile h = {.serve = say_thrice};
    struct cable c = {.fd = -1, .stop = -1};
    int status;
    (void)state;
    hostile_start(&h);
    assert_int_equal(asked(&c, &h, 0, 100, &status), 0);
    assert_int_equal(c.fd, -1);
    hostile_stop(&h);
    assert_non_null(strstr(h.last, "\r\nConnection: close\r\n"));
}

static void test_a_connection_is_opened_again(void **state)
{
    struct hostile h = {.serve = say_once};
    struct cable c = {.fd = -1, .stop = -1};
    int status;
    (void)state;
    hostile_start(&h);
    for (int i = 0; i < 3; i++)
        assert_int_equal(asked(&c, &h, 1, 100, &status), 0);
    cable_close(&c);
    hostile_stop(&h);
    assert_int_equal(h.heads, 3);
}

/* What has been answered, even in part, is not asked again. */
static void test_half_an_answer(void **state)
{
    struct hostile h = {.serve = break_off};
    struct cable c = {.fd = -1, .stop = -1};
    int status;
    (void)state;
    hostile_start(&h);
    assert_int_equal(asked(&c, &h, 1, 100, &status), 0);
    assert_int_equal(asked(&c, &h, 1, 100, &status), CABLE_FAILED);
    assert_string_equal(c.why, "it closed the connection without an answer");
    assert_int_equal(c.fd, -1);
    hostile_stop(&h);
    assert_int_equal(h.heads, 1);
}

static void test_a_status_alone(void **state)
{
    struct hostile h = {.serve = say_once};
    struct cable c = {.fd = -1, .stop = -1};
    int status;
    (void)state;
    hostile_start(&h);
    assert_int_equal(asked(&c, &h, 0, 0, &status), CABLE_FAILED);
    hostile_stop(&h);
    assert_int_equal(status, 200);
}

static void test_forbidden(void **state)
{
    struct hostile h = {.serve = say_once};
    struct cable c = {.fd = -1, .stop = -1};
    struct answer in = {.most = 100};
    (void)state;
    hostile_start(&h);
    const struct url url = {.host = "127.0.0.1", .port = h.port};
    const struct cable_to to = {.url = &url, .may = nowhere};
    const struct ask a = {.method = "GET", .path = "/"};
    assert_int_equal(ask_server(&c, &to, &a, &in, PATIENCE_MS), CABLE_FORBIDDEN);
    hostile_stop(&h);
    assert_int_equal(h.heads, 0);
}

static void test_too_long(void **state)
{
    static char path[5000];
    struct url to = {.host = "h", .port = 80};
    char text[4096];
    (void)state;
    memset(path, 'x', sizeof path - 1);
    assert_int_equal(
        ask_write(text, sizeof text, &to, &(struct ask){.method = "GET", .path = path}), 0);
    assert_int_equal(shake_write(text, &to, path, "k", "p"), 0);
    path[SHAKE_REQUEST - 300] = 0;
    size_t n = shake_write(text, &to, path, "k", "p");
    assert_int_equal(n, strlen(text));
}

/* ---- threads ---- */

struct asking {
    struct hostile h;
    sem_t came;
    int dropped;
};

struct question {
    struct cable_query query;
    struct asking *of;
    int done, status;
};

static void run(void *with, struct cable_query *q, struct cable *line)
{
    struct question *one = (struct question *)q;
    one->done = asked(line, &((struct asking *)with)->h, 1, 100, &one->status);
}

static void wake(void *with)
{
    sem_post(&((struct asking *)with)->came);
}

static void drop(struct cable_query *q)
{
    ((struct question *)q)->of->dropped++;
    free(q);
}

static const struct queries_calls calls = {run, wake, drop};

static struct queries *ask_often(struct asking *a, int threads)
{
    sem_init(&a->came, 0, 0);
    hostile_start(&a->h);
    struct queries *all = queries_open(threads, &calls, a);
    for (int i = 0; i < QUERIES; i++) {
        struct question *q = calloc(1, sizeof *q);
        assert_non_null(q);
        q->of = a;
        queries_add(all, &q->query);
    }
    return all;
}

static void test_threads(void **state)
{
    struct asking a = {.h = {.serve = say_thrice}};
    struct queries *all = ask_often(&a, 1);
    (void)state;
    for (int i = 0; i < QUERIES; i++) {
        sem_wait(&a.came);
        struct question *q = (struct question *)queries_take(all);
        assert_non_null(q);
        assert_true(q->done == 0 && q->status == 200);
        free(q);
    }
    assert_null(queries_take(all));
    queries_close(all);
    hostile_stop(&a.h);
    assert_int_equal(a.dropped, 0);
    assert_int_equal(a.h.heads, (QUERIES + 2) / 3);
}

static void be_silent(struct hostile *h, const char *head)
{
    char byte;
    (void)head;
    while (hostile_read(h, &byte, 1) > 0)
        ;
}

/* Nothing waits for a server that does not answer. */
static void test_threads_stop(void **state)
{
    struct asking a = {.h = {.serve = be_silent}};
    struct queries *all = ask_often(&a, 4);
    (void)state;
    while (count(&a.h.heads) == 0)
        nap(1);
    int64_t begin = cable_now();
    queries_close(all);
    assert_true(cable_now() - begin < PATIENCE_MS / 2);
    hostile_stop(&a.h);
    assert_int_equal(a.dropped, QUERIES);
}

/* ---- handshakes ---- */

static void test_handshakes(void **state)
{
    static const char key[] = "dGhlIHNhbXBsZSBub25jZQ==";
    const struct answer fine = {.status = 101,
                                .upgrades = 1,
                                .websocket = 1,
                                .accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
                                .protocol = "charlatan"};
    struct answer a = fine;
    (void)state;
    assert_true(shake_agrees(&a, key, "charlatan"));
    assert_false(shake_agrees(&a, key, "chat"));
    assert_false(shake_agrees(&a, "DGhlIHNhbXBsZSBub25jZQ==", "charlatan"));
    a.status = 200;
    assert_false(shake_agrees(&a, key, "charlatan"));
    a = fine;
    a.extended = 1;
    assert_false(shake_agrees(&a, key, "charlatan"));
    a = fine;
    a.upgrades = 0;
    assert_false(shake_agrees(&a, key, "charlatan"));
    a = fine;
    a.websocket = 0;
    assert_false(shake_agrees(&a, key, "charlatan"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_connection_is_kept),
        cmocka_unit_test(test_a_connection_is_not_kept),
        cmocka_unit_test(test_a_connection_is_opened_again),
        cmocka_unit_test(test_half_an_answer),
        cmocka_unit_test(test_a_status_alone),
        cmocka_unit_test(test_forbidden),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_threads_stop),
        cmocka_unit_test(test_handshakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
