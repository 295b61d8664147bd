/* Counts how far two JSON texts are equal, in bytes and in members or elements. It must be fast:
 * views are sent after every move, and most of a view does not change. */
#ifndef CHARLATAN_MATCH_SAME_H
#define CHARLATAN_MATCH_SAME_H

#include <stddef.h>
#include <stdint.h>

/* The number of equal bytes at the beginning, at most n. */
size_t same_bytes(const char *a, const char *b, size_t n);

/* Starts at a member or element at p and skips those that end before `limit`. Returns the beginning
 * of the next one, or the closing bracket if that comes first. `passed` counts those skipped. */
const char *same_children(const char *p, const char *limit, uint32_t *passed);

#endif
