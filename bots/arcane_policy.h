/* The rules of thumb for Arcane Alley (bots/policy.h has the pick): what they think of each
 * answer. */
#ifndef CHARLATAN_BOTS_ARCANE_POLICY_H
#define CHARLATAN_BOTS_ARCANE_POLICY_H

#include "bots/policy.h"
#include "games/arcane/arcane.h"

/* The worth of each of these answers, in tenths of a gold piece; 0 where nothing is weighed. */
void arcane_weigh(const struct arcane_state *s, int seat, uint64_t answers, int each[64]);

/* Played into one of these slots, does the item complete a set (2), make a pair (1), or neither
 * (0)? */
int arcane_lines_up(const struct arcane_state *s, int seat, int item, uint32_t slots);

#endif
