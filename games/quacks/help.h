/* The texts that players of The Quacks of Quedlinburg read: rules, colours, books, fortune cards,
 * glasses, questions and events as rows; and the sums of a pot and a bag. These are rows without
 * layout; each client has its own. */
#ifndef CHARLATAN_GAMES_QUACKS_HELP_H
#define CHARLATAN_GAMES_QUACKS_HELP_H

#include "engine/fill.h"
#include "engine/help.h"
#include "games/quacks/quacks.h"

/* Texts of rows have keys in place of numbers: text_fill with quacks_fill(state) makes what players
 * read. Without a table `state` is NULL, and the numbers are the standard ones. */
struct fill quacks_fill(const struct quacks_state *s);
/* Fills a text. Returns buf. */
char *quacks_filled(const struct quacks_state *s, const char *text, char buf[FILLED_MAX]);

/* What a colour, a book or a fortune card does; `brief` is at most 14 words. */
struct quacks_help {
    const char *certainty, *brief, *text;
};

/* A book is a colour and a set. Black has set 2 for two players and set 3 for three or four. */
struct quacks_book {
    uint8_t colour, set;
    struct quacks_help help;
};

enum { QUACKS_BOOKS = 22 };

/* `notes` says which option changes the rule. */
struct rule_rows quacks_rules(void);
/* The first page (first.def). */
struct first_rows quacks_first(void);
/* Every ruling of the game (rulings.def). */
struct ruling_rows quacks_rulings(void);

const struct quacks_help *quacks_colour_help(int colour);
/* The ingredient of a colour, such as "garden spider". */
const char *quacks_ingredient(int colour);
const struct quacks_book *quacks_book(int index);
/* The index of a book in the list, or -1. */
int quacks_book_index(int colour, int set);
const struct quacks_help *quacks_card_help(int card);
/* Purple cards are carried out at once; the others apply for the turn (Q7). */
int quacks_card_is_purple(int card);
/* What a glass gives: # in its keys is the glass, 1 to GLASSES. */
const char *quacks_glass_help(void);
char *quacks_glass_gives(const struct quacks_state *s, int glass, char buf[FILLED_MAX]);

/* The indices of the rules that a text cites or that mention `name`, ascending; returns how
 * many. */
int quacks_rules_on(const char *name, const char *text, int rules[RULES_MAX]);

/* The meaning of P, F or R; NULL for any other letter. */
const char *quacks_certainty_text(char letter);

/* Rows of enum quacks_question, QQ_NONE included, and of enum quacks_event. */
struct const_rows quacks_questions(void);
struct const_rows quacks_events(void);

/* ---- numbers a client shows ---- */

/* The price of a chip with its book of that set (Q8.prices), by the numbers of a state or, if it is
 * NULL, by the standard ones; 0 if it cannot be bought. */
int quacks_price(const struct quacks_state *by, int chip, int set, int printed);
/* The price in this game, with its books and its printing. */
int quacks_price_now(const struct quacks_state *s, int chip);
/* Whether the chip may be bought or taken this turn (Q3). */
int quacks_chip_is_out(const struct quacks_state *s, int chip);

/* `ruby` is 0 or 1 by the standard numbers. */
struct quacks_space {
    int coins, points, ruby;
};
/* What a space shows in this game; spaces are 0 to 53 (Q1). */
struct quacks_space quacks_space(const struct quacks_state *s, int space);

/* The sums of a pot. `explosive` of the `bag` chips would explode it if they were drawn and placed
 * next (Q5.3), whatever its owner could then decline. */
struct quacks_pot {
    int position, scoring, whites, limit, full;
    int bag, explosive;
};
/* Public information: any seat's pot, for any viewer. */
struct quacks_pot quacks_pot(const struct quacks_state *s, int seat);
/* Whether this chip, drawn and placed next, would explode the pot. */
int quacks_chip_explodes(const struct quacks_state *s, int seat, int chip);
/* The space on which chip i of a pot lies. */
int quacks_pot_at(const struct quacks_state *s, int seat, int i);

#endif
