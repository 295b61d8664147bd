/* One text for both: Jansson and what WebAssembly has in its place must agree whether it is JSON, and what it says. */
#ifndef CHARLATAN_TESTS_JSON_COMPARE_H
#define CHARLATAN_TESTS_JSON_COMPARE_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/wasm_parts.h"

/* Does a value keep the limits that are ours alone? */
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

/* NULL where they agree, else what they do not agree about. */
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
        wrong = "only Jansson reads it"; /* which passes over a NUL behind a number */
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
