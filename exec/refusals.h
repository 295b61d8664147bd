/* Declares why a program that is a bot is refused; the rows are in the .def file. */
#ifndef CHARLATAN_EXEC_REFUSALS_H
#define CHARLATAN_EXEC_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "exec/refusals.def"
#undef REFUSAL

#endif
