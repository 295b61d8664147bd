/* Tests of the reader of heads: what it reads, and that whatever two programs could read in two
 * ways is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/http/request_head.h"

#define LINE "GET / HTTP/1.1\r\n"
#define TOP LINE "Host: a\r\n"
#define POST "POST /api/tables HTTP/1.1\r\nHost: a\r\n"

static int status_of(const char *text, size_t n)
{
    struct request_head h;
    /* At the end of its memory, so that the sanitizer sees what is read behind it. */
    char *copy = malloc(n);
    assert_non_null(copy);
    memcpy(copy, text, n);
    int length = head_length(copy, n),
        status = length > 0 ? head_read(&h, copy, (size_t)length) : 400;
    assert_true(length <= (int)n);
    free(copy);
    return status;
}

#define STATUS(text) status_of(text, sizeof(text) - 1)

static void test_a_whole_head(void **state)
{
    static const char text[] =
        "POST /api/tables?x=1&y=%32 HTTP/1.1\r\nhOST: Play.example:8080\r\nOrigin: "
        "https://a.example \r\n"
        "Content-Length:\t17\r\nContent-Type: application/json\r\nAuthorization: Bearer abc\r\n"
        "X-Forwarded-For: 1.1.1.1, 2.2.2.2\r\nX-Forwarded-For: 3.3.3.3 , 4.4.4.4\r\n"
        "Accept-Encoding: br, GZIP;q=0.5\r\nIf-None-Match: W/\"1\"\r\nConnection: x, "
        "Close\r\n\r\n{";
    struct request_head h;
    (void)state;
    assert_int_equal(head_length(text, sizeof text - 1), sizeof text - 2);
    assert_int_equal(head_read(&h, text, sizeof text - 2), 0);
    assert_true(h.method == HTTP_POST && !h.head_only && !h.old);
    assert_true(slice_is(h.path, "/api/tables") && slice_is(h.args, "x=1&y=%32"));
    assert_true(slice_is(h.host, "play.example:8080") && slice_is(h.origin, "https://a.example"));
    assert_true(h.sized && h.length == 17 && slice_is(h.type, "application/json"));
    assert_true(slice_is(h.token, "abc") && slice_is(h.forwarded, "4.4.4.4"));
    assert_true(h.gzip && slice_is(h.known, "W/\"1\"") && h.closes && !h.upgrades && !h.coded);
}

static void check_forwarded(const char *value, const char *expected)
{
    char text[200];
    struct request_head h;
    size_t n = (size_t)snprintf(text, sizeof text, TOP "X-Forwarded-For:%s\r\n\r\n", value);
    assert_int_equal(head_read(&h, text, n), 0);
    assert_true(h.forwarded.at && slice_is(h.forwarded, expected));
}

/* A proxy that names nobody does not stand for itself. */
static void test_whom_a_proxy_names(void **state)
{
    (void)state;
    check_forwarded(" 192.0.2.1", "192.0.2.1");
    check_forwarded("192.0.2.1,2001:db8::1", "2001:db8::1");
    check_forwarded("192.0.2.1\r\nX-Forwarded-For: 192.0.2.2", "192.0.2.2");
    check_forwarded("", "");
    check_forwarded(" ", "");
    check_forwarded(",", "");
    check_forwarded("192.0.2.1,", "");
    check_forwarded("192.0.2.1, ", "");
    check_forwarded("192.0.2.1\r\nX-Forwarded-For: ", "");
}

