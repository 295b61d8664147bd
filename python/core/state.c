/* The class State: a game as it stands. Its verbs are OpenSpiel's. */
#include "python/core/inside.h"

#include <string.h>

/* OpenSpiel's number for the player of a game that is over; the library says -1. */
enum { TERMINAL_PLAYER = -4 };

/* The new object holds the game. */
PyObject *state_wrap(struct core *core, struct py_game *game, charlatan_state *state)
{
    struct py_state *self = PyObject_New(struct py_state, core->state);
    if (!self) {
        charlatan_state_free(state);
        return NULL;
    }
    self->state = state;
    self->game = (struct py_game *)Py_NewRef((PyObject *)game);
    /* PyObject_New does not clear what it gives. */
    self->readers = 0;
    return (PyObject *)self;
}

/* 1 if it is, 0 if not, -1 after raising. Options count: a state of the same game with other
 * options has another length or other actions. */
static int is_state_of(struct core *core, struct py_game *game, charlatan_state *state)
{
    charlatan_game *its;
    charlatan_error error;
    if (charlatan_state_game(state, &its, &error)) {
        core_raise(core, &error);
        return -1;
    }
    PyObject *mine = game_identity(game->game, &error), *other = game_identity(its, &error);
    charlatan_game_free(its);
    int same = mine && other ? PyObject_RichCompareBool(mine, other, Py_EQ) : -1;
    /* game_identity fails either with an exception or with a refusal in `error`. */
    if (same < 0 && !PyErr_Occurred())
        core_raise(core, &error);
    Py_XDECREF(mine);
    Py_XDECREF(other);
    return same;
}

/* Takes over the state, also if it is refused. */
PyObject *state_wrap_checked(struct core *core, struct py_game *game, charlatan_state *state)
{
    int same = is_state_of(core, game, state);
    if (same == 1)
        return state_wrap(core, game, state);
    charlatan_state_free(state);
    return same ? NULL : core_refuse(core, "another-game", "that is a state of another game");
}

static void state_drop(PyObject *object)
{
    struct py_state *self = (struct py_state *)object;
    PyTypeObject *class = Py_TYPE(object);
    charlatan_state_free(self->state);
    Py_XDECREF((PyObject *)self->game);
    PyObject_Free(self);
    Py_DECREF(class);
}

/* Never NULL: states are made by state_wrap alone. */
static charlatan_state *handle(PyObject *self)
{
    return ((struct py_state *)self)->state;
}

static PyObject *refuse(PyObject *self, const charlatan_error *error)
{
    return core_raise(core_of(self), error);
}

/* Argument number i is a player. Without it, or with None, it is the one to move, -1 at the end of
 * a game. Ranges are checked by the library. 0, or -1 after raising. */
static int player_at(PyObject *self, PyObject *const *args, Py_ssize_t n, Py_ssize_t i, int *seat)
{
    *seat = charlatan_state_seat(handle(self));
    return i < n && args[i] != Py_None ? core_int(core_of(self), args[i], seat) : 0;
}

/* 0, or -1 after raising. To be called last before a change: nothing between may run Python
 * code. */
static int may_change(PyObject *self)
{
    if (!((struct py_state *)self)->readers)
        return 0;
    core_refuse(core_of(self), "busy", "another thread is working on this state");
    return -1;
}

/* ---- who is asked, and how it stands ---- */

/* The lowest of those who must decide. OpenSpiel has one player at a time; the order of several
 * does not change the outcome. */
static PyObject *current_player(PyObject *self, PyObject *none)
{
    (void)none;
    int seat = charlatan_state_seat(handle(self));
    return PyLong_FromLong(seat < 0 ? TERMINAL_PLAYER : seat);
}

