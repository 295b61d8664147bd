/* How far two JSON texts are the same, counted in bytes and in members or elements. Quick: views
 * are told after every move, and most of one is as it was. */
#ifndef CHARLATAN_MATCH_SAME_H
#define CHARLATAN_MATCH_SAME_H

#include <stddef.h>
#include <stdint.h>

/* How many of the first n bytes are the same, counted from the beginning. */
size_t same_bytes(const char *a, const char *b, size_t n);

/* From the beginning of a member or element at p, over those that end before `limit`. Returns where
 * the next one begins, or the bracket that closes them all where that comes first; counts those
 * passed. */
const char *same_children(const char *p, const char *limit, uint32_t *passed);

#endif
