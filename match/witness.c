/* Computes questions, parts and keys of matches with a witness, and the texts that are signed. */
#include "match/witness.h"

#include <sodium.h>
#include <string.h>

struct hash_piece {
    const void *at;
    size_t n;
};

/* BLAKE2b-256 of the pieces up to the first without bytes; `key` has 32 bytes or is NULL. */
static void hash_pieces(const uint8_t *key, const struct hash_piece *piece,
                        uint8_t hash[WITNESS_HASH])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, key ? 32 : 0, WITNESS_HASH);
    for (; piece->n; piece++)
        crypto_generichash_update(&state, piece->at, piece->n);
    crypto_generichash_final(&state, hash, WITNESS_HASH);
}

/* ---- luck ---- */

/* Questions, parts and luck each begin with a text of their own, so none is ever one of another
 * kind. */
void witness_first_question(const uint8_t key[32], const uint8_t commitment[WITNESS_HASH],
                            uint8_t question[WITNESS_HASH])
{
    const struct hash_piece text[] = {
        {"charlatan question 1", 20}, {commitment, WITNESS_HASH}, {NULL, 0}};
    hash_pieces(key, text, question);
}

/* `before` and `question` may be the same memory. The key keeps the witness from guessing what was
 * played. */
void witness_question(const uint8_t key[32], const uint8_t before[WITNESS_HASH], int seat,
                      const char *action, uint8_t question[WITNESS_HASH])
{
    uint8_t number = (uint8_t)seat;
    const struct hash_piece text[] = {{"charlatan question 1", 20},
                                      {before, WITNESS_HASH},
                                      {&number, 1},
                                      {action, strlen(action)},
                                      {NULL, 0}};
    hash_pieces(key, text, question);
}

/* Only the secret is needed, so the witness can answer again after a crash, and anyone who knows it
 * can check. */
void witness_part(const uint8_t secret[WITNESS_SECRET], const uint8_t question[WITNESS_HASH],
                  uint8_t part[WITNESS_HASH])
{
    const struct hash_piece text[] = {
        {"charlatan part 1", 16}, {question, WITNESS_HASH}, {NULL, 0}};
    hash_pieces(secret, text, part);
}

/* Both halves are in it: neither the server nor the witness knows the luck alone. */
void witness_luck(const uint8_t key[32], const uint8_t part[WITNESS_HASH], uint8_t luck[32])
{
    const struct hash_piece text[] = {{"charlatan luck 1", 16}, {part, WITNESS_HASH}, {NULL, 0}};
    hash_pieces(key, text, luck);
}

void witness_transcript(const uint8_t commitment[WITNESS_HASH], uint8_t transcript[WITNESS_HASH])
{
    const struct hash_piece text[] = {
        {"charlatan transcript 1", 22}, {commitment, WITNESS_HASH}, {NULL, 0}};
    hash_pieces(NULL, text, transcript);
}

/* A chain: the last hash stands for all questions in their order. */
void witness_transcript_add(uint8_t transcript[WITNESS_HASH], const uint8_t question[WITNESS_HASH])
{
    const struct hash_piece text[] = {
        {transcript, WITNESS_HASH}, {question, WITNESS_HASH}, {NULL, 0}};
    hash_pieces(NULL, text, transcript);
}

/* ---- statements ---- */

static void add(struct witness_statement *s, const void *bytes, size_t n)
{
    memcpy(s->at + s->n, bytes, n);
    s->n += n;
}

static void begin(struct witness_statement *s, const char *name,
                  const uint8_t witness[WITNESS_HASH])
{
    s->n = 0;
    add(s, name, strlen(name));
    add(s, witness, WITNESS_HASH);
}

static void add_number(struct witness_statement *s, uint32_t n)
{
    const uint8_t bytes[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16),
                              (uint8_t)(n >> 24)};
    add(s, bytes, sizeof bytes);
}

void statement_opening(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                       const uint8_t server[WITNESS_HASH], const uint8_t asker[WITNESS_KEY])
{
    begin(s, "charlatan says open 1", witness);
    add(s, server, WITNESS_HASH);
    add(s, asker, WITNESS_KEY);
}

void statement_question(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                        uint32_t n, const uint8_t question[WITNESS_HASH])
{
    begin(s, "charlatan says ask 1", witness);
    add_number(s, n);
    add(s, question, WITNESS_HASH);
}

void statement_part(struct witness_statement *s, const uint8_t witness[WITNESS_HASH],
                    const uint8_t question[WITNESS_HASH], const uint8_t part[WITNESS_HASH])
{
    begin(s, "charlatan says part 1", witness);
    add(s, question, WITNESS_HASH);
    add(s, part, WITNESS_HASH);
}

void statement_end(struct witness_statement *s, const uint8_t witness[WITNESS_HASH], uint32_t asked,
                   const uint8_t transcript[WITNESS_HASH])
{
    begin(s, "charlatan says end 1", witness);
    add_number(s, asked);
    add(s, transcript, WITNESS_HASH);
}