/* A list of the seats of a set, ascending. */
static PyObject *seats_of(uint32_t set)
{
    PyObject *list = PyList_New(0);
    for (int seat = 0; list && seat < CHARLATAN_MOST_SEATS; seat++) {
        if (!(set >> seat & 1))
            continue;
        PyObject *item = PyLong_FromLong(seat);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* [] at the end of a game. */
static PyObject *active_players(PyObject *self, PyObject *none)
{
    (void)none;
    return seats_of(charlatan_state_active(handle(self)));
}

/* More than one if they tie. */
static PyObject *winners(PyObject *self, PyObject *none)
{
    (void)none;
    return seats_of(charlatan_state_winners(handle(self)));
}

/* No seat has to decide any more. */
static PyObject *is_terminal(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(charlatan_state_is_over(handle(self)));
}

/* OpenSpiel asks for kinds of nodes that these games do not have. */
static PyObject *never(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    Py_RETURN_FALSE;
}

/* Of this game; seats are counted from 0 to one less. */
static PyObject *num_players(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_state_players(handle(self)));
}

/* Moves since the state was begun or read; a clone keeps counting. */
static PyObject *move_number(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLong(charlatan_state_moves(handle(self)));
}

/* The same on every machine, unlike Python's hash(). */
static PyObject *state_hash(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(charlatan_state_hash(handle(self)));
}

/* The very object that the state was made from. */
static PyObject *get_game(PyObject *self, PyObject *none)
{
    (void)none;
    return Py_NewRef((PyObject *)((struct py_state *)self)->game);
}

/* PyList_SetItem takes over the number; a number that could not be made leaves NULL there, which
 * Python treats as an error later. */
static PyObject *returns(PyObject *self, PyObject *none)
{
    (void)none;
    double value[CHARLATAN_MOST_SEATS];
    charlatan_error error;
    int n = charlatan_state_players(handle(self));
    if (charlatan_state_returns(handle(self), value, CHARLATAN_MOST_SEATS, &error))
        return refuse(self, &error);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++)
        PyList_SetItem(list, i, PyFloat_FromDouble(value[i]));
    return list;
}

/* Goes through returns(), so indexes work as in Python's lists, negative ones included. */
static PyObject *player_return(PyObject *self, PyObject *player)
{
    PyObject *all = returns(self, NULL);
    PyObject *one = all ? PyObject_GetItem(all, player) : NULL;
    Py_XDECREF(all);
    return one;
}

/* Gold or points, as they stand; winners() says who has won. */
static PyObject *scores(PyObject *self, PyObject *none)
{
    (void)none;
    int32_t value[CHARLATAN_MOST_SEATS];
    charlatan_error error;
    int n = charlatan_state_players(handle(self));
    if (charlatan_state_scores(handle(self), value, CHARLATAN_MOST_SEATS, &error))
        return refuse(self, &error);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++)
        PyList_SetItem(list, i, PyLong_FromLong(value[i]));
    return list;
}

/* ---- actions ---- */

/* A game that is over has no player to move and no actions, which is no error, as in OpenSpiel. */
static PyObject *legal_actions(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    int32_t action[64];
    size_t count;
    int seat;
    charlatan_error error;
    if (core_count("legal_actions", n, 0, 1) || player_at(self, args, n, 0, &seat))
        return NULL;
    /* -1 given by the caller is refused while the game goes on. */
    if (seat < 0 && charlatan_state_is_over(handle(self)))
        return PyList_New(0);
    if (charlatan_state_legal(handle(self), seat, action, &count, &error))
        return refuse(self, &error);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(action[i]));
    return list;
}

/* A list of ints, as OpenSpiel wants it; mask() is quicker and fills a buffer. */
static PyObject *legal_actions_mask(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    int32_t action[64];
    size_t count = 0;
    int seat, actions = ((struct py_state *)self)->game->actions;
    charlatan_error error;
    if (core_count("legal_actions_mask", n, 0, 1) || player_at(self, args, n, 0, &seat))
        return NULL;
    if (!(seat < 0 && charlatan_state_is_over(handle(self))) &&
        charlatan_state_legal(handle(self), seat, action, &count, &error))
        return refuse(self, &error);
    PyObject *list = PyList_New(actions);
    for (int i = 0; list && i < actions; i++)
        PyList_SetItem(list, i, PyLong_FromLong(0));
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, action[i], PyLong_FromLong(1));
    return list;
}

