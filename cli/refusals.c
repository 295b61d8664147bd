/* Defines the refusals of the commands. */
#include "cli/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "cli/refusals.def"
#undef REFUSAL
