/* What Arcane Alley's net looks at, and how its outputs are numbered (rows: arcane_inputs.def). */
#ifndef CHARLATAN_BOTS_NET_ARCANE_INPUTS_H
#define CHARLATAN_BOTS_NET_ARCANE_INPUTS_H

#include "bots/net/net_inputs.h"
#include "games/arcane/observe.h"

#define SEAT(name, count, most, how, text) uint8_t name[count];
#define TABLE(name, count, most, how, text)
struct arcane_looked_seat {
#include "bots/net/arcane_inputs.def"
};
#undef SEAT
#undef TABLE
#define SEAT(name, count, most, how, text)
#define TABLE(name, count, most, how, text) uint8_t name[count];
/* All cells are bytes in the order of the rows, so that they can be gone through as one array. */
struct arcane_looked {
    struct arcane_looked_seat seat[MAX_SEATS];
#include "bots/net/arcane_inputs.def"
    /* Fills up the last word. */
    uint8_t spare[6];
};
#undef SEAT
#undef TABLE

enum {
    LOOKED_CELLS = offsetof(struct arcane_looked, spare),
    LOOKED_WORDS = sizeof(struct arcane_looked) / 8
};
/* Shapes of a storehouse, as the row `shape` has them; 0 is an absent seat. */
enum { LOOKED_SHAPES = 7 };

_Static_assert(sizeof(struct arcane_looked) % 8 == 0, "the last word");

/* The rows of arcane_inputs.def. */
struct net_rows looked_rows(void);

/* The dense observation of a seat as what the net looks at. */
void arcane_look(const struct arcane_seen *from, struct arcane_looked *to);

/* What storehouses were made of. */
struct arcane_looked_houses {
    uint64_t seat[MAX_SEATS][3];
    uint8_t infamy[ITEM_COUNT];
};
/* The same, quicker if storehouses are as in the last position: `last` is that one, `houses` were
 * its storehouses and become those of this one. Without a last position `last` is NULL. */
void arcane_look_next(const struct arcane_seen *from, const struct arcane_looked *last,
                      struct arcane_looked_houses *houses, struct arcane_looked *to);

/* Outputs of the policy. Answers that name slots or lines are numbered in the square, and the slot
 * of a sold Doll has outputs of its own behind the actions'. */
enum { POLICY_ACTIONS = 278, POLICY_OUTPUTS = POLICY_ACTIONS + CELLS };
/* The output of an action. `shape` and `their_shape` are those of the asked and of the chosen seat;
 * `doll`: the slot is for a sold Doll. */
int arcane_output_of(int action, int shape, int their_shape, int doll);

#endif
