/* Declares the refusals of the Quacks; the rows are in refusals.def and state_refusals.def. */
#ifndef CHARLATAN_GAMES_QUACKS_REFUSALS_H
#define CHARLATAN_GAMES_QUACKS_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/quacks/refusals.def"
#include "games/quacks/state_refusals.def"
#undef REFUSAL

#endif
