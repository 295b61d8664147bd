/* A cards file (A13): the values of the cards as a table of players wants them, out of a JSON text. */
#ifndef CHARLATAN_GAMES_ARCANE_CARDS_H
#define CHARLATAN_GAMES_ARCANE_CARDS_H

#include "games/arcane/arcane.h"

/* Into a state whose edition, wizards and Market are chosen. 0, or -1 with the reason: its place is a line and a path. */
int arcane_read_cards_text(struct arcane_state *s, const char *text, size_t n, struct refusal *why);

#endif
