/* The library's states: begun, cloned, asked for legal actions, and played. */
#include "lib/inside.h"

#include <stdlib.h>

#include "wire/game.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/refuse.h"

/* ---- origins ---- */

/* calloc: the bytes of `start` behind the game's state must be 0, as saving and comparing see all
 * of them. */
struct lib_origin *origin_new(const char *options)
{
    struct lib_origin *origin = calloc(1, sizeof *origin);
    if (!origin)
        return NULL;
    origin->users = 1;
    origin->rules = RULES_NOW;
    origin->options = options ? strdup(options) : NULL;
    if (!options || origin->options)
        return origin;
    free(origin);
    return NULL;
}

/* The count is atomic, so states that share an origin may be freed by different threads. */
void origin_drop(struct lib_origin *origin)
{
    if (!origin || --origin->users > 0)
        return;
    free(origin->options);
    free(origin);
}

charlatan_state *state_at(const struct game_json *json, struct lib_origin *origin)
{
    charlatan_state *state = origin ? calloc(1, sizeof *state) : NULL;
    if (!state) {
        origin_drop(origin);
        return NULL;
    }
    state->kind = HANDLE_STATE;
    state->now.json = json;
    state->now.game = json->game;
    state->origin = origin;
    memcpy(state->now.state, origin->start, sizeof origin->start);
    chance_seed(&state->now.chance, origin->seed);
    return state;
}

/* ---- playing ---- */

/* Plays with forced outcomes; all of them must happen. What is refused changes nothing: the session
 * is copied first, because the rules may stop in the middle of a move. `done` is scratch here and
 * must not be NULL. */
static int play_forced(struct session *s, const struct move *move, json_t *chance,
                       struct session_done *done, charlatan_error *error)
{
    struct session old = *s;
    json_t *left = json_incref(chance);
    int possible = (move ? session_apply_forced(s, &left, *move, done)
                         : session_begin_forced(s, &left, done)) == 0;
    size_t over = possible ? json_array_size(left) : 0;
    json_decref(left);
    if (possible && !over)
        return 0;
    *s = old;
    return lib_refuse_row(error, possible ? &refusal_chance_left_over : &refusal_chance_impossible);
}

/* `move` NULL: the beginning. Without `done` nothing notes events and outcomes, which is the fast
 * way. Fails only if outcomes are forced. */
static int play(struct session *s, const struct move *move, json_t *chance,
                struct session_done *done, charlatan_error *error)
{
    if (chance)
        return play_forced(s, move, chance, done, error);
    if (done && move)
        session_apply(s, *move, done);
    else if (done)
        session_begin(s, done);
    else if (move)
        s->game->apply(s->state, move->seat, move->answer, &s->chance, NULL);
    else
        s->game->begin(s->state, &s->chance, NULL);
    return 0;
}

/* Remembers the outcomes that are forced on the next move, so that the past can be played again.
 * Done before the move: if there is no memory, nothing has happened yet. 0, or -1. */
static int keep_forced(charlatan_state *state, uint32_t move, json_t *chance)
{
    if (!chance)
        return 0;
    struct lib_forced *more = realloc(state->forced, (state->forced_n + 1) * sizeof *more);
    if (!more)
        return -1;
    state->forced = more;
    more[state->forced_n++] = (struct lib_forced){move, json_incref(chance)};
    return 0;
}

/* Undoes the last keep_forced after a refused move. */
static void forget_forced(charlatan_state *state, json_t *chance)
{
    if (chance)
        json_decref(state->forced[--state->forced_n].chance);
}

/* The state must be at its origin, and the origin one that begins. */
int state_begin(charlatan_state *state, json_t *chance, struct session_done *done,
                charlatan_error *error)
{
    if (keep_forced(state, 0, chance) < 0)
        return lib_no_memory(error);
    int code = play(&state->now, NULL, chance, done, error);
    if (code)
        forget_forced(state, chance);
    return code;
}

/* Makes room for one more move. Doubling keeps the cost of a move constant. Returns 0 if there is
 * no memory; the moves so far stay. */
static int has_room(charlatan_state *state)
{
    if (state->moves < state->room)
        return 1;
    uint32_t room = state->room ? 2 * state->room : 128;
    struct move *more = realloc(state->move, room * sizeof *more);
    if (!more)
        return 0;
    state->move = more;
    state->room = room;
    return 1;
}

int state_play(charlatan_state *state, struct move move, json_t *chance, struct session_done *done,
               charlatan_error *error)
{
    if (!has_room(state) || keep_forced(state, state->moves + 1, chance) < 0)
        return lib_no_memory(error);
    int code = play(&state->now, &move, chance, done, error);
    if (code)
        forget_forced(state, chance);
    else
        state->move[state->moves++] = move;
    return code;
}