static PyObject *apply_action(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    int action, seat;
    PyObject *keep = NULL;
    const char *chance = NULL;
    charlatan_error error;
    if (core_count("apply_action", n, 1, 3) || core_int(core_of(self), args[0], &action) ||
        player_at(self, args, n, 1, &seat) ||
        (n == 3 && core_json_argument(core_of(self), args[2], &keep, &chance)))
        return NULL;
    /* After all that may run Python code, because another thread may begin to read then. */
    if (may_change(self)) {
        Py_XDECREF(keep);
        return NULL;
    }
    /* A game that is over has nobody to move; the library says so for any seat. */
    seat = seat < 0 && charlatan_state_is_over(handle(self)) ? 0 : seat;
    /* The state stays as it was if this is refused. */
    int code = chance ? charlatan_state_apply_forced(handle(self), seat, action, chance, &error)
                      : charlatan_state_apply(handle(self), seat, action, &error);
    Py_XDECREF(keep);
    if (code)
        return refuse(self, &error);
    Py_RETURN_NONE;
}

/* The player comes first and may be left out, so the action is the last argument. What is not legal
 * now gets the name that is the same everywhere, since OpenSpiel prints histories that way. */
static PyObject *action_to_string(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    char name[CHARLATAN_NAME];
    charlatan_error error;
    int action, seat;
    if (core_count("action_to_string", n, 1, 2) || core_int(core_of(self), args[n - 1], &action) ||
        player_at(self, args, n - 1, 0, &seat))
        return NULL;
    /* The error of the first call is overwritten by the second one, which fails only if the number
     * means nothing at all. */
    if (charlatan_state_action_name(handle(self), seat, action, name, &error) &&
        charlatan_game_action_text(((struct py_state *)self)->game->game, action, name, &error))
        return refuse(self, &error);
    return PyUnicode_FromString(name);
}

/* Arguments as in action_to_string. Only names of legal actions are known. */
static PyObject *string_to_action(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    charlatan_error error;
    int action, seat;
    if (core_count("string_to_action", n, 1, 2) || player_at(self, args, n - 1, 0, &seat))
        return NULL;
    const char *name = core_utf8(core_of(self), args[n - 1]);
    if (!name)
        return NULL;
    if (charlatan_state_action_named(handle(self), seat, name, &action, &error))
        return refuse(self, &error);
    return PyLong_FromLong(action);
}

/* Refused for a player who is not asked. */
static PyObject *question(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    char kind[CHARLATAN_NAME], text[CHARLATAN_SENTENCE];
    charlatan_error error;
    int seat;
    if (core_count("question", n, 0, 1) || player_at(self, args, n, 0, &seat))
        return NULL;
    if (charlatan_state_question_kind(handle(self), seat, kind, &error) ||
        charlatan_state_question_text(handle(self), seat, text, &error))
        return refuse(self, &error);
    return Py_BuildValue("(ss)", kind, text);
}

/* ---- what a player knows ---- */

/* One of the library's functions that write a row of bytes. */
typedef int (*fill_bytes)(const charlatan_state *, int, uint8_t *, size_t, charlatan_error *);

/* Fills the buffer that is argument 1, or new bytes, with one number for each cell or action.
 * Returns the object that was filled; NULL after raising, with the buffer's content then
 * undefined. */
static PyObject *fill(PyObject *self, PyObject *const *args, Py_ssize_t n, const char *name,
                      int count, fill_bytes into)
{
    charlatan_error error;
    Py_buffer buffer;
    int seat;
    if (core_count(name, n, 0, 2) || player_at(self, args, n, 0, &seat))
        return NULL;
    /* A new object is a bytearray, which core_buffer accepts like any buffer. */
    PyObject *out = n > 1 && args[1] != Py_None ? Py_NewRef(args[1])
                                                : PyByteArray_FromStringAndSize(NULL, count);
    if (!out || core_buffer(core_of(self), out, "out", count, 1, "B?b", 1, &buffer)) {
        Py_XDECREF(out);
        return NULL;
    }
    int code = into(handle(self), seat, buffer.buf, (size_t)count, &error);
    /* Before a refusal is raised, so that the caller's array is free again in any case. */
    PyBuffer_Release(&buffer);
    if (!code)
        return out;
    Py_DECREF(out);
    return refuse(self, &error);
}

/* Into argument 1 if it is given, without a copy: for arrays that are used again. */
static PyObject *observe(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return fill(self, args, n, "observe", ((struct py_state *)self)->game->cells,
                charlatan_state_observe);
}

