/* The parts of a server: all there are, or all but the witness. */
#include "server/server_only.h"

#ifndef CHARLATAN_HAS_WITNESS
#define WITNESS_PART(function)
#endif
const struct server_parts parts = {
#define PART(function) .function = function,
#include "server/server_only.def"
#undef PART
};
