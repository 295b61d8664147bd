/* The parts of a server: all there are. */
#include "server/server_only.h"

const struct server_parts parts = {
#define PART(function) .function = function,
#include "server/server_only.def"
#undef PART
};
