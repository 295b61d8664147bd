/* The inside of the Quacks' observations: the types made of observe.def, and what the words of its
 * cells and values are. */
#ifndef CHARLATAN_GAMES_QUACKS_OBSERVE_H
#define CHARLATAN_GAMES_QUACKS_OBSERVE_H

#include "games/quacks/rules.h"

/* The columns `entries` and `values` of observe.def. */
enum quacks_seen_as {
    PLAIN,
    OF_CHIPS,
    OF_CARDS,
    OF_BOOKS,
    OF_REDS,
    AS_CHIP,
    AS_CARD,
    AS_QUESTION,
    AS_STAGE,
    AS_COMMIT,
    AS_SEAT,
    AS_SEATS
};

#define SEEN_DEF "games/quacks/observe.def"
#define SEEN_SEATS QUACKS_SEATS
#define SEEN_QUESTION(e) QQ_##e
#include "engine/observe_def.h"

/* The numbers in the column `most` of observe.def. */
_Static_assert(CHIP_COUNT == 18 && CARD_COUNT == 24 && QQ_COUNT == 19, "rows of observe.def");
_Static_assert(POT_LAST == 52 && DROPLET_LAST == 51 && GLASSES == 12, "rows of observe.def");
_Static_assert(STAGE_OVER == 16 && OFFER_CHIPS == 5 && CHOOSE_REMOVE == 26, "rows of observe.def");
_Static_assert(PURPLE - GREEN == 4 && DRAWN_MAX == 120 && TURNS == 9, "rows of observe.def");

/* A state or the seat's view; both give the same bytes. */
void quacks_observe(const struct quacks_state *s, int seat, struct seen *out);

#endif
