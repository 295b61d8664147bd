/* The class Batch: many games stepped by one call, straight into buffers of the caller's. */
#include "python/core/inside.h"

#include <string.h>

/* The arrays of charlatan_arrays, in the order of bind()'s arguments. */
enum { ACTIONS, SEATS, OBSERVATIONS, MASKS, REWARDS, SCORES, DONES, FINALS, ARRAYS };

struct py_batch {
    PyObject_HEAD charlatan_batch *batch;
    /* All zero where none is held. */
    Py_buffer buffer[ARRAYS];
    /* What the library is given: the addresses of `buffer`, or NULL. */
    charlatan_arrays arrays;
    /* 1 while a thread steps the games without Python's lock. */
    int busy;
};

/* No buffers are bound yet. Starting the threads of the batch is part of this. */
static PyObject *batch_new(PyTypeObject *class, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"spec", NULL};
    struct core *core = PyType_GetModuleState(class);
    PyObject *spec, *keep;
    const char *text;
    charlatan_error error;
    charlatan_batch *batch;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O", names, &spec) ||
        core_json_argument(core, spec, &keep, &text))
        return NULL;
    int code = charlatan_batch_open(text, &batch, &error);
    Py_XDECREF(keep);
    if (code)
        return core_raise(core, &error);
    struct py_batch *self = PyObject_New(struct py_batch, class);
    if (!self) {
        charlatan_batch_free(batch);
        return NULL;
    }
    self->batch = batch;
    self->busy = 0;
    memset(self->buffer, 0, sizeof self->buffer);
    /* No arrays: reset and step then write nothing, and step has no actions. */
    self->arrays = (charlatan_arrays){.bytes = sizeof self->arrays};
    return (PyObject *)self;
}

/* Releases all buffers; the batch can be bound again. Not while a thread steps it. */
static void unbind(struct py_batch *self)
{
    /* Before the buffers go, so that no address outlives its buffer. */
    self->arrays = (charlatan_arrays){.bytes = sizeof self->arrays};
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&self->buffer[i]);
    /* A released buffer still has its address. */
    memset(self->buffer, 0, sizeof self->buffer);
}

/* Buffers are released before the games go, which would otherwise still point to them. */
static void batch_drop(PyObject *object)
{
    struct py_batch *self = (struct py_batch *)object;
    PyTypeObject *class = Py_TYPE(object);
    unbind(self);
    charlatan_batch_free(self->batch);
    PyObject_Free(self);
    Py_DECREF(class);
}

/* 1, or 0 after raising. Checked under the lock, right before `busy` is set or the buffers
 * change. */
static int is_free(struct py_batch *self)
{
    if (!self->busy)
        return 1;
    core_refuse(core_of(self), "busy", "another thread is stepping this batch");
    return 0;
}

/* ---- buffers ---- */

/* How many numbers an array must have. Rows of small tables are as long as those of the largest. */
static Py_ssize_t count_of(const struct py_batch *self, int array)
{
    Py_ssize_t games = (Py_ssize_t)charlatan_batch_games(self->batch);
    switch (array) {
    case OBSERVATIONS:
    case FINALS: return games * charlatan_batch_cells(self->batch);
    case MASKS: return games * charlatan_batch_actions(self->batch);
    case REWARDS:
    case SCORES: return games * charlatan_batch_seats(self->batch);
    default: return games;
    }
}

/* Holds the buffer, so the caller's array cannot move or shrink while it is bound. None: nothing is
 * bound. Only the actions may be read-only. 0, or -1 after raising. */
static int bind_one(struct py_batch *self, int array, PyObject *object)
{
    /* The letters are struct's: "i" and "l" both have 4 bytes on some machine, so both are allowed
     * and the size decides. */
    static const struct {
        const char *name, *kinds;
        int size;
    } shape[ARRAYS] = {{"actions", "il", 4}, {"seats", "il", 4},  {"observations", "B", 1},
                       {"masks", "B?b", 1},  {"rewards", "f", 4}, {"scores", "il", 4},
                       {"dones", "B?b", 1},  {"finals", "B", 1}};
    if (!object || object == Py_None)
        return 0;
    return core_buffer(core_of(self), object, shape[array].name, count_of(self, array),
                       shape[array].size, shape[array].kinds, array != ACTIONS,
                       &self->buffer[array]);
}

