/* What every program that compares forms of the net does, wherever it runs. */
#ifndef CHARLATAN_TESTS_BITS_H
#define CHARLATAN_TESTS_BITS_H

#include <stddef.h>
#include <stdint.h>

/* A hash over all outputs of many positions: those of tests/vectors/arcane_net, and cells drawn at
 * random, each by itself and after the one before. `form` counts the forms that this processor can
 * do. Returns 0 if there is no such form, the weights cannot be read, or an output differs from
 * what the vectors say. */
uint64_t bits_hash(int form, const void *weights, size_t weights_bytes, const void *vectors,
                   size_t vectors_bytes);
/* The name of that form, or NULL. */
const char *bits_form(int form);
/* Room for a file in the memory of a program that has no files: 0 weights, 1 vectors. */
void *bits_room(int file);

#endif
