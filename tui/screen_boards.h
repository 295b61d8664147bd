/* Declares the parts of the games' pictures that have files of their own. */
#ifndef CHARLATAN_TUI_SCREEN_BOARDS_H
#define CHARLATAN_TUI_SCREEN_BOARDS_H

#include "board/board.h"
#include "tui/canvas.h"

/* ---- screen_arcane_houses.c ---- */

/* The ink of a cell as the viewer knows it. */
int arcane_cell_ink(uint8_t cell);
/* The kind of an item, an ink behind INK_ITEM, and its sign. */
int arcane_item_kind(int item);
const char *arcane_item_sign(int item);
/* A cell with the sign of a revealed item, such as "▼ Wand". Fits into `room` columns if the name
 * does. Returns word. */
char *arcane_cell_words(uint8_t cell, int room, char word[WORDS_MAX]);
/* The rows of the other players, `room` if they can; they are laid out for that many rows. */
int arcane_others_rows(int others, int w, int room);
/* Draws the players; what has no room below is left out. */
void draw_arcane_others(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                        int room);

/* ---- screen_quacks_pot.c ---- */

/* The columns of the title at the right end of the pot's first line. */
enum { POT_TITLE = 16 };

/* Draws a chip with a text before and after it; returns the columns used. */
int draw_quacks_chip(struct canvas *c, int row, int col, int room, const char *before, int chip,
                     const char *after);
/* The lines of a whole pot, with or without a line of numbers for each row. */
int quacks_pot_rows(int w, int numbers);
/* Draws the pot of a seat below a line for its title; returns the lines used. */
int draw_quacks_pot(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                    int seat);

#endif
