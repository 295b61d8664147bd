/* A view as a type of its own, so that nothing that plays or watches can be handed a state by
 * mistake: the only way to make one is view_take, which redacts. */
#ifndef CHARLATAN_ENGINE_VIEW_H
#define CHARLATAN_ENGINE_VIEW_H

#include "engine/game.h"

struct view {
    const struct game *game;
    int seat; /* may be SPECTATOR */
    uint64_t bytes[MAX_STATE_BYTES / 8];
};

static inline void view_take(struct view *v, const struct game *g, const void *state, int seat)
{
    v->game = g;
    v->seat = seat;
    memset(v->bytes, 0, sizeof v->bytes);
    memcpy(v->bytes, state, g->state_bytes);
    g->redact(v->bytes, seat);
}

static inline uint64_t view_legal(const struct view *v)
{
    return v->game->legal(v->bytes, v->seat);
}

#endif
