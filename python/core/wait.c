/* Work without Python's lock that still hears Ctrl-C: now and then it takes the lock for a moment,
 * and lets Python handle its signals. */
#include "python/core/inside.h"

#include <time.h>

/* Signals are looked for this often: soon enough for Ctrl-C, and rarely enough that other threads
 * keep the lock. */
enum { EVERY_MS = 20 };

/* What this thread waits for. Threads of a batch's pool have none, so they never touch Python: only
 * the thread that called may take the lock. */
static _Thread_local struct py_call *now;

/* A clock that is never set, so a change of the time of day does not make signals late. */
static int64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* `now` is set before the lock goes; it is this thread's alone, so no other can see it. */
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

/* Cheap until EVERY_MS have passed: bots ask every few simulated games. The first call only starts
 * the clock, so short calls never take the lock. */
int core_poll(void *none)
{
    (void)none;
    struct py_call *w = now;
    /* Without a call of ours there is nothing to end; once it must end, it stays so. */
    if (!w || w->raised || (w->stop && *w->stop))
        /* Threads of a pool have no call of their own and go on; the watch's `hurry` reaches them
         * when the calling thread is told to end. */
        return w != NULL;
    int64_t time = milliseconds();
    /* 0: the first time that this call is asked. */
    if (!w->due || time < w->due) {
        w->due = w->due ? w->due : time + EVERY_MS;
        return 0;
    }
    /* A signal's handler may call the library again. */
    PyEval_RestoreThread(w->thread);
    w->raised = PyErr_CheckSignals() < 0;
    w->thread = PyEval_SaveThread();
    /* The handler may have run a call of this thread, which leaves `now` NULL. */
    now = w;
    /* Counted from here, as the handler may have taken long. */
    w->due = milliseconds() + EVERY_MS;
    return w->raised;
}
