/* Writes inputs of the socket fuzzer at random, from a vocabulary of what clients and attackers
 * say. */
#ifndef CHARLATAN_FUZZ_SOCKET_PHRASES_H
#define CHARLATAN_FUZZ_SOCKET_PHRASES_H

#include "fuzz/socket/bytes.h"

/* Writes an input, which follows from the seed. */
void phrases_write(struct bytes *to, uint64_t seed);
/* Changes an input: lines go, come, move. It ends with a NUL that does not count. */
void phrases_change(const uint8_t *from, size_t n, struct bytes *to, uint64_t seed);

#endif
