/* Work without Python's lock that still hears Ctrl-C: now and then it takes the lock for a moment,
 * and lets Python handle its signals. */
#include "python/core/inside.h"

#include <time.h>

/* Signals are looked for this often. */
enum { EVERY_MS = 20 };

/* What this thread waits for. Threads of a batch's pool have none. */
static _Thread_local struct py_call *now;

static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void core_let_go(struct py_call *waiting, const volatile uint8_t *stop)
{
    *waiting = (struct py_call){.stop = stop};
    now = waiting;
    waiting->thread = PyEval_SaveThread();
}

int core_take_back(struct py_call *waiting)
{
    PyEval_RestoreThread(waiting->thread);
    now = NULL;
    return waiting->raised;
}

int core_poll(void *none)
{
    (void)none;
    struct py_call *w = now;
    if (!w || w->raised || (w->stop && *w->stop))
        return w != NULL;
    int64_t time = milliseconds();
    if (!w->due || time < w->due) {
        w->due = w->due ? w->due : time + EVERY_MS;
        return 0;
    }
    /* A signal's handler may call the library again. */
    PyEval_RestoreThread(w->thread);
    w->raised = PyErr_CheckSignals() < 0;
    w->thread = PyEval_SaveThread();
    now = w;
    w->due = milliseconds() + EVERY_MS;
    return w->raised;
}
