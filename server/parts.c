/* The parts of a server: all there are. */
#include "server/parts.h"

const struct parts parts = {
#define PART(function) .function = function,
#include "server/parts.def"
#undef PART
};
