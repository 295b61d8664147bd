/* A cards file (A13): the values of the cards as the players want them, read from a JSON text. */
#ifndef CHARLATAN_GAMES_ARCANE_CARDS_H
#define CHARLATAN_GAMES_ARCANE_CARDS_H

#include "games/arcane/arcane.h"

/* Reads into a state whose edition, wizards and Market are chosen. Returns 0, or -1 with the
 * reason, which names a line and a path. */
int arcane_read_cards_text(struct arcane_state *s, const char *text, size_t n, struct refusal *why);

#endif
