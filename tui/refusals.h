/* Declares the refusals of the terminal client; the rows are in refusals.def. */
#ifndef CHARLATAN_TUI_REFUSALS_H
#define CHARLATAN_TUI_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "tui/refusals.def"
#undef REFUSAL

#endif
