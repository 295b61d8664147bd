/* Hashes one random game into a number; see hashes.c. */
#ifndef CHARLATAN_TESTS_HASHES_H
#define CHARLATAN_TESTS_HASHES_H

#include "engine/port.h"

uint64_t hashes_run(int game, uint64_t seed, int players, int mix);

#endif
