/* Refusals of the server, defined. */
#include "server/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "server/refusals.def"
#undef REFUSAL
