/* The values that the rules of thumb for Arcane Alley give to answers; bots/policy.h declares the
 * choice itself. */
#ifndef CHARLATAN_BOTS_GREEDY_ARCANE_POLICY_H
#define CHARLATAN_BOTS_GREEDY_ARCANE_POLICY_H

#include "bots/policy.h"
#include "games/arcane/arcane.h"

/* The worth of each of these answers, in tenths of a gold piece; 0 for answers that are not valued.
 * Works on a state or a view. `answers` is legal for this seat. */
void arcane_weigh(const struct arcane_state *s, int seat, uint64_t answers, int each[64]);

/* Returns 2 if the item, played into one of these slots, completes a set, 1 if it makes a pair,
 * else 0. */
int arcane_lines_up(const struct arcane_state *s, int seat, int item, uint32_t slots);

#endif
