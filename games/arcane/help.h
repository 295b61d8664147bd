/* The texts that players of Arcane Alley read: rules, items, wizards, questions and events as rows,
 * and sentences with the players' names. These are rows without layout; each client has its own. */
#ifndef CHARLATAN_GAMES_ARCANE_HELP_H
#define CHARLATAN_GAMES_ARCANE_HELP_H

#include "engine/fill.h"
#include "engine/help.h"
#include "games/arcane/arcane.h"

/* Texts of rows have keys in place of numbers: text_fill with arcane_fill(state) makes what players
 * read. Without a table `state` is NULL, and the numbers are the standard ones. */
struct fill arcane_fill(const struct arcane_state *s);
/* Fills a text. Returns buf. */
char *arcane_filled(const struct arcane_state *s, const char *text, char buf[FILLED_MAX]);

/* An item's effect or a wizard's power; `brief` has at most 12 words. */
struct card_help {
    const char *certainty, *brief, *text, *editions;
};

/* `notes` says how the editions three and hundred differ. */
struct rule_rows arcane_rules(void);
/* The first page (first.def). */
struct first_rows arcane_first(void);
/* Every ruling of the game (rulings.def). */
struct ruling_rows arcane_rulings(void);
const struct card_help *arcane_item_help(int item);
const struct card_help *arcane_wizard_help(int wizard);

/* The indices of the rules that mention it, ascending; returns how many. */
int arcane_rules_on_item(int item, int rules[RULES_MAX]);
int arcane_rules_on_wizard(int wizard, int rules[RULES_MAX]);

/* The meaning of P, D, I, R or H; NULL for any other letter. */
const char *arcane_certainty_text(char letter);
/* One word for WHEN_PLAYED, WHEN_SOLD, WHEN_ALWAYS or WHEN_SPECIAL. */
const char *arcane_when_text(int when);

/* Rows of enum question, Q_NONE included, and of enum arcane_event. */
struct const_rows arcane_questions(void);
struct const_rows arcane_events(void);

/* Like arcane_event_text and arcane_question_text (text.c), but with names[seat] in place of
 * "player N". */
char *arcane_event_text_named(const struct event *e, int viewer, const char *const names[],
                              char buf[MAX_SENTENCE]);
char *arcane_question_text_named(const struct arcane_state *s, int seat, const char *const names[],
                                 char buf[MAX_SENTENCE]);

#endif
