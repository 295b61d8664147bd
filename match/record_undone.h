/* What a record tells of moves that were taken back and of pleas that were not granted: the member
 * `undone` of an action's line (docs/protocol.md). */
#ifndef CHARLATAN_MATCH_RECORD_UNDONE_H
#define CHARLATAN_MATCH_RECORD_UNDONE_H

#include <jansson.h>

#include "match/record_witness.h"
#include "match/session.h"

/* The most items of all lists of a match together; one list fits into a line. */
enum { UNDONE_MOST = 8192 };

/* Checks the form of a list before which `stand` actions stand, and adds to `unknown` how many
 * members it has that this version does not know. Returns 0, or -1 with `why`. */
int undone_check(const json_t *list, uint32_t stand, int players, unsigned *unknown,
                 struct refusal *why);

/* Plays the actions of a list that undone_check has accepted, from the game before them; chance
 * must come from the seed. `watch` is for a match with a witness, else NULL. Returns 0, or -1 with
 * `why` if one of them was not possible. */
int undone_play(const json_t *list, uint32_t stand, const struct session *from,
                struct record_watch *watch, struct refusal *why);

/* An undo, or a plea that was not granted. */
struct undone_event {
    int seat;
    /* How many actions were taken back; 0: a plea. */
    uint32_t back;
    /* The seats that agreed, a set. */
    uint32_t agreed;
    /* The seat that refused the plea, or -1. */
    int by;
};

struct undone_walk {
    const json_t *list;
    size_t at;
    uint32_t depth;
};

/* Gives the next event of a list and returns 1, or 0 at its end. Begin with {list, 0, stand}. */
int undone_next(struct undone_walk *walk, struct undone_event *event);

#endif
