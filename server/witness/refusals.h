/* Declares the refusals of a witness; their rows are in the .def files. */
#ifndef CHARLATAN_SERVER_WITNESS_REFUSALS_H
#define CHARLATAN_SERVER_WITNESS_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "server/witness/refusals.def"
#undef REFUSAL

#endif
