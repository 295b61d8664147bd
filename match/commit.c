/* Commitments, by libsodium. */
#include "match/commit.h"

#include <sodium.h>
#include <string.h>

void commit_make(const uint8_t salt[COMMIT_SALT], const uint8_t seed[32],
                 uint8_t commitment[COMMIT_BYTES])
{
    uint8_t text[COMMIT_SALT + 32];
    memcpy(text, salt, COMMIT_SALT);
    memcpy(text + COMMIT_SALT, seed, 32);
    crypto_generichash(commitment, COMMIT_BYTES, text, sizeof text, NULL, 0);
}
