/* The parts of Arcane Alley's face: the board (face_arcane.c), words for questions and answers
 * (face_arcane_words.c), the story (face_arcane_story.c), and options and cards files
 * (face_arcane_options.c). */
#ifndef CHARLATAN_TUI_FACE_ARCANE_H
#define CHARLATAN_TUI_FACE_ARCANE_H

#include "games/arcane/arcane.h"
#include "tui/face.h"

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
char *arcane_words_question(const struct showing *s, char buf[MAX_SENTENCE]);
char *arcane_words_answer(const struct showing *s, int answer, char buf[WORDS_MAX]);
int arcane_words_label(const struct showing *s, int answer);
char *arcane_words_protocol(const char *plain, char buf[MAX_NAME]);

/* Writes one event as a sentence. */
char *arcane_story_sentence(const struct showing *s, const struct event *e,
                            char text[MAX_SENTENCE]);
void arcane_story_tell(const struct showing *s, int from, int to);
int arcane_story_news(const struct showing *s, int from, int to);
int arcane_story_of_round(const struct story *s);

/* face_arcane_options.c */
extern const struct arg arcane_options[];
const char *arcane_options_clash(const struct face_options *o);
int arcane_cards_read(void *state, const char *path, FILE *complaints);

#endif
