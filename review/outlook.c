/* Finds the outlook of a game; see outlook.h. */
#include "review/outlook.h"

const struct outlook *outlook_of(const struct game *g)
{
    static const struct outlook *const all[] = {
#define OUTLOOK(x) &x##_outlook,
#include "games/games.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->game == g)
            return all[i];
    return NULL;
}

int32_t outlook_result(const struct game *g, const void *state, int seat)
{
    uint32_t winners = g->winners(state);
    return winners >> seat & 1 ? SHARE_ONE / bit_count(winners) : 0;
}
