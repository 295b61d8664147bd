/* Declares the parts of the games' pictures that have files of their own. */
#ifndef CHARLATAN_TUI_SCREEN_BOARDS_H
#define CHARLATAN_TUI_SCREEN_BOARDS_H

#include "tui/screen.h"

/* ---- screen_arcane_others.c ---- */

int arcane_cell_ink(uint8_t cell);
int arcane_others_rows(int others, int w);
void draw_arcane_others(struct canvas *c, struct area a, const struct showing *s);

/* ---- screen_quacks_pot.c ---- */

/* Draws a chip with a text before and after it; returns the columns used. */
int draw_quacks_chip(struct canvas *c, int row, int col, int room, const char *before, int chip,
                     const char *after);
/* Draws the pot of a seat; returns the lines used. */
int draw_quacks_pot(struct canvas *c, struct area a, const struct showing *s, int seat);

#endif
