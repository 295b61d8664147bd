/* The parts of the Quacks' board (quacks.c) and its words for questions and answers
 * (quacks_words.c). */
#ifndef CHARLATAN_BOARD_QUACKS_H
#define CHARLATAN_BOARD_QUACKS_H

#include "board/board.h"
#include "games/quacks/facts.h"
#include "games/quacks/help.h"

enum { CHIP_CODE = 4, CHIP_WORDS = 16, AMOUNT_WORDS = 32, SPACE_WORDS = 3 * AMOUNT_WORDS + 8 };

/* Ways to write a chip: "W2" on the track, "white 2" in sentences. */
char *quacks_chip_code(int chip, char buf[CHIP_CODE]);
char *quacks_chip_words(int chip, char buf[CHIP_WORDS]);
/* Such as "1 ruby" or "2 rubies". */
char *quacks_amount(int n, const char *one, const char *many, char buf[AMOUNT_WORDS]);
/* What a scoring space gives, such as "14 coins, 3 points, a ruby". */
char *quacks_space_words(const struct quacks_state *v, int space, char buf[SPACE_WORDS]);

/* The name of the part of a turn that a stage belongs to. */
const char *quacks_phase_words(int stage);
/* How the table plays the card of this turn, if there is a ruling about it (Q12): a sentence after
 * a blank, or "". */
char *quacks_card_ruling(const struct quacks_state *v, char buf[FILLED_MAX]);
/* The chip on a space of a pot, with CHIP_INERT, or NO_CHIP; and the space that scores or would
 * score (Q1), or NO_SPACE outside the potions. */
int quacks_chip_on(const struct quacks_state *v, int seat, int space);
int quacks_scoring_space(const struct quacks_state *v, int seat);
/* The shop (Q6.E, Q8): the chip of a colour and value, or NO_CHIP; the lowest price of a chip that
 * can be bought now; and a short text of what a colour's book does, or that it is not out. */
int quacks_chip_of(int colour, int value);
/* INT_MAX if nothing can be bought. */
int quacks_cheapest(const struct quacks_state *v);
char *quacks_book_now(const struct quacks_state *v, int colour, char buf[FILLED_MAX]);

char *quacks_words_question(const struct board_showing *s, char buf[MAX_SENTENCE]);
char *quacks_words_answer(const struct board_showing *s, int answer, char buf[WORDS_MAX]);

#endif
