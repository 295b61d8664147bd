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

/* Zeroed: empty. Pointers into it are valid until the next story_add. */
struct story {
    struct story_told *at;
    int n, cap;
};

/* Copies the event. Entries must not go back, as story_cut relies on their order. */
void story_add(struct story *s, const struct event *e, int actor, uint32_t n);
/* Drops the events of entry `n` and later; returns how many are left. The memory is kept. */
int story_cut(struct story *s, uint32_t n);
/* Empties the story and frees its memory; it may be used again. */
void story_free(struct story *s);

#endif
