/* Fills in refusals for the rules, which have no printf, and names codes. */
#include "engine/refusal.h"
#include "engine/text.h"

#define REFUSAL REFUSAL_DEFINE
#include "engine/refusals.def"
#undef REFUSAL

static void add_value(struct refusal *why, struct text *t, const char *value)
{
    size_t at = t->n;
    text_add(t, value);
    why->value[0].at = (uint8_t)at;
    why->value[0].n = (uint8_t)(t->n - at);
    why->values = 1;
}

void refusal_fill(struct refusal *why, const struct refusal_row *row, const char *value)
{
    struct text t = text_in(why->message, sizeof why->message);
    const char *s = row->sentence;
    why->row = row;
    why->code = row->code;
    why->rule = row->rule[0] ? row->rule : NULL;
    why->values = 0;
    for (; *s; s++)
        if (s[0] == '%' && s[1] == 's') {
            MUST(value);
            add_value(why, &t, value);
            s++;
        } else {
            text_char(&t, *s);
        }
}

static const struct {
    const char *name;
    int status;
} codes[] = {
    {"", 500},
#define CODE(NAME, code, status) {code, status},
#include "engine/refusal_codes.def"
#undef CODE
};

const char *refusal_code_name(enum refusal_code code)
{
    return codes[code].name;
}

int refusal_code_status(enum refusal_code code)
{
    return codes[code].status;
}
