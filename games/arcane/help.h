/* What players of Arcane Alley read: the rules, items, wizards, questions and events as rows, and
 * sentences that call the players by name. Rows only, no layout: every client lays out its own. */
#ifndef CHARLATAN_GAMES_ARCANE_HELP_H
#define CHARLATAN_GAMES_ARCANE_HELP_H

#include "engine/help.h"
#include "games/arcane/arcane.h"

/* An item's effect or a wizard's power; `brief` is at most 12 words. Numbers are the defaults. */
struct card_help {
    const char *certainty, *brief, *text, *editions;
};

/* `notes` says how the editions three and hundred differ. */
struct rule_rows arcane_rules(void);
const struct card_help *arcane_item_help(int item);
const struct card_help *arcane_wizard_help(int wizard);

/* Indices of the rules that speak of it, ascending; returns how many. */
int arcane_rules_on_item(int item, int rules[RULES_MAX]);
int arcane_rules_on_wizard(int wizard, int rules[RULES_MAX]);

/* P, D, I or H in words; NULL for any other letter. */
const char *arcane_certainty_text(char letter);
/* WHEN_PLAYED, WHEN_SOLD, WHEN_ALWAYS or WHEN_SPECIAL in a word. */
const char *arcane_when_text(int when);

/* Rows of enum question, Q_NONE included, and of enum arcane_event. */
struct const_rows arcane_questions(void);
struct const_rows arcane_events(void);

/* As arcane_event_text and arcane_question_text (text.c), with names[seat] for "player N". */
char *arcane_event_text_named(const struct event *e, int viewer, const char *const names[],
                              char buf[MAX_SENTENCE]);
char *arcane_question_text_named(const struct arcane_state *s, int seat, const char *const names[],
                                 char buf[MAX_SENTENCE]);

#endif
