/* Declares the refusals of the null game; the rows are in refusals.def and state_refusals.def. */
#ifndef CHARLATAN_GAMES_NULL_REFUSALS_H
#define CHARLATAN_GAMES_NULL_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "games/null/refusals.def"
#include "games/null/state_refusals.def"
#undef REFUSAL

#endif
