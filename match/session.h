/* One game behind the engine protocol: the true state, its chance, and what is forced on it. Every
 * operation either succeeds whole or changes nothing. */
#ifndef CHARLATAN_MATCH_SESSION_H
#define CHARLATAN_MATCH_SESSION_H

#include "wire/wire.h"

struct session {
    const struct game_json *json; /* NULL: no game */
    const struct game *game;
    json_t *force; /* list of entries still to come; never changed in place */
    struct chance chance;
    uint64_t state[MAX_STATE_BYTES / sizeof(uint64_t)];
};

/* What one action did. */
struct done {
    struct outcome outcome[MAX_OUTCOMES];
    struct event event[MAX_EVENTS];
    uint32_t outcomes, events;
};

void session_init(struct session *s);
void session_free(struct session *s);
void session_copy(struct session *to, const struct session *from);

/* 0, or -1 when a forced outcome could not be. `begin` starts the game whose options are in `s`. */
int session_begin(struct session *s, struct done *done);
int session_apply(struct session *s, int seat, int answer, struct done *done);

/* The answer a text names, or -1. */
int session_answer(const struct session *s, int seat, const char *action);

#endif
