/* Makes ids of tables and tokens of seats, from the system's randomness through libsodium. */
#include <sodium.h>
#include <string.h>

#include "server/server.h"
#include "wire/seed.h"

void id_make(char id[MATCH_ID + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    for (int i = 0; i < MATCH_ID; i++)
        id[i] = letters[randombytes_uniform(32)];
    id[MATCH_ID] = 0;
}

int id_is(const char *id)
{
    return strlen(id) == MATCH_ID && strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == MATCH_ID;
}

void token_make(char token[33])
{
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    seed_write_hex(bytes, sizeof bytes, token);
}

/* A token has 128 random bits and cannot be guessed, so a plain hash is enough. */
void token_hash(const char *token, uint8_t hash[MATCH_TOKEN])
{
    crypto_generichash(hash, MATCH_TOKEN, (const uint8_t *)token, strlen(token), NULL, 0);
}
