/* What WebAssembly has in place of libraries, behind names of its own, so that it can stand beside them. */
#ifndef CHARLATAN_TESTS_WASM_PARTS_H
#define CHARLATAN_TESTS_WASM_PARTS_H

#include <stddef.h>
#include <stdint.h>

enum { OURS_DEPTH = 64, OURS_MEMBERS = 512 };

/* A text read and written again, to be freed; NULL where it is refused, and then `why` is a reason. */
char *ours_json(const char *text, size_t n, char why[160]);
/* Are two texts the same value? Both must be JSON. */
int ours_equal(const char *a, const char *b);
/* Reads a list and makes a second one of all its entries but the first; both lists, to be freed. */
char *ours_without_first(const char *array);

/* BLAKE2b of `n` bytes, `piece` at a time (0: all at once). */
void ours_hash(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key,
               size_t key_n, size_t piece);

#endif
