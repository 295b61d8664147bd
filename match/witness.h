/* A witness is a process of another operator that holds half of a match's luck (docs/fairness.md).
 * Here is what server, witness and verifier compute alike: questions, parts, keys, transcripts and
 * the texts they sign.
 *
 * The witness draws a secret and publishes a commitment to it (commit_make). For each action the
 * server sends it a question: a hash of the action and of everything before it, which tells the
 * witness nothing. The witness writes the question down and answers with a part. The luck of the
 * action comes from a key that is made of the server's key and of this part. In the end the witness
 * publishes its secret and signs the list of all questions, its transcript. */
#ifndef CHARLATAN_MATCH_WITNESS_H
#define CHARLATAN_MATCH_WITNESS_H

#include <stddef.h>
#include <stdint.h>

#include "match/commit.h"

/* The most questions of one match. */
enum { WITNESS_ASKS = 1 << 16 };
enum { WITNESS_HASH = 32, WITNESS_KEY = 32, WITNESS_SECRET = 32, WITNESS_SIGNATURE = 64 };

/* The first question of a match, which stands for its beginning. `key` is the key of chance as of a
 * match without a witness; it depends on the seed and all nonces. */
void witness_first_question(const uint8_t key[32], const uint8_t commitment[WITNESS_HASH],
                            uint8_t question[WITNESS_HASH]);
/* The question of an action; `before` is that of the action before it. */
void witness_question(const uint8_t key[32], const uint8_t before[WITNESS_HASH], int seat,
                      const char *action, uint8_t question[WITNESS_HASH]);
/* The witness's answer. */
void witness_part(const uint8_t secret[WITNESS_SECRET], const uint8_t question[WITNESS_HASH],
                  uint8_t part[WITNESS_HASH]);
/* The key for the luck of one action. */
void witness_luck(const uint8_t key[32], const uint8_t part[WITNESS_HASH], uint8_t luck[32]);

/* The hash of a transcript without questions. */
void witness_transcript(const uint8_t commitment[WITNESS_HASH], uint8_t transcript[WITNESS_HASH]);
/* The hash with one question more. */
void witness_transcript_add(uint8_t transcript[WITNESS_HASH], const uint8_t question[WITNESS_HASH]);

/* ---- what a match has of its witness ---- */

/* What a witness has signed when it opened a match, and the secret key that signs the questions. */
struct witness_opening {
    /* 0: there is no witness. */
    uint8_t there;
    uint8_t key[WITNESS_KEY], commitment[WITNESS_HASH], signature[WITNESS_SIGNATURE];
    uint8_t asker[WITNESS_SECRET];
};

/* What a witness says in the end, and the server's signature below the same statement. */
struct witness_seal {
    uint8_t secret[WITNESS_SECRET], salt[COMMIT_SALT];
    uint8_t signature[WITNESS_SIGNATURE], asked_signature[WITNESS_SIGNATURE];
};

/* The witness's share of the luck of an action, or of the beginning. */
struct witness_share {
    uint8_t question[WITNESS_HASH], part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
};

/* ---- what is signed ---- */

struct witness_statement {
    uint8_t at[160];
    size_t n;
};

/* By the witness: it opens a match for the server with this commitment, whose questions are signed
 * with this key. */
void statement_opening(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                       const uint8_t server[WITNESS_HASH], const uint8_t asker[WITNESS_KEY]);
/* By the server: its question number `n`, from 0 on. */
void statement_question(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                        uint32_t n, const uint8_t question[WITNESS_HASH]);
/* By the witness: its answer. */
void statement_part(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                    const uint8_t question[WITNESS_HASH], const uint8_t part[WITNESS_HASH]);
/* By both: this is everything that was asked. */
void statement_end(struct witness_statement *s, const uint8_t witness[WITNESS_HASH], uint32_t asked,
                   const uint8_t transcript[WITNESS_HASH]);

/* ---- sign.c: Ed25519 ---- */

/* UNKNOWN: this program cannot check signatures. */
enum witness_verdict { SIGN_WRONG, SIGN_RIGHT, SIGN_UNKNOWN };

/* The public key to a secret one, which is 32 random bytes. */
void sign_public(const uint8_t secret[WITNESS_SECRET], uint8_t key[WITNESS_KEY]);
/* Signs a statement. */
void sign_make(const struct witness_statement *s, const uint8_t secret[WITNESS_SECRET],
               uint8_t signature[WITNESS_SIGNATURE]);
/* Whether the owner of the key has signed this statement. */
enum witness_verdict sign_check(const struct witness_statement *s, const uint8_t key[WITNESS_KEY],
                                const uint8_t signature[WITNESS_SIGNATURE]);

#endif
