/* Functions shared by the page and the JSON object about a potion. */
#ifndef CHARLATAN_ODDS_QUACKS_H
#define CHARLATAN_ODDS_QUACKS_H

#include "bots/odds/quacks_potion.h"
#include "advice/odds.h"

/* Computes the odds of the view's seat, which takes up to a second. Returns 0, or -1 with the
 * reason if there are none. */
int odds_quacks_count(const struct view *v, struct potion_odds *o, struct refusal *why);
/* Replaces a bot's values by those that the odds show, while a potion is brewed. The unit is
 * points. */
void odds_quacks_weigh(const struct view *v, struct advice *say);
/* A position from a bag and a pot: seat 0 of a game for two brews it. Returns 0, or -1 with the
 * reason. */
int odds_make(struct odds_position *p, const struct odds_potion *from, struct refusal *why);
/* An answer to the seat's question: its name in the protocol, a phrase for it, what to do in words,
 * and what it is worth. */
struct odds_choice {
    const char *action, *phrase, *advice;
    double worth;
};
enum { ODDS_CHOICES = 8 };

/* The choices there are; returns how many. `choice` points to constants. */
int odds_quacks_choices(const struct potion_odds *o, struct odds_choice choice[ODDS_CHOICES]);
/* The best of them, of equal ones the first, or NULL if there is none. Points into `choice`. */
const struct odds_choice *odds_quacks_best(const struct odds_choice *choice, int n);
/* Writes a sentence about the worth of all choices, with this many decimals. */
void odds_quacks_worth(const struct potion_odds *o, int decimals, char *text, size_t size);

/* The best purchase for a number of coins. */
struct odds_buy {
    /* chips_n: 0 to 2; chip[1] is NO_CHIP if it is one. */
    int coins, chips_n, chip[2];
    double worth;
};
/* More rows explain no more. */
enum { ODDS_BUYS = 4 };
/* From the coins of the pot's space on: what they buy, and the next amounts that buy better, as far
 * as the rows of the table get. Returns how many; 0 in the last turn (Q9.1). */
int odds_quacks_buys(const struct view *v, const struct potion_odds *o,
                     struct odds_buy buy[ODDS_BUYS]);

#endif
