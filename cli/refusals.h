/* Declares the refusals of the commands; their rows are in the .def files. */
#ifndef CHARLATAN_CLI_REFUSALS_H
#define CHARLATAN_CLI_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "cli/refusals.def"
#undef REFUSAL

#endif