/* Rows of zeros for players who are not asked. */
static PyObject *mask(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return fill(self, args, n, "mask", ((struct py_state *)self)->game->actions,
                charlatan_state_mask);
}

/* Floats are what OpenSpiel promises; the values are the bytes of observe(). */
static PyObject *observation_tensor(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    if (core_count("observation_tensor", n, 0, 1))
        return NULL;
    PyObject *bytes = observe(self, args, n);
    if (!bytes)
        return NULL;
    const uint8_t *cell = (const uint8_t *)PyByteArray_AsString(bytes);
    Py_ssize_t count = PyByteArray_Size(bytes);
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++)
        PyList_SetItem(list, i, PyFloat_FromDouble(cell[i]));
    Py_DECREF(bytes);
    return list;
}

/* One number more than needed is allocated, so that a game without inputs does not ask for 0
 * bytes. */
static PyObject *inputs(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    charlatan_error error;
    int seat, most = charlatan_game_most_inputs(((struct py_state *)self)->game->game);
    size_t count = 0;
    if (core_count("inputs", n, 0, 1) || player_at(self, args, n, 0, &seat))
        return NULL;
    uint16_t *input = PyMem_Calloc((size_t)most + 1, sizeof *input);
    if (!input)
        return PyErr_NoMemory();
    int code = charlatan_state_inputs(handle(self), seat, input, (size_t)most, &count, &error);
    PyObject *list = code ? refuse(self, &error) : PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(input[i]));
    PyMem_Free(input);
    return list;
}

/* One of the library's functions that write a text for a seat. */
typedef int (*seat_text)(const charlatan_state *, int, char **, charlatan_error *);

/* What one of the library's functions writes for a seat: its text, or with `parse` what the JSON
 * means. NULL after raising. */
static PyObject *text_for(PyObject *self, PyObject *const *args, Py_ssize_t n, const char *name,
                          seat_text text, int parse)
{
    charlatan_error error;
    char *json;
    int seat;
    if (core_count(name, n, 0, 1) || player_at(self, args, n, 0, &seat))
        return NULL;
    if (text(handle(self), seat, &json, &error))
        return refuse(self, &error);
    return parse ? core_json(core_of(self), json) : core_text(json);
}

/* -1 is a spectator, -2 a referee, who sees everything. */
static PyObject *view(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return text_for(self, args, n, "view", charlatan_state_view, 1);
}

/* Everything a player may know, but not how it came to know it: two histories with the same view
 * have the same text. */
static PyObject *information(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return text_for(self, args, n, "information_state_string", charlatan_state_view, 0);
}

/* Refused with `no-odds` where a position has none. */
static PyObject *odds(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return text_for(self, args, n, "odds", charlatan_state_odds, 1);
}

/* For the player to move alone. */
static PyObject *hint(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    return text_for(self, args, n, "hint", charlatan_state_hint, 1);
}

/* Argument number i is a move; without it, or with None, it is the last one. Move 0 is the
 * beginning. 0, or -1 after raising. */
static int move_at(PyObject *self, PyObject *const *args, Py_ssize_t n, Py_ssize_t i, int *move)
{
    *move = (int)charlatan_state_moves(handle(self));
    if (i >= n || args[i] == Py_None)
        return 0;
    if (core_int(core_of(self), args[i], move))
        return -1;
    if (*move >= 0)
        return 0;
    core_refuse(core_of(self), "move", "moves are counted from 0");
    return -1;
}

/* Without a player it is a spectator's view and not that of the player to move, who is somebody
 * else after every move. */
static PyObject *events(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    charlatan_error error;
    char *json;
    int seat, move;
    if (core_count("events", n, 0, 2) || player_at(self, args, n, 0, &seat) ||
        move_at(self, args, n, 1, &move))
        return NULL;
    if (n < 1 || args[0] == Py_None)
        /* player_at has checked the arguments, but chosen another default. */
        seat = CHARLATAN_SPECTATOR;
    if (charlatan_state_events(handle(self), (uint32_t)move, seat, &json, &error))
        return refuse(self, &error);
    return core_json(core_of(self), json);
}

