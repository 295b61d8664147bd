/* Defines the refusals of a witness. */
#include "server/witness/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "server/witness/refusals.def"
#undef REFUSAL
