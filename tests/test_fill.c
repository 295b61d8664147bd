/* Tests of the texts that say numbers of the rules: what braces may hold, that every number is said
 * somewhere, and that a changed number changes the texts that say it and no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/arcane/help.h"
#include "games/quacks/help.h"
#include "games/quacks/quacks.h"

enum { TEXTS_MAX = 1024 };

/* All texts of a game. */
static struct {
    const char *at[TEXTS_MAX];
    int n;
    /* By the standard numbers. */
    char *standard[TEXTS_MAX];
} texts;

static void collect(const char *text)
{
    assert_true(texts.n < TEXTS_MAX);
    texts.at[texts.n++] = text;
}

static void collect_rows(struct rule_rows rules, struct first_rows first,
                         struct ruling_rows rulings)
{
    for (int i = 0; i < rules.n; i++) {
        collect(rules.row[i].title);
        collect(rules.row[i].text);
        collect(rules.row[i].notes);
    }
    for (int i = 0; i < first.n; i++)
        collect(first.row[i].text);
    for (int i = 0; i < rulings.n; i++) {
        collect(rulings.row[i].does);
        collect(rulings.row[i].why);
        collect(rulings.row[i].other);
        collect(rulings.row[i].change);
    }
}

static void collect_card(const struct card_help *help)
{
    collect(help->brief);
    collect(help->text);
    collect(help->editions);
}

static void collect_help(const struct quacks_help *help)
{
    collect(help->brief);
    collect(help->text);
}

static void fill_standard(const struct fill *by)
{
    char buf[FILLED_MAX];
    for (int i = 0; i < texts.n; i++)
        texts.standard[i] = strdup(text_fill(by, texts.at[i], buf));
}

static void collect_arcane_cards(void)
{
    for (int item = 0; item < ITEM_COUNT; item++)
        collect_card(arcane_item_help(item));
    for (int wizard = 0; wizard < WIZARD_COUNT; wizard++)
        collect_card(arcane_wizard_help(wizard));
}

static void collect_arcane(void)
{
    struct fill by = arcane_fill(NULL);
    texts.n = 0;
    collect_rows(arcane_rules(), arcane_first(), arcane_rulings());
    collect_arcane_cards();
    fill_standard(&by);
}

/* What a glass gives, with its number in the keys. */
static const char *of_glass(int glass)
{
    static char buf[GLASSES][1024];
    char *to = buf[glass - 1];
    for (const char *from = quacks_glass_help(); *from; from++)
        to += sprintf(to, *from == '#' ? "%d" : "%c", *from == '#' ? glass : *from);
    return buf[glass - 1];
}

static void collect_quacks(void)
{
    struct fill by = quacks_fill(NULL);
    texts.n = 0;
    collect_rows(quacks_rules(), quacks_first(), quacks_rulings());
    for (int colour = 0; colour < COLOUR_COUNT; colour++)
        collect_help(quacks_colour_help(colour));
    for (int i = 0; i < QUACKS_BOOKS; i++)
        collect_help(&quacks_book(i)->help);
    for (int card = 0; card < CARD_COUNT; card++)
        collect_help(quacks_card_help(card));
    for (int glass = 1; glass <= GLASSES; glass++)
        collect(of_glass(glass));
    fill_standard(&by);
}

static void forget_texts(void)
{
    for (int i = 0; i < texts.n; i++)
        free(texts.standard[i]);
    texts.n = 0;
}

/* ---- braces ---- */

static void fills(const char *text, const char *wanted)
{
    struct fill by = quacks_fill(NULL);
    char buf[FILLED_MAX];
    assert_string_equal(text_fill(&by, text, buf), wanted);
}

