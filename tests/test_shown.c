/* Tests of what may be shown to people (wire/shown.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wire/shown.h"
#include "wire/write.h"

static void cleans(const char *from, const char *wanted)
{
    char to[400], here[400];
    assert_string_equal(text_clean(to, sizeof to, from), wanted);
    strcpy(here, from);
    text_tidy(here);
    assert_string_equal(here, wanted);
    text_tidy(here);
    assert_string_equal(here, wanted);
}

static void names_stay_as_they_are(void **unused)
{
    static const char *const texts[] = {
        "",
        "O'Neil",
        "José Łukasz",
        "Пётр",
        "Ελένη",
        "王小明",
        "김하나",
        "יוֹסֵף",
        "محمّد",
        "สมชาย ใจดี",
        "नरेन्द्र",
        "👩‍🔬",
        "❤️‍🔥",
        "葛\U000e0100",
        "می‌خواهم",
        "re\u0301sume",
        "Việt",
        "🇩🇪 1️⃣",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cleans(texts[i], texts[i]);
}

static void what_may_not_be_shown_goes(void **unused)
{
    (void)unused;
    cleans("\x1b]0;owned\x07!", " ]0;owned !");
    cleans("a\r\nb\tc\x7f", "a  b c ");
    cleans("a\xc2\x85"
           "b\xc2\x9b"
           "31mc",
           "a b 31mc");
    cleans("a\u2028b\u2029c", "a b c");
    cleans("a\u202eb\u2066c\u2069d\u200ee\u200ff\u061cg", "abcdefg");
    cleans("a\u200bb\ufeffc\u00add\u2060e\ufff9f\u3164g\u2800h", "abcdefgh");
    cleans("a\U000e0041b\U000e0001c\U0010fffdd\ue000e\uffffe\U0001fffff", "abcdeef");
    cleans("a\xff\x62\xc3", "ab");
    cleans("\xe2\x80\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80", "");
}

static void few_marks_follow_a_character(void **unused)
{
    (void)unused;
    cleans("a\u0301\u0302\u0303\u0304\u0305\u0306\u0307b\u0301",
           "a\u0301\u0302\u0303\u0304b\u0301");
    cleans("a\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\ufe0fb", "a\ufe0f\ufe0f\ufe0f\ufe0fb");
    /* They would go to what stands before the text. */
    cleans("\u0301a \u0301b\u200d", "a b\u200d");
    cleans("\u200d\ufe0f", "");
}

static void texts_end_between_characters(void **unused)
{
    char to[8];
    (void)unused;
    assert_string_equal(text_clean(to, 5, "abcdef"), "abcd");
    assert_string_equal(text_clean(to, 5, "abcé"), "abc");
    assert_string_equal(text_clean(to, 6, "abcé"), "abcé");
    assert_string_equal(text_clean(to, 1, "a"), "");
}

static void json_is_cleaned_everywhere(void **unused)
{
    json_t *json = json_loads("{\"a\":[\"x\\u001b\",{\"b\":\"y\\u202e\"},1,null,true]}", 0, NULL);
    (void)unused;
    assert_non_null(json);
    json_tidy(json);
    char *text = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, "{\"a\":[\"x \",{\"b\":\"y\"},1,null,true]}");
    free(text);
    json_decref(json);
    json_tidy(NULL);
}

static void escapes(const char *from, const char *wanted)
{
    struct writer w = {0};
    assert_int_equal(write_shown(&w, from, strlen(from)), wanted ? 0 : -1);
    if (wanted) {
        assert_int_equal(w.n, strlen(wanted));
        assert_memory_equal(w.at, wanted, w.n);
    }
    writer_free(&w);
}

static void lines_get_escapes_that_mean_the_same(void **unused)
{
    (void)unused;
    escapes("{\"a\":\"é\\u001b\"}\n{}\n", "{\"a\":\"é\\u001b\"}\n{}\n");
    escapes("\"\u202e\U000e0041\xc2\x9b\"", "\"\\u202e\\udb40\\udc41\\u009b\"");
    escapes("\x1b", NULL);
    escapes("a\r\n", NULL);
    escapes("a\xc3", NULL);
}

/* Whatever comes in, what goes out has its room, is valid and clean, and stays the same. */
static void all_bytes_are_cleaned(void **unused)
{
    static const char *const parts[] = {"\x1b",   "a",        "\xc3",       "\xa9",     "\u0301",
                                        "\u202e", "\xf0\x9f", "\U0001f600", "\xe2\x80", "\u200d",
                                        " ",      "\xff",     "\xc2\x85"};
    uint32_t luck = 1;
    (void)unused;
    for (int round = 0; round < 20000; round++) {
        char from[120] = "", again[120];
        size_t room = 1 + (luck >> 8) % 60;
        for (int i = 0; i < 20; i++) {
            luck = luck * 1664525 + 1013904223;
            if (luck >> 30)
                strcat(from, parts[(luck >> 16) % (sizeof parts / sizeof parts[0])]);
            else
                strncat(from, (char[]){(char)(1 + (luck >> 16) % 255), 0}, 1);
        }
        char *copy = malloc(strlen(from) + 1), *to = malloc(room);
        assert_true(copy && to);
        strcpy(copy, from);
        text_clean(to, room, copy);
        assert_true(strlen(to) < room);
        assert_string_equal(text_clean(again, sizeof again, to), to);
        for (const char *at = to; *at;) {
            uint32_t c = character_read(&at);
            assert_true(c && !character_is_odd(c));
        }
        free(copy);
        free(to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_stay_as_they_are),
        cmocka_unit_test(what_may_not_be_shown_goes),
        cmocka_unit_test(few_marks_follow_a_character),
        cmocka_unit_test(texts_end_between_characters),
        cmocka_unit_test(json_is_cleaned_everywhere),
        cmocka_unit_test(lines_get_escapes_that_mean_the_same),
        cmocka_unit_test(all_bytes_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
