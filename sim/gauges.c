/* The register of gauges: each game has one. */
#include "games/null/null.h"
#include "sim/blocks.h"

/* Wins, scores and lengths are all there is to measure. */
static const struct gauge null_gauge = {.game = &null_game, .score_width = 1, .length_width = 2};

const struct gauge *gauge_of(const struct game *g)
{
    static const struct gauge *const gauges[] = {&arcane_gauge, &null_gauge, &quacks_gauge};
    for (size_t i = 0; i < sizeof gauges / sizeof gauges[0]; i++)
        if (gauges[i]->game == g)
            return gauges[i];
    MUST(!"a game without a gauge");
    return NULL;
}
