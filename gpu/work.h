/* What the host and its kernels share: the arrays of a card, and how games and luck are numbered.
 *
 * A place holds one game after another. Places are stepped in the order of what they do next: games
 * that get the same answer to the same question share a warp. */
#ifndef CHARLATAN_GPU_WORK_H
#define CHARLATAN_GPU_WORK_H

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

/* What a batch tells after a step, as in charlatan_arrays; rows of cells and masks are padded to
 * words of 16 bytes. NULL: not wanted. */
struct gpu_told {
    int32_t *seats;
    uint8_t *observations, *masks;
    /* The legal actions as bits from `firsts` on. */
    uint64_t *legal;
    int32_t *firsts;
    float *rewards;
    int32_t *scores;
    uint8_t *dones, *finals;
    /* What the game's net looks at (bots/net): its cells, the points that seats have now, and
     * the table of its outputs. */
    uint8_t *looks;
    int32_t *now;
    int16_t *tables;
};

struct gpu_work {
    uint32_t *states;
    struct chance *chance;
    struct gpu_place *place;
    const struct gpu_table *table;
    /* The places in the order of their bins; how many each bin has, and where it begins. */
    uint32_t *order, *count, *begin;
    uint32_t places, tables;
    /* The number of the first place, of all cards. */
    uint32_t first_place;
    /* enum gpu_luck. */
    uint32_t luck;
    uint64_t seed;
    /* The next game to be played, and the one at which to stop. With cards that share the work,
     * every `stride`-th is this card's. */
    uint64_t *queue;
    uint64_t games_end, games_stride, games_first;
    /* Game numbers count seatings, then tables, then deals. */
    uint32_t seatings;
    /* NULL, or where results of games from `results_from` on go. */
    uint64_t results_from;
    struct gpu_result *results;
    /* NULL, or room for the answers of a game, `room` bytes each. */
    uint8_t *answers;
    uint32_t room;
    /* 1: every position is checked. */
    uint32_t checks;
    /* Games that ended, and positions that broke a promise. */
    uint64_t *ended, *broken;
    /* By instance: enum gpu_policy. By seating and seat: the instance. */
    uint8_t policy[MAX_SEATS];
    uint8_t players[2];
    const uint8_t *seating;
    struct gpu_pick *pick;
    uint32_t deal_key[8];
    /* Batches: the games, one a place; the actions, and the least game whose action was wrong. */
    uint32_t games;
    int32_t *actions;
    uint32_t *wrong;
    /* The places whose step has more to do than to answer; the same in the order of their bins; and
     * how many they are in this round and in the next, in turn. */
    uint32_t *rest, *rest_order, *rest_n;
    uint32_t seats;
    uint32_t cells_row, masks_row;
    struct gpu_told told;
};

/* Mixes all bits of a number (splitmix64). */
static inline uint64_t gpu_mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The same number as charlatan_seed_of. */
static inline uint64_t gpu_seed_of(uint64_t seed, uint64_t game, uint64_t played)
{
    return gpu_mixed(gpu_mixed(gpu_mixed(seed) ^ game) ^ played);
}

#endif
