/* The class Game: a game with its options, under the names that OpenSpiel has for them. */
#include "python/core/inside.h"

/* Takes over the game, also if it fails. Sizes and options are looked up once: they do not
 * change. */
static PyObject *game_wrap(struct core *core, PyTypeObject *class, charlatan_game *game)
{
    charlatan_error error;
    char *text;
    struct py_game *self = PyObject_New(struct py_game, class);
    if (!self) {
        charlatan_game_free(game);
        return NULL;
    }
    self->game = game;
    /* game_drop must find it set if the options cannot be had. */
    self->options = NULL;
    self->cells = charlatan_game_cells(game);
    self->actions = charlatan_game_actions(game);
    if (charlatan_game_options(game, &text, &error))
        core_raise(core, &error);
    else
        self->options = core_text(text);
    if (self->options)
        return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

/* Without a number of players 0 is passed on, which the library refuses with the numbers that are
 * possible. */
static PyObject *game_new(PyTypeObject *class, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"name", "players", "options", NULL};
    struct core *core = PyType_GetModuleState(class);
    const char *name, *text;
    int players = 0;
    PyObject *number = NULL, *options = NULL, *keep;
    charlatan_error error;
    charlatan_game *game;
    /* "s" refuses NUL characters by itself. */
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "s|OO", names, &name, &number, &options) ||
        (number && core_int(core, number, &players)) ||
        core_json_argument(core, options, &keep, &text))
        return NULL;
    int code = charlatan_game_open(name, players, text, &game, &error);
    Py_XDECREF(keep);
    return code ? core_raise(core, &error) : game_wrap(core, class, game);
}

/* `options` may be NULL, if game_wrap has failed. */
static void game_drop(PyObject *object)
{
    struct py_game *self = (struct py_game *)object;
    PyTypeObject *class = Py_TYPE(object);
    charlatan_game_free(self->game);
    Py_XDECREF(self->options);
    PyObject_Free(self);
    Py_DECREF(class);
}

/* ---- numbers ---- */

/* Never NULL: game_wrap makes no object without one. */
static charlatan_game *handle(PyObject *self)
{
    return ((struct py_game *)self)->game;
}

/* The players of this game, not how many there could be: least_players and most_players. */
static PyObject *num_players(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_game_players(handle(self)));
}

static PyObject *least_players(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_game_least_players(handle(self)));
}

static PyObject *most_players(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_game_most_players(handle(self)));
}

/* OpenSpiel's word for charlatan_game_actions; so are the names of the next ones. */
static PyObject *num_distinct_actions(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(((struct py_game *)self)->actions);
}

/* A bound for buffers, not what a usual game takes. */
static PyObject *max_game_length(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLong(charlatan_game_most_moves(handle(self)));
}

static PyObject *tensor_size(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(((struct py_game *)self)->cells);
}

/* One dimension: observations are a row of cells. */
static PyObject *tensor_shape(PyObject *self, PyObject *none)
{
    (void)none;
    return Py_BuildValue("[i]", ((struct py_game *)self)->cells);
}

/* 0 for a game without observations, as most_inputs. */
static PyObject *num_inputs(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_game_inputs(handle(self)));
}

static PyObject *most_inputs(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_game_most_inputs(handle(self)));
}

/* To be kept with a trained net: the same hash means the same cells, inputs and actions. */
static PyObject *observation_hash(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(charlatan_game_observation_hash(handle(self)));
}

/* OpenSpiel's bounds of returns(): 1 for a sole winner, never below -1, and 0 in sum. */
static PyObject *max_utility(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    return PyFloat_FromDouble(1);
}

static PyObject *min_utility(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    return PyFloat_FromDouble(-1);
}

static PyObject *utility_sum(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    return PyFloat_FromDouble(0);
}

/* ---- names ---- */

/* One of the library's functions that name a number. */
typedef int (*name_of)(const charlatan_game *, int, char[CHARLATAN_NAME], charlatan_error *);

