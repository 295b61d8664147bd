/* Tests of the reader of HTTP answers: what it reads however it is cut, and what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cable/answer.h"

enum { MOST = 100 };

#define OK "HTTP/1.1 200 OK\r\n"
#define CHUNKED OK "Transfer-Encoding: chunked\r\n\r\n"

/* Adds a copy, so that the sanitizer sees what is read behind its end. */
static int add(struct answer *a, const char *at, size_t n, size_t *all)
{
    char *copy = malloc(n ? n : 1);
    size_t used;
    assert_non_null(copy);
    memcpy(copy, at, n);
    int state = answer_add(a, copy, n, &used);
    free(copy);
    assert_true(used <= n);
    *all += used;
    return state;
}

/* Reads a text in two pieces, or byte by byte if `cut` is behind its end. Returns 1, or -1. */
static int read_cut(struct answer *a, const char *text, size_t n, size_t cut, size_t *used)
{
    int state = 0;
    *a = (struct answer){.most = MOST};
    *used = 0;
    if (cut > n) {
        for (size_t i = 0; i < n && state == 0; i++)
            state = add(a, text + i, 1, used);
    } else {
        state = add(a, text, cut, used);
        if (state == 0)
            state = add(a, text + cut, n - cut, used);
    }
    return state ? state : answer_close(a);
}

static void is_read(const char *text, int status, const char *body, int keeps, size_t behind)
{
    static struct answer a;
    size_t n = strlen(text), used;
    for (size_t cut = 0; cut <= n + 1; cut++) {
        if (read_cut(&a, text, n, cut, &used) != 1)
            fail_msg("cut at %zu it is refused: %s", cut, text);
        assert_int_equal(a.status, status);
        assert_string_equal(a.body, body);
        assert_int_equal(a.n, strlen(body));
        assert_int_equal(a.keeps, keeps);
        assert_int_equal(used, n - behind);
        free(a.body);
    }
}

static void is_refused(const char *text, size_t n)
{
    static struct answer a;
    size_t used;
    for (size_t cut = 0; cut <= n + 1; cut++) {
        if (read_cut(&a, text, n, cut, &used) == 1)
            fail_msg("cut at %zu it is taken: %s", cut, text);
        free(a.body);
    }
}

#define REFUSED(text) is_refused(text, sizeof(text) - 1)

static void test_whole_answers(void **state)
{
    (void)state;
    is_read(OK "content-LENGTH:\t5 \r\nX: y\r\n\r\nhello", 200, "hello", 1, 0);
    is_read(OK "Content-Length: 5\r\n\r\nhelloHTTP", 200, "hello", 1, 4);
    is_read(OK "Content-Length: 0\r\nConnection: x, Close\r\n\r\n", 200, "", 0, 0);
    is_read("HTTP/1.1 404\r\nContent-Length: 1\r\n\r\n.", 404, ".", 1, 0);
    is_read("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\n.", 200, ".", 0, 0);
    /* Until the connection ends. */
    is_read("HTTP/1.1 502 Bad Gateway\r\n\r\nsorry", 502, "sorry", 0, 0);
    is_read("HTTP/1.1 204 No Content\r\n\r\n", 204, "", 1, 0);
    is_read("HTTP/1.1 304 Not Modified\r\nContent-Length: 5000\r\n\r\n", 304, "", 0, 0);
    is_read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\n" OK
            "Content-Length: 2\r\n\r\nhi",
            200, "hi", 1, 0);
}

static void test_chunks(void **state)
{
    (void)state;
    is_read(CHUNKED "5\r\nhello\r\n0\r\n\r\n", 200, "hello", 1, 0);
    is_read(CHUNKED "3\r\nhel\r\n02 ; a=\"b\"\r\nlo\r\n000\r\nTrailer: x\r\n\r\nnext", 200, "hello",
            1, 4);
    is_read(CHUNKED "A\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\n\r\n", 200, "\r\n\r\n\r\n\r\n\r\n", 1, 0);
    is_read(CHUNKED "0\r\nContent-Length: 7\r\n\r\n", 200, "", 1, 0);
    REFUSED(CHUNKED "5\r\nhelloo\r\n0\r\n\r\n");
    REFUSED(CHUNKED "5\r\nhello0\r\n\r\n");
    REFUSED(CHUNKED "\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "-1\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "0x5\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "5x\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "00000000000000005\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "fffffffffffffffff\r\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "5\nhello\r\n0\r\n\r\n");
    REFUSED(CHUNKED "5\r\nhello\r\n0\r\nbad trailer\r\n\r\n");
    REFUSED(CHUNKED "5\r\nhello\r\n");
    REFUSED(CHUNKED "5\r\nhello\r\n0\r\n");
}

