/* The Quacks of Quedlinburg's rulebook: colours, chips, books, fortune cards and glasses.
 *
 * A colour and a number with a blank between them name a book ("green 2", the green book of set 2);
 * without the blank they name a chip ("green2", a green chip of value 2). If there is no such book
 * or chip, the other one is meant: "white 1" is a chip, "green3" a book. */
#include <stdio.h>
#include <string.h>

#include "games/quacks/help.h"
#include "games/quacks/numbers.h"
#include "board/page.h"
#include "rulebook/rulebook.h"
#include "wire/write.h"

/* ---- names ---- */

/* Returns buf, for `return spaced(...)`. */
static char *spaced(const char *before, int colour, const char *between, int n, char buf[QUERY_MAX])
{
    snprintf(buf, QUERY_MAX, "%s%s%s%d", before, quacks_colour_id(colour), between, n);
    return buf;
}

/* The ingredient is a title: "toadstool" finds red (Q2). */
static const char *colour_name(int colour, int which, char buf[QUERY_MAX])
{
    (void)buf;
    switch (which) {
    case 0: return quacks_colour_id(colour);
    case 1: return quacks_ingredient(colour);
    default: return NULL;
    }
}

/* The last synonym is left out where it is a book's name. White chips have values 1 to 3, for which
 * there are no books. */
static const char *chip_name(int chip, int which, char buf[QUERY_MAX])
{
    const struct chip_row *row = quacks_chip(chip);
    /* "green 2" is a book, so the chip has no such name. */
    int taken = quacks_book_index(row->colour, row->value) >= 0;
    switch (which) {
    case 0: return row->id;
    case 1:
        snprintf(buf, QUERY_MAX, "%s chip of value %d", quacks_colour_id(row->colour), row->value);
        return buf;
    case 2: return spaced("chip ", row->colour, "", row->value, buf);
    case 3: return spaced("chip ", row->colour, " ", row->value, buf);
    case 4: return taken ? NULL : spaced("", row->colour, " ", row->value, buf);
    default: return NULL;
    }
}

/* Name 3 is left out where a chip has it: "green2" is the chip. */
static const char *book_name(int index, int which, char buf[QUERY_MAX])
{
    const struct quacks_book *book = quacks_book(index);
    char chip[QUERY_MAX];
    switch (which) {
    case 0: return spaced("", book->colour, " ", book->set, buf);
    case 1: return spaced("book ", book->colour, " ", book->set, buf);
    case 2: return spaced("book ", book->colour, "", book->set, buf);
    case 3:
        spaced("", book->colour, "", book->set, chip);
        return quacks_chip_by_id(chip) >= 0 ? NULL : strcpy(buf, chip);
    default: return NULL;
    }
}

/* Without apostrophes when it is compared, so both spellings are found. */
static const char *card_name(int card, int which, char buf[QUERY_MAX])
{
    (void)buf;
    switch (which) {
    case 0: return quacks_card_id(card);
    case 1: return quacks_card_name(card);
    default: return NULL;
    }
}

/* The title is what it gives by the numbers that are read. */
static const char *glass_name(int index, int which, char buf[QUERY_MAX])
{
    char text[FILLED_MAX];
    switch (which) {
    case 0: snprintf(buf, QUERY_MAX, "glass %d", index + 1); return buf;
    case 1:
        quacks_glass_gives((const struct quacks_state *)rules_state(&quacks_rulebook), index + 1,
                           text);
        snprintf(buf, QUERY_MAX, "%.*s", QUERY_MAX - 1, text);
        return buf;
    case 2: snprintf(buf, QUERY_MAX, "glass%d", index + 1); return buf;
    default: return NULL;
    }
}

/* ---- prices and counts in words ---- */

/* Black has books by the number of players, not by choice; orange and white have none. */
static int has_books(int colour)
{
    return colour >= GREEN && colour <= PURPLE;
}

