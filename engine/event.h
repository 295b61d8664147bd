/* Events: what happened, as data. Rules push them into an optional sink; sentences are made from
 * them in a game's text.c, never in the rules. Every kind is a row of the game's events.def, which
 * carries its type, the rule it rests on and its sentences. */
#ifndef CHARLATAN_ENGINE_EVENT_H
#define CHARLATAN_ENGINE_EVENT_H

#include "engine/port.h"

enum { EVENT_NONE = 255, EVENT_ALL_SEE = 255 };

struct event {
    uint8_t kind;
    /* Seats that may know `item`; EVENT_ALL_SEE: everyone, spectators too. */
    uint8_t seen;
    /* Whose event it is, EVENT_NONE: the table's. */
    uint8_t seat;
    /* Another seat it touches, or EVENT_NONE. */
    uint8_t other;
    /* A card, or EVENT_NONE. */
    uint8_t item;
    /* Slots counted from 0, or EVENT_NONE. */
    uint8_t a, b;
    uint8_t spare;
    /* An amount: gold, infamy, points, a round. */
    int32_t n;
};

/* An event that everyone may see, with nothing in it yet but whose it is. */
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

/* A full sink is our bug: sinks are sized for the longest action of any game. */
static inline void event_push(struct events *sink, struct event e)
{
    if (!sink)
        return;
    MUST(sink->n < sink->cap);
    sink->at[sink->n++] = e;
}

#endif
