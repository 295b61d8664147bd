/* Fills in refusals (engine/refusal.h), and writes them as JSON. */
#ifndef CHARLATAN_WIRE_REFUSE_H
#define CHARLATAN_WIRE_REFUSE_H

#include "wire/refusals.h"

struct writer;

/* Fills in `why` from a row and the values of its sentence: because(why, ROW(unknown_key), path).
 * The values must not be parts of `why`. Returns -1. */
int because(struct refusal *why, const struct refusal_row *row, const char *sentence, ...)
    __attribute__((format(printf, 3, 4)));
#define ROW(name) &refusal_##name, says_##name

/* Sets the code if the row has none. Returns `result`, which is what a reader returned. */
int refused_as(struct refusal *why, enum refusal_code code, int result);

/* Writes the members that the engine protocol has for an error: code, message and rule. */
void refusal_write(struct writer *w, const struct refusal *why);
/* Writes the members that the API adds: reason, and values if there are any. */
void refusal_write_reason(struct writer *w, const struct refusal *why);

#endif
