/* Reads untrusted text as JSON values, or gives a reason for refusing it; see jansson.h. */
#include "wasm/jansson.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/utf8.h"

/* The text may have anything; nothing is read at or behind `end`. */
struct reader {
    const unsigned char *at, *end;
    /* The first error. */
    const char *wrong;
    int depth;
};

/* The innermost error comes first and stays. Always returns NULL. */
static json_t *wrong(struct reader *r, const char *why)
{
    if (!r->wrong)
        r->wrong = why;
    return NULL;
}

/* -1 at the end. Does not skip blanks. */
static int peek(const struct reader *r)
{
    return r->at < r->end ? *r->at : -1;
}

/* JSON's four blanks alone. Returns what follows, or -1. */
static int skip(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
    return peek(r);
}

/* Takes this character if it follows, blanks or not. */
static int take(struct reader *r, int c)
{
    if (skip(r) != c)
        return 0;
    r->at++;
    return 1;
}

/* ---- strings ---- */

/* Reads four hex digits; returns -1 if they are not. `c | 0x20` makes letters small. */
static int32_t unit(struct reader *r)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = peek(r), low = c | 0x20;
        if (c >= '0' && c <= '9')
            value = value << 4 | (c - '0');
        else if (low >= 'a' && low <= 'f')
            value = value << 4 | (low - 'a' + 10);
        else
            return -1;
    }
    return value;
}

/* Reads what follows \u: one UTF-16 unit, or a surrogate pair (RFC 8259, section 7). Half a pair is
 * refused. Returns the end in `to`, or NULL. */
static char *unicode_escape(struct reader *r, char *to)
{
    int32_t high = unit(r), low = 0;
    if (high >= 0xd800 && high < 0xdc00) {
        if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
            return NULL;
        r->at += 2;
        low = unit(r);
        if (low < 0xdc00 || low > 0xdfff)
            return NULL;
        return to +
               utf8_write(0x10000u + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00),
                          to);
    }
    /* Strings must not contain NUL. */
    if (high <= 0 || (high >= 0xdc00 && high < 0xe000))
        return NULL;
    return to + utf8_write((uint32_t)high, to);
}

/* `names` and `meant` go together, character by character; strchr would find its final NUL, hence c
 * > 0. */
static char *escape(struct reader *r, char *to)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *found = c > 0 ? strchr(names, c) : NULL;
    r->at++;
    if (c == 'u')
        return unicode_escape(r, to);
    if (!found)
        return NULL;
    *to++ = meant[found - names];
    return to;
}

/* Reads one character, escaped or not, into `to`. Returns the end of it in `to`, or NULL if it is
 * invalid. */
static char *one_character(struct reader *r, char *to)
{
    uint32_t c;
    size_t n = utf8_read((const char *)r->at, (size_t)(r->end - r->at), &c);
    if (*r->at == '\\') {
        r->at++;
        to = escape(r, to);
        if (!to)
            wrong(r, "invalid escape in a string");
        return to;
    }
    if (n == 0 || *r->at < 0x20) {
        wrong(r, n ? "control character in a string" : "invalid UTF-8");
        return NULL;
    }
    memcpy(to, r->at, n);
    r->at += n;
    return to + n;
}

/* A decoded string is never longer than its source, so the distance to the closing quote is enough.
 * Five bytes more are room for a last character and the NUL. */
static size_t string_room(const struct reader *r)
{
    const unsigned char *at = r->at;
    while (at < r->end && *at != '"')
        at += *at == '\\' ? 2 : 1;
    return (size_t)(at - r->at) + 5;
}

/* Reads a string after its opening quote. The caller frees it. */
static char *string(struct reader *r)
{
    char *text = malloc(string_room(r)), *to = text;
    if (!text)
        __builtin_trap();
    while (to && r->at < r->end && *r->at != '"')
        to = one_character(r, to);
    if (to && r->at < r->end) {
        r->at++;
        *to = 0;
        return text;
    }
    free(text);
    wrong(r, "the text ends inside a string");
    return NULL;
}

/* After the opening quote. */
static json_t *read_string(struct reader *r)
{
    char *text = string(r);
    if (!text)
        return NULL;
    json_t *json = json_new(JSON_STRING);
    json->u.text = text;
    return json;
}

/* ---- numbers and names ---- */

/* 1 if there was at least one. */
static int digits(struct reader *r)
{
    const unsigned char *from = r->at;
    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > from;
}

/* Skips a number (RFC 8259, section 6). Returns 1 for a whole one, 2 for one with a decimal point
 * or exponent, 0 if there is none. Zeros in front are refused. */
static int number_kind(struct reader *r)
{
    int kind = 1;
    if (peek(r) == '-')
        r->at++;
    const unsigned char *first = r->at;
    if (!digits(r) || (*first == '0' && r->at - first > 1))
        return 0;
    if (peek(r) == '.') {
        kind = 2, r->at++;
        if (!digits(r))
            return 0;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        kind = 2, r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        if (!digits(r))
            return 0;
    }
    return kind;
}

/* NULL if it is too large. A real number that is too small becomes 0 or nearly 0, as in Jansson,
 * hence the comparison with 1. */
