/* Declares the refusals of the simulator; their rows are in the .def files. */
#ifndef CHARLATAN_SIM_REFUSALS_H
#define CHARLATAN_SIM_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "sim/refusals.def"
#undef REFUSAL

#endif
