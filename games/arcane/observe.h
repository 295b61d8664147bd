/* The inside of Arcane Alley's observations: the types made of observe.def, and what the words of
 * its cells and values are. */
#ifndef CHARLATAN_GAMES_ARCANE_OBSERVE_H
#define CHARLATAN_GAMES_ARCANE_OBSERVE_H

#include "games/arcane/rules.h"

/* The columns `entries` and `values` of observe.def. */
enum arcane_seen_as {
    PLAIN,
    OF_ITEMS,
    OF_EFFECTS,
    AS_ITEM,
    AS_CELL,
    AS_QUESTION,
    AS_WIZARD,
    AS_PHASE,
    AS_SEAT,
    AS_SEATS
};

#define SEEN_DEF "games/arcane/observe.def"
#define SEEN_SEATS MAX_SEATS
#define SEEN_QUESTION(e) Q_##e
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
void arcane_observe(const struct arcane_state *s, int seat, struct seen *out);

#endif
