/* The games that --keep writes: the best ones so far, with their answers. */
#ifndef CHARLATAN_SIM_SHELF_H
#define CHARLATAN_SIM_SHELF_H

#include <stdint.h>

struct move;

/* The answers of a game, as a record needs them. `cap` counts entries of `at`. All 0 is an empty
 * list. */
struct sim_moves {
    struct move *at;
    uint32_t n, cap;
};

/* A game worth keeping. Owns its moves once it is on a shelf. */
struct sim_record {
    /* How well the game fits --keep-by: the greater the better. */
    int64_t rank;
    int64_t deal;
    int32_t setting, seating;
    struct sim_moves moves;
};

/* The best `cap` games, best first. Ties go to the earlier deal, setting and seating, so that
 * threads make no difference. `at` is made with the first game; all 0 but `cap` is an empty
 * shelf. */
struct sim_shelf {
    struct sim_record *at;
    int n, cap;
};

/* Returns 1 if this game would find a place. Called before its moves are copied. */
int shelf_wants(const struct sim_shelf *s, const struct sim_record *k);
/* Puts a game in its place and takes over its moves; the last one may fall off. */
void shelf_put(struct sim_shelf *s, struct sim_record k);
/* Drops all games of a deal that was given up. */
void shelf_forget(struct sim_shelf *s, int64_t deal);
/* Frees the games on it and their moves. */
void shelf_free(struct sim_shelf *s);

#endif
