/* Prints rules, items, chips and cards as pages for people and as JSON for programs. */
#include "rulebook/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "board/page.h"
#include "wire/write.h"

/* NEAR_MAX similar names are as many as fit a line. */
enum { IDS_MAX = 64, NEAR_MAX = 4 };

/* ---- the numbers of texts ---- */

/* A copy, because tables come and go while pages are read. One for the whole program. `templates`
 * keeps the keys in texts, for rows that others fill in. */
static struct {
    const struct rulebook *book;
    /* at_table 0: the state is that of a file, and the options are nobody's. */
    int at_table, templates;
    _Alignas(8) char state[MAX_STATE_BYTES];
} reading;

/* NULL ends it, whichever book was read. The state may go at once. */
void rules_read_by(const struct rulebook *b, const void *state)
{
    reading.book = state ? b : NULL;
    reading.at_table = 1;
    if (state)
        memcpy(reading.state, state, b->help->game->state_bytes);
}

/* A file knows no edition and no options, so texts that depend on them are said for all tables. */
void rules_read_numbers(const struct rulebook *b, const void *state)
{
    rules_read_by(b, state);
    reading.at_table = 0;
}

const void *rules_state(const struct rulebook *b)
{
    return reading.book == b ? reading.state : NULL;
}

/* What a table's options exclude is left out only if its state was read, and not a file. */
char *rules_text_at(const struct rulebook *b, const char *text, int entry, char buf[FILLED_MAX])
{
    struct fill by = b->fill(rules_state(b));
    struct text as_it_is = text_in(buf, FILLED_MAX);
    by.at_table &= reading.at_table;
    by.entry = entry;
    /* Keys stay as they are for rows that the client fills in. */
    if (!reading.templates)
        return text_fill(&by, text, buf);
    text_add(&as_it_is, text);
    return buf;
}

char *rules_text(const struct rulebook *b, const char *text, char buf[FILLED_MAX])
{
    return rules_text_at(b, text, 0, buf);
}

/* ---- printing ---- */

/* `cap` counts the zero byte; buf must end within it. */
void rules_add(char *buf, size_t cap, const char *text)
{
    size_t n = strlen(buf);
    snprintf(buf + n, cap - n, "%s", text);
}

/* Such as "P printed in a rulebook; H house value: ...". One sentence for all letters of the row.
 * Returns buf. */
static char *sureness(const struct rulebook *b, const char *letters, char *buf, size_t cap)
{
    buf[0] = 0;
    for (; *letters; letters++) {
        /* A row may have several letters, such as "PI". */
        char mark[] = {*letters, ' ', 0};
        rules_add(buf, cap, mark);
        rules_add(buf, cap, b->certainty(*letters));
        rules_add(buf, cap, letters[1] ? "; " : ".");
    }
    return buf;
}

/* Fields begin at column 15, and so do their further lines. */
void rules_field(const struct rulebook *b, const char *name, const char *text)
{
    char buf[FILLED_MAX];
    if (!*rules_text(b, text, buf))
        return;
    page_fold(buf, page_print("  %-13s", name), 15);
}

/* Either field is left out if it is empty. What does not fit into 600 bytes is cut. */
void rules_fields_sure(const struct rulebook *b, const char *letters, const int *rules, int n)
{
    char buf[600];
    rules_field(b, "how sure", sureness(b, letters, buf, sizeof buf));
    buf[0] = 0;
    for (int i = 0; i < n; i++) {
        const struct rule_row *row = &b->help->rules().row[rules[i]];
        rules_add(buf, sizeof buf, i ? ", " : "");
        rules_add(buf, sizeof buf, row->id);
    }
    rules_field(b, "rules", buf);
}

/* The id, its title and the letters in a line; then the text, notes and rulings, each indented.
 * Rulings are printed for the rule's own id, not for its chapter. */
static void print_rule(const struct rules_one *o)
{
    const struct rulebook *b = rules_book(o->game);
    const struct rule_row *row = rules_rule_of(o);
    char buf[FILLED_MAX];
    page_print("%-6s  %s", row->id, rules_text(b, row->title, buf));
    if (*row->certainty)
        page_print(" [%s]", row->certainty);
    page_print("\n%8s", "");
    page_fold(rules_text(b, row->text, buf), 8, 8);
    if (*row->notes) {
        int at = page_print("%8s%s: ", "", b->notes);
        page_fold(rules_text(b, row->notes, buf), at, 8);
    }
    rulings_print_of(b, row->id, 1);
}

