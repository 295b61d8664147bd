/* Exact odds of a position as JSON, and the positions they are asked about: read, or made from a bag and a pot.
 * The figures are made from one seat's view. */
#ifndef CHARLATAN_ODDS_H
#define CHARLATAN_ODDS_H

#include "engine/view.h"
#include "wire/wire.h"

/* The parts of a potion on the command line; -1 or NULL where it says nothing. */
struct odds_potion {
    const char *bag, *pot, *books, *card;
    int turn, droplet, rats, flask;
};

/* A true state on its way to a view, or a view that was read; nothing but odds.c holds one. */
struct odds_position {
    const struct game *game;
    uint64_t state[MAX_STATE_BYTES / 8];
};

/* Fills a position from the protocol's JSON: a state, a view of `seat` (-1: of the seat to decide), or
 * an answer of `charlatan engine` that holds one. 0, or -1 with the reason. */
int odds_read(struct odds_position *p, const json_t *root, int seat, struct refusal *why);
/* Makes a position of the Quacks from a bag and a pot. 0, or -1 with the reason. */
int odds_make(struct odds_position *p, const struct odds_potion *from, struct refusal *why);

/* Each writes one object; 0, or -1 with the reason where there are no odds. */
int odds_quacks_write(const struct view *v, struct writer *w, struct refusal *why);
int odds_arcane_write(const struct view *v, struct writer *w, struct refusal *why);

#endif
