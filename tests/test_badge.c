/* The names of bots, and the badges of seats: nobody is taken for somebody else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <cmocka.h>

#include "bots/names.h"
#include "match/badge.h"

enum { NAMES_LEAST = 24, ENGLISH_MOST = 6, GERMAN_MOST = 10 };

/* Both languages of a row begin with the same letter: it is on the badge. */
static void names_are_short_and_differ(void **unused)
{
    (void)unused;
    int rows = 0;
    for (; bot_name_at(rows, 0); rows++) {
        const char *english = bot_name_at(rows, 0), *german = bot_name_at(rows, 1);
        assert_in_range(strlen(english), 2, ENGLISH_MOST);
        assert_in_range(strlen(german), 2, GERMAN_MOST);
        assert_int_equal(english[0], german[0]);
        for (int other = 0; other < rows; other++)
            for (int in = 0; in < 4; in++)
                assert_string_not_equal(bot_name_at(rows, in & 1), bot_name_at(other, in >> 1));
    }
    assert_in_range(rows, NAMES_LEAST, 1000);
}

static void fill_table(uint32_t table, const char *person, const char *name[MAX_SEATS])
{
    memset(name, 0, MAX_SEATS * sizeof name[0]);
    name[0] = person;
    for (int seat = 1; seat < MAX_SEATS; seat++)
        name[seat] = bot_given_name(table, name, MAX_SEATS);
}

/* Whoever sits there, and whatever they are called. */
static void nobody_shares_a_name_or_a_letter(void **unused)
{
    static const char *const people[] = {"Wanda", "wanda", "Sibylle", "Zeno", "", "Ägidius"};
    const char *name[MAX_SEATS];
    (void)unused;
    for (uint32_t table = 0; table < 500; table++)
        for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
            fill_table(table, people[i], name);
            for (int a = 0; a < MAX_SEATS; a++)
                for (int b = 0; b < a; b++)
                    assert_int_not_equal(strncasecmp(name[a], name[b], 1), 0);
        }
    fill_table(3, "Ada", name);
    const char *before = name[4];
    fill_table(3, "Ada", name);
    assert_ptr_equal(before, name[4]);
}

/* If all letters are taken there are still names. */
static void names_are_left_without_letters(void **unused)
{
    static char one[26][2];
    const char *taken[26];
    (void)unused;
    for (int i = 0; i < 26; i++) {
        one[i][0] = (char)('A' + i);
        taken[i] = one[i];
    }
    assert_non_null(bot_given_name(5, taken, 26));
}

static void letters_must_be(const char *const name[], int seats, const char *expected)
{
    char letter[MAX_SEATS][BADGE_LETTER], all[64] = "";
    badge_letters(name, seats, letter);
    for (int seat = 0; seat < seats; seat++) {
        strcat(all, letter[seat]);
        strcat(all, seat + 1 < seats ? " " : "");
    }
    assert_string_equal(all, expected);
}

/* web/test/badge.test.ts has the same lines. */
static void letters_tell_seats_apart(void **unused)
{
    (void)unused;
    letters_must_be((const char *const[]){"Ada", "Wanda", "Konrad"}, 3, "A W K");
    letters_must_be((const char *const[]){"Anna", "Anton", "Ana", "A"}, 4, "A N 3 4");
    letters_must_be((const char *const[]){"ömer", "Ömer", "жанна", "αλφα"}, 4, "Ö M Ж Α");
    letters_must_be((const char *const[]){"魔女", "2fast", "", "7", "ß", "!é"}, 6, "1 F 3 4 5 É");
}

static void badges_differ(void **unused)
{
    (void)unused;
    for (int a = 0; a < MAX_SEATS; a++)
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(badge_of(a)->shape, badge_of(b)->shape);
            assert_string_not_equal(badge_of(a)->glyph, badge_of(b)->glyph);
            assert_int_not_equal(badge_of(a)->ascii, badge_of(b)->ascii);
            assert_int_not_equal(badge_of(a)->ansi, badge_of(b)->ansi);
            assert_int_not_equal(badge_of(a)->ansi256, badge_of(b)->ansi256);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_short_and_differ),
        cmocka_unit_test(nobody_shares_a_name_or_a_letter),
        cmocka_unit_test(names_are_left_without_letters),
        cmocka_unit_test(letters_tell_seats_apart),
        cmocka_unit_test(badges_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
