/* Fills in the sentence of a refusal and writes refusals as JSON. */
#include "wire/refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire/shown.h"
#include "wire/write.h"

#define REFUSAL REFUSAL_DEFINE
#include "wire/refusals.def"
#include "wire/state_refusals.def"
#undef REFUSAL

/* Longer values are cut in messages. */
enum { VALUE_BYTES = 201 };

/* A value is a place in the message and not a copy. MAX_REFUSAL is below 256, so places fit into
 * bytes. */
static void add_value(struct refusal *why, size_t at, size_t n)
{
    MUST(why->values < REFUSAL_VALUES);
    why->value[why->values].at = (uint8_t)at;
    why->value[why->values++].n = (uint8_t)n;
}

/* Writes the value of one %s or %d into the message. Texts may come from strangers, and messages
 * are shown on terminals. Returns the value's length. */
static size_t format_value(char *to, size_t room, char kind, va_list *args)
{
    MUST(kind == 's' || kind == 'd');
    if (kind == 's') {
        text_clean(to, room < VALUE_BYTES ? room : VALUE_BYTES, va_arg(*args, const char *));
        return strlen(to);
    }
    int n = snprintf(to, room, "%d", va_arg(*args, int));
    return (size_t)n < room ? (size_t)n : room - 1;
}

/* A message without room is cut, and its last values with it. The sentence knows only %s and %d, so
 * that every value has a place which translations can fill anew. */
int because(struct refusal *why, const struct refusal_row *row, const char *sentence, ...)
{
    va_list args;
    size_t at = 0, room = sizeof why->message;
    *why = (struct refusal){.row = row, .code = row->code};
    why->rule = row->rule[0] ? row->rule : NULL;
    va_start(args, sentence);
    for (const char *s = sentence; *s && at + 1 < room; s++) {
        if (*s != '%') {
            why->message[at++] = *s;
            continue;
        }
        size_t n = format_value(why->message + at, room - at, *++s, &args);
        add_value(why, at, n);
        at += n;
    }
    va_end(args);
    return -1;
}

/* A code of the row stays: it is more exact. */
int refused_as(struct refusal *why, enum refusal_code code, int result)
{
    if (result < 0 && why->code == CODE_NONE)
        why->code = code;
    return result;
}

/* ---- as JSON ---- */

/* Inside an object. `rule` is left out where no rule says it. */
void refusal_write(struct writer *w, const struct refusal *why)
{
    write_member_string(w, "code", refusal_code_name(why->code));
    write_member_string(w, "message", why->message);
    if (why->rule)
        write_member_string(w, "rule", why->rule);
}

/* Values are texts in JSON, numbers too: clients only put them into sentences. */
static void write_value(struct writer *w, const struct refusal *why, int i)
{
    char value[MAX_REFUSAL];
    memcpy(value, why->message + why->value[i].at, why->value[i].n);
    value[why->value[i].n] = 0;
    write_string(w, value);
}

void refusal_write_reason(struct writer *w, const struct refusal *why)
{
    write_member_string(w, "reason", why->row->reason);
    if (!why->values)
        return;
    write_key(w, "values");
    write_begin(w, '[');
    for (int i = 0; i < why->values; i++)
        write_value(w, why, i);
    write_end(w, ']');
}
