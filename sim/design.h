/* Designs: sets of options with names, compared on the same deals (--design). */
#ifndef CHARLATAN_SIM_DESIGN_H
#define CHARLATAN_SIM_DESIGN_H

#include <jansson.h>

struct refusal;
struct sim_plan;

/* Each pair of designs has cross sums for every metric, so their number grows with the square. */
enum { DESIGNS_MAX = 12 };

/* Adds a design to the plan, as a value of its first sweep; before any other sweep. 0, or -1 with
 * the reason. */
int design_read(struct sim_plan *p, const char *text, struct refusal *why);
/* Puts its options into an object: "A=key=value key=value", "A=@FILE", or "A=" for none. The text
 * has been read before. 0, or -1 with the reason. */
int design_set(const struct sim_plan *p, const char *text, json_t *options, struct refusal *why);

#endif
