/* The smallest possible game, a template for new ones. Every seat calls heads or tails, in secret
 * and at the same time; then the coin is tossed, and each correct call scores a point. The most
 * points after the last toss win. It has one of everything a game needs: a question, simultaneous
 * answers, a secret, chance, events, options. Seats may begin with points, so that what makes the
 * game fair is known. Rules: N1 call, N2 toss, N3 winners. */
#ifndef CHARLATAN_GAMES_NULL_H
#define CHARLATAN_GAMES_NULL_H

#include "engine/game.h"

/* The value of a call is also the bit of its answer. CALL_HIDDEN occurs only in views. */
enum { CALL_NONE, CALL_HEADS, CALL_TAILS, CALL_HIDDEN };
/* NULL_CHANCE_COIN is the only kind of outcome; NULL_EVENTS is the number of event kinds. */
enum { NULL_MAX_TOSSES = 9, NULL_MAX_GIFT = 9, NULL_CHANCE_COIN = 0, NULL_EVENTS = 4 };

struct null_state {
    /* `tosses` is the number of tosses in the game. */
    uint8_t players, tosses;
    /* The present toss, counted from 1. */
    uint8_t toss;
    /* The set of winning seats; 0 until the game is over. */
    uint8_t winners;
    /* By seat: the call for the present toss (CALL_NONE until it is made), and the points so
     * far. */
    uint8_t call[MAX_SEATS], score[MAX_SEATS];
    /* By seat: the points it begins with. */
    uint8_t gift[MAX_SEATS];
    uint8_t spare[2];
};

_Static_assert(sizeof(struct null_state) == 24, "no padding");

extern const struct game null_game;

#endif
