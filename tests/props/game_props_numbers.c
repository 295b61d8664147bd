/* Random numbers files: games of the property suite that do not play by the standard numbers. */
#include "engine/numbers.h"
#include "tests/props/game_props.h"

/* The process keeps every set of numbers, so only so many different ones are made. */
enum { SETS = 1000 };

static int below(struct chance *c, int n)
{
    return (int)chance_below(c, CHANCE_PICK, (uint32_t)n);
}

/* Bounds are where faults are, so every other value is one. */
static uint16_t any_value(const struct number_row *row, struct chance *c)
{
    switch (below(c, 4)) {
    case 0: return row->least;
    case 1: return row->most;
    default: return (uint16_t)(row->least + below(c, row->most - row->least + 1));
    }
}

/* Changes one number in `of`. */
static void any_values(const struct numbers_form *f, int of, struct chance *c, uint16_t *values)
{
    memcpy(values, f->standard(), sizeof *values * (size_t)f->values);
    for (int i = 0; i < f->rows; i++)
        for (int k = 0; k < number_row_values(f->row(i)); k++)
            if (!below(c, of))
                values[f->row(i)->first + k] = any_value(f->row(i), c);
}

/* The fewer numbers change, the likelier it is that they go together; in the end none does. */
void props_numbers(const struct game *g, void *state, struct chance *c)
{
    static const int of[] = {1, 2, 3, 6, 12, 25, 50, 100};
    uint16_t values[NUMBERS_VALUES];
    struct chance own;
    int row, k = below(c, SETS);
    chance_seed_number(&own, (uint64_t)k);
    for (int i = k % 8, tries = 0; tries < 200;
         i = i < 7 && tries % 20 == 19 ? i + 1 : i, tries++) {
        any_values(g->numbers, of[i], &own, values);
        if (g->numbers->clash && g->numbers->clash(values, g->players(state), &row))
            continue;
        uint16_t id = numbers_add(values, g->numbers->values);
        MUST(id);
        g->numbers->play_by(state, id);
        return;
    }
}
