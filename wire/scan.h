/* Finding things in a JSON text that is known to be valid: keys with their place. Used where a
 * parsed value has lost what it looked like, or where it stood. */
#ifndef CHARLATAN_WIRE_SCAN_H
#define CHARLATAN_WIRE_SCAN_H

#include <stddef.h>

struct scan {
    const char *at, *end;
    /* `depth` counts open brackets: the keys of the outermost object have depth 1. */
    int line, depth;
};

struct scan scan_text(const char *text, size_t n);

/* The next key of any object, with its length, or NULL at the end; `at` is then behind its
 * quotes. */
const char *scan_key(struct scan *s, size_t *n);

/* Does the key stand for this name? "\\u0069d" is id too. */
int scan_key_is(const char *key, size_t n, const char *name);

/* Behind a key: moves over the colon and the value, and returns the value with its length. */
const char *scan_value(struct scan *s, size_t *n);

#endif
