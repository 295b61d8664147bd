/* Defines the refusals of a witness. */
#include "witness/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "witness/refusals.def"
#undef REFUSAL
