/* What players of Arcane Alley read: the rules, items, wizards, questions and events as rows, and
 * sentences that call the players by name. Rows only, no layout: every client lays out its own. */
#ifndef CHARLATAN_GAMES_ARCANE_HELP_H
#define CHARLATAN_GAMES_ARCANE_HELP_H

#include "games/arcane/arcane.h"

/* `certainty` has a letter for each way a part of the text is known (arcane_certainty_text).
 * `editions` says how three and hundred differ, "" where they agree. */
struct rule_row {
    const char *id, *certainty, *title, *text, *editions;
};

/* An item's effect or a wizard's power; `brief` is at most 12 words. Numbers are the defaults. */
struct card_help {
    const char *certainty, *brief, *text, *editions;
};

/* A question or an event: its name in the protocol, its rule, its sentence as in the .def file.
 * `secret` is an event's sentence for those who may not know the item, "" where none is needed. */
struct const_row {
    const char *name, *rule, *text, *secret;
};

enum { RULES_MAX = 128 };

/* How many rules there are; at most RULES_MAX. */
int arcane_rules_count(void);
const struct rule_row *arcane_rule(int index);
/* A6.4 is a part, A6 a chapter. */
int arcane_rule_is_part(int index);
/* The chapter itself, or one of its parts. */
int arcane_rule_of_chapter(int index, int chapter);
const struct card_help *arcane_item_help(int item);
const struct card_help *arcane_wizard_help(int wizard);

/* Indices of the rules that speak of it, ascending; returns how many. */
int arcane_rules_on_item(int item, int rules[RULES_MAX]);
int arcane_rules_on_wizard(int wizard, int rules[RULES_MAX]);

/* P, D, I or H in words; NULL for any other letter. */
const char *arcane_certainty_text(char letter);
/* WHEN_PLAYED, WHEN_SOLD, WHEN_ALWAYS or WHEN_SPECIAL in a word. */
const char *arcane_when_text(int when);

/* Rows of enum question (without Q_NONE: index 0 is the first question) and enum arcane_event. */
int arcane_question_rows(void);
const struct const_row *arcane_question_row(int index);
int arcane_event_rows(void);
const struct const_row *arcane_event_row(int index);

/* As arcane_event_text and arcane_question_text (text.c), with names[seat] for "player N". */
char *arcane_event_text_named(const struct event *e, int viewer, const char *const names[],
                              char buf[MAX_SENTENCE]);
char *arcane_question_text_named(const struct arcane_state *s, int seat, const char *const names[],
                                 char buf[MAX_SENTENCE]);

#endif
