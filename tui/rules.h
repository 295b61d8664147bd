/* What `charlatan rules` knows of a game: its rules, and topics such as items, chips or cards. The
 * search is in rules_find.c, the pages in rules.c; each game fills in one rulebook (rules_arcane.c,
 * rules_quacks.c). */
#ifndef CHARLATAN_TUI_RULES_H
#define CHARLATAN_TUI_RULES_H

#include <stddef.h>
#include <stdio.h>

#include "engine/help.h"
#include "wire/wire.h"

enum { QUERY_MAX = 80 };

/* One kind of thing to look up. Its names are 0 the id, 1 the title, then whatever else it is
 * called; NULL where there are no more. They may use buf. */
struct rules_topic {
    /* Its list in JSON. */
    const char *key;
    int n;
    const char *(*name)(int index, int which, char buf[QUERY_MAX]);
    void (*print)(int index);
    void (*write)(struct writer *w, int index);
};

struct rulebook {
    const char *game, *title;
    /* All letters of certainty. */
    const char *letters;
    /* What the notes are headed, and their key in JSON. */
    const char *notes, *notes_key;
    /* What a letter of certainty means. */
    const char *(*certainty)(char letter);
    struct rule_rows (*rules)(void);
    const struct rules_topic *topics;
    int topics_n;
    /* Questions begin with the row for none. */
    struct const_rows (*questions)(void), (*events)(void);
    /* The ids to ask for, below the chapters. */
    void (*print_topics)(void);
};

extern const struct rulebook arcane_rulebook, quacks_rulebook;

/* ---- rules_find.c ---- */

enum { RULES_FOUND_MAX = 512, RULES_RULE = -1 };

/* A rule (topic RULES_RULE), or something of a topic. */
struct rules_one {
    int game, topic, index;
};

struct rules_found {
    int n;
    struct rules_one at[RULES_FOUND_MAX];
};

/* Of the games that have a face, in that order; NULL at the end. */
const struct rulebook *rules_book(int game);
const struct rule_row *rules_rule_of(const struct rules_one *o);
/* Name 0 is the id, 1 the title; NULL where there are no more. */
const char *rules_name_of(const struct rules_one *o, int which, char buf[QUERY_MAX]);
/* Returns 1 where the words name one thing, 0 where one of several must be chosen. */
int rules_find(struct rules_found *f, const char *words);
void rules_find_all(struct rules_found *f);
/* `query` is plain (page_plain). */
void rules_find_titles(struct rules_found *f, const char *query);
int rules_is_whole_name(const char *words);
/* How many letters the nearest name differs in, and which one of many that is for. */
int rules_distance(const struct rules_one *o, const char *query);
int rules_nearest(const struct rules_found *f, const char *query);

/* ---- rules.c: pages (page_print) and JSON ---- */

/* Prints the chapters, what else there is, and how to ask. */
void rules_print_contents(void);
void rules_print_all(void);
/* What the rules say of `query`: 0, or -1 where nothing is called that; `complaints` then gets
 * what comes near. */
int rules_show(const char *query, FILE *complaints);
/* Everything of both games as one JSON object, as `charlatan rules --json` prints it; and what
 * is found, as rules_show finds it. */
void rules_write(struct writer *w);
int rules_write_found(struct writer *w, const char *query, FILE *complaints);

/* ---- for the pages of a topic ---- */

/* Appends; what does not fit is cut. */
void rules_add(char *buf, size_t cap, const char *text);
/* Prints a field; nothing where the text is "". */
void rules_field(const char *name, const char *text);
void rules_fields_sure(const struct rulebook *b, const char *letters, const int *rules, int n);
/* Prints the ids in columns. */
void rules_ids(const struct rules_topic *topic);
void rules_write_list(struct writer *w, const struct rulebook *b, const int *rules, int n);

#endif