/* What the library calls number `number`, by one of its three functions. NULL after raising. */
static PyObject *one_name(PyObject *self, PyObject *number, name_of text)
{
    char name[CHARLATAN_NAME];
    charlatan_error error;
    int i;
    if (core_int(core_of(self), number, &i))
        return NULL;
    if (text(handle(self), i, name, &error))
        return core_raise(core_of(self), &error);
    return PyUnicode_FromString(name);
}

/* Refused for a number that is no action; the position does not matter. */
static PyObject *action_name(PyObject *self, PyObject *action)
{
    return one_name(self, action, charlatan_game_action_text);
}

/* Such as "seat2.cell.5". */
static PyObject *cell_name(PyObject *self, PyObject *cell)
{
    return one_name(self, cell, charlatan_game_cell_text);
}

/* Such as "seat2.cell.5=dragons-egg". */
static PyObject *input_name(PyObject *self, PyObject *input)
{
    return one_name(self, input, charlatan_game_input_text);
}

/* OpenSpiel passes the player first; the name does not depend on it. */
static PyObject *action_to_string(PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    if (core_count("action_to_string", n, 1, 2))
        return NULL;
    return action_name(self, args[n - 1]);
}

/* What one of the library's functions writes about the game, as Python's values. NULL after
 * raising. */
static PyObject *all_json(PyObject *self,
                          int (*text)(const charlatan_game *, char **, charlatan_error *))
{
    charlatan_error error;
    char *json;
    if (text(handle(self), &json, &error))
        return core_raise(core_of(self), &error);
    return core_json(core_of(self), json);
}

/* A new dict each time, which the caller may change. */
static PyObject *options(PyObject *self, PyObject *none)
{
    (void)none;
    return all_json(self, charlatan_game_options);
}

/* [] for a game without observations. */
static PyObject *observation_rows(PyObject *self, PyObject *none)
{
    (void)none;
    return all_json(self, charlatan_game_observation_rows);
}

/* A dict of four lists. */
static PyObject *rules(PyObject *self, PyObject *none)
{
    (void)none;
    return all_json(self, charlatan_game_rules);
}

/* A list of str; the library separates them by ", ". */
static PyObject *bots(PyObject *self, PyObject *none)
{
    (void)none;
    charlatan_error error;
    char *text;
    if (charlatan_bot_names(handle(self), &text, &error))
        return core_raise(core_of(self), &error);
    /* A bot's name has neither commas nor blanks. */
    PyObject *names = core_text(text);
    PyObject *list = names ? PyObject_CallMethod(names, "split", "s", ", ") : NULL;
    Py_XDECREF(names);
    return list;
}

/* ---- what is made of a game ---- */

/* With a seed of bytes, and outcomes or None. Anything else than bytes raises TypeError. */
static PyObject *begin(struct py_game *self, PyObject *seed, PyObject *chance)
{
    struct core *core = core_of(self);
    charlatan_state *state = NULL;
    charlatan_error error;
    uint8_t bytes[CHARLATAN_SEED];
    const char *given = NULL, *text;
    Py_ssize_t n = 0;
    PyObject *keep;
    if (PyBytes_AsStringAndSize(seed, (char **)&given, &n) < 0 ||
        core_json_argument(core, chance, &keep, &text))
        return NULL;
    /* Other lengths are refused, not filled up: a seed that was cut off would pass unnoticed. */
    if (n != CHARLATAN_SEED) {
        Py_XDECREF(keep);
        return core_refuse(core, "seed", "a seed of bytes has 32 of them");
    }
    for (int i = 0; i < CHARLATAN_SEED; i++)
        bytes[i] = (uint8_t)given[i];
    int code = charlatan_state_new_forced(self->game, bytes, text, &state, &error);
    Py_XDECREF(keep);
    return code ? core_raise(core, &error) : state_wrap(core, self, state);
}

/* Forced outcomes need a seed of bytes, as in the protocol: then the whole beginning can be
 * repeated exactly. */
