/* JSON values; see jansson.h. */
#include "wasm/jansson.h"

#include <stdio.h>
#include <stdlib.h>

#define JSON_MUST(condition) ((condition) ? (void)0 : __builtin_trap())

/* ---- making and ending ---- */

/* With one reference, the caller's. calloc makes every kind empty. */
json_t *json_new(json_type type)
{
    json_t *json = calloc(1, sizeof *json);
    JSON_MUST(json);
    json->type = type;
    json->refs = 1;
    return json;
}

json_t *json_array(void)
{
    return json_new(JSON_ARRAY);
}

/* The caller's to free; never NULL. */
static char *text_copy(const char *text)
{
    char *copy = strdup(text);
    JSON_MUST(copy);
    return copy;
}

json_t *json_incref(json_t *json)
{
    if (json)
        json->refs++;
    return json;
}

/* Frees one value and drops what it contains. Depth is bounded by JSON_DEPTH for what was read. */
static void json_end(json_t *json)
{
    for (uint32_t i = 0; json->type == JSON_ARRAY && i < json->n; i++)
        json_decref(json->u.list[i]);
    for (uint32_t i = 0; json->type == JSON_OBJECT && i < json->n; i++) {
        free(json->u.member[i].key);
        json_decref(json->u.member[i].value);
    }
    if (json->type == JSON_ARRAY)
        free(json->u.list);
    else if (json->type == JSON_OBJECT)
        free(json->u.member);
    else if (json->type == JSON_STRING)
        free(json->u.text);
    free(json);
}

/* NULL is allowed, as in Jansson. */
void json_decref(json_t *json)
{
    if (json && --json->refs == 0)
        json_end(json);
}

/* ---- looking ---- */

json_int_t json_integer_value(const json_t *json)
{
    return json_is_integer(json) ? json->u.integer : 0;
}

const char *json_string_value(const json_t *json)
{
    return json_is_string(json) ? json->u.text : NULL;
}

size_t json_array_size(const json_t *json)
{
    return json_is_array(json) ? json->n : 0;
}

/* Borrowed, or NULL behind the end. */
json_t *json_array_get(const json_t *json, size_t at)
{
    return at < json_array_size(json) ? json->u.list[at] : NULL;
}

/* 0 for NULL and for other types, as all functions of this part. */
size_t json_object_size(const json_t *json)
{
    return json_is_object(json) ? json->n : 0;
}

const struct json_member *json_member_at(const json_t *json, size_t at)
{
    return at < json_object_size(json) ? &json->u.member[at] : NULL;
}

/* NULL if there is none, or `json` is no object. Linear: objects of records and requests are
 * small. */
static struct json_member *member_named(const json_t *json, const char *key)
{
    for (size_t i = 0; i < json_object_size(json); i++)
        if (strcmp(json->u.member[i].key, key) == 0)
            return &json->u.member[i];
    return NULL;
}

/* Borrowed, or NULL. */
json_t *json_object_get(const json_t *json, const char *key)
{
    const struct json_member *member = member_named(json, key);
    return member ? member->value : NULL;
}

/* Order does not matter. The counts are compared last; a key that b lacks differs because NULL
 * equals nothing. */
static int members_equal(const json_t *a, const json_t *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (!json_equal(a->u.member[i].value, json_object_get(b, a->u.member[i].key)))
            return 0;
    return a->n == b->n;
}

/* Element by element; order matters. */
static int lists_equal(const json_t *a, const json_t *b)
{
    for (uint32_t i = 0; i < a->n && a->n == b->n; i++)
        if (!json_equal(a->u.list[i], b->u.list[i]))
            return 0;
    return a->n == b->n;
}

/* NULL equals nothing, not even NULL. */
int json_equal(const json_t *a, const json_t *b)
{
    if (!a || !b || a->type != b->type)
        return 0;
    switch (a->type) {
    case JSON_OBJECT: return members_equal(a, b);
    case JSON_ARRAY: return lists_equal(a, b);
    case JSON_STRING: return strcmp(a->u.text, b->u.text) == 0;
    case JSON_INTEGER: return a->u.integer == b->u.integer;
    case JSON_REAL: return a->u.real == b->u.real;
    default: return 1;
    }
}

/* ---- changing ---- */

/* Makes room for one more element. Returns where the elements are now. */
static void *grown(json_t *json, void *at, size_t size)
{
    if (json->n < json->cap)
        return at;
    json->cap = json->cap ? 2 * json->cap : 4;
    at = realloc(at, json->cap * size);
    JSON_MUST(at);
    return at;
}

/* NULL as a value is refused, so that an element that could not be made is noticed. */
int json_array_append_new(json_t *json, json_t *value)
{
    if (!json_is_array(json) || !value) {
        json_decref(value);
        return -1;
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    json->u.list = grown(json, json->u.list, sizeof json->u.list[0]);
    json->u.list[json->n++] = value;
    return 0;
}

/* The caller keeps its reference. */
int json_array_append(json_t *json, json_t *value)
{
    return json_array_append_new(json, json_incref(value));
}

/* Replaces the value of a key that is there, at its place. The key is copied. A full object refuses
 * new keys alone. */
int json_object_set_new(json_t *json, const char *key, json_t *value)
{
    struct json_member *member = member_named(json, key);
    if (!json_is_object(json) || !value || (!member && json->n == JSON_MEMBERS)) {
        json_decref(value);
        return -1;
    }
    if (member) {
        json_decref(member->value);
        member->value = value;
        return 0;
    }
    json->u.member = grown(json, json->u.member, sizeof json->u.member[0]);
    json->u.member[json->n++] = (struct json_member){text_copy(key), value};
    return 0;
}
