/* The moves of a match, and what is kept of them: to take them back, and for records. */
#ifndef CHARLATAN_MATCH_MOVES_H
#define CHARLATAN_MATCH_MOVES_H

#include <jansson.h>

#include "engine/chance.h"
#include "engine/game.h"

/* A move that has not been taken back, with what undo and records need. */
struct match_move {
    struct move move;
    /* 1 if chance was involved; why the bot hurried that made it, an enum hurried. */
    uint8_t chance : 4, hurried : 4;
    /* The seats whose people were playing then, a set. */
    uint8_t people;
    /* The number of its entry; 0 for the moves a practice match was given. */
    uint32_t n;
};

struct match_plea {
    /* Who asks; -1: nobody. */
    int seat;
    /* The entry to take back, with all later ones. */
    uint32_t to;
    /* The seats that have to agree, and those that have agreed, sets. */
    uint32_t asked, granted;
    /* When it lapses. */
    int64_t until;
};

/* What was played and taken back before a move, and the pleas that were not granted there
 * (undone.c). */
struct match_undone {
    /* The index of the move. */
    uint32_t before;
    json_t *items;
};

/* The origin of a practice match: moves with their recorded outcomes. */
struct match_fork {
    uint32_t moves;
    /* Lists of outcomes in the form of `force`: for the beginning, then for each move. NULL: an
     * ordinary match. */
    json_t *chance;
    /* 1: the luck goes on as in the other game, because the seed is the key of its chance. Then
     * only the first `given` lists are forced, and the others follow from the seed. */
    uint8_t same;
    uint32_t given;
};

/* How many lists of outcomes are forced. */
static inline uint32_t fork_given(const struct match_fork *fork)
{
    return fork->same ? fork->given : fork->moves + 1;
}

/* The game after some of its moves, from which it can be played on (way.c). */
struct match_waypoint {
    /* How many moves have been made there. */
    uint32_t moves;
    /* How far each stream of chance was read. */
    uint32_t place[CHANCE_STREAMS];
    uint64_t state[MAX_STATE_BYTES / 8];
};

#endif
