/* Compares the replacements that WebAssembly uses with the real libraries: JSON with Jansson, by
 * example and with randomly changed texts; BLAKE2b and comparisons with libsodium. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>

#include "tests/json_compare.h"

/* ---- JSON by example ---- */

static void must_agree(const char *text, size_t n)
{
    const char *wrong = json_compare(text, n);
    if (wrong)
        fail_msg("%s: %.*s", wrong, (int)n, text);
}

static const char *const texts[] = {
    "{}",
    "[]",
    " [ ] ",
    "[1,2]",
    "[1,2,]",
    "[,]",
    "[1 2]",
    "{\"a\":1}",
    "{\"a\":1,}",
    "{\"a\"}",
    "{\"a\":}",
    "{a:1}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":{\"a\":1},\"b\":[{\"a\":2}]}",
    "[] []",
    "",
    " ",
    "null",
    "1",
    "\"text\"",
    "[true,false,null]",
    "[True]",
    "[nul]",
    "[nulll]",
    "[truefalse]",
    "[0]",
    "[-0]",
    "[-1]",
    "[01]",
    "[-]",
    "[+1]",
    "[1.]",
    "[.5]",
    "[1e]",
    "[1e+]",
    "[0.5]",
    "[-0.0]",
    "[1e5]",
    "[1E+5]",
    "[1e-5]",
    "[1e400]",
    "[-1e400]",
    "[1e-400]",
    "[1.7976931348623157e308]",
    "[9223372036854775807]",
    "[-9223372036854775808]",
    "[9223372036854775808]",
    "[-9223372036854775809]",
    "[123456789012345678901234567890.5]",
    "[1a]",
    "[0x10]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    "[\"\\u0041\\u00e9\\u20ac\"]",
    "[\"\\ud83d\\ude00\"]",
    "[\"\\ud83d\"]",
    "[\"\\ude00\"]",
    "[\"\\ud83d\\u0041\"]",
    "[\"\\u0000\"]",
    "[\"\\u12\"]",
    "[\"\\u12g4\"]",
    "[\"\\x\"]",
    "[\"\\",
    "[\"",
    "[\"a",
    "[\"\t\"]",
    "[\"\x7f\"]",
    "{\"\\u0000\":1}",
    "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]",
    "[\"\xc3\"]",
    "[\"\xc0\x80\"]",
    "[\"\xe0\x80\x80\"]",
    "[\"\xed\xa0\x80\"]",
    "[\"\xf0\x80\x80\x80\"]",
    "[\"\xf4\x90\x80\x80\"]",
    "[\"\xff\"]",
    "[\"\x80\"]",
    "\xef\xbb\xbf[]",
    "[\xff]",
    "[1]\xff",
    "[1] // no",
    "{\"a\":1 \"b\":2}",
    "[[[[[[[[]]]]]]]]",
    "[[]",
    "{\"a\":[1,{\"b\":[]}],\"c\":\"\"}",
    "{\"\":1}",
    "{\"\":1,\"\":2}",
};

enum { TEXTS = sizeof texts / sizeof texts[0] };

static void json_by_example(void **unused)
{
    (void)unused;
    for (int i = 0; i < TEXTS; i++)
        must_agree(texts[i], strlen(texts[i]));
    must_agree("[1]\0", 4);
    must_agree("[\"a\0b\"]", 7);
    must_agree("[\0]", 3);
}

static void json_cut_anywhere(void **unused)
{
    static const char text[] =
        "{\"n\":-12.5e-3,\"seat\":[0,true,null],\"\\ud83d\\ude00\":\"\xf0\x9f\x98\x80\\n\"}";
    (void)unused;
    for (size_t n = 0; n < sizeof text; n++)
        must_agree(text, n);
}

/* ---- at random ---- */

static uint32_t random_below(uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % n);
}

/* Copies one text into another at a random place, or changes a byte to one that has a meaning in
 * JSON. */
static size_t changed_text(uint64_t *seed, char *to, size_t n, size_t room)
{
    static const char bytes[] = "{}[]\",:\\u0dDeE+-. \n\ttfn\x80\xc3\xf0\x01";
    const char *other = texts[random_below(seed, TEXTS)];
    size_t at = n ? random_below(seed, (uint32_t)n) : 0, more = strlen(other);
    if (n && random_below(seed, 2)) {
        to[at] = bytes[random_below(seed, sizeof bytes)];
        return n;
    }
    if (n + more > room)
        return n / 2;
    memmove(to + at + more, to + at, n - at);
    memcpy(to + at, other, more);
    return n + more;
}

static void json_at_random(void **unused)
{
    char text[400];
    uint64_t seed = 1;
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        size_t n = 0;
        for (uint32_t changes = 1 + random_below(&seed, 6); changes; changes--)
            n = changed_text(&seed, text, n, sizeof text);
        must_agree(text, n);
    }
}

/* ---- limits ---- */

static void nested(int depth, int fine)
{
    char text[400], why[160];
    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    char *again = ours_json(text, 2 * (size_t)depth, why);
    assert_int_equal(again != NULL, fine);
    free(again);
}

