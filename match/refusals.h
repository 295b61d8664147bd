/* Declares the refusals of a match; their rows are in the .def files. */
#ifndef CHARLATAN_MATCH_REFUSALS_H
#define CHARLATAN_MATCH_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "match/record_refusals.def"
#include "match/refusals.def"
#include "match/log_refusals.def"
#undef REFUSAL

#endif
