/* The smallest legal game, a template for new ones: every seat calls heads or tails, in secret and
 * at the same time; the coin falls; who called right scores a point; most points after the last
 * toss win. It has one of everything a game needs: a question, simultaneous answers, a secret,
 * chance, events, options. Rules: N1 call, N2 toss, N3 winners. */
#ifndef CHARLATAN_GAMES_NULL_H
#define CHARLATAN_GAMES_NULL_H

#include "engine/game.h"

enum { CALL_NONE, CALL_HEADS, CALL_TAILS, CALL_HIDDEN };
enum { NULL_MAX_TOSSES = 9, NULL_CHANCE_COIN = 0, NULL_EVENTS = 4 };

struct null_state {
    /* Tosses: how many there will be. */
    uint8_t players, tosses;
    /* The present one, counted from 1. */
    uint8_t toss;
    /* The winners, a set of seats; 0 while the game goes on. */
    uint8_t winners;
    uint8_t call[MAX_SEATS], score[MAX_SEATS];
};

_Static_assert(sizeof(struct null_state) == 16, "no padding");

extern const struct game null_game;

#endif
