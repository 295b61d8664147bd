/* One number for every action of a game, and what a seat knows as numbers. A game without
 * observations has its actions numbered by question and answer. */
#include "lib/inside.h"
#include "engine/observe.h"
#include "engine/text.h"
#include "wire/game.h"
#include "wire/observation.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* For games without an observer. */
enum { ANSWERS = 64, QUESTIONS = 64 };

/* The size of masks and the bound of all actions; a constant of the game. */
int lib_actions(const struct game *g)
{
    return g->observer ? g->observer->actions : QUESTIONS * ANSWERS;
}

int lib_action_of(const struct game *g, const void *state, int seat, int answer)
{
    return g->observer ? observe_action(g, state, seat, answer)
                       : g->question(state, seat) * ANSWERS + answer;
}

/* The reverse of lib_action_of for the seat's open question; the answer need not be legal. */
int lib_answer_of(const struct game *g, const void *state, int seat, int action)
{
    if (g->observer)
        return observe_answer(g, state, seat, action);
    return action >= 0 && action / ANSWERS == g->question(state, seat) ? action % ANSWERS : -1;
}

/* ---- what is known of a game's numbers ---- */

/* The name of a game's action without an observer. */
static void write_plain_name(int action, char name[CHARLATAN_NAME])
{
    struct text t = text_in(name, CHARLATAN_NAME);
    text_number(&t, action / ANSWERS);
    text_add(&t, ":");
    text_number(&t, action % ANSWERS);
}

/* Refuses a number that is not from 0 to count - 1. A NULL `name` is the caller's buffer that is
 * missing, not a name to look up. */
static int lib_number(const charlatan_game *game, const char *name, int number, int count,
                      charlatan_error *error)
{
    struct refusal why;
    int code = lib_game(game, error);
    if (code || !name)
        return code ? code : lib_missing(error, "name");
    if (number >= 0 && number < count)
        return 0;
    because(&why, ROW(number_not_there), number, count - 1);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* Unlike the observation's sizes this is never 0: games without an observer number their actions,
 * too. */
int charlatan_game_actions(const charlatan_game *game)
{
    return lib_game(game, NULL) ? -1 : lib_actions(game->json->game);
}

/* The name is independent of the position, so an action that is not legal now has one as well. */
int charlatan_game_action_text(const charlatan_game *game, int action, char name[CHARLATAN_NAME],
                               charlatan_error *error)
{
    int code = lib_number(game, name, action, charlatan_game_actions(game), error);
    if (code)
        return code;
    if (game->json->game->observer)
        observe_action_text(game->json->game, action, name);
    else
        write_plain_name(action, name);
    return lib_fine(error);
}

/* NULL for a wrong handle and for a game without observations: both have 0 cells and inputs. */
static const struct observer *observer_of(const charlatan_game *game)
{
    return lib_game(game, NULL) ? NULL : game->json->game->observer;
}

int charlatan_game_cells(const charlatan_game *game)
{
    const struct observer *o = observer_of(game);
    return o ? o->cells : 0;
}

int charlatan_game_inputs(const charlatan_game *game)
{
    const struct observer *o = observer_of(game);
    return o ? o->inputs : 0;
}

int charlatan_game_most_inputs(const charlatan_game *game)
{
    const struct observer *o = observer_of(game);
    return o ? o->most_active : 0;
}

uint64_t charlatan_game_observation_hash(const charlatan_game *game)
{
    return observer_of(game) ? observe_hash(game->json->game) : 0;
}

int charlatan_game_cell_text(const charlatan_game *game, int cell, char name[CHARLATAN_NAME],
                             charlatan_error *error)
{
    int code = lib_number(game, name, cell, charlatan_game_cells(game), error);
    if (code)
        return code;
    observe_cell_text(observer_of(game), cell, name);
    return lib_fine(error);
}

int charlatan_game_input_text(const charlatan_game *game, int input, char name[CHARLATAN_NAME],
                              charlatan_error *error)
{
    int code = lib_number(game, name, input, charlatan_game_inputs(game), error);
    if (code)
        return code;
    observe_input_text(observer_of(game), input, name);
    return lib_fine(error);
}

/* ---- rows ---- */

/* An empty list for a game without observations. */
int charlatan_game_observation_rows(const charlatan_game *game, char **text, charlatan_error *error)
{
    struct writer w = {0};
    int code = lib_game(game, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    const struct observer *o = observer_of(game);
    write_begin(&w, '[');
    for (int i = 0; o && i < o->rows; i++)
        observation_row_write(&w, o, o->row(i));
    write_end(&w, ']');
    return lib_give_text(&w, text, error);
}

/* ---- observations ---- */

/* The observer of a state's game, or NULL after filling in the error: for a wrong handle, seat or
 * array, a game without observations, or too little room. All of these are CHARLATAN_BAD_REQUEST,
 * which the callers therefore return. */
static const struct observer *can_observe(const charlatan_state *state, int seat, const void *to,
                                          size_t room, int sparse, charlatan_error *error)
{
    struct refusal why;
    if (lib_seat(state, seat, error))
        return NULL;
    const struct observer *o = state->now.game->observer;
    int needed = !o ? 0 : sparse ? o->most_active : o->cells;
    if (!to)
        because(&why, ROW(argument_missing), sparse ? "inputs" : "cells");
    else if (!o)
        because(&why, ROW(no_observations), state->now.game->name);
    else if (room < (size_t)needed)
        because(&why, ROW(array_too_short), (int)room, needed);
    else
        return o;
    lib_refuse(error, CODE_BAD_REQUEST, &why);
    return NULL;
}

/* `room` must be at least the game's cells; bytes behind them are left alone. */
int charlatan_state_observe(const charlatan_state *state, int seat, uint8_t *cells, size_t room,
                            charlatan_error *error)
{
    const struct observer *o = can_observe(state, seat, cells, room, 0, error);
    if (!o)
        return CHARLATAN_BAD_REQUEST;
    o->dense(state->now.state, seat, cells);
    return lib_fine(error);
}

/* The dense form has less than 65,536 cells, so a buffer on the stack (64 KiB) holds it: no
 * allocation that could fail. `room` must be enough for most_active inputs, whatever the position
 * has. */
int charlatan_state_inputs(const charlatan_state *state, int seat, uint16_t *inputs, size_t room,
                           size_t *n, charlatan_error *error)
{
    uint8_t cells[UINT16_MAX + 1];
    const struct observer *o = can_observe(state, seat, inputs, room, 1, error);
    if (!o || !n)
        return o ? lib_missing(error, "n") : CHARLATAN_BAD_REQUEST;
    o->dense(state->now.state, seat, cells);
    *n = (size_t)observe_sparse(o, cells, inputs);
    return lib_fine(error);
}
