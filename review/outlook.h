/* How a game is imagined from a guess on, and what it is worth where it is cut. Each game fills a
 * table. */
#ifndef CHARLATAN_REVIEW_OUTLOOK_H
#define CHARLATAN_REVIEW_OUTLOOK_H

#include "engine/view.h"

/* Shares of the win are counted in parts of this. */
enum { SHARE_ONE = 1 << 16 };

/* What an imagined game is for: a first look at an answer, what a position is worth, or a call,
 * which must be right: it may take longer. */
enum outlook_purpose { FOR_LOOK, FOR_VALUE, FOR_CALL };

struct outlook {
    const struct game *game;
    /* How many samples a half has, unless somebody asks for another number. */
    uint32_t samples;
    /* A hash of the weights in use. Reviews with other ones are not comparable. */
    uint64_t (*weights)(void);
    /* What a good player without a search would answer. Losses too small to be called are counted
     * against it: that answer is not chosen by the samples, so on average nothing is lost or gained
     * by their luck. */
    int (*model)(const struct view *v);
    /* Makes a guess likelier, after determinize: what the others have decided secretly. May be
     * NULL. */
    void (*guess)(void *state, const void *view, int seat, uint64_t *luck);
    /* Plays on from a guess until it can be valued, for a call to where evaluators err less.
     * Returns the seat's share of the win. */
    int32_t (*imagine)(void *state, int seat, enum outlook_purpose purpose, struct chance *c,
                       uint64_t *luck);
    /* Whether a question belongs to the one before it, for a person, if no other seat has moved in
     * between. */
    int (*joins)(int before, int question);
};

#define OUTLOOK(x) extern const struct outlook x##_outlook;
#include "games/games.def"

/* NULL: nobody can say what a position of that game is worth. */
const struct outlook *outlook_of(const struct game *g);
/* The share of the win of a seat in a game that is over. */
int32_t outlook_result(const struct game *g, const void *state, int seat);

#endif
