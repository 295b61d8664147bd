/* Defines why a program that is a bot is refused. */
#include "exec/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "exec/refusals.def"
#undef REFUSAL
