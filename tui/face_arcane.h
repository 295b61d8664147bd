/* The parts of Arcane Alley's face: the story (face_arcane_story.c), and options and cards files
 * (face_arcane_options.c). The board is in board/arcane.h. */
#ifndef CHARLATAN_TUI_FACE_ARCANE_H
#define CHARLATAN_TUI_FACE_ARCANE_H

#include "board/arcane.h"
#include "tui/face.h"

/* Writes one event as a sentence. */
char *arcane_story_sentence(const struct board_showing *s, const struct event *e,
                            char text[MAX_SENTENCE]);
void arcane_story_tell(const struct board_showing *s, int from, int to);
int arcane_story_news(const struct board_showing *s, int from, int to);
int arcane_story_of_round(const struct story *s);

/* face_arcane_options.c */
extern const struct arg arcane_options[];
const char *arcane_options_clash(const struct face_options *o);
int arcane_cards_read(void *state, const char *path, FILE *complaints);

#endif
