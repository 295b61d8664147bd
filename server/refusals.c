/* Defines the refusals of the server. */
#include "server/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "server/admin/refusals.def"
#include "server/refusals.def"
#undef REFUSAL