/* `printed` chooses the printing whose prices differ (Q8). */
static int price(int chip, int set, int printed)
{
    const struct quacks_state *by = (const struct quacks_state *)rules_state(&quacks_rulebook);
    return quacks_price(by, chip, set, printed);
}

/* Such as "8" or "18 (21 with prices=printed)". Appends; blanks and separators are the caller's. */
static void add_price(char *buf, size_t cap, int chip, int set)
{
    char text[60];
    int almanac = price(chip, set, 0), printed = price(chip, set, 1);
    snprintf(text, sizeof text, printed == almanac ? "%d" : "%d (%d with prices=printed)", almanac,
             printed);
    rules_add(buf, cap, text);
}

/* The prices of a colour's values in one set, such as "4 / 8 / 14". In the order of values, as
 * chips of a colour follow each other. */
static void add_prices(char *buf, size_t cap, int colour, int set)
{
    int n = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (quacks_chip(chip)->colour != colour)
            continue;
        rules_add(buf, cap, n++ ? " / " : "");
        add_price(buf, cap, chip, set);
    }
}

/* `chip` -1: the prices of all values of the colour. Returns buf. White is not sold, orange and
 * black have one price, all others one for each set. */
static char *price_words(int colour, int chip, char *buf, size_t cap)
{
    buf[0] = 0;
    if (colour == WHITE)
        rules_add(buf, cap, "cannot be bought or taken (Q3.books)");
    /* A chip has a price in each set of its colour's books. */
    for (int set = 1; set <= 4 && has_books(colour); set++) {
        char name[] = {'s', 'e', 't', ' ', (char)('0' + set), ':', ' ', 0};
        rules_add(buf, cap, set > 1 ? ", " : "");
        rules_add(buf, cap, name);
        if (chip < 0)
            add_prices(buf, cap, colour, set);
        else
            add_price(buf, cap, chip, set);
    }
    /* One price, whatever is played. */
    if (colour == ORANGE || colour == BLACK) {
        add_prices(buf, cap, colour, 1);
        rules_add(buf, cap, " coins in every game");
    } else if (colour != WHITE) {
        rules_add(buf, cap, " coins (Q8.prices)");
    }
    return buf;
}

/* Keys in braces, filled in when the field is printed. */
static void counts_words(int colour, char *buf, size_t cap)
{
    buf[0] = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        const struct chip_row *row = quacks_chip(chip);
        char text[80];
        if (row->colour != colour)
            continue;
        snprintf(text, sizeof text, "%s{box.%s} of value %d", *buf ? ", " : "", row->id,
                 row->value);
        rules_add(buf, cap, text);
    }
}

/* ---- pages ---- */

/* `name` finds the rules that mention it besides those its text cites. */
static void print_sure(const struct quacks_help *help, const char *name)
{
    int rules[RULES_MAX];
    int n = quacks_rules_on(name, help->text, rules);
    rules_fields_sure(&quacks_rulebook, help->certainty, rules, n);
}

/* Prints one line for each book of the colour. Nothing for colours without books. */
static void print_books_of(int colour)
{
    for (int i = 0; i < QUACKS_BOOKS; i++) {
        const struct quacks_book *book = quacks_book(i);
        char name[16];
        snprintf(name, sizeof name, "set %d", book->set);
        if (book->colour == BLACK)
            strcpy(name, book->set == 2 ? "2 players" : "3-4 players");
        if (book->colour == colour)
            rules_field(&quacks_rulebook, name, book->help.brief);
    }
}

/* What the pages of a colour and of its chips share; `chip` as in price_words. */
static void print_colour_body(int colour, int chip)
{
    const struct quacks_help *help = quacks_colour_help(colour);
    char buf[400];
    rules_field(&quacks_rulebook, "price", price_words(colour, chip, buf, sizeof buf));
    rules_field(&quacks_rulebook, "in brief", help->brief);
    rules_field(&quacks_rulebook, "what it does", help->text);
    print_books_of(colour);
    print_sure(help, quacks_ingredient(colour));
    if (!has_books(colour))
        return;
    snprintf(buf, sizeof buf, "a book in full: '%s 1' to '%s 4'", quacks_colour_id(colour),
             quacks_colour_id(colour));
    rules_field(&quacks_rulebook, "ask for", buf);
}

