/* Cleans what other programs say in JSON of what may not be shown (shown.h). Pages have no need of
 * it, and it is not in their modules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "wire/shown.h"
#include "wire/write.h"

/* The value is only replaced if it changes, which is rare: most texts are clean. */
static void tidy_string(json_t *json)
{
    char *text = strdup(json_string_value(json));
    MUST(text);
    text_tidy(text);
    if (strcmp(text, json_string_value(json)) != 0)
        json_string_set(json, text);
    free(text);
}

/* Recursion goes as deep as the text, which Jansson has bounded. */
void json_tidy(json_t *json)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_string(json))
        tidy_string(json);
    json_array_foreach(json, i, value)
        json_tidy(value);
    json_object_foreach(json, key, value)
        json_tidy(value);
}

/* ---- escapes ---- */

/* Characters beyond U+FFFF become a pair of surrogates (RFC 8259, 7). */
static void write_escape(struct writer *w, uint32_t c)
{
    char text[16];
    int n = c < 0x10000 ? snprintf(text, sizeof text, "\\u%04x", c)
                        : snprintf(text, sizeof text, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10),
                                   0xdc00 | (c & 0x3ff));
    write_bytes(w, text, (size_t)n, 0);
}

/* Escapes may stand in strings only, so the text must be JSON. Lines end with \n; no other control
 * character is let through. After -1 a part has been written. */
int write_shown(struct writer *w, const char *text, size_t n)
{
    const char *end = text + n;
    while (text < end) {
        const char *from = text;
        uint32_t c = character_read(&text);
        if (!c || (c < 0x20 && c != '\n'))
            return -1;
        if (c != '\n' && character_is_dropped(c))
            write_escape(w, c);
        else
            write_bytes(w, from, (size_t)(text - from), 0);
    }
    return 0;
}
