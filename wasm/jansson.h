/* A part of Jansson's interface, for WebAssembly, where there is no Jansson. json_new and
 * json_member_at are additions.
 *
 * It is stricter than Jansson: a key occurs once in an object, an object has at most
 * JSON_MEMBERS keys, values are nested at most JSON_DEPTH deep, strings contain no NUL. Members
 * keep their order. If there is no memory, the program stops. tests/test_wasm.c and
 * fuzz/fuzz_json.c compare it with the real Jansson. */
#ifndef CHARLATAN_WASM_JANSSON_H
#define CHARLATAN_WASM_JANSSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef JSON_API
/* Tests define this as static, so that they can use the real Jansson as well. */
#define JSON_API
#endif

enum { JSON_DEPTH = 64, JSON_MEMBERS = 512 };

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef long long json_int_t;
typedef struct json_t json_t;

/* The object owns both. */
struct json_member {
    char *key;
    json_t *value;
};

/* Owned by those who hold references; the last json_decref frees it with all it contains. No value
 * may contain itself. */
struct json_t {
    json_type type;
    uint32_t refs;
    /* For lists and objects: the number of elements, and how many fit. */
    uint32_t n, cap;
    union {
        json_int_t integer;
        double real;
        char *text;
        json_t **list;
        struct json_member *member;
    } u;
};

/* Unlike Jansson's there is no line or column; records find their lines themselves. */
typedef struct {
    char text[160];
} json_error_t;

/* Flags. Duplicates are always refused. */
#define JSON_REJECT_DUPLICATES 0x1
#define JSON_COMPACT 0x20
#define JSON_ENSURE_ASCII 0x40

#define json_is_object(json) ((json) && (json)->type == JSON_OBJECT)
#define json_is_array(json) ((json) && (json)->type == JSON_ARRAY)
#define json_is_string(json) ((json) && (json)->type == JSON_STRING)
#define json_is_integer(json) ((json) && (json)->type == JSON_INTEGER)
#define json_is_true(json) ((json) && (json)->type == JSON_TRUE)
#define json_is_boolean(json) ((json) && ((json)->type == JSON_TRUE || (json)->type == JSON_FALSE))
#define json_is_null(json) ((json) && (json)->type == JSON_NULL)

JSON_API json_t *json_loadb(const char *text, size_t n, size_t flags, json_error_t *error);
/* Returns one line of ASCII; the caller frees it. */
JSON_API char *json_dumps(const json_t *json, size_t flags);

/* A new value: empty or zero. A string has no text yet; the caller gives it one (u.text, from
 * malloc). */
JSON_API json_t *json_new(json_type type);
JSON_API json_t *json_array(void);
JSON_API json_t *json_object(void);
JSON_API json_t *json_integer(json_int_t number);
JSON_API json_t *json_string(const char *text);
/* A new object by a format like "{si,so}": after each key a text (s), an int (i), a bool (b) or a
 * value (o), which it takes over. */
JSON_API json_t *json_pack(const char *format, ...);
/* A new list or object with the same elements; other values are copied. */
JSON_API json_t *json_copy(json_t *json);
/* Takes and returns the value; NULL stays NULL. References are counted without locks: a value
 * belongs to one thread. */
JSON_API json_t *json_incref(json_t *json);
JSON_API void json_decref(json_t *json);
JSON_API int json_equal(const json_t *a, const json_t *b);

/* These treat NULL and other types as empty values. */
JSON_API json_int_t json_integer_value(const json_t *json);
/* NULL if it is not a string. */
JSON_API const char *json_string_value(const json_t *json);
JSON_API size_t json_string_length(const json_t *json);
JSON_API size_t json_array_size(const json_t *json);
JSON_API json_t *json_array_get(const json_t *json, size_t at);
JSON_API size_t json_object_size(const json_t *json);
JSON_API json_t *json_object_get(const json_t *json, const char *key);
/* The member at this index, or NULL. */
JSON_API const struct json_member *json_member_at(const json_t *json, size_t at);

/* These return 0, or -1 if the type or the index is wrong. Those with _new take over the value even
 * then. */
JSON_API int json_array_append_new(json_t *json, json_t *value);
JSON_API int json_array_append(json_t *json, json_t *value);
JSON_API int json_array_clear(json_t *json);
/* Appends all elements of the other list. */
JSON_API int json_array_extend(json_t *json, json_t *other);
JSON_API int json_object_set_new(json_t *json, const char *key, json_t *value);

/* Values may be replaced during the loop. */
#define json_array_foreach(array, at, item)                                                        \
    for ((at) = 0; (at) < json_array_size(array) && ((item) = json_array_get(array, at)); (at)++)
#define json_object_foreach(object, name, item)                                                    \
    for (size_t member_at_ = 0; json_member_at(object, member_at_) &&                              \
                                ((name) = json_member_at(object, member_at_)->key,                 \
                                (item) = json_member_at(object, member_at_)->value);               \
         member_at_++)

#endif
