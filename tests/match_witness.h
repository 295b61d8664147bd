/* A witness for tests of matches: it opens a match, answers its questions and signs its end. There
 * is one at a time. */
#ifndef CHARLATAN_TESTS_MATCH_WITNESS_H
#define CHARLATAN_TESTS_MATCH_WITNESS_H

#include "tests/match_rig.h"

struct match;
struct match_founding;

static inline void count_up(uint8_t *bytes, int n, int from)
{
    for (int i = 0; i < n; i++)
        bytes[i] = (uint8_t)(from + i);
}

/* What the witness knows. */
static uint8_t own_key[32], own_secret[32], own_salt[16];

/* It answers questions in this order. */
static struct {
    uint32_t asked;
    uint8_t transcript[32];
} ledger;

static inline void witness_open(struct match_founding *f)
{
    struct witness_opening *o = &f->witness;
    struct witness_statement s;
    uint8_t server[32], asker[32];
    o->there = 1;
    count_up(own_key, 32, 5);
    count_up(own_secret, 32, 64);
    count_up(own_salt, 16, 48);
    count_up(o->asker, 32, 150);
    sign_public(own_key, o->key);
    commit_make(own_salt, own_secret, o->commitment);
    commit_make(f->salt, f->seed, server);
    sign_public(o->asker, asker);
    statement_opening(&s, o->commitment, server, asker);
    sign_make(&s, own_key, o->signature);
    ledger.asked = 0;
    witness_transcript(o->commitment, ledger.transcript);
}

static inline void witness_answer_of(const struct match *m, const uint8_t question[32],
                                     uint8_t part[32], uint8_t proof[64])
{
    struct witness_statement s;
    witness_part(own_secret, question, part);
    statement_part(&s, m->watch->opening.commitment, question, part);
    sign_make(&s, own_key, proof);
}

/* The witness answers, and the match goes on. */
static inline void witness_answer(struct rig *t)
{
    uint8_t question[32], part[32], proof[64], signature[64];
    struct witness_statement s;
    uint32_t n;
    match_question(&t->m, &n, question, signature);
    assert_int_equal(n, ledger.asked);
    statement_question(&s, t->m.watch->opening.commitment, n, question);
    assert_int_equal(sign_check(&s, t->m.watch->asker, signature), SIGN_RIGHT);
    ledger.asked++;
    witness_transcript_add(ledger.transcript, question);
    witness_answer_of(&t->m, question, part, proof);
    assert_int_equal(match_may_part(&t->m, part, proof, t->now, &t->e, &t->why), 0);
    rig_take(t);
}

static inline void witness_seal_of(const struct match *m, struct witness_seal *seal)
{
    struct witness_statement s;
    uint32_t asked;
    uint8_t transcript[32];
    match_end_statement(m, &asked, transcript, seal->asked_signature);
    assert_int_equal(asked, ledger.asked);
    assert_memory_equal(transcript, ledger.transcript, 32);
    statement_end(&s, m->watch->opening.commitment, asked, transcript);
    sign_make(&s, own_key, seal->signature);
    memcpy(seal->secret, own_secret, sizeof seal->secret);
    memcpy(seal->salt, own_salt, sizeof seal->salt);
}

static inline void witness_seal(struct rig *t)
{
    struct witness_seal s;
    witness_seal_of(&t->m, &s);
    assert_true(match_unsealed(&t->m));
    assert_int_equal(match_may_seal(&t->m, &s, t->now, &t->e, &t->why), 0);
    rig_take(t);
    assert_false(match_unsealed(&t->m));
}

#endif
