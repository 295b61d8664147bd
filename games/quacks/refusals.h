/* Refusals of the Quacks, declared; the rows are in the .def files. */
#ifndef CHARLATAN_GAMES_QUACKS_REFUSALS_H
#define CHARLATAN_GAMES_QUACKS_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/quacks/refusals.def"
#include "games/quacks/state_refusals.def"
#undef REFUSAL

#endif