static void braces_are_filled(void **state)
{
    (void)state;
    fills("{explosion.limit} and {start.rubies:ruby|rubies}, {end.coins:coin|coins}",
          "7 and 1 ruby, 5 coins");
    fills("{~turns.all} {^turns.all:turn|turns} {~start.points:point|points} {~box}",
          "nine Nine turns no points 216");
    fills("{&start.rubies} {&end.rubies} {&only} {&turns.all} {&price} {&tubes.glasses}",
          "1st 2nd {&only} 9th {&price} 12th");
    fills("{turns.all - 1}, {turns.all * 2 + 3}, {bag}, {bag.white1}", "8, 21, 9, 4");
    fills("{bag > turns.all} {turns.all > 12 > start.points}, {turns.all > 12 - 2}", "9 12, 10");
    fills("{@tubes.chip.3} {@tubes.chip.1} {books.yellow4.spaces,}", "blue 1 none 1, 2, 3");
    fills("{!bag} {!bag + !box?0=same|other}", "0 same");
    fills("{end.coins?0=none|1=one|5=five: {end.coins}|{end.coins} more} {end.coins?1=one|more}",
          "five: 5 more");
    /* A number below 0 has no ending of its own. */
    fills("{&start.points - 1} {start.points - 1}", "-1th -1");
    /* What is no number stays, and nothing behind the text is read. */
    fills("{bag }", "{bag }");
    fills("{bag x box} {bag / box}", "{bag x box} {bag / box}");
    fills("{bag +", "{bag +");
    fills("{\"items\":{\"x\":1}} {seat} {n:ruby|rubies} {bag.white4} {spaces.coins.54} {bag {",
          "{\"items\":{\"x\":1}} {seat} {n:ruby|rubies} {bag.white4} {spaces.coins.54} {bag {");
}

/* The same text says what each entry of a list is. */
static void texts_are_about_an_entry(void **state)
{
    (void)state;
    struct fill by = quacks_fill(NULL);
    char buf[FILLED_MAX], other[FILLED_MAX];
    by.entry = 53;
    assert_string_equal(text_fill(&by, "{spaces.coins.#} # {spaces.coins.5#}", buf),
                        "35 # {spaces.coins.5#}");
    for (int glass = 1; glass <= GLASSES; glass++)
        assert_string_equal(quacks_glass_gives(NULL, glass, buf),
                            text_fill(&by, of_glass(glass), other));
    assert_string_equal(quacks_glass_gives(NULL, 3, buf), "A blue 1 for your bag.");
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    struct fill by = quacks_fill(NULL);
    char *text = malloc(40001), buf[FILLED_MAX];
    text[0] = 0;
    for (int i = 0; i < 2000; i++)
        memcpy(text + 20 * i, "{spaces.coins.53:x|x", 20);
    memset(text, 'y', 8000);
    text[40000] = 0;
    text_fill(&by, text, buf);
    assert_int_equal(strlen(buf), FILLED_MAX - 1);
    free(text);
}

/* ---- which texts say a number ---- */

static int is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

/* A key stands at the beginning of braces, behind a sign, or behind an operator. */
static int is_key_at(const char *text, const char *at, size_t n)
{
    if (at == text || is_key_char(at[n]))
        return 0;
    return strchr("{~^&@!", at[-1]) || (at > text + 2 && at[-1] == ' ' && strchr("+-*>", at[-2]));
}

static int says(const char *text, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = text; (at = strstr(at, key)); at++)
        if (is_key_at(text, at, n))
            return 1;
    return 0;
}

/* Names of numbers that are made of others. */
static int says_made(const char *text, const char *row, const char *name)
{
    int house = !strcmp(row, "house.rows") || !strcmp(row, "house.columns");
    char here[NUMBERS_KEY];
    snprintf(here, sizeof here, "%.40s.here", row);
    if (house && (says(text, here) || says(text, "house.cells") || says(text, "house.pairs")))
        return 1;
    for (int card = 0; card < CARD_COUNT; card++)
        if (!strcmp(row, "cards.deck") && !strcmp(name, quacks_card_id(card)))
            return quacks_card_is_purple(card) && says(text, "cards.purple");
    return 0;
}

static int says_entry(const char *text, const struct number_row *row, int entry)
{
    char key[2 * NUMBERS_KEY], name[NUMBERS_KEY] = "";
    if (row->name)
        snprintf(name, sizeof name, "%s", row->name(entry));
    else if (row->count)
        snprintf(name, sizeof name, "%d", row->from + entry);
    snprintf(key, sizeof key, "%s.%s", row->key, name);
    return says(text, row->key) || (row->count && says(text, key)) ||
           says_made(text, row->key, name);
}

/* Fills all texts with both values and notes which are not the same. */
static void note_changed(const struct fill *by, const struct fill *usual, char changed[TEXTS_MAX])
{
    char buf[FILLED_MAX], other[FILLED_MAX];
    for (int i = 0; i < texts.n; i++)
        changed[i] |=
            strcmp(text_fill(by, texts.at[i], buf), text_fill(usual, texts.at[i], other)) != 0;
}

