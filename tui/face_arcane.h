/* The parts of Arcane Alley's face: the story (face_arcane_story.c), and options and cards files
 * (face_arcane_options.c). The board is in board/arcane.h. */
#ifndef CHARLATAN_TUI_FACE_ARCANE_H
#define CHARLATAN_TUI_FACE_ARCANE_H

#include "board/arcane.h"
#include "tui/face.h"

/* Writes one event as a sentence. */
char *arcane_story_sentence(const struct board_showing *s, const struct event *e,
                            char text[MAX_SENTENCE]);
/* Prints the events between two indices as paragraphs; the beginning may be in the middle of an
 * inspection or of a turn. */
void arcane_story_tell(const struct board_showing *s, int from, int to);
/* Whether that part has any event; it may still print nothing, such as cards dealt to others. */
int arcane_story_news(const struct board_showing *s, int from, int to);
/* The index of the present round's first event; 0 in an empty story. */
int arcane_story_of_round(const struct story *s);

/* The command-line rows (face_arcane_options.c). They end with zeros and fill a struct
 * face_options, with which the command's options begin. */
extern const struct arg arcane_options[];
/* A sentence if --goal or --rounds was given without the edition that has them (A1). */
const char *arcane_options_clash(const struct face_options *o);
/* Reads --cards FILE (A13). A file that was refused leaves the state as arcane_read_cards_text
 * leaves it, and its reason stands in `complaints`. */
int arcane_cards_read(void *state, const char *path, FILE *complaints);

#endif
