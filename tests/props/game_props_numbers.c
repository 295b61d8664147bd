/* Random numbers for games under test: designs by their number, each the same in every run. There
 * are few of them, because a process remembers every set of numbers that it has met. */
#include "engine/numbers.h"
#include "tests/props/game_props.h"

enum { DESIGNS = 400, TRIES = 50 };

static uint32_t below(struct chance *c, uint32_t n)
{
    return chance_below(c, CHANCE_PICK, n);
}

/* The ends of the range as often as something between them, and mostly something near. */
static int any_value(const struct number_row *row, int standard, struct chance *c)
{
    uint32_t range = (uint32_t)(row->most - row->least);
    switch (below(c, 5)) {
    case 0: return row->least;
    case 1: return row->most;
    case 2: return row->least + (int)below(c, range + 1);
    default: break;
    }
    int near = standard - 2 + (int)below(c, 5);
    return near < row->least ? row->least : near > row->most ? row->most : near;
}

/* One row in `rare` is changed; of a list, all of it or one entry in eight. */
static void change(const struct numbers_form *f, uint16_t *values, uint32_t rare, struct chance *c)
{
    memcpy(values, f->standard(), sizeof *values * (size_t)f->values);
    for (int i = 0; i < f->rows; i++) {
        const struct number_row *row = f->row(i);
        uint32_t skip = below(c, 2) ? 1 : 8;
        if (below(c, rare))
            continue;
        for (int k = row->first; k < row->first + number_row_values(row); k++)
            if (!below(c, row->count ? skip : 1))
                values[k] = (uint16_t)any_value(row, values[k], c);
    }
}

/* Rows that are to blame for a clash get their standard back. */
static int settle(const struct numbers_form *f, uint16_t *values, int players)
{
    int row;
    for (int i = 0; i < TRIES && f->clash && f->clash(values, players, &row); i++)
        for (int k = 0; k < number_row_values(f->row(row)); k++)
            values[f->row(row)->first + k] = f->standard()[f->row(row)->first + k];
    return !f->clash || !f->clash(values, players, &row);
}

static uint32_t first_design;

void props_designs_from(uint32_t first)
{
    first_design = first;
}

void props_numbers(const struct game *g, void *state, struct chance *c)
{
    uint16_t values[NUMBERS_VALUES];
    struct chance luck;
    memset(&luck, 0, sizeof luck);
    chance_seed_number(&luck, first_design + below(c, DESIGNS));
    do
        change(g->numbers, values, 1 + below(&luck, 12), &luck);
    while (!settle(g->numbers, values, g->players(state)));
    if (memcmp(values, g->numbers->standard(), sizeof *values * (size_t)g->numbers->values) == 0)
        return;
    uint16_t id = numbers_add(values, g->numbers->values);
    MUST(id);
    g->numbers->play_by(state, id);
}
