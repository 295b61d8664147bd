/* Tests of the reader of a server's frames: texts however they are cut, and what is refused before
 * its bytes have come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cable/hear.h"

enum { MOST = 1000 };

/* Writes what is heard as "t:text p:body close 1000". */
static void note(char *to, struct hear *h)
{
    struct slice what;
    enum cable_heard heard;
    while ((heard = hear_next(h, &what)) != HEARD_NOTHING) {
        to += strlen(to);
        if (heard == HEARD_CLOSE || heard == HEARD_WRONG) {
            sprintf(to, "%s %d", heard == HEARD_CLOSE ? "close" : "wrong", h->code);
            return;
        }
        sprintf(to, "%c:%.*s ", heard == HEARD_TEXT ? 't' : 'p', (int)what.n, what.at);
    }
}

static void hears(const char *bytes, size_t n, const char *want)
{
    char text[4000];
    for (size_t piece = 1; piece <= n; piece++) {
        struct hear h = {.most = MOST};
        text[0] = 0;
        for (size_t at = 0; at < n && !strstr(text, "wrong") && !strstr(text, "close");
             at += piece) {
            hear_add(&h, bytes + at, n - at < piece ? n - at : piece);
            note(text, &h);
        }
        assert_string_equal(text, want);
        hear_free(&h);
    }
}

#define HEARS(bytes, want) hears(bytes, sizeof(bytes) - 1, want)

static void test_texts(void **state)
{
    (void)state;
    HEARS("\x81\x02{}\x81\x00\x81\x03\xe2\x82\xac", "t:{} t: t:\xe2\x82\xac ");
    HEARS("\x81\x05hell", "");
    HEARS("\x89\x04ping\x8a\x02xx\x81\x01.\x88\x02\x03\xe8", "p:ping t:. close 1000");
    HEARS("\x88\x00\x81\x01.", "close 1000");
}

static void test_fragments(void **state)
{
    (void)state;
    HEARS("\x01\x02he\x00\x01l\x80\x02lo", "t:hello ");
    HEARS("\x01\x02he\x89\x01p\x80\x03llo\x81\x01.", "p:p t:hello t:. ");
    HEARS("\x01\x00\x00\x00\x80\x00\x81\x01x", "t: t:x ");
    /* A character may be cut. */
    HEARS("\x01\x01\xe2\x80\x02\x82\xac", "t:\xe2\x82\xac ");
    HEARS("\x80\x01x", "wrong 1002");
    HEARS("\x01\x01x\x81\x01y", "wrong 1002");
    HEARS("\x01\x01x\x80\x01y\x80\x01z", "t:xy wrong 1002");
}

static void test_what_no_server_sends(void **state)
{
    (void)state;
    HEARS("\x81\x82mask{}", "wrong 1002");
    HEARS("\xc1\x02{}", "wrong 1002");
    HEARS("\xa1\x02{}", "wrong 1002");
    HEARS("\x91\x02{}", "wrong 1002");
    HEARS("\x83\x02{}", "wrong 1002");
    HEARS("\x82\x02{}", "wrong 1003");
    HEARS("\x81\x02\xc3\x28", "wrong 1007");
    HEARS("\x81\x03\xed\xa0\x80", "wrong 1007");
    HEARS("\x01\x01\xe2\x80\x01x", "wrong 1007");
    HEARS("\x09\x01x", "wrong 1002");
    HEARS("\x89\x7e\x00\x80", "wrong 1002");
    HEARS("\x81\x7e\x00\x7d", "wrong 1002");
    HEARS("\x88\x01x", "wrong 1002");
    HEARS("\x88\x02\x03\xed", "wrong 1002");
}

/* From its head alone: no memory is kept for what will not be read. */
static void test_too_long(void **state)
{
    static const char first[] = "\x01\x7e\x03\xe8";
    char all[4 + MOST + 2] = {0};
    (void)state;
    HEARS("\x81\x7e\x03\xe9", "wrong 1009");
    HEARS("\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff", "wrong 1009");
    HEARS("\x81\x7f\x80\x00\x00\x00\x00\x00\x00\x00", "wrong 1002");
    memset(all, 'x', sizeof all);
    memcpy(all, first, 4);
    memcpy(all + 4 + MOST, "\x80\x01", 2);
    hears(all, sizeof all, "wrong 1009");
}

static void test_a_text_of_the_greatest_length(void **state)
{
    char all[4 + MOST], text[MOST + 10];
    (void)state;
    memset(all, 'x', sizeof all);
    memcpy(all, "\x81\x7e\x03\xe8", 4);
    snprintf(text, sizeof text, "t:%.*s ", MOST, all + 4);
    hears(all, sizeof all, text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_fragments),
        cmocka_unit_test(test_what_no_server_sends),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_a_text_of_the_greatest_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
