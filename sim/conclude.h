/* Conclusions: sentences about what swept values change, and how sure that is. */
#ifndef CHARLATAN_SIM_CONCLUDE_H
#define CHARLATAN_SIM_CONCLUDE_H

struct sim_results;

/* "likely real": how a difference is called that chance alone makes with this probability. For
 * chances of 0.05 at most: larger ones are not called likely. Constant text. */
const char *sureness(double chance);
/* Calls `say` with sentences about what the swept values change and how sure that is; none without
 * a sweep. Each sentence is lent for the call. The order is: warnings, headlines, the surest of the
 * rest, then the interaction of a grid. */
void conclude(const struct sim_results *r, void (*say)(void *to, const char *sentence), void *to);
/* Whether a value of a sweep, not the first, was the same as the first in all that was measured,
 * whatever the other sweeps had. `value` is an index into the sweep's values, from 1 on. */
int sweep_touches_nothing(const struct sim_results *r, int sweep, int value);

#endif