static PyObject *new_initial_state(PyObject *object, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"seed", "chance", NULL};
    struct py_game *self = (struct py_game *)object;
    PyObject *seed = NULL, *chance = Py_None;
    charlatan_error error;
    charlatan_state *state;
    uint64_t number;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "|OO", names, &seed, &chance))
        return NULL;
    /* A number is a seed as in charlatan_state_new, bytes are one as they are. */
    if (seed && PyBytes_Check(seed))
        return begin(self, seed, chance);
    if (chance != Py_None)
        return core_refuse(core_of(self), "seed", "scripted chance needs a seed of 32 bytes");
    if (core_seed(core_of(self), seed, &number))
        return NULL;
    if (charlatan_state_new(self->game, number, &state, &error))
        return core_raise(core_of(self), &error);
    return state_wrap(core_of(self), self, state);
}

/* A state of another game, or of other options, is refused: the caller would get other actions than
 * it knows. */
static PyObject *load(PyObject *self, PyObject *argument)
{
    charlatan_error error;
    charlatan_state *state;
    Py_ssize_t n;
    const char *text = PyUnicode_AsUTF8AndSize(argument, &n);
    if (!text)
        return NULL;
    if (charlatan_state_load(text, (size_t)n, &state, &error))
        return core_raise(core_of(self), &error);
    return state_wrap_checked(core_of(self), (struct py_game *)self, state);
}

/* As load, for a position. Its luck is random unless a seed is given. */
static PyObject *read_state(PyObject *self, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"state", "seed", NULL};
    struct core *core = core_of(self);
    PyObject *json, *seed = NULL, *keep;
    charlatan_error error;
    charlatan_state *state;
    const char *text;
    uint64_t number;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O|O", names, &json, &seed) ||
        core_seed(core, seed, &number) || core_json_argument(core, json, &keep, &text))
        return NULL;
    int code = charlatan_state_read(text, number, &state, &error);
    Py_XDECREF(keep);
    return code ? core_raise(core, &error)
                : state_wrap_checked(core, (struct py_game *)self, state);
}

/* The same as Bot(game, name). */
static PyObject *bot(PyObject *self, PyObject *name)
{
    return PyObject_CallFunctionObjArgs((PyObject *)core_of(self)->bot, self, name, NULL);
}

/* ---- the class ---- */

/* The "N" takes over the options; if they could not be made, Py_BuildValue fails, too. */
PyObject *game_identity(const charlatan_game *game, charlatan_error *error)
{
    char *text;
    if (charlatan_game_options(game, &text, error))
        return NULL;
    return Py_BuildValue("(siN)", charlatan_game_name(game), charlatan_game_players(game),
                         core_text(text));
}

/* What the constructor takes, in its order: pickling, comparing and hashing all use it. NULL after
 * raising. */
static PyObject *identity(PyObject *object)
{
    struct py_game *self = (struct py_game *)object;
    return Py_BuildValue("(siO)", charlatan_game_name(self->game),
                         charlatan_game_players(self->game), self->options);
}

/* Pickled as Game(name, players, options); options are a text with all values, so later defaults do
 * not matter. */
static PyObject *reduce(PyObject *self, PyObject *none)
{
    (void)none;
    return Py_BuildValue("(ON)", Py_TYPE(self), identity(self));
}

/* Game('arcane', 4, '{...}'), which can be evaluated. */
static PyObject *represent(PyObject *self)
{
    PyObject *values = identity(self);
    PyObject *text = values ? PyUnicode_FromFormat("Game%R", values) : NULL;
    Py_XDECREF(values);
    return text;
}

/* Games are equal if they play alike, whatever the options were written like. */
static PyObject *compare(PyObject *a, PyObject *b, int how)
{
    if (Py_TYPE(a) != Py_TYPE(b))
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *x = identity(a), *y = identity(b);
    PyObject *result = x && y ? PyObject_RichCompare(x, y, how) : NULL;
    Py_XDECREF(x);
    Py_XDECREF(y);
    return result;
}

/* -1 is Python's sign of an exception. */
static Py_hash_t hash(PyObject *self)
{
    PyObject *values = identity(self);
    Py_hash_t result = values ? PyObject_Hash(values) : -1;
    Py_XDECREF(values);
    return result;
}