static void test_two_readings(void **state)
{
    (void)state;
    REFUSED(OK "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello");
    REFUSED(OK "Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello");
    REFUSED(OK "Content-Length: 5, 5\r\n\r\nhello");
    REFUSED(OK "Content-Length: +5\r\n\r\nhello");
    REFUSED(OK "Content-Length:\r\n\r\nhello");
    REFUSED(OK "Content-Length: 0x5\r\n\r\nhello");
    REFUSED(OK "Content-Length : 5\r\n\r\nhello");
    REFUSED(OK "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
    REFUSED(OK "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    REFUSED(OK "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    REFUSED(OK "Transfer-Encoding: identity\r\n\r\nhello");
    REFUSED("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    REFUSED(OK "X: y\r\n folded\r\nContent-Length: 0\r\n\r\n");
    REFUSED(OK "Content-Length: 0\n\r\n");
    REFUSED(OK "X: a\rb\r\nContent-Length: 0\r\n\r\n");
    REFUSED(OK "X: a\0b\r\nContent-Length: 0\r\n\r\n");
    REFUSED(OK "no colon\r\nContent-Length: 0\r\n\r\n");
}

static void test_no_answers(void **state)
{
    (void)state;
    REFUSED("");
    REFUSED("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell");
    REFUSED("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n");
    REFUSED("HTTP/2 200\r\n\r\n");
    REFUSED("HTTP/1.2 200 OK\r\n\r\n");
    REFUSED("HTTP/1.1 20 OK\r\n\r\n");
    REFUSED("HTTP/1.1 099 x\r\n\r\n");
    REFUSED("HTTP/1.1 600 x\r\n\r\n");
    REFUSED("HTTP/1.1 2000\r\n\r\n");
    REFUSED("HTTP/1.1  200 OK\r\n\r\n");
    REFUSED(" HTTP/1.1 200 OK\r\n\r\n");
    REFUSED("\r\nHTTP/1.1 200 OK\r\n\r\n");
    REFUSED("SSH-2.0-OpenSSH_9.2\r\n\r\n");
}

/* Repeats a text between a beginning and an end. */
static char *repeated(const char *begin, const char *text, int times, const char *end)
{
    char *all = malloc(strlen(begin) + strlen(text) * (size_t)times + strlen(end) + 1), *at = all;
    assert_non_null(all);
    at += sprintf(at, "%s", begin);
    for (int i = 0; i < times; i++)
        at += sprintf(at, "%s", text);
    strcpy(at, end);
    return all;
}

static int reads(char *text)
{
    static struct answer a;
    size_t used;
    int done = read_cut(&a, text, strlen(text), strlen(text), &used);
    free(a.body);
    free(text);
    return done;
}

static void test_bounds(void **state)
{
    (void)state;
    assert_int_equal(reads(repeated(OK, "X: y\r\n", ANSWER_FIELDS, "\r\n")), 1);
    assert_int_equal(reads(repeated(OK, "X: y\r\n", ANSWER_FIELDS + 1, "\r\n")), -1);
    assert_int_equal(reads(repeated(OK "X: ", "y", ANSWER_LINE - 5, "\r\n\r\n")), 1);
    assert_int_equal(reads(repeated(OK "X: ", "y", ANSWER_LINE - 4, "\r\n\r\n")), -1);
    assert_int_equal(reads(repeated(OK "X: ", "y", 1 << 20, "")), -1);
    assert_int_equal(reads(repeated("HTTP/1.1 100 x\r\n\r\n", "HTTP/1.1 100 x\r\n\r\n", 9000, "")),
                     -1);
    assert_int_equal(reads(repeated(OK "Content-Length: 100\r\n\r\n", "x", MOST, "")), 1);
    assert_int_equal(reads(repeated(OK "Content-Length: 101\r\n\r\n", "x", MOST + 1, "")), -1);
    assert_int_equal(reads(repeated(OK "\r\n", "x", MOST, "")), 1);
    assert_int_equal(reads(repeated(OK "\r\n", "x", MOST + 1, "")), -1);
    assert_int_equal(reads(repeated(CHUNKED, "1\r\nx\r\n", MOST, "0\r\n\r\n")), 1);
    assert_int_equal(reads(repeated(CHUNKED, "1\r\nx\r\n", MOST + 1, "0\r\n\r\n")), -1);
    assert_int_equal(reads(repeated(CHUNKED "0\r\n", "X: y\r\n", ANSWER_FIELDS + 1, "\r\n")), -1);
}

/* A refused length is refused before anything of the body has come. */
static void test_no_memory_for_promises(void **state)
{
    static const char text[] = OK "Content-Length: 999999999999999999\r\n\r\n";
    static struct answer a;
    size_t used;
    (void)state;
    a = (struct answer){.most = MOST};
    assert_int_equal(answer_add(&a, text, sizeof text - 1, &used), -1);
    assert_null(a.body);
}

static void test_upgrades(void **state)
{
    static const char text[] =
        "HTTP/1.1 101 Switching Protocols\r\nUPGRADE: WebSocket\r\nconnection: keep-alive, "
        "Upgrade\r\n"
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: a\r\n\r\n";
    static struct answer a;
    size_t used;
    (void)state;
    for (size_t cut = 0; cut < sizeof text - 1; cut++) {
        assert_int_equal(read_cut(&a, text, sizeof text - 1, cut, &used), 1);
        assert_true(a.status == 101 && a.upgrades && a.websocket && !a.extended);
        assert_string_equal(a.accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert_string_equal(a.protocol, "a");
        free(a.body);
    }
    REFUSED("HTTP/1.1 101 x\r\nSec-WebSocket-Accept: a\r\nSec-WebSocket-Accept: a\r\n\r\n");
    REFUSED("HTTP/1.1 101 x\r\nSec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: b\r\n\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_answers), cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_two_readings),  cmocka_unit_test(test_no_answers),
        cmocka_unit_test(test_bounds),        cmocka_unit_test(test_no_memory_for_promises),
        cmocka_unit_test(test_upgrades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
