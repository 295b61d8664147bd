/* The parts of Arcane Alley's board (arcane.c) and its words for questions and answers
 * (arcane_words.c). */
#ifndef CHARLATAN_BOARD_ARCANE_H
#define CHARLATAN_BOARD_ARCANE_H

#include "board/board.h"
#include "games/arcane/arcane.h"

/* Writes a cell of a view: "Older Wand", "?Older Wand" (hidden but known), "??" (hidden) or "--"
 * (no item). */
char *arcane_words_cell(uint8_t cell, int brief, char buf[WORDS_MAX]);
/* Whether the question asks for one slot. */
int arcane_words_slots(const struct arcane_state *view);
/* Whether an answer names two slots. */
int arcane_words_pairs(const struct arcane_state *view);
/* The seat whose storehouse that slot is in. */
int arcane_words_house(const struct arcane_state *view);

/* A wizard's name in one word, such as "Corvus". */
char *arcane_wizard_short(int wizard, char buf[16]);
char *arcane_words_question(const struct board_showing *s, char buf[MAX_SENTENCE]);
char *arcane_words_answer(const struct board_showing *s, int answer, char buf[WORDS_MAX]);
/* The number that players type for an answer, or -1: it has none and is numbered in order. */
int arcane_words_label(const struct board_showing *s, int answer);

#endif
