/* The inside of the Quacks' observations: the types made of observe.def. */
#ifndef CHARLATAN_GAMES_QUACKS_OBSERVE_H
#define CHARLATAN_GAMES_QUACKS_OBSERVE_H

#include "games/quacks/facts.h"

#define SEEN(x) quacks_##x
#define SEEN_DEF "games/quacks/observe.def"
#define SEEN_SEATS QUACKS_SEATS
#include "engine/observe_def.h"

/* The numbers in the column `most` of observe.def. */
_Static_assert(CHIP_COUNT == 18 && CARD_COUNT == 24 && QQ_COUNT == 19, "rows of observe.def");
_Static_assert(POT_LAST == 52 && DROPLET_LAST == 51 && GLASSES == 12, "rows of observe.def");
_Static_assert(STAGE_OVER == 16 && OFFER_CHIPS == 5 && CHOOSE_REMOVE == 26, "rows of observe.def");
_Static_assert(PURPLE - GREEN == 4 && DRAWN_MAX == 120 && TURNS == 9, "rows of observe.def");

/* A state or the seat's view; both give the same bytes. */
void quacks_observe(const struct quacks_state *s, int seat, struct quacks_seen *out);

#endif
