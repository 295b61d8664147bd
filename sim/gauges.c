/* The register of gauges, and their blocks of metrics, which are expanded into single ones. */
#include "sim/blocks.h"

/* Constant, and good from any thread. */
const struct gauge *gauge_of(const struct game *g)
{
    static const struct gauge *const gauges[] = {
#define GAUGE(x) &x##_gauge,
#include "games/games.def"
    };
    /* Wins, scores and lengths are all there is to measure. */
    static const struct gauge plain = {.score_width = 1, .length_width = 2};
    for (size_t i = 0; i < sizeof gauges / sizeof gauges[0]; i++)
        if (gauges[i]->game == g)
            return gauges[i];
    return &plain;
}

/* The metrics of a block are next to each other, so a block's value in the enum made from the .def
 * file is also the index of its first figure. bot -1: about the table. Bins count on from the first
 * row's. */
static void block_open(struct metrics *m, const struct block *b, int bot)
{
    for (int row = 0; row < b->rows; row++) {
        int i = metric_add(m, b->group, b->label(row), b->unit, b->form);
        m->at[i].bot = bot;
        m->at[i].bin = b->bin < 0 ? -1 : b->bin + row;
    }
}

void gauge_open(const struct gauge *g, struct metrics *m, int bots)
{
    for (int i = 0; i < g->table_blocks; i++)
        block_open(m, &g->table[i], -1);
    for (int bot = 0; bot < bots; bot++)
        for (int i = 0; i < g->bot_blocks; i++)
            block_open(m, &g->bot[i], bot);
}
