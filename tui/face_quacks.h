/* The parts of the Quacks' face: the story (face_quacks_story.c) and options
 * (face_quacks_options.c). The board is in board/quacks.h. */
#ifndef CHARLATAN_TUI_FACE_QUACKS_H
#define CHARLATAN_TUI_FACE_QUACKS_H

#include "board/quacks.h"
#include "tui/face.h"

/* Writes one event as a sentence. */
char *quacks_story_sentence(const struct board_showing *s, const struct event *e,
                            char text[MAX_SENTENCE]);
/* Prints the events between two indices as paragraphs. The turn is followed from its first event
 * on, wherever the part begins. */
void quacks_story_tell(const struct board_showing *s, int from, int to);
/* Whether that part prints anything: other players' chips do not, until their potion is done. */
int quacks_story_news(const struct board_showing *s, int from, int to);
/* Prints steps A to D of an evaluation that was finished in this part of the story. Returns 0 if
 * there is none. */
int quacks_story_evaluation(const struct board_showing *s, int from, int to);
/* The index of the present turn's first event; 0 in an empty story. */
int quacks_story_of_turn(const struct story *s);

/* The command-line rows (face_quacks_options.c). They end with zeros and fill a struct
 * face_options, with which the command's options begin. */
extern const struct arg quacks_options[];

#endif
