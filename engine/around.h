/* What is around the rules where they run: who forces outcomes, notes them or reads events, numbers
 * that a table may have changed, and memory for chance.
 *
 * A build for a place that has less puts a header of this name in front of this one, as gpu/instead
 * does. The rules ask here, and never where they run. */
#ifndef CHARLATAN_ENGINE_AROUND_H
#define CHARLATAN_ENGINE_AROUND_H

#include "engine/port.h"

/* How many blocks of chance are remembered: making one takes as long as a decision. Streams that
 * share a place displace each other's block, which changes no outcome. Here every stream has a
 * place: with half of them the Quacks are 8 % slower. With 1 none is remembered. */
enum { CHANCE_BLOCKS = 16 };

/* `it` says whether a script, a log or a sink is there; what comes of it is left out of a build
 * where there never is one. */
static inline int around_has(int it)
{
    return it;
}

/* The values behind an id that numbers_add gave (engine/numbers.h). This is the one thing that the
 * rules ask for and that is not in their arguments. Out of line, so that games by the standard
 * numbers stay small. */
RARE const uint16_t *numbers_at(uint16_t id);

#endif
