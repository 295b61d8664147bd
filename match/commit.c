/* Computes commitments and the key of chance with libsodium. */
#include "match/commit.h"

#include <sodium.h>
#include <string.h>

/* BLAKE2b-256 of salt and seed. The salt keeps anyone from trying seeds that are easy to guess,
 * such as small numbers. */
void commit_make(const uint8_t salt[COMMIT_SALT], const uint8_t seed[32],
                 uint8_t commitment[COMMIT_BYTES])
{
    uint8_t text[COMMIT_SALT + 32];
    memcpy(text, salt, COMMIT_SALT);
    memcpy(text + COMMIT_SALT, seed, 32);
    crypto_generichash(commitment, COMMIT_BYTES, text, sizeof text, NULL, 0);
}

/* With a text of its own in front, so no pledge is also a hash of something else. */
void commit_pledge(const uint8_t nonce[PLEDGED_BYTES], uint8_t pledge[COMMIT_BYTES])
{
    static const unsigned char name[] = "charlatan nonce 1";
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, COMMIT_BYTES);
    crypto_generichash_update(&hash, name, sizeof name - 1);
    crypto_generichash_update(&hash, nonce, PLEDGED_BYTES);
    crypto_generichash_final(&hash, pledge, COMMIT_BYTES);
}

static int nonces_given(const uint8_t nonce_n[], int seats)
{
    for (int seat = 0; seat < seats; seat++)
        if (nonce_n[seat])
            return 1;
    return 0;
}

/* Without any nonce the seed is the key itself, as it was before there were nonces: old records
 * stay valid. Each nonce is preceded by its length, so that no two lists give the same bytes. */
void commit_chance_key(const uint8_t seed[32], const uint8_t *const nonce[],
                       const uint8_t nonce_n[], int seats, uint8_t key[32])
{
    static const unsigned char name[] = "charlatan chance 1";
    crypto_generichash_state hash;
    if (!nonces_given(nonce_n, seats)) {
        memcpy(key, seed, 32);
        return;
    }
    crypto_generichash_init(&hash, seed, 32, 32);
    crypto_generichash_update(&hash, name, sizeof name - 1);
    for (int seat = 0; seat < seats; seat++) {
        crypto_generichash_update(&hash, &nonce_n[seat], 1);
        crypto_generichash_update(&hash, nonce[seat], nonce_n[seat]);
    }
    crypto_generichash_final(&hash, key, 32);
}

void commit_text(const char *text, size_t n, uint8_t hash[COMMIT_BYTES])
{
    crypto_generichash(hash, COMMIT_BYTES, (const uint8_t *)text, n, NULL, 0);
}
