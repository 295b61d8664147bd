/* Places of games: what they hold, what they do next, who plays there and by which luck.
 *
 * A place holds one game after another. Places are stepped in the order of what they do next:
 * games that get the same answer to the same question share a warp. */
#ifndef CHARLATAN_GPU_PLACES_H
#define CHARLATAN_GPU_PLACES_H

#include "engine/game.h"

enum { GPU_STATE_WORDS = MAX_STATE_BYTES / 4, GPU_MOST_BINS = 512 };

/* What a place does next. The last two are of batches: somebody is to be asked, or was asked and
 * the program answers next. */
enum gpu_next { GPU_BEGINS, GPU_PLAYS, GPU_GOES_ON, GPU_RESTS, GPU_ASKS, GPU_ASKED };

/* Who answers for a seat. */
enum gpu_policy { GPU_RANDOM, GPU_GREEDY, GPU_POLICIES };

/* Where the luck of games and players comes from. */
enum gpu_luck {
    /* The number of the game; players draw from its stream of picks. */
    GPU_LUCK_OF_GAME,
    /* The number of the place and how many games it has had, as in lib/batch.c. */
    GPU_LUCK_OF_PLACE,
    /* Deals of the simulator: every player has a key of its own (sim/deal.c). */
    GPU_LUCK_OF_DEAL
};

/* Games that are set up alike. */
struct gpu_table {
    /* The state before begin(). */
    uint32_t start[GPU_STATE_WORDS];
    int32_t players;
    /* Batches: the seats that policies play, a set, and by seat which: enum gpu_policy. */
    uint32_t bots;
    uint8_t policy[MAX_SEATS];
    /* Nothing: fills up the struct, which is copied as bytes. */
    uint8_t spare[2];
};

/* What a place does next: loaded and stored at once. */
struct gpu_turn {
    /* Answers of this game, and of all its games. */
    uint32_t moves, decisions;
    /* enum gpu_next; then the seat that is asked, the answer, the question, and the next piece of
     * an answer that goes on. */
    uint8_t next, seat, answer, question, step;
    /* What else decides how an answer is carried out (hint_of). */
    uint8_t hint;
    /* What it does next, to sort by. */
    uint16_t bin;
};
_Static_assert(sizeof(struct gpu_turn) == 16, "loaded at once");

/* One place. */
struct gpu_place {
    struct gpu_turn turn;
    /* The game it plays, how many it has begun, and the seed of this one. */
    uint64_t game, played, seed;
    /* Legal answers of the seat that is asked. */
    uint64_t legal;
    uint32_t table;
    uint32_t spare[3];
};
_Static_assert(sizeof(struct gpu_place) == 64, "two sectors of memory");

/* A game that is over. */
struct gpu_result {
    uint64_t hash;
    uint32_t moves;
    /* 1: there were more answers than room for them. */
    uint8_t cut;
    uint8_t winners;
    /* Positions of it that did not keep the promises of the rules. */
    uint16_t broken;
    int32_t score[MAX_SEATS];
};
_Static_assert(sizeof(struct gpu_result) == 40, "no padding");

/* The luck of one player of a deal: stream CHANCE_PICK of a key. */
struct gpu_pick {
    uint32_t key[8], place, word[16];
};

#endif
