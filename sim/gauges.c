/* The register of gauges. */
#include "sim/blocks.h"

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
