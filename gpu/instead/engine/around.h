/* What is around the rules on a GPU: nobody who forces outcomes, notes them or reads events, the
 * standard numbers alone, and little memory. The compiler leaves out what is never asked for. */
#ifndef CHARLATAN_GPU_INSTEAD_ENGINE_AROUND_H
#define CHARLATAN_GPU_INSTEAD_ENGINE_AROUND_H

#include "engine/port.h"

/* A word of chance is made without remembering its block, which then stays in registers. */
enum { CHANCE_BLOCKS = 1 };

/* Always 0, so the branches for callers on the host are left out. */
static inline int around_has(int it)
{
    (void)it;
    return 0;
}

/* Games with other numbers are refused for GPUs. */
static inline const uint16_t *numbers_at(uint16_t id)
{
    (void)id;
    __builtin_unreachable();
}

#endif
