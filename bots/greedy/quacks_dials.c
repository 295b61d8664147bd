/* The bot `greedy` of the Quacks once more, with weights that its dials have turned. */
#include "bots/greedy/dials.h"

#define FITTED
#define quacks_greedy_pick quacks_turned_pick
#include "bots/greedy/quacks_greedy.c"

#define DIAL(name, text) D_##name,
enum {
#include "bots/greedy/quacks_dials.def"
    DIAL_COUNT
};
#undef DIAL
_Static_assert((int)DIAL_COUNT <= (int)DIALS_MAX &&
                   (int)DIAL_COUNT - D_orange == COLOUR_COUNT - ORANGE,
               "there is room for all dials, and one for each colour");

/* `row` and `from` may not overlap. */
static void turn_row(int16_t *row, const int16_t *from, int n, uint16_t percent)
{
    for (int i = 0; i < n; i++)
        row[i] = weight_turned(from[i], percent);
}

/* The chips of a colour, and how they are worth more or less together. Both rows of a chip, early
 * and late, follow each other: eight numbers. */
static void turn_colours(const uint16_t *dial)
{
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        turn_row(weigh.worth[chip][0], usual.worth[chip][0], 8,
                 dial[D_orange + chip_colour(chip) - ORANGE]);
    for (int colour = ORANGE; colour < COLOUR_COUNT; colour++)
        turn_row(weigh.same[colour], usual.same[colour], 4, dial[D_orange + colour - ORANGE]);
}

/* Weights without a dial are as usual. stir_least is never 0 once they were set. */
static void turn(const uint16_t dial[DIALS_MAX])
{
    static _Thread_local uint16_t turned_by[DIALS_MAX];
    if (weigh.stir_least && memcmp(turned_by, dial, sizeof turned_by) == 0)
        return;
    memcpy(turned_by, dial, sizeof turned_by);
    weigh = usual;
    turn_row(weigh.dread, usual.dread, MOST_LEFT + 1, dial[D_dread]);
    turn_row(weigh.coin, usual.coin, MOST_LEFT + 1, dial[D_coin]);
    turn_row(weigh.ruby, usual.ruby, MOST_LEFT + 1, dial[D_ruby]);
    turn_row(weigh.droplet, usual.droplet, MOST_LEFT + 1, dial[D_droplet]);
    turn_row(weigh.flask, usual.flask, MOST_LEFT + 1, dial[D_flask]);
    turn_row(&weigh.thrift, &usual.thrift, 1, dial[D_thrift]);
    turn_colours(dial);
}

int quacks_fitted_choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                         struct advice *say)
{
    turn(how->dial);
    return choose(v, how, luck, say);
}
