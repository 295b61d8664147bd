/* Declares the refusals of odds and hints; their rows are in the .def files. */
#ifndef CHARLATAN_ADVICE_REFUSALS_H
#define CHARLATAN_ADVICE_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "advice/refusals.def"
#undef REFUSAL

#endif
