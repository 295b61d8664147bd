/* The key of an Arcane Alley position in the tree of a search. */
#ifndef CHARLATAN_BOTS_SEARCH_ARCANE_TREE_KEY_H
#define CHARLATAN_BOTS_SEARCH_ARCANE_TREE_KEY_H

#include "games/arcane/arcane.h"

/* The same for two states of one game if and only if `seat` sees the same, but for one pair of
 * 2^63. Pages make views instead: they have no instruction for products of 128 bits. */
uint64_t arcane_key(const void *state, int seat);

#endif
