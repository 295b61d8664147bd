/* The 64-bit hash of states and records: XXH64 with seed 0, equal on every platform. */
#ifndef CHARLATAN_ENGINE_HASH_H
#define CHARLATAN_ENGINE_HASH_H

#include "engine/port.h"

uint64_t hash_bytes(const void *bytes, size_t n);

#endif
