/* Tests of names that look alike (match/alike.h), and of who may take one at a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "match/alike.h"
#include "match/refusals.h"
#include "tests/match_says.h"

static int alike(const char *a, const char *b)
{
    struct name_look look, other;
    look_at(&look, a);
    look_at(&other, b);
    int like = looks_like(&look, b);
    if (looks_like(&other, a) != like)
        fail_msg("%s and %s: it depends on who comes first", a, b);
    return like;
}

/* Each pair is one name in two dresses. */
static const char *const pairs[][2] = {
    {"Anna", "Anna"},
    {"Anna", "ANNA"},
    {"Anna", "An na"},
    {"Anna", "A\u00a0nna"},
    {"Anna", "Аnnа"},
    {"anna", "аnna"},
    {"Oscar", "ОSСАR"},
    {"Zeno", "ΖΕΝΟ"},
    {"copa", "СОРА"},
    {"Ian", "lan"},
    {"Ian", "1an"},
    {"Ian", "IAN"},
    {"Ian", "Ιan"},
    {"Ian", "Ӏan"},
    {"Bill", "BiII"},
    {"Otto", "0tt0"},
    {"Otto", "Οtto"},
    {"José", "Jose"},
    {"José", "Jose\u0301"},
    {"Łukasz", "Lukasz"},
    {"Ελένη", "ΕΛΕΝΗ"},
    {"Ελένη", "Ελενη"},
    {"Пётр", "Петр"},
    {"Андрей", "АНДРЕИ"},
    {"Anna", "Ａｎｎａ"},
    {"Anna", "𝐀𝐧𝐧𝐚"},
    {"Anna", "Ⓐⓝⓝⓐ"},
    {"Anna", "ᴀɴɴᴀ"},
    {"Hanna", "ℋanna"},
    {"Anna", "An\u200dna"},
    {"O'Neil", "O’Neil"},
    {"Anna-Lena", "Anna–Lena"},
    {"Finn", "ﬁnn"},
    {"Cæsar", "Caesar"},
    {"HARD", "ꓧꓮꓣꓓ"},
    {"Guest 1", "Guest l"},
    {"Guest 10", "GuestIO"},
    {"РОМА", "ΡΟΜΑ"},
    {"noah", "ոօah"},
    {"Groß", "Gross"},
    {"Kim", "\u212aim"},
    {"Xi", "Ⅹi"},
    {"Π", "П"},
    {"İpek", "ipek"},
    {"Ὀδυσσεύς", "Οδυσσευσ"},
    {"Tom", "ⲦⲟⲘ"},
    {"copy", "ⲥⲟⲣⲩ"},
    {"Kim", "Ⲕⲓⲙ"},
    {"Dave", "ᗪᗩᐯᕮ"},
    {"Paul", "ᑭᗩᑌᒪ"},
    {"lol", "ⵏⵔⵏ"},
    {"Marnie", "Mamie"},
    {"MARNIE", "mamie"},
    {"Wanda", "VVanda"},
    {"Wanda", "ѵѵanda"},
    {"Anna", "🇦nna"},
    {"Bob", "B○b"},
    {"Alice", "Aǀice"},
    {"Alice", "Alice."},
    {"Alice", "Alice·"},
    {"Alice", "Alice•"},
    {"Alice", "(Alice)"},
    {"Alice", "“Alice”"},
    {"Alice", "- Alice !"},
    {"O'Neil", "O’Neil´"},
    {"さくら", "さくら・"},
};

static void names_that_clash(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (!alike(pairs[i][0], pairs[i][1]))
            fail_msg("%s and %s should look alike", pairs[i][0], pairs[i][1]);
}