static void print_colour(int colour)
{
    char buf[200];
    page_print("%s (%s), a colour\n", quacks_ingredient(colour), quacks_colour_id(colour));
    counts_words(colour, buf, sizeof buf);
    rules_field(&quacks_rulebook, "chips", buf);
    print_colour_body(colour, -1);
}

/* Everything but the value follows the numbers that are read. */
static void print_chip(int chip)
{
    const struct chip_row *row = quacks_chip(chip);
    char buf[200];
    page_print("%s: a %s chip of value %d, %s\n", row->id, quacks_colour_id(row->colour),
               row->value, quacks_ingredient(row->colour));
    snprintf(buf, sizeof buf, "%d, so it goes %d space%s (Q5.2)", row->value, row->value,
             row->value == 1 ? "" : "s");
    rules_field(&quacks_rulebook, "value", buf);
    snprintf(
        buf, sizeof buf,
        "{box.%s} in the game, {bag.%s?0=none in your bag at the start|{bag.%s} in your bag at "
        "the start (Q2.start)}",
        row->id, row->id, row->id);
    rules_field(&quacks_rulebook, "chips", buf);
    print_colour_body(row->colour, chip);
}

/* By its full name, which no chip has. */
static void print_book(int index)
{
    const struct quacks_book *book = quacks_book(index);
    char buf[200] = "", name[QUERY_MAX];
    book_name(index, 1, name);
    page_print("%s: %s, ", name, quacks_ingredient(book->colour));
    if (book->colour == BLACK)
        page_line(book->set == 2 ? "for two players" : "for three or four players");
    else
        page_print("set %d\n", book->set);
    add_prices(buf, sizeof buf, book->colour, book->set);
    if (book->colour == BLACK || book->colour == PURPLE)
        rules_add(buf, sizeof buf, " coins");
    else
        rules_add(buf, sizeof buf, " coins for a chip of value 1 / 2 / 4");
    rules_field(&quacks_rulebook, "price", buf);
    rules_field(&quacks_rulebook, "in brief", book->help.brief);
    rules_field(&quacks_rulebook, "what it does", book->help.text);
    print_sure(&book->help, name);
}

/* In words for a page; write_card has the word for programs. */
static const char *card_when(int card)
{
    return quacks_card_is_purple(card) ? "purple: carried out at once" : "blue: holds for the turn";
}

/* NO_CARD has no page. */
static void print_card(int card)
{
    const struct quacks_help *help = quacks_card_help(card);
    page_print("%s (%s), a fortune card\n", quacks_card_name(card), quacks_card_id(card));
    rules_field(&quacks_rulebook, "when", card_when(card));
    rules_field(&quacks_rulebook, "in brief", help->brief);
    rules_field(&quacks_rulebook, "what it does", help->text);
    print_sure(help, quacks_card_name(card));
}

/* `index` counts from 0, glasses from 1. */
static void print_glass(int index)
{
    char gives[FILLED_MAX];
    page_print("glass %d of the test-tube side (pot=tubes)\n", index + 1);
    rules_text_at(&quacks_rulebook, quacks_glass_help(), index + 1, gives);
    rules_field(&quacks_rulebook, "gives", gives);
    /* Glasses have one text and no letters of their own. */
    rules_field(&quacks_rulebook, "rules", "Q10.1, Q10.2");
}

/* ---- JSON ---- */

static struct fill fill_by(const void *state)
{
    return quacks_fill((const struct quacks_state *)state);
}

/* `name` as for print_sure. */
static void write_help(struct writer *w, const struct quacks_help *help, const char *name)
{
    int rules[RULES_MAX];
    int n = quacks_rules_on(name, help->text, rules);
    write_member_string(w, "certainty", help->certainty);
    rules_member(w, &quacks_rulebook, "brief", help->brief);
    rules_member(w, &quacks_rulebook, "text", help->text);
    rules_write_list(w, &quacks_rulebook, rules, n);
}