/* The list forced on a move, borrowed, or NULL. Entries are in ascending order of their moves. */
static json_t *state_forced(const charlatan_state *state, uint32_t move)
{
    uint32_t from = 0, to = state->forced_n;
    while (from < to) {
        uint32_t middle = (from + to) / 2;
        if (state->forced[middle].move < move)
            from = middle + 1;
        else
            to = middle;
    }
    int there = from < state->forced_n && state->forced[from].move == move;
    return there ? state->forced[from].chance : NULL;
}

int state_again(const charlatan_state *state, uint32_t n, struct session *s,
                struct session_done *done, charlatan_error *error)
{
    const struct lib_origin *origin = state->origin;
    done->events = done->outcomes = 0;
    /* Only `play` with a list can fail here, and it has succeeded once; the code is passed on all
     * the same. */
    if (n)
        return play(s, &state->move[n - 1], state_forced(state, n), done, error);
    *s = (struct session){.json = state->now.json, .game = state->now.game};
    memcpy(s->state, origin->start, sizeof s->state);
    chance_seed(&s->chance, origin->seed);
    return origin->begins ? play(s, NULL, state_forced(state, 0), done, error) : 0;
}

/* The session is as it was right after move n, its luck included. */
int state_replay(const charlatan_state *state, uint32_t n, struct session *s,
                 struct session_done *done, charlatan_error *error)
{
    int code = 0;
    for (uint32_t i = 0; i <= n && !code; i++)
        code = state_again(state, i, s, done, error);
    return code;
}

/* ---- making and freeing ---- */

/* Parses a list of forced outcomes. Returns 0, or a code. The caller frees `done` and drops `list`
 * in any case; both are NULL without a text. */
static int read_chance(const char *text, struct session_done **done, json_t **list,
                       charlatan_error *error)
{
    struct refusal why;
    *list = NULL;
    *done = NULL;
    if (!text)
        return 0;
    *list = lib_parse(text, strlen(text), error);
    if (!*list)
        return CHARLATAN_BAD_JSON;
    if (outcomes_check(*list, &why) < 0)
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    *done = malloc(sizeof **done);
    return *done ? 0 : lib_no_memory(error);
}

/* A state whose begin() is still to come. NULL if there is no memory. */
static charlatan_state *unbegun(const charlatan_game *game, const uint8_t seed[32])
{
    struct lib_origin *origin = origin_new(game->options);
    if (!origin)
        return NULL;
    origin->begins = 1;
    memcpy(origin->seed, seed, sizeof origin->seed);
    memcpy(origin->start, game->start, sizeof origin->start);
    return state_at(game->json, origin);
}

/* The one way a game begins; charlatan_state_new only makes the seed's bytes. */
int charlatan_state_new_forced(const charlatan_game *game, const uint8_t seed[CHARLATAN_SEED],
                               const char *chance, charlatan_state **state, charlatan_error *error)
{
    struct session_done *done;
    json_t *list;
    int code = lib_game(game, error);
    if (code || !seed || !state)
        return code ? code : lib_missing(error, seed ? "state" : "seed");
    *state = NULL;
    code = read_chance(chance, &done, &list, error);
    charlatan_state *made = code ? NULL : unbegun(game, seed);
    if (!code)
        code = made ? state_begin(made, list, done, error) : lib_no_memory(error);
    json_decref(list);
    free(done);
    if (code) {
        charlatan_state_free(made);
        return code;
    }
    *state = made;
    return lib_fine(error);
}

int charlatan_state_new(const charlatan_game *game, uint64_t seed, charlatan_state **state,
                        charlatan_error *error)
{
    uint8_t bytes[32];
    seed_from_number(seed, bytes);
    return charlatan_state_new_forced(game, bytes, NULL, state, error);
}

/* Frees the members but does not reset them: reseed and free overwrite or drop them right after. */
static void free_past(charlatan_state *state)
{
    for (uint32_t i = 0; i < state->forced_n; i++)
        json_decref(state->forced[i].chance);
    free(state->forced);
    free(state->move);
    origin_drop(state->origin);
}

void charlatan_state_free(charlatan_state *state)
{
    if (lib_state(state, NULL))
        return;
    /* A second free of the same pointer is then refused instead of freeing twice, as long as the
     * memory has not been used again. */
    state->kind = 0;
    free_past(state);
    free(state);
}

/* The lists of forced outcomes are copied: counts of users in Jansson are not for two threads. 0,
 * or -1 if there is no memory; what was copied then belongs to `to`, which the caller frees. */
static int copy_past(charlatan_state *to, const charlatan_state *from)
{
    to->move = malloc((from->moves + 1) * sizeof *to->move);
    to->forced = from->forced_n ? malloc(from->forced_n * sizeof *to->forced) : NULL;
    if (!to->move || (from->forced_n && !to->forced))
        return -1;
    if (from->moves)
        memcpy(to->move, from->move, from->moves * sizeof *to->move);
    to->moves = from->moves;
    to->room = from->moves + 1;
    for (uint32_t i = 0; i < from->forced_n; i++) {
        json_t *copy = json_deep_copy(from->forced[i].chance);
        if (!copy)
            return -1;
        to->forced[to->forced_n++] = (struct lib_forced){from->forced[i].move, copy};
    }
    return 0;
}

