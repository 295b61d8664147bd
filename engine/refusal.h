/* Why something is refused: a row of refusals.def, its values filled in.
 *
 * Whoever wants to know which refusal it is compares the row; nobody reads the sentence but
 * people. */
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

/* What a row of refusals.def becomes: declared in a header, defined in one source file. `says_` is
 * the sentence where the compiler can see it, so that it checks the values against it. */
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
    /* The row's, unless the asker knows better. */
    enum refusal_code code;
    /* NULL where no rule refuses. */
    const char *rule;
    /* Where in the message the values of its sentence stand. */
    struct {
        uint8_t at, n;
    } value[REFUSAL_VALUES];
    uint8_t values;
    char message[MAX_REFUSAL];
};

/* Fills in a refusal whose sentence has no value but perhaps one text (%s). */
void refusal_fill(struct refusal *why, const struct refusal_row *row, const char *value);

/* A code as it is written: "illegal-action"; and the status of an HTTP answer with it. */
const char *refusal_code_name(enum refusal_code code);
int refusal_code_status(enum refusal_code code);

#endif
