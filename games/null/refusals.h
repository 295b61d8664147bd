/* Refusals of the null game, declared; the rows are in the .def files. */
#ifndef CHARLATAN_GAMES_NULL_REFUSALS_H
#define CHARLATAN_GAMES_NULL_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/null/refusals.def"
#include "games/null/state_refusals.def"
#undef REFUSAL

#endif