static void test_what_is_sound(void **state)
{
    (void)state;
    assert_int_equal(STATUS(TOP "\r\n"), 0);
    assert_int_equal(STATUS("GET / HTTP/1.0\r\n\r\n"), 0);
    assert_int_equal(STATUS("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
    assert_int_equal(STATUS(TOP "X:\r\nY: \xc3\xa9\tz\r\n\r\n"), 0);
    assert_int_equal(STATUS(POST "Content-Length: 0\r\n\r\n"), 0);
    assert_int_equal(STATUS(POST "Transfer-Encoding: chunked\r\n\r\n"), 0);
    assert_int_equal(STATUS("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n"), 0);
}

/* Each could be read by a proxy in another way than by us. */
static void test_two_readings(void **state)
{
    (void)state;
    assert_int_equal(STATUS(POST "Content-Length: 5\r\nContent-Length: 6\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: 5\r\nContent-Length: 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: 5, 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: 0x10\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: a\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: +5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: -1\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: \r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: 9999999999999999999\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    assert_int_equal(STATUS("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "Content-Length : 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST " Content-Length: 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "X: y\r\n z\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "X: y\rContent-Length: 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "X: y\nContent-Length: 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(POST "X: y\0Content-Length: 5\r\n\r\n"), 400);
    assert_int_equal(STATUS(LINE "Host: a\r\nHost: b\r\n\r\n"), 400);
    assert_int_equal(STATUS(LINE "X: y\r\n\r\n"), 400);
    assert_int_equal(STATUS(LINE "Host: \r\n\r\n"), 400);
    assert_int_equal(STATUS("GET / HTTP/1.1\nHost: a\n\n"), 400);
}

static void test_first_lines(void **state)
{
    (void)state;
    assert_int_equal(STATUS("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 505);
    assert_int_equal(STATUS("GET / HTTP/9.9\r\nHost: a\r\n\r\n"), 505);
    assert_int_equal(STATUS("GET /\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("GET  / HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("GET / HTTP/1.1 x\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("G(T / HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS(" GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(STATUS("\r\n\r\n"), 400);
    assert_int_equal(STATUS(TOP "Expect: a cake\r\n\r\n"), 417);
}

static void test_many_fields(void **state)
{
    static char text[1000 * 4 + 40];
    size_t n = (size_t)sprintf(text, TOP);
    (void)state;
    for (int i = 0; i < 1000; i++, n += 4)
        memcpy(text + n, "a:\r\n", 4);
    memcpy(text + n, "\r\n", 3);
    assert_int_equal(status_of(text, n + 2), 431);
}

/* Byte by byte, a head ends where it ends, and what can be none is known at once. */
static void test_lengths(void **state)
{
    static const char text[] = TOP "\r\n";
    (void)state;
    for (size_t n = 0; n < sizeof text - 1; n++)
        assert_int_equal(head_length(text, n), 0);
    assert_int_equal(head_length(text, sizeof text - 1), sizeof text - 1);
    assert_int_equal(head_length("GET /\n", 6), -1);
    assert_int_equal(head_length("\n", 1), -1);
    assert_int_equal(head_length("G\0", 2), -1);
}

static void check_target(const char *target, const char *expected)
{
    char path[8];
    assert_int_equal(slice_decode(path, sizeof path, (struct slice){target, strlen(target)}),
                     expected ? 0 : -1);
    if (expected)
        assert_string_equal(path, expected);
}

static void test_targets(void **state)
{
    (void)state;
    check_target("/a%20b", "/a b");
    check_target("/%2e%2E", "/..");
    check_target("/123456", "/123456");
    check_target("/1234567", ""); /* too long for anything here */
    check_target("/%00", NULL);
    check_target("/%0a", NULL);
    check_target("/%7F", NULL);
    check_target("/%2", NULL);
    check_target("/%g0", NULL);
    check_target("/1234567%00", NULL);
}

static void test_upgrades(void **state)
{
    static const char text[] =
        LINE "Host: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c, websocket\r\n"
             "Sec-WebSocket-Protocol: x\r\nSec-WebSocket-Protocol: y,charlatan\r\n\r\n";
    struct request_head h;
    (void)state;
    assert_int_equal(head_read(&h, text, sizeof text - 1), 0);
    assert_true(h.upgrades && h.websocket && h.charlatan && !h.closes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whom_a_proxy_names),
        cmocka_unit_test(test_a_whole_head),
        cmocka_unit_test(test_what_is_sound),
        cmocka_unit_test(test_two_readings),
        cmocka_unit_test(test_first_lines),
        cmocka_unit_test(test_many_fields),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_upgrades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
