/* Refusals of the terminal client, defined. */
#include "tui/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "tui/refusals.def"
#undef REFUSAL
