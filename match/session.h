/* One game at the edges: the true state and its chance. A session is plain data, copied by
 * assignment.
 *
 * Without anything forced the game is played in place. Forced outcomes (the protocol's `force`,
 * records, practice matches) may turn out to be impossible: then nothing has changed. */
#ifndef CHARLATAN_MATCH_SESSION_H
#define CHARLATAN_MATCH_SESSION_H

#include "wire/wire.h"

struct session {
    /* NULL: no game. */
    const struct game_json *json;
    const struct game *game;
    struct chance chance;
    uint64_t state[MAX_STATE_BYTES / sizeof(uint64_t)];
};

/* What one action did. */
struct done {
    struct outcome outcome[MAX_OUTCOMES];
    struct event event[MAX_EVENTS];
    uint32_t outcomes, events;
};

/* `begin` starts the game whose options are in `s`; the move is a legal one. */
void session_begin(struct session *s, struct done *done);
void session_apply(struct session *s, struct move move, struct done *done);

/* The same with outcomes that outcomes_check has let through. 0, and `force` is a new list of those
 * that have not happened yet; or -1 where one could not be. A list is never changed in place. */
int session_begin_forced(struct session *s, json_t **force, struct done *done);
int session_apply_forced(struct session *s, json_t **force, struct move move, struct done *done);

/* The answer a text names, or -1. */
int session_answer(const struct session *s, int seat, const char *action);

#endif
