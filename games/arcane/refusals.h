/* Refusals of Arcane Alley, declared; the rows are in the .def files. */
#ifndef CHARLATAN_GAMES_ARCANE_REFUSALS_H
#define CHARLATAN_GAMES_ARCANE_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/arcane/refusals.def"
#include "games/arcane/state_refusals.def"
#undef REFUSAL

#endif
