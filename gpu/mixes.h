/* Mixes of options, so that checks meet every part of the rules. */
#ifndef CHARLATAN_GPU_MIXES_H
#define CHARLATAN_GPU_MIXES_H

#include "gpu/game.h"

struct seated_bot;

#define KERNELS(x) +1
enum {
    GPU_GAMES = 0
#include "games/games.def"
};

/* How many tables a game has: every number of players with every mix of its options. */
int gpu_mixes(const struct gpu_game *g);
/* Sets up one of them, from 0 to gpu_mixes - 1, and returns its number of players. */
int gpu_mix(const struct gpu_game *g, int number, struct gpu_table *table);

/* The games that GPUs can play, by number or by name; NULL if there is none. */
const struct gpu_game *gpu_game_at(int number);
const struct gpu_game *gpu_game_of(const struct game *game);

/* The policy that answers as this bot does (enum gpu_policy), or -1: GPUs do not know it. */
int gpu_policy_of(const struct game *game, const struct seated_bot *b);

#endif
