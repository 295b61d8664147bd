/* Declares the refusals of the browser's engine; their rows are in the .def files. */
#ifndef CHARLATAN_WASM_REFUSALS_H
#define CHARLATAN_WASM_REFUSALS_H

#include "engine/refusal.h"

#define REFUSAL REFUSAL_DECLARE
#include "wasm/refusals.def"
#undef REFUSAL

#endif
