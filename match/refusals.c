/* Refusals of a match, defined: a file of its own, because the page's engine has only some of the
 * others. */
#include "match/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "match/log_refusals.def"
#include "match/record_refusals.def"
#include "match/refusals.def"
#undef REFUSAL
