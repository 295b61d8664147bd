/* The module charlatan._core: its classes, its exception, and functions that need no object. */
#include "python/core/inside.h"

#include <string.h>
#include <sys/random.h>

/* Py_TYPE and not the base: our classes cannot be derived from, so it is the class that the module
 * made. */
struct core *core_of(void *self)
{
    return PyType_GetModuleState(Py_TYPE((PyObject *)self));
}

/* ---- exceptions ---- */

/* 0, or 1 after raising. */
static int set_text(PyObject *object, const char *name, const char *text)
{
    PyObject *value = PyUnicode_FromString(text);
    int failed = !value || PyObject_SetAttrString(object, name, value) < 0;
    Py_XDECREF(value);
    return failed;
}

/* The members that charlatan.Error promises. 0, or not 0 after raising. */
static int describe(PyObject *exception, const charlatan_error *error)
{
    PyObject *code = PyLong_FromLong(error->code);
    int failed = !code || PyObject_SetAttrString(exception, "code", code) < 0;
    Py_XDECREF(code);
    return failed || set_text(exception, "name", error->name) ||
           set_text(exception, "reason", error->reason) || set_text(exception, "rule", error->rule);
}

/* If the exception itself cannot be made, Python's own reason is raised instead. */
PyObject *core_raise(struct core *core, const charlatan_error *error)
{
    if (error->code == CHARLATAN_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *exception = PyObject_CallFunction(core->error, "s", error->message);
    if (exception && !describe(exception, error))
        PyErr_SetObject(core->error, exception);
    Py_XDECREF(exception);
    return NULL;
}

/* Texts that are too long are cut. */
PyObject *core_refuse(struct core *core, const char *reason, const char *message)
{
    /* `rule` stays "": no rule of a game refuses here. */
    charlatan_error error = {.code = CHARLATAN_BAD_REQUEST, .name = "bad-request"};
    PyOS_snprintf(error.reason, sizeof error.reason, "%s", reason);
    PyOS_snprintf(error.message, sizeof error.message, "%s", message);
    return core_raise(core, &error);
}

/* ---- texts ---- */

PyObject *core_text(char *text)
{
    PyObject *result = PyUnicode_FromString(text);
    charlatan_text_free(text);
    return result;
}

/* json.loads, so numbers, lists and dicts are Python's own. */
PyObject *core_json(struct core *core, char *text)
{
    PyObject *string = core_text(text);
    PyObject *result = string ? PyObject_CallFunctionObjArgs(core->loads, string, NULL) : NULL;
    Py_XDECREF(string);
    return result;
}

/* A NUL would end the text early for the library, which then means another one. */
const char *core_utf8(struct core *core, PyObject *string)
{
    Py_ssize_t n = 0;
    const char *text = PyUnicode_AsUTF8AndSize(string, &n);
    if (!text || strlen(text) == (size_t)n)
        return text;
    core_refuse(core, "nul-in-text", "the text has a NUL character");
    return NULL;
}

/* A str is taken as JSON as it is and checked by the library. On failure nothing is kept. */
int core_json_argument(struct core *core, PyObject *argument, PyObject **keep, const char **text)
{
    *keep = NULL;
    *text = NULL;
    if (!argument || argument == Py_None)
        return 0;
    *keep = PyUnicode_Check(argument) ? Py_NewRef(argument)
                                      : PyObject_CallFunctionObjArgs(core->dumps, argument, NULL);
    *text = *keep ? core_utf8(core, *keep) : NULL;
    if (!*text)
        Py_CLEAR(*keep);
    return *text ? 0 : -1;
}

/* ---- arguments ---- */

int core_count(const char *what, Py_ssize_t n, Py_ssize_t least, Py_ssize_t most)
{
    if (n >= least && n <= most)
        return 0;
    PyErr_Format(PyExc_TypeError, "%s() takes %zd to %zd arguments, not %zd", what, least, most, n);
    return -1;
}

/* -1 is also an honest value, hence PyErr_Occurred. */
int core_int(struct core *core, PyObject *argument, int *value)
{
    int beyond = 0;
    PyObject *number = PyNumber_Index(argument);
    long all = number ? PyLong_AsLongAndOverflow(number, &beyond) : -1;
    Py_XDECREF(number);
    if (all == -1 && PyErr_Occurred())
        return -1;
    *value = (int)all;
    /* A long may have 64 bits, where only 32 are wanted. */
    if (!beyond && *value == all)
        return 0;
    core_refuse(core, "number", "the number does not fit into 32 bits");
    return -1;
}

/* OverflowError stands for negative and for too large numbers alike. */
int core_seed(struct core *core, PyObject *argument, uint64_t *seed)
{
    if (!argument || argument == Py_None)
        return core_any_seed(seed);
    PyObject *number = PyNumber_Index(argument);
    *seed = number ? PyLong_AsUnsignedLongLong(number) : 0;
    Py_XDECREF(number);
    if (!PyErr_Occurred())
        return 0;
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        core_refuse(core, "seed", "a seed is a number from 0 to 2^64-1");
    }
    return -1;
}

