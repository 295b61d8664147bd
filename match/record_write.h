/* Match records, written: a whole game in the protocol's record form (docs/protocol.md), one JSON object
 * a line. */
#ifndef CHARLATAN_MATCH_RECORD_WRITE_H
#define CHARLATAN_MATCH_RECORD_WRITE_H

#include "match/match.h"

/* A game to be written down. What is zero or NULL has the meaning a simulation needs. */
struct recorded {
    const struct game_json *json;
    const void *options; /* a state with the options set, before begin() */
    const char *rules;   /* the version it was played with; NULL: this one */
    const uint8_t *seed; /* 32 bytes */
    const uint8_t *salt; /* COMMIT_SALT bytes; NULL: made from the seed */
    const uint8_t *nonce[MAX_SEATS];
    uint8_t nonce_n[MAX_SEATS];
    const char *name[MAX_SEATS];
    uint32_t people; /* the seats where people sit; on the others bots */
    struct fork fork;
    const struct move *move;
    uint32_t moves;
    int unfinished; /* no result, and no seed */
};

/* Plays the game once more and writes it down. */
void record_write(struct writer *w, const struct recorded *r);

/* The record of a match that has begun. Only where it is over there is a result, and with it the
 * seed. */
void record_write_match(struct writer *w, const struct match *m);

#endif
