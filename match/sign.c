/* Signs statements and checks signatures: Ed25519 of libsodium. */
#include "match/witness.h"

#include <sodium.h>

void sign_public(const uint8_t secret[WITNESS_SECRET], uint8_t key[WITNESS_KEY])
{
    uint8_t pair[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(key, pair, secret);
    sodium_memzero(pair, sizeof pair);
}

void sign_make(const struct witness_statement *s, const uint8_t secret[WITNESS_SECRET],
               uint8_t signature[WITNESS_SIGNATURE])
{
    uint8_t key[WITNESS_KEY], pair[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(key, pair, secret);
    crypto_sign_detached(signature, NULL, s->at, s->n, pair);
    sodium_memzero(pair, sizeof pair);
}

enum witness_verdict sign_check(const struct witness_statement *s, const uint8_t key[WITNESS_KEY],
                                const uint8_t signature[WITNESS_SIGNATURE])
{
    return crypto_sign_verify_detached(signature, s->at, s->n, key) == 0 ? SIGN_RIGHT : SIGN_WRONG;
}
