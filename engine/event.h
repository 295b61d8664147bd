/* Events describe what happened, as data. The rules push them into an optional sink; a game's
 * text.c makes sentences from them. Every kind is a row of the game's events.def, with its type,
 * its rule and its sentences. */
#ifndef CHARLATAN_ENGINE_EVENT_H
#define CHARLATAN_ENGINE_EVENT_H

#include "engine/around.h"

enum { EVENT_NONE = 255, EVENT_ALL_SEE = 255 };

struct event {
    uint8_t kind;
    /* Seats that may know `item`; EVENT_ALL_SEE: everyone, spectators too. */
    uint8_t seen;
    /* The seat of the event; EVENT_NONE: an event of the whole table. */
    uint8_t seat;
    /* Another seat that is affected, or EVENT_NONE. */
    uint8_t other;
    /* A card, or EVENT_NONE. */
    uint8_t item;
    /* Slots counted from 0, or EVENT_NONE. */
    uint8_t a, b;
    uint8_t spare;
    /* An amount: gold, infamy, points, a round. */
    int32_t n;
};

/* Makes an event that everyone may see, with only its kind and seat filled in. */
static inline struct event event_of(int kind, int seat)
{
    struct event e = {
        .kind = (uint8_t)kind,
        .seen = EVENT_ALL_SEE,
        .seat = (uint8_t)seat,
        .other = EVENT_NONE,
        .item = EVENT_NONE,
        .a = EVENT_NONE,
        .b = EVENT_NONE,
    };
    return e;
}

struct events {
    struct event *at;
    uint32_t n, cap;
};

/* The sink, or NULL if nobody reads it. */
static inline struct events *events_read_by(struct events *sink)
{
    return around_has(sink != NULL) ? sink : NULL;
}

/* A full sink would be our bug: sinks have room for the longest action of any game. */
static inline void event_push(struct events *sink, struct event e)
{
    if (!events_read_by(sink))
        return;
    MUST(sink->n < sink->cap);
    sink->at[sink->n++] = e;
}

#endif
