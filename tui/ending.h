/* The end of a game in words: the scores round by round as a chart and a table. */
#ifndef CHARLATAN_TUI_ENDING_H
#define CHARLATAN_TUI_ENDING_H

#include "tui/face.h"

/* What a game scores. */
struct face_score {
    /* Such as "Gold", "gold" and "round". */
    const char *word, *unit, *round;
    int (*of)(const void *view, int seat);
    /* What an event adds to the score of its seat; 0 for most events. */
    int (*change)(const struct event *e);
    /* The number of the round that an event begins, or 0. */
    int (*begins)(const struct event *e);
    /* Prints who did what: sales, explosions, fines, purchases. */
    void (*moments)(const struct board_showing *s);
};

#define FACE(x) extern const struct face_score x##_score;
#include "games/games.def"

/* Prints the scores after each round of the story. A story that begins late gives the rounds it
 * has: they are counted back from the end. */
void ending_print_chart(const struct board_showing *s);

#endif
