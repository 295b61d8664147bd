/* The class Cards: many games on a GPU. Its arrays leave as DLPack capsules, which torch,
 * jax and others read where they are. */
#include "python/core/inside.h"

#include <stdlib.h>

/* ---- DLPack, version 0, as its own document lays it out ---- */

/* Numbers of DLPack's header: devices, then kinds of numbers. */
enum { DL_CPU = 1, DL_CUDA = 2, DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2 };

/* DLTensor. Layout and order are DLPack's; shape and strides count numbers, not bytes. */
struct dl_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t dimensions;
    uint8_t code, bits;
    /* 1: numbers, not vectors of them. */
    uint16_t lanes;
    int64_t *shape, *strides;
    /* 0: `data` is where the array begins. */
    uint64_t byte_offset;
};

/* DLManagedTensor, and our own members behind it, which takers do not see. */
struct dl_managed {
    struct dl_tensor tensor;
    /* The Cards object, with a reference. */
    void *manager;
    void (*deleter)(struct dl_managed *self);
    /* Ours: what shape and strides point to. */
    int64_t shape[2], strides[2];
};

/* `card` is -1 for the processor, else the GPU's number. */
struct py_cards {
    PyObject_HEAD charlatan_gpu *gpu;
    int card;
};

/* The games stay while somebody has one of their arrays. May be called by any thread, with or
 * without Python's lock. */
static void managed_drop(struct dl_managed *self)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_DECREF((PyObject *)self->manager);
    PyGILState_Release(lock);
    free(self);
}

/* A capsule that was taken has another name, and its taker calls the deleter. */
static void capsule_drop(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, "dltensor"))
        return;
    struct dl_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");
    managed->deleter(managed);
}

/* Two strides are always filled in; with one dimension only the first counts. */
static void describe(struct dl_managed *m, const charlatan_gpu_array *a, int card)
{
    struct dl_tensor *t = &m->tensor;
    /* An address of the GPU, or of the processor for card -1; nobody but the taker reads from
     * it. */
    t->data = a->at;
    t->device_type = card < 0 ? DL_CPU : DL_CUDA;
    t->device_id = card < 0 ? 0 : card;
    t->dimensions = a->dimensions;
    t->code = a->kind == 'f' ? DL_FLOAT : a->kind == 'u' ? DL_UINT : DL_INT;
    t->bits = (uint8_t)(8 * a->bytes);
    t->lanes = 1;
    m->shape[0] = a->rows;
    m->shape[1] = a->columns;
    m->strides[0] = a->stride;
    m->strides[1] = 1;
    t->shape = m->shape;
    t->strides = m->strides;
}

/* With whole rows, what they are padded with is part of them: some libraries only take arrays
 * without gaps. The address is fixed, so a capsule taken once shows every later step. */
static PyObject *array(PyObject *object, PyObject *arguments)
{
    struct py_cards *self = (struct py_cards *)object;
    struct core *core = core_of(self);
    charlatan_gpu_array where;
    charlatan_error error;
    int number, whole = 0;
    if (!PyArg_ParseTuple(arguments, "i|p:array", &number, &whole))
        return NULL;
    if (charlatan_gpu_where(self->gpu, number, &where, &error))
        return core_raise(core, &error);
    if (whole)
        /* Rows then follow each other without a gap. */
        where.columns = where.stride;
    struct dl_managed *m = calloc(1, sizeof *m);
    if (!m)
        return PyErr_NoMemory();
    describe(m, &where, self->card);
    m->manager = Py_NewRef(object);
    m->deleter = managed_drop;
    PyObject *capsule = PyCapsule_New(m, "dltensor", capsule_drop);
    /* The object, the memory and the reference go as if the taker had let go of it. */
    if (!capsule)
        managed_drop(m);
    return capsule;
}

/* ---- games ---- */

/* Opening compiles kernels and may take seconds, with Python's lock held. */
static PyObject *cards_new(PyTypeObject *class, PyObject *arguments, PyObject *words)
{
    static char *names[] = {"spec", "card", "wants", NULL};
    struct core *core = PyType_GetModuleState(class);
    PyObject *spec, *keep;
    const char *text;
    charlatan_error error;
    charlatan_gpu *gpu;
    int card = 0;
    unsigned wants = 0;
    /* "I" does not refuse numbers that are too large; bits beyond the arrays mean nothing. */
    if (!PyArg_ParseTupleAndKeywords(arguments, words, "O|iI", names, &spec, &card, &wants) ||
        core_json_argument(core, spec, &keep, &text))
        return NULL;
    int code = charlatan_gpu_open(text, card, wants, &gpu, &error);
    /* The library has read the text and does not keep it. */
    Py_XDECREF(keep);
    if (code)
        return core_raise(core, &error);
    struct py_cards *self = PyObject_New(struct py_cards, class);
    if (!self) {
        charlatan_gpu_free(gpu);
        return NULL;
    }
    self->gpu = gpu;
    /* charlatan_gpu_open takes any number below 0 for the processor. */
    self->card = card;
    return (PyObject *)self;
}

/* Runs when no capsule is left either, since each holds the object. */
static void cards_drop(PyObject *object)
{
    PyTypeObject *class = Py_TYPE(object);
    charlatan_gpu_free(((struct py_cards *)object)->gpu);
    PyObject_Free(object);
    Py_DECREF(class);
}

/* None, or NULL after raising. Python's lock is held: launches return at once; check() waits for
 * the GPU. */
static PyObject *call(PyObject *object, int (*work)(charlatan_gpu *, charlatan_error *))
{
    struct py_cards *self = (struct py_cards *)object;
    charlatan_error error;
    if (work(self->gpu, &error))
        return core_raise(core_of(self), &error);
    Py_RETURN_NONE;
}

/* Needed before the first step: until then the arrays are 0. */
static PyObject *reset(PyObject *object, PyObject *none)
{
    (void)none;
    return call(object, charlatan_gpu_reset);
}

/* The actions are read from the array 0 at the time when the GPU gets there, after work of its
 * default stream that was launched before. */
static PyObject *step(PyObject *object, PyObject *none)
{
    (void)none;
    return call(object, charlatan_gpu_step);
}

/* An action that was not legal is reported once; the games are as they were before its step. */
static PyObject *check(PyObject *object, PyObject *none)
{
    (void)none;
    return call(object, charlatan_gpu_check);
}

/* A tuple: how many, and a sentence that is "" if there are some. */
PyObject *core_cards(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    const char *why = NULL;
    int n = charlatan_gpu_cards(&why);
    return Py_BuildValue("is", n, n || !why ? "" : why);
}

static PyMethodDef methods[] = {
    {"reset", reset, METH_NOARGS, "Begins all games, the first ones of the seed again."},
    {"step", step, METH_NOARGS, "Takes the actions; returns before the GPU has done it."},
    {"check", check, METH_NOARGS,
     "Waits for the GPU, and raises Error if an action was not legal since the last time."},
    {"array", array, METH_VARARGS,
     "array($self, which, whole=False, /)\n--\n\nAn array as a DLPack capsule."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)cards_new},
    {Py_tp_dealloc, (void *)cards_drop},
    {Py_tp_methods, methods},
    {Py_tp_doc, "Cards(spec, card=0, wants=0)\n--\n\nMany games on a GPU, or with card=-1 "
                "on the processor (charlatan_gpu_open says what the arguments hold)."},
    {0, NULL}};

PyType_Spec cards_spec = {.name = "charlatan._core.Cards",
                          .basicsize = sizeof(struct py_cards),
                          .flags = Py_TPFLAGS_DEFAULT,
                          .slots = slots};
