/* All library replacements of wasm/ in one file, with static names; see wasm_parts.h. */
#define JSON_API static __attribute__((unused))
#define SODIUM_API static __attribute__((unused))
#include "wasm/jansson.h"
#include "wasm/sodium.h"

#include "wasm/blake2b.c"
#include "wasm/json.c"
#include "wasm/json_read.c"
#include "wasm/json_write.c"

#include "tests/wasm_parts.h"

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
