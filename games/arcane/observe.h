/* The inside of Arcane Alley's observations: the types made of observe.def. */
#ifndef CHARLATAN_GAMES_ARCANE_OBSERVE_H
#define CHARLATAN_GAMES_ARCANE_OBSERVE_H

#include "games/arcane/facts.h"

#define SEEN(x) arcane_##x
#define SEEN_DEF "games/arcane/observe.def"
#define SEEN_SEATS MAX_SEATS
#include "engine/observe_def.h"

/* The numbers in the column `most` of observe.def. */
enum { SEEN_INFAMY = 24, SEEN_FINES = 2, SEEN_TRACKER = 21 };
_Static_assert(ITEM_COUNT == 20 && FX_COUNT == 17 && WIZARD_COUNT == 6, "rows of observe.def");
_Static_assert(Q_COUNT == 20 && PHASE_OVER == 4 && CELLS == 9 && OFFER_MAX == 9, "observe.def");
_Static_assert(AN_infamy_lap == SEEN_INFAMY + 1 && AN_markers_most == (int)SEEN_FINES &&
                   AN_two_latest + 1 == SEEN_TRACKER,
               "observe.def");
_Static_assert(STASH_MAX == 24 && PILE_MAX == 160 && MAX_ROUNDS == 150, "observe.def");

/* A state or the seat's view; both give the same bytes. */
void arcane_observe(const struct arcane_state *s, int seat, struct arcane_seen *out);

#endif