/* NULL where no buffer is held: the library does not write that array. */
static void point(struct py_batch *self)
{
    self->arrays.actions = self->buffer[ACTIONS].buf;
    self->arrays.seats = self->buffer[SEATS].buf;
    self->arrays.observations = self->buffer[OBSERVATIONS].buf;
    self->arrays.masks = self->buffer[MASKS].buf;
    self->arrays.rewards = self->buffer[REWARDS].buf;
    self->arrays.scores = self->buffer[SCORES].buf;
    self->arrays.dones = self->buffer[DONES].buf;
    self->arrays.finals = self->buffer[FINALS].buf;
}

/* All or nothing: after a refusal no buffer is bound, the earlier ones neither. */
static PyObject *bind(PyObject *object, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"actions", "seats", "observations", "masks", "rewards",
                            "scores",  "dones", "finals",       NULL};
    struct py_batch *self = (struct py_batch *)object;
    PyObject *a[ARRAYS] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "|OOOOOOOO", names, &a[0], &a[1], &a[2],
                                     &a[3], &a[4], &a[5], &a[6], &a[7]) ||
        !is_free(self))
        return NULL;
    unbind(self);
    for (int i = 0; i < ARRAYS; i++)
        if (bind_one(self, i, a[i])) {
            unbind(self);
            return NULL;
        }
    point(self);
    Py_RETURN_NONE;
}

/* ---- games ---- */

typedef int (*batch_call)(charlatan_batch *, const charlatan_arrays *, charlatan_error *);

/* From here to take_back no Python object may be touched. The watch is set for each call, because
 * it also forgets an earlier Ctrl-C. */
static void let_go(struct py_batch *self, struct py_call *waiting)
{
    self->busy = 1;
    charlatan_batch_watch(self->batch, core_poll, NULL);
    core_let_go(waiting, NULL);
}

/* None, or NULL if a signal was heard or the call was refused. */
static PyObject *take_back(struct py_batch *self, struct py_call *waiting, int code,
                           const charlatan_error *error)
{
    /* `busy` is cleared whatever has happened. */
    int stopped = core_take_back(waiting);
    /* Under the lock again, before anything can raise. */
    self->busy = 0;
    if (stopped)
        return NULL;
    if (code)
        return core_raise(core_of(self), error);
    Py_RETURN_NONE;
}

/* reset and step. After an exception from a signal the games have been stepped all the same: bots
 * only hurried. */
static PyObject *call(PyObject *object, batch_call function)
{
    struct py_batch *self = (struct py_batch *)object;
    charlatan_error error;
    struct py_call waiting;
    if (!is_free(self))
        return NULL;
    let_go(self, &waiting);
    int code = function(self->batch, &self->arrays, &error);
    return take_back(self, &waiting, code, &error);
}

/* Holds bot and buffer through its arguments while the lock is let go. */
static PyObject *choose(PyObject *object, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"bot", "actions", "seed", NULL};
    struct py_batch *self = (struct py_batch *)object;
    struct core *core = core_of(self);
    PyObject *bot, *actions, *seed = NULL;
    /* Held only for this call, unlike those of bind(). */
    Py_buffer buffer;
    charlatan_error error;
    struct py_call waiting;
    uint64_t number;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O!O|O", names, core->bot, &bot, &actions,
                                     &seed) ||
        core_seed(core, seed, &number) || !is_free(self) ||
        core_buffer(core, actions, "actions", count_of(self, ACTIONS), 4, "il", 1, &buffer))
        return NULL;
    let_go(self, &waiting);
    int code = charlatan_batch_choose(self->batch, ((struct py_bot *)bot)->bot, number, buffer.buf,
                                      &error);
    PyObject *done = take_back(self, &waiting, code, &error);
    PyBuffer_Release(&buffer);
    return done;
}

