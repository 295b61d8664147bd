/* Tests of WebSocket frames: heads of every length, what RFC 6455 forbids, masks, UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "wire/frame.h"

static const unsigned char mask[4] = {0x12, 0xff, 0, 0x7e};

static void test_heads_of_every_length(void **state)
{
    static const uint64_t sizes[] = {0, 1, 125, 126, 127, 65535, 65536, 100000, UINT64_C(1) << 40};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++) {
        uint64_t n = sizes[i / 2];
        int masked = i % 2;
        unsigned char head[FRAME_HEAD];
        struct frame f;
        size_t length = frame_head(head, FRAME_TEXT, n, masked ? mask : NULL);
        assert_int_equal(length, (n < 126 ? 2 : n < 65536 ? 4 : 10) + 4 * masked);
        for (size_t cut = 0; cut < length; cut++)
            assert_int_equal(frame_read(&f, head, cut, masked), 0);
        assert_int_equal(frame_read(&f, head, length, masked), length);
        assert_true(f.n == n && f.kind == FRAME_TEXT && f.final);
        if (masked)
            assert_memory_equal(f.mask, mask, 4);
        /* Clients mask, servers do not. */
        assert_int_equal(frame_read(&f, head, length, !masked), -1);
    }
}

static void test_forbidden_heads(void **state)
{
    static const unsigned char heads[][10] = {
        {0xc1, 1},           /* a reserved bit */
        {0x83, 1},           /* an unknown kind */
        {0x8b, 1},           /* an unknown control frame */
        {0x09, 1},           /* a ping in pieces */
        {0x89, 126, 0, 200}, /* a long ping */
        {0x81, 126, 0, 125}, /* lengths not in the shortest form */
        {0x81, 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff},
        {0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0}, /* 64 bits */
    };
    struct frame f;
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        assert_int_equal(frame_read(&f, heads[i], sizeof heads[i], 0), -1);
}

static void test_masks(void **state)
{
    unsigned char text[40], plain[40];
    (void)state;
    for (size_t n = 0; n <= sizeof text; n++) {
        for (size_t i = 0; i < n; i++)
            text[i] = plain[i] = (unsigned char)(7 * i);
        frame_mask(text, n, mask);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(text[i], plain[i] ^ mask[i % 4]);
        frame_mask(text, n, mask);
        assert_memory_equal(text, plain, n);
    }
}

static void test_utf8(void **state)
{
    static const char *const sound[] = {
        "", "a", "\xc3\xa9", "\xe2\x82\xac", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"};
    static const char *const unsound[] = {"\x80",
                                          "\xc0\x80",
                                          "\xc3",
                                          "\xe2\x82",
                                          "\xed\xa0\x80",
                                          "\xe0\x80\x80",
                                          "\xf0\x80\x80\x80",
                                          "\xf4\x90\x80\x80",
                                          "\xf8\x88\x80\x80\x80",
                                          "a\xff"};
    (void)state;
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++)
        assert_true(text_is_utf8(sound[i], strlen(sound[i])));
    for (size_t i = 0; i < sizeof unsound / sizeof unsound[0]; i++)
        assert_false(text_is_utf8(unsound[i], strlen(unsound[i])));
}

static int close_sound(int code, const char *reason)
{
    unsigned char body[64] = {(unsigned char)(code >> 8), (unsigned char)code};
    memcpy(body + 2, reason, strlen(reason));
    return frame_close_is_sound(body, 2 + strlen(reason));
}

static void test_close(void **state)
{
    (void)state;
    assert_true(frame_close_is_sound((const unsigned char *)"", 0));
    assert_false(frame_close_is_sound((const unsigned char *)"\x03", 1));
    assert_true(close_sound(1000, "") && close_sound(1014, "x") && close_sound(3000, "") &&
                close_sound(4999, ""));
    assert_false(close_sound(99, "") || close_sound(1004, "") || close_sound(1005, "") ||
                 close_sound(1006, "") || close_sound(1015, "") || close_sound(5000, "") ||
                 close_sound(1000, "\xff"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heads_of_every_length),
        cmocka_unit_test(test_forbidden_heads),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
