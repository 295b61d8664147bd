/* Exact odds of a position as JSON. The position is read from JSON, or made from a bag and a pot;
 * the odds are computed from one seat's view. */
#ifndef CHARLATAN_ODDS_H
#define CHARLATAN_ODDS_H

#include <jansson.h>

#include "engine/view.h"

struct writer;

/* The parts of a potion given on the command line; -1 or NULL for those not given. */
struct odds_potion {
    const char *bag, *pot, *books, *card;
    /* As the game counts them; -1 has been replaced by the usual value before odds_make. */
    int turn, droplet, rats, flask;
    /* The option `numbers`, or NULL. */
    const json_t *numbers;
    /* The rulings of Q12 that matter to a potion. */
    int risky, acts;
};

/* A true state that will become a view, or a view that was read. Bytes behind the game's state are
 * 0. */
struct odds_position {
    const struct game *game;
    uint64_t state[MAX_STATE_BYTES / 8];
};

/* Fills a position from the protocol's JSON: a state, a view of `seat` (-1: of the seat to decide),
 * or an answer of `charlatan engine` that holds one. 0, or -1 with the reason; the position is then
 * not to be used. */
int odds_read(struct odds_position *p, const json_t *root, int seat, struct refusal *why);

struct reason;
struct advice;
struct bot;

/* The odds and the reasons of a game. */
struct game_odds {
    const struct game *game;
    /* Writes the odds of a view as one object. Returns 0, or -1 with the reason if there are none.
     * NULL: the game has no odds. */
    int (*write)(const struct view *v, struct writer *w, struct refusal *why);
    /* Makes a position from the command line. Returns 0, or -1 with the reason. NULL: this game
     * needs a file. */
    int (*make)(struct odds_position *p, const struct odds_potion *from, struct refusal *why);
    /* Finds the reason for an answer (reason.h). NULL: only what the bot said about it is known. */
    void (*reason)(struct reason *r, const struct view *v, int answer, const struct advice *say);
    /* Adds the odds that bear on the question to a hint. NULL: there are none. */
    void (*figures)(const struct view *v, struct advice *say);
    /* Whether all answers to the question are equally good, so that a hint gives the first without
     * any figures. NULL: never. */
    int (*alike)(const struct view *v);
    /* The number of games a search simulates if neither a count nor a time is given. */
    uint32_t usual_iterations;
};

/* Never returns NULL. */
const struct game_odds *odds_of(const struct game *g);
/* Writes the odds of a view of any game. Returns 0, or -1 with the reason; what was written is then
 * to be dropped. */
int odds_write(const struct view *v, struct writer *w, struct refusal *why);

#define ODDS(x) extern const struct game_odds x##_odds_row;
#include "games/games.def"

#endif