/* The protocol's name, by which Game() opens it. */
static PyObject *get_name(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(charlatan_game_name(handle(self)));
}

/* The name for people. */
static PyObject *get_title(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(charlatan_game_title(handle(self)));
}

/* Read-only: there are no setters. */
static PyGetSetDef members[] = {{"name", get_name, NULL, "Such as 'arcane'.", NULL},
                                {"title", get_title, NULL, "Such as 'Arcane Alley'.", NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

/* Casts by way of void (*)(void), as Python's own code does: the compiler warns of a direct
 * cast. */
#define WORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL

static PyMethodDef methods[] = {
    {"num_players", num_players, METH_NOARGS, NULL},
    {"least_players", least_players, METH_NOARGS, NULL},
    {"most_players", most_players, METH_NOARGS, NULL},
    {"num_distinct_actions", num_distinct_actions, METH_NOARGS,
     "How many actions are numbered; the same for all options."},
    {"max_game_length", max_game_length, METH_NOARGS,
     "No game with these options takes more actions."},
    {"observation_tensor_size", tensor_size, METH_NOARGS, NULL},
    {"observation_tensor_shape", tensor_shape, METH_NOARGS, NULL},
    {"num_inputs", num_inputs, METH_NOARGS, "How many yes-or-no inputs the sparse form has."},
    {"most_inputs", most_inputs, METH_NOARGS, "The most inputs that are yes at once."},
    {"observation_hash", observation_hash, METH_NOARGS,
     "Changes when cells, inputs or actions get another meaning."},
    {"max_utility", max_utility, METH_NOARGS, NULL},
    {"min_utility", min_utility, METH_NOARGS, NULL},
    {"utility_sum", utility_sum, METH_NOARGS, NULL},
    {"action_name", action_name, METH_O,
     "action_name($self, action, /)\n--\n\nThe same everywhere."},
    {"cell_name", cell_name, METH_O, "cell_name($self, cell, /)\n--\n\nSuch as 'seat2.cell.5'."},
    {"input_name", input_name, METH_O,
     "input_name($self, input, /)\n--\n\nSuch as 'phase=market'."},
    {"action_to_string", FAST(action_to_string), "OpenSpiel's name of action_name()."},
    {"options", options, METH_NOARGS, "All options with their values."},
    {"observation_rows", observation_rows, METH_NOARGS, "What the cells mean, a list of dicts."},
    {"rules", rules, METH_NOARGS,
     "What can be looked up: rows of 'rules', 'rulings', 'questions' and 'events'."},
    {"bots", bots, METH_NOARGS, "The names of the bots that play this game."},
    {"bot", bot, METH_O, "bot($self, name, /)\n--\n\nA bot, such as 'search:iterations=200'."},
    {"new_initial_state", WORDS(new_initial_state),
     "new_initial_state($self, seed=None, chance=None)\n--\n\nBegins a game. The seed is a number, "
     "32 "
     "bytes, or None for one from the system; `chance` lists outcomes of the beginning."},
    {"load", load, METH_O, "load($self, text, /)\n--\n\nA state that State.save() wrote."},
    {"read", WORDS(read_state),
     "read($self, state, seed=None)\n--\n\nA position in the form of the protocol's `state`."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

/* No tp_traverse: what an object holds (a str) cannot refer back to it. */
static PyType_Slot slots[] = {
    {Py_tp_new, (void *)game_new},
    {Py_tp_dealloc, (void *)game_drop},
    {Py_tp_repr, (void *)represent},
    {Py_tp_richcompare, (void *)compare},
    {Py_tp_hash, (void *)hash},
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {Py_tp_doc, "Game(name, players=0, options=None)\n--\n\nA game with its options."},
    {0, NULL}};

/* Without Py_TPFLAGS_BASETYPE: no class can be derived, which core_of relies on. */
PyType_Spec game_spec = {.name = "charlatan._core.Game",
                         .basicsize = sizeof(struct py_game),
                         .flags = Py_TPFLAGS_DEFAULT,
                         .slots = slots};
