/* The end of a game at a table: its result, its record, and another game. */
#ifndef CHARLATAN_TUI_CLIENT_END_H
#define CHARLATAN_TUI_CLIENT_END_H

#include "engine/game.h"

struct client;

/* How the game ended. */
struct client_result {
    int32_t score[MAX_SEATS];
    /* A set of seats. */
    uint32_t winners;
    uint8_t seed[32];
};
/* Returns 0, or -1 before the end. */
int client_result(const struct client *t, struct client_result *to);
/* The file of the record, or NULL. */
const char *client_record(const struct client *t);
/* At a server, after the end: what the record proves about the luck, or what is wrong with it; else
 * NULL. */
const char *client_luck(const struct client *t);

/* Starts another game with the same people and bots: NEWS_START or NEWS_REFUSED follows. With
 * `seed` NULL the seed is random. */
int client_rematch(struct client *t, const uint8_t seed[32]);
/* Plays on from the game that is over, after so many of its moves: practice with the same people
 * and bots, with new luck or with that of the game. NEWS_START or NEWS_REFUSED follows. */
int client_practise(struct client *t, uint32_t moves, int same);

#endif
