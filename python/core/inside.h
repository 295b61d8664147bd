/* What the files of the Python extension share: its module's state, its objects, and how errors
 * become exceptions.
 *
 * The extension keeps to Python's stable ABI from 3.11 on, the first that has buffers. Everything
 * runs under Python's lock, but bots, batches and simulated games, which let it go. A state that
 * another thread works on then refuses to change. */
#ifndef CHARLATAN_PYTHON_CORE_INSIDE_H
#define CHARLATAN_PYTHON_CORE_INSIDE_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "lib/charlatan.h"

/* The module's state: one for each interpreter that imports it. All members are owned, and dropped
 * by core_clear. */
struct core {
    /* The class charlatan.Error. */
    PyObject *error;
    /* json.loads and json.dumps. */
    PyObject *loads, *dumps;
    /* The classes, by which arguments are checked. */
    PyTypeObject *game, *state, *bot, *batch, *cards;
};

/* Does not change after it was made, so threads without Python's lock may read it. */
struct py_game {
    PyObject_HEAD charlatan_game *game;
    /* All options as JSON. */
    PyObject *options;
    /* 0 cells: a game without observations. */
    int cells, actions;
};

/* The game is held for its name, cells and actions; the state itself does not need it. */
struct py_state {
    PyObject_HEAD charlatan_state *state;
    struct py_game *game;
    /* How many threads read the state without Python's lock. Changed only under the lock; while it
     * is not 0 the state must not change. */
    int readers;
};

/* The bot is used by any number of threads at once; each call has a watch of its own. */
struct py_bot {
    PyObject_HEAD charlatan_bot *bot;
    struct py_game *game;
    PyObject *name;
};

/* The state of the module to which an object's class belongs. Only for our own classes, which
 * cannot be derived from. */
struct core *core_of(void *self);

/* Each raises and returns NULL. CHARLATAN_NO_MEMORY becomes MemoryError, everything else
 * charlatan.Error. core_refuse is for what the library cannot see, as bad-request. */
PyObject *core_raise(struct core *core, const charlatan_error *error);
PyObject *core_refuse(struct core *core, const char *reason, const char *message);

/* A text of the library's as str, and as what its JSON means. Both free it, and return NULL after
 * raising. */
PyObject *core_text(char *text);
PyObject *core_json(struct core *core, char *text);
/* The UTF-8 of a str, or of what JSON makes of any other object; NULL for None. `keep` gets what
 * the caller must drop. Returns 0, or -1 after raising. */
int core_json_argument(struct core *core, PyObject *argument, PyObject **keep, const char **text);

/* The UTF-8 of a str without NUL characters, or NULL after raising. It belongs to the str. */
const char *core_utf8(struct core *core, PyObject *string);

/* Arguments by place: 0, or -1 after raising TypeError, as Python's own functions do. */
int core_count(const char *what, Py_ssize_t n, Py_ssize_t least, Py_ssize_t most);
/* A number that does not fit is refused as the library refuses numbers. Takes whatever has
 * __index__, so numpy's integers as well. 0, or -1 after raising. */
int core_int(struct core *core, PyObject *argument, int *value);
/* None, or no argument: a seed from the system. 0, or -1 after raising. */
int core_seed(struct core *core, PyObject *argument, uint64_t *seed);
/* A seed from the system. 0, or -1 after raising OSError. */
int core_any_seed(uint64_t *seed);

/* A buffer of so many numbers of this size, in one piece; `kinds` are the letters that the struct
 * module has for them. Returns 0, or -1 after raising. */
int core_buffer(struct core *core, PyObject *object, const char *name, Py_ssize_t count,
                Py_ssize_t size, const char *kinds, int writable, Py_buffer *buffer);

/* ---- waiting (wait.c) ---- */

/* A call that works without Python's lock. */
struct py_call {
    /* The thread's own state while it does not have the lock. */
    PyThreadState *thread;
    /* NULL, or a byte that another thread sets to end the call. */
    const volatile uint8_t *stop;
    /* When signals are looked for again. */
    int64_t due;
    /* 1: a signal has raised an exception. */
    int raised;
};

/* Lets Python's lock go; and takes it back, which returns 1 if an exception was raised. Between the
 * two no Python object may be touched. Calls of one thread are not nested. */
void core_let_go(struct py_call *waiting, const volatile uint8_t *stop);
int core_take_back(struct py_call *waiting);
/* Called by the work of the thread now and then; returns 1 if it must end. It takes the lock for a
 * moment, so that Ctrl-C works. A charlatan_stop. */
int core_poll(void *none);

/* ---- objects ---- */

/* Takes over the state, also if it fails. NULL after raising. */
PyObject *state_wrap(struct core *core, struct py_game *game, charlatan_state *state);
/* The same if it is a state of the game, else it is refused. */
PyObject *state_wrap_checked(struct core *core, struct py_game *game, charlatan_state *state);
/* The name, the players and the options of a game as a tuple: equal for games that play alike. NULL
 * after raising or filling in the error. */
PyObject *game_identity(const charlatan_game *game, charlatan_error *error);

/* From these core_exec makes the classes. */
extern PyType_Spec game_spec, state_spec, bot_spec, batch_spec, cards_spec;
/* How many GPUs there are, and why none (cards.c). */
PyObject *core_cards(PyObject *module, PyObject *none);
/* Plays whole games of bots (play.c). */
PyObject *core_play(PyObject *module, PyObject *arguments);

#endif