/* Shows what is hidden from players; there is no view of it. */
static PyObject *chance(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    charlatan_error error;
    char *json;
    int move;
    if (core_count("chance", n, 0, 1) || move_at(self, args, n, 0, &move))
        return NULL;
    if (charlatan_state_chance(handle(self), (uint32_t)move, &json, &error))
        return refuse(self, &error);
    return core_json(core_of(self), json);
}

/* ---- copies ---- */

/* Luck and past are copied, too; reseed() makes the copy go another way. */
static PyObject *clone(PyObject *self, PyObject *none)
{
    (void)none;
    charlatan_state *copy;
    charlatan_error error;
    if (charlatan_state_clone(handle(self), &copy, &error))
        return refuse(self, &error);
    return state_wrap(core_of(self), ((struct py_state *)self)->game, copy);
}

/* OpenSpiel passes a function that draws a number from 0 to 1; a seed may stand in its place. A
 * float has 53 bits, so that many become the seed. 0, or -1 after raising. */
static int seed_of_sampler(struct core *core, PyObject *sampler, uint64_t *seed)
{
    if (!PyCallable_Check(sampler))
        return core_seed(core, sampler, seed);
    PyObject *number = PyObject_CallNoArgs(sampler);
    double drawn = number ? PyFloat_AsDouble(number) : -1;
    Py_XDECREF(number);
    if (PyErr_Occurred())
        return -1;
    /* What is no number from 0 to 1 counts as 0. */
    *seed = (uint64_t)(drawn >= 0 && drawn <= 1 ? drawn * 0x1p53 : 0);
    return 0;
}

/* Another state for the same view; nothing of what the seat does not know is kept. */
static PyObject *resample(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    charlatan_state *guess;
    charlatan_error error;
    uint64_t seed;
    int seat;
    if (core_count("resample_from_infostate", n, 0, 2) || player_at(self, args, n, 0, &seat) ||
        (n > 1 ? seed_of_sampler(core_of(self), args[1], &seed) : core_any_seed(&seed)))
        return NULL;
    if (charlatan_state_guess(handle(self), seat, seed, &guess, &error))
        return refuse(self, &error);
    return state_wrap(core_of(self), ((struct py_state *)self)->game, guess);
}

/* Changes the state itself, and makes it forget its past. */
static PyObject *reseed(PyObject *self, PyObject *argument)
{
    charlatan_error error;
    uint64_t seed;
    if (core_seed(core_of(self), argument, &seed) || may_change(self))
        return NULL;
    if (charlatan_state_reseed(handle(self), seed, &error))
        return refuse(self, &error);
    Py_RETURN_NONE;
}

/* The text holds everything hidden. */
static PyObject *save(PyObject *self, PyObject *none)
{
    (void)none;
    charlatan_error error;
    char *text;
    if (charlatan_state_save(handle(self), &text, &error))
        return refuse(self, &error);
    return core_text(text);
}

/* Nothing in a state can refer back to it, so the memo is not needed. */
static PyObject *deep_copy(PyObject *self, PyObject *memo)
{
    (void)memo;
    return clone(self, NULL);
}

/* A state is pickled as game.load(text), so it takes its luck and its past along. */
static PyObject *reduce(PyObject *self, PyObject *none)
{
    PyObject *text = save(self, none);
    /* The bound method of the game, which is pickled with it. */
    PyObject *load =
        text ? PyObject_GetAttrString((PyObject *)((struct py_state *)self)->game, "load") : NULL;
    PyObject *result = load ? Py_BuildValue("(O(O))", load, text) : NULL;
    Py_XDECREF(load);
    Py_XDECREF(text);
    return result;
}

/* `names` points into the tuple's strings: the caller holds the tuple as long. 0, or -1 after
 * raising. */
static int read_names(struct core *core, PyObject *list, const char *names[CHARLATAN_MOST_SEATS],
                      Py_ssize_t players)
{
    if (PyTuple_Size(list) != players) {
        PyErr_SetString(PyExc_ValueError, "names needs one name for each player");
        return -1;
    }
    for (Py_ssize_t i = 0; i < players; i++) {
        /* A NUL in a name is refused here. */
        names[i] = core_utf8(core, PyTuple_GetItem(list, i));
        if (!names[i])
            return -1;
    }
    return 0;
}