/* The topic prints its own fields; its rulings follow. */
static void print_topic(const struct rules_one *o)
{
    char id[QUERY_MAX];
    const struct rulebook *b = rules_book(o->game);
    b->topics[o->topic].print(o->index);
    rulings_print_of(b, rules_name_of(o, 0, id), 0);
}

static void print_one(const struct rules_one *o)
{
    (o->topic == RULES_RULE ? print_rule : print_topic)(o);
}

/* Explains the letters of certainty: below a single rule, or once after all rules of a game. `last`
 * is the last rule printed of its game, `rules` how many there were. */
static void print_sureness(const struct rules_one *last, int rules)
{
    char buf[400];
    const struct rulebook *b = rules_book(last->game);
    const char *letters = rules > 1 ? b->letters : rules_rule_of(last)->certainty;
    if (!*letters)
        return;
    if (rules > 1)
        page_char('\n');
    page_print("%8sHow sure: ", "");
    page_fold(sureness(b, letters, buf, sizeof buf), 18, 8);
}

/* Letters are explained once for a run of rules of one game, so a chapter does not repeat them. */
void rules_print_found(const struct rules_found *f)
{
    int rules = 0;
    for (int i = 0; i < f->n; i++) {
        const struct rules_one *o = &f->at[i];
        if (i)
            page_char('\n');
        print_one(o);
        rules += o->topic == RULES_RULE;
        /* The last rule of its run. */
        int more = i + 1 < f->n && o[1].topic == RULES_RULE && o[1].game == o->game;
        if (o->topic == RULES_RULE && !more) {
            print_sureness(o, rules);
            rules = 0;
        }
    }
}

/* Ids to ask for, with titles. A choice, so nothing is shown in full. In the order found: a game's
 * entries stand together. */
static void print_matches(const struct rules_found *f, const char *query)
{
    char id[QUERY_MAX], title[QUERY_MAX];
    page_print("'%s' fits several entries. Ask for one of them:\n\n", query);
    for (int i = 0; i < f->n; i++)
        page_print("  %-20s%s\n", rules_name_of(&f->at[i], 0, id),
                   rules_name_of(&f->at[i], 1, title));
}

/* At most IDS_MAX entries; a longer topic is a fault of the program. */
void rules_ids(const struct rules_topic *topic)
{
    char buf[IDS_MAX][QUERY_MAX];
    const char *ids[IDS_MAX];
    MUST(topic->n <= IDS_MAX);
    for (int i = 0; i < topic->n; i++)
        ids[i] = topic->name(i, 0, buf[i]);
    page_list(ids, topic->n, 2);
}

/* Rows of the example follow those of the game in short. */
static int is_example(const struct first_row *row)
{
    return !strncmp(row->id, "example", 7);
}

/* The game in short, and one turn as an example. The first row is never an example, so there is
 * always a row before one. */
static void print_first(const struct rulebook *b)
{
    struct first_rows first = b->help->first();
    char buf[FILLED_MAX];
    page_print("%s, in short (charlatan play %s)\n", b->help->game->title, b->help->game->name);
    for (int i = 0; i < first.n; i++) {
        const struct first_row *row = &first.row[i];
        /* The heading stands before the first of them. */
        if (is_example(row) && !is_example(row - 1))
            page_line("\nA turn as an example");
        page_print("\n  %s\n    ", row->title);
        page_fold(rules_text(b, row->text, buf), 4, 4);
    }
}

/* Chapters are the rules without a dot in their id. */
static void print_chapters(const struct rulebook *b, int technical)
{
    char buf[FILLED_MAX];
    for (int i = 0; i < b->help->rules().n; i++) {
        const struct rule_row *row = &b->help->rules().row[i];
        /* `technical` cites its chapters, as texts do. */
        if (!strchr(row->id, '.') && text_cites(b->technical, row->id) == technical)
            page_print("  %-5s%s\n", row->id, rules_text(b, row->title, buf));
    }
}

/* Technical chapters come last; players need not read them. */
static void print_index(const struct rulebook *b)
{
    page_print("%s: all rules, by chapter\n", b->help->game->title);
    print_chapters(b, 0);
    b->print_topics();
    page_line("\nOptions, files and programs");
    print_chapters(b, 1);
}

