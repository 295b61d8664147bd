/* The register of gauges: what is measured of one game beside what is measured of every game. */
#include "sim/blocks.h"

const struct gauge *gauge_of(const struct game *g)
{
    static const struct gauge *const gauges[] = {&arcane_gauge, &quacks_gauge, NULL};
    for (int i = 0; gauges[i]; i++)
        if (gauges[i]->game == g)
            return gauges[i];
    return NULL;
}