int core_any_seed(uint64_t *seed)
{
    /* A handful of bytes is never cut short once the system's generator is ready. */
    if (getrandom(seed, sizeof *seed, 0) == sizeof *seed)
        return 0;
    PyErr_SetFromErrno(PyExc_OSError);
    return -1;
}

/* Whether a buffer's format is one of these letters. "<i", "=i" and "i" are the same on the
 * machines we build for. A buffer without a format has bytes. */
static int is_kind(const char *format, const char *kinds)
{
    if (!format)
        return strchr(kinds, 'B') != NULL;
    if (format[0] && strchr("@=<", format[0]))
        format++;
    return format[0] && !format[1] && strchr(kinds, format[0]);
}

/* On success the caller releases the buffer; on failure it holds none. Alignment is checked,
 * because the library reads numbers as such, and struct's sizes do not promise it. */
int core_buffer(struct core *core, PyObject *object, const char *name, Py_ssize_t count,
                Py_ssize_t size, const char *kinds, int writable, Py_buffer *buffer)
{
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, buffer, flags) < 0)
        return -1;
    int aligned = (uintptr_t)buffer->buf % (uintptr_t)size == 0;
    /* The count must fit exactly: an array that is too long is most often the wrong one. */
    if (aligned && buffer->itemsize == size && buffer->len == count * size &&
        is_kind(buffer->format, kinds))
        return 0;
    char message[CHARLATAN_SENTENCE];
    PyOS_snprintf(message, sizeof message,
                  "%s must be a buffer of %zd numbers of %zd bytes (struct's %s), not of %zd bytes "
                  "in numbers of %zd%s",
                  name, count, size, kinds, buffer->len, buffer->itemsize,
                  aligned ? "" : " that are not aligned");
    /* The message has taken what it needs of the buffer. */
    PyBuffer_Release(buffer);
    core_refuse(core, "buffer", message);
    return -1;
}

/* ---- functions ---- */

