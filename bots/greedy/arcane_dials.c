/* The bot `greedy` of Arcane Alley once more, with weights that its dials have turned. */
#include "bots/greedy/dials.h"

#include "bots/options.h"

/* Row 0 is no weight. */
#define FEATURE(e, weight, dial, text) F_##e,
enum fitted_row {
    F_NOTHING,
#include "bots/greedy/arcane_features.def"
    F_COUNT
};
#undef FEATURE

/* Those of the last bot that was asked on this thread: mostly the same one is asked again. */
static _Thread_local int16_t turned[F_COUNT];
static _Thread_local uint16_t turned_by[DIALS_MAX];

#define FITTED
#define W(e) turned[F_##e]
#define ROW_OF(e) F_##e
#define ROW_WEIGHT(row) turned[row]
#define arcane_greedy_pick arcane_turned_pick
#define arcane_weigh arcane_turned_weigh
#define arcane_lines_up arcane_turned_lines_up
#include "bots/greedy/arcane_policy.c"

#include "bots/greedy/arcane_greedy.c"

#define DIAL(name, text) D_##name,
enum {
#include "bots/greedy/arcane_dials.def"
    D_NONE
};
#undef DIAL
_Static_assert((int)D_NONE <= (int)DIALS_MAX, "there is room for all dials");

/* Does nothing if the dials are as they were. LAP_NEAR is never 0 once the weights were turned. */
static void turn(const uint16_t dial[DIALS_MAX])
{
    uint16_t by[DIALS_MAX + 1] = {0};
    if (turned[F_LAP_NEAR] && memcmp(turned_by, dial, sizeof turned_by) == 0)
        return;
    memcpy(by, dial, sizeof turned_by);
    memcpy(turned_by, dial, sizeof turned_by);
#define FEATURE(e, weight, its_dial, text)                                                         \
    turned[F_##e] = weight_turned((weight), D_##its_dial == D_NONE ? 0 : by[D_##its_dial]);
#include "bots/greedy/arcane_features.def"
#undef FEATURE
}

/* `turned` must be set before anything of the included files runs. */
int arcane_fitted_choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                         struct advice *say)
{
    turn(how->dial);
    return choose(v, how, luck, say);
}
