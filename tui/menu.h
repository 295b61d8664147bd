/* The answers to a question as both screens offer them. */
#ifndef CHARLATAN_TUI_MENU_H
#define CHARLATAN_TUI_MENU_H

#include "tui/face.h"

struct menu_choice {
    /* The engine's number of the answer, and the number a person types for it. */
    int answer, label;
    /* The answer's own key on the full screen, or 0. */
    char letter;
    /* Its name in the protocol. */
    char name[MAX_NAME];
    /* As the list shows it, for people. */
    char words[WORDS_MAX];
};

struct menu {
    /* ordinal is set if the labels are positions in the list. */
    int n, ordinal;
    /* For the plain screen: a number that is taken if it is typed again, or 0. */
    int again;
    struct menu_choice at[ANSWERS_MAX];
};

/* Sets `n` to 0 if nothing is asked. Otherwise all answers of the viewer's question, at most
 * ANSWERS_MAX. */
void menu_make(const struct board_showing *s, struct menu *m);
/* The position of the answer under the cursor at first, or -1 if there is none. */
int menu_usual(const struct board_showing *s, const struct menu *m);
/* The position of an answer, by its number in the engine or by its name; or -1. */
int menu_of_answer(const struct menu *m, int answer);
int menu_of_action(const struct menu *m, const char *name);

#endif
