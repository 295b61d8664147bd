/* Declares the refusals of all readers; their rows are in the .def files. */
#ifndef CHARLATAN_WIRE_REFUSALS_H
#define CHARLATAN_WIRE_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "wire/refusals.def"
#include "wire/state_refusals.def"
#undef REFUSAL

#endif
