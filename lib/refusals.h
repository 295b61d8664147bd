/* Declares the refusals of the library; their rows are in the .def file. */
#ifndef CHARLATAN_LIB_REFUSALS_H
#define CHARLATAN_LIB_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "lib/refusals.def"
#undef REFUSAL

#endif