/* Both games in short come first, then the lists: somebody who asks for nothing is probably new. */
void rules_print_contents(void)
{
    for (int game = 0; rules_book(game); game++) {
        print_first(rules_book(game));
        page_line("");
    }
    for (int game = 0; rules_book(game); game++) {
        print_index(rules_book(game));
        page_line("");
    }
    page_line("How to ask\n"
              "  charlatan rules A6            a chapter with its parts\n"
              "  charlatan rules Q5.4          one rule\n"
              "  charlatan rules haunted-doll  an item, a wizard, a chip, a fortune card;\n"
              "                                a part of the name will do\n"
              "  charlatan rules green2        a green chip of value 2\n"
              "  charlatan rules green 2       the green book of set 2, also 'book green 2'\n"
              "  charlatan rules --all         everything\n"
              "  charlatan rules --json [what] the same as JSON, for programs");
}

/* ---- nothing found ---- */

/* Names are similar if at most a quarter of the query's letters differ, and one more. Each that was
 * named is taken out of the list before the next. */
static void say_nothing_found(const char *words, FILE *to)
{
    struct rules_found f;
    char query[QUERY_MAX], buf[QUERY_MAX];
    page_plain(words, query, sizeof query);
    /* A word of four letters may have two wrong. */
    int far = 1 + (int)strlen(query) / 4, n = 0;
    fprintf(to, "Nothing is called '%s'.", words);
    for (rules_find_all(&f); n < NEAR_MAX; n++) {
        int i = rules_nearest(&f, query);
        if (rules_distance(&f.at[i], query) > far)
            break;
        fprintf(to, "%s %s", n ? "," : " Did you mean", rules_name_of(&f.at[i], 0, buf));
        /* The order does not matter to rules_nearest. */
        f.at[i] = f.at[--f.n];
    }
    fputs(n ? "?\n" : "\n", to);
}

/* Lists rules whose titles contain the words: "wizard" finds the Wizard's Watch, but the user may
 * have meant a rule about wizards. */
static void print_titles(const char *words)
{
    struct rules_found f = {0};
    char query[QUERY_MAX], buf[QUERY_MAX];
    rules_find_titles(&f, page_plain(words, query, sizeof query));
    if (f.n)
        page_line("\nSee also");
    for (int i = 0; i < f.n; i++)
        page_print("  %-11s%s\n", rules_name_of(&f.at[i], 0, buf), rules_name_of(&f.at[i], 1, buf));
}

/* Nothing is printed on the page if nothing was found. */
int rules_show(const char *query, FILE *complaints)
{
    struct rules_found f;
    int named = rules_find(&f, query);
    if (!f.n) {
        say_nothing_found(query, complaints);
        return -1;
    }
    if (named)
        rules_print_found(&f);
    else
        print_matches(&f, query);
    /* A whole name is what was meant; a part of one may not be. */
    if (f.at[0].topic != RULES_RULE && !rules_is_whole_name(query))
        print_titles(query);
    return 0;
}

/* In the order of rules_find_all: each game's rules, then its entries. */
void rules_print_all(void)
{
    struct rules_found f;
    rules_find_all(&f);
    rules_print_found(&f);
}

/* ---- JSON ---- */

void rules_member(struct writer *w, const struct rulebook *b, const char *key, const char *text)
{
    char buf[FILLED_MAX];
    write_member_string(w, key, rules_text(b, text, buf));
}

/* The notes have another key in each game (notes_key). Without rulings: they are a list of their
 * own, as one may be about several rules. */
static void write_rule(struct writer *w, const struct rules_one *o)
{
    const struct rulebook *b = rules_book(o->game);
    const struct rule_row *row = rules_rule_of(o);
    write_member_string(w, "id", row->id);
    write_member_string(w, "certainty", row->certainty);
    rules_member(w, b, "title", row->title);
    rules_member(w, b, "text", row->text);
    rules_member(w, b, b->notes_key, row->notes);
}

/* Every entry begins with its id; what follows depends on the topic. */
static void write_one(struct writer *w, const struct rules_one *o)
{
    char buf[QUERY_MAX];
    write_begin(w, '{');
    if (o->topic == RULES_RULE) {
        write_rule(w, o);
    } else {
        write_member_string(w, "id", rules_name_of(o, 0, buf));
        write_member_string(w, "name", rules_name_of(o, 1, buf));
        rules_book(o->game)->topics[o->topic].write(w, o->index);
    }
    write_end(w, '}');
}

