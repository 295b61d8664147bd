/* The library replacements of WebAssembly under other names, so that tests can use the real
 * libraries as well. */
#ifndef CHARLATAN_TESTS_WASM_LIBRARIES_H
#define CHARLATAN_TESTS_WASM_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

enum { OURS_DEPTH = 64, OURS_MEMBERS = 512 };

/* Reads a text and writes it again; the caller frees the result. Returns NULL with the reason in
 * `why` if the text is refused. */
char *ours_json(const char *text, size_t n, char why[160]);
/* Returns 1 if two texts are the same value. Both must be JSON. */
int ours_equal(const char *a, const char *b);
/* Reads a list and makes a second one of all its entries but the first. Returns both as text; the
 * caller frees it. */
char *ours_without_first(const char *array);

/* Computes BLAKE2b of `n` bytes, `piece` at a time (0: all at once). */
void ours_hash(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key,
               size_t key_n, size_t piece);

/* Makes an object of these, copies it, and empties and doubles its list; the caller frees the
 * text. */
char *ours_pack(const char *text, int number, int yes, const char *array);

/* As the functions of libsodium. */
int ours_is_zero(const uint8_t *bytes, size_t n);
int ours_compare(const uint8_t *a, const uint8_t *b, size_t n);

#endif
