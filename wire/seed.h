/* Seeds as texts: 64 hex digits, or a number, which is stored big-endian in the last 8 bytes. */
#ifndef CHARLATAN_WIRE_SEED_H
#define CHARLATAN_WIRE_SEED_H

#include <stdint.h>

/* Returns 0, or -1 if the text is not 64 hex digits. */
int seed_read_hex(const char *text, uint8_t seed[32]);
void seed_from_number(uint64_t number, uint8_t seed[32]);
/* Returns 0, or -1 if the text is neither 64 hex digits nor a number from 0 to 2^63-1. */
int seed_read_text(const char *text, uint8_t seed[32]);
/* Writes 2 n hex digits and a terminating NUL. */
void seed_write_hex(const uint8_t *bytes, int n, char *text);

#endif
