/* The steps by which the schema of a database came about; their rows are in steps.def.
 *
 * A database says two things. Its table `steps` has a row for each step that was taken. Its
 * version (PRAGMA user_version, charlatan.about) is the number of the last step that breaks: a
 * program that does not know that step refuses the database. Steps that only add something leave
 * the version, so nodes of the version before go on beside a newer one. */
#ifndef CHARLATAN_STORE_STEPS_H
#define CHARLATAN_STORE_STEPS_H

#include "store/told.h"

enum schema_effect { STEP_ADDS, STEP_BREAKS };

struct schema_step {
    const char *name;
    enum schema_effect effect;
    const char *sqlite, *postgres;
};

#define STEP(name, effect, sqlite, postgres) STEP_##name,
enum {
#include "store/steps.def"
    STEPS
};
#undef STEP

/* Step number n is steps[n - 1]. */
extern const struct schema_step steps[STEPS];

/* The version that a database has after its first `done` steps. */
int steps_version(int done);

/* Writes why a database of this version cannot be used, as the end of a sentence; returns 0 if it
 * can. `program` is the version of charlatan that took the step; "" if the database does not say
 * it. */
int steps_refuse(int64_t version, const char *program, char why[STORE_ERROR]);

#endif
