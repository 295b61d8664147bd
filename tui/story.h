/* The story of a game so far: every event, and the seat whose answer brought it about. */
#ifndef CHARLATAN_TUI_STORY_H
#define CHARLATAN_TUI_STORY_H

#include "engine/event.h"

struct story_told {
    struct event event;
    /* EVENT_NONE at the beginning of the game. */
    uint8_t actor;
    /* The entry the event belongs to, if there are entries. */
    uint32_t n;
};

struct story {
    struct story_told *at;
    int n, cap;
};

void story_add(struct story *s, const struct event *e, int actor, uint32_t n);
/* Drops the events of entry `n` and later; returns how many are left. */
int story_cut(struct story *s, uint32_t n);
void story_free(struct story *s);

#endif
