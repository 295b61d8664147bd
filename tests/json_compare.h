/* Compares Jansson with its replacement in WebAssembly: both must agree whether a text is JSON, and
 * on its value. */
#ifndef CHARLATAN_TESTS_JSON_COMPARE_H
#define CHARLATAN_TESTS_JSON_COMPARE_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/wasm_libraries.h"

/* Returns 1 if a value keeps the limits that only our reader has. */
static int json_within(json_t *json, int depth)
{
    const char *key;
    json_t *value;
    size_t at;
    if (depth > OURS_DEPTH || json_object_size(json) > OURS_MEMBERS)
        return !json_is_object(json) && !json_is_array(json);
    json_object_foreach(json, key, value)
        if (!json_within(value, depth + 1))
            return 0;
    json_array_foreach(json, at, value)
        if (!json_within(value, depth + 1))
            return 0;
    return 1;
}

/* Returns NULL if they agree, else how they differ. */
static const char *json_compare(const char *text, size_t n)
{
    char why[160];
    json_error_t error;
    json_t *real = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    char *theirs = real ? json_dumps(real, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    char *ours = ours_json(text, n, why);
    const char *wrong = NULL;
    if (ours && !theirs)
        wrong = "only ours reads it";
    else if (theirs && !ours && json_within(real, 1) && !memchr(text, 0, n))
        /* Jansson ignores a NUL after a number. */
        wrong = "only Jansson reads it";
    else if (ours && theirs && strcmp(ours, theirs) != 0)
        wrong = "they read something else";
    else if (!ours && !why[0])
        wrong = "refused without a reason";
    free(ours);
    free(theirs);
    json_decref(real);
    return wrong;
}

#endif
