/* The rows of observations (engine/observe.h) as JSON. */
#ifndef CHARLATAN_WIRE_OBSERVATION_H
#define CHARLATAN_WIRE_OBSERVATION_H

#include "engine/observe.h"
#include "wire/wire.h"

/* How a cell becomes inputs, in a word: "one-hot". */
const char *observation_how(const struct observe_row *row);
/* Writes a row as an object. */
void observation_row_write(struct writer *w, const struct observe_row *row);

#endif
