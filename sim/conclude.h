/* Conclusions: sentences about what swept values change, and how sure that is. */
#ifndef CHARLATAN_SIM_CONCLUDE_H
#define CHARLATAN_SIM_CONCLUDE_H

struct sim_results;

/* "likely real": how a difference is called that chance alone makes with this probability. */
const char *sureness(double chance);
/* Calls `say` with sentences about what the swept values change and how sure that is; none without
 * a sweep. */
void conclude(const struct sim_results *r, void (*say)(void *to, const char *sentence), void *to);
/* Whether a value of a sweep, not the first, was the same as the first in all that was measured,
 * whatever the other sweeps had. */
int sweep_touches_nothing(const struct sim_results *r, int sweep, int value);

#endif