/* The clone has the same luck to come, so both play on alike until one is reseeded. */
int charlatan_state_clone(const charlatan_state *from, charlatan_state **state,
                          charlatan_error *error)
{
    int code = lib_state(from, error);
    if (code || !state)
        return code ? code : lib_missing(error, "state");
    *state = NULL;
    charlatan_state *made = malloc(sizeof *made);
    if (!made)
        return lib_no_memory(error);
    /* Member by member: a plain copy would share move and forced, and freeing after a failure would
     * free them twice. */
    made->kind = HANDLE_STATE;
    made->now = from->now;
    made->origin = from->origin;
    made->origin->users++;
    made->move = NULL;
    made->forced = NULL;
    made->moves = made->room = made->forced_n = 0;
    if (copy_past(made, from) < 0) {
        charlatan_state_free(made);
        return lib_no_memory(error);
    }
    *state = made;
    return lib_fine(error);
}

/* The past came from another seed, so the state becomes its own origin. */
int charlatan_state_reseed(charlatan_state *state, uint64_t seed, charlatan_error *error)
{
    int code = lib_state(state, error);
    struct lib_origin *origin = code ? NULL : origin_new(NULL);
    if (!origin)
        return code ? code : lib_no_memory(error);
    seed_from_number(seed, origin->seed);
    memcpy(origin->start, state->now.state, sizeof origin->start);
    free_past(state);
    state->origin = origin;
    state->move = NULL;
    state->forced = NULL;
    state->moves = state->room = state->forced_n = 0;
    chance_seed(&state->now.chance, origin->seed);
    return lib_fine(error);
}

/* ---- acting ---- */

/* The answer of a legal action, or -1 after filling in the error. The seat must be asked. An action
 * of another question is refused as not legal, one beyond all numbers as not there. */
static int legal_answer(const charlatan_state *state, int seat, int action, charlatan_error *error)
{
    const struct session *s = &state->now;
    struct refusal why;
    int answer = lib_answer_of(s->game, s->state, seat, action);
    if (answer >= 0 && s->game->legal(s->state, seat) >> answer & 1)
        return answer;
    if (action < 0 || action >= lib_actions(s->game))
        because(&why, ROW(action_not_there), action, lib_actions(s->game) - 1);
    else
        because(&why, ROW(action_not_legal), action, seat,
                s->game->question_kind(s->game->question(s->state, seat)));
    lib_refuse(error, CODE_ILLEGAL_ACTION, &why);
    return -1;
}

int charlatan_state_apply(charlatan_state *state, int seat, int action, charlatan_error *error)
{
    return charlatan_state_apply_forced(state, seat, action, NULL, error);
}

/* The seat and the action are checked before the list is parsed: a wrong action is the error that
 * callers expect to see first. */
int charlatan_state_apply_forced(charlatan_state *state, int seat, int action, const char *chance,
                                 charlatan_error *error)
{
    struct session_done *done;
    json_t *list;
    int code = lib_asked(state, seat, error);
    if (code)
        return code;
    int answer = legal_answer(state, seat, action, error);
    if (answer < 0)
        return CHARLATAN_ILLEGAL_ACTION;
    code = read_chance(chance, &done, &list, error);
    if (!code)
        code = state_play(state, (struct move){(uint8_t)seat, (uint8_t)answer}, list, done, error);
    json_decref(list);
    free(done);
    return code ? code : lib_fine(error);
}

int charlatan_state_action_name(const charlatan_state *state, int seat, int action,
                                char name[CHARLATAN_NAME], charlatan_error *error)
{
    int code = lib_asked(state, seat, error);
    if (code || !name)
        return code ? code : lib_missing(error, "name");
    int answer = legal_answer(state, seat, action, error);
    if (answer < 0)
        return CHARLATAN_ILLEGAL_ACTION;
    state->now.game->action_name(state->now.state, seat, answer, name);
    return lib_fine(error);
}

/* The game explains a name that is not legal, with the rule that forbids it. */
int charlatan_state_action_named(const charlatan_state *state, int seat, const char *name,
                                 int *action, charlatan_error *error)
{
    struct refusal why;
    int code = lib_asked(state, seat, error);
    if (code || !name || !action)
        return code ? code : lib_missing(error, name ? "action" : "name");
    int answer = session_answer(&state->now, seat, name);
    if (answer < 0) {
        state->now.game->explain(state->now.state, seat, name, &why);
        return lib_refuse(error, CODE_ILLEGAL_ACTION, &why);
    }
    *action = lib_action_of(state->now.game, state->now.state, seat, answer);
    return lib_fine(error);
}
