/* The rows of observations (engine/observe.h) as JSON. */
#ifndef CHARLATAN_WIRE_OBSERVATION_H
#define CHARLATAN_WIRE_OBSERVATION_H

#include "engine/observe.h"

struct writer;

/* How a cell becomes inputs, in a word: "one-hot". The words are those of docs/observations.md. */
const char *observation_how(const struct observe_row *row);
/* 1 if the values of the row have names. */
int observation_is_named(const struct observer *o, const struct observe_row *row);
/* Writes a row as an object. Named values are a list, from 0 on. */
void observation_row_write(struct writer *w, const struct observer *o,
                           const struct observe_row *row);

#endif
