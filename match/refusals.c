/* Defines the refusals of a match. They have a file of their own because the browser's engine
 * contains only some of the other files. */
#include "match/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "match/log_refusals.def"
#include "match/record_refusals.def"
#include "match/refusals.def"
#undef REFUSAL