static void names_that_do_not(void **unused)
{
    static const char *const names[] = {
        "Anna",  "Hanna", "Ann",   "Ila",     "Lia",     "Lila",   "Ilia",    "Ali",    "Mila",
        "Milla", "José",  "Josef", "Łukasz",  "Лукаш",   "Пётр",   "Павел",   "Вера",   "Vera",
        "Ελένη", "Μαρία", "Maria", "Мария",   "王小明",  "王小華", "김하나",  "さくら", "サクラ",
        "محمد",  "משה",   "Guest", "Guest 2", "Guest 3", "O'Neil", "O'Neill", "Anna 🎲", "Anna 🃏",
        "🎲",     "🃏",     "...",   "Սոնա",    "გიორგი",  "राम",    "Finn",    "Fina",   "x",
        "y",     "Ян",    "Jan",   "Bern",    "Berni",   "Viv",    "Ⲁⲛⲛⲁⲣ",   "🇩🇪",     "🇫🇷",
        "!?",    "?!",    "A-B",   "A.B",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            if (alike(names[i], names[j]) != (i == j))
                fail_msg("%s and %s", names[i], names[j]);
    /* What has no letter at all looks like nothing. */
    assert_false(alike("", ""));
    assert_false(alike(" ", "\u200d"));
}

static void words_of_two_alphabets(void **unused)
{
    static const char *const mixed[] = {
        "Аnna",       "Annа",  "Οtto", "Αнна", "Pеtеr", "ոօah",       "ꓮnna",  "Ꭺnna",
        "Anna Mаria", "Ａнна", "𝐀нна", "a1б",  "Ψar",   "ᑭaul",       "Alⵏce", "Biןl",
        "A١ice",      "Aاice", "Boჽ",  "Bഠb",  "Boॱb",  "Anna\u0378", "Аннა",  "𞤀nna"};
    static const char *const fine[] = {
        "Пётр",      "Ελένη",       "王小明",     "José",    "Łukasz",     "O'Neil",
        "Anna 🎲",    "王Anna",      "アンナAnna", "Anna김",  "さくらanna", "Анна Smith",
        "Anna-Анна", "Anna (Άννα)", "Team α",     "Сергей2", "Игорь Jr.",  "d’Анна",
        "Müller",    "Ｇｕｅｓｔ",  "🎲Анна🃏Anna", "गीता",    "1",          "",
        "Ⅳ",         "Anna🇩🇪",      "Анна🇧🇬",     "محمد٣",   "سارة Sara",  "ᑭᐊᐅᓗ",
        "สมชาย",     "Ana\u0301",   "დავით7",     "ʻAna",    "Zoë·Ana",    "Chloé",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof mixed / sizeof mixed[0]; i++)
        if (!name_mixes_scripts(mixed[i]))
            fail_msg("%s mixes alphabets", mixed[i]);
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        if (name_mixes_scripts(fine[i]))
            fail_msg("%s does not", fine[i]);
}

static void marks_and_capitals_are_spelling(void **unused)
{
    static const char *const same[][2] = {
        {"Óscar", "Oscar"}, {"OSCAR", "oscar"}, {"Frída", "Frida"}, {"Пётр", "петр"}};
    static const char *const other[][2] = {{"ΖΕΝΟ", "Zeno"},
                                           {"Ｏscar", "Oscar"},
                                           {"0scar", "Oscar"},
                                           {"HiIda", "Hilda"},
                                           {"Ze no", "Zeno"}};
    struct name_look look;
    (void)unused;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        look_at(&look, same[i][0]);
        assert_true(is_spelt_like(&look, same[i][1]));
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        look_at(&look, other[i][0]);
        assert_true(looks_like(&look, other[i][1]));
        assert_false(is_spelt_like(&look, other[i][1]));
    }
}

/* Every byte that a program can send: nothing is read behind the end (the name is in a block of its
 * own length), and a name is like itself. */
static void any_bytes(void **unused)
{
    uint32_t luck = 7;
    (void)unused;
    for (int round = 0; round < 20000; round++) {
        size_t n = (luck >> 8) % (2 * MATCH_NAME);
        char *name = malloc(n + 1);
        struct name_look look;
        assert_non_null(name);
        for (size_t i = 0; i < n; i++) {
            luck = luck * 1664525 + 1013904223;
            /* Mostly beginnings and ends of characters of several bytes. */
            static const char starts[] = "\xc3\xce\xd0\xe1\xe2\xea\xef\xf0\x9d\x90\xb0\x84\xbf";
            name[i] = luck >> 29 ? starts[(luck >> 16) % (sizeof starts - 1)]
                                 : (char)(1 + (luck >> 16) % 255);
        }
        name[n] = 0;
        look_at(&look, name);
        for (int way = 0; way < LOOK_WAYS; way++)
            assert_in_range(look.way[way].n, 0, MATCH_NAME);
        assert_int_equal(looks_like(&look, name),
                         look.way[AS_READ].n > 0 || look.way[AS_SEEN].n > 0);
        name_mixes_scripts(name);
        free(name);
    }
}

/* ---- at a table ---- */

static void refused_name(int seat, const char *name, uint8_t token)
{
    assert_int_equal(sits(seat, name, token), -1);
    assert_ptr_equal(t.why.row, &refusal_name_alike);
}

static void open_waiting(const char *seats)
{
    struct match_founding f;
    rig_found(&f, "quacks", seats, NULL);
    f.wait = 1;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
}

static void nobody_looks_like_somebody_here(void **unused)
{
    char person[MATCH_NAME + 1];
    (void)unused;
    open_waiting("h...");
    done(sits(1, "Ian", 20));
    refused_name(2, "lan", 21);
    refused_name(2, "IАN", 21);
    refused_name(2, " ian", 21);
    done(sits(2, "Jan", 21));
    /* A new name has to differ from the others, and not from the old one. */
    done(sits(1, "IAN", 20));
    done(sits(1, "IAN", 20));
    refused_name(1, "JAN", 20);
    assert_string_equal(t.m.seat[1].name, "IAN");
    match_guest_name(&t.m, person);
    assert_string_equal(person, "Guest");
    done(sits(3, person, 22));
    match_guest_name(&t.m, person);
    assert_string_equal(person, "Guest 2");
}

/* A bot gives way to a person of its name, but not to somebody who looks like it. */
static void nobody_looks_like_a_bot_here(void **unused)
{
    char name[2 * MATCH_NAME];
    (void)unused;
    open_waiting("h.b");
    const char *bot = t.m.seat[2].name;
    snprintf(name, sizeof name, "%c %s", bot[0], bot + 1);
    refused_name(1, name, 20);
    strcpy(name, bot);
    name[0] |= 0x20;
    done(sits(1, name, 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_clash),
        cmocka_unit_test(names_that_do_not),
        cmocka_unit_test(words_of_two_alphabets),
        cmocka_unit_test(marks_and_capitals_are_spelling),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test_teardown(nobody_looks_like_somebody_here, closing),
        cmocka_unit_test_teardown(nobody_looks_like_a_bot_here, closing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
