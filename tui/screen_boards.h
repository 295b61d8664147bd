/* The parts of the games' pictures that are in files of their own. */
#ifndef CHARLATAN_TUI_SCREEN_BOARDS_H
#define CHARLATAN_TUI_SCREEN_BOARDS_H

#include "tui/screen.h"

/* ---- screen_arcane_others.c ---- */

int arcane_cell_ink(uint8_t cell);
int arcane_others_rows(int others, int w);
void draw_arcane_others(struct canvas *c, struct area a, const struct showing *s);

/* ---- screen_quacks_pot.c ---- */

/* A chip with something before and after it; returns the columns. */
int draw_quacks_chip(struct canvas *c, int row, int col, int room, const char *before, int chip,
                     const char *after);
/* The pot of a seat in the lines of the area; returns those used. */
int draw_quacks_pot(struct canvas *c, struct area a, const struct showing *s, int seat);

#endif