static void try_beside(struct fill by, const struct number_row *row, int entry,
                       char changed[TEXTS_MAX])
{
    struct fill usual = by;
    uint16_t values[NUMBERS_VALUES];
    int at = row->first + entry, is = by.values[at];
    const int tries[] = {row->least, row->most, is - 1, is + 1};
    memcpy(values, by.values, (size_t)by.form->values * sizeof values[0]);
    by.values = values;
    for (int i = 0; i < 4; i++) {
        if (tries[i] < row->least || tries[i] > row->most || tries[i] == is)
            continue;
        values[at] = (uint16_t)tries[i];
        note_changed(&by, &usual, changed);
    }
}

/* Beside the standard numbers. Some texts say how many turns there are only if books come late. */
static void try_values(struct fill by, const struct number_row *row, int entry,
                       char changed[TEXTS_MAX])
{
    uint16_t late[NUMBERS_VALUES];
    int books;
    const struct number_row *book = number_row_named(by.form, "turns.book", &books);
    by.values = by.form->standard();
    try_beside(by, row, entry, changed);
    if (!book || strcmp(row->key, "turns.all") != 0)
        return;
    memcpy(late, by.values, (size_t)by.form->values * sizeof late[0]);
    for (int i = 0; i < number_row_values(book); i++)
        late[book->first + i] = 5;
    by.values = late;
    try_beside(by, row, entry, changed);
}

/* Some texts are said only at a table of one edition. */
static void try_editions(struct fill by, const struct number_row *row, int entry,
                         char changed[TEXTS_MAX])
{
    struct arcane_state s;
    arcane_init(&s, 2);
    by.state = &s;
    by.at_table = 1;
    for (int edition = EDITION_THREE; edition <= EDITION_HUNDRED; edition++) {
        arcane_set_edition(&s, edition);
        try_values(by, row, entry, changed);
    }
}

/* The shape of a storehouse is said for the players of the table. */
static void entry_changes_its_texts(struct fill by, const struct number_row *row, int entry)
{
    char changed[TEXTS_MAX] = {0};
    struct arcane_state house;
    int n = 0;
    if (!strncmp(row->key, "house.", 6) && row->count) {
        arcane_init(&house, entry + 2);
        by.state = &house;
    }
    try_values(by, row, entry, changed);
    if (by.form == arcane_fill(NULL).form)
        try_editions(by, row, entry, changed);
    for (int i = 0; i < texts.n; i++) {
        if (changed[i] != says_entry(texts.at[i], row, entry))
            fail_msg("%s, entry %d: %s", row->key, entry, texts.at[i]);
        n += changed[i];
    }
    if (!n)
        fail_msg("no text says %s, entry %d", row->key, entry);
}

static void every_number_is_said(struct fill by)
{
    for (int i = 0; i < by.form->rows; i++)
        for (int entry = 0; entry < number_row_values(by.form->row(i)); entry++)
            entry_changes_its_texts(by, by.form->row(i), entry);
}

static void every_number_of_arcane_is_said(void **state)
{
    (void)state;
    collect_arcane();
    every_number_is_said(arcane_fill(NULL));
    forget_texts();
}

static void every_number_of_the_quacks_is_said(void **state)
{
    (void)state;
    collect_quacks();
    every_number_is_said(quacks_fill(NULL));
    forget_texts();
}

/* ---- numbers at the ends of their ranges ---- */

struct said {
    const char *key;
    int value;
    /* A rule or "title of" one, a colour, a book as "red 1", or a fortune card. */
    const char *of;
    /* What its text says then. */
    const char *part;
};

static const char *text_of_rule(struct rule_rows rules, const char *of)
{
    const char *title = text_after(of, "title of ");
    for (int i = 0; i < rules.n; i++)
        if (!strcmp(rules.row[i].id, title ? title : of))
            return title ? rules.row[i].title : rules.row[i].text;
    return NULL;
}

static const char *text_of(struct rule_rows rules, const char *of)
{
    const char *text = text_of_rule(rules, of);
    int card = quacks_card_by_id(of);
    if (text || card >= 0)
        return text ? text : quacks_card_help(card)->text;
    for (int colour = 0; colour < COLOUR_COUNT; colour++)
        if (!strcmp(quacks_colour_id(colour), of))
            return quacks_colour_help(colour)->text;
    for (int i = 0; i < QUACKS_BOOKS; i++) {
        char name[32];
        const struct quacks_book *book = quacks_book(i);
        snprintf(name, sizeof name, "%s %d", quacks_colour_id(book->colour), book->set);
        if (!strcmp(name, of))
            return book->help.text;
    }
    fail_msg("no text %s", of);
    return NULL;
}

