/* What the files of libcharlatan share: the handles, and how a call is refused. */
#ifndef CHARLATAN_LIB_INSIDE_H
#define CHARLATAN_LIB_INSIDE_H

#include <jansson.h>

#include "bots/bot.h"
#include "lib/charlatan.h"
#include "lib/refusals.h"
#include "match/session.h"

struct game_json;
struct writer;

/* The first word of every handle. It is wiped when the handle is freed, so that most wrong pointers
 * are refused. */
enum lib_handle { HANDLE_GAME = 0x67616d65, HANDLE_STATE, HANDLE_BOT, HANDLE_BATCH, HANDLE_GPU };

/* Never changes after charlatan_game_open, so any number of threads may read it. */
struct charlatan_game {
    uint32_t kind;
    int players;
    const struct game_json *json;
    /* The options as they were given, or NULL. */
    char *options;
    /* The state before begin(). */
    uint64_t start[MAX_STATE_BYTES / 8];
};

/* Where a state comes from. States that were cloned share it; it never changes. */
struct lib_origin {
    /* How many states share it. Atomic, because clones may be freed by different threads. */
    _Atomic uint32_t users;
    /* 1: `start` is before begin(). 0: it is a position. */
    int begins;
    /* The version of the rules it begins by, an enum rules_version. */
    uint8_t rules;
    uint8_t seed[32];
    /* The options as text, owned, for saving; NULL: the usual ones, or a position. */
    char *options;
    /* As `begins` says; bytes behind the game's state are 0. */
    uint64_t start[MAX_STATE_BYTES / 8];
};

/* The outcomes that were forced on a move; move 0 is the beginning. */
struct lib_forced {
    uint32_t move;
    json_t *chance;
};

/* `move` and `forced` are enough to play the past again from the origin; `now` is the result of
 * doing so. */
struct charlatan_state {
    uint32_t kind;
    struct session now;
    struct lib_origin *origin;
    /* The moves since the origin: `moves` of them, with room for `room`. */
    struct move *move;
    uint32_t moves, room;
    /* In ascending order of their moves, at most one a move; each holds a reference. */
    struct lib_forced *forced;
    uint32_t forced_n;
};

struct charlatan_bot {
    uint32_t kind;
    const struct game *game;
    struct seated_bot bot;
    /* What charlatan_bot_watch has set, or NULL. */
    charlatan_stop stop;
    void *with;
};

/* ---- errors (error.c) ---- */

/* Each fills in the caller's error, which may be NULL, and returns the code. */
int lib_fine(charlatan_error *error);
/* `code` is used if the row has none; `why` is changed so that it carries the code that counted. */
int lib_refuse(charlatan_error *error, enum refusal_code code, struct refusal *why);
int lib_refuse_row(charlatan_error *error, const struct refusal_row *row);
int lib_missing(charlatan_error *error, const char *argument);
int lib_no_memory(charlatan_error *error);
/* Gives the text of the writer to the caller, who frees it. Refused if nothing was written. */
int lib_give_text(struct writer *w, char **text, charlatan_error *error);
/* Returns a new reference, or NULL after filling in the error. */
json_t *lib_parse(const char *text, size_t n, charlatan_error *error);

/* Return 0, or the code if the handle is not one of that kind. */
int lib_game(const charlatan_game *game, charlatan_error *error);
int lib_state(const charlatan_state *state, charlatan_error *error);
/* The same for a seat of the state; and for a seat that has to decide. */
int lib_seat(const charlatan_state *state, int seat, charlatan_error *error);
int lib_asked(const charlatan_state *state, int seat, charlatan_error *error);
/* The same for a seat, a spectator or a referee. */
int lib_viewer(const charlatan_state *state, int viewer, charlatan_error *error);

/* ---- numbers of actions (number.c) ---- */

int lib_actions(const struct game *g);
/* -1 if there is no such action or answer. Both depend on the seat's open question: the same action
 * is another answer to another question. */
int lib_action_of(const struct game *g, const void *state, int seat, int answer);
int lib_answer_of(const struct game *g, const void *state, int seat, int action);

/* What a seat gets of a game with these winners (look.c): 0 if there are none, else the share of
 * the win less an even share, scaled so that a sole winner gets 1. */
double lib_return(uint32_t winners, int players, int seat);

/* Names of seats as a caller gave them (record.c). Returns 0, or a code if one cannot be shown. */
int lib_check_names(const charlatan_state *state, const char *const *names, charlatan_error *error);
/* The name of each seat: the caller's, or "seat 0", for which `seats` has the room; `to` points
 * into both. */
enum { LIB_SEAT = 16 };
void lib_names(const charlatan_state *state, const char *const *names,
               char seats[MAX_SEATS][LIB_SEAT], const char *to[MAX_SEATS]);

/* Outcomes as a list in the form of `force` (look.c). */
void lib_write_chance(struct writer *w, const struct game_json *json,
                      const struct session_done *done);

/* Gives the caller a state that begins at a position, with its luck from a number (look.c).
 * `position` has MAX_STATE_BYTES and is copied. */
int lib_give_position(const struct game_json *json, const uint64_t *position, uint64_t seed,
                      charlatan_state **state, charlatan_error *error);

/* ---- states (state.c) ---- */

/* Copies the options. The origin has one user, and RULES_NOW. Returns NULL if there is no
 * memory. */
struct lib_origin *origin_new(const char *options);
/* One user less; the last one frees it. NULL is allowed. */
void origin_drop(struct lib_origin *origin);
/* A state at its origin, which it takes over even on failure. NULL as an origin gives NULL. Returns
 * NULL if there is no memory. */
charlatan_state *state_at(const struct game_json *json, struct lib_origin *origin);
/* Plays a move, or the beginning, with the outcomes of a list or NULL. `done` is NULL or gets what
 * happened; it is needed with a list. The move must be legal. On failure the state is as before. */
int state_begin(charlatan_state *state, json_t *chance, struct session_done *done,
                charlatan_error *error);
int state_play(charlatan_state *state, struct move move, json_t *chance, struct session_done *done,
               charlatan_error *error);
/* Plays move `n` of a state again; move 0 sets up the session at the state's origin. The session
 * must be where move n - 1 left it. `done` gets what the move did. */
int state_again(const charlatan_state *state, uint32_t n, struct session *s,
                struct session_done *done, charlatan_error *error);
/* The same for all moves from 0 to n. */
int state_replay(const charlatan_state *state, uint32_t n, struct session *s,
                 struct session_done *done, charlatan_error *error);

#endif
