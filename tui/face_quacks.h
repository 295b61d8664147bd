/* The parts of the Quacks' face: the board (face_quacks.c), words for questions and answers
 * (face_quacks_words.c), the story (face_quacks_story.c), and options (face_quacks_options.c). */
#ifndef CHARLATAN_TUI_FACE_QUACKS_H
#define CHARLATAN_TUI_FACE_QUACKS_H

#include "games/quacks/facts.h"
#include "games/quacks/help.h"
#include "tui/face.h"

enum { CHIP_CODE = 4, CHIP_WORDS = 16 };

/* Ways to write a chip: "W2" on the track, "white 2" in sentences. */
char *quacks_chip_code(int chip, char buf[CHIP_CODE]);
char *quacks_chip_words(int chip, char buf[CHIP_WORDS]);
/* Such as "1 ruby" or "2 rubies". */
char *quacks_amount(int n, const char *one, const char *many, char buf[24]);
/* What a scoring space gives, such as "14 coins, 3 points, a ruby". */
char *quacks_space_words(const struct quacks_state *v, int space, char buf[60]);

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
 * can be bought now; and a short text of what a colour's book does. */
int quacks_chip_of(int colour, int value);
int quacks_cheapest(const struct quacks_state *v);
char *quacks_book_brief(const struct quacks_state *v, int colour, char buf[FILLED_MAX]);

char *quacks_words_question(const struct showing *s, char buf[MAX_SENTENCE]);
char *quacks_words_answer(const struct showing *s, int answer, char buf[WORDS_MAX]);
char *quacks_words_protocol(const char *plain, char buf[MAX_NAME]);

/* Writes one event as a sentence. */
char *quacks_story_sentence(const struct showing *s, const struct event *e,
                            char text[MAX_SENTENCE]);
void quacks_story_tell(const struct showing *s, int from, int to);
int quacks_story_news(const struct showing *s, int from, int to);
/* Prints steps A to D of an evaluation that was finished in this part of the story. Returns 0 if
 * there is none. */
int quacks_story_evaluation(const struct showing *s, int from, int to);
int quacks_story_of_turn(const struct story *s);

/* face_quacks_options.c */
extern const struct arg quacks_options[];

#endif
