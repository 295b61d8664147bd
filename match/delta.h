/* The difference of two JSON texts of our writer, in the form of `set` in docs/api.md. */
#ifndef CHARLATAN_MATCH_DELTA_H
#define CHARLATAN_MATCH_DELTA_H

#include <stddef.h>

struct writer;

/* Writes one list, [] if the texts are equal. Paths below `home` (for instance "players.2"; may be
 * NULL) are shortened: they begin with the dot after it. */
void delta_write(struct writer *w, const char *before, size_t before_n, const char *after,
                 size_t after_n, const char *home);

#endif