/* An empty list if nothing of it was found, so that readers find every member. */
static void write_topic(struct writer *w, const char *key, const struct rules_found *f, int game,
                        int topic)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < f->n; i++)
        if (f->at[i].game == game && f->at[i].topic == topic)
            write_one(w, &f->at[i]);
    write_end(w, ']');
}

/* `rules` are indices, what is written are ids. */
void rules_write_list(struct writer *w, const struct rulebook *b, const int *rules, int n)
{
    write_key(w, "rules");
    write_begin(w, '[');
    for (int i = 0; i < n; i++) {
        const struct rule_row *row = &b->help->rules().row[rules[i]];
        write_string(w, row->id);
    }
    write_end(w, ']');
}

/* The rows from `from` on. `from` skips a row that stands for none. */
static void write_constants(struct writer *w, const char *key, struct const_rows rows, int from)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = from; i < rows.n; i++) {
        const struct const_row *c = &rows.row[i];
        write_begin(w, '{');
        write_member_string(w, "name", c->name);
        write_member_string(w, "rule", c->rule);
        write_member_string(w, "text", c->text);
        write_member_string(w, "secret", c->secret);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* All letters of the game, also those of rules that were not found. */
static void write_certainty(struct writer *w, const struct rulebook *b)
{
    write_key(w, "certainty");
    write_begin(w, '{');
    for (const char *letter = b->letters; *letter; letter++) {
        char key[] = {*letter, 0};
        write_member_string(w, key, b->certainty(*letter));
    }
    write_end(w, '}');
}

/* The chapters that come after what players need, as a list. As in the list of contents. */
static void write_technical(struct writer *w, const struct rulebook *b)
{
    write_key(w, "technical");
    write_begin(w, '[');
    for (int i = 0; i < b->help->rules().n; i++) {
        const struct rule_row *row = &b->help->rules().row[i];
        if (!strchr(row->id, '.') && text_cites(b->technical, row->id))
            write_string(w, row->id);
    }
    write_end(w, ']');
}

/* `all` 0 writes an empty list. */
static void write_first(struct writer *w, const struct rulebook *b, int all)
{
    struct first_rows first = b->help->first();
    write_key(w, "first");
    write_begin(w, '[');
    for (int i = 0; all && i < first.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "id", first.row[i].id);
        write_member_string(w, "title", first.row[i].title);
        rules_member(w, b, "text", first.row[i].text);
        write_end(w, '}');
    }
    write_end(w, ']');
    write_technical(w, b);
}

/* Always writes the same members. The first page, questions and events cannot be looked up, so they
 * are listed only with everything. With `all` 0 only what was found is listed. */
static void write_game(struct writer *w, const struct rules_found *f, int game, int all)
{
    const struct rulebook *b = rules_book(game);
    /* Empty lists rather than missing members. */
    const struct const_rows none = {NULL, 0};
    write_begin(w, '{');
    write_member_string(w, "game", b->help->game->name);
    write_member_string(w, "title", b->help->game->title);
    write_certainty(w, b);
    write_first(w, b, all);
    write_topic(w, "rules", f, game, RULES_RULE);
    for (int topic = 0; topic < b->topics_n; topic++)
        write_topic(w, b->topics[topic].key, f, game, topic);
    rulings_write(w, f, game);
    /* Row 0 is "none" (help.h). */
    write_constants(w, "questions", all ? b->help->questions() : none, 1);
    write_constants(w, "events", all ? b->help->events() : none, 0);
    write_end(w, '}');
}

/* Every game is there, also one in which nothing was found. */
static void write_games(struct writer *w, const struct rules_found *f, int all)
{
    write_begin(w, '{');
    write_key(w, "games");
    write_begin(w, '[');
    for (int game = 0; rules_book(game); game++)
        write_game(w, f, game, all);
    write_end(w, ']');
    write_end(w, '}');
}

void rules_write(struct writer *w)
{
    struct rules_found f;
    rules_find_all(&f);
    write_games(w, &f, 1);
}

/* The numbers of a table have no effect here. */
void rules_write_templates(struct writer *w, int game)
{
    struct rules_found f;
    rules_find_all(&f);
    reading.templates = 1;
    write_game(w, &f, game, 1);
    reading.templates = 0;
}

/* 0, or -1 with nothing written and similar names told. */
int rules_write_found(struct writer *w, const char *query, FILE *complaints)
{
    struct rules_found f;
    rules_find(&f, query);
    if (f.n)
        write_games(w, &f, 0);
    else
        say_nothing_found(query, complaints);
    return f.n ? 0 : -1;
}
