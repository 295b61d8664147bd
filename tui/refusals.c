/* Defines the refusals of the terminal client. */
#include "tui/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "tui/refusals.def"
#undef REFUSAL
