/* Refusals of the commands, defined. */
#include "cli/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "cli/refusals.def"
#undef REFUSAL
