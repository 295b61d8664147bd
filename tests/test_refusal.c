/* Refusals: a row's sentence with its values, whatever they are, and what it looks like as JSON.
 * Numbers of every size are written as JSON, too. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "wire/refuse.h"
#include "wire/write.h"

static void assert_value(const struct refusal *why, int i, const char *value)
{
    assert_int_equal(why->value[i].n, strlen(value));
    assert_memory_equal(why->message + why->value[i].at, value, strlen(value));
}

static void values_are_filled_in(void **unused)
{
    struct refusal why;
    (void)unused;
    assert_int_equal(because(&why, ROW(number_out_of_range), "turn_cap", -1, 1000), -1);
    assert_string_equal(why.message, "turn_cap: must be from -1 to 1000");
    assert_ptr_equal(why.row, &refusal_number_out_of_range);
    assert_int_equal(why.values, 3);
    assert_value(&why, 0, "turn_cap");
    assert_value(&why, 1, "-1");
    assert_value(&why, 2, "1000");
    assert_null(why.rule);
}

/* The rules fill a sentence in without printf; both ways say the same. */
static void rules_say_the_same(void **unused)
{
    struct refusal ours, theirs;
    (void)unused;
    because(&ours, ROW(not_an_answer), "act");
    refusal_fill(&theirs, &refusal_not_an_answer, "act");
    assert_string_equal(ours.message, theirs.message);
    assert_int_equal(theirs.values, 1);
    assert_value(&theirs, 0, "act");
    assert_int_equal(theirs.code, CODE_ILLEGAL_ACTION);
}

/* A value may be as long as a request. It is cut, but never within a character. */
static void long_values_are_cut(void **unused)
{
    char text[1000];
    struct refusal why;
    struct writer w = {0};
    (void)unused;
    /* A letter of two bytes. */
    for (size_t n = 0; n + 2 < sizeof text; n += 2)
        memcpy(text + n, "\xc3\xbc", 3);
    for (int from = 0; from < 2; from++) {
        because(&why, ROW(unknown_game), text + from, text);
        assert_true(strlen(why.message) < sizeof why.message);
        for (int i = 0; i < why.values; i++)
            assert_true(why.value[i].at + why.value[i].n <= strlen(why.message));
        w.n = 0;
        w.comma = 0;
        write_begin(&w, '{');
        refusal_write(&w, &why);
        refusal_write_reason(&w, &why);
        write_end(&w, '}');
        json_t *read = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(read);
        json_decref(read);
    }
    writer_free(&w);
}

static void codes_are_left_to_the_asker(void **unused)
{
    struct refusal why;
    (void)unused;
    assert_int_equal(refused_as(&why, CODE_BAD_STATE, because(&why, ROW(flag_needed), "market")),
                     -1);
    assert_string_equal(refusal_code_name(why.code), "bad-state");
    assert_int_equal(refused_as(&why, CODE_BAD_OPTION, -1), -1);
    /* The code that was set first stays. */
    assert_int_equal(why.code, CODE_BAD_STATE);
    assert_int_equal(refusal_code_status(CODE_NOT_FOUND), 404);
}

static void json_has_all_of_it(void **unused)
{
    struct refusal why;
    struct writer w = {0};
    (void)unused;
    because(&why, ROW(unknown_key), "options.\"goal\"");
    why.code = CODE_BAD_OPTION;
    why.rule = "A1";
    write_begin(&w, '{');
    refusal_write(&w, &why);
    refusal_write_reason(&w, &why);
    write_end(&w, '}');
    assert_string_equal(w.at,
                        "{\"code\":\"bad-option\",\"message\":\"options.\\\"goal\\\": there is no "
                        "such key\",\"rule\":\"A1\",\"reason\":\"unknown-key\",\"values\":"
                        "[\"options.\\\"goal\\\"\"]}");
    writer_free(&w);
}

static void numbers_of_every_size(void **unused)
{
    struct writer w = {0};
    (void)unused;
    write_begin(&w, '[');
    write_number(&w, 9);
    write_number(&w, 10);
    write_number(&w, -1);
    write_number(&w, INT64_MAX);
    write_number(&w, INT64_MIN);
    write_end(&w, ']');
    assert_string_equal(w.at, "[9,10,-1,9223372036854775807,-9223372036854775808]");
    writer_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_filled_in), cmocka_unit_test(rules_say_the_same),
        cmocka_unit_test(long_values_are_cut),  cmocka_unit_test(codes_are_left_to_the_asker),
        cmocka_unit_test(json_has_all_of_it),   cmocka_unit_test(numbers_of_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