/* Must come before the first step. */
static PyObject *reset(PyObject *self, PyObject *none)
{
    (void)none;
    return call(self, charlatan_batch_reset);
}

/* Reads the actions that are bound, and writes every other array that is. */
static PyObject *step(PyObject *self, PyObject *none)
{
    (void)none;
    return call(self, charlatan_batch_step);
}

/* A copy, refused if `game` has other options than the table at this index. A negative index
 * becomes a large number, which the library refuses. */
static PyObject *state(PyObject *object, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"index", "game", "seed", NULL};
    struct py_batch *self = (struct py_batch *)object;
    struct core *core = core_of(self);
    PyObject *game, *seed = NULL;
    Py_ssize_t index;
    charlatan_state *copy;
    charlatan_error error;
    uint64_t number;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "nO!|O", names, &index, core->game, &game,
                                     &seed) ||
        core_seed(core, seed, &number) || !is_free(self))
        return NULL;
    if (charlatan_batch_state(self->batch, (size_t)index, number, &copy, &error))
        return core_raise(core, &error);
    return state_wrap_checked(core, (struct py_game *)game, copy);
}

/* ---- the class ---- */

/* Also the length of every array's first dimension. */
static PyObject *get_games(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromSize_t(charlatan_batch_games(((struct py_batch *)self)->batch));
}

/* The length of rows of rewards and scores. */
static PyObject *get_seats(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_batch_seats(((struct py_batch *)self)->batch));
}

/* The length of rows of observations and finals. */
static PyObject *get_cells(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_batch_cells(((struct py_batch *)self)->batch));
}

/* The length of rows of masks. */
static PyObject *get_actions(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(charlatan_batch_actions(((struct py_batch *)self)->batch));
}

static PyGetSetDef members[] = {
    {"games", get_games, NULL, "How many games.", NULL},
    {"seats", get_seats, NULL, "The most players at a table.", NULL},
    {"cells", get_cells, NULL, "The numbers of an observation.", NULL},
    {"actions", get_actions, NULL, "How many actions are numbered.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

#define WORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"bind", WORDS(bind),
     "bind($self, actions=None, seats=None, observations=None, masks=None, rewards=None, "
     "scores=None, "
     "dones=None, finals=None)\n--\n\nThe buffers that reset() and step() read and write; None: "
     "not written."},
    {"reset", reset, METH_NOARGS, "Begins all games, the first ones of the seed again."},
    {"step", step, METH_NOARGS, "Takes `actions`. If one is not legal, no game is stepped."},
    {"choose", WORDS(choose),
     "choose($self, bot, actions, seed=None)\n--\n\nWrites what a bot would answer in every game "
     "into a buffer. No game changes."},
    {"state", WORDS(state),
     "state($self, index, game, seed=None)\n--\n\nA copy of a game as it stands; `game` is what it "
     "is a "
     "state of."},
    {NULL, NULL, 0, NULL}};

/* No tp_traverse, although bound buffers belong to other objects: an array that refers to its batch
 * would keep both alive until unbind. */
static PyType_Slot slots[] = {
    {Py_tp_new, (void *)batch_new},
    {Py_tp_dealloc, (void *)batch_drop},
    {Py_tp_methods, methods},
    {Py_tp_getset, members},
    {Py_tp_doc, "Batch(spec)\n--\n\nMany games of one kind (charlatan_batch_open says what `spec` "
                "holds, a dict or JSON)."},
    {0, NULL}};

PyType_Spec batch_spec = {.name = "charlatan._core.Batch",
                          .basicsize = sizeof(struct py_batch),
                          .flags = Py_TPFLAGS_DEFAULT,
                          .slots = slots};
