/* Makes, copies and joins JSON values; see jansson.h. */
#include "wasm/jansson.h"
#include <stdarg.h>
#include <stdlib.h>

json_t *json_object(void)
{
    return json_new(JSON_OBJECT);
}

/* Any value of json_int_t; only reading has limits. */
json_t *json_integer(json_int_t number)
{
    json_t *json = json_new(JSON_INTEGER);
    json->u.integer = number;
    return json;
}

/* The text is copied. A new value has none, so realloc allocates. */
json_t *json_string(const char *text)
{
    json_t *json = json_new(JSON_STRING);
    char *copy = realloc(json->u.text, strlen(text) + 1);
    if (!copy)
        __builtin_trap();
    strcpy(copy, text);
    json->u.text = copy;
    return json;
}

/* Strings have no NUL inside, so strlen is right; 0 if it is not a string. */
size_t json_string_length(const json_t *json)
{
    return json_is_string(json) ? strlen(json->u.text) : 0;
}

/* The value that a letter of the format stands for. Another letter is a mistake in our own code and
 * stops the program. */
static json_t *packed(char letter, va_list *args)
{
    switch (letter) {
    case 's': return json_string(va_arg(*args, const char *));
    case 'i': return json_integer(va_arg(*args, int));
    case 'b': return json_new(va_arg(*args, int) ? JSON_TRUE : JSON_FALSE);
    case 'o': return va_arg(*args, json_t *);
    default: __builtin_trap();
    }
}

/* Formats are our own: no blanks, objects only, one level. */
json_t *json_pack(const char *format, ...)
{
    json_t *json = json_object();
    va_list args;
    va_start(args, format);
    for (format++; *format == 's'; format += format[2] == ',' ? 3 : 2) {
        const char *key = va_arg(args, const char *);
        json_object_set_new(json, key, packed(format[1], &args));
    }
    va_end(args);
    return json;
}

/* NULL for NULL. Elements are shared, not copied, so they must not be changed. */
json_t *json_copy(json_t *json)
{
    json_t *copy;
    if (json_is_array(json)) {
        copy = json_array();
        json_array_extend(copy, json);
    } else if (json_is_object(json)) {
        copy = json_object();
        for (size_t i = 0; i < json->n; i++)
            json_object_set_new(copy, json->u.member[i].key, json_incref(json->u.member[i].value));
    } else if (json_is_string(json)) {
        copy = json_string(json->u.text);
    } else {
        copy = json ? json_new(json->type) : NULL;
        if (copy)
            copy->u = json->u;
    }
    return copy;
}

/* From the end, so that the list is whole at every step. */
int json_array_clear(json_t *json)
{
    if (!json_is_array(json))
        return -1;
    for (; json->n; json->n--)
        json_decref(json->u.list[json->n - 1]);
    return 0;
}

/* n is taken first: a list may be extended by itself. */
int json_array_extend(json_t *json, json_t *other)
{
    if (!json_is_array(json) || !json_is_array(other))
        return -1;
    for (size_t i = 0, n = other->n; i < n; i++)
        json_array_append(json, other->u.list[i]);
    return 0;
}
