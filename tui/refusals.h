/* Refusals of the terminal client, declared; the rows are in the .def files. */
#ifndef CHARLATAN_TUI_REFUSALS_H
#define CHARLATAN_TUI_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "tui/refusals.def"
#undef REFUSAL

#endif
