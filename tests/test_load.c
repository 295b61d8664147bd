/* Unit tests of the load generator: histograms and WebSocket frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "load/frame.h"
#include "load/histogram.h"

/* ---- histograms ---- */

static void near(int64_t got, int64_t want)
{
    assert_true(got >= want && (double)got <= 1.04 * (double)want + 1);
}

static void quantiles_are_near(void **state)
{
    struct histogram h = {0};
    (void)state;
    assert_int_equal(histogram_quantile(&h, 0.5), 0);
    for (int64_t i = 1; i <= 100000; i++)
        histogram_add(&h, i * 1000);
    near(histogram_quantile(&h, 0.5), 50001000);
    near(histogram_quantile(&h, 0.99), 99001000);
    near(histogram_quantile(&h, 0.001), 101000);
    assert_int_equal(histogram_quantile(&h, 1), 100000000);
}

static void every_size_is_kept(void **state)
{
    (void)state;
    for (int64_t ns = 1; ns < (int64_t)1 << 37; ns = ns * 5 / 4 + 1) {
        struct histogram h = {0};
        histogram_add(&h, ns);
        histogram_add(&h, 4 * ns);
        near(histogram_quantile(&h, 0.25), ns);
        assert_int_equal(histogram_quantile(&h, 0.75), 4 * ns);
    }
}

static void odd_spans_do_no_harm(void **state)
{
    struct histogram h = {0};
    (void)state;
    histogram_add(&h, -5);
    histogram_add(&h, INT64_MAX);
    assert_int_equal(h.n, 2);
    assert_int_equal(histogram_quantile(&h, 0.1), 0);
    assert_int_equal(histogram_quantile(&h, 1), INT64_MAX);
}

static void sums_are_sums(void **state)
{
    struct histogram a = {0}, b = {0};
    (void)state;
    for (int i = 0; i < 100; i++)
        histogram_add(i % 2 ? &a : &b, 1000 + i);
    histogram_merge(&a, &b);
    assert_int_equal(a.n, 100);
    near(histogram_quantile(&a, 0.5), 1050);
    assert_int_equal(a.most, 1099);
}

/* ---- frames ---- */

/* Makes the frame a server would have sent: the same without the mask. */
static size_t unmask(unsigned char *frame, size_t head, size_t n)
{
    unsigned char key[4];
    memcpy(key, frame + head, 4);
    frame[1] &= 127;
    for (size_t i = 0; i < n; i++)
        frame[head + i] = frame[head + 4 + i] ^ key[i & 3];
    return head + n;
}

static void frames_of_every_length(void **state)
{
    static const size_t sizes[] = {0, 1, 125, 126, 127, 65535, 65536, 100000};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t n = sizes[i], head = n < 126 ? 2 : n < 65536 ? 4 : 10;
        unsigned char *body = malloc(n + 1), *frame = malloc(n + FRAME_HEAD);
        struct frame f;
        memset(body, 'x', n);
        assert_int_equal(frame_write(frame, FRAME_TEXT, body, n, 0x12345678), head + 4 + n);
        /* Servers must not mask frames. */
        assert_int_equal(frame_read(&f, frame, head + 4 + n), -1);
        size_t whole = unmask(frame, head, n);
        for (size_t cut = whole > 20 ? whole - 20 : 0; cut < whole; cut++)
            assert_int_equal(frame_read(&f, frame, cut), 0);
        assert_int_equal(frame_read(&f, frame, whole), 1);
        assert_int_equal(f.kind, FRAME_TEXT);
        assert_int_equal(f.n, n);
        assert_int_equal(f.whole, whole);
        assert_memory_equal(f.body, body, n);
        free(body);
        free(frame);
    }
}

static void frames_no_server_may_send(void **state)
{
    static const unsigned char fragment[] = {0x01, 1, 'x'}, reserved[] = {0xc1, 1, 'x'},
                               huge[] = {0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0};
    struct frame f;
    (void)state;
    assert_int_equal(frame_read(&f, fragment, sizeof fragment), -1);
    assert_int_equal(frame_read(&f, reserved, sizeof reserved), -1);
    assert_int_equal(frame_read(&f, huge, sizeof huge), -1);
}

static void greetings(void **state)
{
    static const char fine[] = "HTTP/1.1 101 Switching Protocols\r\nsec-websocket-accept: "
                               "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n\x81";
    static const char other[] = "HTTP/1.1 200 OK\r\n\r\n";
    char text[512];
    (void)state;
    assert_int_equal(frame_greeted(fine, sizeof fine - 1), sizeof fine - 2);
    assert_int_equal(frame_greeted(fine, 20), 0);
    assert_int_equal(frame_greeted(other, sizeof other - 1), -1);
    assert_true(frame_greet(text, sizeof text, "127.0.0.1:8080") > 100);
    assert_int_equal(frame_greet(text, 20, "127.0.0.1:8080"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_near),
        cmocka_unit_test(every_size_is_kept),
        cmocka_unit_test(odd_spans_do_no_harm),
        cmocka_unit_test(sums_are_sums),
        cmocka_unit_test(frames_of_every_length),
        cmocka_unit_test(frames_no_server_may_send),
        cmocka_unit_test(greetings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
