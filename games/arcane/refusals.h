/* Declares the refusals of Arcane Alley; the rows are in refusals.def and state_refusals.def. */
#ifndef CHARLATAN_GAMES_ARCANE_REFUSALS_H
#define CHARLATAN_GAMES_ARCANE_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/arcane/refusals.def"
#include "games/arcane/state_refusals.def"
#undef REFUSAL

#endif
