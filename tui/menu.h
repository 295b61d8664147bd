/* The answers to a question as both screens offer them. */
#ifndef CHARLATAN_TUI_MENU_H
#define CHARLATAN_TUI_MENU_H

#include "tui/face.h"

struct choice {
    int answer, label;
    /* A key of its own on the full screen, or 0. */
    char letter;
    /* The protocol's. */
    char name[MAX_NAME];
    char words[WORDS_MAX];
};

struct menu {
    /* ordinal: the labels are the places in the list. */
    int n, ordinal;
    /* The plain screen's: a number that would be taken if it came once more, or 0. */
    int again;
    struct choice at[ANSWERS_MAX];
};

/* `n` is 0 where nothing is asked. */
void menu_make(const struct showing *s, struct menu *m);
/* The place of an answer, or -1. */
int menu_of_action(const struct menu *m, const char *name);

#endif
