/* Tests of hex digits (wire/hex.h) and of UTF-8 (engine/utf8.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/utf8.h"
#include "wire/hex.h"
#include "wire/write.h"

/* ---- hex digits ---- */

static void digits_have_values(void **unused)
{
    (void)unused;
    for (int c = -128; c < 256; c++) {
        const char *at = c > 0 && c < 128 ? strchr("0123456789abcdefABCDEF", c) : NULL;
        int value = at ? (int)(at - strchr("0123456789abcdefABCDEF", '0')) : -1;
        assert_int_equal(hex_digit((char)c), value > 15 ? value - 6 : value);
    }
}

static void bytes_come_back(void **unused)
{
    uint8_t bytes[256], again[256];
    char text[513];
    (void)unused;
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    hex_write(bytes, sizeof bytes, text);
    assert_memory_equal(text, "000102030405060708090a0b0c0d0e0f10", 34);
    assert_string_equal(text + 506, "fdfeff");
    assert_int_equal(hex_read(text, 512, again, sizeof again), 256);
    assert_memory_equal(bytes, again, sizeof bytes);
}

static void only_lower_case_and_whole_bytes(void **unused)
{
    static const char *const wrong[] = {"0", "0f0", "0F9a", "0g", "g0", "00 1", " 0", "0x", "+1"};
    uint8_t bytes[2];
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(hex_read(wrong[i], strlen(wrong[i]), bytes, sizeof bytes), -1);
    assert_int_equal(hex_read("", 0, bytes, sizeof bytes), 0);
    assert_int_equal(hex_read("0f9a", 4, bytes, sizeof bytes), 2);
    assert_memory_equal(bytes, "\x0f\x9a", 2);
    assert_int_equal(hex_read("0f9a00", 6, bytes, sizeof bytes), -1);
    assert_int_equal(hex_read(NULL, 0, bytes, sizeof bytes), -1);
}

static void json_has_exactly_so_many(void **unused)
{
    json_t *list = json_loads("[\"0f9a\", \"0f\", \"0f9a00\", \"0F9a\", 5, null]", 0, NULL);
    uint8_t bytes[2];
    (void)unused;
    for (size_t i = 0; i < json_array_size(list); i++)
        assert_int_equal(hex_read_json(json_array_get(list, i), bytes, 2), i ? -1 : 0);
    assert_int_equal(hex_read_json(NULL, bytes, 2), -1);
    json_decref(list);
}

static void writers_write_members(void **unused)
{
    struct writer w = {0};
    uint64_t hash;
    (void)unused;
    write_begin(&w, '{');
    write_member_hex(&w, "a", "\x01\xfe", 2);
    write_member_hash(&w, "b", 0x0123456789abcdefu);
    write_key(&w, "c");
    write_begin(&w, '[');
    write_hex(&w, "", 0);
    write_hex(&w, "\x80", 1);
    write_end(&w, ']');
    write_end(&w, '}');
    assert_string_equal(w.at, "{\"a\":\"01fe\",\"b\":\"0123456789abcdef\",\"c\":[\"\",\"80\"]}");
    json_t *back = json_loads(w.at, 0, NULL);
    assert_int_equal(hash_read_json(json_object_get(back, "b"), &hash), 0);
    assert_true(hash == 0x0123456789abcdefu);
    assert_int_equal(hash_read_json(json_object_get(back, "a"), &hash), -1);
    json_decref(back);
    writer_free(&w);
}

static void seeds_are_in_either_case(void **unused)
{
    uint8_t seed[32], same[32];
    char text[65] = "";
    (void)unused;
    for (int i = 0; i < 16; i++)
        strcat(text, i % 2 ? "0aF9" : "B00c");
    assert_int_equal(seed_read_hex(text, seed), 0);
    assert_memory_equal(seed, "\xb0\x0c\x0a\xf9", 4);
    text[63] = 'g';
    assert_int_equal(seed_read_hex(text, same), -1);
    text[63] = 0;
    assert_int_equal(seed_read_hex(text, same), -1);
    assert_int_equal(seed_read_text("18446744073709551615", same), -1);
    assert_int_equal(seed_read_text("258", same), 0);
    assert_memory_equal(same + 29, "\0\1\2", 3);
}

/* ---- UTF-8 ---- */

/* The bytes of a character in a form of n bytes, which may be overlong. */
static void encode(uint32_t c, size_t n, char to[4])
{
    static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = 0; i < n; i++)
        to[i] = (char)(c >> 6 * (n - 1 - i) & (i ? 0x3f : 0xff));
    for (size_t i = 1; i < n; i++)
        to[i] = (char)(to[i] | 0x80);
    to[0] = (char)(to[0] | first[n]);
}

static void every_character_has_one_form(void **unused)
{
    (void)unused;
    for (uint32_t c = 0; c < 0x200000; c += c < 0x12000 ? 1 : 61) {
        size_t fits = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x110000 ? 4 : 0;
        for (size_t n = 4; n > 0 && (n == 4 || c < 1u << (n == 1 ? 7 : 5 * n + 1)); n--) {
            char text[4] = "", own[4] = "";
            uint32_t read = 0;
            size_t valid = n == fits && (c < 0xd800 || c > 0xdfff) ? n : 0;
            encode(c, n, text);
            assert_int_equal(utf8_read(text, 4, &read), valid);
            assert_int_equal(n > 1 ? utf8_read(text, n - 1, &read) : 0, 0);
            if (!valid)
                continue;
            assert_int_equal(utf8_read(text, n, &read), n);
            assert_int_equal(read, c);
            assert_int_equal(utf8_write(c, own), n);
            assert_memory_equal(own, text, n);
        }
    }
}

/* All beginnings, and all bytes in the place of one that goes on. */
static void other_bytes_are_none(void **unused)
{
    (void)unused;
    for (int byte = 0; byte < 256; byte++) {
        char text[4] = {(char)byte, (char)0x90, (char)0x90, (char)0x90};
        uint32_t c;
        size_t n = byte < 0x80 ? 1 : byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        assert_int_equal(utf8_read(text, 4, &c), byte == 0xe0 || byte > 0xf3 ? 0 : n);
        for (int at = 1; at < 4; at++) {
            char whole[4] = {(char)0xf1, (char)0x90, (char)0x90, (char)0x90};
            whole[at] = (char)byte;
            assert_int_equal(utf8_read(whole, 4, &c), byte >> 6 == 2 ? 4 : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_have_values),
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(only_lower_case_and_whole_bytes),
        cmocka_unit_test(json_has_exactly_so_many),
        cmocka_unit_test(writers_write_members),
        cmocka_unit_test(seeds_are_in_either_case),
        cmocka_unit_test(every_character_has_one_form),
        cmocka_unit_test(other_bytes_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