/* Argument number i is a list of names; without it, or with None, `list` gets NULL. Otherwise the
 * caller drops the list when the names are no longer used. */
static int names_at(PyObject *self, PyObject *const *args, Py_ssize_t n, Py_ssize_t i,
                    PyObject **list, const char *names[CHARLATAN_MOST_SEATS])
{
    *list = NULL;
    if (i >= n || args[i] == Py_None)
        return 0;
    /* A copy, so that nobody changes the list while its strings are used. */
    *list = PySequence_Tuple(args[i]);
    if (*list && !read_names(core_of(self), *list, names, charlatan_state_players(handle(self))))
        return 0;
    Py_CLEAR(*list);
    return -1;
}

/* Names are one for each player; without them seats are called by their numbers. */
static PyObject *record(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    const char *names[CHARLATAN_MOST_SEATS];
    PyObject *list;
    charlatan_error error;
    char *text;
    if (core_count("record", n, 0, 1) || names_at(self, args, n, 0, &list, names))
        return NULL;
    /* Refused for a position, which has no beginning. */
    int code = charlatan_state_record(handle(self), list ? names : NULL, &text, &error);
    Py_XDECREF(list);
    return code ? refuse(self, &error) : core_text(text);
}

/* Without a player it is the board of the one to move; at the end of a game -1 is a spectator's. */
static PyObject *board(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    const char *names[CHARLATAN_MOST_SEATS];
    PyObject *list;
    charlatan_error error;
    char *text;
    int seat;
    if (core_count("board", n, 0, 2) || player_at(self, args, n, 0, &seat) ||
        names_at(self, args, n, 1, &list, names))
        return NULL;
    /* The names stay alive by `list`, which is dropped right after. */
    int code = charlatan_state_board(handle(self), seat, list ? names : NULL, &text, &error);
    Py_XDECREF(list);
    return code ? refuse(self, &error) : core_text(text);
}

/* ---- the class ---- */

/* Positions are compared, not their luck or past. Other comparisons than == and != make no sense.
 * States have no hash, since they change. */
