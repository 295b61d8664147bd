/* How a seat is told apart everywhere: the names of bots, and a badge of shape, colour and letter
 * (badges.def). Browser and terminal show the same badges. */
#ifndef CHARLATAN_MATCH_BADGE_H
#define CHARLATAN_MATCH_BADGE_H

#include "engine/game.h"
#include "match/commit.h"

/* The name of a bot at the table with this commitment, unlike the `n` names in `taken` (NULL and
 * "" are none). Everybody knows the commitment, so the name tells nothing about the luck. */
const char *bot_called(const uint8_t commitment[COMMIT_BYTES], const char *const taken[], int n);

struct badge {
    /* The shape in words, such as "circle". */
    const char *shape;
    /* The shape as one character of a terminal, and where there is only ASCII. */
    const char *glyph;
    char ascii;
    /* One of the 256 colours of terminals, and one of its eight plain ones (30 to 37). */
    uint8_t ansi256, ansi;
};

/* The badge of a seat; seats from 0 to MAX_SEATS - 1. */
const struct badge *badge_of(int seat);

enum { BADGE_LETTER = 5 };

/* The letters of the badges at a table: each name's first letter that no earlier seat has, as a
 * capital, else the seat's number from 1 on. A letter is one column wide, in UTF-8. */
void badge_letters(const char *const name[], int seats, char letter[][BADGE_LETTER]);

#endif
