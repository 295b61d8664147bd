/* Declares the refusals of the server; their rows are in the .def files. */
#ifndef CHARLATAN_SERVER_REFUSALS_H
#define CHARLATAN_SERVER_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "server/admin/refusals.def"
#include "server/refusals.def"
#undef REFUSAL

#endif