static PyObject *compare(PyObject *a, PyObject *b, int how)
{
    if (Py_TYPE(a) != Py_TYPE(b) || (how != Py_EQ && how != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    int same = charlatan_state_same(handle(a), handle(b));
    return PyBool_FromLong(how == Py_EQ ? same : !same);
}

/* Nothing hidden is in it, so it may be printed anywhere. */
static PyObject *represent(PyObject *self)
{
    /* The player is -1 at the end of a game. */
    return PyUnicode_FromFormat("<State of %s, move %lu, player %d>",
                                charlatan_game_name(((struct py_state *)self)->game->game),
                                (unsigned long)charlatan_state_moves(handle(self)),
                                charlatan_state_seat(handle(self)));
}

#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL

/* FAST functions get their arguments by place alone: they are called for every move of millions. */
static PyMethodDef methods[] = {
    {"current_player", current_player, METH_NOARGS,
     "The player to move, -4 if the game is over. If several must, the lowest."},
    {"active_players", active_players, METH_NOARGS, "All players who must decide now."},
    {"winners", winners, METH_NOARGS, "The winners; none while the game goes on."},
    {"is_terminal", is_terminal, METH_NOARGS, NULL},
    {"is_chance_node", never, METH_NOARGS, "False: luck is drawn within the moves."},
    {"is_simultaneous_node", never, METH_NOARGS, "False: players decide one after another."},
    {"num_players", num_players, METH_NOARGS, NULL},
    {"move_number", move_number, METH_NOARGS, "How many actions were applied."},
    {"hash", state_hash, METH_NOARGS, "The protocol's state_hash."},
    {"get_game", get_game, METH_NOARGS, NULL},
    {"returns", returns, METH_NOARGS,
     "0 while the game goes on; then 1 for a sole winner and -1/(players-1) for the others."},
    {"rewards", returns, METH_NOARGS, "What the last action brought: returns()."},
    {"player_return", player_return, METH_O,
     "player_return($self, player, /)\n--\n\nOne of returns()."},
    {"scores", scores, METH_NOARGS, "Gold or points so far."},
    {"legal_actions", FAST(legal_actions),
     "legal_actions($self, player=None, /)\n--\n\nAscending numbers."},
    {"legal_actions_mask", FAST(legal_actions_mask),
     "legal_actions_mask($self, player=None, /)\n--\n\n0 or 1 for each action."},
    {"apply_action", FAST(apply_action),
     "apply_action($self, action, player=None, chance=None, /)\n--\n\n`chance` lists outcomes that "
     "must "
     "happen."},
    {"action_to_string", FAST(action_to_string),
     "action_to_string([player,] action)\n\nThe protocol's name if it is legal now, "
     "else the "
     "one that is the same everywhere. The player may be left out."},
    {"string_to_action", FAST(string_to_action),
     "string_to_action([player,] name)\n\nThe player may be left out."},
    {"question", FAST(question),
     "question($self, player=None, /)\n--\n\nThe kind of the question, and its sentence."},
    {"observe", FAST(observe),
     "observe($self, player=None, out=None, /)\n--\n\nWhat a player knows as bytes, into `out` if "
     "given."},
    {"mask", FAST(mask),
     "mask($self, player=None, out=None, /)\n--\n\nLegal actions as bytes of 0 and 1, into `out` "
     "if "
     "given."},
    {"observation_tensor", FAST(observation_tensor),
     "observation_tensor($self, player=None, /)\n--\n\nobserve() as a list of floats."},
    {"inputs", FAST(inputs),
     "inputs($self, player=None, /)\n--\n\nThe inputs that are yes (sparse)."},
    {"view", FAST(view),
     "view($self, player=None, /)\n--\n\nWhat a player may know, a dict; -1 is a spectator, -2 a "
     "referee."},
    {"board", FAST(board),
     "board($self, player=None, names=None, /)\n--\n\nview() as a board for people, with the "
     "question and "
     "the actions behind their numbers."},
    {"information_state_string", FAST(information),
     "information_state_string($self, player=None, /)\n--\n\nview() as JSON text."},
    {"observation_string", FAST(information),
     "observation_string($self, player=None, /)\n--\n\nview() as JSON text."},
    {"odds", FAST(odds), "odds($self, player=None, /)\n--\n\nThe odds of a position."},
    {"hint", FAST(hint), "hint($self, player=None, /)\n--\n\nA suggestion with its reasons."},
    {"events", FAST(events),
     "events($self, player=None, move=None, /)\n--\n\nWhat happened by a move, the last one if "
     "None, as a "
     "player may know it; None: as a spectator."},
    {"chance", FAST(chance), "chance($self, move=None, /)\n--\n\nThe outcomes of a move."},
    {"clone", clone, METH_NOARGS, "The same state with the same luck to come."},
    {"__copy__", clone, METH_NOARGS, NULL},
    {"__deepcopy__", deep_copy, METH_O, NULL},
    {"resample_from_infostate", FAST(resample),
     "resample_from_infostate($self, player=None, sampler=None, /)\n--\n\nA state that the player "
     "may "
     "take for the true one. `sampler` is a seed or a function that draws from 0 to 1."},
    {"reseed", reseed, METH_O,
     "reseed($self, seed, /)\n--\n\nAnother seed decides what comes now."},
    {"save", save, METH_NOARGS, "The state with its luck and its past, for Game.load()."},
    {"record", FAST(record),
     "record($self, names=None, /)\n--\n\nThe record of the game (docs/protocol.md), for "
     "verify()."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

/* No tp_new: states come from Game alone. No tp_traverse: a game refers to no state. */
static PyType_Slot slots[] = {
    {Py_tp_dealloc, (void *)state_drop},
    {Py_tp_repr, (void *)represent},
    {Py_tp_str, (void *)represent},
    {Py_tp_richcompare, (void *)compare},
    {Py_tp_hash, (void *)PyObject_HashNotImplemented},
    {Py_tp_methods, methods},
    {Py_tp_doc, "A game as it stands; Game.new_initial_state() makes it."},
    {0, NULL}};

PyType_Spec state_spec = {.name = "charlatan._core.State",
                          .basicsize = sizeof(struct py_state),
                          .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          .slots = slots};