/* The games that can be opened by name and are listed, in the library's order. */
static PyObject *games(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    const char *name;
    for (int i = 0; list && (name = charlatan_game_name_at(i)); i++) {
        PyObject *item = PyUnicode_FromString(name);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* The length is passed on, so a NUL in the record is the library's to refuse. */
static PyObject *verify(PyObject *module, PyObject *record)
{
    struct core *core = PyModule_GetState(module);
    charlatan_error error;
    char *text;
    Py_ssize_t n;
    const char *bytes = PyUnicode_AsUTF8AndSize(record, &n);
    if (!bytes)
        return NULL;
    if (charlatan_record_verify(bytes, (size_t)n, &text, &error))
        return core_raise(core, &error);
    return core_json(core, text);
}

/* The texts begin with a signature, which Python's help() shows. */
static PyMethodDef functions[] = {
    {"games", games, METH_NOARGS, "games()\n--\n\nThe names of the games."},
    {"verify", verify, METH_O,
     "verify(record, /)\n--\n\nPlays a record again and says what was checked; raises Error if a "
     "line is wrong."},
    {"play", core_play, METH_VARARGS,
     "play(game, bots, seed, first, returns, scores, moves, stop, /)\n--\n\nPlays whole games of "
     "bots "
     "into the buffers until stop[0] is set; charlatan.simulate is easier to use."},
    {"cards", core_cards, METH_NOARGS,
     "cards()\n--\n\nHow many GPUs there are, and a sentence that says why none, or ''."},
    {NULL, NULL, 0, NULL}};

/* ---- the module ---- */

/* Makes a class for this module and adds it. The pointer is owned by the module's state. 0, or -1
 * after raising. */
static int add_class(PyObject *module, PyType_Spec *spec, PyTypeObject **class)
{
    *class = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *class ? PyModule_AddType(module, *class) : -1;
}

/* Looked up once, since states ask for views often. 0, or -1 after raising; what was found is
 * dropped by core_clear. */
static int add_json(struct core *core)
{
    PyObject *json = PyImport_ImportModule("json");
    core->loads = json ? PyObject_GetAttrString(json, "loads") : NULL;
    core->dumps = json ? PyObject_GetAttrString(json, "dumps") : NULL;
    Py_XDECREF(json);
    return core->loads && core->dumps ? 0 : -1;
}

/* Runs once for each interpreter that imports the module. On failure Python drops the module, and
 * core_clear what was made. */
static int core_exec(PyObject *module)
{
    struct core *core = PyModule_GetState(module);
    core->error = PyErr_NewExceptionWithDoc(
        "charlatan.Error",
        "What the library refuses. `code` is its number and `name` its name in the protocol, "
        "`reason` names the sentence, `rule` is the id of the rule that refuses, or ''.",
        PyExc_ValueError, NULL);
    if (!core->error || PyModule_AddObjectRef(module, "Error", core->error) < 0 || add_json(core))
        return -1;
    if (add_class(module, &game_spec, &core->game) ||
        add_class(module, &state_spec, &core->state) || add_class(module, &bot_spec, &core->bot) ||
        add_class(module, &batch_spec, &core->batch) ||
        add_class(module, &cards_spec, &core->cards))
        return -1;
    return PyModule_AddStringConstant(module, "__version__", charlatan_version());
}

/* All objects of the state, or the collector could not see that module and classes hold each
 * other. */
static int core_visit(PyObject *module, visitproc visit, void *arg)
{
    struct core *core = PyModule_GetState(module);
    Py_VISIT(core->error);
    Py_VISIT(core->loads);
    Py_VISIT(core->dumps);
    Py_VISIT(core->game);
    Py_VISIT(core->state);
    Py_VISIT(core->bot);
    Py_VISIT(core->batch);
    Py_VISIT(core->cards);
    return 0;
}

/* May run twice, and after core_exec has failed: members may be NULL. */
static int core_clear(PyObject *module)
{
    struct core *core = PyModule_GetState(module);
    Py_CLEAR(core->error);
    Py_CLEAR(core->loads);
    Py_CLEAR(core->dumps);
    Py_CLEAR(core->game);
    Py_CLEAR(core->state);
    Py_CLEAR(core->bot);
    Py_CLEAR(core->batch);
    Py_CLEAR(core->cards);
    return 0;
}

/* Initialised in phases (PEP 489): no static state, so several interpreters can have it. */
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)core_exec}, {0, NULL}};
/* No m_free: core_clear has dropped everything by then. */
static struct PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                        .m_name = "charlatan._core",
                                        .m_doc = "libcharlatan's games, states, bots and batches.",
                                        .m_size = sizeof(struct core),
                                        .m_methods = functions,
                                        .m_slots = slots,
                                        .m_traverse = core_visit,
                                        .m_clear = core_clear};

/* Declared, because gcc wants a prototype for what is not static. */
PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
