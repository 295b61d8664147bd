/* Makes ids of tables and tokens of seats, from the host's randomness, or from the key of a client
 * that may repeat its request. A key cannot be computed from either. */
#include "server/tables/ids.h"

#include <sodium.h>
#include <string.h>

#include "server/host.h"
#include "wire/hex.h"

/* Sixteen bytes from the key, another sixteen for each use. */
static void key_bytes(const char *key, const char *use, const char *id, uint8_t bytes[16])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, 16);
    /* The ends of the texts count, so that no two uses look the same. */
    crypto_generichash_update(&hash, (const uint8_t *)use, strlen(use) + 1);
    crypto_generichash_update(&hash, (const uint8_t *)id, strlen(id) + 1);
    crypto_generichash_update(&hash, (const uint8_t *)key, strlen(key) + 1);
    crypto_generichash_final(&hash, bytes, 16);
}

/* 32 letters, so the remainder of a byte is fair. 80 bits: nobody finds a private table by
 * trying. */
void id_make(struct host *host, const char *key, char id[MATCH_ID + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[MATCH_ID];
    if (key[0])
        key_bytes(key, "charlatan table", "", bytes);
    else
        host->random(host, bytes, sizeof bytes);
    for (int i = 0; i < MATCH_ID; i++)
        id[i] = letters[bytes[i] % 32];
    id[MATCH_ID] = 0;
}

int id_is(const char *id)
{
    return strlen(id) == MATCH_ID && strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == MATCH_ID;
}

/* Another use of the key than the id's, so that the public id tells nothing about the token. */
void token_make(struct host *host, const char *key, const char *id, char token[33])
{
    uint8_t bytes[16];
    if (key[0])
        key_bytes(key, "charlatan seat", id, bytes);
    else
        host->random(host, bytes, sizeof bytes);
    hex_write(bytes, sizeof bytes, token);
}

/* A token has 128 random bits and cannot be guessed, so a plain hash is enough. */
void token_hash(const char *token, uint8_t hash[MATCH_TOKEN])
{
    crypto_generichash(hash, MATCH_TOKEN, (const uint8_t *)token, strlen(token), NULL, 0);
}
