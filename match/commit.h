/* The commitment of a match: BLAKE2b-256 of the 16 bytes of salt followed by the 32 bytes of the
 * seed, published before the game and opened after it; and the key of its chance, to which every
 * seat may add a nonce of its own, so that nobody who knows the seed could have chosen the luck. */
#ifndef CHARLATAN_MATCH_COMMIT_H
#define CHARLATAN_MATCH_COMMIT_H

#include <stdint.h>

enum { COMMIT_SALT = 16, COMMIT_BYTES = 32 };

void commit_make(const uint8_t salt[COMMIT_SALT], const uint8_t seed[32],
                 uint8_t commitment[COMMIT_BYTES]);

/* Where no seat gave a nonce (length 0), the seed itself. Else BLAKE2b-256, keyed with the seed, of
 * the text "charlatan chance 1" and, for each seat in turn, a byte with the length of its nonce and
 * the nonce. */
void commit_chance_key(const uint8_t seed[32], const uint8_t *const nonce[],
                       const uint8_t nonce_n[], int seats, uint8_t key[32]);

#endif
