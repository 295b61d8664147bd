/* Exact odds of a position as JSON, and the positions they are asked about: read, or made from a
 * bag and a pot. The figures are made from one seat's view. */
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

/* Fills a position from the protocol's JSON: a state, a view of `seat` (-1: of the seat to
 * decide), or an answer of `charlatan engine` that holds one. 0, or -1 with the reason. */
int odds_read(struct odds_position *p, const json_t *root, int seat, struct refusal *why);

/* What a game offers. */
struct game_odds {
    const struct game *game;
    /* The odds of a view as one object; 0, or -1 with the reason where there are none. NULL:
     * there never are. */
    int (*write)(const struct view *v, struct writer *w, struct refusal *why);
    /* Makes a position from the command line; 0, or -1 with the reason. NULL: it needs a file. */
    int (*make)(struct odds_position *p, const struct odds_potion *from, struct refusal *why);
    /* How many games a search imagines where neither a count nor a time was asked for. */
    uint32_t usual_iterations;
};

/* Never NULL. */
const struct game_odds *odds_of(const struct game *g);
/* Writes the odds of whatever game it is; 0, or -1 with the reason. */
int odds_write(const struct view *v, struct writer *w, struct refusal *why);

/* ---- the games' own ---- */

int odds_arcane_write(const struct view *v, struct writer *w, struct refusal *why);
int odds_quacks_write(const struct view *v, struct writer *w, struct refusal *why);
/* A position of the Quacks from a bag and a pot. */
int odds_make(struct odds_position *p, const struct odds_potion *from, struct refusal *why);

#endif