/* A colour's prices are those of its chips. */
static void write_colour(struct writer *w, int colour)
{
    write_help(w, quacks_colour_help(colour), quacks_ingredient(colour));
}

/* Writes the prices in sets 1 to 4, for one of the two printings; [] if the chip has none. For
 * colours without books the four are the same. */
static void write_prices(struct writer *w, const char *key, int chip, int printed)
{
    int colour = quacks_chip(chip)->colour;
    write_key(w, key);
    write_begin(w, '[');
    for (int set = 1; set <= 4 && colour != WHITE; set++)
        write_number(w, price(chip, has_books(colour) ? set : 1, printed));
    write_end(w, ']');
}

/* `count` and `start` are numbers of the rules, so they come from what is read and not from the
 * rows. */
static void write_chip(struct writer *w, int chip)
{
    const struct chip_row *row = quacks_chip(chip);
    struct fill by = fill_by(rules_state(&quacks_rulebook));
    const struct quacks_numbers *numbers = (const struct quacks_numbers *)(const void *)by.values;
    write_member_string(w, "colour", quacks_colour_id(row->colour));
    write_member_number(w, "value", row->value);
    write_member_number(w, "count", numbers->box[chip]);
    write_member_number(w, "start", numbers->bag[chip]);
    write_prices(w, "prices", chip, 0);
    write_prices(w, "prices_printed", chip, 1);
}

static void write_book(struct writer *w, int index)
{
    const struct quacks_book *book = quacks_book(index);
    char name[QUERY_MAX];
    write_member_string(w, "colour", quacks_colour_id(book->colour));
    write_member_number(w, "set", book->set);
    write_help(w, &book->help, book_name(index, 1, name));
}

/* `kind` tells what the colour of the printed card does: at once, or for the turn (Q7). */
static void write_card(struct writer *w, int card)
{
    write_member_string(w, "kind", quacks_card_is_purple(card) ? "purple" : "blue");
    write_help(w, quacks_card_help(card), quacks_card_name(card));
}

/* As on its page, without a heading. */
static void write_glass(struct writer *w, int index)
{
    char gives[FILLED_MAX];
    rules_text_at(&quacks_rulebook, quacks_glass_help(), index + 1, gives);
    write_member_string(w, "brief", gives);
}

/* ---- the rulebook ---- */

/* Indices of `topics`. Glasses are not listed one by one. */
enum { COLOURS, CHIPS, BOOKS, CARDS };

/* A search goes through them in this order, so colours are found before chips. */
static const struct rules_topic topics[] = {
    {"colours", COLOUR_COUNT, colour_name, print_colour, write_colour},
    {"chips", CHIP_COUNT, chip_name, print_chip, write_chip},
    {"books", QUACKS_BOOKS, book_name, print_book, write_book},
    {"cards", CARD_COUNT, card_name, print_card, write_card},
    {"glasses", GLASSES, glass_name, print_glass, write_glass},
};

/* Says how a chip and a book are told apart, since a blank decides. */
static void print_topics(void)
{
    page_line("\nColours");
    rules_ids(&topics[COLOURS]);
    page_line("\nChips: colour and value, no blank between");
    rules_ids(&topics[CHIPS]);
    page_line("\nBooks: colour, blank, set; black by the number of players (2, or 3 and 4)");
    rules_ids(&topics[BOOKS]);
    page_line("\nFortune cards");
    rules_ids(&topics[CARDS]);
    page_line("\nGlasses of the test-tube side: glass 1 to glass 12");
}

const struct rulebook quacks_rulebook = {
    .fill = fill_by,
    .help = &quacks_help,
    .letters = "PDFR",
    .notes = "Options",
    .notes_key = "notes",
    .certainty = quacks_certainty_text,
    .technical = "Q12",
    .topics = topics,
    .topics_n = sizeof topics / sizeof topics[0],
    .print_topics = print_topics,
};
