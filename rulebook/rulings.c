/* Prints the rulings of both games: below the pages of rules, items and cards, as JSON, and as the
 * document docs/rulings.md. */
#include <stdio.h>

#include "board/page.h"
#include "rulebook/rulebook.h"
#include "wire/write.h"

/* Two texts of a ruling with their keys, before numbers are filled in. */
enum { RULING_MAX = 800 };

/* ---- on a page ---- */

/* On the page of an item or a card, whose lines are fields. */
static void print_fields(const struct rulebook *b, const struct ruling_row *row)
{
    char name[16], buf[RULING_MAX];
    snprintf(name, sizeof name, "ruling %s", row->letter);
    /* What we play, and why, in one field. */
    snprintf(buf, sizeof buf, "%s %s", row->does, row->why);
    rules_field(b, name, buf);
    snprintf(buf, sizeof buf, "Other reading: %s %s", row->other, row->change);
    rules_field(b, "", buf);
}

/* Below a rule, whose text is indented by 8. */
static void print_paragraphs(const struct rulebook *b, const struct ruling_row *row)
{
    char buf[RULING_MAX], text[FILLED_MAX];
    snprintf(buf, sizeof buf, "Ruling %s: %s %s", row->letter, row->does, row->why);
    page_fold(rules_text(b, buf, text), page_print("%8s", ""), 8);
    snprintf(buf, sizeof buf, "Other reading: %s %s", row->other, row->change);
    page_fold(rules_text(b, buf, text), page_print("%8s", ""), 8);
}

/* Nothing if there is none. `id` as in the rulings' own rows: a rule's or an entry's. */
void rulings_print_of(const struct rulebook *b, const char *id, int is_rule)
{
    struct ruling_rows all = b->help->rulings();
    for (int i = 0; i < all.n; i++)
        if (ruling_is_of(&all.row[i], id))
            (is_rule ? print_paragraphs : print_fields)(b, &all.row[i]);
}

/* ---- JSON ---- */

/* One ruling may be about several rules or entries; it is written once. */
static int is_of_any(const struct ruling_row *row, const struct rules_found *f, int game)
{
    char id[QUERY_MAX];
    for (int i = 0; i < f->n; i++)
        if (f->at[i].game == game && ruling_is_of(row, rules_name_of(&f->at[i], 0, id)))
            return 1;
    return 0;
}

/* `of` lists ids. The letter says how sure the reading is, as in `certainty`. */
static void write_ruling(struct writer *w, const struct rulebook *b, const struct ruling_row *row)
{
    write_begin(w, '{');
    write_key(w, "of");
    write_begin(w, '[');
    /* `of` is a list of ids in one text. */
    for (const char *of = row->of; *of; of = ruling_next(of)) {
        char id[QUERY_MAX];
        snprintf(id, sizeof id, "%.*s", ruling_id_length(of), of);
        write_string(w, id);
    }
    write_end(w, ']');
    write_member_string(w, "letter", row->letter);
    rules_member(w, b, "does", row->does);
    rules_member(w, b, "why", row->why);
    rules_member(w, b, "other", row->other);
    rules_member(w, b, "change", row->change);
    write_end(w, '}');
}

/* Empty if none is about what was found, so that readers find the member. */
void rulings_write(struct writer *w, const struct rules_found *f, int game)
{
    struct ruling_rows all = rules_book(game)->help->rulings();
    write_key(w, "rulings");
    write_begin(w, '[');
    for (int i = 0; i < all.n; i++)
        if (is_of_any(&all.row[i], f, game))
            write_ruling(w, rules_book(game), &all.row[i]);
    write_end(w, ']');
}

/* ---- the document ---- */

/* The meanings of the letters that rulings of this game have. Followed by how many rulings have it;
 * letters that no ruling has are left out. */
static void print_letters(const struct rulebook *b)
{
    for (const char *letter = b->letters; *letter; letter++) {
        struct ruling_rows all = b->help->rulings();
        /* How many rulings have this letter. */
        int n = 0;
        for (int i = 0; i < all.n; i++)
            n += all.row[i].letter[0] == *letter;
        if (n)
            page_print("- **%c**: %s (%d)\n", *letter, b->certainty(*letter), n);
    }
}

/* The texts have no bar, which would end a cell. Markdown needs a whole row in one line, so nothing
 * is folded. */
static void print_table(const struct rulebook *b)
{
    struct ruling_rows all = b->help->rulings();
    page_line("\n| of | | what we play | why | the other reading | how to change it |\n"
              "|---|---|---|---|---|---|");
    for (int i = 0; i < all.n; i++) {
        const struct ruling_row *row = &all.row[i];
        char does[FILLED_MAX], why[FILLED_MAX], other[FILLED_MAX], change[FILLED_MAX];
        page_print("| %s | %s | %s | %s | %s | %s |\n", row->of, row->letter,
                   rules_text(b, row->does, does), rules_text(b, row->why, why),
                   rules_text(b, row->other, other), rules_text(b, row->change, change));
    }
}

/* By the standard numbers, unless rules_read_by says otherwise. */
void rulings_print_document(void)
{
    page_line(
        "# Rulings\n\n"
        "Where the rulebooks have a gap, can be read in more than one way or contradict\n"
        "themselves, somebody has to decide. These tables have every such place: what we\n"
        "play and why, the other reading, and how to change it. `charlatan rules ID` shows a\n"
        "rule with its ruling. *Notes* are what the rulebooks say of a single card; they do\n"
        "not have the card's own text.\n\n"
        "`charlatan rules --rulings` prints this page; do not edit it.");
    for (int game = 0; rules_book(game); game++) {
        page_print("\n## %s\n\n", rules_book(game)->help->game->title);
        print_letters(rules_book(game));
        print_table(rules_book(game));
    }
}
