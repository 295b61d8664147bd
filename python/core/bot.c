/* The class Bot: it chooses for a seat from what the seat may know, without Python's lock. */
#include "python/core/inside.h"

/* core_poll watches every bot from the start: it does nothing where no call of ours waits. */
static PyObject *bot_new(PyTypeObject *class, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"game", "name", NULL};
    struct core *core = PyType_GetModuleState(class);
    PyObject *game, *name;
    charlatan_error error;
    /* A Game and a str; options are in the name. */
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O!U", names, core->game, &game, &name))
        return NULL;
    const char *text = core_utf8(core, name);
    /* Opened from here on; nothing before this needs to be freed. */
    charlatan_bot *bot;
    if (!text)
        return NULL;
    if (charlatan_bot_open(((struct py_game *)game)->game, text, &bot, &error))
        return core_raise(core, &error);
    struct py_bot *self = PyObject_New(struct py_bot, class);
    if (!self) {
        charlatan_bot_free(bot);
        return NULL;
    }
    /* The library may ask from any thread that plays the bot; only those of our own calls
     * answer. */
    charlatan_bot_watch(bot, core_poll, NULL);
    self->bot = bot;
    self->game = (struct py_game *)Py_NewRef(game);
    self->name = Py_NewRef(name);
    return (PyObject *)self;
}

/* No call can be under way, since its arguments hold the object. */
static void bot_drop(PyObject *object)
{
    struct py_bot *self = (struct py_bot *)object;
    PyTypeObject *class = Py_TYPE(object);
    charlatan_bot_free(self->bot);
    Py_XDECREF((PyObject *)self->game);
    Py_XDECREF(self->name);
    PyObject_Free(self);
    Py_DECREF(class);
}

/* What choose() and advise() are asked. */
struct bot_arguments {
    struct py_state *state;
    int seat;
    uint64_t seed;
};

/* 0, or -1 after raising. Without a player it is the one to move; at the end of a game that is -1,
 * which the library refuses. The state is borrowed from the arguments. */
static int read_asked(PyObject *self, PyObject *arguments, PyObject *words,
                      struct bot_arguments *asked)
{
    static char *names[] = {"state", "player", "seed", NULL};
    /* `seed` NULL is a seed from the system, so advice differs from call to call. */
    PyObject *state, *player = Py_None, *seed = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O!|OO", names, core_of(self)->state, &state,
                                     &player, &seed) ||
        core_seed(core_of(self), seed, &asked->seed))
        return -1;
    asked->state = (struct py_state *)state;
    /* The one who has to move, even if several must: the lowest. */
    asked->seat = charlatan_state_seat(asked->state->state);
    return player == Py_None ? 0 : core_int(core_of(self), player, &asked->seat);
}

/* `readers` counts up before the lock goes and down after it is back, so it is changed under the
 * lock alone. An exception from a signal goes before the answer. */
static PyObject *choose(PyObject *object, PyObject *arguments, PyObject *words)
{
    struct py_bot *self = (struct py_bot *)object;
    struct bot_arguments asked;
    charlatan_error error;
    int action, code;
    if (read_asked(object, arguments, words, &asked))
        return NULL;
    /* On this stack for as long as the lock is away; core_poll finds it by its thread. */
    struct py_call waiting;
    asked.state->readers++;
    core_let_go(&waiting, NULL);
    code = charlatan_bot_choose(self->bot, asked.state->state, asked.seat, asked.seed, &action,
                                &error);
    /* A bot that was told to hurry has answered, too, but the exception counts. */
    int stopped = core_take_back(&waiting);
    asked.state->readers--;
    if (stopped)
        return NULL;
    return code ? core_raise(core_of(self), &error) : PyLong_FromLong(action);
}

/* As choose. The text is freed if a signal has raised an exception, as nobody will take it. */
static PyObject *advise(PyObject *object, PyObject *arguments, PyObject *words)
{
    struct py_bot *self = (struct py_bot *)object;
    struct bot_arguments asked;
    charlatan_error error;
    char *text;
    int code;
    if (read_asked(object, arguments, words, &asked))
        return NULL;
    struct py_call waiting;
    asked.state->readers++;
    core_let_go(&waiting, NULL);
    code =
        charlatan_bot_advise(self->bot, asked.state->state, asked.seat, asked.seed, &text, &error);
    int stopped = core_take_back(&waiting);
    asked.state->readers--;
    if (stopped && !code)
        charlatan_text_free(text);
    if (stopped)
        return NULL;
    return code ? core_raise(core_of(self), &error) : core_json(core_of(self), text);
}

/* Pickled by its name: a bot has no memory of games. */
static PyObject *reduce(PyObject *object, PyObject *none)
{
    (void)none;
    struct py_bot *self = (struct py_bot *)object;
    return Py_BuildValue("(O(OO))", Py_TYPE(object), self->game, self->name);
}

/* For people; it cannot be evaluated, since the game is not in it. */
static PyObject *represent(PyObject *self)
{
    return PyUnicode_FromFormat("<Bot %U>", ((struct py_bot *)self)->name);
}

/* As it was given, not completed by usual options. */
static PyObject *get_name(PyObject *self, void *none)
{
    (void)none;
    return Py_NewRef(((struct py_bot *)self)->name);
}

static PyGetSetDef members[] = {{"name", get_name, NULL, "With its options.", NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

#define WORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

/* Each call is independent: a bot has no memory between them. */
static PyMethodDef methods[] = {{"choose", WORDS(choose),
                                 "choose($self, state, player=None, seed=None)\n--\n\nAn action. "
                                 "The same view and seed give the same "
                                 "one, unless the bot thinks for a time."},
                                {"advise", WORDS(advise),
                                 "advise($self, state, player=None, seed=None)\n--\n\nThe action "
                                 "with the bot's reasons, a dict."},
                                {"__reduce__", reduce, METH_NOARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_new, (void *)bot_new},
                              {Py_tp_dealloc, (void *)bot_drop},
                              {Py_tp_repr, (void *)represent},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, members},
                              {Py_tp_doc, "Bot(game, name)\n--\n\nA bot, by its name."},
                              {0, NULL}};

PyType_Spec bot_spec = {.name = "charlatan._core.Bot",
                        .basicsize = sizeof(struct py_bot),
                        .flags = Py_TPFLAGS_DEFAULT,
                        .slots = slots};
