/* A review in the words of the terminal: luck and skill of each player, and every mistake with what
 * was better. */
#ifndef CHARLATAN_TUI_REVIEW_PAGE_H
#define CHARLATAN_TUI_REVIEW_PAGE_H

#include "review/words.h"
#include "tui/face.h"

struct review;

/* Says answers as the terminal's menus do. `voice` is its first member. */
struct review_speaker {
    struct review_voice voice;
    const struct face *face;
};

/* A speaker for this game and these names, which must stay where they are. */
struct review_speaker review_speaker(const struct game *g, const char *const *names);

/* Prints what was reviewed, then every seat. */
void review_print(const struct review *r, const struct review_voice *voice);
/* Prints how the result of a seat came about, then its mistakes and its luck. */
void review_print_seat(const struct review *r, const struct review_voice *voice, int seat);
/* Prints where it was, what it is called and its sentence. */
void review_print_moment(const struct review *r, const struct review_voice *voice,
                         const struct review_moment *m);
/* Prints a moment with its place: the sentence, the question, and the board as the seat saw it. */
void review_print_place(const struct review *r, const struct review_voice *voice,
                        const struct review_moment *m);

#endif
