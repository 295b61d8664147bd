/* What a match with a witness keeps in addition, and what it asks (watched.c). The functions may be
 * called for every match. */
#ifndef CHARLATAN_MATCH_WATCHED_H
#define CHARLATAN_MATCH_WATCHED_H

#include "match/entry.h"
#include "match/witness.h"

struct match;
struct refusal;

/* What a match with a witness keeps in addition. */
struct match_witness {
    struct witness_opening opening;
    /* The server's public key. */
    uint8_t asker[WITNESS_KEY];
    /* How many questions there were, and the hash of all. */
    uint32_t asked;
    uint8_t transcript[WITNESS_HASH];
    /* 1: the question of `choice`, a START or MOVE, is not answered yet. */
    uint8_t due;
    /* Both are zeros while no question is open. */
    struct entry choice;
    uint8_t question[WITNESS_HASH];
    /* The shares of the beginning (number 0) and of each move that stands (the first one has number
     * 1), from number m->first on. Use watch_share. */
    struct witness_share *share;
    uint32_t room;
    /* 1: read from a snapshot, so the proofs of its shares are not there. */
    uint8_t unproven;
    /* 1: the witness has signed the end. */
    uint8_t sealed;
    struct witness_seal seal;
};

/* Returns 1 if nothing can be played before the witness has answered. */
int match_waits(const struct match *m);
/* Returns 1 if the game is over and the witness has not signed its end. */
int match_unsealed(const struct match *m);
/* The question that waits for an answer, its number, and the server's signature below it. */
void match_question(const struct match *m, uint32_t *n, uint8_t question[WITNESS_HASH],
                    uint8_t signature[WITNESS_SIGNATURE]);
/* How much was asked, the hash of all questions, and the server's signature below both. */
void match_end_statement(const struct match *m, uint32_t *asked, uint8_t transcript[WITNESS_HASH],
                         uint8_t signature[WITNESS_SIGNATURE]);

/* Makes the entry of the answer to match_question, or returns -1 with `why`: its signature must be
 * right. */
int match_may_part(const struct match *m, const uint8_t part[WITNESS_HASH],
                   const uint8_t proof[WITNESS_SIGNATURE], int64_t now, struct entry *e,
                   struct refusal *why);
/* The same of what the witness has signed after match_end_statement; `asked_signature` is filled
 * in. */
int match_may_seal(const struct match *m, const struct witness_seal *seal, int64_t now,
                   struct entry *e, struct refusal *why);

#endif