static void is_said(struct fill by, struct rule_rows rules, const struct said *want)
{
    uint16_t values[NUMBERS_VALUES];
    char buf[FILLED_MAX];
    int entry;
    const struct number_row *row = number_row_named(by.form, want->key, &entry);
    assert_non_null(row);
    memcpy(values, by.form->standard(), (size_t)by.form->values * sizeof values[0]);
    values[row->first + (entry < 0 ? 0 : entry)] = (uint16_t)want->value;
    by.values = values;
    if (!strstr(text_fill(&by, text_of(rules, want->of), buf), want->part))
        fail_msg("%s with %s %d: %s", want->of, want->key, want->value, buf);
}

static void arcane_ends_are_said(void **state)
{
    static const struct said want[] = {
        {"infamy.markers", 0, "A3.2", "24. A gain that would go further stops there."},
        {"house.rows.2", 2, "A6.6", "From 3 by 3, selling a row leaves 2 rows of 3"},
        {"doll.placed", 0, "A7.6", "Sold Dolls are set aside with the set;"},
        {"bribe.most", 9, "A9.3", "half that number, by 9 points at most."},
        /* A lap that is longer than a bribe can be. */
        {"infamy.lap", 50, "A9.3", "half that number, by 24 points at most."},
        {"trigger.turns", 0, "A10.2", "it just keeps counting. It is put back"},
        {"trigger.hidden", 2, "A10.2", "If you had so few hidden items before that"},
        {"boomerang.returns", 0, "A10.3", "no exception. A revealed item"},
        {"stash.most", 12, "A13.3", "No stash holds more than 12 items: setup refuses more"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        is_said(arcane_fill(NULL), arcane_rules(), &want[i]);
}

static void quacks_ends_are_said(void **state)
{
    static const struct said want[] = {
        {"turns.rats", 1, "Q3.1", "Rats help from turn 1 on."},
        {"turns.rats", 10, "Q3.1", "There are never any rats, even"},
        {"turns.rats", 10, "Q3.2", "before the fortune card of turn 2. There are never any rats"},
        {"turns.rats", 10, "Q4", "By these numbers rats never come;"},
        {"turns.white", 0, "Q3.6", "Nobody gets more white chips."},
        {"turns.white", 10, "Q3.6", "Nobody gets more white chips."},
        {"turns.whites", 0, "Q3.6", "Nobody gets more white chips."},
        {"turns.white", 10, "title of Q3.6", "No more white chips"},
        {"turns.white", 10, "white", "seven whites (Q2.start) (Q3.6)."},
        /* What comes after the last turn never comes. */
        {"turns.all", 5, "Q3.6", "Nobody gets more white chips."},
        {"turns.all", 5, "title of Q3.6", "No more white chips"},
        {"turns.all", 1, "Q3.1", "There are never any rats"},
        {"turns.book.red", 10, "Q3.books", "blue 1, red never, yellow 2, purple 3, black 1."},
        {"turns.book.orange", 10, "Q3.books", "orange never, green 1"},
        {"turns.book.green", 10, "Q3.books", "green never, blue 1"},
        {"turns.book.blue", 10, "Q3.books", "blue never, red 1"},
        {"turns.book.black", 10, "Q3.books", "black never."},
        {"turns.book.orange", 10, "orange", "Its book never comes out, so you can neither"},
        {"turns.book.green", 10, "green", "Its book never comes out, so you can neither"},
        {"turns.book.blue", 10, "blue", "Its book never comes out, so you can neither"},
        {"turns.book.red", 10, "red", "Its book never comes out, so you can neither"},
        {"turns.book.black", 10, "black", "Its book never comes out, so you can neither"},
        {"turns.book.black", 5, "black", "Its book comes out before turn 5; until then you can"},
        {"books.green.last", 1, "Q5.5", "order. \"Last in the pot\", on the other hand, means the"},
        {"books.green.last", 0, "Q5.5", "order. \"Last in the pot\", on the other hand, means the"},
        {"books.green.last", 0, "Q8.leaving", "purple 4 does not change your scoring space."},
        {"books.green.last", 1, "Q8.leaving", "changes neither your last chip nor your scoring"},
        {"books.green.last", 0, "green 1", "By these numbers no green chip acts in step B."},
        {"books.green.last", 0, "green 2", "By these numbers no green chip acts in step B."},
        {"books.green.last", 0, "green 4", "By these numbers no green chip acts in step B."},
        {"books.green.last", 1, "green 2", "a purple. The book of the new"},
        {"books.green.last", 1, "green 4", "each green. The step counts"},
        {"books.green.last", 0, "purple 2", "first, and do not change your scoring space"},
        {"books.green.last", 0, "purple 4", "Your scoring space does not change"},
        {"books.green.last", 0, "strong-ingredient", "for your position and in the total"},
        {"books.yellow3.yellows", 1, "Q5.3", "9 with a yellow in the pot, counting"},
        /* The highest limit counts. */
        {"explosion.limit", 12, "Q5.3",
         "Luxury makes it 12; book yellow 3 makes it 12 with one or"},
        {"explosion.limit", 12, "yellow 3", "the whites may total 12, with 3 or more 12"},
        {"books.yellow3.few", 11, "yellow 3", "the whites may total 11, with 3 or more 11"},
        {"books.yellow3.yellows", 2, "Q5.3", "8 with one yellow in the pot and 9 with two or more"},
        {"books.yellow3.yellows", 1, "yellow 3", "With a yellow chip in your pot the whites"},
        {"books.yellow3.yellows", 2, "yellow 3", "With 1 yellow chip in your pot the whites"},
        {"books.red1.oranges", 1, "red 1", "If an orange chip lies in your pot, a red chip goes 2"},
        {"books.red1.oranges", 1, "red 1", "a red 2 goes 6 spaces"},
        {"books.red1.oranges", 2, "red 1", "If 1 orange chip lies in your pot"},
        {"die.rolls", 0, "Q6.A", "rolls the bonus die only under the card The Pot Is Full;"},
        {"end.coins", 1, "Q9.1", "every one of them is 1 point"},
        {"end.rubies", 1, "Q9.1", "every ruby is 1 point."},
        {"tubes.glasses", 5, "Q10.2", "Only glasses 1 to 5 are there. From glass 1 on:"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        is_said(quacks_fill(NULL), quacks_rules(), &want[i]);
}

/* The sentence of the second column is about the cards of the box. */
static void counts_of_a_cards_file(void **state)
{
    (void)state;
    struct arcane_state s;
    char buf[FILLED_MAX];
    arcane_init(&s, 2);
    s.cards.count[1][OLDER_WAND] = 20;
    assert_non_null(strstr(arcane_filled(&s, text_of(arcane_rules(), "A2"), buf),
                           "2-4 players use 124 cards; 5-6 players use 145. Dark Lotus"));
}

/* ---- cards files ---- */

static int texts_changed_by(const struct arcane_state *s)
{
    struct fill by = arcane_fill(s);
    by.at_table = 0;
    char buf[FILLED_MAX];
    int n = 0;
    for (int i = 0; i < texts.n; i++)
        n += strcmp(text_fill(&by, texts.at[i], buf), texts.standard[i]) != 0;
    return n;
}

static void every_effect_is_said(void **state)
{
    (void)state;
    struct arcane_state s;
    collect_arcane();
    for (int fx = 0; fx < FX_COUNT; fx++) {
        arcane_init(&s, 2);
        assert_int_equal(texts_changed_by(&s), 0);
        s.cards.fx[fx] += 7;
        assert_in_range(texts_changed_by(&s), 2, 8);
    }
    arcane_init(&s, 2);
    s.cards.start_gold = 30;
    assert_int_equal(texts_changed_by(&s), 1);
    forget_texts();
}

/* A cards file gives the Egg's infamy for both editions; without one they differ (A1.egg). */
static void eggs_of_both_editions(void **state)
{
    (void)state;
    struct arcane_state s;
    char buf[FILLED_MAX];
    arcane_init(&s, 2);
    arcane_set_edition(&s, EDITION_HUNDRED);
    assert_string_equal(arcane_filled(&s, "{egg.three} {egg.hundred}", buf), "2 1");
    s.cards.fx[FX_EGG_INFAMY] = 4;
    assert_string_equal(arcane_filled(&s, "{egg.three} {egg.hundred}", buf), "4 4");
}

/* At a table no text of an item or a wizard speaks of the other edition or of both. */
static void other_editions_are_left_out(void **state)
{
    (void)state;
    static const char *const editions[] = {"dition hundred", "dition three"};
    for (int edition = EDITION_THREE; edition <= EDITION_HUNDRED; edition++) {
        struct arcane_state s;
        char buf[FILLED_MAX];
        arcane_init(&s, 3);
        arcane_set_edition(&s, edition);
        collect_arcane_cards();
        for (int i = 0; i < texts.n; i++) {
            arcane_filled(&s, texts.at[i], buf);
            if (strcmp(buf, "Edition hundred has no wizards (A1.wizards).") != 0)
                for (int k = 0; k < 2; k++)
                    assert_null(strstr(buf, editions[k]));
        }
        texts.n = 0;
    }
}

/* What A1 has of items, as a table of each edition reads it. */
static void editions_are_said(void **state)
{
    static const struct {
        int item;
        const char *three, *hundred, *both;
    } want[] = {
        {DRAGONS_EGG, "gains 15 gold and 2 infamy.", "gains 15 gold and 1 infamy.",
         "gains 15 gold and 2 infamy (edition hundred: 1)."},
        {SOVEREIGN_SWORD, "you get only half of any gold.", "you get no gold.",
         "you get only half of any gold (edition hundred: none)."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct arcane_state s;
        char buf[FILLED_MAX];
        const char *brief = arcane_item_help(want[i].item)->brief;
        arcane_init(&s, 3);
        assert_non_null(strstr(arcane_filled(NULL, brief, buf), want[i].both));
        assert_non_null(strstr(arcane_filled(&s, brief, buf), want[i].three));
        arcane_set_edition(&s, EDITION_HUNDRED);
        assert_non_null(strstr(arcane_filled(&s, brief, buf), want[i].hundred));
        arcane_filled(&s, arcane_item_help(CURSED_MIRROR)->text, buf);
        assert_non_null(strstr(buf, "in your storehouse, on all 8 places around it (A1.mirror)"));
    }
}

/* What a table of edition hundred reads below an item: its text and its rulings. */
static void rulings_are_of_the_edition(void **state)
{
    static const char *const never[] = {"halve", "Byros", "Ninx", "2 gold", "gold or"};
    struct arcane_state s;
    char buf[FILLED_MAX];
    (void)state;
    arcane_init(&s, 3);
    arcane_set_edition(&s, EDITION_HUNDRED);
    collect(arcane_item_help(SOVEREIGN_SWORD)->text);
    collect(arcane_item_help(DRAGONS_EGG)->text);
    for (int i = 0; i < arcane_rulings().n; i++) {
        const struct ruling_row *row = &arcane_rulings().row[i];
        if (!ruling_is_of(row, "sovereign-sword") && !ruling_is_of(row, "dragons-egg"))
            continue;
        collect(row->does);
        collect(row->other);
    }
    assert_int_equal(texts.n, 8);
    for (int i = 0; i < texts.n; i++)
        for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
            if (strstr(arcane_filled(&s, texts.at[i], buf), never[k]))
                fail_msg("at a table of edition hundred: %s", buf);
    texts.n = 0;
}

/* By a fixed number of rounds the goal of edition hundred is idle (A1.rounds). */
static void the_first_page_says_when_it_ends(void **state)
{
    struct arcane_state s;
    char buf[FILLED_MAX];
    const char *aim = arcane_first().row[0].text;
    (void)state;
    arcane_init(&s, 3);
    assert_non_null(strstr(arcane_filled(&s, aim, buf), "After three rounds the most gold"));
    arcane_set_edition(&s, EDITION_HUNDRED);
    assert_non_null(strstr(arcane_filled(&s, aim, buf), "somebody reaches the goal in gold"));
    s.cards.rounds = 4;
    assert_non_null(strstr(arcane_filled(&s, aim, buf), "After four rounds the most gold"));
    assert_null(strstr(buf, "goal"));
    assert_non_null(strstr(arcane_filled(NULL, aim, buf), "After three rounds the most gold"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(braces_are_filled),
        cmocka_unit_test(texts_are_about_an_entry),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(every_number_of_arcane_is_said),
        cmocka_unit_test(every_number_of_the_quacks_is_said),
        cmocka_unit_test(arcane_ends_are_said),
        cmocka_unit_test(quacks_ends_are_said),
        cmocka_unit_test(counts_of_a_cards_file),
        cmocka_unit_test(every_effect_is_said),
        cmocka_unit_test(eggs_of_both_editions),
        cmocka_unit_test(other_editions_are_left_out),
        cmocka_unit_test(editions_are_said),
        cmocka_unit_test(rulings_are_of_the_edition),
        cmocka_unit_test(the_first_page_says_when_it_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