static json_t *number_of(const char *text, int kind)
{
    json_t *json = json_new(kind == 1 ? JSON_INTEGER : JSON_REAL);
    errno = 0;
    if (kind == 1)
        json->u.integer = strtoll(text, NULL, 10);
    else
        json->u.real = strtod(text, NULL);
    if (errno == ERANGE && (kind == 1 || fabs(json->u.real) > 1)) {
        json_decref(json);
        return NULL;
    }
    return json;
}

/* strtoll and strtod want a NUL at the end, which the text need not have. */
static json_t *read_number(struct reader *r)
{
    const unsigned char *from = r->at;
    int kind = number_kind(r);
    if (!kind)
        return wrong(r, "a number is not whole");
    size_t n = (size_t)(r->at - from);
    char *text = strndup((const char *)from, n);
    if (!text)
        __builtin_trap();
    json_t *json = number_of(text, kind);
    free(text);
    return json ? json : wrong(r, "a number is too large");
}

/* Reads all letters first, so that "nullx" is one unknown word and not null with something behind
 * it. */
static json_t *read_name(struct reader *r)
{
    static const struct {
        const char *text;
        json_type type;
    } names[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    const unsigned char *from = r->at;
    while ((peek(r) | 0x20) >= 'a' && (peek(r) | 0x20) <= 'z')
        r->at++;
    size_t n = (size_t)(r->at - from);
    for (int i = 0; i < 3; i++)
        if (n == strlen(names[i].text) && memcmp(from, names[i].text, n) == 0)
            return json_new(names[i].type);
    return wrong(r, n ? "unknown word (expected true, false or null)" : "a value is missing");
}

/* ---- lists and objects ---- */

static json_t *read_value(struct reader *r);

/* Drops what was read so far of a list or an object. */
static json_t *given_up(json_t *json)
{
    json_decref(json);
    return NULL;
}

/* After its bracket. A comma must be followed by a value. */
static json_t *read_list(struct reader *r)
{
    json_t *list = json_new(JSON_ARRAY);
    if (take(r, ']'))
        return list;
    do {
        json_t *value = read_value(r);
        if (!value)
            return given_up(list);
        json_array_append_new(list, value);
    } while (take(r, ','));
    if (take(r, ']'))
        return list;
    wrong(r, "a list does not end");
    return given_up(list);
}

/* All keys are looked through for a duplicate; JSON_MEMBERS keeps that short. Returns 0, or -1 with
 * the reason noted. */
static int read_member(struct reader *r, json_t *object)
{
    char *key = take(r, '"') ? string(r) : NULL;
    int fits = key && object->n < JSON_MEMBERS && !json_object_get(object, key);
    json_t *value = NULL;
    if (key && !fits)
        wrong(r, object->n < JSON_MEMBERS ? "duplicate key" : "too many keys");
    if (fits && take(r, ':'))
        value = read_value(r);
    if (value)
        json_object_set_new(object, key, value);
    else
        wrong(r, "a key or its value is missing");
    free(key);
    return value ? 0 : -1;
}

/* After its brace. Members keep their order. */
static json_t *read_object(struct reader *r)
{
    json_t *object = json_new(JSON_OBJECT);
    if (take(r, '}'))
        return object;
    do
        if (read_member(r, object) < 0)
            return given_up(object);
    while (take(r, ','));
    if (take(r, '}'))
        return object;
    wrong(r, "an object does not end");
    return given_up(object);
}

/* The limit keeps hostile text from using up the stack. `read` begins behind the bracket. */
static json_t *read_nested(struct reader *r, json_t *(*read)(struct reader *))
{
    if (++r->depth > JSON_DEPTH)
        return wrong(r, "nested too deep");
    r->at++;
    json_t *json = read(r);
    r->depth--;
    return json;
}

/* Any kind, after blanks. NULL with the reason noted. */
static json_t *read_value(struct reader *r)
{
    int c = skip(r);
    if (c == '{')
        return read_nested(r, read_object);
    if (c == '[')
        return read_nested(r, read_list);
    if (c == '"')
        return r->at++, read_string(r);
    return c == '-' || (c >= '0' && c <= '9') ? read_number(r) : read_name(r);
}

/* A value on its own is refused, as Jansson does without JSON_DECODE_ANY; so is anything behind the
 * value. */
static json_t *read_all(struct reader *r)
{
    int c = skip(r);
    if (c != '{' && c != '[')
        return wrong(r, "the text does not begin with { or [");
    json_t *json = read_value(r);
    if (!json || skip(r) < 0)
        return json;
    wrong(r, "unexpected text after the end");
    return given_up(json);
}

/* `error` gets the reason alone, and only on failure. Flags change nothing: what they would demand
 * is always demanded. */
json_t *json_loadb(const char *text, size_t n, size_t flags, json_error_t *error)
{
    const unsigned char *from = (const unsigned char *)text;
    struct reader r = {from, from + n, NULL, 0};
    (void)flags;
    json_t *json = read_all(&r);
    if (!json && error)
        snprintf(error->text, sizeof error->text, "%s", r.wrong);
    return json;
}
