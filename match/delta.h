/* The difference of two JSON texts as our writer makes them, in the form of docs/api.md (`set`). */
#ifndef CHARLATAN_MATCH_DELTA_H
#define CHARLATAN_MATCH_DELTA_H

#include "wire/wire.h"

/* Writes one list; [] where the texts are equal. Paths below `home` ("players.2"; or NULL) begin
 * with its dot. */
void delta_write(struct writer *w, const char *before, size_t before_n, const char *after,
                 size_t after_n, const char *home);

#endif
