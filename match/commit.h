/* The commitment of a match: BLAKE2b-256 of the 16 bytes of salt followed by the 32 bytes of the
 * seed, published before the game and opened after it. */
#ifndef CHARLATAN_MATCH_COMMIT_H
#define CHARLATAN_MATCH_COMMIT_H

#include <stdint.h>

enum { COMMIT_SALT = 16, COMMIT_BYTES = 32 };

void commit_make(const uint8_t salt[COMMIT_SALT], const uint8_t seed[32],
                 uint8_t commitment[COMMIT_BYTES]);

#endif
