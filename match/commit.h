/* The commitment of a match, the seats' commitments to their nonces, and the key of chance. The
 * commitment of a match is the BLAKE2b-256 hash of
 * the 16 bytes of salt followed by the 32 bytes of the seed. It is published before the game; seed
 * and salt are published after it. Every seat may add a nonce to the key, so that whoever knows the
 * seed cannot choose the outcomes. A seat's commitment to its nonce is called a pledge here. */
#ifndef CHARLATAN_MATCH_COMMIT_H
#define CHARLATAN_MATCH_COMMIT_H

#include <stddef.h>
#include <stdint.h>

/* A nonce that a seat pledges has PLEDGED_BYTES; the server does not know it before all pledges are
 * published. */
enum { COMMIT_SALT = 16, COMMIT_BYTES = 32, PLEDGED_BYTES = 32 };

/* The commitment of a match to its seed. */
void commit_make(const uint8_t salt[COMMIT_SALT], const uint8_t seed[32],
                 uint8_t commitment[COMMIT_BYTES]);

/* BLAKE2b-256 of the text "charlatan nonce 1" and the nonce. */
void commit_pledge(const uint8_t nonce[PLEDGED_BYTES], uint8_t pledge[COMMIT_BYTES]);

/* If no seat gave a nonce (all lengths 0), the key is the seed itself. Otherwise it is BLAKE2b-256,
 * keyed with the seed, of the text "charlatan chance 1" followed, for each seat in turn, by a byte
 * with the length of its nonce and by the nonce. */
void commit_chance_key(const uint8_t seed[32], const uint8_t *const nonce[],
                       const uint8_t nonce_n[], int seats, uint8_t key[32]);

/* BLAKE2b-256 of a text, by which a file is known again. */
void commit_text(const char *text, size_t n, uint8_t hash[COMMIT_BYTES]);

#endif
