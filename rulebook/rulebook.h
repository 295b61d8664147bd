/* The data behind `charlatan rules`: a game's rules, and topics such as items, chips or cards. The
 * search is in find.c, the pages are in rules.c and what they say of rulings is in rulings.c; each
 * game fills in one rulebook (arcane.c, quacks.c). */
#ifndef CHARLATAN_RULEBOOK_RULEBOOK_H
#define CHARLATAN_RULEBOOK_RULEBOOK_H

#include <stddef.h>
#include <stdio.h>

#include "engine/fill.h"
#include "engine/game.h"
#include "engine/help.h"

struct writer;

/* Longer queries and names are cut. */
enum { QUERY_MAX = 80 };

/* One kind of thing to look up. Name 0 is the id, name 1 the title, further names are synonyms;
 * NULL after the last. A name may be written into buf. Indices are those of the game's own rows. */
struct rules_topic {
    /* The name of its list in JSON. */
    const char *key;
    int n;
    const char *(*name)(int index, int which, char buf[QUERY_MAX]);
    void (*print)(int index);
    void (*write)(struct writer *w, int index);
};

/* One for each game with rules to look up; constant, and made from the rows of its games/
 * folder. */
struct rulebook {
    const struct game_help *help;
    /* The numbers that the texts say: of a state, or the standard ones if it is NULL. */
    struct fill (*fill)(const void *state);
    /* All letters of certainty that occur. */
    const char *letters;
    /* The heading of the notes, and their key in JSON. */
    const char *notes, *notes_key;
    /* The meaning of a letter of certainty. */
    const char *(*certainty)(char letter);
    /* The chapters about options, files and programs: they come after what players need. */
    const char *technical;
    const struct rules_topic *topics;
    int topics_n;
    /* Prints the ids that can be asked for, below the chapters. */
    void (*print_topics)(void);
};

#define HELP(x) extern const struct rulebook x##_rulebook;
#include "games/games.def"

/* ---- find.c ---- */

enum { RULES_FOUND_MAX = 512, RULES_RULE = -1 };

/* A rule (topic RULES_RULE) or an entry of a topic. `game` is an index for rules_book, `index` that
 * of the rule's row or of the topic's entry. */
struct rules_one {
    int game, topic, index;
};

/* Rules before entries, in the order of the games, unless rules_search has ordered them. */
struct rules_found {
    int n;
    struct rules_one at[RULES_FOUND_MAX];
};

/* The rulebooks in the order of the games; NULL after the last. The second is NULL for a game that
 * has none. */
const struct rulebook *rules_book(int game);
const struct rulebook *rules_book_of(const struct game *g);
const struct rule_row *rules_rule_of(const struct rules_one *o);
/* Name 0 is the id, 1 the title; NULL after the last. The text may be in buf or may be a constant:
 * it is valid as long as both are. */
const char *rules_name_of(const struct rules_one *o, int which, char buf[QUERY_MAX]);
/* Returns 1 if the words name one entry (for a chapter, with its parts), 0 if the user must choose
 * one of several or nothing was found. */
int rules_find(struct rules_found *f, const char *words);
void rules_find_all(struct rules_found *f);
/* Finds the rules whose id or title contains `query`, a plain text (page_plain). */
void rules_find_titles(struct rules_found *f, const char *query);
/* Everything of one game that the words may mean, best first: what they name, then titles that
 * contain them, then rules whose texts do. Returns 1 if they name one entry and nothing else has
 * them in its title. */
int rules_search(struct rules_found *f, const struct rulebook *b, const char *words);
/* Whether the words are all of a name of some entry, in any game. */
int rules_is_whole_name(const char *words);
/* The edit distance from the query to the nearest name of an entry (for a rule, to its id); and the
 * index of the found entry that is nearest. */
int rules_distance(const struct rules_one *o, const char *query);
int rules_nearest(const struct rules_found *f, const char *query);

/* ---- rules.c: pages (page_print) and JSON ---- */

/* From now on, pages and JSON of this game say the numbers of this state; NULL: the standard ones.
 * One book at a time: another book goes back to the standard numbers. */
void rules_read_by(const struct rulebook *b, const void *state);
/* The same for a file of numbers, which is for tables of all editions. */
void rules_read_numbers(const struct rulebook *b, const void *state);
/* The state whose numbers the pages of a book say, or NULL. */
const void *rules_state(const struct rulebook *b);
/* A text of a row with its numbers. Returns buf. */
char *rules_text(const struct rulebook *b, const char *text, char buf[FILLED_MAX]);
/* The same for a text of a list: # in a key is the entry, from 1 on. */
char *rules_text_at(const struct rulebook *b, const char *text, int entry, char buf[FILLED_MAX]);

/* Prints the chapters, the topics, and how to ask. */
void rules_print_contents(void);
void rules_print_all(void);
void rules_print_found(const struct rules_found *f);
/* Prints what the rules say about `query`. Returns 0, or -1 if nothing has that name; `complaints`
 * then gets similar names. */
int rules_show(const char *query, FILE *complaints);
/* Writes everything about both games as one JSON object, as `charlatan rules --json` prints it; and
 * only what a query finds. */
void rules_write(struct writer *w);
int rules_write_found(struct writer *w, const char *query, FILE *complaints);
/* Writes the rows of a game with keys in place of the numbers in their texts. */
void rules_write_templates(struct writer *w, int game);

/* ---- rulings.c ---- */

/* Prints the rulings about a rule or about an entry of a topic, in the layout of its page. */
void rulings_print_of(const struct rulebook *b, const char *id, int is_rule);
/* Prints all rulings of both games as Markdown: docs/rulings.md. */
void rulings_print_document(void);
/* Writes the member "rulings": the rulings about anything that was found in this game. */
void rulings_write(struct writer *w, const struct rules_found *f, int game);

/* ---- for the pages of a topic ---- */

/* Appends a text and cuts what does not fit. */
void rules_add(char *buf, size_t cap, const char *text);
/* Prints a field, with its numbers, or nothing if the text is "". */
void rules_field(const struct rulebook *b, const char *name, const char *text);
/* Writes a member, with its numbers. */
void rules_member(struct writer *w, const struct rulebook *b, const char *key, const char *text);
/* Prints two fields: the meaning of the letters, and the ids of n rules. */
void rules_fields_sure(const struct rulebook *b, const char *letters, const int *rules, int n);
/* Prints the ids in columns. */
void rules_ids(const struct rules_topic *topic);
/* Writes the member "rules": the ids of n rules. */
void rules_write_list(struct writer *w, const struct rulebook *b, const int *rules, int n);

#endif
