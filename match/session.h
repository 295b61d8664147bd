/* A session is one game with its true state and its chance. It is plain data, copied by assignment.
 *
 * Without forced outcomes the state is changed in place. Forced outcomes (the protocol's `force`,
 * records, practice matches) may turn out to be impossible; then nothing changes. */
#ifndef CHARLATAN_MATCH_SESSION_H
#define CHARLATAN_MATCH_SESSION_H

#include <jansson.h>

#include "engine/game.h"

struct game_json;

struct session {
    /* NULL: no game. */
    const struct game_json *json;
    const struct game *game;
    struct chance chance;
    uint64_t state[MAX_STATE_BYTES / sizeof(uint64_t)];
};

/* The events and outcomes of one action. */
struct session_done {
    struct outcome outcome[MAX_OUTCOMES];
    struct event event[MAX_EVENTS];
    uint32_t outcomes, events;
};

/* Starts the game whose options are in `s`. */
void session_begin(struct session *s, struct session_done *done);
/* Plays a move, which must be legal. */
void session_apply(struct session *s, struct move move, struct session_done *done);

/* Starts it with forced outcomes, which outcomes_check must have accepted. Returns 0 and makes
 * `force` a new list of the outcomes that have not happened yet, or -1 if one is impossible. A list
 * is never changed in place. */
int session_begin_forced(struct session *s, json_t **force, struct session_done *done);
/* Plays a move in the same way. */
int session_apply_forced(struct session *s, json_t **force, struct move move,
                         struct session_done *done);

/* The answer with this name, or -1. */
int session_answer(const struct session *s, int seat, const char *action);

#endif
