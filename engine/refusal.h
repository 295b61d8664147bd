/* A refusal: a row of refusals.def with its values filled in.
 *
 * To recognise a refusal, code compares its row; the sentence is for people only. */
#ifndef CHARLATAN_ENGINE_REFUSAL_H
#define CHARLATAN_ENGINE_REFUSAL_H

#include "engine/port.h"

enum { MAX_REFUSAL = 240, REFUSAL_VALUES = 5 };

enum refusal_code {
    CODE_NONE,
#define CODE(NAME, code, status) CODE_##NAME,
#include "engine/refusal_codes.def"
#undef CODE
};

struct refusal_row {
    const char *reason, *rule, *sentence;
    enum refusal_code code;
};

/* Declares a row of refusals.def in a header and defines it in one source file. `says_` gives the
 * sentence to the compiler, which checks the values against it. */
#define REFUSAL_DECLARE(name, reason_, code_, rule_, sentence_)                                    \
    extern const struct refusal_row refusal_##name;                                                \
    static const char says_##name[] = sentence_;
#define REFUSAL_DEFINE(name, reason_, code_, rule_, sentence_)                                     \
    const struct refusal_row refusal_##name = {reason_, rule_, sentence_, CODE_##code_};

#define REFUSAL REFUSAL_DECLARE
#include "engine/refusals.def"
#undef REFUSAL

struct refusal {
    const struct refusal_row *row;
    /* The row's code, unless the caller has set another. */
    enum refusal_code code;
    /* NULL if no rule refuses. */
    const char *rule;
    /* The places of the sentence's values in the message. */
    struct {
        uint8_t at, n;
    } value[REFUSAL_VALUES];
    uint8_t values;
    char message[MAX_REFUSAL];
};

/* Fills in a refusal whose sentence has at most one value, a text (%s). */
void refusal_fill(struct refusal *why, const struct refusal_row *row, const char *value);

/* The text of a code, such as "illegal-action", and the status of an HTTP answer with it. */
const char *refusal_code_name(enum refusal_code code);
int refusal_code_status(enum refusal_code code);

#endif
