/* What the steps of the schema mean for a program that knows all, or only some of them. */
#include "store/steps.h"

#include <stdio.h>

#include "engine/version.h"

#define STEP(name, effect, sqlite, postgres) {#name, effect, sqlite, postgres},
const struct schema_step steps[STEPS] = {
#include "store/steps.def"
};
#undef STEP

/* 0 for an empty database. Steps that only add do not change it. */
int steps_version(int done)
{
    int version = 0;
    for (int n = 1; n <= done && n <= STEPS; n++)
        if (steps[n - 1].effect == STEP_BREAKS)
            version = n;
    return version;
}

/* Version 0 of a database that is ours is impossible: the first step breaks. */
int steps_refuse(int64_t version, const char *program, char why[STORE_ERROR])
{
    if (version >= 1 && version <= STEPS)
        return 0;
    if (version < 1)
        snprintf(why, STORE_ERROR, "was made by an unknown version of charlatan");
    else if (program[0])
        snprintf(why, STORE_ERROR,
                 "was changed by a newer charlatan: use %.20s or later (this is %s)", program,
                 CHARLATAN_VERSION);
    else
        snprintf(why, STORE_ERROR, "was made by a newer charlatan: use that version (this is %s)",
                 CHARLATAN_VERSION);
    return -1;
}
