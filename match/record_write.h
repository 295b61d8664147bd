/* Writes match records: a whole game in the protocol's record form (docs/protocol.md), one JSON
 * object per line. */
#ifndef CHARLATAN_MATCH_RECORD_WRITE_H
#define CHARLATAN_MATCH_RECORD_WRITE_H

#include "match/moves.h"

struct game_json;
struct match;
struct match_witness;
struct writer;

/* A game to record. Zero and NULL are the right values for a simulation. */
struct record_written {
    const struct game_json *json;
    /* The state before begin(), with the options set. */
    const void *options;
    /* The version of the rules it was played by, an enum rules_version. */
    uint8_t rules;
    /* 32 bytes. */
    const uint8_t *seed;
    /* COMMIT_SALT bytes; NULL: made from the seed. */
    const uint8_t *salt;
    const uint8_t *nonce[MAX_SEATS];
    uint8_t nonce_n[MAX_SEATS];
    /* The seats' commitments to their nonces; NULL: the seat gave none. */
    const uint8_t *pledge[MAX_SEATS];
    /* A person's name, or the bot. */
    const char *name[MAX_SEATS];
    /* What a bot was called at the table; NULL: it had no name. */
    const char *called[MAX_SEATS];
    /* The seats where people sit, a set; bots sit on the others. */
    uint32_t people;
    struct match_fork fork;
    /* What was taken back, in ascending order of the moves. */
    const struct match_undone *undone;
    uint32_t undone_n;
    const struct move *move;
    uint32_t moves;
    /* For each move why a bot hurried, an enum hurried; NULL: none did. */
    const uint8_t *hurried;
    /* The witness, or NULL. */
    const struct match_witness *watch;
    /* 1: the game is not over; neither result nor seed is written. */
    int unfinished;
};

/* Plays the game again and writes its record. */
void record_write(struct writer *w, const struct record_written *r);

/* Writes the record of a match that has begun. Only a finished game has a result, and with it the
 * seed. */
void record_write_match(struct writer *w, const struct match *m);

#endif
