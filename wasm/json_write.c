/* Writes JSON values as one line of ASCII, for error messages; see jansson.h. */
#include "wasm/jansson.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/utf8.h"

/* Always ends with a NUL once something was added; `at` NULL: nothing yet. */
struct dump {
    char *at;
    size_t n, cap;
};

/* n may be 0. Doubles its room, so that a long text costs no more than twice its length. Without
 * memory the program ends. */
static void add(struct dump *to, const char *text, size_t n)
{
    if (!to->at || n >= to->cap - to->n) {
        to->cap = 2 * (to->n + n) + 64;
        to->at = realloc(to->at, to->cap);
        if (!to->at)
            __builtin_trap();
    }
    memcpy(to->at + to->n, text, n);
    to->n += n;
    to->at[to->n] = 0;
}

static void add_text(struct dump *to, const char *text)
{
    add(to, text, strlen(text));
}

/* ---- strings ---- */

/* One UTF-16 unit, with big letters as Jansson writes them. */
static void add_unit(struct dump *to, uint32_t unit)
{
    char code[8];
    snprintf(code, sizeof code, "\\u%04X", (unsigned)unit & 0xffff);
    add_text(to, code);
}

/* Everything that is not ASCII is escaped, beyond U+FFFF as a surrogate pair (RFC 8259, section 7).
 * DEL (127) stays as it is. */
static void add_character(struct dump *to, uint32_t code)
{
    static const char plain[] = "\"\\\b\f\n\r\t", escape[] = "\"\\bfnrt";
    const char *found = code ? memchr(plain, (int)code, code < 128 ? sizeof plain - 1 : 0) : NULL;
    char byte = (char)code;
    if (found) {
        add(to, "\\", 1);
        add(to, &escape[found - plain], 1);
    } else if (code >= 0x20 && code < 0x80) {
        add(to, &byte, 1);
    } else if (code < 0x10000) {
        add_unit(to, code);
    } else {
        add_unit(to, 0xd800 + ((code - 0x10000) >> 10));
        add_unit(to, 0xdc00 + (code & 0x3ff));
    }
}

/* Strings were checked when they were read, so every character can be read again. Up to 4 bytes are
 * looked at; the NUL ends a shorter one. */
static void add_string(struct dump *to, const char *text)
{
    uint32_t code;
    add(to, "\"", 1);
    while (*text) {
        size_t n = utf8_read(text, 4, &code);
        MUST(n != 0);
        text += n;
        add_character(to, code);
    }
    add(to, "\"", 1);
}

/* ---- values ---- */

static void add_value(struct dump *to, const json_t *json);

/* Writes as few characters as possible: 1e20, not 1e+20. A real number stays recognisable: 2.0, not
 * 2. */
static void add_real(struct dump *to, double real)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", real);
    size_t n = strcspn(digits, "e");
    const char *power = digits + n;
    add(to, digits, n);
    if (!*power) {
        add(to, ".0", strchr(digits, '.') ? 0 : 2);
        return;
    }
    add_text(to, power[1] == '-' ? "e-" : "e");
    power += 2;
    add_text(to, power + strspn(power, "0"));
}

/* Without blanks, as Jansson's JSON_COMPACT. */
static void add_list(struct dump *to, const json_t *json)
{
    add(to, "[", 1);
    for (uint32_t i = 0; i < json->n; i++) {
        add(to, ",", i > 0);
        add_value(to, json->u.list[i]);
    }
    add(to, "]", 1);
}

/* In the order in which the members were added. */
static void add_object(struct dump *to, const json_t *json)
{
    add(to, "{", 1);
    for (uint32_t i = 0; i < json->n; i++) {
        add(to, ",", i > 0);
        add_string(to, json->u.member[i].key);
        add(to, ":", 1);
        add_value(to, json->u.member[i].value);
    }
    add(to, "}", 1);
}

/* Recursive; JSON_DEPTH bounds the depth of what was read. */
static void add_value(struct dump *to, const json_t *json)
{
    char digits[24];
    switch (json->type) {
    case JSON_OBJECT: add_object(to, json); break;
    case JSON_ARRAY: add_list(to, json); break;
    case JSON_STRING: add_string(to, json->u.text); break;
    case JSON_INTEGER:
        snprintf(digits, sizeof digits, "%lld", json->u.integer);
        add_text(to, digits);
        break;
    case JSON_REAL: add_real(to, json->u.real); break;
    case JSON_TRUE: add_text(to, "true"); break;
    case JSON_FALSE: add_text(to, "false"); break;
    default: add_text(to, "null"); break;
    }
}

/* Always compact and in ASCII, whatever the flags. NULL for NULL; the caller frees the text. */
char *json_dumps(const json_t *json, size_t flags)
{
    struct dump dump = {0};
    (void)flags;
    if (json)
        add_value(&dump, json);
    return dump.at;
}
