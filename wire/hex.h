/* Bytes and hashes as hex digits, and seeds as texts: 64 hex digits, or a number, which is stored
 * big-endian in the last 8 bytes. */
#ifndef CHARLATAN_WIRE_HEX_H
#define CHARLATAN_WIRE_HEX_H

#include <jansson.h>
#include <stdint.h>

struct writer;

/* The value of a digit, in either case; -1: it is none. */
int hex_digit(char c);
/* Writes 2 n digits and a terminating NUL. */
void hex_write(const void *bytes, size_t n, char *text);
/* Reads `digits` digits, in lower case as hex_write writes them. Returns how many bytes they are;
 * -1 if they are something else, or more than there is room for. */
int hex_read(const char *text, size_t digits, void *bytes, size_t room);
/* Reads a text of exactly n bytes in lower case. Returns 0 or -1. */
int hex_read_json(const json_t *value, void *bytes, size_t n);
/* A hash has 16 digits, since many readers of JSON cannot hold 64 bits in a number. */
int hash_read_json(const json_t *value, uint64_t *hash);

/* Writes n bytes as a text of 2 n digits. */
void write_hex(struct writer *w, const void *bytes, size_t n);
/* The same with its key. */
void write_member_hex(struct writer *w, const char *key, const void *bytes, size_t n);
/* Writes a hash so, as hash_read_json reads it. */
void write_member_hash(struct writer *w, const char *key, uint64_t hash);

/* Returns 0, or -1 if the text is not 64 hex digits, in either case. */
int seed_read_hex(const char *text, uint8_t seed[32]);
/* The seed that such a number stands for. */
void seed_from_number(uint64_t number, uint8_t seed[32]);
/* Returns 0, or -1 if the text is neither 64 hex digits nor a number from 0 to 2^63-1. */
int seed_read_text(const char *text, uint8_t seed[32]);

#endif
