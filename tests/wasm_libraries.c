/* All library replacements of wasm/ in one file, with static names; see wasm_libraries.h. */
#define JSON_API static __attribute__((unused))
#define SODIUM_API static __attribute__((unused))
#include "wasm/jansson.h"
#include "wasm/sodium.h"

#include "wasm/json.c"
#include "wasm/json_make.c"
#include "wasm/json_read.c"
#include "wasm/json_write.c"
#include "wasm/sodium.c"

#include "tests/wasm_libraries.h"

_Static_assert((int)OURS_DEPTH == (int)JSON_DEPTH && (int)OURS_MEMBERS == (int)JSON_MEMBERS,
               "limits");

static json_t *loaded(const char *text)
{
    return json_loadb(text, strlen(text), JSON_REJECT_DUPLICATES, NULL);
}

char *ours_json(const char *text, size_t n, char why[160])
{
    json_error_t error = {""};
    json_t *json = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    char *again = json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(json);
    memcpy(why, error.text, sizeof error.text);
    return again;
}

int ours_equal(const char *a, const char *b)
{
    json_t *left = loaded(a), *right = loaded(b);
    int equal = json_equal(left, right);
    json_decref(left);
    json_decref(right);
    return equal;
}

char *ours_without_first(const char *array)
{
    json_t *a = loaded(array), *rest = json_array(), *all = json_array();
    for (size_t i = 1; i < json_array_size(a); i++)
        json_array_append(rest, json_array_get(a, i));
    json_array_append_new(all, a);
    json_array_append_new(all, rest);
    char *text = json_dumps(all, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(all);
    return text;
}

char *ours_pack(const char *text, int number, int yes, const char *array)
{
    json_t *made = json_pack("{ss,si,sb,so}", "text", text, "number", number, "yes", yes, "list",
                             loaded(array));
    json_t *list = json_object_get(made, "list"), *copy = json_copy(list);
    json_array_extend(copy, list);
    json_array_append_new(
        copy, json_integer((json_int_t)json_string_length(json_object_get(made, "text"))));
    json_object_set_new(made, "twice", copy);
    json_t *whole = json_copy(made);
    json_array_clear(list);
    json_object_set_new(whole, "string", json_copy(json_object_get(made, "text")));
    char *again = json_dumps(whole, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(whole);
    json_decref(made);
    return again;
}

int ours_is_zero(const uint8_t *bytes, size_t n)
{
    return sodium_is_zero(bytes, n);
}

int ours_compare(const uint8_t *a, const uint8_t *b, size_t n)
{
    return sodium_memcmp(a, b, n);
}

void ours_hash(uint8_t *out, size_t out_n, const uint8_t *in, size_t n, const uint8_t *key,
               size_t key_n, size_t piece)
{
    crypto_generichash_state s;
    if (!piece) {
        crypto_generichash(out, out_n, in, n, key, key_n);
        return;
    }
    crypto_generichash_init(&s, key, key_n, out_n);
    for (size_t at = 0; at < n; at += piece)
        crypto_generichash_update(&s, in + at, n - at < piece ? n - at : piece);
    crypto_generichash_final(&s, out, out_n);
}
