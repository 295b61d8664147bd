/* A view is a type of its own, so that no player or spectator can be given a state by mistake. A
 * state becomes a view only through view_take, which redacts it. */
#ifndef CHARLATAN_ENGINE_VIEW_H
#define CHARLATAN_ENGINE_VIEW_H

#include "engine/game.h"
#include "engine/text.h"

struct view {
    const struct game *game;
    /* The viewer; may be SPECTATOR. */
    int seat;
    uint64_t bytes[MAX_STATE_BYTES / 8];
};

static inline void view_take(struct view *v, const struct game *g, const void *state, int seat)
{
    v->game = g;
    v->seat = seat;
    memcpy(v->bytes, state, g->state_bytes);
    memset((char *)v->bytes + g->state_bytes, 0, sizeof v->bytes - g->state_bytes);
    g->redact(v->bytes, seat);
}

/* The event as a viewer may know it: without an item that the viewer may not know, and without the
 * set of seats that know it. */
static inline struct event event_seen_by(struct event e, int viewer)
{
    int known =
        e.seen == EVENT_ALL_SEE || viewer == REFEREE || (viewer >= 0 && e.seen >> viewer & 1);
    if (!known)
        e.item = EVENT_NONE;
    e.seen = EVENT_ALL_SEE;
    return e;
}

/* The index of an event's row among the rows of its type: a type may have several sentences and
 * rules. */
static inline int event_row(const struct game *g, const struct event *e)
{
    const char *type = g->event_type(e);
    struct event other = event_of(0, EVENT_NONE);
    int before = 0;
    for (; other.kind < e->kind; other.kind++)
        before += text_same(g->event_type(&other), type);
    return before;
}

static inline uint64_t view_legal(const struct view *v)
{
    return v->game->legal(v->bytes, v->seat);
}

#endif
