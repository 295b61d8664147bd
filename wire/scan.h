/* Finds keys and their places in a JSON text that is known to be valid. Used where the line or the
 * exact spelling matters, which parsed values do not keep. */
#ifndef CHARLATAN_WIRE_SCAN_H
#define CHARLATAN_WIRE_SCAN_H

#include <stddef.h>

struct scan {
    const char *at, *end;
    /* `depth` counts open brackets: the keys of the outermost object have depth 1. */
    int line, depth;
};

/* Begins at the first line of a text, which must outlive the scan. */
struct scan scan_text(const char *text, size_t n);

/* Returns the next key of any object, with its length, or NULL at the end. `at` is then just after
 * the key's closing quote. */
const char *scan_key(struct scan *s, size_t *n);

/* Returns 1 if the key is this name. Escapes count: "\u0069d" is id, too. */
int scan_key_is(const char *key, size_t n, const char *name);

/* Must be called after scan_key. Skips the colon and the value, and returns the value with its
 * length. */
const char *scan_value(struct scan *s, size_t *n);

#endif