static void members(int count, int fine)
{
    char *text = malloc(20 * (size_t)count + 3), why[160];
    size_t n = 1;
    text[0] = '{';
    for (int i = 0; i < count; i++)
        n += (size_t)sprintf(text + n, "%s\"%d\":%d", i ? "," : "", i, i);
    text[n++] = '}';
    char *again = ours_json(text, n, why);
    assert_int_equal(again != NULL, fine);
    must_agree(text, n);
    free(again);
    free(text);
}

static void json_has_limits(void **unused)
{
    (void)unused;
    nested(OURS_DEPTH, 1);
    nested(OURS_DEPTH + 1, 0);
    nested(190, 0);
    members(OURS_MEMBERS, 1);
    members(OURS_MEMBERS + 1, 0);
}

/* ---- values ---- */

static void json_is_equal_or_not(void **unused)
{
    (void)unused;
    for (int i = 0; i < TEXTS; i++)
        for (int j = 0; j < TEXTS; j++) {
            json_t *a = json_loads(texts[i], JSON_REJECT_DUPLICATES, NULL);
            json_t *b = json_loads(texts[j], JSON_REJECT_DUPLICATES, NULL);
            assert_int_equal(json_equal(a, b) != 0, ours_equal(texts[i], texts[j]));
            json_decref(a);
            json_decref(b);
        }
    assert_true(ours_equal("{\"a\":1,\"b\":[2]}", "{\"b\":[2],\"a\":1}"));
    assert_false(ours_equal("{\"a\":1}", "{\"a\":1,\"b\":1}"));
    assert_false(ours_equal("[1]", "[1.0]"));
}

static void json_lists_share_entries(void **unused)
{
    (void)unused;
    char *text = ours_without_first("[1,\"y\",{\"a\":[null]}]");
    assert_string_equal(text, "[[1,\"y\",{\"a\":[null]}],[\"y\",{\"a\":[null]}]]");
    free(text);
}

/* ---- BLAKE2b ---- */

static void hash_must_agree(const uint8_t *in, size_t n, size_t out_n, size_t key_n)
{
    uint8_t ours[64], theirs[64], key[64];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(200 - i);
    crypto_generichash(theirs, out_n, in, n, key_n ? key : NULL, key_n);
    static const size_t pieces[] = {0, 1, 7, 128, 129, 1000};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        ours_hash(ours, out_n, in, n, key, key_n, pieces[i]);
        assert_memory_equal(ours, theirs, out_n);
    }
}

static void hashes_agree(void **unused)
{
    uint8_t in[600];
    (void)unused;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t n = 0; n < sizeof in; n += n < 140 || (n > 250 && n < 260) ? 1 : 37)
        for (size_t key_n = 0; key_n <= 64; key_n += 16)
            hash_must_agree(in, n, 16 + n % 49, key_n);
}

/* ---- values that are made ---- */

/* What ours_pack does, with Jansson. */
static char *theirs_pack(const char *text, int number, int yes, const char *array)
{
    json_t *made = json_pack("{ss,si,sb,so}", "text", text, "number", number, "yes", yes, "list",
                             json_loads(array, 0, NULL));
    json_t *list = json_object_get(made, "list"), *copy = json_copy(list);
    json_array_extend(copy, list);
    json_array_append_new(
        copy, json_integer((json_int_t)json_string_length(json_object_get(made, "text"))));
    json_object_set_new(made, "twice", copy);
    json_t *whole = json_copy(made);
    json_array_clear(list);
    json_object_set_new(whole, "string", json_copy(json_object_get(made, "text")));
    char *again = json_dumps(whole, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(whole);
    json_decref(made);
    return again;
}

static void test_made(void **state)
{
    static const char *const lists[] = {"[]", "[1]", "[1,\"a\",{\"b\":[null,true]}]"};
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char *ours = ours_pack("f\"\xc3\xbcr", (int)i - 1, i == 1, lists[i]);
        char *theirs = theirs_pack("f\"\xc3\xbcr", (int)i - 1, i == 1, lists[i]);
        assert_string_equal(ours, theirs);
        free(ours);
        free(theirs);
    }
}

/* ---- all bytes ---- */

static void test_looking(void **state)
{
    uint8_t a[9] = {0}, b[9] = {0};
    (void)state;
    for (size_t i = 0; i <= sizeof a; i++) {
        assert_int_equal(ours_is_zero(a, sizeof a), sodium_is_zero(a, sizeof a));
        assert_int_equal(ours_compare(a, b, sizeof a), sodium_memcmp(a, b, sizeof a));
        if (i < sizeof a)
            a[i] = (uint8_t)(1 << i % 8);
        if (i > 1)
            a[i - 2] = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made),
        cmocka_unit_test(test_looking),
        cmocka_unit_test(json_by_example),
        cmocka_unit_test(json_cut_anywhere),
        cmocka_unit_test(json_at_random),
        cmocka_unit_test(json_has_limits),
        cmocka_unit_test(json_is_equal_or_not),
        cmocka_unit_test(json_lists_share_entries),
        cmocka_unit_test(hashes_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
